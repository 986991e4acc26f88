import { expect, test } from "vitest";
import { GAMES, createRequest, usualSetup } from "./games";
import { packRecord, readRecord, unpackRecord, withPresent } from "./record";

test("a person sits in seat 0, bots in the others", () => {
  for (const game of GAMES) {
    const request = createRequest(usualSetup(game)) as { game: string; seats: { bot?: string }[] };
    expect(request.seats).toHaveLength(game.usual);
    expect(request.seats[0]).toEqual({});
    expect(request.seats.slice(1).every((seat) => seat.bot !== undefined)).toBe(true);
  }
});

test("seats, length and seed are shown only where they differ from the usual", () => {
  const riichi = GAMES.find((game) => game.name === "riichi")!;
  expect(createRequest({ ...usualSetup(riichi), seats: 3, length: "east" })).toMatchObject({ rules: { rules: "tenhou3", match: { length: "tonpu" } } });
  const hearts = GAMES.find((game) => game.name === "hearts")!;
  expect(createRequest({ ...usualSetup(hearts), seats: 5, length: "hand", seed: 7 })).toMatchObject({ rules: { seats: 5 }, hands: 1, seed: 7 });
  expect(createRequest(usualSetup(hearts))).not.toHaveProperty("hands");
});

test("a saved record is read, anything else is refused", () => {
  const record = { game: "gin", rules: {}, seat: 0, events: [], results: [], views: [], over: true };
  expect(readRecord(JSON.stringify(record))).toEqual(record);
  for (const text of ["", "{}", "[1]", "null", '{"game":"chess","seat":0,"views":[],"results":[],"events":[]}', '{"game":"gin","seat":0,"views":[5],"results":[],"events":[]}', '{"game":"gin","seat":0,"views":[],"results":[{}],"events":[]}']) expect(() => readRecord(text)).toThrow("not a record");
});

test("a record reads back from an address, the hand that goes on included; a cut one is refused", async () => {
  const record = { game: "gin", rules: {}, seat: 0, events: [{ hand: 0, text: "deal" }], results: [], views: [], over: false };
  const whole = withPresent(record, { hand: ["As"] });
  expect(whole.views).toEqual([{ hand: ["As"] }]);
  const packed = await packRecord(whole);
  expect(await unpackRecord(packed)).toEqual(whole);
  for (const garbled of [packed.slice(0, -4), "%%%", "", "S6oFAA"]) await expect(unpackRecord(garbled)).rejects.toThrow("cut off");
});
