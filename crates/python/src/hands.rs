//! Representations of hands in arrays, and errors that name an invalid one.

use crate::errors::place;
use facedown_cards::CardSet;
use facedown_gin::kernel::{self, BatchError, HandError, MAX_CARDS};
use std::fmt;

/// One hand in an array: a number, two words or 52 flags.
pub(crate) trait Hand: Sized {
    /// Computes the least deadwood of each hand. After an error `out` is unspecified.
    fn min_deadwood(
        hands: &[Self],
        out: &mut [u8],
        threads: Option<usize>,
    ) -> Result<(), BatchError>;

    /// Returns the bits that are cards.
    fn cards(&self) -> CardSet;
}

impl Hand for u64 {
    fn min_deadwood(
        hands: &[Self],
        out: &mut [u8],
        threads: Option<usize>,
    ) -> Result<(), BatchError> {
        kernel::try_par_min_deadwood_batch(hands, out, threads)
    }

    fn cards(&self) -> CardSet {
        CardSet::from_bits_truncate(*self)
    }
}

impl Hand for [u32; 2] {
    fn min_deadwood(
        hands: &[Self],
        out: &mut [u8],
        threads: Option<usize>,
    ) -> Result<(), BatchError> {
        kernel::try_min_deadwood_words(hands, out, threads)
    }

    fn cards(&self) -> CardSet {
        CardSet::from_bits_truncate(u64::from(self[0]) | u64::from(self[1]) << 26)
    }
}

impl Hand for [u8; 52] {
    fn min_deadwood(
        hands: &[Self],
        out: &mut [u8],
        threads: Option<usize>,
    ) -> Result<(), BatchError> {
        kernel::try_min_deadwood_flags(hands, out, threads)
    }

    fn cards(&self) -> CardSet {
        let word = self.iter().rev().fold(0, |word, &flag| word << 1 | u64::from(flag != 0));
        CardSet::from_bits_truncate(word)
    }
}

/// An invalid array of hands.
pub(crate) enum Refusal {
    /// An element is not a hand.
    Element {
        /// The element as Python writes it.
        place: String,
        /// The bits that are cards.
        cards: CardSet,
        /// The reason.
        error: HandError,
    },
    /// The arrays do not fit each other.
    Batch(BatchError),
}

impl Refusal {
    /// Converts the kernel's error about an array of this shape.
    fn of(error: BatchError, hands: &[impl Hand], shape: &[usize]) -> Self {
        match error {
            BatchError::Hand { index, error } => Self::element(&hands[index], index, shape, error),
            other => Self::Batch(other),
        }
    }

    fn element(hand: &impl Hand, index: usize, shape: &[usize], error: HandError) -> Self {
        Self::Element { place: place("hands", index, shape), cards: hand.cards(), error }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Element { place, cards, error: error @ HandError::TooMany(_) } => {
                write!(f, "{place}: {error}: {cards}")
            }
            Self::Element { place, error, .. } => write!(f, "{place}: {error}"),
            Self::Batch(error) => error.fmt(f),
        }
    }
}

/// Computes the least deadwood of each hand of an array of this shape. After an error `out` is
/// unspecified.
pub(crate) fn min_deadwood<H: Hand>(
    hands: &[H],
    shape: &[usize],
    out: &mut [u8],
    threads: Option<usize>,
) -> Result<(), Refusal> {
    H::min_deadwood(hands, out, threads).map_err(|error| Refusal::of(error, hands, shape))
}

/// Computes the least deadwood after each discard from each hand of an array of this shape. An
/// error leaves `out` unchanged.
pub(crate) fn deadwood_after_discards(
    hands: &[u64],
    shape: &[usize],
    out: &mut [[u8; 52]],
    threads: Option<usize>,
) -> Result<(), Refusal> {
    // Cheap beside the kernel, which would write before it finds an invalid hand.
    each_hand(hands, shape).try_for_each(|hand| hand.map(drop))?;
    kernel::try_deadwood_after_discards_batch(hands, out, threads)
        .map_err(|error| Refusal::of(error, hands, shape))
}

/// Converts a number to a hand.
pub(crate) fn hand(bits: u64) -> Result<CardSet, HandError> {
    let cards = CardSet::from_bits(bits).ok_or(HandError::NotCards(bits))?;
    if cards.len() > MAX_CARDS { Err(HandError::TooMany(cards.len())) } else { Ok(cards) }
}

/// Converts all numbers of an array of this shape to hands.
pub(crate) fn all_hands(words: &[u64], shape: &[usize]) -> Result<Vec<CardSet>, Refusal> {
    each_hand(words, shape).collect()
}

fn each_hand(words: &[u64], shape: &[usize]) -> impl Iterator<Item = Result<CardSet, Refusal>> {
    words.iter().enumerate().map(move |(index, word)| {
        hand(*word).map_err(|error| Refusal::element(word, index, shape, error))
    })
}
