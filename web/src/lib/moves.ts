/** Moves as text, taken apart into words, cards and tiles. */
import { cardName } from "./cards";
import { parseTiles, tileName } from "./tiles";

export interface Part {
  kind: "word" | "card" | "tile";
  text: string;
}

const CARD = /^(?:[A23456789TJQK][cdhs]|X|Y)$/;
const TILES = /^(?:[0-9]+[mps]|[1-7]+z)+\*?$/;

/** Returns the parts of a move; consecutive words stay together. */
export function moveParts(text: string, game: string): Part[] {
  const parts: Part[] = [];
  for (const word of text.split(/[\s,]+/).filter(Boolean)) {
    if (game !== "riichi" && CARD.test(word)) parts.push({ kind: "card", text: word });
    else if (game === "riichi" && TILES.test(word)) {
      for (const tile of parseTiles(word.replace("*", ""))) parts.push({ kind: "tile", text: tile });
    } else {
      const last = parts.at(-1);
      if (last?.kind === "word") last.text += ` ${word}`;
      else parts.push({ kind: "word", text: word });
    }
  }
  return parts;
}

/** Returns a move as it is read aloud: cards and tiles by their names. */
export function spoken(text: string, game: string): string {
  return moveParts(text, game).map((part) => (part.kind === "card" ? cardName(part.text) : part.kind === "tile" ? tileName(part.text) : part.text)).join(" ");
}
