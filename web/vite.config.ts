import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { markdown } from "./scripts/markdown.ts";

// `FACEDOWN_ENGINE=wasm` builds the static site, whose engine runs in the visitor's browser (its
// module: `FACEDOWN_WASM`); otherwise the page talks to the server that serves it.
const engine = process.env.FACEDOWN_ENGINE === "wasm" ? "wasm" : "http";
// Where `npm run dev` finds the service.
const server = process.env.FACEDOWN_SERVER ?? "http://127.0.0.1:7070";
const bytes = process.env.FACEDOWN_WASM ? statSync(process.env.FACEDOWN_WASM).size : 1;

export default defineConfig({
  base: "./",
  plugins: [markdown(), svelte()],
  define: { __ENGINE__: JSON.stringify(engine), __WASM_BYTES__: JSON.stringify(bytes) },
  resolve: { alias: { "#engine": fileURLToPath(new URL(`./src/engine/${engine}.ts`, import.meta.url)) } },
  build: {
    outDir: engine === "wasm" ? "site" : "dist",
    target: "es2022",
    assetsInlineLimit: 2048,
    modulePreload: { polyfill: false },
  },
  worker: { format: "es" },
  server: { fs: { allow: [".."] }, proxy: Object.fromEntries(["/v1", "/health", "/calls"].map((path) => [path, { target: server, changeOrigin: true, headers: { origin: server } }])) },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
