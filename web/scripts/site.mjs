// Finishes the static site: puts the engine beside the page, and writes the service worker with the
// list of all files, which is what the browser keeps for use without a network.
import { createHash } from "node:crypto";
import { copyFileSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const site = fileURLToPath(new URL("../site/", import.meta.url));
const module = process.env.FACEDOWN_WASM;
if (!module) throw new Error("FACEDOWN_WASM: expected the path of the module");
copyFileSync(module, join(site, "engine.wasm"));
// Network weights, which the engine fetches when a request needs them.
for (const file of ["ofc.weights", "riichi.weights"]) copyFileSync(join(dirname(module), file), join(site, file));

// The page of a static host has no headers of its own.
const policy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; base-uri 'none'";
const index = join(site, "index.html");
const html = readFileSync(index, "utf8");
const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`;
if (!html.includes(meta)) writeFileSync(index, html.replace("<head>", `<head>\n    ${meta}`));

const files = readdirSync(site, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== "sw.js" && !entry.name.startsWith("."))
  .map((entry) => relative(site, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
  .sort();
const hash = createHash("sha256");
for (const file of files) hash.update(file).update(readFileSync(join(site, file)));
const names = files.map((file) => (file === "index.html" ? "./" : `./${file}`));
const worker = readFileSync(new URL("./sw.js", import.meta.url), "utf8")
  .replace("__VERSION__", hash.digest("hex").slice(0, 16))
  .replace("__FILES__", JSON.stringify(names));
writeFileSync(join(site, "sw.js"), worker);
const bytes = files.reduce((sum, file) => sum + statSync(join(site, file)).size, 0);
console.log(`web/site: ${files.length + 1} files, ${(bytes / 1e6).toFixed(1)} MB`);
