//! Batches of unchecked hands, as arrays hold them.

use crate::acceptance::{Acceptance, Discards};
use crate::shanten::{self, InvalidHand};
use crate::{Hand, Kind, Pack, Unseen};
use std::fmt;

/// Unchecked number of tiles of each kind: a hand, or the visible tiles.
pub type RawCounts = [u8; Kind::COUNT];

/// Why a batch was refused. Results before the offending hand are valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BatchError {
    /// Slices that belong together differ in length.
    Length {
        /// Number of hands.
        hands: usize,
        /// Length of the other slice.
        other: usize,
    },
    /// An invalid hand.
    Hand {
        /// Its index in the slice.
        index: usize,
        /// The reason.
        error: InvalidHand,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { hands, other } => {
                write!(f, "{hands} hands, but {other} places for visible tiles or results")
            }
            Self::Hand { index, error } => write!(f, "hand {index}: {error}"),
        }
    }
}

impl std::error::Error for BatchError {}

fn same_length(hands: usize, other: usize) -> Result<(), BatchError> {
    if hands == other { Ok(()) } else { Err(BatchError::Length { hands, other }) }
}

/// Computes the shanten of every hand.
///
/// ```
/// use facedown_tiles::{Counts, Pack, shanten_batch};
///
/// let mut hand = *"123m456p789s1122z".parse::<Counts>()?.as_array();
/// let mut out = [0; 2];
/// shanten_batch(&[hand, hand], Pack::Four, &mut out)?;
/// assert_eq!(out, [0, 0]);
/// hand[0] = 5;
/// let error = shanten_batch(&[hand], Pack::Four, &mut out[..1]).unwrap_err();
/// assert_eq!(error.to_string(), "hand 0: 5 tiles 1m: there are four");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shanten_batch(hands: &[RawCounts], pack: Pack, out: &mut [i8]) -> Result<(), BatchError> {
    same_length(hands.len(), out.len())?;
    for (index, (hand, out)) in hands.iter().zip(out).enumerate() {
        *out =
            shanten::try_shanten(hand, pack).map_err(|error| BatchError::Hand { index, error })?;
    }
    Ok(())
}

/// Computes the acceptance of every hand of 3n + 1 tiles (before a draw). `visible` counts all
/// tiles that the seat sees, its hand included; without it, only the hand is visible.
pub fn acceptance_batch(
    hands: &[RawCounts],
    visible: Option<&[RawCounts]>,
    pack: Pack,
    out: &mut [Acceptance],
) -> Result<(), BatchError> {
    for_each(hands, visible, pack, out, 1, |hand, unseen| hand.acceptance(pack, unseen))
}

/// Computes the acceptance after each discard of every hand of 3n + 2 tiles (after a draw).
/// `visible` as in [`acceptance_batch`].
pub fn discards_batch(
    hands: &[RawCounts],
    visible: Option<&[RawCounts]>,
    pack: Pack,
    out: &mut [Discards],
) -> Result<(), BatchError> {
    for_each(hands, visible, pack, out, 2, |hand, unseen| hand.discards(pack, unseen))
}

fn for_each<T>(
    hands: &[RawCounts],
    visible: Option<&[RawCounts]>,
    pack: Pack,
    out: &mut [T],
    remainder: usize,
    answer: impl Fn(&Hand, &Unseen) -> T,
) -> Result<(), BatchError> {
    same_length(hands.len(), out.len())?;
    visible.map_or(Ok(()), |visible| same_length(hands.len(), visible.len()))?;
    for (index, (counts, out)) in hands.iter().zip(out).enumerate() {
        let visible = visible.map_or(counts, |visible| &visible[index]);
        let checked = check(counts, visible, pack, remainder);
        let (hand, unseen) = checked.map_err(|error| BatchError::Hand { index, error })?;
        *out = answer(&hand, &unseen);
    }
    Ok(())
}

/// Checks a hand and its visible tiles; returns the hand and the unseen tiles.
fn check(
    counts: &RawCounts,
    visible: &RawCounts,
    pack: Pack,
    remainder: usize,
) -> Result<(Hand, Unseen), InvalidHand> {
    let hand = Hand::from(shanten::check(counts, pack)?);
    match (hand.len() % 3, remainder) {
        (2, 1) => return Err(InvalidHand::AfterDraw(hand.len())),
        (1, 2) => return Err(InvalidHand::BeforeDraw(hand.len())),
        _ => {}
    }
    if let Some(k) = (0..Kind::COUNT).find(|&k| visible[k] < counts[k]) {
        let kind = Kind::new(k as u8);
        return Err(InvalidHand::Visible { kind, visible: visible[k], held: counts[k] });
    }
    Ok((hand, Unseen::new(visible)))
}

/// Returns the acceptance of a hand of 3n + 1 tiles; `visible` as in [`acceptance_batch`].
pub fn try_acceptance(
    counts: &RawCounts,
    visible: Option<&RawCounts>,
    pack: Pack,
) -> Result<Acceptance, InvalidHand> {
    let (hand, unseen) = check(counts, visible.unwrap_or(counts), pack, 1)?;
    Ok(hand.acceptance(pack, &unseen))
}

/// Returns the acceptance after each discard of a hand of 3n + 2 tiles; `visible` as in
/// [`acceptance_batch`].
pub fn try_discards(
    counts: &RawCounts,
    visible: Option<&RawCounts>,
    pack: Pack,
) -> Result<Discards, InvalidHand> {
    let (hand, unseen) = check(counts, visible.unwrap_or(counts), pack, 2)?;
    Ok(hand.discards(pack, &unseen))
}
