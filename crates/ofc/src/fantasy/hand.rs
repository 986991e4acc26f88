//! Validated cards, and the strengths of their subsets within bounds.

use super::FantasyError;
use crate::{JokerUse, Middle, Rules};
use facedown_cards::poker::{Strength, Subsets};
use facedown_cards::{PackCard, PackSet};

/// The cards to be set, and the rules by which rows bound each other.
pub(super) struct Hand {
    pub(super) subsets: Subsets,
    /// Whether jokers may be lowered to avoid a foul.
    pub(super) lowers: bool,
    /// Whether the middle row is a low.
    pub(super) low: bool,
}

impl Hand {
    pub(super) fn new(cards: &[PackCard], rules: &Rules) -> Result<Self, FantasyError> {
        let jokers = cards.iter().filter(|card| card.is_joker()).count();
        let mut seen = PackSet::EMPTY;
        for card in cards {
            if seen.contains(*card) {
                return Err(card.card().map_or(FantasyError::Jokers(jokers), FantasyError::Twice));
            }
            seen.insert(*card);
        }
        if !(13..=17).contains(&cards.len()) {
            return Err(FantasyError::Cards(cards.len()));
        }
        let low = rules.middle == Middle::DeuceToSeven;
        if low && jokers > 0 {
            return Err(FantasyError::JokersWithLow);
        }
        let subsets = Subsets::new(cards).ok_or(FantasyError::Cards(cards.len()))?;
        let lowers = rules.joker_use == JokerUse::Joint;
        Ok(Self { subsets, lowers, low })
    }

    /// Returns whether the strength of these cards can be lowered.
    #[inline]
    pub(super) fn can_lower(&self, mask: u32) -> bool {
        self.lowers && mask & self.subsets.jokers() != 0
    }

    /// Returns the strength of these cards, at most `strength`, in a row bounded by `bound`.
    #[inline]
    pub(super) fn within(&self, mask: u32, strength: u16, bound: u16) -> Option<u16> {
        if strength <= bound {
            return Some(strength);
        }
        if !self.can_lower(mask) {
            return None;
        }
        let bound = Strength::from_number(bound)?;
        Strength::at_most(self.subsets.set(mask), bound).map(Strength::number)
    }

    /// Returns whether the jokers of `mask` are the first ones of `free`: of two settings that differ
    /// by an exchange of jokers, one is enough.
    #[inline]
    pub(super) fn takes_first_jokers(&self, mask: u32, free: u32) -> bool {
        let jokers = free & self.subsets.jokers();
        let taken = mask & jokers;
        taken.count_ones() != 1 || taken == jokers & jokers.wrapping_neg()
    }

    /// Returns the strongest top row among these cards that is not above `bound`.
    #[inline]
    pub(super) fn best_top(&self, within: u32, bound: u16) -> Option<u16> {
        let strongest = self.subsets.strongest_three(within).number();
        if strongest <= bound {
            return Some(strongest);
        }
        let mut best = None;
        self.subsets.threes(within, |mask, strength| {
            best = best.max(self.within(mask, strength.number(), bound));
        });
        best
    }

    /// Returns a top row of these cards that has this strength under this bound.
    pub(super) fn find_top(&self, within: u32, bound: u16, wanted: u16) -> u32 {
        let mut found = 0;
        self.subsets.threes(within, |mask, strength| {
            if self.within(mask, strength.number(), bound) == Some(wanted) {
                found = mask;
            }
        });
        found
    }
}
