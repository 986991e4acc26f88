import type { DecisionReview } from "../../engine";

/** Returns the half-width of the interval of a sum of losses, which are independent. */
export function sumMargin(decisions: readonly DecisionReview[]): number {
  return Math.hypot(...decisions.map(({ loss, interval }) => (interval ? Math.max(loss - interval[0], interval[1] - loss) : 0)));
}
