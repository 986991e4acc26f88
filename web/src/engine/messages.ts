/** What the page and the worker of the engine send each other. */

export type ToWorker =
  | { kind: "load"; url: string; bytes: number }
  | { kind: "call"; id: number; path: string; request: object; progress: boolean }
  | { kind: "cancel"; id: number };

export type FromWorker =
  | { kind: "loading"; share: number }
  | { kind: "failed"; message: string }
  | { kind: "answer"; id: number; answer: unknown }
  | { kind: "progress"; id: number; answer: unknown }
  | { kind: "share"; id: number; share: number }
  | { kind: "error"; id: number; message: string; field: string | null; errorKind: string };
