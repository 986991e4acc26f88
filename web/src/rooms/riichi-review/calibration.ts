/**
 * How far predictions of the danger model lie from actual rates, by their level: the largest relative
 * difference of a tenth of the predictions in the archives it was checked on
 * (docs/measurements/riichi-danger.md, "Predicted and actual rates").
 */

type Level = readonly [upTo: number, relative: number];

const DEAL_IN: readonly Level[] = [[0.0005, 0.3], [0.0015, 0.25], [0.005, 0.12], [0.015, 0.1], [0.04, 0.06], [1, 0.04]];
const TENPAI: readonly Level[] = [[0.0005, 0.6], [0.005, 0.15], [0.03, 0.22], [0.055, 0.12], [1, 0.04]];
/** The points of a win: at most this far off in every class of opponent. */
const POINTS = 0.04;

function relative(levels: readonly Level[], share: number): number {
  return levels.find(([upTo]) => share <= upTo)?.[1] ?? 0;
}

/** Returns the half-width around a chance to deal in. */
export function dealInMargin(share: number): number {
  return share * relative(DEAL_IN, share);
}

/** Returns the half-width around a chance of tenpai; riichi is certain. */
export function tenpaiMargin(share: number): number {
  return share >= 1 ? 0 : share * relative(TENPAI, share);
}

/** Returns the half-width around the points lost to a discard that deals in with this chance. */
export function lossMargin(points: number, share: number): number {
  return points * (relative(DEAL_IN, share) + POINTS);
}
