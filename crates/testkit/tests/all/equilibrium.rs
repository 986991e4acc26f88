//! Equilibria of Kuhn and Leduc poker beside their published values.

use facedown_game::Seat;
use facedown_testkit::equilibrium::{TooLarge, Tree};
use facedown_testkit::exact::{Enumerate, Uniform, best_response, expected_scores};
use facedown_testkit::toys::{Kuhn, Leduc, OneStreet, ShortGin};

const SEATS: [Seat; 2] = [Seat::new(0), Seat::new(1)];

fn uniform_play_is_worth_what_enumeration_says<G: Enumerate>(game: &G) {
    let tree = Tree::of(game, 1_000_000).unwrap();
    let uniform = tree.profile(|_, _| {});
    let value = expected_scores(game, &Uniform)[SEATS[0]];
    assert!((tree.value(&uniform) - value).abs() < 1e-9);
    for seat in SEATS {
        let best = best_response(game, seat, &Uniform);
        assert!((tree.best_response(seat, &uniform) - best).abs() < 1e-9);
    }
}

#[test]
fn values_and_best_responses_are_those_of_enumeration() {
    uniform_play_is_worth_what_enumeration_says(&Kuhn);
    uniform_play_is_worth_what_enumeration_says(&Leduc);
    uniform_play_is_worth_what_enumeration_says(&ShortGin);
    for open in [false, true] {
        uniform_play_is_worth_what_enumeration_says(&OneStreet { open });
    }
}

#[test]
fn the_value_of_kuhn_poker_is_found() {
    let tree = Tree::of(&Kuhn, 1_000).unwrap();
    assert_eq!(tree.information_sets().len(), 12);
    let strategy = tree.solve(2_000);
    assert!((tree.value(&strategy) + 1.0 / 18.0).abs() < 1e-4, "{}", tree.value(&strategy));
    assert!(tree.exploitability(&strategy) < 2e-4, "{}", tree.exploitability(&strategy));
}

#[test]
fn the_value_of_leduc_poker_is_found() {
    // -0.0856 in Lanctot et al., "OpenSpiel" (2019), and many others.
    let tree = Tree::of(&Leduc, 100_000).unwrap();
    assert_eq!(tree.information_sets().len(), 936);
    let [short, long] = [50, 400].map(|iterations| tree.solve(iterations));
    assert!((tree.value(&long) + 0.0856).abs() < 5e-4, "{}", tree.value(&long));
    assert!(tree.exploitability(&long) < 2e-3, "{}", tree.exploitability(&long));
    assert!(tree.exploitability(&short) > 2.0 * tree.exploitability(&long));
}

#[test]
fn an_equilibrium_of_short_gin_is_found() {
    let tree = Tree::of(&ShortGin, 1_000_000).unwrap();
    let [short, long] = [10, 100].map(|iterations| tree.exploitability(&tree.solve(iterations)));
    assert!(long < 0.02 && long < short / 3.0, "{short} {long}");
}

#[test]
fn the_second_seat_gains_by_seeing_the_first_board() {
    let [closed, open] = [false, true].map(|open| {
        let tree = Tree::of(&OneStreet { open }, 1_000_000).unwrap();
        let strategy = tree.solve(60);
        assert!(tree.exploitability(&strategy) < 0.01, "{}", tree.exploitability(&strategy));
        tree.value(&strategy)
    });
    // Set unseen, the seats are alike.
    assert!(closed.abs() < 0.005, "{closed}");
    assert!(open < -0.02, "{open}");
}

#[test]
fn a_game_with_too_many_histories_is_refused() {
    assert_eq!(Tree::of(&Leduc, 1_000).err(), Some(TooLarge(1_000)));
}
