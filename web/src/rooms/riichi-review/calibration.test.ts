import { expect, test } from "vitest";
import { dealInMargin, lossMargin, tenpaiMargin } from "./calibration";

// Tenths of the predictions and the rates that came: docs/measurements/riichi-danger.md.
const DEAL_IN = [[0.025, 0.032], [0.083, 0.102], [0.251, 0.277], [0.738, 0.8], [2.228, 2.333], [6.328, 6.45], [16.805, 16.596], [6.497, 6.657], [16.964, 16.619]];
const TENPAI = [[0.026, 0.037], [0.128, 0.13], [0.93, 1.107], [0.983, 1.192], [1.918, 2.243], [2.025, 2.405], [3.881, 4.313], [7.48, 7.712], [17.47, 17.9], [54.756, 53.935]];

test("the margins hold the measured differences", () => {
  for (const [predicted, actual] of DEAL_IN) expect(Math.abs(predicted! - actual!) / 100).toBeLessThanOrEqual(dealInMargin(predicted! / 100) * 1.001);
  for (const [predicted, actual] of TENPAI) expect(Math.abs(predicted! - actual!) / 100).toBeLessThanOrEqual(tenpaiMargin(predicted! / 100) * 1.001);
});

test("certainties have no margin, losses add that of the points", () => {
  expect(dealInMargin(0)).toBe(0);
  expect(tenpaiMargin(1)).toBe(0);
  expect(lossMargin(500, 0.1)).toBeCloseTo(40);
});
