/** One interface to the engine, with two implementations: the server of this page, and WebAssembly. */

export interface CallOptions<T> {
  /** Aborting cancels the work, on the server too. */
  signal?: AbortSignal | undefined;
  /** Receives the answer so far while a search runs. */
  onProgress?: ((partial: T) => void) | undefined;
}

export interface Engine {
  /** How the page names the engine. */
  readonly title: string;
  readonly detail: string;
  /** Sends a request, such as `gin/deadwood`, and returns its answer. */
  call<T>(path: string, request: unknown, options?: CallOptions<T>): Promise<T>;
}

/** An answer that says what is wrong with the request. */
export class RequestError extends Error {
  constructor(
    message: string,
    /** The field of the request that is wrong, if one is. */
    readonly field: string | null = null,
  ) {
    super(message);
  }
}

/** The engine cannot be reached: the connection is cut, or the server is gone. */
export class Unreachable extends Error {}
