/** Spots to train on, dealt from real hands: bots play until a decision of the wanted kind comes. */
import type { GinView, RiichiView } from "../engine";
import { engine } from "../engine";
import { t } from "../texts";
import type { ActAnswer, Option } from "../ui/Options.svelte";
import { advise } from "./advise";
import { classOf } from "./classes";
import { findGame, loadGames } from "./games.svelte";
import type { CreateAnswer, TableAnswer } from "./types";

export const FAMILIES = ["ofc", "riichi", "gin", "tricks"] as const;
export type Family = (typeof FAMILIES)[number];

export interface Spot {
  id: string;
  family: Family;
  answer: TableAnswer;
}

interface Recipe {
  games: readonly string[];
  /** The bot that plays on until the spot. */
  bot: string;
  /** Iterations of the search that grades: equal everywhere, so that grades are. */
  iterations: number;
  /** Whether a decision is one to train. */
  wanted: (answer: TableAnswer, random: () => number) => boolean;
  /** The most decisions before another hand is dealt. */
  most: number;
}

/** Worlds in which the reviewer compares the options of a riichi spot. */
const WORLDS = 1000;

const RECIPES: Record<Family, Recipe> = {
  ofc: { games: ["ofc"], bot: "greedy", iterations: 12_000, most: 5, wanted: (_, random) => random() < 0.4 },
  riichi: {
    games: ["riichi"], bot: "efficient", iterations: WORLDS, most: 24,
    wanted: (answer, random) => {
      const view = answer.view as RiichiView;
      if (view.asked || answer.actions.length < 5) return false;
      // Somebody's riichi makes it a question of push or fold: those come first.
      const threatened = view.now.riichi.some((seat) => seat !== view.seat);
      return random() < (threatened ? 0.7 : 0.07);
    },
  },
  gin: {
    games: ["gin"], bot: "greedy", iterations: 4000, most: 20,
    wanted: (answer, random) => {
      if ((answer.view as GinView).phase !== "discard") return false;
      return random() < (answer.actions.some((one) => one.text === "knock") ? 0.8 : 0.2);
    },
  },
  tricks: {
    games: ["hearts", "spades", "oh-hell"], bot: "rule", iterations: 4000, most: 13,
    wanted: (answer, random) => classOf(answer.game, answer.view, answer.actions[0]?.text ?? "") === "lead" && answer.actions.length >= 3 && random() < 0.35,
  },
};

/** A small random generator, so that a seed gives the same spot everywhere (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the seed of a day's puzzle: the same for everybody. */
export function seedOfDay(family: Family, day: string): number {
  let hash = 0x811c9dc5;
  for (const letter of `${family} ${day}`) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  return hash;
}

/** Returns today's date, as the puzzle of the day counts it (UTC). */
export function today(now = new Date()): string {
  return now.toISOString().slice(0, 10);
}

/** Deals a spot; equal seeds give equal spots. */
export async function dealSpot(family: Family, seed: number, signal?: AbortSignal): Promise<Spot> {
  await loadGames();
  const recipe = RECIPES[family];
  const random = generator(seed);
  let fallback: TableAnswer | null = null;
  for (let hand = 0; hand < 12; hand++) {
    const game = recipe.games[Math.floor(random() * recipe.games.length)]!;
    const table = await open(game, recipe.bot, Math.floor(random() * 2 ** 32), signal);
    try {
      let answer = await look(table, signal);
      for (let step = 0; step < recipe.most && !answer.over && answer.hand === 0; step++) {
        if (answer.your_turn && answer.actions.length > 1) {
          if (recipe.wanted(answer, random)) return { id: `${family} ${seed}`, family, answer };
          if (recipe.wanted(answer, () => 0)) fallback = answer;
        }
        const { game: name, rules, view } = answer;
        const { action } = await engine.call("act", { game: name, rules, view, bot: recipe.bot }, { signal });
        answer = await engine.call("tables/act", { ...table, action }, { signal });
      }
    } finally {
      // The spot holds all that is needed: the engine need not keep the table.
      engine.call("tables/remove", table).catch(() => undefined);
    }
    if (hand >= 8 && fallback) return { id: `${family} ${seed}`, family, answer: fallback };
  }
  if (fallback) return { id: `${family} ${seed}`, family, answer: fallback };
  throw new Error(t.errors.noSpot);
}

interface SeatOf {
  table: string;
  token: string;
}

async function open(game: string, bot: string, seed: number, signal?: AbortSignal): Promise<SeatOf> {
  const seats = findGame(game)?.seats ?? 0;
  const request = { game, hands: 1, seed, seats: Array.from({ length: seats }, (_, seat) => (seat === 0 ? {} : { bot })) };
  const created = await engine.call("tables/create", request, { signal });
  return { table: created.table, token: created.tokens[0]!.token };
}

function look(table: SeatOf, signal?: AbortSignal): Promise<TableAnswer> {
  return engine.call("tables/look", table, { signal });
}

/** Solves a spot, for grading; iterations and seed are fixed, so that the answer is the same everywhere. */
export async function solveSpot(spot: Spot, signal?: AbortSignal): Promise<ActAnswer> {
  const { game, rules, view } = spot.answer;
  const budget = { iterations: RECIPES[spot.family].iterations, timeout_ms: 30_000, seed: 1, preset: "standard" };
  return advise(game, rules, view, { ...budget, worlds: WORLDS }, { signal });
}

export type Difficulty = "easy" | "medium" | "hard";

/** Returns how hard a spot is: the gap of the best two, beside the spread of all. */
export function difficultyOf(answer: ActAnswer): Difficulty {
  const values = answer.actions.map((one: Option) => one.proven ?? one.value).filter((value): value is number => value !== null).sort((a, b) => b - a);
  if (values.length < 2) return "easy";
  const spread = values[0]! - values.at(-1)!;
  const share = spread === 0 ? 0 : (values[0]! - values[1]!) / spread;
  return share > 0.3 ? "easy" : share > 0.08 ? "medium" : "hard";
}
