/** What the calls at tables answer. */

export interface Action {
  action: number;
  text: string;
  about: string;
}
export interface TableEvent {
  hand: number;
  seat?: number;
  action?: number;
  text: string;
}
export interface HandResult {
  scores: number[];
  totals: number[];
}
export type View = Record<string, unknown>;

export interface TableAnswer {
  game: string;
  rules: Record<string, unknown>;
  seat: number;
  players: string[];
  hand: number;
  view: View;
  text: string;
  your_turn: boolean;
  actions: Action[];
  selection?: { verb: string; count: number; cards: string[]; example: string };
  scores: number[];
  results: HandResult[];
  last_view?: View;
  over: boolean;
  winners?: number[];
  resigned?: number;
  can_undo: boolean;
  seen: number;
  events: TableEvent[];
}
export interface CreateAnswer {
  table: string;
  tokens: { seat: number; token: string }[];
}
export interface HistoryAnswer {
  game: string;
  rules: Record<string, unknown>;
  seat: number;
  events: TableEvent[];
  results: HandResult[];
  views: View[];
  over: boolean;
}

/** A move: an action's id, its text, or several ids. */
export type Chosen = number | string | number[];
