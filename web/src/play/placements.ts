/** Placements of open-face as the options of a seat. */
import type { OfcView, SolveAnswer, SolveRequest } from "../engine";
import type { ActAnswer, Option } from "../ui/Options.svelte";
import type { View } from "./types";

/** Returns the request of `ofc/solve` for a view. */
export function solveRequest(view: View): SolveRequest {
  const { seat, boards, hand, discards } = view as OfcView;
  return { board: boards[seat] ?? "", deal: hand, dead: discards, opponents: boards.filter((_, index) => index !== seat) };
}

/** Returns placements as the options of a seat, in the notation of its actions. */
export function placementsAsOptions(answer: SolveAnswer, view: View): ActAnswer {
  const { seat, hand } = view as OfcView;
  const cards = hand.split(/\s+/).filter(Boolean);
  const actions = answer.placements.map((one, index): Option => {
    const row = new Map(one.placed);
    const rows = ["top", "middle", "bottom"].map((name) => [name, one.placed.filter(([, where]) => where === name).map(([card]) => card).join(" ")] as const);
    const about = [...rows.filter(([, held]) => held !== "").map(([name, held]) => `${name} ${held}`), ...(one.discard ? [`out ${one.discard}`] : [])].join(", ");
    return {
      action: index, text: cards.map((card) => row.get(card)?.[0] ?? "x").join(""), about, visits: one.visits, value: one.value,
      ci: one.interval, proven: answer.exact ? one.value : null, share: 0, line: [],
      // Against the same sampled boards gaps are known better than values.
      ...(answer.how === "enumerated" && one.behind_interval ? { loss: one.behind, lossCi: one.behind_interval, confirmed: one.behind_interval[0] > 0 } : {}),
      foul: { value: one.foul, interval: one.foul_interval ?? null }, fantasyland: { value: one.fantasyland, interval: one.fantasyland_interval ?? null },
    };
  });
  // What was hardly tried has no interval, and comes last.
  const known = (one: Option): number => Number(one.proven !== null || one.ci !== null);
  actions.sort((a, b) => known(b) - known(a));
  return { game: "ofc", bot: "solver", seat, action: 0, text: actions[0]?.text ?? "", actions, totals: { iterations: answer.iterations, worlds: 0, seconds: answer.seconds, stop: "" } };
}
