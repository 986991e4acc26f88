import { expect, test } from "vitest";
import { KINDS, NotTiles, byTile, formatTiles, kindOf, parseTiles, plain, tileName } from "./tiles";

test("shorthand and MJAI names are read", () => {
  expect(parseTiles("12m 40p7z")).toEqual(["1m", "2m", "4p", "0p", "7z"]);
  expect(parseTiles("5mr E C 3s")).toEqual(["0m", "1z", "7z", "3s"]);
});

test("a bad tile is named", () => {
  expect(() => parseTiles("8z")).toThrow("no honour '8z'");
  expect(() => parseTiles("12")).toThrow(NotTiles);
  expect(() => parseTiles("12x")).toThrow("no suit 'x'");
});

test("kinds count from 0 to 33, and reds are fives", () => {
  expect(KINDS.map(kindOf)).toEqual([...Array(34).keys()]);
  expect(kindOf("0p")).toBe(kindOf("5p"));
  expect(plain("0s")).toBe("5s");
});

test("tiles are written as they are read", () => {
  expect(formatTiles(parseTiles("123m406p99s1z"))).toBe("123m406p99s1z");
  expect(["9s", "1m", "5p", "0p"].sort(byTile)).toEqual(["1m", "0p", "5p", "9s"]);
  expect(tileName("1z")).toBe("East 東");
});
