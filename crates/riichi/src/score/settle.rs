//! Payments after a win.

use super::win::cost;
use super::{Cost, LiabilityStyle, Limit, ScoreRules, Win, YakuSet};
use facedown_game::Seat;

/// The state of the table at a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settlement {
    /// The number of seats: 3 or 4.
    pub seats: usize,
    /// The winner.
    pub winner: Seat,
    /// The dealer.
    pub dealer: Seat,
    /// The discarder, or `None` for tsumo.
    pub from: Option<Seat>,
    /// The number of counters (*honba*). Of several rons on one tile only the first winner after the
    /// discarder gets them: pass 0 for the others.
    pub honba: u32,
    /// The number of riichi sticks on the table, those of this round included. As with honba.
    pub sticks: u32,
    /// The seat liable for a yakuman, if any.
    pub liable: Option<Liable>,
}

/// A seat liable for a yakuman (*pao*): its discard made it certain for all to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Liable {
    /// The seat.
    pub seat: Seat,
    /// The yaku it is liable for; those that the hand does not have are ignored.
    pub yaku: YakuSet,
}

/// Returns the change of each seat's points.
///
/// A liable seat pays all of a tsumo, and half of a ron; it always pays the honba. Under
/// [`LiabilityStyle::Part`] this holds for the yakuman it is liable for, and the rest is paid as
/// usual.
///
/// # Panics
/// Panics if `seats` is not three or four, or a seat is out of range.
pub fn settle(win: &Win, table: &Settlement, rules: &ScoreRules) -> [i32; 4] {
    assert!(matches!(table.seats, 3 | 4), "a riichi table has three or four seats");
    let mut deltas = Deltas { points: [0; 4], winner: table.winner };
    deltas.points[table.winner.index()] += 1_000 * table.sticks as i32;
    let honba = u32::from(rules.payment.honba) * table.honba * (table.seats as u32 - 1);

    let shared = table
        .liable
        .filter(|liable| Some(liable.seat) != table.from && liable.seat != table.winner)
        .and_then(|liable| Some((liable.seat, liable_base(win, liable.yaku, rules)?)));
    let Some((liable, base)) = shared else {
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

    let points = cost(base, win.dealer, win.tsumo, table.seats, rules.payment).total(table.seats);
    deltas.pay(liable, honba);
    match table.from {
        None => deltas.pay(liable, points),
        Some(from) => {
            deltas.pay(liable, points / 2);
            deltas.pay(from, points - points / 2);
        }
    }
    pay_as_usual(win, win.base - base, table, rules, &mut deltas);
    deltas.points
}

/// Returns the base points that a liable seat is liable for, or `None` if none.
fn liable_base(win: &Win, yaku: YakuSet, rules: &ScoreRules) -> Option<u32> {
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
