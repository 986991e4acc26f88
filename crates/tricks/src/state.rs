//! One hand: the full state, and one seat's view of it.

use crate::{Cards, PassedCards, Table};
use facedown_cards::Card;
use facedown_game::{MAX_SEATS, Seat, packed_struct};

/// One hand, hidden cards included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(crate) table: Table,
    /// The hand of each seat, without cards that it has chosen to pass.
    pub(crate) hands: [Cards; MAX_SEATS],
    /// The cards that each seat passes or has passed.
    pub(crate) passed: [PassedCards; MAX_SEATS],
    /// The dealer's discard after taking the upcard.
    pub(crate) discard: Option<Card>,
    /// The stock in games with drawing, its top card at `table.stock - 1`; unused in other games,
    /// where its order does not matter.
    pub(crate) stock: [Card; 52],
}
packed_struct!(State { table, hands, passed, discard, stock });

const _: () = assert!(size_of::<State>() <= 600, "a state is copied in every search iteration");
const _: () = assert!(size_of::<View>() <= 400, "a view is copied at every decision");

impl State {
    /// Returns the public part.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Returns a seat's hand, without cards that it has chosen to pass.
    pub const fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat.index()]
    }

    /// Returns the cards that a seat passes or has passed.
    pub const fn passed(&self, seat: Seat) -> PassedCards {
        self.passed[seat.index()]
    }

    /// Returns the dealer's discard after taking the upcard.
    pub const fn discard(&self) -> Option<Card> {
        self.discard
    }

    /// Returns the stock from the top down; meaningful in games with drawing.
    pub fn stock(&self) -> impl Iterator<Item = Card> {
        self.stock[..self.table.stock()].iter().rev().copied()
    }
}

/// Everything that one seat knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    pub(crate) table: Table,
    pub(crate) seat: Seat,
    pub(crate) hand: Cards,
    pub(crate) passed: PassedCards,
    pub(crate) received: PassedCards,
    pub(crate) discard: Option<Card>,
}

impl View {
    /// Returns the seat whose view this is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the seat's hand, without cards that it has chosen to pass; empty before the seat has
    /// looked.
    pub const fn hand(&self) -> Cards {
        self.hand
    }

    /// Returns the cards that the seat passes or has passed.
    pub const fn passed(&self) -> PassedCards {
        self.passed
    }

    /// Returns the cards that were passed to the seat.
    pub const fn received(&self) -> PassedCards {
        self.received
    }

    /// Returns the seat's own discard, if it dealt and took the upcard.
    pub const fn discard(&self) -> Option<Card> {
        self.discard
    }

    /// Returns the public part.
    pub const fn table(&self) -> &Table {
        &self.table
    }
}
