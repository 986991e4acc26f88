/** The games of the lobby: their rules, seats, lengths, and bots by strength. */
import { t } from "../texts";

export type Strength = "easy" | "fair" | "strong";
export const STRENGTHS: readonly Strength[] = ["easy", "fair", "strong"];

export interface SeatInput {
  bot?: string;
  iterations?: number;
  timeout_ms?: number;
}

export interface GameSetup {
  name: string;
  family: "gin" | "tricks" | "ofc" | "riichi";
  title: string;
  presets: readonly string[];
  seats: readonly number[];
  usual: number;
  lengths: readonly Length[];
  bots: Record<Strength, SeatInput>;
}
export type Length = "hand" | "match" | "east";

const TRICKS: Record<Strength, SeatInput> = {
  easy: { bot: "rule" },
  fair: { bot: "search", iterations: 200 },
  strong: { bot: "search", timeout_ms: 400 },
};

function tricks(name: string, presets: readonly string[], seats: readonly number[], usual = 4): GameSetup {
  return { name, family: "tricks", title: t.games[name] ?? name, presets, seats, usual, lengths: ["match", "hand"], bots: TRICKS };
}

export const GAMES: readonly GameSetup[] = [
  {
    name: "gin", family: "gin", title: t.games["gin"]!, presets: ["eaai", "classic", "tournament", "straight", "oklahoma"], seats: [2], usual: 2,
    lengths: ["match", "hand"], bots: { easy: { bot: "simple" }, fair: { bot: "greedy" }, strong: { bot: "search", timeout_ms: 400 } },
  },
  {
    name: "riichi", family: "riichi", title: t.games["riichi"]!, presets: ["tenhou", "mjsoul"], seats: [4, 3], usual: 4, lengths: ["match", "east", "hand"],
    bots: { easy: { bot: "efficient" }, fair: { bot: "search", timeout_ms: 100 }, strong: { bot: "search", timeout_ms: 500 } },
  },
  {
    name: "ofc", family: "ofc", title: t.games["ofc"]!, presets: ["standard", "progressive", "ultimate", "joker-ultimate", "tonybet", "classic", "2-7"], seats: [2, 3], usual: 2,
    lengths: ["match", "hand"], bots: { easy: { bot: "greedy" }, fair: { bot: "steady" }, strong: { bot: "search", timeout_ms: 800 } },
  },
  tricks("hearts", ["standard", "omnibus"], [4, 3, 5, 6]),
  tricks("spades", ["standard", "no-bags"], [4]),
  tricks("oh-hell", ["standard"], [4, 2, 3, 5, 6, 7]),
  tricks("el-dorado", ["standard"], [4, 2, 3, 5, 6, 7, 8, 9, 10]),
];

export function findGame(name: string): GameSetup {
  return GAMES.find((game) => game.name === name) ?? GAMES[0]!;
}

/** What a person chooses before a table opens. */
export interface Setup {
  game: string;
  rules: string;
  seats: number;
  length: Length;
  strength: Strength;
  /** A number that deals the same cards each time; nothing for a secret one. */
  seed?: number | undefined;
}

export function usualSetup(game: GameSetup): Setup {
  return { game: game.name, rules: game.presets[0]!, seats: game.usual, length: game.lengths[0]!, strength: "fair" };
}

/** Returns the request of `tables/create`: a person in seat 0, bots in the others. */
export function createRequest(setup: Setup): Record<string, unknown> {
  const game = findGame(setup.game);
  const rules: Record<string, unknown> = { rules: setup.rules };
  if (game.family === "riichi") {
    rules["rules"] = setup.seats === 3 ? `${setup.rules}3` : setup.rules;
    if (setup.length === "east") rules["match"] = { length: "tonpu" };
  } else if (setup.seats !== game.usual) rules["seats"] = setup.seats;
  const seats = Array.from({ length: setup.seats }, (_, seat) => (seat === 0 ? {} : game.bots[setup.strength]));
  return { game: setup.game, rules, seats, ...(setup.length === "hand" ? { hands: 1 } : {}), ...(setup.seed === undefined ? {} : { seed: setup.seed }) };
}
