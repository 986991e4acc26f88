/** What `ofc/solve`, `ofc/fantasy` and `ofc/score` answer. */
export interface Placement {
  placed: [string, string][];
  discard: string | null;
  board: string;
  value: number;
  foul: number;
  fantasyland: number;
  royalties: number;
  interval: [number, number] | null;
  foul_interval?: [number, number] | null;
  fantasyland_interval?: [number, number] | null;
  royalties_interval?: [number, number] | null;
  behind: number;
  behind_interval: [number, number] | null;
  visits: number | null;
}
export interface SolveAnswer {
  street: number;
  exact: boolean;
  how: string;
  modelled: string | null;
  iterations: number;
  seconds: number;
  placements: Placement[];
}
export interface Setting {
  top: string;
  middle: string;
  bottom: string;
  discards: string;
  royalties: number;
  stays: boolean;
  value: number;
}
export interface FantasyAnswer {
  rules: string;
  stay_value: number;
  settings: Setting[];
}
export interface ScoredBoard {
  board: string;
  complete: boolean;
  rows: { row: "top" | "middle" | "bottom"; cards: string; hand: string; royalties: number }[];
  foul: boolean;
  royalties: number;
  fantasyland: number | null;
  stays: boolean;
  points?: number | null;
}
export interface ScoreAnswer {
  rules: string;
  boards: ScoredBoard[];
  pairs: { boards: [number, number]; rows: number[]; scoop: number; royalties: number; points: number }[];
}
