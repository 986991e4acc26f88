/** What `riichi/review` answers. */
import type { MjaiEvent } from "./table";

export type MistakeClass = "efficiency" | "push" | "fold" | "call" | "riichi" | "kan" | "value";

export interface ReviewOption {
  text: string;
  value: number | null;
  ci: [number, number] | null;
  share: number;
}
export interface Acceptance {
  left: number;
  kinds: number;
}
export interface Decision {
  seat: number;
  /** The event after which the seat decides. */
  event: number;
  turn: number;
  shanten: number | null;
  /** The closed tiles without the one just drawn, that one, and the tile that may be called. */
  hand: string;
  drawn: string | null;
  offered: string | null;
  played: string;
  advised: string;
  loss: number;
  interval: [number, number] | null;
  mistake: boolean;
  class: MistakeClass | null;
  options: ReviewOption[];
  acceptance: { played: Acceptance; advised: Acceptance; gained: string[]; lost: string[] } | null;
}
/** Returns the half-width of the interval of a sum of losses, which are independent. */
export function sumMargin(decisions: readonly Decision[]): number {
  return Math.hypot(...decisions.map(({ loss, interval }) => (interval ? Math.max(loss - interval[0], interval[1] - loss) : 0)));
}
export interface ReviewRound {
  round: string;
  honba: number;
  sticks: number;
  scores: number[];
  deltas: number[];
  loss: number[];
  luck: number[] | null;
  luck_intervals: [number, number][] | null;
  events: MjaiEvent[];
  decisions: Decision[];
}
export interface SeatTotal {
  seat: number;
  decisions: number;
  loss: number;
  loss_per_decision: number;
  interval: [number, number] | null;
  mistakes: number;
  classes: Partial<Record<MistakeClass, { count: number; loss: number }>>;
  /** The points won or lost in all finished rounds, and the part of them that luck gave. */
  points: number;
  luck: number | null;
  luck_interval: [number, number] | null;
}
export interface ReviewAnswer {
  log: string;
  seats: number;
  names: string[];
  seat: number | null;
  bot: string;
  iterations: number;
  rounds: ReviewRound[];
  worst: { round: number; decision: number }[];
  totals: SeatTotal[];
  /** Whether the review was stopped before all decisions were done. */
  stopped: boolean;
}

/** What `riichi/danger` answers. */
export interface DangerAnswer {
  seat: number;
  opponents: { seat: number; tenpai: number; reasons: { text: string }[] }[];
  discards: { tile: string; deal_in: number; loss: number; against: { seat: number; deal_in: number; points: number; reasons: { text: string }[] }[] }[];
}
