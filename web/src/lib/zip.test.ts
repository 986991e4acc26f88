import { expect, test } from "vitest";
import { listLogs, packLog, slim, unpackLog } from "./logs";
import { MAX_BYTES, inflate, unzip } from "./zip";

// Made by Python's zipfile: games/one.txt deflated, two.txt stored.
const ARCHIVE = Uint8Array.from(
  atob("UEsDBBQAAAAIALJqcV2+BWCYCQAAAMgAAAANAAAAZ2FtZXMvb25lLnR4dMvPS1XIHwYYAFBLAwQUAAAAAACyanFdZorKEQMAAAADAAAABwAAAHR3by50eHR0d29QSwECFAMUAAAACACyanFdvgVgmAkAAADIAAAADQAAAAAAAAAAAAAAgAEAAAAAZ2FtZXMvb25lLnR4dFBLAQIUAxQAAAAAALJqcV1misoRAwAAAAMAAAAHAAAAAAAAAAAAAACAATQAAAB0d28udHh0UEsFBgAAAAACAAIAcAAAAFwAAAAAAA=="),
  (letter) => letter.charCodeAt(0),
);

const blob = (bytes: Uint8Array<ArrayBuffer>): Blob => new Blob([bytes]);
const read = async (bytes: Uint8Array<ArrayBuffer>): Promise<string[]> => Promise.all((await unzip(blob(bytes))).map(async (member) => new TextDecoder().decode(await member.read())));

test("stored and deflated members are read", async () => {
  expect((await unzip(blob(ARCHIVE))).map((member) => member.name)).toEqual(["games/one.txt", "two.txt"]);
  expect(await read(ARCHIVE)).toEqual(["one ".repeat(50), "two"]);
});

test("a damaged archive is named", async () => {
  await expect(unzip(blob(ARCHIVE.slice(0, 60)))).rejects.toThrow("no directory");
  const broken = ARCHIVE.slice();
  broken.fill(0xff, 43, 50);
  await expect(read(broken)).rejects.toThrow("games/one.txt: damaged");
  // A directory that begins or ends somewhere else.
  const cut = ARCHIVE.slice();
  new DataView(cut.buffer).setUint32(cut.length - 6, 0xfffff, true);
  await expect(unzip(blob(cut))).rejects.toThrow("entry 1 is damaged");
});

async function deflated(bytes: number): Promise<Blob> {
  const zeros = new Blob([new Uint8Array(bytes)]).stream();
  return new Response(zeros.pipeThrough(new CompressionStream("deflate-raw"))).blob();
}

test("a zip bomb ends at the most that is read, whatever it says of its size", async () => {
  const bomb = await deflated(MAX_BYTES + 1_000_000);
  expect(bomb.size).toBeLessThan(100_000);
  await expect(inflate(bomb, "deflate-raw", "bomb")).rejects.toThrow(/^bomb: \d+ bytes, expected at most 16777216$/);
  const honest = ARCHIVE.slice();
  new DataView(honest.buffer).setUint32(92 + 24, 0xf0000000, true);
  await expect(read(honest)).rejects.toThrow("games/one.txt: 4026531840 bytes");
});

test("a log reads back from an address, a cut one is refused", async () => {
  const log = { name: "east.json", text: "x".repeat(5000) };
  const packed = await packLog(log);
  expect(packed.length).toBeLessThan(200);
  expect(packed).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(await unpackLog(packed)).toEqual(log);
  await expect(unpackLog(packed.slice(0, -6))).rejects.toThrow("cut off");
  for (const garbled of ["%%%", "AAAA", "", "S6oFAA", "💥"]) await expect(unpackLog(garbled)).rejects.toThrow("cut off");
});

test("a packed log is in the address as its text", async () => {
  const text = "<mjloggm>".repeat(100);
  const gzip = await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer();
  const [file] = await listLogs(new File([gzip], "game.mjlog"));
  expect(await unpackLog(await packLog(await file!.read()))).toEqual({ name: "game.mjlog", text });
});

test("a log of MJAI comes into the address without the bots' thoughts", () => {
  const events = [{ type: "start_game", names: ["a", "b"] }, { type: "dahai", actor: 0, pai: "5mr", tsumogiri: false }];
  const thoughts = { q_values: [0.5], mask_bits: 7 };
  const text = events.map((event) => JSON.stringify({ ...event, meta: thoughts })).join("\n");
  expect(slim(text)).toBe(events.map((event) => JSON.stringify(event)).join("\n"));
  expect(slim("<mjloggm ver=\"2.3\">")).toBe("<mjloggm ver=\"2.3\">");
  expect(slim('{"type":"start_game"\nbroken')).toBe('{"type":"start_game"\nbroken');
});

test("a file is one log, an archive several", async () => {
  const logs = async (file: File) => Promise.all((await listLogs(file)).map((one) => one.read()));
  expect(await logs(new File(["<mjlog>"], "game.mjlog"))).toEqual([{ name: "game.mjlog", text: "<mjlog>" }]);
  expect(await logs(new File([Uint8Array.of(0x1f, 0x8b, 8)], "game.gz"))).toEqual([{ name: "game.gz", base64: "H4sI" }]);
  expect((await logs(new File([ARCHIVE], "games.zip"))).map((log) => log.name)).toEqual(["games/one.txt", "two.txt"]);
});
