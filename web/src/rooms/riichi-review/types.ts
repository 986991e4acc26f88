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
  played: string;
  advised: string;
  loss: number;
  interval: [number, number] | null;
  mistake: boolean;
  class: MistakeClass | null;
  options: ReviewOption[];
  acceptance: { played: Acceptance; advised: Acceptance; gained: string[]; lost: string[] } | null;
}
export interface ReviewRound {
  round: string;
  honba: number;
  sticks: number;
  scores: number[];
  deltas: number[];
  loss: number[];
  luck: number[] | null;
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
  luck: number | null;
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
}
