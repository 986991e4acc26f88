import { expect, test } from "vitest";
import { frames, fromMjai, type MjaiEvent } from "./table";

const START: MjaiEvent = {
  type: "start_kyoku", bakaze: "E", kyoku: 2, honba: 1, kyotaku: 1, oya: 1, dora_marker: "3s", scores: [25000, 25000, 25000, 25000],
  tehais: [
    ["1m", "2m", "3m", "5pr", "5p", "6p", "E", "E", "9s", "9s", "1s", "2s", "4z"],
    Array(13).fill("?"), Array(13).fill("?"), Array(13).fill("?"),
  ].map((hand) => hand.map((name) => (name === "4z" ? "N" : name))),
};

test("a draw, a discard from the hand and a call are folded", () => {
  const list = frames([
    START,
    { type: "tsumo", actor: 0, pai: "3s" },
    { type: "dahai", actor: 0, pai: "N", tsumogiri: false },
    { type: "tsumo", actor: 1, pai: "?" },
    { type: "dahai", actor: 1, pai: "E", tsumogiri: true },
    { type: "pon", actor: 0, target: 1, pai: "E", consumed: ["E", "E"] },
  ]);
  expect(list).toHaveLength(6);
  expect(list[2]!.seats[0]!.hand).toContain("3s");
  expect(list[2]!.seats[0]!.hand).toHaveLength(13);
  const end = list.at(-1)!;
  expect(end.seats[1]!.river).toEqual([{ tile: "1z", tsumogiri: true, riichi: false, called: true }]);
  expect(end.seats[0]!.melds[0]).toMatchObject({ kind: "pon", tiles: ["1z", "1z", "1z"], from: 1 });
  expect(end.seats[0]!.hand).toHaveLength(11);
  expect(list[1]!.seats[0]!.drawn, "earlier frames stay as they were").toBe("3s");
});

test("riichi marks the declaring discard and pays a stick", () => {
  const list = frames([
    START,
    { type: "tsumo", actor: 0, pai: "3s" },
    { type: "reach", actor: 0 },
    { type: "dahai", actor: 0, pai: "3s", tsumogiri: true },
    { type: "reach_accepted", actor: 0 },
  ]);
  expect(list.at(-1)!.seats[0]!.river[0]!.riichi).toBe(true);
  expect(list.at(-1)!.seats[0]!.score).toBe(24000);
  expect(list.at(-1)!.sticks).toBe(2);
});

test("an added kan grows its pon, red fives included", () => {
  const list = frames([
    START,
    { type: "pon", actor: 0, target: 2, pai: "5p", consumed: ["5pr", "5p"] },
    { type: "tsumo", actor: 0, pai: "5p" },
    { type: "kakan", actor: 0, pai: "5p", consumed: ["5pr", "5p", "5p"] },
    { type: "dora", dora_marker: "1m" },
  ]);
  expect(list.at(-1)!.seats[0]!.melds[0]).toMatchObject({ kind: "kakan", tiles: ["0p", "5p", "5p", "5p"] });
  expect(list.at(-1)!.dora).toEqual(["3s", "1m"]);
  expect(fromMjai("5sr")).toBe("0s");
});
