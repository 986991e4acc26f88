import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseCards } from "../../lib/cards";
import { Book } from "./book";

const bytes = readFileSync(new URL("../../../../crates/ofc-solver/src/book/standard.book", import.meta.url));
const book = new Book(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);

// What `facedown ofc book --look` answers.
const LOOKED_UP = [
  ["As Kd 7h 7c 2s", "mtbbb", "mtbbm", 8.3046875, 0.26953125, 0.08203125],
  ["Qs Qd Qh 2c 3c", "bbbmm", "bbbbm", 11.15625, 0.455078125, 0.720703125],
  ["Ac Kc Qc Jc Tc", "bbbbb", "tbbbb", 28.7578125, 0.2158203125, 17.900390625],
  ["2c 2d 2h 2s Kd", "bbbbt", "bbbbm", 18.203125, 0.392578125, 1.53515625],
  ["9h 8h 5d 4s Ks", "bbmmt", "mmtbb", 5.2890625, 0.1689453125, 1.4921875],
] as const;

test("the book answers as the command line does", () => {
  for (const [cards, best, second, value, error, behind] of LOOKED_UP) {
    const opening = book.lookUp(parseCards(cards));
    const letters = (rows: readonly string[] | null): string => (rows ?? []).map((row) => row[0]).join("");
    expect([letters(opening.best), letters(opening.second), opening.value, opening.error, opening.behind], cards).toEqual([best, second, value, error, behind]);
  }
});

test("the order of cards and a change of suits do not matter", () => {
  const one = book.lookUp(parseCards("As Kd 7h 7c 2s"));
  const other = book.lookUp(parseCards("2h 7s 7d Kc Ah"));
  expect(other.value).toBe(one.value);
  expect(other.best).toEqual(["bottom", "bottom", "bottom", "top", "middle"]);
});

test("a damaged book is refused", () => {
  expect(() => new Book(new ArrayBuffer(8))).toThrow("not an opening book");
  expect(() => new Book(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + 400) as ArrayBuffer)).toThrow("expected 1084056");
});
