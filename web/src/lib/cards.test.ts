import { expect, test } from "vitest";
import { NotCards, PACK, byRank, bySuit, cardName, formatCards, parseCards } from "./cards";

test("cards are read with or without blanks, in any case of the rank", () => {
  expect(parseCards("as,Td 2c/X")).toEqual(["As", "Td", "2c", "X"]);
  expect(parseCards("AsTd2cXX")).toEqual(["As", "Td", "2c", "X", "X"]);
  expect(parseCards("10h K♠")).toEqual(["Th", "Ks"]);
});

test("a bad rank and a bad suit are named", () => {
  expect(() => parseCards("1s")).toThrow(NotCards);
  expect(() => parseCards("As Tz")).toThrow("no suit 'z' after 'T'");
});

test("every card reads back as itself", () => {
  expect(parseCards(formatCards(PACK))).toEqual(PACK);
  expect(new Set(PACK).size).toBe(52);
});

test("names and orders are those of the table", () => {
  expect(cardName("Td")).toBe("ten of diamonds");
  expect(["2c", "As", "Kh", "X"].sort(byRank)).toEqual(["X", "As", "Kh", "2c"]);
  expect(["As", "2c", "Kc"].sort(bySuit)).toEqual(["2c", "Kc", "As"]);
});
