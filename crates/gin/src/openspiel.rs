//! The mapping between OpenSpiel's suit order and action ids and ours.
//!
//! OpenSpiel orders suits s c d h where this project has c d h s, and its action ids are 0-51 card,
//! 52 upcard, 53 stock, 54 pass, 55 knock, 56-240 melds. Its other peculiarities are options of
//! [`crate::Rules`]; one needs arithmetic of its own, [`deadwood_with_draw`].

use crate::kernel::{Meld, card_points, hand_points};
use crate::{Action, Phase};
use facedown_cards::{Card, CardSet, Suit};

/// Number of OpenSpiel's actions.
pub const ACTIONS: usize = 241;

/// OpenSpiel's suit order.
pub const SUITS: [Suit; 4] = [Suit::Spades, Suit::Clubs, Suit::Diamonds, Suit::Hearts];

const UPCARD: usize = 52;
const STOCK: usize = 53;
const PASS: usize = 54;
const KNOCK: usize = 55;
const MELDS: usize = 56;

fn suit_index(suit: Suit) -> usize {
    (suit.index() + 1) % 4
}

/// Returns OpenSpiel's id of a card.
pub fn card_id(card: Card) -> usize {
    suit_index(card.suit()) * 13 + card.rank().index()
}

/// Returns the card with OpenSpiel's id.
pub fn card(id: usize) -> Option<Card> {
    let rank = *facedown_cards::Rank::ALL.get(id % 13)?;
    SUITS.get(id / 13).map(|suit| Card::of(rank, *suit))
}

/// Returns OpenSpiel's index of a meld, from 0.
pub fn meld_index(meld: Meld) -> usize {
    let cards = meld.cards();
    let Some(low) = cards.first() else { return 0 };
    if meld.is_set() {
        let rank = low.rank().index();
        let missing = SUITS.iter().position(|suit| !cards.contains(Card::of(low.rank(), *suit)));
        return rank * 5 + missing.unwrap_or(4);
    }
    let (first, starts) = match cards.len() {
        3 => (65, 11),
        4 => (109, 10),
        _ => (149, 9),
    };
    first + suit_index(low.suit()) * starts + low.rank().index()
}

/// Returns OpenSpiel's id of an action; `None` for big gin, which it does not have.
pub fn action_id(action: Action) -> Option<usize> {
    Some(match action {
        Action::Card(card) => card_id(card),
        Action::TakeUpcard => UPCARD,
        Action::DrawStock => STOCK,
        Action::Pass => PASS,
        Action::Knock => KNOCK,
        Action::Lay(meld) => MELDS + meld_index(meld),
        Action::BigGin => return None,
    })
}

/// Returns the action with OpenSpiel's id.
pub fn action(id: usize) -> Option<Action> {
    match id {
        0..52 => card(id).map(Action::Card),
        UPCARD => Some(Action::TakeUpcard),
        STOCK => Some(Action::DrawStock),
        PASS => Some(Action::Pass),
        KNOCK => Some(Action::Knock),
        MELDS..ACTIONS => {
            Meld::ALL.into_iter().find(|m| MELDS + meld_index(*m) == id).map(Action::Lay)
        }
        _ => None,
    }
}

/// Returns OpenSpiel's name of a phase.
pub const fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::FirstUpcard => "FirstUpcard",
        Phase::Draw => "Draw",
        Phase::Discard => "Discard",
        Phase::KnockDiscard | Phase::KnockMelds => "Knock",
        Phase::Layoff | Phase::DefenderMelds => "Layoff",
        Phase::Wall => "Wall",
        Phase::Over => "GameOver",
    }
}

/// Returns the deadwood that OpenSpiel gives a hand with the drawn card: the first best grouping of
/// all the cards, less the highest card that it leaves loose.
///
/// Which of several best groupings comes first decides how high that card is, so the order matters:
/// sets before runs, sets of four and two of their threes before the other threes, runs of 5, 4, 3;
/// a grouping's melds in any order, each grouping extended as long as another meld fits.
pub fn deadwood_with_draw(hand: CardSet) -> u8 {
    let mut search = FirstBest { best: 0, loose: hand };
    let melds = ordered_melds(hand);
    search.extend(hand, 0, melds.as_slice());
    let highest = search.loose.iter().map(card_points).max().unwrap_or(0);
    hand_points(search.loose) as u8 - highest
}

struct FirstBest {
    best: u32, // points melded
    loose: CardSet,
}

impl FirstBest {
    fn extend(&mut self, rest: CardSet, melded: u32, melds: &[CardSet]) {
        let mut complete = true;
        for meld in melds.iter().filter(|meld| rest.is_superset(**meld)) {
            complete = false;
            self.extend(rest - *meld, melded + hand_points(*meld), melds);
        }
        if complete && melded > self.best {
            self.best = melded;
            self.loose = rest;
        }
    }
}

/// The melds of a hand in the order in which OpenSpiel tries them.
struct OrderedMelds {
    melds: [CardSet; 24],
    len: usize,
}

impl OrderedMelds {
    fn push(&mut self, meld: CardSet) {
        self.melds[self.len] = meld;
        self.len += 1;
    }

    fn as_slice(&self) -> &[CardSet] {
        &self.melds[..self.len]
    }
}

fn ordered_melds(hand: CardSet) -> OrderedMelds {
    let mut melds = OrderedMelds { melds: [CardSet::EMPTY; 24], len: 0 };
    let ranks = facedown_cards::Rank::ALL;
    let of = |rank, missing: Option<Suit>| -> CardSet {
        SUITS.iter().filter(|s| Some(**s) != missing).map(|s| Card::of(rank, *s)).collect()
    };
    // Of four equal cards in OpenSpiel's order, the sets without the third and without the second
    // are found with the four; those without the last and without the first come with the threes.
    for rank in ranks {
        if hand.is_superset(of(rank, None)) {
            melds.push(of(rank, None));
            melds.push(of(rank, Some(SUITS[2])));
            melds.push(of(rank, Some(SUITS[1])));
        }
    }
    for rank in ranks {
        if hand.is_superset(of(rank, None)) {
            melds.push(of(rank, Some(SUITS[3])));
            melds.push(of(rank, Some(SUITS[0])));
        } else {
            let three = SUITS.map(|suit| of(rank, Some(suit)));
            three.into_iter().filter(|set| hand.is_superset(*set)).for_each(|set| melds.push(set));
        }
    }
    for length in [5, 4, 3] {
        for suit in SUITS {
            for low in 0..=13 - length {
                let run: CardSet =
                    ranks[low..low + length].iter().map(|rank| Card::of(*rank, suit)).collect();
                if hand.is_superset(run) {
                    melds.push(run);
                }
            }
        }
    }
    melds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_actions_are_one_to_one() {
        let mut seen = std::collections::BTreeSet::new();
        for id in 0..ACTIONS {
            let action = action(id).unwrap();
            assert_eq!(action_id(action), Some(id));
            assert!(seen.insert(action));
        }
        assert_eq!(action(ACTIONS), None);
        assert_eq!(action_id(Action::BigGin), None);
    }

    #[test]
    fn openspiel_orders_spades_first() {
        assert_eq!(card_id("As".parse().unwrap()), 0);
        assert_eq!(card_id("Kh".parse().unwrap()), 51);
        assert_eq!(card(13), Some("Ac".parse().unwrap()));
        assert_eq!(card(52), None);
    }

    #[test]
    fn eleven_cards_are_grouped_before_one_is_dropped() {
        // Measured on OpenSpiel 2.0.2: it reports 11 here, where a discard leaves 9.
        let hand: CardSet = "6s3c4c5c6c2d5d2h4h5h6h".parse().unwrap();
        assert_eq!(deadwood_with_draw(hand), 11);
        assert_eq!(crate::kernel::least_after_discard(hand), 9);
    }
}
