/** A reason for the best move, from what the seat knows: the trick, the outs, what is known of others. */
import { engine } from "../engine";
import { SUIT_GLYPHS } from "../lib/cards";
import { percent } from "../lib/format";
import type { DeadwoodAnswer, GinView, OfcView, RiichiView, TricksView } from "../engine";
import { drawn, outs } from "../rooms/gin/outs";
import { tenpaiMargin } from "../rooms/riichi-review/calibration";
import type { DangerAnswer } from "../engine";
import { holds } from "../rooms/tricks/knowledge";
import type { Row } from "../rooms/ofc/position";
import type { HandAnswer } from "../engine";
import { t } from "../texts";
import type { ActAnswer, Chance, Option } from "../ui/Options.svelte";
import type { ScoreAnswer } from "../engine";
import { completeBoards } from "./advise";
import { familyOf } from "./games.svelte";
import type { TableAnswer } from "./types";

export async function reasonFor(answer: TableAnswer, advice: ActAnswer, preset = "standard"): Promise<string> {
  const best = advice.actions[0]?.text ?? "";
  try {
    switch (familyOf(answer.game)) {
      case "tricks":
        return await tricksReason(answer, best);
      case "gin":
        return await ginReason(answer, best);
      case "riichi":
        return await riichiReason(answer, best);
      case "ofc":
        return advice.bot === "fantasyland" ? await settingReason(answer, best, preset) : advice.actions[0] ? ofcReason(advice.actions[0]) : "";
      default:
        return "";
    }
  } catch {
    // A reason is an extra: without one the advice stands.
    return "";
  }
}

async function tricksReason(answer: TableAnswer, best: string): Promise<string> {
  const { game, rules, view } = answer;
  const { seat, now, hand: held } = view as TricksView;
  const hand = held ?? [];
  const known = now.voids
    .map((suits, other) => ({ other, suits: [...suits] }))
    .filter(({ other, suits }) => other !== seat && suits.length > 0 && (now.cards[other] ?? 0) > 0)
    .map(({ other, suits }) => t.play.reasons.void(t.play.seatName(other), suits.map((suit) => SUIT_GLYPHS[suit]).join(" ")));
  const card = best.replace(/^play /, "");
  if (/^[A23456789TJQK][cdhs]$/.test(card)) {
    const { deals } = await engine.call("tricks/deals", { game, rules, view, n: 400, seed: 1 });
    const chances = holds(card, { ...(view as TricksView), game, hand }, answer.players.length, deals);
    const chance = !chances ? "" : !chances.exact ? sentence(t.tricks.holds(percent(chances.share, 0), percent(chances.margin, 0))) : chances.share === 1 ? t.play.reasons.takes : t.play.reasons.ducks;
    return [chance, ...known].filter(Boolean).join(" ");
  }
  if (best.startsWith("pass ")) return passReason(hand, best.split(" ").slice(1));
  const trumps = hand.filter((one) => one[1] === now.trump).length;
  return t.play.reasons.bid(hand.filter((one) => one.startsWith("A")).length, now.trump ? trumps : null, hand.length);
}

/** Returns what a pass in Hearts does: suits that it empties, spades that may take the queen, high cards that it gives away. */
export function passReason(hand: readonly string[], passed: readonly string[]): string {
  const kept = hand.filter((card) => !passed.includes(card));
  const signs = (suits: readonly string[]): string => suits.map((suit) => SUIT_GLYPHS[suit]).join(" ");
  const given = [...new Set(passed.map((card) => card[1]!))];
  const emptied = given.filter((suit) => !kept.some((card) => card[1] === suit));
  const spades = passed.filter((card) => /^[QKA]s$/.test(card));
  const guards = kept.filter((card) => card[1] === "s" && !/^[QKA]/.test(card)).length;
  const high = (cards: readonly string[]): number => cards.filter((card) => /^[TJQKA]/.test(card)).length;
  const parts = [
    ...(emptied.length > 0 ? [t.play.reasons.empties(signs(emptied))] : []),
    ...(spades.length > 0 ? [t.play.reasons.spades(spades.join(" "))] : kept.includes("Qs") ? [t.play.reasons.guards(guards)] : []),
    ...(high(passed) > 0 ? [t.play.reasons.high(high(passed), high(hand))] : []),
  ];
  if (parts.length > 0) return parts.join(" ");
  return given.map((suit) => t.play.reasons.leaves(kept.filter((card) => card[1] === suit).length, signs([suit]))).join(" ");
}

async function ginReason(answer: TableAnswer, best: string): Promise<string> {
  const view = answer.view as GinView;
  const known = view.opponent_known.length > 0 ? t.play.reasons.hold(view.opponent_known.join(" ")) : "";
  if (/^(knock|gin|big gin)/.test(best)) return t.play.reasons.knock(view.deadwood);
  const kept = view.hand.length === 11 ? view.hand.filter((card) => card !== best) : view.hand;
  if (kept.length !== 10) return [t.play.reasons.deadwood(view.deadwood), known].filter(Boolean).join(" ");
  const seen = new Set([...view.hand, ...view.opponent_known, ...(view.turns ?? []).map((turn) => turn.discard), ...(view.upcard ? [view.upcard] : [])]);
  const draws = drawn(kept).filter((draw) => !seen.has(draw.card));
  const taken = view.hand.length === 10 && view.upcard ? [[...kept, view.upcard].join(" ")] : [];
  const { hands } = await engine.call("gin/deadwood", { hands: [kept.join(" "), ...taken, ...draws.map((draw) => draw.text)] });
  const [after, ...others] = hands ?? [];
  const withUpcard = taken.length > 0 ? others.shift() : undefined;
  const good = outs(after!.deadwood, draws.map((draw) => draw.card), { hands: others });
  const upcard = withUpcard ? t.play.reasons.upcard(after!.deadwood, Math.min(...(withUpcard.discards ?? []).map((one) => one.deadwood))) : "";
  const leaves = withUpcard ? t.play.reasons.stock(good.length, draws.length) : t.play.reasons.gin(after!.deadwood, good.length, draws.length);
  return [upcard, leaves, known].filter(Boolean).join(" ");
}

async function riichiReason(answer: TableAnswer, best: string): Promise<string> {
  const view = answer.view as RiichiView;
  const tile = best.replace("*", "").replace(/^riichi /, "");
  const seats = answer.players.length;
  const hand = await engine.call("riichi/hand", { tiles: view.hand, melds: view.now.melds[view.seat] ?? [], seats });
  const row = hand.discards?.find((one) => one.tile === tile);
  const shape = row ? t.play.reasons.riichi(row.shanten, row.accepts.kinds, row.accepts.left)
    : hand.accepts ? t.play.reasons.asItIs(t.play.reasons.riichi(hand.shanten, hand.accepts.kinds, hand.accepts.left)) : "";
  return [shape, await threats(answer)].filter(Boolean).join(" ");
}

/** Returns who may be tenpai, by the danger model; nothing where it does not judge. */
async function threats({ rules, view }: TableAnswer): Promise<string> {
  // It judges discards, not calls.
  if ((view as RiichiView).asked) return "";
  try {
    const { opponents } = await engine.call("riichi/danger", { rules, view });
    return opponents
      .filter((one) => one.tenpai >= 0.1)
      .map((one) => t.play.reasons.tenpai(t.play.seatName(one.seat), percent(one.tenpai, 0), one.tenpai >= 1 ? t.common.exact : `± ${(100 * tenpaiMargin(one.tenpai)).toFixed(1)}`))
      .join(" ");
  } catch {
    return "";
  }
}

/** Returns what a Fantasyland setting makes of the cards: the hand of every row with its royalties, and whether it stays. */
async function settingReason({ view, seat }: TableAnswer, best: string, rules: string): Promise<string> {
  const { boards } = view as OfcView;
  const opponents = completeBoards(boards, seat);
  const scored = await engine.call("ofc/score", { boards: [best, ...opponents], rules });
  const own = scored.boards[0]!;
  const rows = own.rows.map((row) => `${t.ofc.rows[row.row as Row]}: ${row.hand}${row.royalties ? ` (+${row.royalties})` : ""}`);
  const won = scored.pairs.filter((pair) => pair.boards[0] === 0).map((pair) => pair.rows.filter((points) => points > 0).length);
  const against = won.length > 0 ? t.play.reasons.rowsWon(won.reduce((sum, count) => sum + count, 0), 3 * won.length) : "";
  return [`${rows.join("; ")}.`, own.stays ? t.play.reasons.stays : t.play.reasons.leavesFantasyland, against].filter(Boolean).join(" ");
}

function ofcReason({ foul, fantasyland, proven, visits }: Option): string {
  const share = ({ value, interval }: Chance): string =>
    `${percent(value, 0)} (${interval && interval[1] > interval[0] ? `± ${(50 * (interval[1] - interval[0])).toFixed(0)}` : proven === null && visits > 0 ? t.ofc.allTried(visits) : t.common.exact})`;
  const known = proven !== null || (foul?.interval && fantasyland?.interval);
  return foul && fantasyland && known ? t.play.reasons.ofc(share(foul), share(fantasyland)) : "";
}

function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}
