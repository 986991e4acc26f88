import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** The ports of the server with the page inside, and of the static site if it was built. */
export const SERVER = Number(process.env.FACEDOWN_TEST_PORT ?? 7391);
export const SITE = SERVER + 1;
const site = existsSync(new URL("./site/sw.js", import.meta.url));
const binary = process.env.FACEDOWN_BIN ?? "../target/release/facedown";

export default defineConfig({
  testDir: "e2e",
  timeout: 240_000,
  expect: { timeout: 20_000 },
  fullyParallel: false,
  workers: 2,
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--disable-component-update", "--disable-sync"],
    },
  },
  projects: [
    { name: "server", testIgnore: "site.spec.ts", use: { baseURL: process.env.FACEDOWN_PAGE ?? `http://127.0.0.1:${SERVER}/` } },
    ...(site ? [{ name: "site", testMatch: "site.spec.ts", use: { baseURL: `http://127.0.0.1:${SITE}/` } }] : []),
  ],
  webServer: [
    { command: `${binary} serve --memory --listen 127.0.0.1:${SERVER}`, url: `http://127.0.0.1:${SERVER}/health`, reuseExistingServer: false, timeout: 30_000 },
    ...(site ? [{ command: `node e2e/static.mjs site ${SITE}`, url: `http://127.0.0.1:${SITE}/`, reuseExistingServer: false, timeout: 10_000 }] : []),
  ],
});
