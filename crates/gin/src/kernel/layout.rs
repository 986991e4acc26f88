//! The bits of a hand: 13 for each suit, ace lowest, clubs first.

/// The most cards a hand of gin rummy has: ten and the one just drawn.
pub const MAX_CARDS: usize = 11;

/// Number of bits of a suit.
pub(crate) const SUIT_BITS: u32 = 13;
/// The bits of the lowest suit; also all ranks.
pub(crate) const SUIT: u64 = (1 << SUIT_BITS) - 1;
/// The four aces. A rank's bit times this is the rank in all suits.
pub(crate) const ACES: u64 = 1 | 1 << 13 | 1 << 26 | 1 << 39;
/// The four kings.
pub(crate) const KINGS: u64 = ACES << 12;
/// Cards at which a run of three may start: not a queen or a king, whose run would enter the next
/// suit.
const RUN_STARTS: u64 = 0x7ff * ACES;

/// Returns the cards that are the lowest of three in sequence.
#[inline]
pub(crate) const fn run_starts(cards: u64) -> u64 {
    cards & cards >> 1 & cards >> 2 & RUN_STARTS
}

/// Returns the cards that belong to some run of at least three.
#[inline]
pub(crate) const fn run_cover(cards: u64) -> u64 {
    let starts = run_starts(cards);
    starts | starts << 1 | starts << 2
}

/// Returns the ranks (13 bits) held at least three times.
#[inline]
pub(crate) const fn set_ranks(cards: u64) -> u64 {
    let (a, b, c, d) = (cards, cards >> 13, cards >> 26, cards >> 39);
    (a & b & (c | d) | c & d & (a | b)) & SUIT
}

/// Returns the ranks (13 bits) of some cards.
#[inline]
pub(crate) const fn ranks(cards: u64) -> u64 {
    (cards | cards >> 13 | cards >> 26 | cards >> 39) & SUIT
}

/// Returns the cards one could lay off on a meld at once: a set's fourth, a run's two neighbours.
pub(crate) const fn neighbours(meld: u64) -> u64 {
    if is_run(meld) {
        ((meld & !KINGS) << 1 | (meld & !ACES) >> 1) & !meld
    } else {
        (ranks(meld) * ACES) & !meld
    }
}

/// Returns whether a meld is a run: only in a run do cards stand side by side.
pub(crate) const fn is_run(meld: u64) -> bool {
    meld & meld >> 1 != 0
}

/// Returns the bits of a word from the lowest, each alone.
#[inline]
pub(crate) fn each_bit(word: u64) -> impl Iterator<Item = u64> {
    let mut rest = word;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            bit
        })
    })
}
