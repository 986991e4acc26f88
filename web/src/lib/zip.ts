/** Reads zip archives in the browser: stored and deflated members, by the central directory. */
import { t } from "../texts";

export interface Member {
  name: string;
  /** Reads the member; one that cannot be read is an error that names it. */
  read: () => Promise<Uint8Array<ArrayBuffer>>;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
/** A member may be as large as the service reads. */
export const MAX_BYTES = 16 * 1024 * 1024;
/** The end of an archive has a comment of up to 64 kB. */
const MAX_END = 22 + 0xffff;

/** Returns the members that are files. Only the directory is read: archives may be large. */
export async function unzip(file: Blob): Promise<Member[]> {
  const from = Math.max(0, file.size - MAX_END);
  const tail = await viewOf(file, from, file.size);
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== END) end--;
  if (end < 0) throw new Error(t.errors.notZip);
  const [count, size, start] = [tail.getUint16(end + 10, true), tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  const directory = await viewOf(file, start, Math.min(start + size, file.size));
  const members: Member[] = [];
  for (let index = 0, at = 0; index < count; index++) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== ENTRY) throw new Error(t.errors.damagedEntry(index + 1));
    const entry = at;
    const [nameLength, extra, comment] = [directory.getUint16(at + 28, true), directory.getUint16(at + 30, true), directory.getUint16(at + 32, true)];
    at += 46 + nameLength + extra + comment;
    if (at > directory.byteLength) throw new Error(t.errors.damagedEntry(index + 1));
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, entry + 46, nameLength));
    if (!name.endsWith("/")) members.push({ name, read: () => readMember(file, directory, entry, name) });
  }
  return members;
}

async function viewOf(file: Blob, from: number, to: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await file.slice(from, to).arrayBuffer());
}

async function readMember(file: Blob, directory: DataView, entry: number, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const [flags, method] = [directory.getUint16(entry + 8, true), directory.getUint16(entry + 10, true)];
  const [packed, full, local] = [directory.getUint32(entry + 20, true), directory.getUint32(entry + 24, true), directory.getUint32(entry + 42, true)];
  if (flags & 1) throw new Error(t.errors.encrypted(name));
  if (full > MAX_BYTES) throw new Error(t.errors.tooLarge(name, full, MAX_BYTES));
  const head = await viewOf(file, local, local + 30);
  if (head.byteLength < 30) throw new Error(t.errors.damaged(name));
  const start = local + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const data = file.slice(start, start + packed);
  if (method === 0) return new Uint8Array(await data.arrayBuffer());
  if (method !== 8) throw new Error(t.errors.method(name, method));
  return inflate(data, "deflate-raw", name);
}

/** Unpacks data; the stated size of an archive's member may be a lie, so that it ends at the most that is read. */
export async function inflate(data: Blob, format: CompressionFormat, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = data.stream().pipeThrough(new DecompressionStream(format)).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > MAX_BYTES) break;
      pieces.push(value as Uint8Array<ArrayBuffer>);
    }
  } catch {
    throw new Error(t.errors.damaged(name));
  }
  if (size > MAX_BYTES) {
    reader.cancel().catch(() => undefined);
    throw new Error(t.errors.tooLarge(name, size, MAX_BYTES));
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
