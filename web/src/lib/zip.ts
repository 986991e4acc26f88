/** Reads zip archives in the browser: stored and deflated members, by the central directory. */
import { t } from "../texts";

export interface Member {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
/** A member may be as large as the service reads. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Returns the members that are files; one that cannot be read is an error that names it. */
export async function unzip(data: Uint8Array<ArrayBuffer>): Promise<Member[]> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let end = data.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== END) end--;
  if (end < 0) throw new Error(t.errors.notZip);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const members: Member[] = [];
  for (let index = 0; index < count; index++) {
    if (at + 46 > data.length || view.getUint32(at, true) !== ENTRY) throw new Error(t.errors.damagedEntry(index + 1));
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const [packed, full] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const [nameLength, extra, comment] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true)];
    const name = new TextDecoder().decode(data.subarray(at + 46, at + 46 + nameLength));
    const local = view.getUint32(at + 42, true);
    at += 46 + nameLength + extra + comment;
    if (name.endsWith("/")) continue;
    if (flags & 1) throw new Error(t.errors.encrypted(name));
    if (full > MOST_BYTES) throw new Error(t.errors.tooLarge(name, full, MOST_BYTES));
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    members.push({ name, bytes: await inflated(data.subarray(start, start + packed), method, name) });
  }
  return members;
}

async function inflated(data: Uint8Array<ArrayBuffer>, method: number, name: string): Promise<Uint8Array<ArrayBuffer>> {
  if (method === 0) return data.slice();
  if (method !== 8) throw new Error(t.errors.method(name, method));
  try {
    const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new Error(t.errors.damaged(name));
  }
}
