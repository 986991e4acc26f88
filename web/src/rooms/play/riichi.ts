/** The riichi table of a seat's view after some of its steps, for drawing. */
import type { RiichiView } from "../../engine";
import { byTile, parseTiles, plain, type Tile } from "../../lib/tiles";
import type { Frame, Meld, SeatState } from "../riichi-review/table";

/** Reads a meld in notation: the mark after the called tile says whose it was. */
export function readMeld(text: string, seats: number): Meld {
  const mark = /[-=+]/.exec(text)?.[0];
  const suit = text.at(-1)!;
  const tiles = parseTiles(text.replace(/[-=+]/g, ""));
  const at = mark ? text.indexOf(mark) - 1 : -1;
  const called = at >= 0 ? text[at]! + suit : null;
  const closed = mark === undefined;
  const kind = closed ? "ankan" : tiles.length === 4 ? "daiminkan" : plain(tiles[0]!) === plain(tiles[1]!) ? "pon" : "chi";
  const from = mark === "+" ? 1 : mark === "-" ? seats - 1 : 2;
  return { kind, tiles: [...tiles].sort(byTile), called, from };
}

/** Returns the table after the first `count` steps; the own hand is the present one. */
export function frameAt(view: RiichiView, count: number): Frame {
  const seats = view.scores.length;
  const kyoku = `${view.wind}${view.dealer + 1}`;
  const state = (index: number): SeatState => ({ hand: [], drawn: null, river: [], melds: [], norths: 0, riichi: false, score: view.scores[index] ?? 0 });
  const list = Array.from({ length: seats }, (_, index) => state(index));
  let sticks = view.sticks;
  let declared = -1;
  view.steps.slice(0, count).forEach((step) => {
    const seat = list[step.seat]!;
    if (step.riichi && !step.discard) declared = step.seat;
    if (step.discard) {
      const riichi = step.riichi === true || declared === step.seat;
      if (declared === step.seat) declared = -1;
      seat.river.push({ tile: step.discard, tsumogiri: step.drawn === true, riichi, called: false });
      if (riichi) {
        seat.riichi = true;
        seat.score -= 1000;
        sticks += 1;
      }
    } else if (step.meld) {
      const meld = readMeld(step.meld, seats);
      if (meld.called !== null) takeFromRiver(list, step.seat, meld, seats);
      seat.melds.push(meld);
    } else if (step.add) addToPon(seat, step.add);
    else if (step.nuki) seat.norths += 1;
  });
  const whole = count >= view.steps.length;
  if (whole && view.end) view.end.deltas.forEach((_, index) => (list[index]!.score = view.now.scores[index] ?? 0));
  const own = parseTiles(view.hand).sort(byTile);
  list.forEach((seat, index) => {
    const closed = 13 - 3 * seat.melds.length;
    if (index !== view.seat) {
      const holds = whole && view.turn === index ? 1 : 0;
      seat.hand = Array<Tile>(Math.max(0, closed)).fill("");
      if (holds) seat.drawn = "";
      return;
    }
    seat.hand = own;
    if (view.drawn) {
      seat.hand.splice(seat.hand.indexOf(view.drawn), 1);
      seat.drawn = view.drawn;
    }
  });
  return { round: kyoku, honba: view.honba, sticks, dealer: view.dealer, dora: parseTiles(view.dora), seats: list, event: { type: "", ...(view.steps[count - 1] ? { actor: view.steps[count - 1]!.seat } : {}) } };
}

function takeFromRiver(list: SeatState[], seat: number, meld: Meld, seats: number): void {
  const river = list[(seat + meld.from) % seats]?.river;
  const last = river?.at(-1);
  if (river && last) river[river.length - 1] = { ...last, called: true };
}

function addToPon(seat: SeatState, tile: Tile): void {
  const index = seat.melds.findIndex((meld) => meld.kind === "pon" && plain(meld.tiles[0]!) === plain(tile));
  const pon = seat.melds[index];
  if (pon) seat.melds[index] = { ...pon, kind: "kakan", tiles: [...pon.tiles, tile].sort(byTile) };
}
