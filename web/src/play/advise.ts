/** Advice at tables and for training: every option of a seat's view in points, with intervals. */
import { engine, type CallOptions } from "../engine";
import type { ActAnswer, Option } from "../ui/Options.svelte";
import type { View } from "./types";

export interface AdviceBudget {
  timeout_ms: number;
  /** Iterations of a search. */
  iterations?: number;
  /** Worlds in which the reviewer compares riichi options. */
  worlds?: number;
  seed?: number;
}

/** What `riichi/opinion` answers. */
export interface OpinionAnswer {
  seat: number;
  bot: string;
  worlds: number;
  options: { text: string; value: number; ci: [number, number] | null; loss: number; loss_ci: [number, number] | null; confirmed: boolean }[];
}

/**
 * Advises a seat. In riichi the bot `search` judges most discards without playing them out, so that its
 * values are no points and have no intervals: there the reviewer advises, as in the review of a log.
 */
export async function advise(game: string, rules: unknown, view: View, budget: AdviceBudget, options: CallOptions<ActAnswer> = {}): Promise<ActAnswer> {
  const { timeout_ms, iterations, worlds, seed } = budget;
  const given = { rules, view, timeout_ms, ...(seed === undefined ? {} : { seed }) };
  if (game !== "riichi") return engine.call<ActAnswer>("act", { ...given, game, bot: "search", ...(iterations === undefined ? {} : { iterations }) }, options);
  const { signal, onProgress } = options;
  const answer = await engine.call<OpinionAnswer>("riichi/opinion", { ...given, iterations: worlds ?? 1000 }, {
    signal,
    ...(onProgress ? { onProgress: (partial: OpinionAnswer) => onProgress(opinionAsAdvice(partial)) } : {}),
  });
  return opinionAsAdvice(answer);
}

/** Returns the reviewer's opinion in the form of advice. */
export function opinionAsAdvice(answer: OpinionAnswer): ActAnswer {
  const actions = answer.options.map((one, index): Option => ({
    action: index, text: one.text, about: "", visits: answer.worlds, value: one.value, ci: one.ci, proven: null, share: 0, line: [],
    loss: one.loss, lossCi: one.loss_ci, confirmed: one.confirmed,
  }));
  const totals = { iterations: answer.worlds * actions.length, worlds: answer.worlds, seconds: 0, stop: "" };
  return { game: "riichi", bot: answer.bot, seat: answer.seat, action: 0, text: actions[0]?.text ?? "", actions, totals };
}

/** Returns the half-width of an interval as text. */
export function marginText(margin: number | null, decimals: number, exact: string, none: string): string {
  if (margin === null) return exact;
  return Number.isFinite(margin) ? `± ${margin.toFixed(decimals)}` : none;
}
