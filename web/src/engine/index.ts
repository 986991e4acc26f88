import { createEngine } from "#engine";
import type { Engine } from "./types";

/** The engine of this build of the page: the server's, or WebAssembly (vite.config.ts). */
export const engine: Engine = createEngine();
export * from "./types";
export type * from "./schema";
