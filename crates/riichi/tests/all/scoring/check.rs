//! Compares recorded wins with the scorer.

use super::real::Real;
use facedown_game::Seat;
use facedown_riichi::score::{
    Liable, ScoreRules, Settlement, Win, Yaku, YakuSet, explain, has_yaku, settle, try_score,
};
use std::collections::BTreeMap;

/// Returns the rules of a lobby: types 0x200 and 0x400 round up to mangan.
pub(crate) fn tenhou_rules(real: &Real) -> ScoreRules {
    ScoreRules { kiriage: real.lobby & 0x600 != 0, ..ScoreRules::tenhou() }
}

/// Returns the yaku as Tenhou lists them: norths set aside are dora, ura dora are listed even if none.
fn tenhou_items(win: &Win, rules: &ScoreRules, real: &Real) -> BTreeMap<u8, u8> {
    let mut items = BTreeMap::new();
    for (yaku, han) in win.items(rules) {
        let id = yaku.tenhou_id().expect("a yaku of Tenhou's");
        *items.entry(id).or_default() += if win.yakuman > 0 { 0 } else { han };
    }
    if !real.ura.is_empty() && win.yakuman == 0 {
        items.entry(53).or_default();
    }
    items
}

fn settlement(real: &Real, first: bool) -> Settlement {
    let winner = Seat::new(real.who);
    // The dealer is as many seats before the winner as the winner's wind is after east.
    let back = real.seat_wind.index() - 27;
    Settlement {
        seats: real.seats(),
        winner,
        dealer: winner.plus(real.seats() - back, real.seats()),
        from: (!real.tsumo).then(|| Seat::new(real.from)),
        honba: if first { real.honba } else { 0 },
        sticks: if first { real.sticks } else { 0 },
        liable: real.liable.map(|seat| Liable {
            seat: Seat::new(seat),
            yaku: YakuSet::from_iter([Yaku::Daisangen, Yaku::Daisuushii]),
        }),
    }
}

/// Scores and pays wins, and compares every part with the record.
pub(crate) fn check(reals: &[Real], least: usize, rules: fn(&Real) -> ScoreRules) {
    assert!(reals.len() >= least, "only {} wins", reals.len());
    let mut before = None;
    for real in reals {
        let rules = rules(real);
        let situation = real.situation();
        let hand = real.case.hand();
        let place = &real.place;
        let win = try_score(&hand, &situation, &rules).unwrap_or_else(|e| panic!("{place}: {e}"));
        assert!(has_yaku(&hand, &situation, &rules), "{place}");
        let expected: BTreeMap<u8, u8> = real.yaku.iter().copied().collect();
        assert_eq!(tenhou_items(&win, &rules, real), expected, "yaku, {place}");
        assert_eq!(win.fu, real.fu, "fu, {place}");
        assert_eq!(win.limit.number(), real.limit, "limit, {place}");
        assert_eq!(win.points(real.seats(), &rules.payment), real.points, "points, {place}");

        // Of two rons on one tile the second is paid neither honba nor sticks.
        let first = before != Some(place);
        before = Some(place);
        let deltas = settle(&win, &settlement(real, first), &rules);
        assert_eq!(deltas, real.deltas, "payments, {place}");

        let explanation = explain(&hand, &situation, &rules, &win);
        let fu: u32 = explanation.fu_parts.iter().map(|part| u32::from(part.fu)).sum();
        let rounded = if win.fu == 25 { fu } else { fu.div_ceil(10) * 10 };
        assert_eq!(rounded, u32::from(win.fu), "explained fu, {place}");
        let han: u8 = explanation.yaku.iter().map(|yaku| yaku.han).sum();
        assert_eq!(han, win.han, "explained han, {place}");
    }
}
