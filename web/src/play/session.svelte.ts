/** A seat at a table: what it sees, and its moves. Other tabs and a server that was away are followed. */
import type { Calls } from "../engine";
import { engine, RequestError, Unreachable } from "../engine";
import { t } from "../texts";
import { keepDecision } from "./decisions";
import { keepSeat, seatAt, type Seat } from "./seats.svelte";
import type { Chosen, TableAnswer, TableEvent } from "./types";

/** Milliseconds between looks while others are to act, or the engine is away. */
const PATIENCE = 2000;

/** The calls that answer with the table. */
type TableCall = "tables/look" | "tables/act" | "tables/undo" | "tables/resign";

export class Session {
  answer = $state.raw<TableAnswer | null>(null);
  events = $state.raw<TableEvent[]>([]);
  busy = $state(false);
  error = $state("");
  /** Whether the engine does not answer; looks go on until it does. */
  away = $state(false);
  readonly #seat: Seat;
  readonly #channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("facedown-tables");
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(seat: Seat) {
    this.#seat = seat;
    if (this.#channel) {
      this.#channel.onmessage = (event: MessageEvent<string>) => {
        if (event.data === seat.table) void this.look();
      };
    }
    document.addEventListener("visibilitychange", this.#onVisible);
    void this.look();
  }

  get seat(): Seat {
    return this.#seat;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#channel?.close();
    document.removeEventListener("visibilitychange", this.#onVisible);
  }

  /** Looks at the table; bots that are to act do so. */
  look(): Promise<void> {
    return this.#ask("tables/look", {});
  }

  async act(action: Chosen, text: string): Promise<void> {
    const before = this.answer;
    if (!before || this.busy) return;
    // Kept before the answer is shown: the review of a hand that this move ends must find it.
    return this.#ask("tables/act", { action, seen: before.seen }, () => keepDecision(this.#seat.table, before, text));
  }

  undo(): Promise<void> {
    return this.#ask("tables/undo", {});
  }

  resign(): Promise<void> {
    return this.#ask("tables/resign", {});
  }

  readonly #onVisible = (): void => {
    if (document.visibilityState === "visible") void this.look();
  };

  async #ask<K extends TableCall>(call: K, fields: Omit<Calls[K]["request"], "table" | "token">, accepted?: () => Promise<void>): Promise<void> {
    if (this.busy || this.#closed) return;
    clearTimeout(this.#timer);
    this.busy = true;
    try {
      const answer: TableAnswer = await engine.call(call, { ...fields, table: this.#seat.table, token: this.#seat.token } as Calls[K]["request"]);
      await accepted?.();
      if (this.#closed) return;
      this.#take(call, answer);
      if (call !== "tables/look") this.#channel?.postMessage(this.#seat.table);
    } catch (error) {
      await this.#fail(call, error);
    } finally {
      this.busy = false;
      this.#plan();
    }
  }

  #take(call: string, answer: TableAnswer): void {
    // An answer to an act has the events since; a look has them all; an undo takes the last ones back.
    this.events = call === "tables/act" ? [...this.events, ...answer.events] : call === "tables/look" ? answer.events : this.events.slice(0, answer.seen);
    this.answer = answer;
    this.error = "";
    this.away = false;
    const note = answer.results.length > 0 ? answer.scores.join(" : ") : "";
    const kept = seatAt(this.#seat.table);
    if (!kept || kept.over !== answer.over || kept.note !== note) keepSeat({ ...this.#seat, over: answer.over, note });
  }

  async #fail(call: string, error: unknown): Promise<void> {
    if (error instanceof Unreachable) {
      this.away = true;
      return;
    }
    if (error instanceof RequestError && error.kind === "conflict" && call !== "tables/look") {
      // Another tab was faster, or this move arrived after all: what is there counts.
      this.busy = false;
      await this.look();
      return;
    }
    this.error = error instanceof RequestError && error.kind === "not_found" ? t.play.gone : error instanceof Error ? error.message : String(error);
  }

  #plan(): void {
    clearTimeout(this.#timer);
    const waiting = this.answer && !this.answer.your_turn && !this.answer.over;
    if (!this.#closed && (this.away || waiting)) this.#timer = setTimeout(() => void this.look(), PATIENCE);
  }
}
