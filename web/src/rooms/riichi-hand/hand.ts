/** The hand as the room holds it, and its texts. */
import type { HandRequest } from "../../engine";
import { byTile, formatTiles, parseTiles, plain, type Tile } from "../../lib/tiles";

export const WINDS = ["E", "S", "W", "N"] as const;
export type Wind = (typeof WINDS)[number];
export type MeldKind = "chi" | "pon" | "open-kan" | "closed-kan";

export interface Hand {
  tiles: Tile[];
  /** Melds in notation: `4-56p`, `555=s`, `5555=p`, `1111z`. */
  melds: string[];
  dora: Tile[];
  /** Indicators below the dora, for a win after riichi. */
  ura: Tile[];
  visible: Tile[];
  seats: 3 | 4;
  turn: number;
  seatWind: Wind;
  roundWind: Wind;
  tsumo: boolean;
  riichi: boolean;
  ippatsu: boolean;
  honba: number;
  sticks: number;
}

export function emptyHand(): Hand {
  return {
    tiles: [], melds: [], dora: [], ura: [], visible: [], seats: 4, turn: 6, seatWind: "S", roundWind: "E",
    tsumo: false, riichi: false, ippatsu: false, honba: 0, sticks: 0,
  };
}

/** Returns how many closed tiles the hand holds with its drawn tile. */
export function fullSize(hand: Hand): number {
  return 14 - 3 * hand.melds.length;
}

/** Returns the notation of a meld that begins with a tile; nothing if there is none. */
export function meldOf(kind: MeldKind, tile: Tile): string | null {
  const [rank, suit] = [Number(plain(tile)[0]), tile[1]!];
  switch (kind) {
    case "chi":
      return suit === "z" || rank > 7 ? null : `${rank}-${rank + 1}${rank + 2}${suit}`;
    case "pon":
      return `${rank}${rank}${rank}=${suit}`;
    case "open-kan":
      return `${rank}${rank}${rank}${rank}=${suit}`;
    case "closed-kan":
      return `${rank}${rank}${rank}${rank}${suit}`;
  }
}

/** Returns the tiles of a meld in notation. */
export function meldTiles(meld: string): Tile[] {
  return parseTiles(meld.replace(/[-=+]/g, ""));
}

/** Returns every tile in use. */
export function allTiles(hand: Hand): Tile[] {
  return [...hand.tiles, ...hand.melds.flatMap(meldTiles), ...hand.dora, ...hand.ura, ...hand.visible];
}

export function sorted(tiles: readonly Tile[]): Tile[] {
  return [...tiles].sort(byTile);
}

export function toParams(hand: Hand): Record<string, string> {
  return {
    tiles: formatTiles(hand.tiles),
    melds: hand.melds.join(" "),
    dora: formatTiles(hand.dora),
    ura: formatTiles(hand.ura),
    visible: formatTiles(sorted(hand.visible)),
    seats: hand.seats === 4 ? "" : "3",
    turn: hand.turn === 6 ? "" : String(hand.turn),
    winds: hand.seatWind === "S" && hand.roundWind === "E" ? "" : hand.roundWind + hand.seatWind,
    won: `${hand.tsumo ? "t" : ""}${hand.riichi ? "r" : ""}${hand.ippatsu ? "i" : ""}`,
    honba: hand.honba ? String(hand.honba) : "",
    sticks: hand.sticks ? String(hand.sticks) : "",
  };
}

export function fromParams(params: Record<string, string>): Hand {
  const winds = params["winds"] ?? "";
  const wind = (letter: string | undefined, other: Wind): Wind => WINDS.find((one) => one === letter) ?? other;
  const number = (text: string | undefined, other: number, most: number): number => {
    const value = Number(text || other);
    return Number.isInteger(value) && value >= 0 && value <= most ? value : other;
  };
  return {
    tiles: parseTiles(params["tiles"] ?? ""),
    melds: (params["melds"] ?? "").split(" ").filter(Boolean),
    dora: parseTiles(params["dora"] ?? ""),
    ura: parseTiles(params["ura"] ?? ""),
    visible: parseTiles(params["visible"] ?? ""),
    seats: params["seats"] === "3" ? 3 : 4,
    turn: number(params["turn"], 6, 18) || 1,
    roundWind: wind(winds[0], "E"),
    seatWind: wind(winds[1], "S"),
    tsumo: (params["won"] ?? "").includes("t"),
    riichi: (params["won"] ?? "").includes("r"),
    ippatsu: (params["won"] ?? "").includes("i"),
    honba: number(params["honba"], 0, 200),
    sticks: number(params["sticks"], 0, 200),
  };
}

/** Returns the request of `riichi/hand`; a complete hand is scored on its last tile. */
export function handRequest(hand: Hand, score: boolean): HandRequest {
  const last = hand.tiles.at(-1);
  return {
    tiles: formatTiles(hand.tiles),
    melds: hand.melds,
    dora: formatTiles(hand.dora),
    visible: formatTiles(hand.visible),
    seats: hand.seats,
    ...(score && last
      ? {
          win: {
            tile: last,
            tsumo: hand.tsumo,
            riichi: hand.riichi ? "single" : "no",
            ippatsu: hand.riichi && hand.ippatsu,
            ...(hand.riichi && hand.ura.length > 0 ? { ura: formatTiles(hand.ura) } : {}),
            seat_wind: hand.seatWind,
            round_wind: hand.roundWind,
            honba: hand.honba,
            sticks: hand.sticks,
          },
        }
      : {}),
  };
}

/** Returns the request of the expected value of a hand. */
export function evRequest(hand: Hand): HandRequest {
  const situation = {
    turn: hand.turn, seat_wind: hand.seatWind, round_wind: hand.roundWind, honba: hand.honba, sticks: hand.sticks,
  };
  return { ...handRequest(hand, false), ev: situation };
}

/** Returns the command line for the hand. */
export function commandLine(hand: Hand, score: boolean): string {
  const words = [`facedown riichi hand ${formatTiles(hand.tiles)}`];
  for (const meld of hand.melds) words.push(`--meld ${meld}`);
  if (hand.dora.length > 0) words.push(`--dora ${formatTiles(hand.dora)}`);
  if (hand.visible.length > 0) words.push(`--visible ${formatTiles(hand.visible)}`);
  if (hand.seats === 3) words.push("--seats 3");
  if (score) {
    words.push(`--win ${hand.tiles.at(-1)}`, hand.tsumo ? "--tsumo" : "--ron");
    if (hand.riichi) words.push("--riichi");
    if (hand.riichi && hand.ippatsu) words.push("--ippatsu");
    if (hand.riichi && hand.ura.length > 0) words.push(`--ura ${formatTiles(hand.ura)}`);
  } else words.push(`--ev --turn ${hand.turn}`);
  words.push(`--seat-wind ${hand.seatWind}`, `--round-wind ${hand.roundWind}`);
  if (hand.honba > 0) words.push(`--honba ${hand.honba}`);
  if (hand.sticks > 0) words.push(`--sticks ${hand.sticks}`);
  return words.join(" ");
}
