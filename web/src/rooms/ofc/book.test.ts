import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseCards } from "../../lib/cards";
import { Book } from "./book";

const bytes = readFileSync(new URL("../../../../crates/ofc-solver/src/book/standard.book", import.meta.url));
const book = new Book(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);

// What `facedown ofc book --look` answers.
const LOOKED_UP = [
  ["As Kd 7h 7c 2s", "mtbbm", "mtbbb", 6.5703125, 0.5849609375, 0.7978515625],
  ["Qs Qd Qh 2c 3c", "bbbmm", "bbbbm", 8.671875, 0.408203125, 1.021484375],
  ["Ac Kc Qc Jc Tc", "btbbb", "tbbbb", 8.1484375, 0.3544921875, 0.4814453125],
  ["2c 2d 2h 2s Kd", "bbbbt", "bbbmt", 14.6796875, 0.5400390625, 7.0927734375],
  ["9h 8h 5d 4s Ks", "bbmmt", "bbmtt", 4.1015625, 0.478515625, 1.0390625],
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
  expect(other.best).toEqual(["middle", "bottom", "bottom", "top", "middle"]);
});

test("a damaged book is refused", () => {
  expect(() => new Book(new ArrayBuffer(8))).toThrow("not an opening book");
  expect(() => new Book(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + 400) as ArrayBuffer)).toThrow("expected 1084056");
});
