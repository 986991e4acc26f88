/** Advice at tables and for training: every option of a seat's view in points, with intervals. */
import { engine, type CallOptions } from "../engine";
import type { FantasyAnswer, OfcView, OpinionAnswer, ScoreAnswer, SolveAnswer } from "../engine";
import type { ActAnswer, Option } from "../ui/Options.svelte";
import { t } from "../texts";
import { placementsAsOptions, solveRequest } from "./placements";
import type { View } from "./types";

export interface AdviceBudget {
  timeout_ms: number;
  /** Iterations of a search. */
  iterations?: number;
  /** Worlds in which the reviewer compares riichi options. */
  worlds?: number;
  seed?: number;
  /** Open-face: the preset of the rules, and a Fantasyland setting to compare with the best. */
  preset?: string | undefined;
  played?: string;
}

/**
 * Advises a seat. In open-face the solver of placements does. In riichi the bot `search` judges most discards without playing them out, so that its
 * values are no points and have no intervals: there the reviewer advises, as in the review of a log.
 */
export async function advise(game: string, rules: unknown, view: View, budget: AdviceBudget, options: CallOptions<ActAnswer> = {}): Promise<ActAnswer> {
  const { timeout_ms, iterations, worlds, seed } = budget;
  if (game === "ofc" && inFantasyland(view)) return fantasyAdvice(view, budget, options.signal);
  if (game === "ofc" && budget.preset !== undefined) return placementAdvice(view, budget, options);
  const given = { rules, view, timeout_ms, ...(seed === undefined ? {} : { seed }) };
  if (game !== "riichi") return engine.call("act", { ...given, game, bot: "search", ...(iterations === undefined ? {} : { iterations }) }, options);
  const { signal, onProgress } = options;
  const answer = await engine.call("riichi/opinion", { ...given, worlds: worlds ?? 1000 }, {
    signal,
    ...(onProgress ? { onProgress: (partial: OpinionAnswer) => onProgress(opinionAsAdvice(partial)) } : {}),
  });
  return opinionAsAdvice(answer);
}

/** The placement solver has a value with its interval for every placement, not only for those that the bot tries. */
async function placementAdvice(view: View, budget: AdviceBudget, { signal, onProgress }: CallOptions<ActAnswer>): Promise<ActAnswer> {
  const { timeout_ms, iterations, seed, preset } = budget;
  const request = { ...solveRequest(view), timeout_ms, ...(preset === undefined ? {} : { rules: preset }), ...(iterations === undefined ? {} : { iterations }), ...(seed === undefined ? {} : { seed }) };
  const answer = await engine.call("ofc/solve", request, {
    signal,
    ...(onProgress ? { onProgress: (partial: SolveAnswer) => onProgress(placementsAsOptions(partial, view)) } : {}),
  });
  return placementsAsOptions(answer, view);
}

function inFantasyland(view: View): boolean {
  const { seat, fantasy } = view as OfcView;
  return (fantasy[seat] ?? 0) > 0;
}

/** Returns the boards of the others that are complete. */
export function completeBoards(boards: readonly string[], seat: number): string[] {
  return boards.filter((board, index) => index !== seat && (board.match(/[A-Z0-9][cdhs]|X/g) ?? []).length === 13);
}

/** Returns the best Fantasyland setting against the boards that are complete, and another one beside it: both exact. */
async function fantasyAdvice(view: View, { preset = "standard", played }: AdviceBudget, signal?: AbortSignal): Promise<ActAnswer> {
  const { seat, boards, hand } = view as OfcView;
  const opponents = completeBoards(boards, seat);
  const { settings, stay_value } = await engine.call("ofc/fantasy", { cards: hand, rules: preset, ...(opponents.length > 0 ? { opponents } : {}) }, { signal });
  const best = settings[0]!;
  const value = async (board: string): Promise<number> => {
    const scored = (await engine.call("ofc/score", { boards: [board, ...opponents], rules: preset }, { signal })).boards[0]!;
    return (opponents.length > 0 ? (scored.points ?? 0) : (scored.royalties ?? 0)) + (scored.stays ? stay_value : 0);
  };
  const texts = [`${best.top} / ${best.middle} / ${best.bottom}`, ...(played?.includes("/") ? [played] : [])];
  const values = await Promise.all(texts.map(value));
  const actions = texts.map((text, index): Option => {
    const rows = text.split("/").map((row) => row.trim());
    return { action: index, text, about: `top ${rows[0]}, middle ${rows[1]}, bottom ${rows[2]}`, visits: 0, value: values[index]!, ci: null, proven: values[index]!, share: 0, line: [] };
  });
  return { game: "ofc", bot: "fantasyland", seat, action: 0, text: texts[0]!, actions, totals: { iterations: 0, worlds: 0, seconds: 0, stop: "" } };
}

/** Returns the reviewer's opinion in the form of advice. */
export function opinionAsAdvice(answer: OpinionAnswer): ActAnswer {
  const actions = answer.options.map((one, index): Option => ({
    action: index, text: one.text, about: "", visits: answer.worlds, value: one.value, ci: one.ci, proven: null, share: 0, line: [],
    loss: one.loss, lossCi: one.loss_ci, confirmed: one.confirmed,
  }));
  const totals = { iterations: answer.worlds * actions.length, worlds: answer.worlds, seconds: 0, stop: "" };
  return { game: "riichi", bot: answer.bot, seat: answer.seat, action: 0, text: actions[0]?.text ?? "", actions, totals };
}

/** Returns the half-width of an interval as text. */
export function marginText(margin: number | null, decimals: number): string {
  return margin === null || margin === 0 ? t.common.exact : `± ${margin.toFixed(decimals)}`;
}
