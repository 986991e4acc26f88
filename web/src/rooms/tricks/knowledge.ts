/** What a seat can know of a trick-taking hand: who holds no card of a suit, who can still beat a card. */
import type { Card } from "../../lib/cards";
import type { TricksTrick } from "../../engine";
import type { ViewRecord } from "./view";

const ORDER = "23456789TJQKA";
export const SUIT_ORDER = ["s", "h", "d", "c"] as const;

/** Returns the trump suit of a view, nothing in games without one. */
export function trumpOf(record: ViewRecord): string | null {
  const now = record["now"] as { trump?: string | null } | undefined;
  if (now && "trump" in now) return now.trump ?? null;
  if (record.game === "spades") return "s";
  if (record.game === "hearts") return null;
  return record.upcard?.[1] ?? null;
}

/** Returns whether a card beats another that leads or wins the trick so far. */
export function beats(card: Card, other: Card, trump: string | null): boolean {
  if (card[1] === other[1]) return ORDER.indexOf(card[0]!) > ORDER.indexOf(other[0]!);
  return card[1] === trump;
}

/** Returns the place in the trick of the card that wins it so far; of equals the first. */
export function winnerOf(cards: readonly Card[], trump: string | null): number {
  let best = 0;
  cards.forEach((card, index) => {
    if (index > 0 && beats(card, cards[best]!, trump)) best = index;
  });
  return best;
}

/** Returns the suits that each seat has shown not to hold, by not following. */
export function shownVoids(tricks: readonly TricksTrick[], seats: number): Set<string>[] {
  const voids = Array.from({ length: seats }, () => new Set<string>());
  for (const trick of tricks) {
    const led = trick.cards[0]?.[1];
    trick.cards.forEach((card, index) => {
      if (led && card[1] !== led) voids[(trick.leader + index) % seats]!.add(led);
    });
  }
  return voids;
}

/** Reads the cards of a deal as the service writes them, quickly: there are thousands. */
function cardsOf(text: string): Card[] {
  return text === "" ? [] : text.split(" ");
}

/** A trick for the next card: the last one if it is not complete, else a new one of its winner. */
export function withCard(tricks: readonly TricksTrick[], card: Card, seats: number, trump: string | null, first: number): TricksTrick[] {
  const last = tricks.at(-1);
  if (last && last.cards.length < seats) return [...tricks.slice(0, -1), { ...last, cards: [...last.cards, card] }];
  const leader = last ? (last.leader + winnerOf(last.cards, trump)) % seats : first;
  return [...tricks, { leader, cards: [card] }];
}

export interface SuitShare {
  /** The expected number of cards, and the half-width of its 95 % interval. */
  mean: number;
  margin: number;
  /** The share of deals in which the seat holds none. */
  none: number;
}

/** Returns for each seat and suit what the sampled deals say. */
export function suitShares(deals: readonly (readonly string[])[], seats: number): SuitShare[][] {
  const n = deals.length;
  return Array.from({ length: seats }, (_, seat) => {
    const sums = [0, 0, 0, 0];
    const squares = [0, 0, 0, 0];
    const nones = [0, 0, 0, 0];
    for (const deal of deals) {
      const counts = [0, 0, 0, 0];
      const text = deal[seat] ?? "";
      for (let at = 1; at < text.length; at += 3) counts[SUIT_ORDER.indexOf(text[at] as "s")]! += 1;
      counts.forEach((count, suit) => {
        sums[suit]! += count;
        squares[suit]! += count * count;
        if (count === 0) nones[suit]! += 1;
      });
    }
    return sums.map((sum, suit) => {
      const mean = sum / n;
      const variance = Math.max(0, squares[suit]! / n - mean * mean) * (n / Math.max(1, n - 1));
      return { mean, margin: 1.96 * Math.sqrt(variance / n), none: nones[suit]! / n };
    });
  });
}

export interface Holding {
  /** The share of deals in which no seat that plays later can beat the card. */
  share: number;
  margin: number;
  exact: boolean;
}

/** Returns how often a card, played now, cannot be beaten any more; nothing for what is no card. */
export function holds(card: Card, record: ViewRecord, seats: number, deals: readonly (readonly string[])[]): Holding | null {
  if (!record.hand.includes(card)) return null;
  const trump = trumpOf(record);
  const last = record.tricks?.at(-1);
  const open = last && last.cards.length < seats ? last : { leader: record.seat, cards: [] };
  const cards = [...open.cards, card];
  if (winnerOf(cards, trump) !== cards.length - 1) return { share: 0, margin: 0, exact: true };
  const later = Array.from({ length: seats - cards.length }, (_, index) => (record.seat + 1 + index) % seats);
  if (later.length === 0) return { share: 1, margin: 0, exact: true };
  const led = cards[0]![1]!;
  const beaten = deals.filter((deal) =>
    later.some((seat) => {
      const hand = cardsOf(deal[seat] ?? "");
      const following = hand.filter((one) => one[1] === led);
      return (following.length > 0 ? following : hand).some((one) => beats(one, card, trump));
    }),
  ).length;
  const share = 1 - beaten / Math.max(1, deals.length);
  // Agresti and Coull's interval: no deal among hundreds is not none at all.
  const [n, centre] = [deals.length + 4, (deals.length - beaten + 2) / (deals.length + 4)];
  return { share, margin: 1.96 * Math.sqrt((centre * (1 - centre)) / n), exact: false };
}
