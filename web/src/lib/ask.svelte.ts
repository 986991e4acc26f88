/**
 * A question to the engine as a room sees it: the answer so far, the final one, an error, and
 * whether it still runs. A new question cancels the one before.
 */
import type { CallOptions } from "../engine/types";

export class Ask<T> {
  /** The newest answer, complete or not. */
  answer = $state.raw<T | null>(null);
  /** Whether `answer` is complete. */
  complete = $state(false);
  running = $state(false);
  /** The share of the work that is done, where the engine reports one. */
  share = $state(0);
  error = $state("");
  #abort: AbortController | null = null;

  /** Asks; the answer before stays in place until a new one arrives, so that nothing jumps. */
  async run(question: (options: CallOptions<T>) => Promise<T>): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.running = true;
    this.complete = false;
    this.error = "";
    this.share = 0;
    try {
      const answer = await question({
        signal: abort.signal,
        onProgress: (partial) => {
          if (!abort.signal.aborted) this.answer = partial;
        },
        onShare: (share) => {
          if (!abort.signal.aborted) this.share = share;
        },
      });
      if (abort.signal.aborted) return;
      this.answer = answer;
      this.complete = true;
    } catch (error) {
      if (abort.signal.aborted) return;
      this.error = error instanceof Error ? error.message : String(error);
    } finally {
      if (this.#abort === abort) this.running = false;
    }
  }

  /** Stops the search; what it has found so far stays. */
  stop(): void {
    this.#abort?.abort();
    this.running = false;
  }

  /** Forgets question and answer. */
  clear(): void {
    this.stop();
    this.answer = null;
    this.complete = false;
    this.error = "";
  }
}
