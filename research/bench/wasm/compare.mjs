// WebAssembly beside the native build, one thread each, in turns: the ratio of their processor times.
// Usage: node compare.mjs MODULE.wasm TIMED SHANTEN.wasm SHANTEN; ROUNDS (7).
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";
import { Facedown } from "../../web/engine/facedown.mjs";

const [modulePath, timed, shantenPath, shantenNative] = process.argv.slice(2);
const rounds = Number(process.env.ROUNDS || 7);
const HANDS = 100_000;
/** Seconds of processor time before anything is counted. */
const WARM = 1;

/** A native program that answers lines. */
function native(program, ...args) {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (line) => {
      child.stdin.write(`${line}\n`);
      return JSON.parse((await lines.next()).value);
    },
    end: () => child.stdin.end(),
  };
}

// Processor time, so that other programs do not count. Of all threads of Node: the compiler's too, which
// is why nothing is counted before both have run for a while.
function timedHere(work) {
  const begun = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(begun);
  return { seconds: (user + system) / 1e6, result };
}

const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1];

async function compare(name, most, ours, theirs, check) {
  check(await ours(), await theirs());
  // Optimised code, tables, memory.
  for (let spent = 0; spent < WARM;) spent += (await ours()).seconds + (await theirs()).seconds;
  const pairs = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = round % 2 === 0;
    const a = first ? await ours() : null;
    const b = await theirs();
    pairs.push([(a ?? (await ours())).seconds, b.seconds]);
  }
  const ratio = median(pairs.map(([a, b]) => a / b));
  const least = [0, 1].map((i) => Math.min(...pairs.map((pair) => pair[i])));
  console.log(`${name}: WebAssembly takes ${ratio.toFixed(2)} times as long (median of ${rounds} pairs), ` +
    `${(least[0] / least[1]).toFixed(2)} by the fastest of each (${(least[0] * 1e3).toFixed(1)} ms beside ` +
    `${(least[1] * 1e3).toFixed(1)} ms); asked: at most ${most}`);
}

const read = (file) => readFileSync(join(dirname(modulePath), file));
const engine = await Facedown.load(readFileSync(modulePath), { read });
const beside = native(timed);
function answer(request) {
  let result = engine.begin(request);
  const { job } = result;
  while (result.answer === undefined && result.error === undefined) result = engine.advance(job);
  return result;
}
/** The answers without their times. */
const bare = (results) => results.map((result) => JSON.parse(JSON.stringify(result), (key, value) =>
  key === "seconds" ? undefined : value));
async function requests(name, most, all) {
  const ours = async () => timedHere(() => all.map(answer));
  const theirs = async () => {
    const results = [];
    for (const request of all) results.push(await beside.ask(JSON.stringify(request)));
    return { seconds: results.reduce((sum, { seconds }) => sum + seconds, 0), result: results.map(({ result }) => result) };
  };
  await compare(name, most, ours, theirs, (a, b) => {
    if (a.result.some(({ error }) => error)) throw new Error(`${name}: ${JSON.stringify(a.result[0])}`);
    if (!isDeepStrictEqual(bare(a.result), bare(b.result))) throw new Error(`${name}: different answers`);
  });
}

// A fixed sequence: both builds get the same cards.
let state = 12345;
const below = (n) => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) % n;
const deck = [..."cdhs"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
function dealt(count) {
  const pack = [...deck];
  return Array.from({ length: count }, () => pack.splice(below(pack.length), 1)[0]);
}

await requests("Fantasyland, 14 cards", 1.4,
  Array.from({ length: 60 }, () => ({ call: "ofc/fantasy", cards: dealt(14).join(" ") })));
await requests("Fantasyland, 16 cards with a joker", 1.4,
  Array.from({ length: 60 }, () => ({ call: "ofc/fantasy", cards: [...dealt(15), "X"].join(" "), rules: "joker-ultimate" })));
const view = { game: "hearts", seat: 0, dealer: 3, hand: ["Ac", "5c", "7c", "9c", "Qc", "Ah", "Jh", "Qh", "4s"],
  passing: { given: ["9d", "Js", "Ks"], received: ["9c", "Ah", "Jh"] },
  tricks: [{ leader: 1, cards: ["2c", "Jc", "4c", "3c"] }, { leader: 2, cards: ["7s", "6s", "5s", "8s"] },
    { leader: 1, cards: ["9d", "7d", "6d", "9h"] }, { leader: 1, cards: ["5h", "Th", "8h", "3h"] },
    { leader: 2, cards: ["6c", "Qs"] }] };
await requests("ISMCTS in hearts, 30,000 iterations", 1.6, [{ call: "act", view, bot: "ismcts", iterations: 30_000, seed: 1 }]);
const bidding = { hand: dealt(8).map((card) => ({
  id: `d0:${{ c: "clubs", d: "diamonds", h: "hearts", s: "spades" }[card[1]]}:${card[0] === "T" ? "10" : card[0]}`,
  rank: card[0] === "T" ? "10" : card[0], suit: { c: "clubs", d: "diamonds", h: "hearts", s: "spades" }[card[1]] })),
  context: { roundIndex: 2, cardsPerPlayer: 8, trumpSuit: "hearts", myPlayerId: "me", bids: { me: null, you: 1, they: 0 },
    cumulativeScores: { me: 3, you: -2, they: 8 } }, config: { maxPlayers: 3, roundCount: 10 } };
await requests("search in El Dorado, 10,000 iterations", 1.6, [{ call: "eldorado/bid", ...bidding, iterations: 10_000, seed: 1 }]);
beside.end();

const { instance: { exports: batch } } = await WebAssembly.instantiate(readFileSync(shantenPath));
batch.deal(HANDS);
const batches = native(shantenNative, String(HANDS));
await compare(`shanten of ${HANDS} hands`, 2.5, async () => timedHere(() => batch.shanten()), () => batches.ask(""), (a, b) => {
  if (a.result !== b.result) throw new Error(`shanten: ${a.result} beside ${b.result}`);
});
batches.end();
