import { expect, test } from "vitest";
import type { RiichiView } from "../../engine";
import { frameAt, readMeld } from "./riichi";

test("melds are read with the seat that gave the tile", () => {
  expect(readMeld("4-06p", 4)).toMatchObject({ kind: "chi", called: "4p", from: 3 });
  expect(readMeld("777=p", 4)).toMatchObject({ kind: "pon", called: "7p", from: 2 });
  expect(readMeld("6666z", 4)).toMatchObject({ kind: "ankan", called: null });
  expect(readMeld("5550+p", 4)).toMatchObject({ kind: "daiminkan", called: "0p", from: 1 });
});

const VIEW: RiichiView = {
  version: 1, seat: 0, dealer: 0, wind: "E", honba: 0, sticks: 0, dora: "1s", hand: "123m406p22678s33z", drawn: "3z", scores: [25000, 25000, 25000, 25000], turn: 0,
  steps: [{ seat: 0, discard: "9p" }, { seat: 1, discard: "1z", drawn: true }, { seat: 2, discard: "7z" }, { seat: 0, meld: "777=z" }, { seat: 0, discard: "1p" }, { seat: 1, discard: "5m", riichi: true }],
  now: { left: 60, melds: [["777=z"], [], [], []], nuki: [0, 0, 0, 0], offered: null, riichi: [1], rivers: [], scores: [25000, 24000, 25000, 25000], shanten: 1, sticks: 1, waits: "", furiten: false },
};

test("the table after some steps has their rivers, melds and riichi", () => {
  const before = frameAt(VIEW, 3);
  expect(before.seats[2]!.river).toEqual([{ tile: "7z", tsumogiri: false, riichi: false, called: false }]);
  const after = frameAt(VIEW, 6);
  expect(after.seats[2]!.river[0]!.called).toBe(true);
  expect(after.seats[0]!.melds).toHaveLength(1);
  expect(after.seats[1]!).toMatchObject({ riichi: true, score: 24000 });
  expect(after.sticks).toBe(1);
  expect(after.seats[0]!.drawn).toBe("3z");
  expect(after.seats[1]!.hand).toHaveLength(13);
});
