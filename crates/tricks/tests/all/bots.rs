//! Play of the `rule` bot.

use crate::common::{all_games, card, deal, game, play, seat};
use facedown_game::{ActionBuf, Game, Policy, Rng, Seat, Turn, UniformPolicy};
use facedown_tricks::bots::Rule;
use facedown_tricks::{Action, Legal, Move, Rules, Setup, State, Tricks};

fn choice(game: &Tricks, state: &State) -> Action {
    let Turn::Act(seat) = game.turn(state) else { panic!("the hand is over") };
    let mut legal = Legal::default();
    game.legal_actions(state, &mut legal);
    Rule.choose(game, &game.view(state, seat), legal.as_slice(), &mut Rng::new(0))
}

fn plays(game: &Tricks, state: &State) -> String {
    choice(game, state).to_string()
}

/// Returns a game of Spades with hands of four cards, after these bids.
fn spades(hands: [&str; 4], bids: &str) -> (Tricks, State) {
    let mut rules = Rules::spades();
    rules.deal.cards = vec![4];
    let game = game(rules);
    let mut state = deal(&game, &game.first_setup(), &hands, "");
    play(&game, &mut state, bids);
    (game, state)
}

#[test]
fn it_does_not_ruff_its_partners_winner() {
    let hands = ["Ah 2c 3c 4c", "2h 5c 6c 7c", "2s 3d 4d 5d", "3h 8c 9c Tc"];
    let (game, mut state) = spades(hands, "1 1 1 1");
    // Seat 0's ace holds: the last card out cannot beat it.
    play(&game, &mut state, "Ah 2h");
    assert_ne!(plays(&game, &state), "2s");
}

#[test]
fn it_ruffs_a_trick_that_an_opponent_is_winning() {
    let hands = ["2h 2c 3c 4c", "Ah 5c 6c 7c", "2s 3d 4d 5d", "3h 8c 9c Tc"];
    let (game, mut state) = spades(hands, "1 1 1 1");
    play(&game, &mut state, "2h Ah");
    assert_eq!(plays(&game, &state), "2s");
}

#[test]
fn it_covers_a_partners_nil() {
    let hands = ["9h 2c 3c 4c", "2h 5c 6c 7c", "Ah 4h 4d 5d", "3h 8c 9c Tc"];
    let (game, mut state) = spades(hands, "0 1 2 1");
    play(&game, &mut state, "9h 2h");
    assert_eq!(plays(&game, &state), "Ah", "the nine is winning, and must not");
}

#[test]
fn it_plays_under_to_make_its_own_nil() {
    let hands = ["Th 2c 3c 4c", "2h 9h Ah 7c", "Kh 4h 4d 5d", "3h 8c 9c Tc"];
    let (game, mut state) = spades(hands, "1 0 2 1");
    play(&game, &mut state, "Th");
    assert_eq!(plays(&game, &state), "9h", "the highest card that loses");
}

#[test]
fn it_tracks_voids() {
    // Oh Hell: seat 0 needs both tricks that are left and has two aces. Seat 2, who may have more
    // trumps, has shown a void in clubs.
    let mut rules = Rules::oh_hell(3);
    rules.deal.cards = vec![4];
    let game = game(rules);
    let hands = ["Ac 2c Ad Ah", "3c Kc 4h 5d", "6h 2s 3s 4s"];
    let mut state = deal(&game, &game.first_setup(), &hands, "9s");
    play(&game, &mut state, "3 1 1 2c Kc 2s 6h Ah 4h");
    assert_eq!(state.table().to_act(), seat(0));
    assert_eq!(plays(&game, &state), "Ad", "clubs may be ruffed");
}

#[test]
fn it_bids_nil_with_nothing_and_tricks_with_trumps() {
    let rules = Rules::spades();
    let game = game(rules);
    let hands =
        ["2c 3c 4c 5c 2d 3d 4d 5d 2h 3h 4h 2s 3s", "As Ks Qs Js Ts 9s Ac Ad Ah Kc Kd Kh Qc"];
    let mut state = deal(&game, &game.first_setup(), &hands, "");
    assert_eq!(plays(&game, &state), "0");
    play(&game, &mut state, "0");
    let Move::Bid(bid) = choice(&game, &state).get() else { panic!("a bid") };
    assert!((9..=12).contains(&bid), "{bid}");
}

#[test]
fn it_passes_an_unguarded_queen_of_spades() {
    let game = game(Rules::hearts(4));
    let hands = ["Qs 2s 3c 4c 5c 6c 7c 2d 3d 4d 5d 2h Ah"];
    let mut state = deal(&game, &game.first_setup(), &hands, "");
    let mut passed = Vec::new();
    for _ in 0..3 {
        let action = choice(&game, &state);
        passed.push(action.as_card().unwrap());
        game.apply(&mut state, action, &mut ());
    }
    assert!(passed.contains(&card("Qs")) && passed.contains(&card("Ah")), "{passed:?}");
}

#[test]
fn it_dumps_the_queen_of_spades() {
    let game = game(Rules { passing: None, ..Rules::hearts(4) });
    let hands = [
        "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc 2d",
        "Ac 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad",
        "Qs Ks As 2h 3h 4h 5h 6h 7h 8h 9h Th Jh",
        "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qh Kh Ah",
    ];
    let mut state = deal(&game, &game.first_setup(), &hands, "");
    play(&game, &mut state, "2c Ac Ks 2s 3d");
    assert_eq!(plays(&game, &state), "Qs");
}

/// Plays a hand in which the side of seat `hero` plays by `rule` and the others uniformly, and
/// returns its score less the others' mean.
fn margin(game: &Tricks, setup: &Setup, seed: u64, hero: usize) -> f64 {
    let mut rng = Rng::stream(seed, 1);
    let mut state = game.deal(setup, &mut Rng::new(seed), &mut ());
    let mut legal = Legal::default();
    let ours = |index: usize| game.same_side(seat(index), seat(hero));
    while let Turn::Act(to_act) = game.turn(&state) {
        game.legal_actions(&state, &mut legal);
        let (view, list) = (game.view(&state, to_act), legal.as_slice());
        let action = if ours(to_act.index()) {
            Rule.choose(game, &view, list, &mut rng)
        } else {
            UniformPolicy.choose(game, &view, list, &mut rng)
        };
        game.apply(&mut state, action, &mut ());
    }
    let scores = game.scores(&state);
    let others: Vec<f64> =
        scores.iter().filter(|(s, _)| !ours(s.index())).map(|(_, x)| f64::from(x)).collect();
    f64::from(scores[seat(hero)]) - others.iter().sum::<f64>() / others.len() as f64
}

#[test]
fn it_beats_uniform_play_in_every_game() {
    for (name, game) in all_games() {
        let margins: Vec<f64> = (0..240)
            .map(|seed| {
                let hand = (seed % 5) as u16;
                let setup = Setup { hand, ..game.first_setup() };
                let seats = Seat::all(game.seats()).map(|s| margin(&game, &setup, seed, s.index()));
                seats.sum::<f64>() / game.seats() as f64
            })
            .collect();
        let mean = margins.iter().sum::<f64>() / margins.len() as f64;
        let variance = margins.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 239.0;
        let error = (variance / 240.0).sqrt();
        assert!(mean > 3.0 * error && mean > 0.0, "{name}: {mean:.2}, standard error {error:.2}");
    }
}
