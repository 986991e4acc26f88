import { expect, test } from "vitest";
import { allTiles, commandLine, emptyHand, fromParams, fullSize, handRequest, meldOf, meldTiles, toParams } from "./hand";

test("a hand reads back from its address", () => {
  const hand = fromParams({ tiles: "123m406p11z", melds: "4-56s 111=1z", dora: "3z", winds: "SW", won: "tri", ura: "4z", turn: "9", honba: "2" });
  expect(fromParams(toParams(hand))).toEqual(hand);
  expect(fullSize(hand)).toBe(8);
  expect(allTiles(hand)).toHaveLength(17);
});

test("nonsense in the address falls back to the defaults", () => {
  expect(fromParams({ turn: "99", winds: "xy", honba: "-1" })).toEqual(emptyHand());
});

test("melds are made from their first tile", () => {
  expect(meldOf("chi", "4p")).toBe("4-56p");
  expect(meldOf("chi", "8p")).toBeNull();
  expect(meldOf("pon", "0s")).toBe("555=s");
  expect(meldOf("closed-kan", "1z")).toBe("1111z");
  expect(meldTiles("4-56p")).toEqual(["4p", "5p", "6p"]);
});

test("a win is asked for on the last tile", () => {
  const hand = fromParams({ tiles: "123m456p789s11122z", won: "t" });
  expect(handRequest(hand, true)).toMatchObject({ win: { tile: "2z", tsumo: true, riichi: "no" } });
  expect(handRequest(hand, false)).not.toHaveProperty("win");
  expect(commandLine(hand, true)).toBe("facedown riichi hand 123m456p789s11122z --win 2z --tsumo --seat-wind S --round-wind E");
  expect(commandLine({ ...hand, honba: 1 }, false)).toBe("facedown riichi hand 123m456p789s11122z --ev --turn 6 --seat-wind S --round-wind E --honba 1");
});
