//! What a seat can do, what a seat can witness, and their texts.

use crate::Cards;
use facedown_cards::{Card, Suit};
use facedown_game::Seat;
use std::fmt;

/// What a seat can do, as one byte that is also its number for networks. [`Action::get`] says what
/// it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u8); // as numbered below

/// What an [`Action`] is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Plays this card, hands it on or puts it away, as the phase asks.
    Card(Card),
    /// Bids so many tricks.
    Bid(u8),
    /// Makes this suit trump.
    Trump {
        /// The suit.
        suit: Suit,
        /// Whether without a partner.
        alone: bool,
    },
    /// Leaves the trump to others.
    Decline,
    /// Looks at its cards before bidding.
    Look,
    /// Bids nil before looking.
    BlindNil,
}

const BIDS: u8 = 52;
const TRUMPS: u8 = 105;
const DECLINE: u8 = 113;
const LOOK: u8 = 114;
const BLIND_NIL: u8 = 115;

impl Action {
    /// How many actions there are.
    pub const COUNT: usize = 116;

    /// The action of playing, handing on or putting away a card.
    #[inline]
    pub const fn card(card: Card) -> Self {
        Self(card.index() as u8)
    }

    /// The card of the lowest bit; where there is none some action, whatever it is.
    #[inline]
    pub(crate) const fn from_bit(cards: u64) -> Self {
        Self(cards.trailing_zeros() as u8 % 64)
    }

    /// The bid of so many tricks.
    ///
    /// # Panics
    /// From 53 on: no hand has more than 52 cards.
    pub const fn bid(tricks: u8) -> Self {
        assert!(tricks <= 52, "no hand has more than 52 cards");
        Self(BIDS + tricks)
    }

    /// The action's number.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// How many slots there are.
    pub(crate) const SLOTS: usize = 64;

    /// Cards have the same slots as bids and the rest: no situation asks for both.
    #[inline]
    pub(crate) const fn slot(self) -> usize {
        (if self.0 < BIDS { self.0 } else { self.0 - BIDS }) as usize
    }

    /// The action with this number, or `None` from [`Action::COUNT`] on.
    pub const fn from_number(number: usize) -> Option<Self> {
        if number < Self::COUNT { Some(Self(number as u8)) } else { None }
    }

    /// The card, if the action is one.
    #[inline]
    pub const fn as_card(self) -> Option<Card> {
        if self.0 < BIDS { Some(Card::new(self.0)) } else { None }
    }

    /// What it is.
    #[inline]
    pub const fn get(self) -> Move {
        match self.0 {
            card @ 0..BIDS => Move::Card(Card::new(card)),
            bid @ BIDS..TRUMPS => Move::Bid(bid - BIDS),
            trump @ TRUMPS..DECLINE => Move::Trump {
                suit: Suit::ALL[((trump - TRUMPS) / 2) as usize],
                alone: (trump - TRUMPS) % 2 == 1,
            },
            DECLINE => Move::Decline,
            LOOK => Move::Look,
            _ => Move::BlindNil,
        }
    }
}

impl From<Move> for Action {
    fn from(action: Move) -> Self {
        match action {
            Move::Card(card) => Self::card(card),
            Move::Bid(tricks) => Self::bid(tricks),
            Move::Trump { suit, alone } => Self(TRUMPS + 2 * suit as u8 + u8::from(alone)),
            Move::Decline => Self(DECLINE),
            Move::Look => Self(LOOK),
            Move::BlindNil => Self(BLIND_NIL),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            Move::Card(card) => card.fmt(f),
            Move::Bid(tricks) => tricks.fmt(f),
            Move::Trump { suit, alone: false } => write!(f, "trump {}", suit.letter()),
            Move::Trump { suit, alone: true } => write!(f, "trump {} alone", suit.letter()),
            Move::Decline => f.write_str("decline"),
            Move::Look => f.write_str("look"),
            Move::BlindNil => f.write_str("blind nil"),
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.get())
    }
}

/// What a seat can witness. What the seat to act does is told without naming it: everyone knows
/// whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// The seat's own cards.
    Dealt(Cards),
    /// A card is turned up.
    Turned(Card),
    /// The seat to act looks at its cards.
    Looked,
    /// The seat to act bids so many tricks.
    Bid(u8),
    /// The seat to act bids nil without having looked.
    BlindNil,
    /// The seat to act leaves the trump to others.
    Declined,
    /// The seat to act makes this suit trump.
    Named {
        /// The suit.
        suit: Suit,
        /// Whether it plays without its partner.
        alone: bool,
    },
    /// The dealer, having taken the upcard, puts away a card that only it sees.
    Discarded(Option<Card>),
    /// The seat to act chooses a card to hand on, which only it sees.
    Gave(Option<Card>),
    /// What the seat was handed: the passing is over.
    Received(Parcel),
    /// This seat leads first, because it holds the card that does.
    Opens(Seat),
    /// The seat to act plays a card.
    Played(Card),
    /// This seat draws a card from the stock; which, others see only if it lay open.
    Drew(Seat, Option<Card>),
}

/// At most four cards that are handed on, ascending.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Parcel {
    cards: [Card; 4], // the first card of the pack from `len` on
    len: u8,
}

impl Default for Parcel {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Parcel {
    /// No card.
    pub const EMPTY: Self = Self { cards: [Card::new(0); 4], len: 0 };

    /// Adds a card, which must not be below those that are there.
    ///
    /// # Panics
    /// Where there are four.
    pub(crate) fn push(&mut self, card: Card) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    /// The cards in ascending order.
    pub fn as_slice(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }

    /// The cards.
    pub fn cards(&self) -> Cards {
        self.as_slice().iter().copied().collect()
    }

    /// How many cards there are.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is no card.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl FromIterator<Card> for Parcel {
    /// At most four cards; the others do not count.
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut parcel = Self::EMPTY;
        cards.into_iter().take(4).for_each(|card| parcel.push(card));
        parcel.cards[..usize::from(parcel.len)].sort_unstable();
        parcel
    }
}

impl fmt::Debug for Parcel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_its_action() {
        for number in 0..Action::COUNT {
            let action = Action::from_number(number).unwrap();
            assert_eq!(action.number(), number);
            assert_eq!(Action::from(action.get()), action);
        }
        assert_eq!(Action::from_number(Action::COUNT), None);
    }
}
