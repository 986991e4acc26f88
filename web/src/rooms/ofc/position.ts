/** A position of open-face Chinese poker as the room holds it, and its texts. */
import type { SolveRequest } from "../../engine";
import { formatCards, parseCards, type Card } from "../../lib/cards";

export const ROWS = ["top", "middle", "bottom"] as const;
export type Row = (typeof ROWS)[number];
export const CAPACITY: Record<Row, number> = { top: 3, middle: 5, bottom: 5 };

export type Board = Record<Row, Card[]>;

export interface Position {
  /** The solver's own board, then the opponents'. */
  boards: Board[];
  deal: Card[];
  dead: Card[];
  rules: string;
}

/** A place where cards lie. */
export type Place =
  | { kind: "row"; board: number; row: Row }
  | { kind: "deal" }
  | { kind: "dead" };

export function emptyBoard(): Board {
  return { top: [], middle: [], bottom: [] };
}

export function emptyPosition(): Position {
  return { boards: [emptyBoard()], deal: [], dead: [], rules: "standard" };
}

/** Returns every card of a position, wherever it lies. */
export function allCards(position: Position): Card[] {
  const rows = position.boards.flatMap((board) => ROWS.flatMap((row) => board[row]));
  return [...rows, ...position.deal, ...position.dead];
}

/** Returns the cards at a place. */
export function cardsAt(position: Position, place: Place): Card[] {
  if (place.kind === "row") return position.boards[place.board]?.[place.row] ?? [];
  return position[place.kind];
}

/** Returns how many cards a place holds at most. */
export function capacity(place: Place): number {
  if (place.kind === "row") return CAPACITY[place.row];
  return place.kind === "deal" ? 5 : 40;
}

/** Returns the position with a card moved, added (`from` none) or taken away (`to` none). */
export function moved(position: Position, card: Card, from: Place | null, to: Place | null): Position {
  const next: Position = {
    ...position,
    boards: position.boards.map((board) => ({ top: [...board.top], middle: [...board.middle], bottom: [...board.bottom] })),
    deal: [...position.deal],
    dead: [...position.dead],
  };
  if (to && !same(from, to) && cardsAt(next, to).length >= capacity(to)) return position;
  if (from) {
    const cards = cardsAt(next, from);
    const at = cards.indexOf(card);
    if (at >= 0) cards.splice(at, 1);
  }
  if (to) cardsAt(next, to).push(card);
  return next;
}

function same(a: Place | null, b: Place): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export function formatBoard(board: Board): string {
  return ROWS.map((row) => formatCards(board[row])).join(" / ");
}

export function parseBoard(text: string): Board {
  const parts = text.split("/");
  const board = emptyBoard();
  ROWS.forEach((row, index) => (board[row] = parseCards(parts[index] ?? "")));
  return board;
}

export function isEmpty(board: Board): boolean {
  return ROWS.every((row) => board[row].length === 0);
}

/** Returns the parameters of the room's address. */
export function toParams(position: Position): Record<string, string> {
  const params: Record<string, string> = {
    board: isEmpty(position.boards[0]!) ? "" : formatBoard(position.boards[0]!),
    deal: formatCards(position.deal),
    dead: formatCards(position.dead),
    rules: position.rules === "standard" ? "" : position.rules,
  };
  position.boards.slice(1).forEach((board, index) => (params[`opponent${index + 1}`] = formatBoard(board)));
  return params;
}

export function fromParams(params: Record<string, string>): Position {
  const boards = [parseBoard(params["board"] ?? "")];
  for (const key of ["opponent1", "opponent2"]) {
    const text = params[key];
    if (text !== undefined) boards.push(parseBoard(text));
  }
  return {
    boards,
    deal: parseCards(params["deal"] ?? ""),
    dead: parseCards(params["dead"] ?? ""),
    rules: params["rules"] || "standard",
  };
}

/** Returns the request of `ofc/solve`. */
export function solveRequest(position: Position): SolveRequest {
  return {
    board: formatBoard(position.boards[0]!),
    deal: formatCards(position.deal),
    dead: formatCards(position.dead),
    opponents: position.boards.slice(1).map(formatBoard),
    rules: position.rules,
  };
}

/** Returns the command line that solves the position. */
export function commandLine(position: Position): string {
  const words = ["facedown ofc solve"];
  if (!isEmpty(position.boards[0]!)) words.push(`--board "${formatBoard(position.boards[0]!)}"`);
  words.push(`--deal "${formatCards(position.deal)}"`);
  if (position.dead.length > 0) words.push(`--dead "${formatCards(position.dead)}"`);
  for (const board of position.boards.slice(1)) words.push(`--opponent "${formatBoard(board)}"`);
  if (position.rules !== "standard") words.push(`--rules ${position.rules}`);
  return words.join(" ");
}
