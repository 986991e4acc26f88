import { t } from "../texts";
import type { FromWorker, ToWorker } from "./messages";
import type { Calls } from "./schema";
import { setEngineFailure, setEngineLoaded } from "./status.svelte";
import { RequestError, Unreachable, type CallOptions, type Engine } from "./types";

/** A call that the worker has not answered yet. */
interface Waiting {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
  onProgress?: ((partial: never) => void) | undefined;
  onShare?: ((share: number) => void) | undefined;
}

/** The engine compiled to WebAssembly, in a worker of the visitor's browser. */
export class WasmEngine implements Engine {
  readonly kind = "wasm";
  readonly title = t.engines.wasm;
  readonly detail = t.engines.wasmDetail;
  readonly patience = 60;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;
  #failure: string | null = null;

  constructor(worker: Worker, url: string, bytes: number) {
    this.#worker = worker;
    worker.onmessage = (event: MessageEvent<FromWorker>) => this.#take(event.data);
    worker.onerror = (event) => this.#fail(event.message || t.engines.wasmFailed);
    setEngineLoaded(0);
    this.#send({ kind: "load", url, bytes });
  }

  call<K extends keyof Calls>(path: K, request: Calls[K]["request"], options: CallOptions<Calls[K]["answer"]> = {}): Promise<Calls[K]["answer"]> {
    const { signal } = options;
    if (signal?.aborted) return Promise.reject(aborted());
    if (this.#failure !== null) return Promise.reject(new Unreachable(this.#failure));
    const id = this.#next++;
    return new Promise<Calls[K]["answer"]>((resolve, reject) => {
      this.#waiting.set(id, {
        resolve: resolve as (answer: unknown) => void,
        reject,
        onProgress: options.onProgress as ((partial: never) => void) | undefined,
        onShare: options.onShare,
      });
      signal?.addEventListener("abort", () => {
        if (!this.#waiting.delete(id)) return;
        this.#send({ kind: "cancel", id });
        reject(aborted());
      });
      const progress = options.onProgress !== undefined || options.onShare !== undefined;
      this.#send({ kind: "call", id, path, request, progress });
    });
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #take(message: FromWorker): void {
    if (message.kind === "loading") return setEngineLoaded(message.share);
    if (message.kind === "failed") return this.#fail(message.message);
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    switch (message.kind) {
      case "progress":
        return waiting.onProgress?.(message.answer as never);
      case "share":
        return waiting.onShare?.(message.share);
      case "answer":
        this.#waiting.delete(message.id);
        return waiting.resolve(message.answer);
      case "error":
        this.#waiting.delete(message.id);
        return waiting.reject(new RequestError(message.message, message.field, message.errorKind));
    }
  }

  #fail(message: string): void {
    this.#failure = message;
    setEngineFailure(message);
    for (const waiting of this.#waiting.values()) waiting.reject(new Unreachable(message));
    this.#waiting.clear();
  }
}

function aborted(): DOMException {
  return new DOMException("cancelled", "AbortError");
}

export function createEngine(): Engine {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "facedown" });
  return new WasmEngine(worker, new URL("./engine.wasm", document.baseURI).href, __WASM_BYTES__);
}
