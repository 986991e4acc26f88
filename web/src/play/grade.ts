/** A decision graded by the engine: points lost against the best option, with an interval. */
import type { ActAnswer, Option } from "../ui/Options.svelte";
import { classOf, type MistakeClass } from "./classes";

export interface Grade {
  played: string;
  best: string;
  /** Points lost; 0 for the best option. */
  loss: number;
  /** Whether the search did not try the move: it then counts like the worst that was tried. */
  untried: boolean;
  /** The half-width of the 95 % interval of the loss; nothing if both values are proven. */
  margin: number | null;
  /** Whether the loss is more than its interval explains. */
  mistake: boolean;
  class: MistakeClass;
}

/** Returns whether two notations name the same move: several cards in any order. */
export function sameMove(a: string, b: string): boolean {
  if (a === b) return true;
  const words = (text: string): string => text.replace("*", "").split(/\s+/).sort().join(" ");
  const rows = (text: string): string => text.split("/").map((row) => row.trim().split(/\s+/).sort().join(" ")).join("/");
  return a.includes("/") || b.includes("/") ? rows(a) === rows(b) : words(a) === words(b);
}

/** Returns the half-width of a value's interval: none if proven. */
function half(option: Option): number {
  return option.proven === null && option.ci ? (option.ci[1] - option.ci[0]) / 2 : 0;
}

/** Grades a move by the engine's answer; nothing where there is nothing to compare it with. */
export function gradeOf(answer: ActAnswer, played: string, view: Record<string, unknown>): Grade | null {
  const value = (one: Option): number => one.proven ?? one.value ?? 0;
  // A value without an interval, after a single try, tells nothing, good or bad.
  const valued = answer.actions.filter((one) => one.proven !== null || (one.value !== null && one.ci !== null));
  const best = valued[0];
  const own = answer.actions.find((one) => sameMove(one.text, played));
  if (!best || !own || (valued.length < 2 && own !== best)) return null;
  const untried = !valued.includes(own);
  if (untried && own.value !== null) return null;
  const counted = untried ? valued.reduce((worst, one) => (value(one) < value(worst) ? one : worst)) : own;
  const loss = Math.max(0, value(best) - value(counted));
  const noise = counted === best ? 0 : Math.hypot(half(best), half(counted));
  if (own.loss !== undefined && own.lossCi && own !== best) {
    // Paired playouts: their own interval, and a mistake only if they confirm it.
    const margin = (own.lossCi[1] - own.lossCi[0]) / 2;
    return { played: own.text, best: best.text, loss: own.loss, untried: false, margin, mistake: own.confirmed === true && own.loss > 0, class: classOf(answer.game, view, played) };
  }
  const exact = counted.proven !== null && best.proven !== null;
  return {
    played: own.text, best: best.text, loss, untried, margin: exact || counted === best ? null : noise,
    mistake: untried || loss > Math.max(noise, 1e-9), class: classOf(answer.game, view, played),
  };
}
