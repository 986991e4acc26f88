//! Actions, events and their notation.

use crate::kernel::Meld;
use facedown_cards::{Card, CardSet};
use std::fmt;

/// A move of a seat, ordered by its id in [`crate::ActionIds`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Discards this card; in the layoff phase, lays it off on the knocker's melds.
    Card(Card),
    /// Takes the upcard.
    TakeUpcard,
    /// Draws the top card of the stock.
    DrawStock,
    /// Leaves the first upcard, or the last knock; ends laying melds or laying off.
    Pass,
    /// Knocks: the discard follows.
    Knock,
    /// Lays down a meld after a knock.
    Lay(Meld),
    /// Declares all cards melded, without a discard.
    BigGin,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(card) => card.fmt(f),
            Self::TakeUpcard => f.write_str("upcard"),
            Self::DrawStock => f.write_str("stock"),
            Self::Pass => f.write_str("pass"),
            Self::Knock => f.write_str("knock"),
            Self::Lay(meld) => meld.cards().iter().try_for_each(|card| card.fmt(f)),
            Self::BigGin => f.write_str("big gin"),
        }
    }
}

/// An observation of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// The seat's own cards.
    Dealt(CardSet),
    /// The first upcard is turned.
    Turned(Card),
    /// The seat to act passes, or has finished.
    Passed,
    /// The seat to act takes the upcard.
    TookUpcard,
    /// The seat to act draws from the stock; only it sees the card.
    Drew(Option<Card>),
    /// The seat to act discards.
    Discarded(Card),
    /// The seat to act knocks and shows its cards.
    Knocked(CardSet),
    /// The seat to act has melded all its cards, and shows them.
    BigGin(CardSet),
    /// The seat to act lays down a meld.
    Laid(CardSet),
    /// The defender lays off a card on the knocker's melds.
    LaidOff(Card),
    /// The defender shows its remaining cards: the hand is over.
    Shown(CardSet),
}
