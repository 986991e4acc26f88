/** The riichi table at every step of a round, folded from MJAI events. */
import type { ReviewRound } from "../../engine";
import { byTile, plain, type Tile } from "../../lib/tiles";

/** An event of MJAI; fields beyond these are passed over. */
export interface MjaiEvent {
  type: string;
  actor?: number;
  target?: number;
  pai?: string;
  consumed?: string[];
  tsumogiri?: boolean;
  bakaze?: string;
  kyoku?: number;
  honba?: number;
  kyotaku?: number;
  oya?: number;
  scores?: number[];
  tehais?: string[][];
  dora_marker?: string;
  deltas?: number[];
}

/** Returns the events of a round; what they hold is MJAI's, so the document of the service leaves it open. */
export function eventsOf(round: ReviewRound): MjaiEvent[] {
  return round.events as unknown[] as MjaiEvent[];
}
export interface Discard {
  tile: Tile;
  tsumogiri: boolean;
  riichi: boolean;
  called: boolean;
}
export interface Meld {
  kind: "chi" | "pon" | "daiminkan" | "kakan" | "ankan" | "nukidora";
  tiles: Tile[];
  /** The tile taken from another seat's river, and how many seats further that seat sits. */
  called: Tile | null;
  from: number;
}
export interface SeatState {
  hand: Tile[];
  drawn: Tile | null;
  river: Discard[];
  melds: Meld[];
  norths: number;
  riichi: boolean;
  score: number;
}
export interface Frame {
  /** The wind and number of the round: `E1`. */
  round: string;
  honba: number;
  sticks: number;
  dealer: number;
  dora: Tile[];
  seats: SeatState[];
  /** The event that led here. */
  event: MjaiEvent;
}

const HONOURS: Record<string, Tile> = { E: "1z", S: "2z", W: "3z", N: "4z", P: "5z", F: "6z", C: "7z", "?": "" };

/** Returns a tile from its MJAI name. */
export function fromMjai(name: string): Tile {
  const honour = HONOURS[name];
  if (honour !== undefined) return honour;
  return name.endsWith("r") ? `0${name[1]}` : name;
}

/** Returns the table after every event of a round; the first event starts it. */
export function frames(events: readonly MjaiEvent[]): Frame[] {
  const list: Frame[] = [];
  let now: Frame | null = null;
  for (const event of events) {
    now = step(now, event);
    if (now) list.push(now);
  }
  return list;
}

function step(before: Frame | null, event: MjaiEvent): Frame | null {
  if (event.type === "start_kyoku") return start(event);
  if (!before) return null;
  const frame = copy(before, event);
  const seat = event.actor === undefined ? undefined : frame.seats[event.actor];
  const tile = event.pai === undefined ? "" : fromMjai(event.pai);
  switch (event.type) {
    case "tsumo":
      if (seat) seat.drawn = tile;
      break;
    case "dahai":
      if (seat) discard(seat, tile, event.tsumogiri ?? false);
      break;
    case "reach":
      if (seat) seat.riichi = true;
      break;
    case "reach_accepted":
      if (seat) seat.score -= 1000;
      frame.sticks += 1;
      break;
    case "dora":
      if (event.dora_marker) frame.dora.push(fromMjai(event.dora_marker));
      break;
    case "chi":
    case "pon":
    case "daiminkan":
      if (seat) call(frame, seat, event, tile);
      break;
    case "kakan":
      if (seat) addedKan(seat, tile);
      break;
    case "ankan":
      if (seat) closedKan(seat, (event.consumed ?? []).map(fromMjai));
      break;
    case "nukidora":
      if (seat) {
        gather(seat);
        takeOut(seat, "4z");
        seat.norths += 1;
      }
      break;
    case "hora":
    case "ryukyoku":
      event.deltas?.forEach((delta, index) => {
        const one = frame.seats[index];
        if (one) one.score += delta;
      });
      break;
  }
  return frame;
}

function start(event: MjaiEvent): Frame {
  const tehais = event.tehais ?? [];
  return {
    round: `${event.bakaze ?? "E"}${event.kyoku ?? 1}`,
    honba: event.honba ?? 0,
    sticks: event.kyotaku ?? 0,
    dealer: event.oya ?? 0,
    dora: event.dora_marker ? [fromMjai(event.dora_marker)] : [],
    seats: tehais.map((names, index) => ({
      hand: names.map(fromMjai).sort(byTile),
      drawn: null,
      river: [],
      melds: [],
      norths: 0,
      riichi: false,
      score: event.scores?.[index] ?? 0,
    })),
    event,
  };
}

function copy(frame: Frame, event: MjaiEvent): Frame {
  return {
    ...frame,
    dora: [...frame.dora],
    seats: frame.seats.map((seat) => ({ ...seat, hand: [...seat.hand], river: [...seat.river], melds: [...seat.melds] })),
    event,
  };
}

/** Puts the drawn tile among the others. */
function gather(seat: SeatState): void {
  if (seat.drawn !== null) seat.hand.push(seat.drawn);
  seat.drawn = null;
  seat.hand.sort(byTile);
}

function takeOut(seat: SeatState, tile: Tile): void {
  const exact = seat.hand.indexOf(tile);
  const index = exact >= 0 ? exact : seat.hand.findIndex((one) => plain(one) === plain(tile) || one === "");
  if (index >= 0) seat.hand.splice(index, 1);
}

function discard(seat: SeatState, tile: Tile, tsumogiri: boolean): void {
  if (tsumogiri && seat.drawn !== null) seat.drawn = null;
  else {
    gather(seat);
    takeOut(seat, tile);
  }
  gather(seat);
  const declares = seat.riichi && !seat.river.some((one) => one.riichi);
  seat.river.push({ tile, tsumogiri, riichi: declares, called: false });
}

function call(frame: Frame, seat: SeatState, event: MjaiEvent, tile: Tile): void {
  const consumed = (event.consumed ?? []).map(fromMjai);
  consumed.forEach((one) => takeOut(seat, one));
  const river = frame.seats[event.target ?? 0]?.river;
  const last = river?.at(-1);
  if (river && last) river[river.length - 1] = { ...last, called: true };
  const from = ((event.target ?? 0) - (event.actor ?? 0) + frame.seats.length) % frame.seats.length;
  seat.melds.push({ kind: event.type as Meld["kind"], tiles: [tile, ...consumed].sort(byTile), called: tile, from });
}

function addedKan(seat: SeatState, tile: Tile): void {
  gather(seat);
  takeOut(seat, tile);
  const index = seat.melds.findIndex((meld) => meld.kind === "pon" && plain(meld.tiles[0] ?? "") === plain(tile));
  const pon = seat.melds[index];
  if (pon) seat.melds[index] = { ...pon, kind: "kakan", tiles: [...pon.tiles, tile].sort(byTile) };
}

function closedKan(seat: SeatState, tiles: Tile[]): void {
  gather(seat);
  tiles.forEach((tile) => takeOut(seat, tile));
  seat.melds.push({ kind: "ankan", tiles, called: null, from: 0 });
}
