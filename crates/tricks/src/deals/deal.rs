//! A deal of the unknown cards.

use super::MAX_HOLDERS;
use crate::Cards;
use std::ops::Index;

/// The unknown cards that each holder has in one deal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Deal {
    hands: [Cards; MAX_HOLDERS],
}

impl Deal {
    pub(super) const fn new(hands: [Cards; MAX_HOLDERS]) -> Self {
        Self { hands }
    }

    /// Returns the cards of each holder; none for holders that the problem does not have.
    #[inline]
    pub const fn hands(&self) -> &[Cards; MAX_HOLDERS] {
        &self.hands
    }
}

impl Index<usize> for Deal {
    type Output = Cards;

    #[inline]
    fn index(&self, holder: usize) -> &Cards {
        &self.hands[holder]
    }
}
