/** One interface to the engine, with two implementations: the server of this page, and WebAssembly. */

import type { Calls } from "./schema";

export interface CallOptions<T> {
  /** Aborting cancels the work, on the server too. */
  signal?: AbortSignal | undefined;
  /** Receives the answer so far while a search runs. */
  onProgress?: ((partial: T) => void) | undefined;
  /** Receives the share of the work that is done, where no answer so far exists. */
  onShare?: ((share: number) => void) | undefined;
}

export interface Engine {
  readonly kind: "http" | "wasm";
  /** How the page names the engine. */
  readonly title: string;
  readonly detail: string;
  /** The longest search that a room should offer, in seconds. */
  readonly patience: number;
  /** Sends a request, such as `gin/deadwood` or `tables/act`, and returns its answer. */
  call<K extends keyof Calls>(path: K, request: Calls[K]["request"], options?: CallOptions<Calls[K]["answer"]>): Promise<Calls[K]["answer"]>;
}

/** An answer that says what is wrong with the request. */
export class RequestError extends Error {
  constructor(
    message: string,
    /** The field of the request that is wrong, if one is. */
    readonly field: string | null = null,
    /** The kind of error: `invalid`, `conflict`, `not_found` and so on. */
    readonly kind: string = "invalid",
  ) {
    super(message);
  }
}

/** The engine cannot be reached: the connection is cut, or the server is gone. */
export class Unreachable extends Error {}
