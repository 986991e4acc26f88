//! The laws of `facedown-testkit`, for every game with every number of seats.

use crate::common::all_games;
use facedown_game::{Game, Seat, SeatSet};
use facedown_testkit::{Laws, laws};
use facedown_tricks::bots::Rule;
use facedown_tricks::{ActionIds, Cards, Phase, PlaneEncoder, Setup, State, Tricks};
use proptest::prelude::{ProptestConfig, any, proptest};
use std::sync::LazyLock;

/// Checks that every card is in exactly one place.
fn conserved(game: &Tricks, state: &State) -> Result<(), String> {
    let table = state.table();
    let mut left: Cards = game.pack().iter().copied().collect();
    let mut take = |cards: Cards, place: &str| {
        if !left.is_superset(cards) {
            return Err(format!("{cards} {place}, where only {left} is left"));
        }
        left = left.minus(cards);
        Ok(())
    };
    for seat in Seat::all(game.seats()) {
        let hand = state.hand(seat);
        if hand.len() != table.count(seat) {
            return Err(format!("{seat} holds {hand}, the table says {}", table.count(seat)));
        }
        take(hand, "in a hand")?;
        if matches!(table.phase(), Phase::Pass) {
            take(state.passed(seat).cards(), "about to be passed")?;
        }
    }
    table.plays().iter().try_for_each(|card| take([*card].into_iter().collect(), "played"))?;
    if table.upcard_to().is_none() {
        take(table.upcard().into_iter().collect(), "turned up")?;
    }
    take(state.discard().into_iter().collect(), "discarded")?;
    if game.rules().deal.draw {
        take(state.stock().collect(), "in the stock")?;
    }
    let face_down = table.stock() - usize::from(state.discard().is_some());
    let expected = if game.rules().deal.draw { 0 } else { face_down };
    if left.len() == expected { Ok(()) } else { Err(format!("{left} is missing")) }
}

/// Returns setups in the middle of a match: dealers, hands, scores and bags.
fn setups(game: &Tricks) -> Vec<Setup> {
    let seats = game.seats();
    (0..12u16)
        .map(|hand| {
            let mut setup = Setup::first(Seat::new(usize::from(hand) * 7 % seats));
            setup.hand = hand;
            let side = |seat: usize| seat % usize::from(game.rules().teams.unwrap_or(10));
            setup.scores =
                std::array::from_fn(|seat| (hand * 37 % 5) as i16 * 60 * side(seat) as i16);
            setup.bags = std::array::from_fn(|seat| (hand * 3 + side(seat) as u16) as u8 % 10);
            if game.rules().matches.knockout && hand > 0 {
                setup.out = SeatSet::only(Seat::new(usize::from(hand) % seats));
                setup.dealer = Seat::new(usize::from(hand + 1) % seats);
                setup.chooser = Some(Seat::new(usize::from(hand + 2) % seats));
            }
            setup
        })
        .collect()
}

#[test]
fn every_game_keeps_the_laws() {
    for (name, game) in all_games() {
        println!("{name}");
        let setups = setups(&game);
        Laws::new(game)
            .hands(24)
            .seed(11)
            .max_steps(200)
            .setups(setups)
            .conserves(conserved)
            .encoder(&PlaneEncoder)
            .waiting()
            .action_space(&ActionIds)
            .notation()
            .no_allocations()
            .policy(|| Rule)
            .run();
    }
}

#[test]
fn matches_of_every_game_end() {
    for (_, game) in all_games() {
        let bound = u64::from(game.rules().matches.hands);
        Laws::new(game)
            .hands(0)
            .max_steps(200)
            .worlds_each(1)
            .policy(|| Rule)
            .matches(2)
            .max_hands(bound)
            .run();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_bytes_are_a_hand_that_keeps_the_laws(
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
        number in 0usize..1000,
    ) {
        static GAMES: LazyLock<Vec<(String, Tricks)>> = LazyLock::new(all_games);
        laws::from_bytes(&GAMES[number % GAMES.len()].1, &bytes);
    }
}
