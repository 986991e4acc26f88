import { expect, test } from "vitest";
import { packLog, readLogs, unpackLog } from "./logs";
import { unzip } from "./zip";

// Made by Python's zipfile: games/one.txt deflated, two.txt stored.
const ARCHIVE = Uint8Array.from(
  atob("UEsDBBQAAAAIALJqcV2+BWCYCQAAAMgAAAANAAAAZ2FtZXMvb25lLnR4dMvPS1XIHwYYAFBLAwQUAAAAAACyanFdZorKEQMAAAADAAAABwAAAHR3by50eHR0d29QSwECFAMUAAAACACyanFdvgVgmAkAAADIAAAADQAAAAAAAAAAAAAAgAEAAAAAZ2FtZXMvb25lLnR4dFBLAQIUAxQAAAAAALJqcV1misoRAwAAAAMAAAAHAAAAAAAAAAAAAACAATQAAAB0d28udHh0UEsFBgAAAAACAAIAcAAAAFwAAAAAAA=="),
  (letter) => letter.charCodeAt(0),
);

test("stored and deflated members are read", async () => {
  const members = await unzip(ARCHIVE);
  expect(members.map((member) => member.name)).toEqual(["games/one.txt", "two.txt"]);
  expect(new TextDecoder().decode(members[0]!.bytes)).toBe("one ".repeat(50));
  expect(new TextDecoder().decode(members[1]!.bytes)).toBe("two");
});

test("a damaged archive is named", async () => {
  await expect(unzip(ARCHIVE.slice(0, 60))).rejects.toThrow("no directory");
  const broken = ARCHIVE.slice();
  broken.fill(0xff, 43, 50);
  await expect(unzip(broken)).rejects.toThrow("games/one.txt: damaged");
});

test("a log reads back from an address, a cut one is refused", async () => {
  const log = { name: "east.json", text: "x".repeat(5000) };
  const packed = await packLog(log);
  expect(packed.length).toBeLessThan(200);
  expect(packed).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(await unpackLog(packed)).toEqual(log);
  await expect(unpackLog(packed.slice(0, -6))).rejects.toThrow("cut off");
});

test("a file is one log, an archive several", async () => {
  expect(await readLogs(new File(["<mjlog>"], "game.mjlog"))).toEqual([{ name: "game.mjlog", text: "<mjlog>" }]);
  expect(await readLogs(new File([Uint8Array.of(0x1f, 0x8b, 8)], "game.gz"))).toEqual([{ name: "game.gz", base64: "H4sI" }]);
  expect((await readLogs(new File([ARCHIVE], "games.zip"))).map((log) => log.name)).toEqual(["games/one.txt", "two.txt"]);
});
