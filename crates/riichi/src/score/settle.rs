//! Who pays whom after a win.

use super::win::cost;
use super::{Cost, LiabilityStyle, Limit, ScoreRules, Win, YakuSet};
use facedown_game::Seat;

/// The table around a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settlement {
    /// Three or four.
    pub seats: usize,
    /// Who won.
    pub winner: Seat,
    /// Who deals.
    pub dealer: Seat,
    /// Whose tile it was, or `None` for the winner's own draw.
    pub from: Option<Seat>,
    /// Counters. Of several rons on one tile only the first winner after the discarder gets
    /// them: pass 0 for the others.
    pub honba: u32,
    /// Riichi sticks on the table, those of this round included. As with counters.
    pub sticks: u32,
    /// Who answers for a yakuman, if anybody does.
    pub liable: Option<Liable>,
}

/// A seat that answers for a yakuman (*pao*): its discard made it certain for all to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Liable {
    /// The seat.
    pub seat: Seat,
    /// What it answers for; what the hand does not hold has no effect.
    pub yaku: YakuSet,
}

/// The change of each seat's points.
///
/// With a liable seat: by tsumo it pays alone, by ron it shares equally with the discarder; the
/// honba are always its. Under [`LiabilityStyle::Part`] this holds for the yakuman it answers
/// for, and the rest is paid as usual.
///
/// # Panics
/// If `seats` is not three or four, or a seat beyond them is named.
pub fn settle(win: &Win, table: &Settlement, rules: &ScoreRules) -> [i32; 4] {
    assert!(matches!(table.seats, 3 | 4), "a riichi table has three or four seats");
    let mut deltas = Deltas { points: [0; 4], winner: table.winner };
    deltas.points[table.winner.index()] += 1_000 * table.sticks as i32;
    let honba = u32::from(rules.payment.honba) * table.honba * (table.seats as u32 - 1);

    let answered = table
        .liable
        .filter(|liable| Some(liable.seat) != table.from && liable.seat != table.winner)
        .and_then(|liable| Some((liable.seat, answered_base(win, liable.yaku, rules)?)));
    let Some((liable, base)) = answered else {
        pay_as_usual(win, win.base, table, rules, &mut deltas);
        match table.from {
            Some(from) => deltas.pay(from, honba),
            None => {
                for seat in Seat::all(table.seats).filter(|&seat| seat != table.winner) {
                    deltas.pay(seat, honba / (table.seats as u32 - 1));
                }
            }
        }
        return deltas.points;
    };

    let answered = cost(base, win.dealer, win.tsumo, table.seats, rules.payment).total(table.seats);
    deltas.pay(liable, honba);
    match table.from {
        None => deltas.pay(liable, answered),
        Some(from) => {
            deltas.pay(liable, answered / 2);
            deltas.pay(from, answered - answered / 2);
        }
    }
    pay_as_usual(win, win.base - base, table, rules, &mut deltas);
    deltas.points
}

/// The base points that a liable seat answers for, or `None` if for nothing.
fn answered_base(win: &Win, yaku: YakuSet, rules: &ScoreRules) -> Option<u32> {
    let held = win.yaku.intersection(yaku).intersection(YakuSet::YAKUMAN);
    if held.is_empty() {
        return None;
    }
    Some(match rules.payment.liability {
        LiabilityStyle::Whole => win.base,
        LiabilityStyle::Part => {
            (u32::from(rules.multiples(held)) * Limit::Yakuman.base()).min(win.base)
        }
    })
}

fn pay_as_usual(win: &Win, base: u32, table: &Settlement, rules: &ScoreRules, deltas: &mut Deltas) {
    match cost(base, win.dealer, win.tsumo, table.seats, rules.payment) {
        Cost::Ron(points) => {
            if let Some(from) = table.from {
                deltas.pay(from, points);
            }
        }
        Cost::Tsumo { dealer, other } => {
            for seat in Seat::all(table.seats).filter(|&seat| seat != table.winner) {
                deltas.pay(seat, if seat == table.dealer { dealer } else { other });
            }
        }
    }
}

struct Deltas {
    points: [i32; 4],
    winner: Seat,
}

impl Deltas {
    fn pay(&mut self, seat: Seat, points: u32) {
        self.points[seat.index()] -= points as i32;
        self.points[self.winner.index()] += points as i32;
    }
}
