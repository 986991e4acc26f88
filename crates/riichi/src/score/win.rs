//! What a win is worth.

use super::points::hundreds;
use super::{
    Cost, Division, Limit, PaymentRules, Renhou, ScoreRules, ThreeSeatTsumo, Wait, Yaku, YakuSet,
};
use facedown_tiles::Kind;

/// A scored win: the best reading of the hand and its worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Win {
    /// The yaku, bonus tiles apart; where there is a yakuman, only yakuman.
    pub yaku: YakuSet,
    /// All han, bonus tiles among them; thirteen for each yakuman.
    pub han: u8,
    /// Fu, rounded as they count; 25 for seven pairs, 0 for thirteen orphans.
    pub fu: u8,
    /// How many yakuman it is paid for; 0 for none, and for thirteen counted han.
    pub yakuman: u8,
    /// The limit it reaches.
    pub limit: Limit,
    /// The points that payments are multiples of.
    pub base: u32,
    /// Han of the open indicators; 0 with a yakuman, as the next three.
    pub dora: u8,
    /// Han of the hidden indicators.
    pub ura: u8,
    /// Han of red fives.
    pub reds: u8,
    /// Han of norths set call.
    pub nuki: u8,
    /// Won by one's own draw.
    pub tsumo: bool,
    /// Won by the dealer.
    pub dealer: bool,
    /// Won with a closed hand.
    pub closed: bool,
    /// The kind of the winning tile, or the one taken for it (see `heaven_any_wait`).
    pub win: Kind,
    /// How the tiles were read.
    pub reading: Reading,
}

/// How the closed tiles were read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// Sets and a pair, and what the winning tile completed.
    Sets(Division, Wait),
    /// Seven pairs.
    SevenPairs,
    /// Thirteen orphans.
    Orphans,
}

impl Win {
    /// Each yaku with its han, bonus tiles last; of yakuman the han are thirteen for each time
    /// they count.
    pub fn items(&self, rules: &ScoreRules) -> impl Iterator<Item = (Yaku, u8)> {
        let (closed, rules) = (self.closed, *rules);
        let yakuman = self.yakuman > 0;
        let worth = move |yaku: Yaku| {
            if yakuman { 13 * rules.multiple(yaku) } else { yaku.han(closed) }
        };
        // As a limit of its own it stands alone and is worth what the limit is.
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
            .map(move |yaku| (yaku, if alone { whole } else { worth(yaku) }))
            .chain(bonus.into_iter().filter(|&(_, han)| han > 0))
    }

    /// What it costs the others, without honba and sticks.
    pub fn cost(&self, seats: usize, rules: &PaymentRules) -> Cost {
        cost(self.base, self.dealer, self.tsumo, seats, *rules)
    }

    /// The points the winner gets, without honba and sticks.
    pub fn points(&self, seats: usize, rules: &PaymentRules) -> u32 {
        self.cost(seats, rules).total(seats)
    }
}

/// What so many base points cost the others.
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
