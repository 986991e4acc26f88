/** Log files as the service takes them: text where it is text, base64 where it is compressed. */
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
  if (file.size > MOST_BYTES) throw new Error(`${file.name}: ${file.size} bytes, expected at most ${MOST_BYTES}`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const members = await unzip(bytes);
    if (members.length === 0) throw new Error(`${file.name}: an empty archive`);
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
