import { expect, test } from "vitest";
import { chanceMargin, pointsMargin } from "./margins";

test("margins are measured; what cannot happen, or must, has none", () => {
  expect(chanceMargin(0.3)).toBe(0.004);
  expect(chanceMargin(0.001)).toBe(0.001);
  expect(chanceMargin(0)).toBe(0);
  expect(chanceMargin(1)).toBe(0);
  expect(pointsMargin(5000)).toBe(60);
  expect(pointsMargin(-100)).toBe(12);
});
