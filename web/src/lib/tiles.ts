/**
 * Tiles as text: `123m406p99s1z`, where 0 is a red five and 1-7z are the winds and dragons.
 */
import { t } from "../texts";

/** A tile's canonical text, such as `5p`, `0s` (red five) or `1z`. */
export type Tile = string;

export const TILE_SUITS = "mpsz";

/** The 34 kinds in order, reds left out. */
export const KINDS: readonly Tile[] = [
  ...[..."mps"].flatMap((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => `${rank}${suit}`)),
  ...[1, 2, 3, 4, 5, 6, 7].map((rank) => `${rank}z`),
];

/** Returns the tile without its red mark. */
export function plain(tile: Tile): Tile {
  return tile[0] === "0" ? `5${tile[1]}` : tile;
}

/** Returns the number of a tile's kind, 0 to 33. */
export function kindOf(tile: Tile): number {
  const bare = plain(tile);
  return "mpsz".indexOf(bare[1] ?? "") * 9 + Number(bare[0]) - 1;
}

/** Returns the spoken name of a tile. */
export function tileName(tile: Tile): string {
  const rank = Number(tile[0]);
  if (tile[1] === "z") return t.names.honours[rank - 1] ?? "?";
  return t.names.card(t.names.tileRanks[rank] ?? "?", t.names.tileSuits[tile[1] ?? ""] ?? "?");
}

/** A text that is not a list of tiles, with the offending part. */
export class NotTiles extends Error {}

const MJAI: Record<string, Tile> = {
  E: "1z", S: "2z", W: "3z", N: "4z", P: "5z", F: "6z", C: "7z", "5mr": "0m", "5pr": "0p", "5sr": "0s",
};

/** Reads tiles in shorthand (`123m`), MJAI names separated by blanks are read too. */
export function parseTiles(text: string): Tile[] {
  const tiles: Tile[] = [];
  for (const word of text.trim().split(/[\s,]+/).filter(Boolean)) {
    const mjai = MJAI[word];
    if (mjai) {
      tiles.push(mjai);
      continue;
    }
    let digits = "";
    for (const letter of word) {
      if (/\d/.test(letter)) digits += letter;
      else if (TILE_SUITS.includes(letter)) {
        if (digits === "") throw new NotTiles(t.errors.tileNumber(letter));
        for (const digit of digits) tiles.push(checked(digit, letter));
        digits = "";
      } else throw new NotTiles(t.errors.tileSuit(letter, TILE_SUITS));
    }
    if (digits !== "") throw new NotTiles(t.errors.tileNoSuit(digits, TILE_SUITS));
  }
  return tiles;
}

function checked(digit: string, suit: string): Tile {
  if (suit === "z" && (digit === "0" || Number(digit) > 7)) {
    throw new NotTiles(t.errors.honour(digit));
  }
  return digit + suit;
}

/** Orders tiles by suit and rank, a red five before the plain ones. */
export function byTile(a: Tile, b: Tile): number {
  return kindOf(a) - kindOf(b) || Number(a[0]) - Number(b[0]);
}

/** Writes tiles in shorthand, in the order given, runs of one suit joined. */
export function formatTiles(tiles: readonly Tile[]): string {
  let text = "";
  tiles.forEach((tile, index) => {
    text += tile[0];
    if (tiles[index + 1]?.[1] !== tile[1]) text += tile[1];
  });
  return text;
}
