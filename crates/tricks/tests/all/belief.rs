//! Belief given the bids: weighted worlds estimate hidden hands better than uniform ones.

use crate::common::{game, seat};
use facedown_game::{ActionBuf, Game, Policy, Rng, Turn, Worlds};
use facedown_tricks::bots::Rule;
use facedown_tricks::{Belief, BeliefModel, Legal, Phase, Rules, State, Tricks};

/// Returns hands bid by `rule`, up to the first lead.
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

/// Returns the number of trumps in a seat's hand.
fn trumps(state: &State, index: usize) -> f64 {
    let trump = state.table().trump();
    state.hand(seat(index)).iter().filter(|card| Some(card.suit()) == trump).count() as f64
}

#[test]
fn weighted_worlds_locate_the_trumps_better() {
    let game = game(Rules::oh_hell(4));
    let mut rng = Rng::new(9);
    let (mut uniform, mut weighted) = (0.0, 0.0);
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
            uniform += (mean - truth).powi(2);
            weighted += (with - truth).powi(2);
        }
    }
    // Bids are strong evidence about trumps.
    assert!(
        weighted < 0.9 * uniform,
        "squared error {weighted:.1} with bids, {uniform:.1} without"
    );
}

#[test]
fn nil_is_evidence_of_a_weak_hand() {
    let game = game(Rules::spades());
    let hands = [
        "Ac Kc 2c 3c Ad Kd 4d 5d Ah 6h 7h As Ks",
        "4c 5c 6c 7c 2d 3d 6d 2h 3h 4h 5h 2s 3s",
        "8c 9c Tc Jc 7d 8d 9d Td 8h 9h 4s 5s Qs",
        "Qc Jd Qd Th Jh Qh Kh 6s 7s 8s 9s Ts Js",
    ];
    let mut state = crate::common::deal(&game, &game.first_setup(), &hands, "");
    crate::common::play(&game, &mut state, "6 0 1 4");
    let view = game.view(&state, seat(0));
    let belief = Belief::new(&game, &view, &BeliefModel::default()).unwrap();
    let mut rng = Rng::new(4);
    let worlds: Vec<(State, f32)> = (0..4_000).map(|_| belief.sample(&mut rng)).collect();
    let held = |index: usize, weighted: bool| {
        let weight = |x: f32| if weighted { f64::from(x) } else { 1.0 };
        let sum: f64 = worlds.iter().map(|(w, x)| trumps(w, index) * weight(*x)).sum();
        sum / worlds.iter().map(|(_, x)| weight(*x)).sum::<f64>()
    };
    let [nil, any, four] = [held(1, true), held(1, false), held(3, true)];
    assert!(nil < any - 0.4, "a nil bidder has few trumps: {nil:.2}, {any:.2} without the bid");
    assert!(four > any + 0.4, "a bidder of four has many: {four:.2}, {any:.2} without the bid");
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
