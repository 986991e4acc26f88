//! One hand: the whole world, and one seat's view of it.

use crate::{Cards, Parcel, Table};
use facedown_cards::Card;
use facedown_game::{MAX_SEATS, Seat};

/// One hand, hidden cards included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(crate) table: Table,
    /// What each seat holds, cards about to be handed on not counted.
    pub(crate) hands: [Cards; MAX_SEATS],
    /// What each seat hands on, or has handed on.
    pub(crate) given: [Parcel; MAX_SEATS],
    /// What the dealer put away for the upcard.
    pub(crate) discard: Option<Card>,
    /// In games with drawing, the stock, its top card at `table.stock - 1`; otherwise nothing, as
    /// its order does not matter.
    pub(crate) stock: [Card; 52],
}

const _: () = assert!(size_of::<State>() <= 600, "a state is copied in every search iteration");
const _: () = assert!(size_of::<View>() <= 400, "a view is copied at every decision");

impl State {
    /// What everybody sees.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// What a seat holds, cards about to be handed on not counted.
    pub const fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat.index()]
    }

    /// What a seat hands on, or has handed on.
    pub const fn given(&self, seat: Seat) -> Parcel {
        self.given[seat.index()]
    }

    /// What the dealer put away for the upcard.
    pub const fn discard(&self) -> Option<Card> {
        self.discard
    }

    /// The stock from the top down, in games with drawing.
    pub fn stock(&self) -> impl Iterator<Item = Card> {
        self.stock[..self.table.stock()].iter().rev().copied()
    }
}

/// All that one seat knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    pub(crate) table: Table,
    pub(crate) seat: Seat,
    pub(crate) hand: Cards,
    pub(crate) given: Parcel,
    pub(crate) received: Parcel,
    pub(crate) discard: Option<Card>,
}

impl View {
    /// Whose view it is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// What the seat holds, cards about to be handed on not counted; nothing before it has looked.
    pub const fn hand(&self) -> Cards {
        self.hand
    }

    /// What the seat hands on, or has handed on.
    pub const fn given(&self) -> Parcel {
        self.given
    }

    /// What the seat was handed.
    pub const fn received(&self) -> Parcel {
        self.received
    }

    /// What the seat, having dealt, put away for the upcard.
    pub const fn discard(&self) -> Option<Card> {
        self.discard
    }

    /// What everybody sees.
    pub const fn table(&self) -> &Table {
        &self.table
    }
}
