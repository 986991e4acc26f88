/** What `riichi/hand` answers. */
export interface Accepts {
  kinds: number;
  left: number;
  tiles: { tile: string; left: number }[];
  gone: string[];
}
export interface DiscardAnswer {
  tile: string;
  shanten: number;
  accepts: Accepts;
}
export type Cost = { ron: number } | { tsumo: { dealer: number; other: number } };
export interface WinAnswer {
  wins: boolean;
  win_tile: string;
  reason?: string;
  score?: {
    yaku: { english: string; romaji: string; han: number; yakuman: number }[];
    fu_parts: { reason: string; fu: number }[];
    fu: number;
    han: number;
    yakuman: number;
    limit: string;
    points: number;
    cost: Cost;
  };
  payment?: { honba: number; sticks: number; pays: Cost; total: number };
}
export interface DiscardValue {
  /** The tile; none for a hand before its draw. */
  tile: string | null;
  shanten: number;
  left: number;
  riichi: boolean;
  points_riichi: number | null;
  points_silent: number;
  /** By turn: chance to win, chance to be tenpai at the end, expected points. */
  win: number[];
  tenpai: number[];
  points: number[];
}
export interface EvAnswer {
  turn: number;
  draws: number;
  unseen: number;
  reshapes: boolean;
  complete: number | null;
  discards: DiscardValue[];
}
export interface HandAnswer {
  ev?: EvAnswer;
  hand: string;
  melds: string[];
  seats: number;
  shanten: number;
  forms: { standard: number; seven_pairs: number | null; thirteen_orphans: number | null };
  accepts?: Accepts;
  best_discard?: string;
  discards?: DiscardAnswer[];
  win?: WinAnswer;
}
