/** A person's decisions at tables, kept in the browser for the review after the hand. */
import { forget, loadAll, save } from "../lib/idb";
import type { TableAnswer, View } from "./types";

export interface Decision {
  game: string;
  rules: Record<string, unknown>;
  hand: number;
  /** The number of events seen before it: its place in the hand. */
  seen: number;
  view: View;
  /** What was chosen, in notation. */
  played: string;
  options: number;
}

function keyOf(table: string, hand: number, seen: number): string {
  return `${table} ${String(hand).padStart(5, "0")} ${String(seen).padStart(6, "0")}`;
}

/** Keeps a decision that had a choice. */
export async function keepDecision(table: string, answer: TableAnswer, played: string): Promise<void> {
  if (answer.actions.length < 2) return;
  const { game, rules, hand, seen, view } = answer;
  const decision: Decision = { game, rules, hand, seen, view, played, options: answer.actions.length };
  await save("decisions", keyOf(table, hand, seen), decision);
}

/** Returns the decisions of a hand, in order. */
export async function decisionsOf(table: string, hand: number): Promise<Decision[]> {
  const list = await loadAll<Decision>("decisions", `${table} ${String(hand).padStart(5, "0")} `);
  return list.map(([, decision]) => decision);
}

export function forgetDecisions(table: string): Promise<void> {
  return forget("decisions", `${table} `);
}
