/** Records of tables as files: everything that a seat has witnessed. */
import { t } from "../texts";
import type { HistoryAnswer } from "./types";

/** Reads a saved record; anything else is refused. */
export function readRecord(text: string): HistoryAnswer {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(t.play.notRecord);
  }
  const record = value as Partial<HistoryAnswer> | null;
  const whole = record && typeof record.game === "string" && Array.isArray(record.views) && Array.isArray(record.results) && Array.isArray(record.events);
  if (!whole || !t.games[record.game ?? ""]) throw new Error(t.play.notRecord);
  return record as HistoryAnswer;
}
