/** Spots that were missed come back after a while; one that is known stays away. */
import { forget, load, loadAll, save } from "../lib/idb";
import type { Family, Spot } from "./spots";

export interface Repeat {
  spot: Spot;
  /** When it is shown again. */
  due: number;
  /** How often it has been known since. */
  known: number;
}

const MINUTE = 60_000;
/** Minutes until a spot comes back: after a miss, and after each time it was known. */
const WAITS = [10, 24 * 60, 4 * 24 * 60];

/** Keeps what came of a spot: a miss brings it back soon, knowing it later, knowing it thrice never. */
export async function keepOutcome(spot: Spot, missed: boolean, now: number): Promise<void> {
  const before = await load<Repeat>("spots", spot.id);
  if (!missed && !before) return;
  const known = missed ? 0 : (before?.known ?? 0) + 1;
  const wait = WAITS[known];
  if (wait === undefined) return forget("spots", spot.id);
  await save("spots", spot.id, { spot, due: now + wait * MINUTE, known } satisfies Repeat);
}

/** Returns a spot that is due, the longest waiting first. */
export async function dueSpot(family: Family, now: number): Promise<Spot | null> {
  const list = await loadAll<Repeat>("spots", `${family} `);
  const due = list.map(([, repeat]) => repeat).filter((repeat) => repeat.due <= now);
  return due.sort((a, b) => a.due - b.due)[0]?.spot ?? null;
}

export async function waitingSpots(family: Family): Promise<number> {
  return (await loadAll<Repeat>("spots", `${family} `)).length;
}
