//! Small points (*fu*): for how the sets, the pair, the wait and the win came about.

use super::tiles::OUTSIDE;
use super::{Division, ScoreRules, Situation};
use facedown_tiles::{Kind, Meld, MeldShape};

/// How the winning tile completes a hand of sets and a pair.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wait {
    /// It is the second of the pair (*tanki*).
    Pair,
    /// It is the third of a triplet (*shanpon*).
    Triplet,
    /// It is in the middle of a run (*kanchan*).
    Middle,
    /// It is the three of 123 or the seven of 789 (*penchan*).
    Edge,
    /// It is at an end of a run that another tile could have completed too (*ryanmen*).
    TwoSided,
}

impl Wait {
    /// 2 for a wait on one kind, except on a triplet.
    #[inline]
    pub const fn fu(self) -> u8 {
        match self {
            Self::Pair | Self::Middle | Self::Edge => 2,
            Self::Triplet | Self::TwoSided => 0,
        }
    }
}

/// The waits that this division allows, in the order of [`Wait`]; of two runs that the winning
/// tile completes in the same manner one is enough.
#[inline]
pub(super) fn waits(division: &Division, win: Kind) -> [Option<Wait>; 5] {
    let win = win.index();
    let bit = 1u32.checked_shl(win as u32).unwrap_or(0);
    let runs = division.runs[0];
    let as_low = runs & bit != 0;
    let as_middle = runs & bit >> 1 != 0;
    let as_high = runs & bit >> 2 != 0;
    let low_edge = win % 9 == 6;
    let high_edge = win % 9 == 2;
    let edge = as_low && low_edge || as_high && high_edge;
    let two_sided = as_low && !low_edge || as_high && !high_edge;
    [
        (usize::from(division.pair) == win).then_some(Wait::Pair),
        (division.triplets >> win & 1 != 0).then_some(Wait::Triplet),
        as_middle.then_some(Wait::Middle),
        edge.then_some(Wait::Edge),
        two_sided.then_some(Wait::TwoSided),
    ]
}

/// The fu of a meld.
#[inline]
pub(super) fn of_meld(meld: Meld) -> u8 {
    let pon = if meld.first.is_outside() { 4 } else { 2 };
    match meld.shape {
        MeldShape::Chi => 0,
        MeldShape::Pon => pon,
        MeldShape::OpenKan | MeldShape::AddedKan => 4 * pon,
        MeldShape::ClosedKan => 8 * pon,
    }
}

/// The fu of concealed triplets, 4 each and 8 of terminals and honours.
#[inline]
pub(super) fn of_triplets(triplets: u64) -> u8 {
    (4 * triplets.count_ones() + 4 * (triplets & OUTSIDE).count_ones()) as u8
}

/// The fu of a pair: 2 for dragons and for each of the two winds it may be.
#[inline]
pub(super) fn of_pair(pair: Kind, situation: &Situation<'_>, rules: &ScoreRules) -> u8 {
    let seat = u8::from(pair == situation.seat_wind);
    let round = u8::from(pair == situation.round_wind);
    let winds = if rules.double_wind_pair_4 { seat + round } else { seat | round };
    2 * (winds + u8::from(pair.index() >= Kind::WHITE.index()))
}

/// The 2 fu for a self-drawn tile, where they count.
#[inline]
pub(super) fn of_tsumo(situation: &Situation<'_>, rules: &ScoreRules) -> u8 {
    if situation.tsumo && (rules.rinshan_fu || !situation.after_kan) { 2 } else { 0 }
}

/// What a triplet completed by another's tile has less than a concealed one.
#[inline]
pub(super) const fn less_for_ron(win: Kind) -> u8 {
    if win.is_outside() { 4 } else { 2 }
}

/// The total, rounded up to tens.
#[inline]
pub(super) fn rounded(sum: u8, closed: bool, situation: &Situation<'_>, rules: &ScoreRules) -> u8 {
    if sum == 20 && !closed && !situation.tsumo && rules.open_pinfu_30 {
        return 30;
    }
    sum.div_ceil(10) * 10
}
