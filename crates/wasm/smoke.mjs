// Runs the WebAssembly module under Node: the same requests as the native build, the same answers.
// Usage: node smoke.mjs MODULE.wasm NATIVE
import { readFileSync } from "node:fs";
import { spawnSync } from "node:child_process";

const [modulePath, native] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(modulePath), {
  facedown: { now: () => performance.now() },
});
const { memory, facedown_alloc, facedown_free, facedown_answer } = instance.exports;

function answer(request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const start = facedown_alloc(bytes.length);
  new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
  const packed = facedown_answer(start, bytes.length);
  facedown_free(start, bytes.length);
  const [length, at] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
  const text = new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
  facedown_free(at, length);
  return JSON.parse(text);
}

const games = ["gin", "hearts", "spades", "oh-hell", "el-dorado", "riichi", "ofc"];
const exact = [
  { call: "shanten", hand: "123m406p778s1122z" },
  { call: "shanten", hand: "119m19p19s1234567z" },
  { call: "fantasyland", cards: "As Ks Qs Js Ts 7h 7c 7d 2s 2h 5d 5c 9h 3d", rules: "standard" },
  { call: "fantasyland", cards: "As Ks Qs X Ts 7h 7c 7d 2s 2h 5d 5c 9h 3d", rules: "joker-ultimate" },
  { call: "shanten", hand: "12x" },
];
for (const game of games) {
  for (const steps of [0, 3, 11]) {
    const advise = { call: "advise", game, bot: "search", seed: 7 + steps, steps, iterations: 400 };
    exact.push(advise, { ...advise, slice: 64 });
    exact.push({ ...advise, bot: "ismcts", iterations: 300 });
  }
}

let failed = 0;
let passed = 0;
function check(name, good, detail) {
  if (good) passed += 1;
  else {
    failed += 1;
    console.error(`FAILED ${name}: ${detail}`);
  }
}

// By iterations: equal to the native build, to the last digit, whole and in slices.
const input = exact.map((request) => JSON.stringify(request)).join("\n") + "\n";
const run = spawnSync(native, { input, encoding: "utf8", maxBuffer: 1 << 28 });
if (run.status !== 0) throw new Error(`${native}: ${run.stderr || run.error}`);
const expected = run.stdout.trim().split("\n").map((line) => JSON.parse(line));
const timeless = ({ seconds, slices, ...rest }) => JSON.stringify(rest);
let whole = null;
exact.forEach((request, i) => {
  const found = answer(request);
  check(JSON.stringify(request), timeless(found) === timeless(expected[i]),
    `${timeless(found).slice(0, 300)} instead of ${timeless(expected[i]).slice(0, 300)}`);
  if (request.slice && found.advice) {
    check(`slices of ${JSON.stringify(request)}`, timeless(found) === whole, "differs from the whole");
  }
  whole = timeless(found);
});

// By deadline: an answer in time, with the host's clock.
for (const game of games) {
  const request = { call: "advise", game, bot: "search", seed: 5, steps: 2, seconds: 0.05 };
  const found = answer(request);
  const actions = found.advice?.actions ?? [];
  check(JSON.stringify(request), actions.length > 0, JSON.stringify(found).slice(0, 300));
  console.log(`${game}: ${found.advice?.totals.iterations} iterations in ${found.seconds?.toFixed(3)} s`);
}

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
