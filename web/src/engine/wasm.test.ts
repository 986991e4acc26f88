import { expect, test, vi } from "vitest";
import type { FromWorker, ToWorker } from "./messages";
import { WasmEngine } from "./wasm";
import { engineLoaded } from "./status.svelte";

/** A worker that the test speaks for. */
class FakeWorker {
  sent: ToWorker[] = [];
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: unknown = null;
  postMessage(message: ToWorker): void {
    this.sent.push(message);
  }
  say(message: FromWorker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }
}

function start(): { worker: FakeWorker; engine: WasmEngine } {
  const worker = new FakeWorker();
  return { worker, engine: new WasmEngine(worker as unknown as Worker, "engine.wasm", 100) };
}

test("answers, progress and errors reach their calls", async () => {
  const { worker, engine } = start();
  worker.say({ kind: "loading", share: 0.5 });
  expect(engineLoaded()).toBe(0.5);
  const progress = vi.fn();
  const one = engine.call("ofc/solve", { deal: "" }, { onProgress: progress });
  const two = engine.call("gin/deadwood", { hands: [] });
  worker.say({ kind: "progress", id: 1, answer: "so far" });
  worker.say({ kind: "error", id: 2, message: "hands: none", field: "hands", errorKind: "invalid" });
  worker.say({ kind: "answer", id: 1, answer: "done" });
  expect(await one).toBe("done");
  expect(progress).toHaveBeenCalledWith("so far");
  await expect(two).rejects.toMatchObject({ message: "hands: none", field: "hands" });
});

test("an aborted call is cancelled in the worker, and its answer is passed over", async () => {
  const { worker, engine } = start();
  const abort = new AbortController();
  const call = engine.call("ofc/solve", { deal: "" }, { signal: abort.signal });
  abort.abort();
  await expect(call).rejects.toThrow("cancelled");
  expect(worker.sent.at(-1)).toEqual({ kind: "cancel", id: 1 });
  worker.say({ kind: "answer", id: 1, answer: "late" });
});

test("an engine that does not start fails every call with the reason", async () => {
  const { worker, engine } = start();
  const call = engine.call("games", {});
  worker.say({ kind: "failed", message: "engine.wasm: 404" });
  await expect(call).rejects.toThrow("engine.wasm: 404");
  await expect(engine.call("games", {})).rejects.toThrow("engine.wasm: 404");
});
