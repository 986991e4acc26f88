//! Scored wins.

use super::points::{base_points, hundreds};
use super::{
    Cost, Division, Limit, PaymentRules, Renhou, ScoreRules, ThreeSeatTsumo, Wait, Yaku, YakuSet,
};
use facedown_tiles::Kind;

/// A scored win: the best reading of the hand and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Win {
    /// The yaku without bonus tiles; only yakuman if there is one.
    pub yaku: YakuSet,
    /// The number of han, bonus tiles included; thirteen for each yakuman.
    pub han: u8,
    /// The fu, rounded; 25 for seven pairs, 0 for thirteen orphans.
    pub fu: u8,
    /// The number of yakuman paid; 0 for none, and for a counted yakuman.
    pub yakuman: u8,
    /// The limit.
    pub limit: Limit,
    /// The base points, of which payments are multiples.
    pub base: u32,
    /// Han of dora; 0 with a yakuman, as the next three.
    pub dora: u8,
    /// Han of ura dora.
    pub ura: u8,
    /// Han of red fives.
    pub reds: u8,
    /// Han of norths set aside.
    pub nuki: u8,
    /// Whether it was won by tsumo.
    pub tsumo: bool,
    /// Whether the dealer won.
    pub dealer: bool,
    /// Whether the hand is closed.
    pub closed: bool,
    /// The kind of the winning tile, or the one chosen as such (see `heaven_any_wait`).
    pub win: Kind,
    /// The reading of the tiles.
    pub reading: Reading,
}

/// A reading of the closed tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// Sets and a pair, and the wait that the winning tile completed.
    Sets(Division, Wait),
    /// Seven pairs.
    SevenPairs,
    /// Thirteen orphans.
    Orphans,
}

impl Win {
    /// Iterates over the yaku with their han, bonus tiles last; thirteen han for each yakuman that
    /// one counts as.
    pub fn items(&self, rules: &ScoreRules) -> impl Iterator<Item = (Yaku, u8)> {
        let (closed, rules) = (self.closed, *rules);
        let yakuman = self.yakuman > 0;
        let han_of = move |yaku: Yaku| {
            if yakuman { 13 * rules.multiple(yaku) } else { yaku.han(closed) }
        };
        // Renhou as a limit stands alone and has the han of the limit.
        let limit = matches!(rules.renhou, Renhou::Mangan | Renhou::Baiman);
        let alone = limit && self.yaku == Yaku::Renhou.set();
        let whole = self.han;
        let bonus = [
            (Yaku::Dora, self.dora),
            (Yaku::UraDora, self.ura),
            (Yaku::RedFive, self.reds),
            (Yaku::Nuki, self.nuki),
        ];
        self.yaku
            .iter()
            .map(move |yaku| (yaku, if alone { whole } else { han_of(yaku) }))
            .chain(bonus.into_iter().filter(|&(_, han)| han > 0))
    }

    /// Returns the payments, without honba and sticks.
    pub fn cost(&self, seats: usize, rules: &PaymentRules) -> Cost {
        cost(self.base, self.dealer, self.tsumo, seats, *rules)
    }

    /// Returns the win with more bonus han, in the same reading; a yakuman stays as it is.
    #[must_use]
    pub fn with_bonus(self, han: u8, rules: &ScoreRules) -> Self {
        if self.yakuman > 0 || han == 0 {
            return self;
        }
        let han = self.han.saturating_add(han);
        let (limit, base) = base_points(han, self.fu, rules);
        Self { han, limit, base, ..self }
    }

    /// Returns the points of the winner, without honba and sticks.
    pub fn points(&self, seats: usize, rules: &PaymentRules) -> u32 {
        self.cost(seats, rules).total(seats)
    }
}

/// Returns the payments for these base points.
pub(super) fn cost(
    base: u32,
    dealer: bool,
    tsumo: bool,
    seats: usize,
    rules: PaymentRules,
) -> Cost {
    if !tsumo {
        return Cost::Ron(hundreds(base * if dealer { 6 } else { 4 }));
    }
    let other = hundreds(base * if dealer { 2 } else { 1 });
    let from_dealer = if dealer { 0 } else { hundreds(base * 2) };
    // The missing seat is never the dealer.
    let extra = match rules.three_seat_tsumo {
        ThreeSeatTsumo::Bisect if seats == 3 => other / 2,
        _ => 0,
    };
    let with_extra = |part: u32| if part == 0 { 0 } else { hundreds(part + extra) };
    Cost::Tsumo { dealer: with_extra(from_dealer), other: with_extra(other) }
}
