import { expect, test } from "vitest";
import "../../play/games.fixture";
import { EXAMPLES, parseRecord, toFields, toRecord, whereabouts } from "./view";

test("every example reads back from its fields", () => {
  for (const example of EXAMPLES) expect(toRecord(toFields(example))).toEqual(example);
});

test("a bad field is named", () => {
  const fields = toFields(EXAMPLES[0]!);
  expect(() => toRecord({ ...fields, tricks: "2c Jc" })).toThrow("trick 1");
  expect(() => toRecord({ ...fields, hand: "Zz" })).toThrow("hand: no rank 'Z'");
  expect(() => toRecord({ ...fields, calls: "nil" })).toThrow("calls: 'nil'");
  expect(() => toRecord({ ...fields, seat: "x" })).toThrow("seat");
});

test("the document of the command line is read too", () => {
  const text = JSON.stringify({ game: "hearts", view: { seat: 0, dealer: 3, hand: ["2c"] } });
  expect(parseRecord(text)).toMatchObject({ game: "hearts", hand: ["2c"] });
  expect(() => parseRecord("{}")).toThrow("hand");
});

test("shares of a card over its holders sum to one", () => {
  const deals = [["As", "Kd", "2c"], ["Kd", "As", "2c"]];
  const shares = whereabouts(deals, 3);
  expect(shares.get("As")).toEqual([0.5, 0.5, 0]);
  expect(shares.get("2c")).toEqual([0, 0, 1]);
});

test("a pasted view of another game, and what is no view, are named", () => {
  expect(() => parseRecord('{"game":"gin","view":{"hand":["As"]}}')).toThrow("a view of 'gin', expected one of hearts");
  expect(() => parseRecord("hello")).toThrow("no JSON");
  for (const text of ["null", "[1]", "5", '{"hand":5}', '{"hand":[5]}']) expect(() => parseRecord(text)).toThrow("hand");
  expect(() => parseRecord('{"hand":["As"],"tricks":[{}]}')).toThrow("malformed");
});
