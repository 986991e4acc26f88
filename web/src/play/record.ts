/** Records of tables, as files and as links: everything that a seat has witnessed. */
import { engine } from "../engine";
import { formatAddress } from "../lib/address.svelte";
import { MAX_ADDRESS } from "../lib/logs";
import { pack, unpack } from "../lib/pack";
import { t } from "../texts";
import { findGame } from "./games.svelte";
import type { Session } from "./session.svelte";
import type { HistoryAnswer, View } from "./types";

/** Reads a saved record; anything else is refused. */
export function readRecord(text: string): HistoryAnswer {
  try {
    return checked(JSON.parse(text));
  } catch {
    throw new Error(t.play.notRecord);
  }
}

/** Returns a record as text for the address. */
export function packRecord(record: HistoryAnswer): Promise<string> {
  return pack(record);
}

/** Reads a record from an address. */
export async function unpackRecord(text: string): Promise<HistoryAnswer> {
  try {
    return checked(await unpack(text));
  } catch {
    throw new Error(t.errors.cutRecord);
  }
}

function checked(value: unknown): HistoryAnswer {
  const record = value as Partial<HistoryAnswer> | null;
  const listed = (list: unknown): boolean => Array.isArray(list) && list.every((one) => typeof one === "object" && one !== null);
  const whole = record && typeof record.seat === "number" && listed(record.views) && listed(record.results) && listed(record.events);
  const scored = whole && record.results!.every((one) => Array.isArray(one.scores)) && record.events!.every((one) => typeof one.text === "string");
  if (!scored || !findGame(record.game ?? "")) throw new Error(t.play.notRecord);
  return record as HistoryAnswer;
}

/** Returns what a seat has witnessed so far; the hand that goes on comes last, without a result. */
export async function witnessed({ seat, answer }: Pick<Session, "seat" | "answer">): Promise<HistoryAnswer> {
  const record = await engine.call("tables/history", { table: seat.table, token: seat.token });
  return withPresent(record, answer && !answer.over && answer.results.length === record.results.length ? answer.view : null);
}

/** Returns a record with the view of the hand that goes on. */
export function withPresent(record: HistoryAnswer, view: View | null): HistoryAnswer {
  return view && record.views.length === record.results.length ? { ...record, views: [...record.views, view] } : record;
}

/** Returns the link that replays a record; nothing if it is too long for an address. */
export async function recordLink(record: HistoryAnswer): Promise<string | null> {
  const text = await packRecord(record);
  return text.length > MAX_ADDRESS ? null : `${location.origin}${location.pathname}${formatAddress({ room: "play", params: { record: text } })}`;
}
