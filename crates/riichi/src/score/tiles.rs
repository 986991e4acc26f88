//! Properties of the tiles that all readings share.

use super::divide::present;
use super::fu;
use super::{Situation, WinningHand, Yaku, YakuSet};
use facedown_tiles::{Kind, MeldShape};

/// Ones and nines.
pub(super) const TERMINALS: u64 = 0b1_0000_0001 | 0b1_0000_0001 << 9 | 0b1_0000_0001 << 18;
/// Winds and dragons.
pub(super) const HONOURS: u64 = 0x7F << 27;
/// Terminals and honours.
pub(super) const OUTSIDE: u64 = TERMINALS | HONOURS;
/// 2, 3, 4, 6, 8 of bamboo and the green dragon.
const GREEN: u64 = 0b0_1010_1110 << 18 | 1 << 32;
const SUIT: u64 = 0x1FF;

/// Properties of the tiles that all readings share.
#[derive(Clone, Copy)]
pub(super) struct Tiles {
    /// Whether the hand is closed.
    pub(super) closed: bool,
    /// Bit `kind` for each kind in hand or melds.
    pub(super) present: u64,
    /// Bit `kind` for each pon and kan.
    pub(super) meld_triplets: u64,
    /// Bit `kind` where a called run starts.
    pub(super) meld_runs: u32,
    pub(super) kans: u8,
    pub(super) closed_kans: u8,
    pub(super) meld_fu: u8,
}

impl Tiles {
    #[inline]
    pub(super) fn new(hand: &WinningHand<'_>) -> Self {
        let mut tiles = Self {
            closed: true,
            present: present(hand.closed),
            meld_triplets: 0,
            meld_runs: 0,
            kans: 0,
            closed_kans: 0,
            meld_fu: 0,
        };
        for &meld in hand.melds {
            let first = meld.first.index();
            if meld.shape == MeldShape::Chi {
                tiles.meld_runs |= 1 << first;
                tiles.present |= 0b111 << first;
            } else {
                tiles.meld_triplets |= 1 << first;
                tiles.present |= 1 << first;
            }
            tiles.closed &= !meld.is_open();
            tiles.kans += u8::from(meld.is_kan());
            tiles.closed_kans += u8::from(meld.shape == MeldShape::ClosedKan);
            tiles.meld_fu += fu::of_meld(meld);
        }
        tiles
    }

    /// Returns the yaku of the kinds alone.
    #[inline]
    pub(super) fn yaku(&self, open_tanyao: bool) -> YakuSet {
        let present = self.present;
        let suits = (0..3).filter(|suit| present >> (9 * suit) & SUIT != 0).count();
        let honours = present & HONOURS != 0;
        let outside_only = present & !OUTSIDE == 0;
        Yaku::Tanyao.when(present & OUTSIDE == 0 && (self.closed || open_tanyao))
            | Yaku::Honitsu.when(suits == 1 && honours)
            | Yaku::Chinitsu.when(suits == 1 && !honours)
            | Yaku::Honroutou.when(outside_only && suits > 0 && honours)
            | Yaku::Tsuuiisou.when(suits == 0)
            | Yaku::Chinroutou.when(outside_only && !honours)
            | Yaku::Ryuuiisou.when(present & !GREEN == 0)
    }
}

/// Returns nine gates, given that the tiles are closed, without melds and of one suit.
#[inline]
pub(super) fn nine_gates(closed: &[u8; Kind::COUNT], win: Kind) -> YakuSet {
    let suit = win.suit().index();
    if suit == 3 {
        return YakuSet::EMPTY;
    }
    let counts = &closed[9 * suit..9 * suit + 9];
    let least = |place: usize| if place == 0 || place == 8 { 3 } else { 1 };
    if (0..9).any(|place| counts[place] < least(place)) {
        return YakuSet::EMPTY;
    }
    // Thirteen tiles of the pattern and one more; with the wait on all nine the latter was drawn.
    let place = win.index() % 9;
    if counts[place] > least(place) { Yaku::JunseiChuuren.set() } else { Yaku::Chuuren.set() }
}

/// Counts the bonus tiles of these indicators.
#[inline]
pub(super) fn dora(hand: &WinningHand<'_>, situation: &Situation<'_>, indicators: &[Kind]) -> u8 {
    let mut count = 0;
    for indicator in indicators {
        let dora = indicator.dora(situation.three_seats);
        count += hand.closed[dora.index()];
        for meld in hand.melds {
            count += match meld.shape {
                MeldShape::Chi => u8::from(dora.index().wrapping_sub(meld.first.index()) < 3),
                _ if dora == meld.first => meld.len() as u8,
                _ => 0,
            };
        }
        if dora == Kind::NORTH {
            count += situation.nuki;
        }
    }
    count
}
