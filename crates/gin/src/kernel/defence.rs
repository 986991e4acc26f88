//! The defender's best response to a knock: own melds and layoffs chosen together.
//!
//! The layoffs are a set of the hand's cards: from each run of the knocker a chain upward
//! and a chain downward, each as long as the defender likes and holds the cards, and the fourth
//! card of each set of three. If a card fits both a set and a run, nothing is lost by putting it
//! on the run: the set has room for that one card alone, while the run then takes the next. So
//! the only choice is which cards to lay off, and the order follows.
//!
//! Laying off a card that cannot be in an own meld never loses. So a chain need only be
//! stopped short in front of a card that could be melded; most hands leave no choice at all.

use super::arrange::{Arrangement, best_melds};
use super::layout::{ACES, KINGS, MAX_CARDS, is_run, neighbours};
use super::scalar::{Shape, min_deadwood_bits};
use facedown_cards::{Card, CardSet};

/// A card laid off on a meld of the knocker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layoff {
    /// The card.
    pub card: Card,
    /// The index of the meld in the list of the knocker's melds.
    pub onto: u8,
}

/// A defender's layoffs and melds after a knock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Defence {
    layoffs: [Layoff; MAX_CARDS],
    count: u8,
    own: Arrangement,
}

impl Defence {
    /// Returns the cards laid off, in an order in which they can be laid off one by one.
    pub fn layoffs(&self) -> &[Layoff] {
        &self.layoffs[..self.count as usize]
    }

    /// Returns the grouping of the cards that are not laid off.
    pub const fn own(&self) -> &Arrangement {
        &self.own
    }

    /// Returns the defender's own melds.
    pub fn melds(&self) -> &[CardSet] {
        self.own.melds()
    }

    /// Returns the cards neither melded nor laid off.
    pub const fn loose(&self) -> CardSet {
        self.own.loose()
    }

    /// Returns the deadwood that remains.
    pub fn deadwood(&self) -> u8 {
        self.own.deadwood()
    }
}

/// Returns the defence that leaves the least deadwood; of equals the one with the fewest layoffs,
/// then the smallest set of cards laid off as a number. The own melds are those of [`best_melds`].
///
/// The hand has at most eleven cards, and `knocker_melds` are melds that share no card with it or
/// with each other. Nothing is allocated.
///
/// # Panics
/// If there are more than eleven cards.
///
/// ```
/// # use facedown_gin::kernel::best_defence;
/// let knocker = ["5s 6s 7s".parse()?, "Kc Kd Kh".parse()?];
/// let defence = best_defence("8s 9s Ts, Ks, Tc Td, 4s, 2c 2d 9h".parse()?, &knocker);
/// let cards: Vec<_> = defence.layoffs().iter().map(|l| l.card.to_string()).collect();
/// assert_eq!(cards, ["8s", "9s", "4s", "Ks"], "the ten stays for the set of tens");
/// assert_eq!(defence.deadwood(), 2 + 2 + 9);
/// # Ok::<(), facedown_cards::ParseCardsError>(())
/// ```
pub fn best_defence(hand: CardSet, knocker_melds: &[CardSet]) -> Defence {
    assert!(hand.len() <= MAX_CARDS, "{} cards, expected at most {MAX_CARDS}", hand.len());
    let mut best = (u8::MAX, u32::MAX, u64::MAX);
    Choices::of(hand, knocker_melds).each(0, 0, &mut |laid| {
        let deadwood = min_deadwood_bits(hand.bits() & !laid);
        best = best.min((deadwood, laid.count_ones(), laid));
    });
    let laid = CardSet::from_bits_truncate(best.2);
    let mut defence = Defence {
        layoffs: [Layoff { card: Card::new(0), onto: 0 }; MAX_CARDS],
        count: 0,
        own: best_melds(hand - laid),
    };
    defence.lay_off(laid.bits(), knocker_melds);
    defence
}

/// Returns the points that [`best_defence`] leaves.
///
/// ```
/// # use facedown_gin::kernel::defence_deadwood;
/// assert_eq!(defence_deadwood("8s 9s Kc".parse()?, &["5s 6s 7s".parse()?]), 10);
/// # Ok::<(), facedown_cards::ParseCardsError>(())
/// ```
pub fn defence_deadwood(hand: CardSet, knocker_melds: &[CardSet]) -> u8 {
    let mut least = u8::MAX;
    Choices::of(hand, knocker_melds)
        .each(0, 0, &mut |laid| least = least.min(min_deadwood_bits(hand.bits() & !laid)));
    least
}

impl Defence {
    /// Lists the cards laid off: chains outward from each run, then the sets' fourth cards.
    fn lay_off(&mut self, mut laid: u64, knocker_melds: &[CardSet]) {
        for (onto, meld) in knocker_melds.iter().map(|meld| meld.bits()).enumerate() {
            if is_run(meld) {
                let up = chain_up(meld, laid);
                self.push(up, onto, |chain| chain & chain.wrapping_neg());
                let down = chain_down(meld, laid);
                self.push(down, onto, |chain| 1 << chain.ilog2());
                laid &= !(up | down);
            }
        }
        for (onto, meld) in knocker_melds.iter().map(|meld| meld.bits()).enumerate() {
            if !is_run(meld) {
                let fourth = neighbours(meld) & laid;
                self.push(fourth, onto, |card| card);
                laid &= !fourth;
            }
        }
        debug_assert_eq!(laid, 0, "every card found a meld");
    }

    fn push(&mut self, mut cards: u64, onto: usize, next: impl Fn(u64) -> u64) {
        while cards != 0 {
            let card = next(cards);
            cards &= !card;
            self.layoffs[self.count as usize] =
                Layoff { card: Card::new(card.trailing_zeros() as u8), onto: onto as u8 };
            self.count += 1;
        }
    }
}

/// Returns those of `cards` that continue a run upward without a gap.
fn chain_up(run: u64, cards: u64) -> u64 {
    let mut chain = 0;
    let mut top = 1 << run.ilog2();
    while top & KINGS == 0 && cards & top << 1 != 0 {
        top <<= 1;
        chain |= top;
    }
    chain
}

/// Returns those of `cards` that continue a run downward without a gap.
fn chain_down(run: u64, cards: u64) -> u64 {
    let mut chain = 0;
    let mut low = run & run.wrapping_neg();
    while low & ACES == 0 && cards & low >> 1 != 0 {
        low >>= 1;
        chain |= low;
    }
    chain
}

/// The sets of cards that a best defence may lay off.
struct Choices<'a> {
    hand: u64,
    meldable: u64,
    knocker_melds: &'a [CardSet],
}

impl<'a> Choices<'a> {
    fn of(hand: CardSet, knocker_melds: &'a [CardSet]) -> Self {
        let hand = hand.bits();
        Self { hand, meldable: Shape::of(hand).meldable(hand), knocker_melds }
    }

    /// Visits every choice; those before `step` are made. A meld has two steps: a run grows upward
    /// and downward, a set takes its fourth card or has none to take.
    fn each(&self, step: usize, laid: u64, visit: &mut impl FnMut(u64)) {
        let Some(meld) = self.knocker_melds.get(step / 2).map(|meld| meld.bits()) else {
            visit(laid);
            return;
        };
        let upward = step.is_multiple_of(2);
        let mut chain = match (is_run(meld), upward) {
            (true, true) => chain_up(meld, self.hand),
            (true, false) => chain_down(meld, self.hand),
            (false, true) => neighbours(meld) & self.hand,
            (false, false) => 0,
        };
        loop {
            self.each(step + 1, laid | chain, visit);
            let keepable = chain & self.meldable;
            if keepable == 0 {
                return;
            }
            // Stop in front of the outermost card that could be melded.
            let below_top = (1 << keepable.ilog2()) - 1;
            let above_low = !(keepable ^ (keepable - 1));
            chain &= if upward { below_top } else { above_low };
        }
    }
}
