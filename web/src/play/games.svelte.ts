/** The games as the engine describes them: rules, seats, lengths, and bots by strength. */
import { engine } from "../engine";
import type { CreateRequest, GameDescription, LengthDescription, LevelDescription, PresetDescription } from "../engine";

let list = $state.raw<readonly GameDescription[]>([]);
let loading: Promise<unknown> | null = null;

/** Asks the engine for its games, once; a failure is asked again. */
export function loadGames(): Promise<unknown> {
  loading ??= engine.call("games", {}).then((answer) => setGames(answer.games)).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

export function setGames(games: readonly GameDescription[]): void {
  list = games;
}

/** Returns the games, none before they are loaded. */
export function games(): readonly GameDescription[] {
  return list;
}

export function findGame(name: string): GameDescription | undefined {
  return list.find((game) => game.name === name);
}

/** Returns the name of a game that people read. */
export function titleOf(name: string): string {
  return findGame(name)?.title ?? name;
}

/** Returns the family of a game, by which the page draws it. */
export function familyOf(name: string): string {
  return findGame(name)?.family ?? "";
}

/** What a person chooses before a table opens. */
export interface Setup {
  game: string;
  rules: string;
  seats: number;
  length: string;
  strength: string;
  /** A number that deals the same cards each time; nothing for a secret one. */
  seed?: number | undefined;
}

/** Returns the presets to choose from: all but those that are another one's with other seats. */
export function presetsOf(game: GameDescription): PresetDescription[] {
  return game.rules.filter((one) => one.variant_of === null);
}

export function presetOf(game: GameDescription, name: string): PresetDescription {
  return game.rules.find((one) => one.name === name) ?? game.rules[0]!;
}

export function seatsOf(game: GameDescription, rules: string): number[] {
  return presetOf(game, rules).tables.map((one) => one.seats);
}

export function lengthOf(game: GameDescription, name: string | undefined): LengthDescription {
  return game.lengths.find((one) => one.name === name) ?? game.lengths[0]!;
}

/** Returns the bots of a strength; of the middle one if there is no such. */
export function levelOf(game: GameDescription, name: string | undefined): LevelDescription {
  return game.levels.find((one) => one.name === name) ?? game.levels[Math.floor(game.levels.length / 2)]!;
}

/** Returns a choice as the game allows it: what it does not have is as usual. */
export function fitting(game: GameDescription, wanted: Partial<Setup> = {}): Setup {
  const { name: rules, seats } = presetOf(game, wanted.rules ?? "");
  const allowed = seatsOf(game, rules).find((one) => one === wanted.seats) ?? seats;
  return { game: game.name, rules, seats: allowed, length: lengthOf(game, wanted.length).name, strength: levelOf(game, wanted.strength).name, seed: wanted.seed };
}

/** Returns the request of `tables/create`: a person in seat 0, bots in the others. */
export function createRequest(game: GameDescription, setup: Setup): CreateRequest {
  const { name: rules, seats: usual } = presetOf(game, setup.rules);
  const { name: _, ...bot } = levelOf(game, setup.strength);
  const { hands, rules: options } = lengthOf(game, setup.length);
  const seats = Array.from({ length: setup.seats }, (_, seat) => (seat === 0 ? {} : bot));
  return {
    game: game.name, rules: { rules, ...options, ...(setup.seats === usual ? {} : { seats: setup.seats }) }, seats,
    ...(hands === undefined ? {} : { hands }), ...(setup.seed === undefined ? {} : { seed: setup.seed }),
  };
}
