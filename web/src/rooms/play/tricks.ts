/** A trick-taking table as it looks after some of the cards. */
import type { Card } from "../../lib/cards";
import type { TricksTrick } from "../../engine";

export interface Shown {
  /** The number of the trick that lies on the table. */
  number: number;
  leader: number;
  cards: Card[];
  complete: boolean;
  /** The seat that leads the next trick, once this one is complete. */
  winner: number | null;
  /** The trick before. */
  last: TricksTrick | null;
}

/** Returns what lies on the table after `shown` cards; a complete trick lies until the next card. */
export function tableAt(tricks: readonly TricksTrick[], shown: number, seats: number): Shown {
  let before = 0;
  for (const [number, trick] of tricks.entries()) {
    const here = Math.min(trick.cards.length, shown - before);
    if (shown <= before + trick.cards.length) {
      const cards = trick.cards.slice(0, Math.max(0, here));
      const complete = cards.length === seats;
      const next = tricks[number + 1]?.leader ?? null;
      return { number, leader: trick.leader, cards, complete, winner: complete ? next : null, last: tricks[number - 1] ?? null };
    }
    before += trick.cards.length;
  }
  return { number: tricks.length, leader: 0, cards: [], complete: false, winner: null, last: tricks.at(-1) ?? null };
}

/** Orders a hand for play: suits in alternating colours with trump first, high cards first. */
export function bySuitForPlay(a: Card, b: Card, trump: string | null): number {
  const suits = ["s", "h", "c", "d"].sort((one, other) => Number(other === trump) - Number(one === trump));
  const ranks = "AKQJT98765432";
  return suits.indexOf(a[1]!) - suits.indexOf(b[1]!) || ranks.indexOf(a[0]!) - ranks.indexOf(b[0]!);
}
