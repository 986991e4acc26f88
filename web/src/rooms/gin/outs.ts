import { PACK, type Card } from "../../lib/cards";
import type { DeadwoodAnswer } from "../../engine";

/** A card that lowers the deadwood of ten cards, and what is left after the best discard. */
export interface Out {
  card: string;
  deadwood: number;
}

/** Returns the requests' hands: the ten cards with every other card of the pack in turn. */
export function drawn(hand: readonly Card[]): { card: Card; text: string }[] {
  return PACK.filter((card) => !hand.includes(card)).map((card) => ({ card, text: [...hand, card].join(" ") }));
}

/** Returns the cards that lower the deadwood, best first. */
export function outs(before: number, cards: readonly Card[], answer: DeadwoodAnswer): Out[] {
  return (answer.hands ?? [])
    .map((hand, index) => {
      const least = Math.min(...(hand.discards ?? []).map((one) => one.deadwood));
      return { card: cards[index]!, deadwood: least };
    })
    .filter((out) => out.deadwood < before)
    .sort((a, b) => a.deadwood - b.deadwood);
}
