// The service compiled to WebAssembly: JSON in, JSON out, in slices. Types: facedown.d.mts.

/** An answer that says what is wrong with a request. */
export class ServiceError extends Error {
  constructor({ kind, field, message }) {
    super(field ? `${field}: ${message}` : message);
    this.kind = kind;
    this.field = field ?? null;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Milliseconds of a slice: a worker looks for messages in between. */
const SLICE = 25;

/** A turn of the event loop, without the delay that timers have. */
const turn = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Fetches a file from the folder of the script. */
async function fetchBeside(name) {
  const response = await fetch(new URL(name, self.location.href));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.arrayBuffer();
}

export class Facedown {
  #exports;
  #read;
  #files = new Map();

  constructor(instance, read = fetchBeside) {
    this.#exports = instance.exports;
    this.#read = read;
  }

  /**
   * Loads the module from bytes, a response, or a compiled module. Files that a request needs later
   * (`ofc.weights`) are read by their names, by default from the folder of the script.
   */
  static async load(source, { read } = {}) {
    const random = new Uint32Array(1);
    const imports = {
      facedown: {
        now: () => performance.now(),
        random: () => crypto.getRandomValues(random)[0],
      },
    };
    if (source instanceof WebAssembly.Module) {
      return new Facedown(await WebAssembly.instantiate(source, imports), read);
    }
    const bytes = typeof Response !== "undefined" && source instanceof Response
      ? await source.arrayBuffer()
      : source;
    const { instance } = await WebAssembly.instantiate(bytes, imports);
    return new Facedown(instance, read);
  }

  /**
   * Begins to answer a request that names its call: the answer, or the number of a job; `needs` names
   * a file to install first.
   */
  begin(request) {
    return this.#with(JSON.stringify(request), (start, length) => this.#exports.facedown_begin(start, length));
  }

  /** Begins to answer a request; a file that it needs is read and installed before. */
  async start(request) {
    let result = this.begin(request);
    while (result.needs !== undefined) {
      await this.#fetched(result.needs);
      result = this.begin(request);
    }
    return result;
  }

  /** Installs a file that a request needs. */
  install(name, file) {
    const given = file instanceof ArrayBuffer ? new Uint8Array(file) : file;
    const install = (name, length) =>
      this.#put(given, (start, bytes) => Boolean(this.#exports.facedown_install(name, length, start, bytes)));
    if (!this.#put(encoder.encode(name), install)) throw new Error(`${name}: another file was expected`);
  }

  /** Reads and installs a file, once however many requests wait for it. */
  async #fetched(name) {
    if (!this.#files.has(name)) {
      this.#files.set(name, Promise.resolve(this.#read(name)).then((file) => this.install(name, file)));
    }
    try {
      await this.#files.get(name);
    } catch (error) {
      this.#files.delete(name); // The next request tries again.
      throw error;
    }
  }

  /** Advances a job by a slice: the answer, or the progress so far. */
  advance(job, { milliseconds = 0, iterations = 0 } = {}) {
    return this.#take(this.#exports.facedown_advance(job, milliseconds, iterations));
  }

  /** Ends a job with its answer so far. */
  end(job) {
    return this.#take(this.#exports.facedown_end(job));
  }

  /** Drops a job. */
  cancel(job) {
    this.#exports.facedown_cancel(job);
  }

  /** Returns the tables that were changed since the last call, as texts by id, for the host to keep. */
  saved() {
    return this.#take(this.#exports.facedown_saved());
  }

  /** Puts back tables that the host has kept. */
  restore(tables) {
    const text = encoder.encode(JSON.stringify(tables));
    return this.#put(text, (start, length) => Boolean(this.#exports.facedown_restore(start, length)));
  }

  /** Answers a call; between slices other messages are served. Aborting drops the work. */
  async call(path, request = {}, { signal, onProgress, slice = SLICE } = {}) {
    let result = await this.start({ ...request, call: path });
    const job = result.job;
    try {
      while (result.answer === undefined && result.error === undefined) {
        signal?.throwIfAborted();
        result = this.advance(job, { milliseconds: slice });
        if (result.progress?.answer) onProgress?.(result.progress.answer);
        await turn();
      }
    } catch (error) {
      if (job !== undefined) this.cancel(job);
      throw error;
    }
    if (result.error) throw new ServiceError(result.error);
    return result.answer;
  }

  #put(bytes, use) {
    const start = this.#exports.facedown_alloc(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, start, bytes.length).set(bytes);
    try {
      return use(start, bytes.length);
    } finally {
      this.#exports.facedown_free(start, bytes.length);
    }
  }

  #with(text, use) {
    return this.#take(this.#put(encoder.encode(text), use));
  }

  #take(packed) {
    // The module returns length and start in one 64-bit number.
    const bits = BigInt.asUintN(64, packed);
    const [length, start] = [Number(bits >> 32n), Number(bits & 0xffffffffn)];
    const text = decoder.decode(new Uint8Array(this.#exports.memory.buffer, start, length));
    this.#exports.facedown_free(start, length);
    return JSON.parse(text);
  }
}
