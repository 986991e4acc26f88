/** The service compiled to WebAssembly. Calls and their fields: docs/reference/openapi.json. */

export interface Failure {
  kind: string;
  field?: string;
  message: string;
}

/** An answer that says what is wrong with a request. */
export class ServiceError extends Error {
  constructor(failure: Failure);
  readonly kind: string;
  readonly field: string | null;
}

/** What a step came to: an answer, an error, or the number of a job with its progress. */
export interface Step<T> {
  answer?: T;
  error?: Failure;
  job?: number;
  /** The name of a file to install before the request is sent again. */
  needs?: string;
  progress?: { share: number } | { answer: T } | null;
}

export interface CallOptions<T> {
  /** Aborting drops the work. */
  signal?: AbortSignal | undefined;
  /** Receives the answer so far after each slice. */
  onProgress?: ((answer: T) => void) | undefined;
  /** Milliseconds of a slice. */
  slice?: number;
}

export interface LoadOptions {
  /** Reads a file that a request needs (`ofc.weights`); by default from the folder of the script. */
  read?: (name: string) => Promise<ArrayBuffer | Uint8Array> | ArrayBuffer | Uint8Array;
}

export class Facedown {
  /** Loads the module from bytes, a response, or a compiled module. */
  static load(source: BufferSource | Response | WebAssembly.Module, options?: LoadOptions): Promise<Facedown>;
  /** Begins to answer a request that names its call: the answer, or the number of a job. */
  begin<T>(request: { call: string; [field: string]: unknown }): Step<T>;
  /** Begins to answer a request; a file that it needs is read and installed before. */
  start<T>(request: { call: string; [field: string]: unknown }): Promise<Step<T>>;
  /** Installs a file that a request needs. */
  install(name: string, file: ArrayBuffer | Uint8Array): void;
  /** Advances a job by a slice: the answer, or the progress so far. */
  advance<T>(job: number, slice?: { milliseconds?: number; iterations?: number }): Step<T>;
  /** Ends a job with its answer so far. */
  end<T>(job: number): Step<T>;
  /** Drops a job. */
  cancel(job: number): void;
  /** Returns the tables that were changed since the last call, as texts by id, for the host to keep. */
  saved(): Record<string, string>;
  /** Puts back tables that the host has kept; returns whether they were a record of texts. */
  restore(tables: Record<string, string>): boolean;
  /** Answers a call; between slices other messages are served. */
  call<T>(path: string, request?: object, options?: CallOptions<T>): Promise<T>;
}
