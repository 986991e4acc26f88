//! Dealing problems: the hand sizes, and the possible holders of each card.

use super::Deal;
use crate::Cards;
use facedown_cards::{Card, CardSet};

/// Unknown cards and their possible holders.
///
/// A holder is a seat, by its index, or the stock. A set of holders is a bit mask: bit `h` is holder
/// `h`. A card is added once for each unknown copy, each with its own holders.
///
/// ```
/// use facedown_cards::CardSet;
/// use facedown_tricks::deals::DealProblem;
///
/// // Seats 1 and 2 hold two cards each, one card is left in the stock, seat 2 has no clubs.
/// let mut problem = DealProblem::new(&[0, 2, 2, 1]).stock(3);
/// problem.add_all("2c 3c".parse::<CardSet>()?.into(), 0b1010);
/// problem.add_all("2d 3d 4d".parse::<CardSet>()?.into(), 0b1110);
/// assert_eq!(problem.cards().len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct DealProblem {
    needs: Vec<usize>,
    stock: Option<usize>,
    cards: Vec<(Card, u16)>,
    evidence: Vec<(usize, CardSet, f64)>,
}

impl DealProblem {
    /// Builds a problem without cards: holder `h` needs `needs[h]` of them.
    pub fn new(needs: &[usize]) -> Self {
        Self { needs: needs.to_vec(), stock: None, cards: Vec::new(), evidence: Vec::new() }
    }

    /// Names this holder the stock in errors. All others are seats.
    #[must_use]
    pub fn stock(mut self, holder: usize) -> Self {
        self.stock = Some(holder);
        self
    }

    /// Adds an unknown card with these possible holders.
    pub fn add(&mut self, card: Card, holders: u16) {
        self.cards.push((card, holders));
    }

    /// Adds unknown cards with these possible holders.
    pub fn add_all(&mut self, cards: Cards, holders: u16) {
        self.cards.extend(cards.iter().map(|card| (card, holders)));
    }

    /// Adds soft evidence: a factor for each card of these kinds with this holder.
    ///
    /// The probability of a deal is proportional to the product of the factors of all its cards
    /// with their holders; the default factor is 1. A factor of 0 means that the holder has no such
    /// card. A negative or infinite factor, or a holder that does not exist, is an error when the
    /// table is built.
    ///
    /// Cards and holders with different factors are no longer exchangeable. With three or four
    /// hidden hands any factors will do; with ten, use few kinds of cards.
    pub fn weigh(&mut self, holder: usize, kinds: CardSet, factor: f64) {
        self.evidence.push((holder, kinds, factor));
    }

    /// Returns the number of cards that each holder needs.
    pub fn needs(&self) -> &[usize] {
        &self.needs
    }

    /// Returns the unknown cards in the order of addition, each with its holders.
    pub fn cards(&self) -> &[(Card, u16)] {
        &self.cards
    }

    /// Returns the holder that is the stock.
    pub const fn stock_holder(&self) -> Option<usize> {
        self.stock
    }

    /// Returns the soft evidence in the order of addition: holder, kinds and factor.
    pub fn evidence(&self) -> &[(usize, CardSet, f64)] {
        &self.evidence
    }

    /// Returns the combined factor for a card of this kind with this holder.
    pub fn weight(&self, holder: usize, card: Card) -> f64 {
        let about =
            self.evidence.iter().filter(|(h, kinds, _)| *h == holder && kinds.contains(card));
        about.map(|(_, _, factor)| factor).product()
    }

    /// Returns the weight of a deal, the product of the factors of all cards with their holders.
    pub fn weight_of(&self, deal: &Deal) -> f64 {
        let hands = deal.hands().iter().enumerate();
        hands
            .map(|(h, hand)| hand.iter().map(|card| self.weight(h, card)).product::<f64>())
            .product()
    }
}
