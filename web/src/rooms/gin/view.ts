/** A seat's view of gin as the room holds it: the cards in hand and what happened before. */
import { formatCards, type Card } from "../../lib/cards";

export interface Turn {
  seat: 0 | 1;
  took_upcard: boolean;
  discard: Card;
}
export interface GinHistory {
  /** Who dealt; the other seat begins. The seat of the view is 0. */
  dealer: 0 | 1;
  firstUpcard: Card | null;
  turns: Turn[];
  /** Whether the seat took the upcard in the turn that is not over. */
  tookUpcard: boolean;
}

export function emptyHistory(): GinHistory {
  return { dealer: 1, firstUpcard: null, turns: [], tookUpcard: false };
}

/** Returns the seat of the next turn. */
export function nextSeat(history: GinHistory): 0 | 1 {
  const first = history.dealer === 0 ? 1 : 0;
  return history.turns.length % 2 === 0 ? first : history.dealer;
}

/** Returns the card that may be taken: the last discard, or the card turned first. */
export function upcardOf(history: GinHistory): Card | null {
  return history.turns.at(-1)?.discard ?? history.firstUpcard;
}

/** Returns the cards that have been seen on the discard pile. */
export function seenCards(history: GinHistory): Card[] {
  const cards = history.turns.map((turn) => turn.discard);
  return history.firstUpcard && !cards.includes(history.firstUpcard) ? [history.firstUpcard, ...cards] : cards;
}

/** Returns the record of the view; nothing while it is not the seat's turn or a card is missing. */
export function viewRecord(hand: readonly Card[], history: GinHistory): Record<string, unknown> | null {
  if (!history.firstUpcard || nextSeat(history) !== 0) return null;
  const base = { seat: 0, dealer: history.dealer, to_act: 0, first_upcard: history.firstUpcard, hand: formatCards(hand), turns: history.turns };
  if (hand.length === 10) return { ...base, phase: history.turns.length === 0 ? "first_upcard" : "draw", upcard: upcardOf(history) };
  if (hand.length !== 11) return null;
  const last = history.tookUpcard ? { taken: upcardOf(history) } : { drawn: hand.at(-1) };
  return { ...base, phase: "discard", ...last };
}

/** Writes the history into a parameter of the address: `d4s Ts+ Td Kh`, a plus for a taken upcard. */
export function formatHistory(history: GinHistory): string {
  if (!history.firstUpcard) return "";
  const turns = history.turns.map((turn) => turn.discard + (turn.took_upcard ? "+" : ""));
  return [`${history.dealer}${history.firstUpcard}${history.tookUpcard ? "+" : ""}`, ...turns].join(" ");
}

export function parseHistory(text: string): GinHistory {
  const words = text.split(" ").filter(Boolean);
  const head = /^([01])([A23456789TJQK][cdhs])(\+?)$/.exec(words[0] ?? "");
  if (!head) return emptyHistory();
  const history: GinHistory = { dealer: head[1] === "0" ? 0 : 1, firstUpcard: head[2]!, turns: [], tookUpcard: head[3] === "+" };
  for (const word of words.slice(1)) {
    const turn = /^([A23456789TJQK][cdhs])(\+?)$/.exec(word);
    if (turn) history.turns.push({ seat: nextSeat(history), took_upcard: turn[2] === "+", discard: turn[1]! });
  }
  return history;
}
