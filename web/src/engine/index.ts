import { HttpEngine } from "./http";
import type { Engine } from "./types";

/** The engine of this build of the page. */
export const engine: Engine = new HttpEngine();
export * from "./types";
