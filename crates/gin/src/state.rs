//! The state of a hand, and a seat's view of it.

use crate::Table;
use facedown_cards::{Card, CardSet};
use facedown_game::{Seat, packed_struct};

/// The starting conditions of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The dealer; the other seat acts first.
    pub dealer: Seat,
    /// Each seat's points in the match; in Hollywood, in its first game.
    pub points: [i16; 2],
}

/// The full state of a hand, hidden cards included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(crate) table: Table,
    /// Each seat's hand, without melds laid down.
    pub(crate) hands: [CardSet; 2],
    /// The card that the seat to act has drawn from the stock this turn.
    pub(crate) drawn: Option<Card>,
    /// The stock, its top card at `table.stock_left - 1`.
    pub(crate) stock: [Card; 52],
}
packed_struct!(State { table, hands, drawn, stock });

const _: () = assert!(size_of::<State>() <= 336, "a state is copied in every search iteration");
const _: () = assert!(size_of::<View>() <= 288, "a view is copied at every decision");

impl State {
    /// Returns the public information.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Returns a seat's hand, without melds laid down.
    pub const fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()]
    }

    /// Returns the stock from the top down.
    pub fn stock(&self) -> impl Iterator<Item = Card> {
        self.stock[..self.table.stock_left()].iter().rev().copied()
    }
}

/// The information state of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    pub(crate) table: Table,
    pub(crate) seat: Seat,
    pub(crate) hand: CardSet,
    pub(crate) drawn: Option<Card>,
}

impl View {
    /// Returns the seat whose view it is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the seat's hand, without melds laid down.
    pub const fn hand(&self) -> CardSet {
        self.hand
    }

    /// Returns the card that the seat, about to discard, has drawn from the stock.
    pub const fn drawn(&self) -> Option<Card> {
        self.drawn
    }

    /// Returns the public information.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the other seat.
    pub const fn opponent(&self) -> Seat {
        crate::table::other(self.seat)
    }

    /// Returns the cards that the opponent is known to hold.
    pub const fn known(&self) -> CardSet {
        self.table.known(self.opponent())
    }

    /// Returns the cards that, for all the seat knows, are in the stock or in the opponent's hand.
    pub fn unseen(&self) -> CardSet {
        !(self.hand | self.table.seen())
    }
}
