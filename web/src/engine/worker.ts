/** The worker of the WebAssembly engine: calls come in as messages, long ones are done in slices. */
import { Facedown, ServiceError, type Step } from "../../engine/facedown.mjs";
import { forget, load as loadKept, save } from "../lib/idb";
import type { FromWorker, ToWorker } from "./messages";

/** Milliseconds of a slice: between two of them other calls and cancellations are served. */
const SLICE = 25;
/** Milliseconds between two reports on a search. */
const REPORT = 200;

const scope = self as unknown as DedicatedWorkerGlobalScope;
const cancelled = new Set<number>();
let loading: Promise<Facedown>;

scope.onmessage = (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.kind === "load") loading = load(message.url, message.bytes);
  else if (message.kind === "cancel") cancelled.add(message.id);
  else void serve(message);
};

function send(message: FromWorker): void {
  scope.postMessage(message);
}

/** Loads the module and reports the share that has arrived. */
async function load(url: string, bytes: number): Promise<Facedown> {
  try {
    const response = await fetch(url);
    if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`);
    const buffer = await received(response.body, (count) => send({ kind: "loading", share: Math.min(0.99, count / bytes) }));
    // Network weights are beside the module; they are fetched when a request needs them.
    const engine = await Facedown.load(buffer, { read: (name) => file(new URL(name, url)) });
    send({ kind: "loading", share: 1 });
    return engine;
  } catch (error) {
    send({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}

async function file(url: URL): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return response.arrayBuffer();
}

async function received(body: ReadableStream<Uint8Array>, report: (count: number) => void): Promise<ArrayBuffer> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let count = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value as Uint8Array<ArrayBuffer>);
    count += value.length;
    report(count);
  }
  return new Blob(pieces).arrayBuffer();
}

async function serve({ id, path, request, progress }: ToWorker & { kind: "call" }): Promise<void> {
  let engine: Facedown;
  try {
    engine = await loading;
  } catch {
    return; // The page has been told, and every call with it.
  }
  try {
    const work = (): Promise<unknown> => run(engine, id, path, request, progress);
    const answer = path.startsWith("tables/") ? await atTable(engine, path, request, work) : await work();
    if (answer !== undefined) send({ kind: "answer", id, answer });
  } catch (error) {
    const { kind, field } = error instanceof ServiceError ? error : { kind: "internal", field: null };
    send({ kind: "error", id, message: error instanceof Error ? error.message : String(error), field, errorKind: kind });
  } finally {
    cancelled.delete(id);
  }
}

/** Advances a call to its end, a slice at a time; nothing comes of one that was cancelled. */
async function run(engine: Facedown, id: number, path: string, request: object, progress: boolean): Promise<unknown> {
  let step: Step<unknown> = await engine.start({ ...request, call: path });
  const job = step.job;
  let reported = performance.now();
  while (step.answer === undefined && step.error === undefined) {
    await turn();
    if (cancelled.has(id)) {
      if (job !== undefined) engine.cancel(job);
      return undefined;
    }
    step = engine.advance(job!, { milliseconds: SLICE });
    if (progress && step.progress && performance.now() - reported > REPORT) {
      reported = performance.now();
      if ("answer" in step.progress) send({ kind: "progress", id, answer: step.progress.answer });
      else send({ kind: "share", id, share: step.progress.share });
    }
  }
  if (step.error) throw new ServiceError(step.error);
  return step.answer;
}

/**
 * Does work at a table: what the browser has kept goes in, what has changed is kept before the answer
 * leaves. A lock keeps other tabs away meanwhile.
 */
async function atTable(engine: Facedown, path: string, request: object, work: () => Promise<unknown>): Promise<unknown> {
  const { table } = request as { table?: string };
  const locked = async (): Promise<unknown> => {
    const kept = table === undefined ? undefined : await loadKept<string>("tables", table);
    if (table !== undefined && kept !== undefined) engine.restore({ [table]: kept });
    const answer = await work();
    for (const [id, text] of Object.entries(engine.saved())) await save("tables", id, text);
    if (path === "tables/remove" && table !== undefined) await forget("tables", table);
    return answer;
  };
  if (table === undefined || !("locks" in navigator)) return locked();
  return navigator.locks.request(`facedown-table-${table}`, locked);
}

/** A turn of the event loop, without the delay that timers have. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
