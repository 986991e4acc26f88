/** The seats that this browser holds: tables with their secret tokens, the newest first. */
import type { Setup } from "./games.svelte";

export interface Seat {
  table: string;
  token: string;
  game: string;
  setup: Setup | null;
  opened: number;
  over: boolean;
  /** A line for lists: the score. */
  note: string;
}

const KEY = "facedown.seats";
const MOST = 60;

function read(): Seat[] {
  try {
    const list: unknown = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? (list as Seat[]) : [];
  } catch {
    return [];
  }
}

let current = $state.raw<Seat[]>(read());
if (typeof window !== "undefined") {
  window.addEventListener("storage", (event) => {
    if (event.key === KEY) current = read();
  });
}

export function seats(): readonly Seat[] {
  return current;
}

export function seatAt(table: string): Seat | undefined {
  return current.find((seat) => seat.table === table);
}

/** Keeps a seat, or what has changed about it. */
export function keepSeat(seat: Seat): void {
  const others = read().filter((one) => one.table !== seat.table);
  write([seat, ...others].slice(0, MOST));
}

export function forgetSeat(table: string): void {
  write(read().filter((one) => one.table !== table));
}

function write(list: Seat[]): void {
  current = list;
  localStorage.setItem(KEY, JSON.stringify(list));
}
