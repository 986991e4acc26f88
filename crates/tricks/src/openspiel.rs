//! OpenSpiel's numbers: the one place where its card and action ids are mapped to ours.
//!
//! Its three games number cards in two ways and order suits in two: see [`Peer`]. Ranks run from
//! the two to the ace. Where its rules differ from those of our presets, `docs/rules/` says how.
//! Handing cards on, OpenSpiel takes them in any order, we in ascending order of ours.

use crate::{Action, Move};
use facedown_cards::{Card, Rank, Suit};

/// A game of OpenSpiel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Peer {
    /// `hearts`: four times the rank plus the suit, suits c d h s.
    Hearts,
    /// `spades`: thirteen times the suit plus the rank, suits c d h s; bids from 52 on.
    Spades,
    /// `oh_hell` with a pack of 52: four times the rank plus the suit, suits c d s h; bids from 52
    /// on.
    OhHell,
}

const BIDS: usize = 52;

impl Peer {
    /// The game with OpenSpiel's short name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "hearts" => Self::Hearts,
            "spades" => Self::Spades,
            "oh_hell" => Self::OhHell,
            _ => return None,
        })
    }

    const fn suits(self) -> [Suit; 4] {
        match self {
            Self::Hearts | Self::Spades => Suit::ALL,
            Self::OhHell => [Suit::Clubs, Suit::Diamonds, Suit::Spades, Suit::Hearts],
        }
    }

    /// OpenSpiel's number of a card.
    pub fn card_number(self, card: Card) -> usize {
        let rank = (card.rank().index() + 12) % 13;
        let place = self.suits().iter().position(|suit| *suit == card.suit());
        let suit = place.unwrap_or_default();
        if self == Self::Spades { 13 * suit + rank } else { 4 * rank + suit }
    }

    /// The card with OpenSpiel's number.
    pub fn card(self, number: usize) -> Option<Card> {
        let (suit, rank) = match self {
            Self::Spades => (number / 13, number % 13),
            _ => (number % 4, number / 4),
        };
        let rank = (rank < 13).then(|| Rank::ALL[(rank + 1) % 13])?;
        self.suits().get(suit).map(|suit| Card::of(rank, *suit))
    }

    /// OpenSpiel's number of an action; `None` for what it does not have.
    pub fn action_number(self, action: Action) -> Option<usize> {
        match action.get() {
            Move::Card(card) => Some(self.card_number(card)),
            Move::Bid(tricks) if self != Self::Hearts => Some(BIDS + usize::from(tricks)),
            _ => None,
        }
    }

    /// The action with OpenSpiel's number.
    pub fn action(self, number: usize) -> Option<Action> {
        if number < BIDS {
            return self.card(number).map(Action::card);
        }
        let tricks = u8::try_from(number - BIDS).ok().filter(|tricks| *tricks <= 52)?;
        (self != Self::Hearts).then(|| Action::bid(tricks))
    }

    /// What OpenSpiel returns for a hand with this score: in `hearts` 26 less what was taken.
    pub const fn returns(self, score: i32) -> i32 {
        match self {
            Self::Hearts => 26 + score,
            Self::Spades | Self::OhHell => score,
        }
    }

    /// So many places to the left for OpenSpiel's pass direction in `hearts`, which counts them.
    pub const fn places(direction: usize) -> i8 {
        match direction {
            3 => -1,
            other => other as i8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_cards_are_one_to_one() {
        for peer in [Peer::Hearts, Peer::Spades, Peer::OhHell] {
            for card in Card::all() {
                assert_eq!(peer.card(peer.card_number(card)), Some(card));
            }
            assert_eq!(peer.card(52), None);
            for number in 0..52 + 14 {
                if let Some(action) = peer.action(number) {
                    assert_eq!(peer.action_number(action), Some(number));
                }
            }
        }
    }

    #[test]
    fn cards_have_the_numbers_that_openspiel_prints() {
        let is = |peer: Peer, number: usize, text: &str| {
            assert_eq!(peer.card(number).unwrap().to_string(), text);
        };
        is(Peer::Hearts, 50, "Ah");
        is(Peer::Hearts, 43, "Qs");
        is(Peer::Spades, 22, "Jd");
        is(Peer::Spades, 51, "As");
        is(Peer::OhHell, 47, "Kh");
        is(Peer::OhHell, 48, "Ac");
    }
}
