//! Minipoints (*fu*): for sets, pair, wait and win.

use super::tiles::OUTSIDE;
use super::{Division, ScoreRules, Situation};
use facedown_tiles::{Kind, Meld, MeldShape};

/// The wait of a hand of sets and a pair: the part that the winning tile completes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wait {
    /// The pair (*tanki*).
    Pair,
    /// A triplet (*shanpon*).
    Triplet,
    /// The middle of a run (*kanchan*).
    Middle,
    /// The three of 123 or the seven of 789 (*penchan*).
    Edge,
    /// An end of a run that its other end could have completed too (*ryanmen*).
    TwoSided,
}

impl Wait {
    /// Returns the fu: 2 for a wait on one kind, except on a triplet.
    #[inline]
    pub const fn fu(self) -> u8 {
        match self {
            Self::Pair | Self::Middle | Self::Edge => 2,
            Self::Triplet | Self::TwoSided => 0,
        }
    }
}

/// Returns the waits that this division allows, in the order of [`Wait`]. Runs that the winning tile
/// completes in the same manner are listed once.
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

/// Returns the fu of a meld.
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

/// Returns the fu of concealed triplets: 4 each, 8 of terminals and honours.
#[inline]
pub(super) fn of_triplets(triplets: u64) -> u8 {
    (4 * triplets.count_ones() + 4 * (triplets & OUTSIDE).count_ones()) as u8
}

/// Returns the fu of a pair: 2 for dragons, the seat wind and the round wind.
#[inline]
pub(super) fn of_pair(pair: Kind, situation: &Situation<'_>, rules: &ScoreRules) -> u8 {
    let seat = u8::from(pair == situation.seat_wind);
    let round = u8::from(pair == situation.round_wind);
    let winds = if rules.double_wind_pair_4 { seat + round } else { seat | round };
    2 * (winds + u8::from(pair.index() >= Kind::WHITE.index()))
}

/// Returns the 2 fu of tsumo where they count.
#[inline]
pub(super) fn of_tsumo(situation: &Situation<'_>, rules: &ScoreRules) -> u8 {
    if situation.tsumo && (rules.rinshan_fu || !situation.after_kan) { 2 } else { 0 }
}

/// Returns the fu that a triplet completed by ron lacks, compared with a concealed one.
#[inline]
pub(super) const fn less_for_ron(win: Kind) -> u8 {
    if win.is_outside() { 4 } else { 2 }
}

/// Rounds the total up to tens.
#[inline]
pub(super) fn rounded(sum: u8, closed: bool, situation: &Situation<'_>, rules: &ScoreRules) -> u8 {
    if sum == 20 && !closed && !situation.tsumo && rules.open_pinfu_30 {
        return 30;
    }
    sum.div_ceil(10) * 10
}
