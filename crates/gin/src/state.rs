//! One hand: the whole world, and one seat's view of it.

use crate::Table;
use facedown_cards::{Card, CardSet};
use facedown_game::Seat;

/// What a hand starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The dealer; the other seat acts first.
    pub dealer: Seat,
    /// The points that each seat has in the match, of Hollywood in its first game.
    pub points: [i16; 2],
}

/// One hand, hidden cards included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(crate) table: Table,
    /// What each seat holds, melds laid down not counted.
    pub(crate) hands: [CardSet; 2],
    /// What the seat to act has drawn from the stock this turn.
    pub(crate) drawn: Option<Card>,
    /// The stock, its top card at `table.stock_left - 1`.
    pub(crate) stock: [Card; 52],
}

const _: () = assert!(size_of::<State>() <= 336, "a state is copied in every search iteration");
const _: () = assert!(size_of::<View>() <= 288, "a view is copied at every decision");

impl State {
    /// What everybody sees.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// What a seat holds, melds laid down not counted.
    pub const fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()]
    }

    /// The stock from the top down.
    pub fn stock(&self) -> impl Iterator<Item = Card> {
        self.stock[..self.table.stock_left()].iter().rev().copied()
    }
}

/// All that one seat knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    pub(crate) table: Table,
    pub(crate) seat: Seat,
    pub(crate) hand: CardSet,
    pub(crate) drawn: Option<Card>,
}

impl View {
    /// Whose view it is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// What the seat holds, melds laid down not counted.
    pub const fn hand(&self) -> CardSet {
        self.hand
    }

    /// The card that the seat, being to discard, has drawn from the stock.
    pub const fn drawn(&self) -> Option<Card> {
        self.drawn
    }

    /// What everybody sees.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The other seat.
    pub const fn opponent(&self) -> Seat {
        crate::table::other(self.seat)
    }

    /// What the opponent is known to hold.
    pub const fn known(&self) -> CardSet {
        self.table.known(self.opponent())
    }

    /// The cards that are in the stock or with the opponent, for all the seat knows.
    pub fn unseen(&self) -> CardSet {
        !(self.hand | self.table.seen())
    }
}
