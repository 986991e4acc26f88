/** The result of a hand, beside the values of the options in it. */
import { familyOf } from "./games.svelte";

/**
 * Returns the result of a hand in the units of the engine's values. In the trick games those are match
 * equity, near the difference to the mean of the others (docs/guide/search.md); elsewhere plain points.
 */
export function comparable(game: string, rules: Record<string, unknown>, scores: readonly number[], seat: number): number {
  const own = scores[seat] ?? 0;
  if (familyOf(game) !== "tricks") return own;
  const teams = typeof rules["teams"] === "number" ? rules["teams"] : scores.length;
  const others = scores.filter((_, other) => other % teams !== seat % teams);
  return own - others.reduce((sum, score) => sum + score, 0) / Math.max(1, others.length);
}
