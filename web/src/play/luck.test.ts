import { expect, test } from "vitest";
import "./games.fixture";
import { comparable } from "./luck";

test("the result of a trick game counts against the mean of the others, partners left out", () => {
  expect(comparable("hearts", { teams: null }, [0, 0, -4, -22], 0)).toBeCloseTo(26 / 3);
  expect(comparable("spades", { teams: 2 }, [-56, 41, -56, 41], 0)).toBe(-97);
});

test("points that sum to zero count as they are", () => {
  expect(comparable("gin", {}, [-32, 32], 0)).toBe(-32);
  expect(comparable("riichi", {}, [3900, -1300, -1300, -1300], 0)).toBe(3900);
});
