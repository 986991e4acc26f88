/** The view of a seat at a decision of a reviewed round, for the call `riichi/danger`. */
import { byTile, formatTiles, parseTiles, type Tile } from "../../lib/tiles";
import { eventsOf, fromMjai, type MjaiEvent } from "./table";
import type { DecisionReview, ReviewRound } from "../../engine";

/** Returns the notation of a call: a mark after the called tile says whose it was. */
export function meldText(event: MjaiEvent, seats: number): string {
  const called = fromMjai(event.pai ?? "");
  const consumed = (event.consumed ?? []).map(fromMjai);
  const suit = called[1] ?? consumed[0]![1]!;
  const from = ((event.target ?? 0) - (event.actor ?? 0) + seats) % seats;
  const mark = from === 1 ? "+" : from === seats - 1 && seats === 4 ? "-" : "=";
  const marked = (tile: Tile): string => `${tile[0]}${mark}`;
  if (event.type === "chi") return [...consumed, called].sort(byTile).map((tile) => (tile === called ? marked(tile) : tile[0]!)).join("") + suit;
  return [...consumed].sort(byTile).map((tile) => tile[0]).join("") + marked(called) + suit;
}

/** Returns the events up to a decision as the steps of a view. */
export function stepsOf(events: readonly MjaiEvent[], seats: number): Record<string, unknown>[] {
  const steps: Record<string, unknown>[] = [];
  let declared = -1;
  for (const event of events) {
    const seat = event.actor ?? 0;
    switch (event.type) {
      case "reach":
        declared = seat;
        break;
      case "dahai":
        steps.push({ seat, discard: fromMjai(event.pai!), ...(event.tsumogiri ? { drawn: true } : {}), ...(declared === seat ? { riichi: true } : {}) });
        declared = -1;
        break;
      case "chi":
      case "pon":
      case "daiminkan":
        steps.push({ seat, meld: meldText(event, seats) });
        break;
      case "ankan": {
        const tiles = (event.consumed ?? []).map(fromMjai).sort(byTile);
        steps.push({ seat, meld: formatTiles(tiles) });
        break;
      }
      case "kakan":
        steps.push({ seat, add: fromMjai(event.pai!) });
        break;
      case "nukidora":
        steps.push({ seat, nuki: true });
        break;
    }
  }
  if (declared >= 0) steps.push({ seat: declared, riichi: true });
  return steps;
}

/** Returns the record of the seat's view at a decision on its own turn. */
export function viewAt(round: ReviewRound, decision: DecisionReview): Record<string, unknown> {
  const events = eventsOf(round);
  const start = events[0]!;
  const past = events.slice(1, decision.event + 1);
  const dora = [start.dora_marker, ...past.filter((event) => event.type === "dora").map((event) => event.dora_marker)];
  const hand = [...parseTiles(decision.hand), ...(decision.drawn ? [decision.drawn] : [])];
  return {
    seat: decision.seat,
    wind: round.round[0],
    dealer: start.oya ?? 0,
    honba: round.honba,
    sticks: round.sticks,
    scores: round.scores,
    dora: formatTiles(dora.filter((name) => name !== undefined).map(fromMjai)),
    hand: formatTiles(hand.sort(byTile)),
    ...(decision.drawn ? { drawn: decision.drawn } : { turn: decision.seat }),
    steps: stepsOf(past, round.scores.length),
  };
}
