/** Tables kept in the browser (IndexedDB), as texts by id; in memory alone where that is refused. */

const NAME = "facedown";
const TABLES = "tables";

export class TableStore {
  readonly #memory = new Map<string, string>();
  #database: Promise<IDBDatabase | null> | null = null;

  async load(id: string): Promise<string | undefined> {
    const database = await this.#open();
    if (!database) return this.#memory.get(id);
    const text: unknown = await done(database.transaction(TABLES).objectStore(TABLES).get(id));
    return typeof text === "string" ? text : undefined;
  }

  /** Keeps a table; when this returns, a reload does not lose it. */
  async save(id: string, text: string): Promise<void> {
    this.#memory.set(id, text);
    const database = await this.#open();
    if (!database) return;
    const transaction = database.transaction(TABLES, "readwrite", { durability: "strict" });
    transaction.objectStore(TABLES).put(text, id);
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(new Error(transaction.error?.message ?? "the browser could not keep the table"));
    });
  }

  #open(): Promise<IDBDatabase | null> {
    this.#database ??= open().catch(() => null);
    return this.#database;
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    if (typeof indexedDB === "undefined") return reject(new Error("no IndexedDB"));
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLES);
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
