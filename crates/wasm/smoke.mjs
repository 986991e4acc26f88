// Compares three doors: the same requests through Rust, WebAssembly and HTTP, equal answers.
// Usage: node smoke.mjs MODULE.wasm REQUESTS [SERVER-ADDRESS]; REQUESTS is a program that prints
// requests with the answers of the native build. NUMBER (10) sets how many of each kind.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { spawnSync } from "node:child_process";
import { isDeepStrictEqual } from "node:util";
import { Facedown } from "../../web/engine/facedown.mjs";

const [modulePath, program, address] = process.argv.slice(2);
const number = process.env.NUMBER ?? "10";
const bytes = readFileSync(modulePath);
const read = (name) => readFileSync(join(dirname(modulePath), name));
const engine = await Facedown.load(bytes, { read });

let failed = 0;
let passed = 0;
function check(name, good, detail = "") {
  if (good) passed += 1;
  else {
    failed += 1;
    console.error(`FAILED ${name.slice(0, 300)}: ${detail}`);
  }
}

// Times are not part of an answer.
function timeless(value) {
  const copy = structuredClone(value);
  for (const record of [copy, copy?.answer, copy?.answer?.totals]) {
    if (record && "seconds" in record) delete record.seconds;
  }
  return copy;
}

const statuses = { invalid: 400, not_found: 404, too_large: 413 };

async function overHttp(request) {
  const { call, ...body } = request;
  const path = { "eldorado/bid": "api/v1/bid", "eldorado/play": "api/v1/play" }[call] ?? `v1/${call}`;
  const response = await fetch(`http://${address}/${encodeURI(path)}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (response.ok) return { answer };
  check(path, statuses[answer.kind] === response.status, `status ${response.status} for ${answer.kind}`);
  return { error: answer };
}

async function inSlices(request) {
  let result = await engine.start(request);
  const { job } = result;
  while (result.answer === undefined && result.error === undefined) {
    result = engine.advance(job, { iterations: 32 });
  }
  return result;
}

const run = spawnSync(program, [number], { encoding: "utf8", maxBuffer: 1 << 30 });
if (run.status !== 0) throw new Error(`${program}: ${run.stderr || run.error}`);
const kinds = {};
for (const line of run.stdout.trim().split("\n")) {
  const { request, result } = JSON.parse(line);
  const name = JSON.stringify(request);
  const expected = timeless(result);
  kinds[request.call] = (kinds[request.call] ?? 0) + 1;
  const found = timeless(await inSlices(request));
  check(name, isDeepStrictEqual(found, expected),
    `WebAssembly: ${JSON.stringify(found).slice(0, 300)} instead of ${JSON.stringify(expected).slice(0, 300)}`);
  // A call that does not exist is a path that does not exist.
  if (address && !request.call.startsWith("nothing")) {
    const answered = timeless(await overHttp(request));
    check(name, isDeepStrictEqual(answered, expected),
      `HTTP: ${JSON.stringify(answered).slice(0, 300)} instead of ${JSON.stringify(expected).slice(0, 300)}`);
  }
}
console.log(Object.entries(kinds).map(([kind, count]) => `${kind} ${count}`).join(", "));

// Tables: equal seeds and iterations, equal games, in the module and over HTTP, and after a restart.
const { games } = await engine.call("games");
async function httpTable(path, token, body) {
  const response = await fetch(`http://${address}/v1/tables${path}`, {
    method: body ? "POST" : "GET",
    headers: { "content-type": "application/json", ...(token ? { "facedown-seat": token } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return response.json();
}
for (const { name: game, seats } of games) {
  const bots = Array.from({ length: seats - 1 }, () => ({ bot: "search", iterations: 20 }));
  const setup = { game, hands: 1, seed: 5, seats: [{}, ...bots] };
  const { table, tokens: [{ token }] } = await engine.call("tables/create", setup);
  let there = null;
  if (address) {
    const created = await httpTable("", null, setup);
    there = { id: created.table, token: created.tokens[0].token };
  }
  let kept = engine.saved();
  let look = await engine.call("tables/look", { table, token });
  if (there) check(`${game} over HTTP`, isDeepStrictEqual(await httpTable(`/${there.id}`, there.token), look), "look");
  for (let turn = 0; turn < 12 && !look.over; turn += 1) {
    const { action } = look.actions[turn % look.actions.length];
    look = await engine.call("tables/act", { table, token, action, seen: look.seen });
    kept = { ...kept, ...engine.saved() };
    if (there) {
      const answered = await httpTable(`/${there.id}/act`, there.token, { action });
      check(`${game} over HTTP`, isDeepStrictEqual(answered, look), `turn ${turn}`);
    }
  }
  // Another instance goes on where this one stopped.
  const other = await Facedown.load(bytes, { read });
  check(`${game} restored`, other.restore(kept), "the tables were refused");
  const again = await other.call("tables/look", { table, token, since: 0 });
  const before = await engine.call("tables/look", { table, token, since: 0 });
  check(`${game} restored`, isDeepStrictEqual(again, before), "another table");
}

// By deadline: an answer in time, with the host's clock; other messages are served in between.
const view = { game: "hearts", seat: 0, dealer: 3, hand: ["Ac", "5c", "7c", "9c", "Qc", "Ah", "Jh", "Qh", "4s"],
  passing: { given: ["9d", "Js", "Ks"], received: ["9c", "Ah", "Jh"] },
  tricks: [{ leader: 1, cards: ["2c", "Jc", "4c", "3c"] }, { leader: 2, cards: ["7s", "6s", "5s", "8s"] },
    { leader: 1, cards: ["9d", "7d", "6d", "9h"] }, { leader: 1, cards: ["5h", "Th", "8h", "3h"] },
    { leader: 2, cards: ["6c", "Qs"] }] };
let reports = 0;
const timed = await engine.call("act", { view, timeout_ms: 200 }, { onProgress: () => (reports += 1) });
check("by deadline", timed.actions.length > 0 && reports > 0, JSON.stringify(timed).slice(0, 200));
const stopped = new AbortController();
setTimeout(() => stopped.abort(), 30);
const aborted = await engine.call("act", { view, timeout_ms: 20000 }, { signal: stopped.signal }).catch((error) => error);
check("aborted", aborted?.name === "AbortError", String(aborted));

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
