//! Deadwood after each discard, for all discards of a hand in one pass.
//!
//! A grouping of the hand without card `c` is a grouping of the hand in which `c` is loose. So one
//! walk over the choices of sets answers for all cards at once: each choice leaves some cards
//! outside sets, and of those every one is tried as the discard. Three kinds need no trial:
//! - a card in no possible meld is loose in every grouping: the least deadwood less its points;
//! - a card of a free set of four leaves three, still a set: the least deadwood;
//! - a card of a free set of three leaves two loose: the least deadwood and theirs.

use super::batch::{BatchError, first_error, same_length};
use super::layout::{ACES, KINGS, SUIT, each_bit, ranks, run_cover};
use super::parallel::in_shares;
use super::points::{CARD_POINTS, RANK_POINTS, points};
use super::scalar::{Shape, check, each_remainder, run_deadwood};
use facedown_cards::CardSet;

/// The entry of [`deadwood_after_discards`] for a card that is not held.
pub const NOT_HELD: u8 = 255;

/// Returns the least deadwood after each discard, by card index; [`NOT_HELD`] for other cards.
///
/// The hand has at most eleven cards; for a larger one the results may be too large.
///
/// ```
/// # use facedown_cards::Card;
/// # use facedown_gin::kernel::{NOT_HELD, deadwood_after_discards};
/// let after = deadwood_after_discards("4s 5s 6s, 7c 7d 7h 7s, Ts Ks Kd Ac".parse()?);
/// assert_eq!(after["Kd".parse::<Card>()?.index()], 10 + 10 + 1);
/// assert_eq!(after["4s".parse::<Card>()?.index()], 31, "5s 6s 7s is a run too");
/// assert_eq!(after["5s".parse::<Card>()?.index()], 31 + 4 + 6);
/// assert_eq!(after["As".parse::<Card>()?.index()], NOT_HELD);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn deadwood_after_discards(hand: CardSet) -> [u8; 52] {
    let mut after = [NOT_HELD; 52];
    after_discards(hand.bits(), &mut after);
    after
}

/// [`deadwood_after_discards`] of many hands, on one thread. Bits from 52 on are ignored.
///
/// # Panics
/// If the lengths differ.
pub fn deadwood_after_discards_batch(hands: &[u64], after: &mut [[u8; 52]]) {
    assert_eq!(hands.len(), after.len(), "one row of 52 for each hand");
    for (&hand, after) in hands.iter().zip(after) {
        after.fill(NOT_HELD);
        after_discards(CardSet::from_bits_truncate(hand).bits(), after);
    }
}

/// Checked [`deadwood_after_discards_batch`], with `threads` as for
/// [`par_min_deadwood_batch`](super::par_min_deadwood_batch). After an error the contents of
/// `after` are unspecified.
pub fn try_deadwood_after_discards_batch(
    hands: &[u64],
    after: &mut [[u8; 52]],
    threads: Option<usize>,
) -> Result<(), BatchError> {
    same_length(hands.len(), after.len())?;
    let sound = in_shares(hands, after, SHARE, threads, |hands, after| {
        deadwood_after_discards_batch(hands, after);
        hands.iter().all(|&hand| check(hand).is_ok())
    });
    if sound { Ok(()) } else { Err(first_error(hands, |&hand| check(hand))) }
}

/// Number of hands in a share of a batch on several threads: some microseconds of work.
const SHARE: usize = 128;

/// Fills in the cards of the hand; the others hold [`NOT_HELD`] already.
fn after_discards(hand: u64, after: &mut [u8; 52]) {
    let shape = Shape::of(hand);
    let rest = hand & !(shape.free * ACES);
    let least = if shape.contested == 0 {
        uncontested(hand, rest, shape.cover, after)
    } else {
        contested(hand, rest, &shape, after)
    };
    for rank in each_bit(shape.free) {
        let column = (rank * ACES) & hand;
        let whole = column == rank * ACES;
        let broken = 2 * u32::from(RANK_POINTS[rank.trailing_zeros() as usize]);
        for card in each_bit(column) {
            after[card.trailing_zeros() as usize] = (least + if whole { 0 } else { broken }) as u8;
        }
    }
}

/// Fills in the cards outside free sets where no rank is contested; returns the least deadwood.
fn uncontested(hand: u64, rest: u64, cover: u64, after: &mut [u8; 52]) -> u32 {
    let deadwood = points(rest & !cover);
    // All cards as if loose, those of melds to be overwritten: hands of one size keep this loop's
    // length predictable, which gains more than skipping those cards would.
    for card in each_bit(hand) {
        let card = card.trailing_zeros() as usize;
        after[card] = (deadwood as u8).wrapping_sub(CARD_POINTS[card]);
    }
    for card in each_bit(cover) {
        after[card.trailing_zeros() as usize] = run_deadwood(rest ^ card) as u8;
    }
    deadwood
}

/// Fills in the cards outside free sets by every choice of sets; returns the least deadwood.
#[cold]
fn contested(hand: u64, rest: u64, shape: &Shape, after: &mut [u8; 52]) -> u32 {
    let meldable = shape.meldable(hand);
    let mut least = u32::MAX;
    each_remainder(rest, shape.contested, |rest| {
        let cover = run_cover(rest);
        let deadwood = points(rest & !cover);
        least = least.min(deadwood);
        for card in each_bit(cover) {
            lower(&mut after[card.trailing_zeros() as usize], run_deadwood(rest ^ card));
        }
        for card in each_bit(rest & meldable & !cover) {
            let card = card.trailing_zeros() as usize;
            lower(&mut after[card], deadwood - u32::from(CARD_POINTS[card]));
        }
    });
    for card in each_bit(hand & !meldable) {
        let card = card.trailing_zeros() as usize;
        after[card] = (least - u32::from(CARD_POINTS[card])) as u8;
    }
    least
}

/// Lowers an entry to a smaller deadwood.
#[inline]
fn lower(slot: &mut u8, deadwood: u32) {
    *slot = (*slot).min(deadwood as u8);
}

/// Returns the least deadwood that some discard leaves; [`NOT_HELD`] for an empty hand.
///
/// ```
/// # use facedown_gin::kernel::least_after_discard;
/// assert_eq!(least_after_discard("4s 5s 6s, 7c 7d 7h 7s, Ts Ks Kd Ac".parse()?), 21);
/// # Ok::<(), facedown_cards::ParseCardsError>(())
/// ```
pub fn least_after_discard(hand: CardSet) -> u8 {
    let bits = hand.bits();
    let shape = Shape::of(bits);
    let mut least = u32::from(NOT_HELD);
    let mut all_melded = false;
    let visit = |rest: u64| {
        let loose = rest & !run_cover(rest);
        if loose == 0 {
            all_melded = true;
        } else {
            // Points rise with rank, so of the loose cards the highest goes.
            let highest = ranks(loose).ilog2() as usize;
            least = least.min(points(loose) - u32::from(RANK_POINTS[highest]));
        }
    };
    each_remainder(bits & !(shape.free * ACES), shape.contested, visit);
    if all_melded {
        // Gin before the discard: the card that breaks the least is not the highest.
        return deadwood_after_discards(hand).into_iter().fold(NOT_HELD, u8::min);
    }
    least as u8
}

/// Returns the cards whose discard leaves at most `limit`.
///
/// ```
/// # use facedown_gin::kernel::discards_within;
/// let hand = "4s 5s 6s, 7c 7d 7h 7s, Ts 2s 2d Ac".parse()?;
/// assert_eq!(discards_within(hand, 5).to_string(), "Ts");
/// assert_eq!(discards_within(hand, 4).to_string(), "");
/// # Ok::<(), facedown_cards::ParseCardsError>(())
/// ```
pub fn discards_within(hand: CardSet, limit: u8) -> CardSet {
    // Most hands are far from knocking, which is cheap to detect.
    if least_after_discard(hand) > limit {
        return CardSet::EMPTY;
    }
    let after = deadwood_after_discards(hand);
    hand.iter().filter(|card| after[card.index()] <= limit).collect()
}

/// The best discards of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BestDiscards {
    /// The least deadwood that a discard leaves.
    pub(crate) deadwood: u8,
    /// The cards that leave it.
    pub(crate) cards: CardSet,
}

/// Returns the discards, other than barred ones, that leave the least deadwood. Some card of the
/// hand must not be barred.
#[inline]
pub(crate) fn best_discards(hand: CardSet, barred: CardSet) -> BestDiscards {
    let shape = Shape::of(hand.bits());
    let loose = hand.bits() & !(shape.free * ACES) & !shape.cover;
    let open = loose & !barred.bits();
    if shape.contested != 0 || open == 0 {
        return best_discards_of_all(hand, hand - barred);
    }
    // Whatever is in a meld leaves more than the highest loose card.
    let highest = ranks(open).ilog2();
    let cards = open & if highest >= FIRST_TEN { TENS } else { ACES << highest };
    let deadwood = points(loose) - u32::from(RANK_POINTS[highest as usize]);
    BestDiscards { deadwood: deadwood as u8, cards: CardSet::from_bits_truncate(cards) }
}

#[cold]
fn best_discards_of_all(hand: CardSet, discards: CardSet) -> BestDiscards {
    let after = deadwood_after_discards(hand);
    let deadwood = discards.iter().fold(NOT_HELD, |least, card| least.min(after[card.index()]));
    let cards = discards.iter().filter(|card| after[card.index()] == deadwood).collect();
    BestDiscards { deadwood, cards }
}

/// Returns the loose cards, other than barred ones, that cost most to keep: their points, less some
/// for a card next to it in a pair or in a sequence. Without loose cards, the best discards.
pub(crate) fn keeping_discards(hand: CardSet, barred: CardSet) -> CardSet {
    let shape = Shape::of(hand.bits());
    let loose = hand.bits() & !(shape.free * ACES) & !shape.cover;
    let open = loose & !barred.bits();
    if shape.contested != 0 || open == 0 {
        return best_discards(hand, barred).cards;
    }
    let (above, below) = ((loose & !KINGS) << 1, (loose & !ACES) >> 1);
    let beside = above | below;
    let one_between = (above & !KINGS) << 1 | (below & !ACES) >> 1;
    let [a, b, c, d] = [0, 13, 26, 39].map(|suit| loose >> suit & SUIT);
    let paired = (a & b | c & d | (a | b) & (c | d)) * ACES;
    let (mut worst, mut cards) = (i32::MIN, 0);
    for card in each_bit(open) {
        let has = |mates: u64, value: i32| if mates & card == 0 { 0 } else { value };
        let points = i32::from(CARD_POINTS[card.trailing_zeros() as usize]);
        let [pair, next, gap] = KEPT;
        let cost = 4 * points - has(paired, pair) - has(beside, next) - has(one_between, gap);
        if cost > worst {
            (worst, cards) = (cost, 0);
        }
        if cost == worst {
            cards |= card;
        }
    }
    CardSet::from_bits_truncate(cards)
}

/// What a card of the same rank, a neighbour, and a card one rank further save in quarters of a
/// point: the best of a few hundred settings against `simple`.
const KEPT: [i32; 3] = [10, 8, 4];

/// The rank of the tens, the lowest of those that count ten points, and all cards of these ranks.
const FIRST_TEN: u32 = 9;
const TENS: u64 = 0x1e00 * ACES;
