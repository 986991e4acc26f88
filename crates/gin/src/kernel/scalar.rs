//! Least deadwood of one hand.
//!
//! Once the sets are chosen, runs need no search: in the rest of a suit every card that stands
//! in some sequence of three can be melded, since a maximal sequence is one run. So only the
//! choice of sets is open, and most of it is not: a rank held three or four times none of whose
//! cards could be in a run is melded whole. The remaining *contested* ranks are enumerated. Eleven
//! cards have at most three of them.

use super::layout::{ACES, MAX_CARDS, each_bit, ranks, run_cover, set_ranks};
use super::points::points;
use facedown_cards::CardSet;
use std::fmt;

/// The competition of melds for the cards of a hand.
pub(crate) struct Shape {
    /// The cards that could be in a run.
    pub(crate) cover: u64,
    /// Ranks held three or four times, no card of which could be in a run.
    pub(crate) free: u64,
    /// Ranks held three or four times, some card of which could be in a run.
    pub(crate) contested: u64,
}

impl Shape {
    #[inline]
    pub(crate) const fn of(hand: u64) -> Self {
        let (sets, cover) = (set_ranks(hand), run_cover(hand));
        let touched = ranks(cover);
        Self { cover, free: sets & !touched, contested: sets & touched }
    }

    /// Returns the cards of the hand that could be in a meld.
    #[inline]
    pub(crate) const fn meldable(&self, hand: u64) -> u64 {
        self.cover | (((self.free | self.contested) * ACES) & hand)
    }
}

/// Returns the points outside runs, with no set melded.
#[inline]
pub(crate) fn run_deadwood(cards: u64) -> u32 {
    points(cards & !run_cover(cards))
}

/// Visits the remaining cards for every choice of sets at the contested ranks: no set, all cards of
/// the rank, or three of four.
///
/// More than three contested ranks take more than eleven cards. Then only the lowest three are
/// tried, so that the time stays bounded for invalid hands too.
pub(crate) fn each_remainder(rest: u64, contested: u64, mut visit: impl FnMut(u64)) {
    choose(rest, contested, 3, &mut visit);
}

fn choose(rest: u64, contested: u64, depth: u32, visit: &mut impl FnMut(u64)) {
    if contested == 0 || depth == 0 {
        visit(rest);
        return;
    }
    let rank = contested & contested.wrapping_neg();
    let contested = contested ^ rank;
    let column = (rank * ACES) & rest;
    choose(rest, contested, depth - 1, visit);
    choose(rest & !column, contested, depth - 1, visit);
    if column == rank * ACES {
        for left_out in each_bit(column) {
            choose(rest & !column | left_out, contested, depth - 1, visit);
        }
    }
}

/// [`min_deadwood`] of a word without bits from 52 on.
#[inline]
pub(crate) fn min_deadwood_bits(hand: u64) -> u8 {
    let shape = Shape::of(hand);
    let rest = hand & !(shape.free * ACES);
    if shape.contested == 0 {
        // The free sets take no card of a run, so the cover still holds.
        return points(rest & !shape.cover) as u8;
    }
    contested_deadwood(rest, shape.contested)
}

#[cold]
#[inline(never)]
fn contested_deadwood(rest: u64, contested: u64) -> u8 {
    let mut least = u32::MAX;
    each_remainder(rest, contested, |rest| least = least.min(run_deadwood(rest)));
    // Fits for invalid hands too: without three in sequence a suit counts at most 60.
    least as u8
}

/// Returns the least deadwood of a hand of at most eleven cards: the points outside melds in the
/// best grouping.
///
/// All cards count, also the eleventh: for the deadwood after a discard see
/// [`deadwood_after_discards`](super::deadwood_after_discards). For a larger hand the result is
/// never too small but may be too large; [`try_min_deadwood`] refuses it.
///
/// ```
/// # use facedown_gin::kernel::min_deadwood;
/// // The sevens leave 5s 6s, the run would leave two sevens.
/// assert_eq!(min_deadwood("5s 6s 7s, 7c 7d, Kd".parse()?), 5 + 6 + 10);
/// // With the four, both fit: 4s 5s 6s and the sevens.
/// assert_eq!(min_deadwood("4s 5s 6s 7s, 7c 7d, Kd".parse()?), 10);
/// # Ok::<(), facedown_cards::ParseCardsError>(())
/// ```
#[inline]
pub fn min_deadwood(hand: CardSet) -> u8 {
    min_deadwood_bits(hand.bits())
}

/// Checked [`min_deadwood`].
///
/// ```
/// # use facedown_gin::kernel::{HandError, try_min_deadwood};
/// assert_eq!(try_min_deadwood(0b111), Ok(0));
/// assert_eq!(try_min_deadwood(0xfff), Err(HandError::TooMany(12)));
/// assert_eq!(try_min_deadwood(1 << 60), Err(HandError::NotCards(1 << 60)));
/// ```
pub fn try_min_deadwood(hand: u64) -> Result<u8, HandError> {
    check(hand).map(min_deadwood)
}

/// Returns the hand of an unchecked word.
pub(crate) fn check(hand: u64) -> Result<CardSet, HandError> {
    let cards = CardSet::from_bits(hand).ok_or(HandError::NotCards(hand))?;
    if cards.len() > MAX_CARDS { Err(HandError::TooMany(cards.len())) } else { Ok(cards) }
}

/// Why a word is not a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HandError {
    /// A bit at or above 52 is set in this word.
    NotCards(u64),
    /// This many cards are too many.
    TooMany(usize),
    /// A bit at or above 26 is set in one of these two words.
    NotWords([u32; 2]),
    /// This byte says neither that a card is held, 1, nor that it is not, 0.
    NotFlag(u8),
}

impl fmt::Display for HandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCards(bits) => {
                write!(f, "{bits:#x} has a bit at or above 52, which is no card")
            }
            Self::TooMany(count) => write!(f, "{count} cards, expected at most {MAX_CARDS}"),
            Self::NotWords([low, high]) => {
                write!(f, "[{low:#x}, {high:#x}] has a bit at or above 26, which is no card")
            }
            Self::NotFlag(byte) => write!(f, "a byte is {byte}, expected 0 or 1"),
        }
    }
}

impl std::error::Error for HandError {}
