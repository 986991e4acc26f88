import { expect, test } from "vitest";
import { bySuitForPlay, tableAt } from "./tricks";

const TRICKS = [
  { leader: 1, cards: ["2c", "Jc", "4c", "3c"] },
  { leader: 2, cards: ["7s", "6s"] },
];

test("the table shows as many cards as were revealed", () => {
  expect(tableAt(TRICKS, 2, 4)).toMatchObject({ number: 0, cards: ["2c", "Jc"], complete: false, last: null });
  expect(tableAt(TRICKS, 4, 4)).toMatchObject({ number: 0, complete: true, winner: 2 });
  expect(tableAt(TRICKS, 5, 4)).toMatchObject({ number: 1, cards: ["7s"], last: TRICKS[0] });
  expect(tableAt([], 0, 4)).toMatchObject({ cards: [], last: null });
});

test("a hand is sorted with trump first", () => {
  expect(["2c", "As", "Kd", "3d", "Ah"].sort((a, b) => bySuitForPlay(a, b, "d"))).toEqual(["Kd", "3d", "As", "Ah", "2c"]);
});
