import { expect, test } from "vitest";
import { emptyHistory, formatHistory, nextSeat, parseHistory, viewRecord } from "./view";

const TEXT = "14s Ts+ Td Kh Qs Jd Jc";
const HAND = ["6c", "Ad", "6h", "7h", "Jh", "3s", "4s", "5s", "6s", "7s", "8h"];

test("a history reads back as itself, and seats alternate from the one that did not deal", () => {
  const history = parseHistory(TEXT);
  expect(formatHistory(history)).toBe(TEXT);
  expect(history.turns.map((turn) => turn.seat)).toEqual([0, 1, 0, 1, 0, 1]);
  expect(nextSeat(history)).toBe(0);
  expect(parseHistory("")).toEqual(emptyHistory());
});

test("eleven cards are a discard, ten a draw, and other numbers no view", () => {
  const history = parseHistory(TEXT);
  expect(viewRecord(HAND, history)).toMatchObject({ phase: "discard", drawn: "8h", first_upcard: "4s" });
  expect(viewRecord(HAND.slice(0, 10), history)).toMatchObject({ phase: "draw", upcard: "Jc" });
  expect(viewRecord(HAND.slice(0, 9), history)).toBeNull();
  expect(viewRecord(HAND, parseHistory("14s Ts+"))).toBeNull();
});
