/** Log files as the service takes them: text where it is text, base64 where it is compressed. */
import { t } from "../texts";
import { pack, toBase64, unpack } from "./pack";
import { MAX_BYTES, inflate, unzip } from "./zip";

export interface LogInput {
  name: string;
  text?: string;
  base64?: string;
}

/** A log that is read when it is chosen. */
export interface LogFile {
  name: string;
  read: () => Promise<LogInput>;
}

/** Lists the logs of a file: one, or those of a zip archive. */
export async function listLogs(file: File): Promise<LogFile[]> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (head[0] === 0x50 && head[1] === 0x4b) {
    const members = await unzip(file);
    if (members.length === 0) throw new Error(t.errors.emptyArchive(file.name));
    return members.map(({ name, read }) => ({ name, read: async () => toInput(name, await read()) }));
  }
  if (file.size > MAX_BYTES) throw new Error(t.errors.tooLarge(file.name, file.size, MAX_BYTES));
  return [{ name: file.name, read: async () => toInput(file.name, new Uint8Array(await file.arrayBuffer())) }];
}

function toInput(name: string, bytes: Uint8Array<ArrayBuffer>): LogInput {
  return isGzip(bytes) ? { name, base64: toBase64(bytes) } : { name, text: new TextDecoder().decode(bytes) };
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** The longest log in an address, in letters: browsers take more, and a game has some 17,000 at most. */
export const MAX_ADDRESS = 200_000;

/** Returns a log as text for the address, without what a review does not read. */
export async function packLog(log: LogInput): Promise<string> {
  return pack({ name: log.name, text: slim(await textOf(log)) });
}

/** Reads a log from an address. */
export async function unpackLog(text: string): Promise<LogInput> {
  const value = (await unpack(text).catch(() => null)) as Partial<LogInput> | null;
  if (typeof value?.name !== "string" || (typeof value.text !== "string" && typeof value.base64 !== "string")) throw new Error(t.errors.cutAddress);
  return value as LogInput;
}

async function textOf(log: LogInput): Promise<string> {
  if (log.text !== undefined) return log.text;
  const bytes = Uint8Array.from(atob(log.base64 ?? ""), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(isGzip(bytes) ? await inflate(new Blob([bytes]), "gzip", log.name) : bytes);
}

/** Bots write their thoughts beside their moves, which are most of such a log. */
const THOUGHTS = new Set(["meta", "q_values", "mask_bits"]);

/** Returns a log of MJAI without the bots' thoughts; any other log as it is. */
export function slim(text: string): string {
  if (!/^\s*\{"type"|^\s*\{[^\n]*"type"/.test(text)) return text;
  try {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    return lines.map((line) => JSON.stringify(JSON.parse(line, (key: string, value: unknown) => (THOUGHTS.has(key) ? undefined : value)))).join("\n");
  } catch {
    return text;
  }
}
