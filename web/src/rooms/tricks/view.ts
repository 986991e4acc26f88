/** A seat's view of a trick-taking game: the record of the service, and the room's text fields. */
import { formatCards, parseCards, type Card } from "../../lib/cards";
import type { GameDescription, TricksView } from "../../engine";
import { games } from "../../play/games.svelte";
import { t } from "../../texts";

/** A view as it is entered: what follows from the rest may be left out. */
export type ViewRecord = Partial<Omit<TricksView, "game" | "hand">> & Pick<TricksView, "seat" | "dealer"> & { game: string; hand: Card[] };

/** The fields in which a view is entered, all texts. */
export interface Fields {
  game: string;
  seats: string;
  seat: string;
  dealer: string;
  handNumber: string;
  hand: string;
  upcard: string;
  given: string;
  received: string;
  /** One call a word: `0:2 1:nil`. */
  calls: string;
  /** One trick a line: `1: 2c Jc 4c 3c`. */
  tricks: string;
}

/** Returns the trick-taking games, none before they are loaded. */
export function trickGames(): GameDescription[] {
  return games().filter((one) => one.family === "tricks");
}

export const EXAMPLES: readonly ViewRecord[] = [
  {
    game: "hearts", seat: 0, dealer: 3,
    hand: ["Ac", "5c", "7c", "9c", "Qc", "Ah", "Jh", "Qh", "4s"],
    passing: { given: ["9d", "Js", "Ks"], received: ["9c", "Ah", "Jh"] },
    tricks: [
      { leader: 1, cards: ["2c", "Jc", "4c", "3c"] },
      { leader: 2, cards: ["7s", "6s", "5s", "8s"] },
      { leader: 1, cards: ["9d", "7d", "6d", "9h"] },
      { leader: 1, cards: ["5h", "Th", "8h", "3h"] },
      { leader: 2, cards: ["6c", "Qs"] },
    ],
  },
  {
    game: "oh-hell", seats: 4, seat: 0, dealer: 3, hand_number: 6, hand: ["2h", "9s"], upcard: "Qs",
    calls: [{ seat: 0, call: "2" }, { seat: 1, call: "1" }, { seat: 2, call: "1" }, { seat: 3, call: "1" }],
    tricks: [
      { leader: 0, cards: ["Ah", "Kh", "2s", "6h"] },
      { leader: 2, cards: ["7c", "Tc", "3c", "5c"] },
      { leader: 3, cards: ["Jc"] },
    ],
  },
];

function whole(text: string, name: string): number {
  const value = Number(text.trim());
  if (text.trim() === "" || !Number.isInteger(value) || value < 0) throw new Error(t.errors.noWhole(name, text));
  return value;
}

/** Reads the fields; the error names the field. */
export function toRecord(fields: Fields): ViewRecord {
  const cards = (text: string, name: string): Card[] => {
    try {
      return parseCards(text);
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const record: ViewRecord = {
    game: fields.game,
    seat: whole(fields.seat, "seat"),
    dealer: whole(fields.dealer, "dealer"),
    hand: cards(fields.hand, "hand"),
  };
  if (fields.seats.trim()) record.seats = whole(fields.seats, "seats");
  if (fields.handNumber.trim()) record.hand_number = whole(fields.handNumber, "hand number");
  const upcard = cards(fields.upcard, "upcard")[0];
  if (upcard) record.upcard = upcard;
  const given = cards(fields.given, "passed");
  const received = cards(fields.received, "received");
  if (given.length > 0 || received.length > 0) record.passing = { given, received };
  const calls = fields.calls.split(/[\s,;]+/).filter(Boolean).map((word) => {
    const cut = word.indexOf(":");
    if (cut < 1) throw new Error(t.errors.call(word));
    return { seat: whole(word.slice(0, cut), "calls"), call: word.slice(cut + 1).replaceAll("-", " ") };
  });
  if (calls.length > 0) record.calls = calls;
  const tricks = fields.tricks.split("\n").filter((line) => line.trim() !== "").map((line, index) => {
    const cut = line.indexOf(":");
    if (cut < 1) throw new Error(t.errors.trick(index + 1, line.trim()));
    return { leader: whole(line.slice(0, cut), `trick ${index + 1}`), cards: cards(line.slice(cut + 1), `trick ${index + 1}`) };
  });
  if (tricks.length > 0) record.tricks = tricks;
  return record;
}

/** Writes a record into the fields. */
export function toFields(record: ViewRecord): Fields {
  return {
    game: record.game,
    seats: record.seats === undefined ? "" : String(record.seats),
    seat: String(record.seat),
    dealer: String(record.dealer),
    handNumber: record.hand_number === undefined ? "" : String(record.hand_number),
    hand: formatCards(record.hand ?? []),
    upcard: record.upcard ?? "",
    given: formatCards(record.passing?.given ?? []),
    received: formatCards(record.passing?.received ?? []),
    calls: (record.calls ?? []).map((one) => `${one.seat}:${one.call.replaceAll(" ", "-")}`).join(" "),
    tricks: (record.tricks ?? []).map((trick) => `${trick.leader}: ${formatCards(trick.cards)}`).join("\n"),
  };
}

/** Reads a pasted record, bare or inside the document of `facedown advise`. */
export function parseRecord(text: string): ViewRecord {
  let value: Record<string, unknown> | null;
  try {
    value = JSON.parse(text) as Record<string, unknown> | null;
  } catch (error) {
    throw new Error(t.errors.noJson(error instanceof Error ? error.message : String(error)));
  }
  const view = (value?.["view"] ?? value) as ViewRecord | null;
  const game = String(view?.game ?? value?.["game"] ?? "");
  const known = trickGames().map((one) => one.name);
  if (game !== "" && known.length > 0 && !known.includes(game)) throw new Error(t.errors.otherGame(game.slice(0, 40), known.join(", ")));
  const texts = (list: unknown): boolean => Array.isArray(list) && list.every((one) => typeof one === "string");
  if (typeof view !== "object" || view === null || !texts(view.hand)) throw new Error(t.errors.noView);
  const calls = (view.calls ?? []).every((one) => typeof one?.call === "string");
  if (!calls || !(view.tricks ?? []).every((one) => texts(one?.cards)) || (view.passing && !(texts(view.passing.given) && texts(view.passing.received)))) throw new Error(t.errors.brokenView);
  return { ...view, game: game === "" ? EXAMPLES[0]!.game : game };
}

/** Returns for every unseen card the share of deals in which each holder has it. */
export function whereabouts(deals: readonly (readonly string[])[], holders: number): Map<Card, number[]> {
  const counts = new Map<Card, number[]>();
  for (const deal of deals) {
    deal.slice(0, holders).forEach((text, holder) => {
      // As the service writes them; a general reader would take too long for thousands of deals.
      for (const card of text === "" ? [] : text.split(" ")) {
        let row = counts.get(card);
        if (!row) counts.set(card, (row = Array<number>(holders).fill(0)));
        row[holder]! += 1 / deals.length;
      }
    });
  }
  return counts;
}
