//! Groupings of a hand: the best, all equally good ones, and the melds of good ones.
//!
//! Groupings are enumerated by deciding the lowest undecided card: loose, the lowest of a run, or
//! of a set. So each is visited once. The search is pruned when the loose cards already count more
//! than the least deadwood, which [`min_deadwood`] gives in advance.

use super::layout::{ACES, KINGS, MAX_CARDS, each_bit, neighbours};
use super::meld::{MeldSet, valid_melds};
use super::points::{RANK_POINTS, points};
use super::scalar::{Shape, min_deadwood, min_deadwood_bits};
use facedown_cards::CardSet;
use std::cmp::Ordering;
use std::fmt;

/// A hand grouped into melds and loose cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arrangement {
    melds: [CardSet; 3], // ascending, the unused ones last and empty
    count: u8,
    loose: CardSet,
}

impl Arrangement {
    fn new(mut melds: [CardSet; 3], count: usize, loose: CardSet) -> Self {
        melds[..count].sort_unstable();
        melds[count..].fill(CardSet::EMPTY);
        Self { melds, count: count as u8, loose }
    }

    /// Returns the melds, ascending as numbers: sets, and runs of any length.
    pub fn melds(&self) -> &[CardSet] {
        &self.melds[..self.count as usize]
    }

    /// Returns the cards in no meld.
    pub const fn loose(&self) -> CardSet {
        self.loose
    }

    /// Returns the points of the loose cards.
    pub fn deadwood(&self) -> u8 {
        points(self.loose.bits()) as u8
    }

    /// Returns all cards.
    pub fn hand(&self) -> CardSet {
        self.melds().iter().fold(self.loose, |hand, &meld| hand | meld)
    }

    /// Returns the cards outside the hand that could be laid off on the melds as they lie.
    pub fn layoffs(&self) -> CardSet {
        let open = self.melds().iter().fold(0, |open, meld| open | neighbours(meld.bits()));
        CardSet::from_bits_truncate(open) - self.hand()
    }

    /// Compares groupings of one hand with equal deadwood, in the order of [`all_best_melds`].
    fn cmp_equals(&self, other: &Self) -> Ordering {
        (self.layoffs().len(), self.count, self.melds).cmp(&(
            other.layoffs().len(),
            other.count,
            other.melds,
        ))
    }
}

impl fmt::Debug for Arrangement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} loose {:?}", self.melds(), self.loose)
    }
}

/// Returns the best grouping of a hand of at most eleven cards: the first of [`all_best_melds`].
///
/// Nothing is allocated.
///
/// # Panics
/// If there are more than eleven cards.
///
/// ```
/// # use facedown_gin::kernel::best_melds;
/// // The run and the set leave ten points each, but 3c and 7c could be laid off on the run,
/// // only 5s on the set.
/// let best = best_melds("4c 5c 6c, 5d 5h".parse()?);
/// assert_eq!(best.melds(), ["5c 5d 5h".parse()?]);
/// assert_eq!(best.deadwood(), 10);
/// # Ok::<(), facedown_cards::ParseCardsError>(())
/// ```
pub fn best_melds(hand: CardSet) -> Arrangement {
    let mut best: Option<Arrangement> = None;
    each_best(hand, &mut |found| {
        if best.is_none_or(|best| found.cmp_equals(&best).is_lt()) {
            best = Some(found);
        }
    });
    best.expect("some grouping has the least deadwood")
}

/// Returns all groupings with the least deadwood of a hand of at most eleven cards, best first.
///
/// Melds are sets and runs of any length, so a long run counts whole and in its parts. The order:
/// first the grouping on which the fewest different cards outside the hand could be laid off
/// directly; then the fewest melds; then the smallest list of melds, as ascending numbers.
///
/// # Panics
/// If there are more than eleven cards.
///
/// ```
/// # use facedown_gin::kernel::all_best_melds;
/// // Whole, or three and three.
/// assert_eq!(all_best_melds("2h 3h 4h 5h 6h 7h".parse()?).len(), 2);
/// # Ok::<(), facedown_cards::ParseCardsError>(())
/// ```
pub fn all_best_melds(hand: CardSet) -> Vec<Arrangement> {
    let mut all = Vec::new();
    each_best(hand, &mut |found| all.push(found));
    all.sort_unstable_by(Arrangement::cmp_equals);
    all
}

/// Returns the melds, of the 185, that are part of some grouping of the hand with at most `limit`
/// deadwood.
///
/// ```
/// # use facedown_gin::kernel::melds_within;
/// let hand = "5s 6s 7s, 7c 7d 7h, Ac".parse()?;
/// assert_eq!(melds_within(hand, 1).len(), 2, "5s6s7s and 7c7d7h");
/// assert_eq!(melds_within(hand, 0).len(), 0);
/// # Ok::<(), facedown_cards::ParseCardsError>(())
/// ```
pub fn melds_within(hand: CardSet, limit: u8) -> MeldSet {
    // The best grouping with a meld is that meld and the best grouping of the other cards.
    valid_melds(hand).iter().filter(|meld| min_deadwood(hand - meld.cards()) <= limit).collect()
}

fn each_best(hand: CardSet, visit: &mut impl FnMut(Arrangement)) {
    assert!(hand.len() <= MAX_CARDS, "{} cards, expected at most {MAX_CARDS}", hand.len());
    let bits = hand.bits();
    let meldable = Shape::of(bits).meldable(bits);
    let loose = bits & !meldable;
    let search = Search {
        melds: [CardSet::EMPTY; 3],
        count: 0,
        loose,
        spare: min_deadwood_bits(bits) - points(loose) as u8,
    };
    search.decide(meldable, visit);
}

/// A partial grouping.
#[derive(Clone, Copy)]
struct Search {
    melds: [CardSet; 3],
    count: usize,
    loose: u64,
    /// Points that may still be left loose.
    spare: u8,
}

impl Search {
    fn decide(self, rest: u64, visit: &mut impl FnMut(Arrangement)) {
        if rest == 0 {
            let loose = CardSet::from_bits_truncate(self.loose);
            visit(Arrangement::new(self.melds, self.count, loose));
            return;
        }
        let card = rest & rest.wrapping_neg();
        let mut run = card;
        let mut top = card;
        while top & KINGS == 0 && rest & top << 1 != 0 {
            top <<= 1;
            run |= top;
            if run.count_ones() >= 3 {
                self.with(run).decide(rest & !run, visit);
            }
        }
        let rank = card.trailing_zeros() % 13;
        let others = (ACES << rank & rest) ^ card;
        if others.count_ones() >= 2 {
            self.with(card | others).decide(rest & !(card | others), visit);
        }
        if others.count_ones() == 3 {
            for left_out in each_bit(others) {
                let set = card | others ^ left_out;
                self.with(set).decide(rest & !set, visit);
            }
        }
        if let Some(spare) = self.spare.checked_sub(RANK_POINTS[rank as usize]) {
            Self { loose: self.loose | card, spare, ..self }.decide(rest ^ card, visit);
        }
    }

    /// Adds a meld. Eleven cards hold at most three.
    fn with(mut self, meld: u64) -> Self {
        self.melds[self.count] = CardSet::from_bits_truncate(meld);
        self.count += 1;
        self
    }
}
