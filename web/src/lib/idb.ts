/** A small key-value store in the browser (IndexedDB); in memory alone where that is refused. */
import { t } from "../texts";

const STORES = ["tables", "decisions", "spots", "mistakes"] as const;
export type StoreName = (typeof STORES)[number];

let opening: Promise<IDBDatabase | null> | null = null;
const memory = new Map<string, Map<string, unknown>>();

function database(): Promise<IDBDatabase | null> {
  opening ??= open().catch(() => null);
  return opening;
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    if (typeof indexedDB === "undefined") return reject(new Error("no IndexedDB"));
    const request = indexedDB.open("facedown", 1);
    request.onupgradeneeded = () => STORES.forEach((name) => request.result.createObjectStore(name));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error(request.error?.message));
  });
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error(request.error?.message));
  });
}

function fallback(name: StoreName): Map<string, unknown> {
  let map = memory.get(name);
  if (!map) memory.set(name, (map = new Map()));
  return map;
}

/** Returns what is kept under a key. */
export async function load<T>(name: StoreName, key: string): Promise<T | undefined> {
  const open = await database();
  if (!open) return fallback(name).get(key) as T | undefined;
  return (await done(open.transaction(name).objectStore(name).get(key))) as T | undefined;
}

/** Keeps a value; when this returns, a reload does not lose it. */
export async function save(name: StoreName, key: string, value: unknown): Promise<void> {
  const open = await database();
  if (!open) {
    fallback(name).set(key, value);
    return;
  }
  const transaction = open.transaction(name, "readwrite", { durability: "strict" });
  transaction.objectStore(name).put(value, key);
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(new Error(transaction.error?.message ?? t.errors.notKept));
  });
}

/** Returns everything whose key begins with a prefix, by key. */
export async function loadAll<T>(name: StoreName, prefix = ""): Promise<[string, T][]> {
  const open = await database();
  if (!open) {
    return [...fallback(name)].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1)) as [string, T][];
  }
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  const store = open.transaction(name).objectStore(name);
  const [keys, values] = await Promise.all([done(store.getAllKeys(range)), done(store.getAll(range))]);
  return keys.map((key, index) => [String(key), values[index] as T]);
}

/** Forgets everything whose key begins with a prefix. */
export async function forget(name: StoreName, prefix = ""): Promise<void> {
  const open = await database();
  if (!open) {
    const map = fallback(name);
    for (const key of [...map.keys()]) if (key.startsWith(prefix)) map.delete(key);
    return;
  }
  await done(open.transaction(name, "readwrite").objectStore(name).delete(IDBKeyRange.bound(prefix, `${prefix}\uffff`)));
}
