/**
 * Cards as text: rank then suit, `As Td 2c`, and `X` for a joker, as on the command line.
 */
import { t } from "../texts";

export const RANKS = "A23456789TJQK";
export const SUITS = "cdhs";
export const JOKER = "X";

export type Suit = "c" | "d" | "h" | "s";
/** A card's canonical text, such as `Td`; `X` is a joker. */
export type Card = string;

export const SUIT_GLYPHS: Record<string, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** All cards of the pack, by suit, then rank. */
export const PACK: readonly Card[] = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

/** Returns whether a card is a joker; records write the second one `Y`. */
export function isJoker(card: Card): boolean {
  return card === JOKER || card === "Y";
}

/** Returns the spoken name of a card. */
export function cardName(card: Card): string {
  if (isJoker(card)) return t.common.joker;
  return t.names.card(t.names.ranks[card[0] ?? ""] ?? "?", t.suits[card[1] ?? ""] ?? "?");
}

export function isRed(card: Card): boolean {
  return card[1] === "d" || card[1] === "h";
}

/** A text that is not a list of cards, with the offending part. */
export class NotCards extends Error {}

/** Reads cards; blanks, commas and slashes between them are optional. */
export function parseCards(text: string): Card[] {
  const cards: Card[] = [];
  let rest = text.replace(/10/g, "T");
  for (;;) {
    rest = rest.replace(/^[\s,/|]+/, "");
    if (rest === "") return cards;
    const rank = rest[0]!.toUpperCase();
    if (isJoker(rank)) {
      cards.push(JOKER);
      rest = rest.slice(1);
      continue;
    }
    const suit = suitOf(rest[1] ?? "");
    if (!RANKS.includes(rank)) throw new NotCards(t.errors.rank(rest[0]!, RANKS));
    if (!suit) throw new NotCards(t.errors.suit(rest[1] ?? "", rest[0]!, SUITS));
    cards.push(rank + suit);
    rest = rest.slice(2);
  }
}

function suitOf(text: string): string | undefined {
  const glyph = Object.entries(SUIT_GLYPHS).find(([, value]) => value === text)?.[0];
  const letter = text.toLowerCase();
  return glyph ?? (letter !== "" && SUITS.includes(letter) ? letter : undefined);
}

export function formatCards(cards: readonly Card[]): string {
  return cards.join(" ");
}

/** Orders cards by suit in alternating colours, then by rank with the ace last. */
export function bySuit(a: Card, b: Card): number {
  return suitPlace(a) - suitPlace(b) || rankPlace(a) - rankPlace(b);
}

/** Orders cards by rank, highest first, then by suit. */
export function byRank(a: Card, b: Card): number {
  return rankPlace(b) - rankPlace(a) || suitPlace(a) - suitPlace(b);
}

function suitPlace(card: Card): number {
  return card === JOKER ? -1 : "cdsh".indexOf(card[1] ?? "");
}

function rankPlace(card: Card): number {
  return card === JOKER ? 14 : "23456789TJQKA".indexOf(card[0] ?? "");
}
