/**
 * How far the values of the model lie from walls that are really dealt, by the same policy
 * (docs/reference/riichi-hand-ev.md, "Bias"): twice the deviation of single hands, the noise of the
 * walls taken out, at its largest among the groups of hands that were measured.
 */

const CHANCE = 0.006;
const POINTS = 0.02;

/** Returns the half-width around a chance to win, or to be tenpai at the end. */
export function chanceMargin(chance: number): number {
  return chance <= 0 || chance >= 1 ? 0 : Math.min(CHANCE, chance);
}

/** Returns the half-width around expected points. */
export function pointsMargin(points: number): number {
  return POINTS * Math.abs(points);
}
