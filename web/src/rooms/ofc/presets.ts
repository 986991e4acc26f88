/** The presets of the rules, with what the room must know of each. */
import type { PresetDescription } from "../../engine";
import { findGame } from "../../play/games.svelte";

/** Returns the names of the presets; the one that is chosen alone before they are loaded. */
export function presetNames(chosen: string): readonly string[] {
  return findGame("ofc")?.presets ?? [chosen];
}

function described(name: string): PresetDescription | undefined {
  return findGame("ofc")?.rules.find((one) => one.name === name);
}

export function jokersOf(name: string): number {
  return Math.max(0, (described(name)?.cards ?? 52) - 52);
}

/** Returns the number of cards that later streets deal. */
export function dealtOf(name: string): number {
  return described(name)?.features.includes("singles") ? 1 : 3;
}
