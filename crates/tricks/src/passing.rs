//! Passing several cards at once.
//!
//! The engine passes cards one at a time in ascending order, so that every set of cards is one
//! sequence of actions; its lists leave out cards that cannot be the next lowest. People choose the
//! whole set, in any order: [`Tricks::pass_options`] lists the choices, and
//! [`Tricks::pass_sequence`] turns the choice into actions. No other phase takes several cards: the
//! dealer discards a single one.

use crate::{Action, Cards, Phase, Tricks, View};
use facedown_cards::{Card, CardSet};
use std::fmt;

/// The choice of a seat that is to pass cards: exactly `count` of `cards`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PassOptions {
    /// Number of cards that are left to pass.
    pub count: usize,
    /// The cards to choose from: the hand, or its part from the last passed card on.
    pub cards: Cards,
}

/// Why a set of cards cannot be passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum InvalidPass {
    /// The seat is not to pass cards now.
    NotPassing,
    /// A card that the seat does not hold.
    NotHeld(Card),
    /// A card that is chosen more often than the seat holds it.
    Repeated(Card),
    /// A card below one that the seat has passed already: cards are passed in ascending order.
    BelowPassed {
        /// The card.
        card: Card,
        /// The last card passed.
        passed: Card,
    },
    /// More cards than are left to pass.
    TooMany {
        /// Number of cards that are left to pass.
        count: usize,
        /// The first card beyond them.
        card: Card,
    },
    /// Fewer cards than are left to pass.
    TooFew {
        /// Number of cards that are left to pass.
        count: usize,
        /// Number of cards chosen.
        chosen: usize,
    },
}

impl fmt::Display for InvalidPass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPassing => f.write_str("the seat is not to pass cards now"),
            Self::NotHeld(card) => write!(f, "{card} is not in the hand"),
            Self::Repeated(card) => write!(f, "{card} is chosen more often than it is held"),
            Self::BelowPassed { card, passed } => {
                write!(f, "{card} is below {passed}, which is passed already")
            }
            Self::TooMany { count, card } => write!(f, "{card} is one too many, expected {count}"),
            Self::TooFew { count, chosen: 1 } => write!(f, "1 card chosen, expected {count}"),
            Self::TooFew { count, chosen } => write!(f, "{chosen} cards chosen, expected {count}"),
        }
    }
}

impl std::error::Error for InvalidPass {}

impl Tricks {
    /// Returns the pass options of the view's seat, or `None` if it is not to pass cards now.
    pub fn pass_options(&self, view: &View) -> Option<PassOptions> {
        let table = &view.table;
        if table.phase != Phase::Pass || table.to_act != view.seat {
            return None;
        }
        let (_, count) = self.c.rules.passing_in(table.setup.hand)?;
        let lowest = view.passed.as_slice().last().map_or(0, |card| card.index());
        let cards = view.hand.of_kinds(CardSet::from_bits_truncate(u64::MAX << lowest));
        Some(PassOptions { count: usize::from(count) - view.passed.len(), cards })
    }

    /// Returns the actions that pass these cards, chosen in any order. Each action is legal after
    /// those before it.
    ///
    /// ```
    /// use facedown_game::{Game, Rng, Seat};
    /// use facedown_tricks::{Rules, Tricks};
    ///
    /// let hearts = Tricks::new(Rules::hearts(4))?;
    /// let mut state = hearts.deal(&hearts.first_setup(), &mut Rng::new(3), &mut ());
    /// let view = hearts.view(&state, Seat::new(0));
    /// let cards = ["Kd", "Ac", "Qc"].map(|text| text.parse().unwrap());
    /// for action in hearts.pass_sequence(&view, &cards)? {
    ///     hearts.try_apply(&mut state, action, &mut ())?;
    /// }
    /// assert_eq!(state.passed(Seat::new(0)).cards().to_string(), "Ac Qc Kd");
    ///
    /// let error = hearts.pass_sequence(&view, &cards[..2]).unwrap_err();
    /// assert_eq!(error.to_string(), "2 cards chosen, expected 3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pass_sequence(&self, view: &View, cards: &[Card]) -> Result<Vec<Action>, InvalidPass> {
        let options = self.pass_options(view).ok_or(InvalidPass::NotPassing)?;
        let mut left = options.cards;
        for &card in cards {
            if !left.contains(card) {
                return Err(unavailable(view, options, card));
            }
            left.remove(card);
        }
        let (count, chosen) = (options.count, cards.len());
        if let Some(&card) = cards.get(count) {
            return Err(InvalidPass::TooMany { count, card });
        }
        if chosen < count {
            return Err(InvalidPass::TooFew { count, chosen });
        }
        let mut ascending = cards.to_vec();
        ascending.sort_unstable();
        Ok(ascending.into_iter().map(Action::card).collect())
    }
}

/// Returns why a card is not, or no longer, to choose from.
fn unavailable(view: &View, options: PassOptions, card: Card) -> InvalidPass {
    if options.cards.contains(card) {
        return InvalidPass::Repeated(card);
    }
    match view.passed.as_slice().last() {
        Some(&passed) if view.hand.contains(card) => InvalidPass::BelowPassed { card, passed },
        Some(_) if view.passed.cards().contains(card) => InvalidPass::Repeated(card),
        _ => InvalidPass::NotHeld(card),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Passing;
    use crate::{Legal, Rules, Setup, State};
    use facedown_game::{ActionBuf, Game, Rng, Seat};

    fn cards(text: &str) -> Vec<Card> {
        text.split_whitespace().map(|card| card.parse().unwrap()).collect()
    }

    /// Returns a state in which seat 0 is to pass from this hand, and its view.
    fn passing(rules: Rules, hand: &str) -> (Tricks, State, View) {
        let game = Tricks::new(rules).unwrap();
        let mut pack = cards(hand);
        let mut left: Vec<Card> = game.pack().to_vec();
        for card in &pack {
            left.remove(left.iter().position(|other| other == card).unwrap());
        }
        pack.extend(left);
        let state = game.deal_pack(&game.first_setup(), &pack, &mut ());
        let view = game.view(&state, Seat::new(0));
        (game, state, view)
    }

    const HAND: &str = "2c 5c Kc 3d 4d Td 2h 7h Ah 4s 9s Qs Ks";

    fn hearts() -> (Tricks, State, View) {
        passing(Rules::hearts(4), HAND)
    }

    /// Two packs, so that a hand can hold both copies of a card.
    fn two_packs() -> (Tricks, State, View) {
        let mut rules = Rules::el_dorado(6);
        rules.passing = Some(Passing { count: 3, cycle: vec![1] });
        rules.deal.cards = vec![6];
        passing(rules, "5c 5c 9c 9c Kd 2s")
    }

    #[test]
    fn every_set_of_cards_passes_in_any_order() {
        let (game, state, view) = hearts();
        let mut rng = Rng::new(1);
        let mut hand = cards(HAND);
        for _ in 0..200 {
            rng.shuffle(&mut hand);
            let chosen = &hand[..3];
            let mut after = state;
            for action in game.pass_sequence(&view, chosen).unwrap() {
                game.try_apply(&mut after, action, &mut ()).unwrap();
            }
            let passed = after.passed(Seat::new(0)).cards();
            assert_eq!(passed, chosen.iter().copied().collect::<Cards>());
            assert_eq!(after.table().to_act(), Seat::new(1));
        }
    }

    #[test]
    fn options_shrink_with_every_card_and_are_what_the_lists_allow_in_the_end() {
        let (game, mut state, view) = hearts();
        let options = game.pass_options(&view).unwrap();
        assert_eq!((options.count, options.cards), (3, view.hand()));
        for (action, count) in
            game.pass_sequence(&view, &cards("Td Kc 7h")).unwrap().iter().zip(0..)
        {
            let options = game.pass_options(&game.view(&state, Seat::new(0))).unwrap();
            assert_eq!(options.count, 3 - count);
            game.apply(&mut state, *action, &mut ());
            if count == 1 {
                let view = game.view(&state, Seat::new(0));
                let mut legal = Legal::default();
                game.view_actions(&view, &mut legal);
                let listed = legal.as_slice().iter().filter_map(|action| action.as_card());
                let options = game.pass_options(&view).unwrap();
                assert_eq!(options.cards, listed.collect::<Cards>(), "the last card");
            }
        }
        let view = game.view(&state, Seat::new(0));
        assert_eq!(game.pass_options(&view), None, "seat 1 is to act");
        assert_eq!(game.pass_sequence(&view, &cards("2c")), Err(InvalidPass::NotPassing));
    }

    #[test]
    fn both_copies_of_a_card_can_be_passed() {
        let (game, state, view) = two_packs();
        let mut after = state;
        for action in game.pass_sequence(&view, &cards("9c 5c 9c")).unwrap() {
            game.try_apply(&mut after, action, &mut ()).unwrap();
        }
        assert_eq!(after.passed(Seat::new(0)).cards().to_string(), "5c 9c 9c");
        let mut after = state;
        game.apply(&mut after, Action::card(cards("9c")[0]), &mut ());
        let view = game.view(&after, Seat::new(0));
        let options = game.pass_options(&view).unwrap();
        assert_eq!((options.count, options.cards.to_string().as_str()), (2, "9c Kd 2s"));
        assert!(game.pass_sequence(&view, &cards("2s 9c")).is_ok());
    }

    #[test]
    fn the_offending_card_is_named() {
        let (game, _, view) = hearts();
        let error = |text: &str| game.pass_sequence(&view, &cards(text)).unwrap_err().to_string();
        assert_eq!(error("2c 3c Ah"), "3c is not in the hand");
        assert_eq!(error("2c Ah 2c"), "2c is chosen more often than it is held");
        assert_eq!(error("2c Ah Ks Qs 9s"), "Qs is one too many, expected 3");
        assert_eq!(error("2c Ah"), "2 cards chosen, expected 3");
        assert_eq!(error(""), "0 cards chosen, expected 3");
        let (game, _, view) = two_packs();
        let three = game.pass_sequence(&view, &cards("5c 5c 5c")).unwrap_err();
        assert_eq!(three, InvalidPass::Repeated(cards("5c")[0]));
    }

    #[test]
    fn cards_are_named_against_those_that_are_passed_already() {
        let (game, mut state, _) = hearts();
        game.apply(&mut state, Action::card(cards("3d")[0]), &mut ());
        let view = game.view(&state, Seat::new(0));
        let error = |text: &str| game.pass_sequence(&view, &cards(text)).unwrap_err().to_string();
        assert_eq!(error("2c Ah"), "2c is below 3d, which is passed already");
        assert_eq!(error("3d Ah"), "3d is chosen more often than it is held");
        assert_eq!(error("Ah"), "1 card chosen, expected 2");
        assert!(game.pass_sequence(&view, &cards("Ks Ah")).is_ok());
    }

    #[test]
    fn nothing_is_passed_in_other_phases_and_games() {
        let hearts = Tricks::new(Rules::hearts(4)).unwrap();
        let setup = Setup { hand: 3, ..hearts.first_setup() };
        let state = hearts.deal(&setup, &mut Rng::new(1), &mut ());
        let spades = Tricks::new(Rules::spades()).unwrap();
        let bids = spades.deal(&spades.first_setup(), &mut Rng::new(1), &mut ());
        for seat in Seat::all(4) {
            assert_eq!(hearts.pass_options(&hearts.view(&state, seat)), None, "a hold hand");
            assert_eq!(spades.pass_options(&spades.view(&bids, seat)), None);
        }
    }
}
