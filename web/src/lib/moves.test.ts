import { expect, test } from "vitest";
import { moveParts, spoken } from "./moves";

test("cards, tiles and words of a move are distinguished", () => {
  expect(moveParts("pass As Kd 4c", "hearts").map((part) => part.kind)).toEqual(["word", "card", "card", "card"]);
  expect(moveParts("riichi 5p", "riichi")).toEqual([{ kind: "word", text: "riichi" }, { kind: "tile", text: "5p" }]);
  expect(moveParts("4z*", "riichi")).toEqual([{ kind: "tile", text: "4z" }]);
  expect(moveParts("chi 46p", "riichi")).toEqual([{ kind: "word", text: "chi" }, { kind: "tile", text: "4p" }, { kind: "tile", text: "6p" }]);
  expect(moveParts("top Tc, middle 9c 9h, out 3d", "ofc").map((part) => part.text)).toEqual(["top", "Tc", "middle", "9c", "9h", "out", "3d"]);
  expect(moveParts("blind nil", "spades")).toEqual([{ kind: "word", text: "blind nil" }]);
});

test("a move is read aloud by the names of its cards and tiles", () => {
  expect(spoken("play Tc", "hearts")).toBe("play ten of clubs");
  expect(spoken("riichi 5p", "riichi")).toBe("riichi five of dots");
});
