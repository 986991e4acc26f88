import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

// What the page may weigh. The built page is there when scripts/test-web.sh runs this.
const DIST = new URL("../dist/", import.meta.url);
const built = existsSync(new URL("index.html", DIST));
const assets = built ? readdirSync(new URL("assets/", DIST)) : [];

function packed(name: string): number {
  return gzipSync(readFileSync(new URL(name, DIST)), { level: 9 }).length;
}

test.skipIf(!built)("at most 100 kB of compressed script before the first room", () => {
  const html = readFileSync(new URL("index.html", DIST), "utf8");
  const first = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map((match) => match[1]!);
  expect(first.length).toBeGreaterThan(0);
  // The front is the first room: it is loaded by the frame, with what it imports.
  const front = assets.filter((name) => /^(Front|CardFace|TileFace|art)-.*\.js$/.test(name)).map((name) => `assets/${name}`);
  const bytes = [...new Set([...first, ...front])].reduce((sum, name) => sum + packed(name), 0);
  expect(bytes).toBeLessThan(100_000);
});

test.skipIf(!built)("at most 400 kB of artwork, even in a room that needs all of it", () => {
  const bytes = readdirSync(new URL("art/", DIST)).reduce((sum, name) => sum + statSync(new URL(`art/${name}`, DIST)).size, 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(400_000);
});
