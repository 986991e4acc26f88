/** Advice at tables and for training: the bot whose values come with intervals. */
import type { View } from "./types";

/** In riichi `search` judges most discards without an interval; playouts of every option have one. */
export function adviser(game: string): string {
  return game === "riichi" ? "flat" : "search";
}

/** Returns the request of `act` for a seat's view. */
export function adviceRequest(game: string, rules: unknown, view: View, budget: { timeout_ms?: number; iterations?: number; seed?: number }): object {
  return { game, rules, view, bot: adviser(game), ...budget };
}

/** Returns the half-width of an interval as text. */
export function marginText(margin: number | null, decimals: number, exact: string, none: string): string {
  if (margin === null) return exact;
  return Number.isFinite(margin) ? `± ${margin.toFixed(decimals)}` : none;
}
