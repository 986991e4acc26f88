/** What a person has lost, decision by decision, kept in the browser alone. */
import { forget, loadAll, save } from "../lib/idb";
import type { Grade } from "./grade";

export interface Kept {
  at: number;
  game: string;
  class: string;
  loss: number;
  /** The half-width of the interval of the loss; older entries lack it. */
  margin?: number;
  mistake: boolean;
  source: "play" | "train";
}

/** Keeps a graded decision; one graded again replaces itself. */
export async function keepGrade(id: string, game: string, grade: Grade, source: Kept["source"], at: number): Promise<void> {
  const kept: Kept = { at, game, class: grade.class, loss: grade.loss, margin: grade.margin ?? 0, mistake: grade.mistake, source };
  await save("mistakes", id, kept);
}

export async function profile(): Promise<Kept[]> {
  const list = await loadAll<Kept>("mistakes");
  return list.map(([, kept]) => kept).sort((a, b) => a.at - b.at);
}

export async function forgetProfile(): Promise<void> {
  await forget("mistakes");
}

export interface ClassTotal {
  game: string;
  class: string;
  decisions: number;
  mistakes: number;
  loss: number;
  /** The half-width of the interval of the sum; nothing where an entry lacks its own. */
  sumMargin: number | null;
  /** The mean loss of a decision and the half-width of its 95 % interval. */
  mean: number;
  margin: number;
}

/** Sums decisions by game and class, the costliest class first. */
export function byClass(list: readonly Kept[]): ClassTotal[] {
  const groups = new Map<string, Kept[]>();
  for (const kept of list) {
    const key = `${kept.game} ${kept.class}`;
    groups.set(key, [...(groups.get(key) ?? []), kept]);
  }
  return [...groups.values()]
    .map((group) => {
      const loss = group.reduce((sum, one) => sum + one.loss, 0);
      return {
        game: group[0]!.game, class: group[0]!.class, decisions: group.length, mistakes: group.filter((one) => one.mistake).length,
        loss, sumMargin: group.every((one) => one.margin !== undefined) ? Math.hypot(...group.map((one) => one.margin!)) : null, ...meanOf(group.map((one) => one.loss)),
      };
    })
    .sort((a, b) => b.loss - a.loss);
}

/** Returns the mean loss of each day with the half-width of its 95 % interval, in order. */
export function byDay(list: readonly Kept[]): { day: string; mean: number; margin: number; decisions: number }[] {
  const days = new Map<string, number[]>();
  for (const kept of list) {
    const day = new Date(kept.at).toISOString().slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), kept.loss]);
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, losses]) => ({ day, decisions: losses.length, ...meanOf(losses) }));
}

/** Returns the mean of losses and the half-width of its 95 % interval; a single one has none. */
function meanOf(losses: readonly number[]): { mean: number; margin: number } {
  const mean = losses.reduce((sum, one) => sum + one, 0) / losses.length;
  const variance = losses.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, losses.length - 1);
  return { mean, margin: 1.96 * Math.sqrt(variance / losses.length) };
}
