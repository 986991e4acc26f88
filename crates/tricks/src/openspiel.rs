//! The mapping between OpenSpiel's card and action ids and ours.
//!
//! OpenSpiel's three games number cards in two ways and order suits in two: see [`OpenSpielGame`].
//! Ranks run from the two to the ace. `docs/reference/rules/` lists where its rules differ from our presets.
//! When passing, OpenSpiel takes the cards in any order, we in ascending order.

use crate::{Action, Move};
use facedown_cards::{Card, Rank, Suit};

/// A game of OpenSpiel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenSpielGame {
    /// `hearts`: four times the rank plus the suit, suits c d h s.
    Hearts,
    /// `spades`: thirteen times the suit plus the rank, suits c d h s; bids from 52 on.
    Spades,
    /// `oh_hell` with a pack of 52: four times the rank plus the suit, suits c d s h; bids from 52
    /// on.
    OhHell,
}

const BIDS: usize = 52;

impl OpenSpielGame {
    /// Returns the game with OpenSpiel's short name.
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

    /// Returns OpenSpiel's id of a card.
    pub fn card_id(self, card: Card) -> usize {
        let rank = (card.rank().index() + 12) % 13;
        let place = self.suits().iter().position(|suit| *suit == card.suit());
        let suit = place.unwrap_or_default();
        if self == Self::Spades { 13 * suit + rank } else { 4 * rank + suit }
    }

    /// Returns the card with this OpenSpiel id.
    pub fn card(self, id: usize) -> Option<Card> {
        let (suit, rank) = match self {
            Self::Spades => (id / 13, id % 13),
            _ => (id % 4, id / 4),
        };
        let rank = (rank < 13).then(|| Rank::ALL[(rank + 1) % 13])?;
        self.suits().get(suit).map(|suit| Card::of(rank, *suit))
    }

    /// Returns OpenSpiel's id of an action; `None` if OpenSpiel has no such action.
    pub fn action_id(self, action: Action) -> Option<usize> {
        match action.get() {
            Move::Card(card) => Some(self.card_id(card)),
            Move::Bid(tricks) if self != Self::Hearts => Some(BIDS + usize::from(tricks)),
            _ => None,
        }
    }

    /// Returns the action with this OpenSpiel id.
    pub fn action(self, id: usize) -> Option<Action> {
        if id < BIDS {
            return self.card(id).map(Action::card);
        }
        let tricks = u8::try_from(id - BIDS).ok().filter(|tricks| *tricks <= 52)?;
        (self != Self::Hearts).then(|| Action::bid(tricks))
    }

    /// Returns OpenSpiel's return for a hand with this score: in `hearts`, 26 less the points taken.
    pub const fn returns(self, score: i32) -> i32 {
        match self {
            Self::Hearts => 26 + score,
            Self::Spades | Self::OhHell => score,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_cards_are_one_to_one() {
        for game in [OpenSpielGame::Hearts, OpenSpielGame::Spades, OpenSpielGame::OhHell] {
            for card in Card::all() {
                assert_eq!(game.card(game.card_id(card)), Some(card));
            }
            assert_eq!(game.card(52), None);
            for id in 0..52 + 14 {
                if let Some(action) = game.action(id) {
                    assert_eq!(game.action_id(action), Some(id));
                }
            }
        }
    }

    #[test]
    fn cards_have_the_ids_that_openspiel_prints() {
        let is = |game: OpenSpielGame, id: usize, text: &str| {
            assert_eq!(game.card(id).unwrap().to_string(), text);
        };
        is(OpenSpielGame::Hearts, 50, "Ah");
        is(OpenSpielGame::Hearts, 43, "Qs");
        is(OpenSpielGame::Spades, 22, "Jd");
        is(OpenSpielGame::Spades, 51, "As");
        is(OpenSpielGame::OhHell, 47, "Kh");
        is(OpenSpielGame::OhHell, 48, "Ac");
    }
}
