//! Worlds weighed by bids: hands that explain a bid count more, and the weights do not mislead.

mod common;

use common::{game, seat};
use facedown_game::{ActionBuf, Game, Policy, Rng, Turn, Worlds};
use facedown_tricks::bots::Rule;
use facedown_tricks::{Belief, BeliefModel, Legal, Phase, Rules, State, Tricks};

/// Hands of `rule` up to the first lead.
fn bid_hands(game: &Tricks, hands: u64) -> impl Iterator<Item = State> {
    (0..hands).map(move |seed| {
        let mut rng = Rng::new(seed);
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        let mut legal = Legal::default();
        while let (Turn::Act(to_act), true) =
            (game.turn(&state), state.table().phase() != Phase::Play)
        {
            game.legal_actions(&state, &mut legal);
            let view = game.view(&state, to_act);
            let action = Rule.choose(game, &view, legal.as_slice(), &mut rng);
            game.apply(&mut state, action, &mut ());
        }
        state
    })
}

/// How many trumps a seat holds.
fn trumps(state: &State, index: usize) -> f64 {
    let trump = state.table().trump();
    state.hand(seat(index)).iter().filter(|card| Some(card.suit()) == trump).count() as f64
}

#[test]
fn weighed_worlds_tell_better_who_holds_the_trumps() {
    let game = game(Rules::oh_hell(4));
    let mut rng = Rng::new(9);
    let (mut plain, mut weighed) = (0.0, 0.0);
    for state in bid_hands(&game, 60) {
        let view = game.view(&state, seat(0));
        let belief = Belief::new(&game, &view, &BeliefModel::default()).unwrap();
        assert!(belief.is_informed());
        let worlds: Vec<(State, f32)> = (0..400).map(|_| belief.sample(&mut rng)).collect();
        assert!(worlds.iter().all(|(_, weight)| *weight > 0.0 && *weight <= 1.0));
        let total: f64 = worlds.iter().map(|(_, weight)| f64::from(*weight)).sum();
        for other in 1..4 {
            let truth = trumps(&state, other);
            let mean = worlds.iter().map(|(w, _)| trumps(w, other)).sum::<f64>() / 400.0;
            let with =
                worlds.iter().map(|(w, x)| trumps(w, other) * f64::from(*x)).sum::<f64>() / total;
            plain += (mean - truth).powi(2);
            weighed += (with - truth).powi(2);
        }
    }
    // Bids say a good part of what there is to say about trumps.
    assert!(weighed < 0.9 * plain, "squared error {weighed:.1} with bids, {plain:.1} without");
}

#[test]
fn without_bids_all_weights_are_one() {
    let game = game(Rules::hearts(4));
    let state = game.deal(&game.first_setup(), &mut Rng::new(1), &mut ());
    let belief = Belief::new(&game, &game.view(&state, seat(1)), &BeliefModel::default()).unwrap();
    assert!(!belief.is_informed());
    let (_, weight) = belief.sample(&mut Rng::new(2));
    assert!((weight - 1.0).abs() < f32::EPSILON);
}
