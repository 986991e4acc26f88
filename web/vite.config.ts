import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// `FACEDOWN_ENGINE=wasm` builds the static site, whose engine runs in the visitor's browser;
// otherwise the page talks to the server that serves it.
const engine = process.env.FACEDOWN_ENGINE === "wasm" ? "wasm" : "http";

export default defineConfig({
  base: "./",
  plugins: [svelte()],
  define: { __ENGINE__: JSON.stringify(engine) },
  build: {
    outDir: engine === "wasm" ? "site" : "dist",
    target: "es2022",
    assetsInlineLimit: 2048,
    modulePreload: { polyfill: false },
  },
  worker: { format: "es" },
  server: { proxy: { "/v1": "http://127.0.0.1:7070", "/health": "http://127.0.0.1:7070" } },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
