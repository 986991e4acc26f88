/** What a person has lost, decision by decision, kept in the browser alone. */
import { forget, loadAll, save } from "../lib/idb";
import type { Grade } from "./grade";

export interface Kept {
  at: number;
  game: string;
  class: string;
  loss: number;
  mistake: boolean;
  source: "play" | "train";
}

/** Keeps a graded decision; one graded again replaces itself. */
export async function keepGrade(id: string, game: string, grade: Grade, source: Kept["source"], at: number): Promise<void> {
  const kept: Kept = { at, game, class: grade.class, loss: grade.loss, mistake: grade.mistake, source };
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
      const mean = loss / group.length;
      const variance = group.reduce((sum, one) => sum + (one.loss - mean) ** 2, 0) / Math.max(1, group.length - 1);
      return {
        game: group[0]!.game, class: group[0]!.class, decisions: group.length, mistakes: group.filter((one) => one.mistake).length,
        loss, mean, margin: 1.96 * Math.sqrt(variance / group.length),
      };
    })
    .sort((a, b) => b.loss - a.loss);
}

/** Returns the mean loss of each day, in order. */
export function byDay(list: readonly Kept[]): { day: string; mean: number; decisions: number }[] {
  const days = new Map<string, { sum: number; count: number }>();
  for (const kept of list) {
    const day = new Date(kept.at).toISOString().slice(0, 10);
    const entry = days.get(day) ?? { sum: 0, count: 0 };
    days.set(day, { sum: entry.sum + kept.loss, count: entry.count + 1 });
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, { sum, count }]) => ({ day, mean: sum / count, decisions: count }));
}
