//! Actions and events, and the notation of actions.

use crate::Cards;
use facedown_cards::{Card, Suit};
use facedown_game::{Seat, packed_struct};
use std::fmt;

/// An action of a seat, as one byte that is also its index for networks; see [`Action::get`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u8); // indices as below

/// An [`Action`], unpacked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Plays, passes or discards this card, by the phase.
    Card(Card),
    /// Bids this number of tricks.
    Bid(u8),
    /// Makes this suit trump.
    Trump {
        /// The suit.
        suit: Suit,
        /// Whether the maker plays alone, without its partner.
        alone: bool,
    },
    /// Declines to make trump.
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
    /// Number of actions.
    pub const COUNT: usize = 116;

    /// Returns the action of playing, passing or discarding a card.
    #[inline]
    pub const fn card(card: Card) -> Self {
        Self(card.index() as u8)
    }

    /// Returns the action with the lowest card of a set; an arbitrary action if the set is empty.
    #[inline]
    pub(crate) const fn from_bit(cards: u64) -> Self {
        Self(cards.trailing_zeros() as u8 % 64)
    }

    /// Returns the bid of this number of tricks.
    ///
    /// # Panics
    /// If there are more than 52: no hand has more cards.
    pub const fn bid(tricks: u8) -> Self {
        assert!(tricks <= 52, "no hand has more than 52 cards");
        Self(BIDS + tricks)
    }

    /// Returns the action's index, below [`Action::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Number of slots.
    pub(crate) const SLOTS: usize = 64;

    /// Returns the action's slot. Cards share the slots of bids and other calls: they are never
    /// legal together.
    #[inline]
    pub(crate) const fn slot(self) -> usize {
        (if self.0 < BIDS { self.0 } else { self.0 - BIDS }) as usize
    }

    /// Returns the action with this index, or `None` from [`Action::COUNT`] on.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Returns the card that is played, passed or discarded, if any.
    #[inline]
    pub const fn as_card(self) -> Option<Card> {
        if self.0 < BIDS { Some(Card::new(self.0)) } else { None }
    }

    /// Unpacks the action.
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

/// An observation of a seat. Events of the seat to act do not name it: everyone knows whose turn
/// it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// The seat is dealt these cards.
    Dealt(Cards),
    /// A card is turned up.
    Turned(Card),
    /// The seat to act looks at its cards.
    Looked,
    /// The seat to act bids this number of tricks.
    Bid(u8),
    /// The seat to act bids nil without looking at its cards.
    BlindNil,
    /// The seat to act declines to make trump.
    Declined,
    /// The seat to act makes this suit trump.
    Named {
        /// The suit.
        suit: Suit,
        /// Whether it plays alone, without its partner.
        alone: bool,
    },
    /// The dealer, having taken the upcard, discards a card that only it sees.
    Discarded(Option<Card>),
    /// The seat to act chooses a card to pass, which only it sees.
    Passed(Option<Card>),
    /// The seat receives these cards: the passing is over.
    Received(PassedCards),
    /// This seat leads to the first trick, because it holds the card that must.
    Opens(Seat),
    /// The seat to act plays a card.
    Played(Card),
    /// This seat draws a card from the stock, face down unless it is the upcard.
    Drew(Seat, Option<Card>),
}

/// At most four passed cards, ascending.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PassedCards {
    cards: [Card; 4], // filled up with the lowest card
    len: u8,
}
packed_struct!(PassedCards { cards, len });

impl Default for PassedCards {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl PassedCards {
    /// No card.
    pub const EMPTY: Self = Self { cards: [Card::new(0); 4], len: 0 };

    /// Adds a card that is not below the others.
    ///
    /// # Panics
    /// If there are four.
    pub(crate) fn push(&mut self, card: Card) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    /// Returns the cards in ascending order.
    pub fn as_slice(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }

    /// Returns the cards as a set.
    pub fn cards(&self) -> Cards {
        self.as_slice().iter().copied().collect()
    }

    /// Returns the number of cards.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns whether there are no cards.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl FromIterator<Card> for PassedCards {
    /// Collects at most four cards and ignores the others.
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut passed = Self::EMPTY;
        cards.into_iter().take(4).for_each(|card| passed.push(card));
        passed.cards[..usize::from(passed.len)].sort_unstable();
        passed
    }
}

impl fmt::Debug for PassedCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_has_its_action() {
        for index in 0..Action::COUNT {
            let action = Action::from_index(index).unwrap();
            assert_eq!(action.index(), index);
            assert_eq!(Action::from(action.get()), action);
        }
        assert_eq!(Action::from_index(Action::COUNT), None);
    }
}
