import { expect, test } from "vitest";
import { meldText, stepsOf } from "./view";

test("calls are written with the seat that gave the tile", () => {
  expect(meldText({ type: "chi", actor: 1, target: 0, pai: "4p", consumed: ["5pr", "6p"] }, 4)).toBe("4-06p");
  expect(meldText({ type: "chi", actor: 1, target: 0, pai: "5p", consumed: ["4p", "6p"] }, 4)).toBe("45-6p");
  expect(meldText({ type: "pon", actor: 0, target: 2, pai: "C", consumed: ["C", "C"] }, 4)).toBe("777=z");
  expect(meldText({ type: "daiminkan", actor: 0, target: 1, pai: "5pr", consumed: ["5p", "5p", "5p"] }, 4)).toBe("5550+p");
  expect(meldText({ type: "pon", actor: 0, target: 2, pai: "E", consumed: ["E", "E"] }, 3), "three seats: the previous one").toBe("111=z");
});

test("events become steps; draws and accepted riichi follow from them", () => {
  const steps = stepsOf(
    [
      { type: "tsumo", actor: 0, pai: "8s" },
      { type: "dahai", actor: 0, pai: "9p", tsumogiri: false },
      { type: "reach", actor: 1 },
      { type: "dahai", actor: 1, pai: "5mr", tsumogiri: true },
      { type: "reach_accepted", actor: 1 },
      { type: "ankan", actor: 2, consumed: ["F", "F", "F", "F"] },
      { type: "kakan", actor: 3, pai: "5s", consumed: ["5s", "5s", "5s"] },
    ],
    4,
  );
  expect(steps).toEqual([
    { seat: 0, discard: "9p" },
    { seat: 1, discard: "0m", drawn: true, riichi: true },
    { seat: 2, meld: "6666z" },
    { seat: 3, add: "5s" },
  ]);
});
