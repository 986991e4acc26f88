/**
 * How far the values of the model lie from walls that are really dealt, by the same policy: twice the
 * deviation of single hands, the noise of the walls taken out, at its largest among the groups of hands
 * that were measured, rounded up (docs/reference/riichi-hand-ev.md, "Bias").
 */

const CHANCE = 0.004;
const POINTS = 0.012;
/** Points that are near zero, as the sum of wins and payments, are no better known than others. */
const MIN_POINTS = 12;

/** Returns the half-width around a chance to win, or to be tenpai at the end. */
export function chanceMargin(chance: number): number {
  return chance <= 0 || chance >= 1 ? 0 : Math.min(CHANCE, chance);
}

/** Returns the half-width around expected points. */
export function pointsMargin(points: number): number {
  return Math.max(MIN_POINTS, POINTS * Math.abs(points));
}
