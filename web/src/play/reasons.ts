/** A reason for the best move, from what the seat knows: the trick, the outs, what is known of others. */
import { engine } from "../engine";
import { percent } from "../lib/format";
import type { GinAnswer } from "../rooms/gin/types";
import { drawn, outs } from "../rooms/gin/outs";
import { holds } from "../rooms/tricks/knowledge";
import type { ViewRecord } from "../rooms/tricks/view";
import type { HandAnswer } from "../rooms/riichi-hand/types";
import { t } from "../texts";
import type { ActAnswer } from "../ui/Options.svelte";
import { findGame } from "./games";
import type { TableAnswer } from "./types";

export async function reasonFor(answer: TableAnswer, advice: ActAnswer): Promise<string> {
  const best = advice.actions[0]?.text ?? "";
  try {
    switch (findGame(answer.game).family) {
      case "tricks":
        return await tricksReason(answer, best);
      case "gin":
        return await ginReason(answer, best);
      case "riichi":
        return await riichiReason(answer, best);
      case "ofc":
        return "";
    }
  } catch {
    // A reason is an extra: without one the advice stands.
    return "";
  }
}

async function tricksReason(answer: TableAnswer, best: string): Promise<string> {
  const { game, rules, view } = answer;
  const card = best.replace(/^play /, "");
  if (!/^[A23456789TJQK][cdhs]$/.test(card)) return "";
  const { deals } = await engine.call<{ deals: string[][] }>("tricks/deals", { game, rules, view, n: 400, seed: 1 });
  const held = holds(card, { game, ...view } as unknown as ViewRecord, answer.players.length, deals);
  if (!held) return "";
  if (held.exact) return held.share === 1 ? t.play.reasons.takes : t.play.reasons.ducks;
  return t.tricks.holds(percent(held.share, 0), percent(held.margin, 0));
}

async function ginReason(answer: TableAnswer, best: string): Promise<string> {
  const hand = answer.view["hand"] as string[];
  if (hand.length !== 11) return "";
  const kept = hand.filter((card) => card !== best);
  if (kept.length !== 10) return "";
  const seen = new Set([...hand, ...((answer.view["turns"] ?? []) as { discard: string }[]).map((turn) => turn.discard)]);
  const draws = drawn(kept).filter((draw) => !seen.has(draw.card));
  const requests = [kept.join(" "), ...draws.map((draw) => draw.text)];
  const { hands } = await engine.call<GinAnswer>("gin/deadwood", { hands: requests });
  const [after, ...others] = hands;
  const good = outs(after!.deadwood, draws.map((draw) => draw.card), { hands: others });
  return t.play.reasons.gin(after!.deadwood, good.length, draws.length);
}

async function riichiReason(answer: TableAnswer, best: string): Promise<string> {
  const view = answer.view as { hand: string; seat: number; now: { melds: string[][] } };
  const tile = best.replace("*", "").replace(/^riichi /, "");
  if (!/^[0-9][mpsz]$/.test(tile)) return "";
  const seats = answer.players.length;
  const request = { tiles: view.hand, melds: view.now.melds[view.seat] ?? [], seats };
  const hand = await engine.call<HandAnswer>("riichi/hand", request);
  const row = hand.discards?.find((one) => one.tile === tile);
  return row ? t.play.reasons.riichi(row.shanten, row.accepts.kinds, row.accepts.left) : "";
}
