//! What is to be dealt: who lacks how many cards, and who may hold which.

use super::Deal;
use crate::Cards;
use facedown_cards::{Card, CardSet};

/// Unknown cards, and the holders they may be with.
///
/// A holder is a seat, by its number, or the stock. A set of holders is a word: bit `h` is holder
/// `h`. A card is added once for each of its copies that is unknown, each with its own holders.
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
    /// A problem without cards: holder `h` lacks `needs[h]` cards.
    pub fn new(needs: &[usize]) -> Self {
        Self { needs: needs.to_vec(), stock: None, cards: Vec::new(), evidence: Vec::new() }
    }

    /// The same problem, with this holder called the stock in errors. All others are seats.
    #[must_use]
    pub fn stock(mut self, holder: usize) -> Self {
        self.stock = Some(holder);
        self
    }

    /// Adds one unknown card that may be with any of these holders.
    pub fn add(&mut self, card: Card, holders: u16) {
        self.cards.push((card, holders));
    }

    /// Adds unknown cards that may all be with any of these holders.
    pub fn add_all(&mut self, cards: Cards, holders: u16) {
        self.cards.extend(cards.iter().map(|card| (card, holders)));
    }

    /// Soft evidence: multiplies the chance that this holder has a card of these kinds.
    ///
    /// The chance of a deal is in proportion to the product of the factors of all its cards with
    /// their holders; a factor that was never given is 1. A factor of 0 says that the holder does
    /// not have such a card. A factor that is negative or not a number, or a holder that there is
    /// not, is an error when the table is made.
    ///
    /// Cards with different factors are counted apart, and holders with different factors too. With
    /// three or four hidden hands any factors will do; with ten, keep to a few kinds of cards.
    pub fn weigh(&mut self, holder: usize, kinds: CardSet, factor: f64) {
        self.evidence.push((holder, kinds, factor));
    }

    /// How many cards each holder lacks.
    pub fn needs(&self) -> &[usize] {
        &self.needs
    }

    /// The unknown cards in the order in which they were added, each with its holders.
    pub fn cards(&self) -> &[(Card, u16)] {
        &self.cards
    }

    /// The holder that is the stock.
    pub const fn stock_holder(&self) -> Option<usize> {
        self.stock
    }

    /// The soft evidence in the order in which it was given: holder, kinds and factor.
    pub fn evidence(&self) -> &[(usize, CardSet, f64)] {
        &self.evidence
    }

    /// The factor of all soft evidence for a card of this kind with this holder.
    pub fn weight(&self, holder: usize, card: Card) -> f64 {
        let about =
            self.evidence.iter().filter(|(h, kinds, _)| *h == holder && kinds.contains(card));
        about.map(|(_, _, factor)| factor).product()
    }

    /// The product of the factors of all cards with their holders: what the deal's chance is in
    /// proportion to.
    pub fn weight_of(&self, deal: &Deal) -> f64 {
        let hands = deal.hands().iter().enumerate();
        hands
            .map(|(h, hand)| hand.iter().map(|card| self.weight(h, card)).product::<f64>())
            .product()
    }
}
