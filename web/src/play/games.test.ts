import { expect, test } from "vitest";
import type { SeatView } from "../engine";
import { GAMES } from "./games.fixture";
import { createRequest, findGame, fitting, presetsOf, seatsOf } from "./games.svelte";
import { packRecord, readRecord, unpackRecord, withPresent } from "./record";

test("whatever the engine offers can be chosen: every preset, every number of seats, every length and strength", () => {
  for (const game of GAMES) {
    const offered = presetsOf(game).flatMap((preset) => seatsOf(game, preset.name).map((seats) => `${preset.name} ${seats}`));
    const described = game.rules.flatMap((preset) => preset.tables.map((table) => `${preset.variant_of ?? preset.name} ${table.seats}`));
    expect(new Set(offered)).toEqual(new Set(described));
    for (const { name: rules } of presetsOf(game)) {
      for (const seats of seatsOf(game, rules)) {
        for (const { name: length } of game.lengths) {
          for (const level of game.levels) {
            const setup = fitting(game, { rules, seats, length, strength: level.name });
            expect(setup).toMatchObject({ rules, seats, length, strength: level.name });
            const request = createRequest(game, setup);
            expect(request.seats).toHaveLength(seats);
            expect(request.seats![0]).toEqual({});
            expect(request.seats!.slice(1).every((seat) => seat.bot === level.bot)).toBe(true);
          }
        }
      }
    }
  }
  expect(seatsOf(findGame("oh-hell")!, "standard")).toEqual([3, 4, 5, 6, 7]);
});

test("seats, length and seed are sent only where they differ from the usual", () => {
  const riichi = findGame("riichi")!;
  expect(createRequest(riichi, fitting(riichi, { seats: 3, length: "tonpu" }))).toMatchObject({ rules: { rules: "tenhou", seats: 3, match: { length: "tonpu" } } });
  const hearts = findGame("hearts")!;
  expect(createRequest(hearts, fitting(hearts, { seats: 5, length: "hand", seed: 7 }))).toMatchObject({ rules: { seats: 5 }, hands: 1, seed: 7 });
  const usual = createRequest(hearts, fitting(hearts));
  expect(usual).not.toHaveProperty("hands");
  expect(usual.rules).toEqual({ rules: "standard" });
});

test("what a game does not have is as usual", () => {
  const spades = findGame("spades")!;
  const usual = fitting(spades);
  expect(usual).toMatchObject({ rules: "standard", seats: 4, length: "match", strength: "fair" });
  expect(fitting(spades, { rules: "omnibus", seats: 5, length: "east", strength: "divine" })).toEqual(usual);
});

test("a saved record is read, anything else is refused", () => {
  const record = { game: "gin", rules: {}, seat: 0, events: [], results: [], views: [], over: true };
  expect(readRecord(JSON.stringify(record))).toEqual(record);
  for (const text of ["", "{}", "[1]", "null", '{"game":"chess","seat":0,"views":[],"results":[],"events":[]}', '{"game":"gin","seat":0,"views":[5],"results":[],"events":[]}', '{"game":"gin","seat":0,"views":[],"results":[{}],"events":[]}']) expect(() => readRecord(text)).toThrow("not a record");
});

test("a record reads back from an address, the hand that goes on included; a cut one is refused", async () => {
  const record = { game: "gin", rules: {}, seat: 0, events: [{ hand: 0, text: "deal" }], results: [], views: [], over: false };
  const whole = withPresent(record, { hand: ["As"] } as SeatView);
  expect(whole.views).toEqual([{ hand: ["As"] }]);
  const packed = await packRecord(whole);
  expect(await unpackRecord(packed)).toEqual(whole);
  for (const garbled of [packed.slice(0, -4), "%%%", "", "S6oFAA"]) await expect(unpackRecord(garbled)).rejects.toThrow("cut off");
});
