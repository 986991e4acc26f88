//! From rows to actions.

use crate::{Action, Place, Row};
use facedown_cards::{PackCard, PackSet};

/// Returns the action that puts the cards of a hand into these rows and discards the others; `None`
/// if the hand is too long for an action.
///
/// Two jokers are the same card, so only the action with the first joker in the higher place is
/// legal.
pub fn placement_action(hand: &[PackCard], rows: [PackSet; 3]) -> Option<Action> {
    let mut places = [Place::Top; 5];
    let places = places.get_mut(..hand.len())?;
    for (place, card) in places.iter_mut().zip(hand) {
        let row = Row::ALL.into_iter().find(|row| rows[*row as usize].contains(*card));
        *place = row.map_or(Place::Discard, Place::from);
    }
    let jokers = hand.iter().filter(|card| card.is_joker()).count();
    let first = places.len() - jokers;
    places[first..].sort_unstable();
    Action::new(places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use facedown_cards::parse_pack;

    #[test]
    fn of_two_jokers_the_first_has_the_higher_place() {
        let hand = parse_pack("Ks X X").unwrap();
        let rows = [PackSet::EMPTY.with(hand[2]), PackSet::EMPTY, PackSet::EMPTY.with(hand[1])];
        assert_eq!(placement_action(&hand, rows).unwrap().to_string(), "xtb");
        assert_eq!(placement_action(&[hand[0]; 6], rows), None);
    }
}
