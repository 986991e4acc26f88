//! Many hands at once, as arrays come from outside: every one is checked.

use crate::acceptance::{Acceptance, Discards};
use crate::shanten::{self, BadHand};
use crate::{Hand, Kind, Pack, Unseen};
use std::fmt;

/// How many tiles of each kind: a hand, or what is visible, not yet checked.
pub type RawCounts = [u8; Kind::COUNT];

/// Why a batch was refused. What was written before the offending hand stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BatchError {
    /// Slices that belong together differ in length.
    Length {
        /// How many hands there are.
        hands: usize,
        /// How long the other slice is.
        other: usize,
    },
    /// A hand that is none.
    Hand {
        /// Its place in the slice.
        index: usize,
        /// What is wrong with it.
        error: BadHand,
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

/// Returns the shanten of every hand.
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

/// What every hand before its draw accepts (3n + 1 tiles). `visible` counts all tiles that the seat
/// sees, its hand included; without it, only the hand is visible.
pub fn acceptance_batch(
    hands: &[RawCounts],
    visible: Option<&[RawCounts]>,
    pack: Pack,
    out: &mut [Acceptance],
) -> Result<(), BatchError> {
    for_each(hands, visible, pack, out, 1, |hand, unseen| hand.acceptance(pack, unseen))
}

/// What every hand after its draw accepts with each discard (3n + 2 tiles). `visible` as in
/// [`acceptance_batch`].
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

/// Returns a hand and what it does not see, checked.
fn check(
    counts: &RawCounts,
    visible: &RawCounts,
    pack: Pack,
    remainder: usize,
) -> Result<(Hand, Unseen), BadHand> {
    let hand = Hand::from(shanten::check(counts, pack)?);
    match (hand.len() % 3, remainder) {
        (2, 1) => return Err(BadHand::AfterDraw(hand.len())),
        (1, 2) => return Err(BadHand::BeforeDraw(hand.len())),
        _ => {}
    }
    if let Some(k) = (0..Kind::COUNT).find(|&k| visible[k] < counts[k]) {
        let kind = Kind::new(k as u8);
        return Err(BadHand::Visible { kind, visible: visible[k], held: counts[k] });
    }
    Ok((hand, Unseen::new(visible)))
}

/// What a hand of 3n + 1 tiles accepts; `visible` as in [`acceptance_batch`].
pub fn try_acceptance(
    counts: &RawCounts,
    visible: Option<&RawCounts>,
    pack: Pack,
) -> Result<Acceptance, BadHand> {
    let (hand, unseen) = check(counts, visible.unwrap_or(counts), pack, 1)?;
    Ok(hand.acceptance(pack, &unseen))
}

/// What a hand of 3n + 2 tiles accepts with each discard; `visible` as in [`acceptance_batch`].
pub fn try_discards(
    counts: &RawCounts,
    visible: Option<&RawCounts>,
    pack: Pack,
) -> Result<Discards, BadHand> {
    let (hand, unseen) = check(counts, visible.unwrap_or(counts), pack, 2)?;
    Ok(hand.discards(pack, &unseen))
}
