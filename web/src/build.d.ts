/** Set by vite.config.ts. */
declare const __ENGINE__: "http" | "wasm";
/** The size of engine.wasm. */
declare const __WASM_BYTES__: number;
