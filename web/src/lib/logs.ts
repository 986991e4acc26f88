/** Log files as the service takes them: text where it is text, base64 where it is compressed. */
import { t } from "../texts";
import { unzip } from "./zip";

export interface LogInput {
  name: string;
  text?: string;
  base64?: string;
}

/** A file may be as large as the service reads. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Reads a file: one log, or the logs of a zip archive. */
export async function readLogs(file: File): Promise<LogInput[]> {
  if (file.size > MOST_BYTES) throw new Error(t.errors.tooLarge(file.name, file.size, MOST_BYTES));
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const members = await unzip(bytes);
    if (members.length === 0) throw new Error(t.errors.emptyArchive(file.name));
    return members.map((member) => toInput(member.name, member.bytes));
  }
  return [toInput(file.name, bytes)];
}

function toInput(name: string, bytes: Uint8Array<ArrayBuffer>): LogInput {
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return packed ? { name, base64: toBase64(bytes) } : { name, text: new TextDecoder().decode(bytes) };
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** Longer addresses are not taken everywhere. */
const MOST_ADDRESS = 30_000;

/** Returns a log as text for the address, compressed; nothing if it is too long for one. */
export async function packLog(log: LogInput): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(log)), new CompressionStream("deflate-raw"));
  const text = toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return text.length > MOST_ADDRESS ? "" : text;
}

/** Reads a log from an address. */
export async function unpackLog(text: string): Promise<LogInput> {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")))) as LogInput;
  } catch {
    throw new Error(t.errors.cutAddress);
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
