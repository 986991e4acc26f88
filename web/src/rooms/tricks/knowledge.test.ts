import { expect, test } from "vitest";
import { holds, shownVoids, suitShares, winnerOf, withCard } from "./knowledge";
import type { ViewRecord } from "./view";

test("the highest of the suit led wins unless a trump is there", () => {
  expect(winnerOf(["6c", "Qs", "Kc"], null)).toBe(2);
  expect(winnerOf(["6c", "2s", "Kc"], "s")).toBe(1);
  expect(winnerOf(["6c", "6c"], null), "of equals the first").toBe(0);
});

test("who does not follow holds none of the suit", () => {
  const voids = shownVoids([{ leader: 1, cards: ["9d", "7d", "6d", "9h"] }], 4);
  expect(voids.map((set) => [...set].join(""))).toEqual(["d", "", "", ""]);
});

test("a complete trick makes room for one of its winner", () => {
  const tricks = withCard([{ leader: 1, cards: ["2c", "Jc", "4c", "3c"] }], "7s", 4, null, 0);
  expect(tricks.at(-1)).toEqual({ leader: 2, cards: ["7s"] });
});

test("a card holds where no later seat can beat it by the rules", () => {
  const record: ViewRecord = { game: "hearts", seat: 0, dealer: 3, hand: ["9c"], tricks: [{ leader: 2, cards: ["6c", "5c"] }] };
  const deals = [["9c", "Kc", "", ""], ["9c", "2c Ks", "", ""], ["9c", "Kh", "", ""], ["9c", "3c", "", ""]];
  expect(holds("9c", record, 4, deals)?.share).toBe(0.75);
  expect(holds("9c", { ...record, tricks: [{ leader: 1, cards: ["6c", "5c", "Tc"] }] }, 4, deals)).toEqual({ share: 0, margin: 0, exact: true });
});

test("shares of suits come from the deals", () => {
  const [, one] = suitShares([["As", "Kh Kd"], ["As", "Kh Qh"]], 2);
  expect(one!.map((share) => share.mean)).toEqual([0, 1.5, 0.5, 0]);
  expect(one!.map((share) => share.none)).toEqual([1, 0, 0.5, 1]);
});
