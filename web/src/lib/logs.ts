/** Log files as the service takes them: text where it is text, base64 where it is compressed. */

export interface LogInput {
  name: string;
  text?: string;
  base64?: string;
}

/** A log may be as large as the service reads. */
const MOST_BYTES = 16 * 1024 * 1024;

export async function readLog(file: File): Promise<LogInput> {
  if (file.size > MOST_BYTES) throw new Error(`${file.name}: ${file.size} bytes, expected at most ${MOST_BYTES}`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const packed = (bytes[0] === 0x1f && bytes[1] === 0x8b) || (bytes[0] === 0x50 && bytes[1] === 0x4b);
  if (packed) return { name: file.name, base64: toBase64(bytes) };
  return { name: file.name, text: new TextDecoder().decode(bytes) };
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
