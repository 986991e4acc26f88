//! Which hand of a match a single hand is: drawn, or one place, the same in hands and environments.

use facedown_arena::child_seed;
use facedown_catalog::{AnyBuffers, AnyGame, GAMES, VecSpec, game};
use facedown_game::ObservationMut;
use facedown_testkit::stats;
use serde_json::{Value, json};
use std::collections::HashSet;

fn made(name: &str, options: &Value) -> Box<dyn AnyGame> {
    game(name, options.as_object().expect("options are an object")).expect("the options are valid")
}

/// Returns how often each place of the cycle is dealt.
fn places(game: &dyn AnyGame, seeds: u64) -> Vec<u64> {
    let mut counts = vec![0; game.hand_count() as usize];
    for seed in 0..seeds {
        let setup = game.deal(seed, None).unwrap().setup();
        counts[setup["hand"].as_u64().unwrap() as usize] += 1;
    }
    counts
}

#[test]
fn seeds_deal_every_place_of_a_match_equally_often() {
    for (name, options, count) in [
        ("gin", json!({}), 2),
        ("gin", json!({"rules": "openspiel"}), 1),
        ("hearts", json!({}), 4),
        ("spades", json!({}), 4),
        ("oh-hell", json!({}), 19),
        ("el-dorado", json!({}), 10),
        ("ofc", json!({"seats": 3}), 3),
    ] {
        let game = made(name, &options);
        let counts = places(&*game, 200 * count);
        assert_eq!(counts.len() as u64, count, "{name}");
        if count > 1 {
            stats::assert_uniform(&counts);
        }
    }
}

#[test]
fn every_place_can_be_asked_for_and_its_setup_says_so() {
    for info in GAMES {
        let game = made(info.name, &json!({}));
        for place in 0..game.hand_count() {
            let hand = game.deal(3, Some(place)).unwrap();
            let setup = hand.setup();
            assert_eq!(setup["hand"], place, "{}", info.name);
            assert!(setup["dealer"].as_u64().unwrap() < game.seats() as u64);
            for seat in 0..game.seats() {
                assert_eq!(hand.view(seat).unwrap().setup(), setup, "{}", info.name);
            }
        }
    }
}

#[test]
fn hand_0_is_the_first_of_a_match() {
    for info in GAMES {
        let game = made(info.name, &json!({}));
        for seed in 0..10 {
            let first = game.begin_match(seed).next_hand().unwrap();
            assert!(game.deal(seed, Some(0)).unwrap().same(&*first), "{}", info.name);
        }
    }
}

#[test]
fn a_place_that_there_is_not_is_named() {
    let text = |name: &str, options: &Value, hand| {
        made(name, options).deal(1, Some(hand)).err().map(|error| error.to_string())
    };
    let expected = "hand: no hand 4, expected 0 to 3";
    assert_eq!(text("hearts", &json!({}), 4).as_deref(), Some(expected));
    let expected = "hand: no hand 1, expected 0: by these rules all are alike";
    assert_eq!(text("gin", &json!({"rules": "openspiel"}), 1).as_deref(), Some(expected));
    let gin = made("gin", &json!({}));
    let error = gin.deal_pack(&(0..52).collect::<Vec<_>>(), 2).err().unwrap();
    assert_eq!(error.to_string(), "hand: no hand 2, expected 0 to 1");
    for (length, hand, expected) in [
        ("hand", 2, "hand: no hand 2, expected 0 to 1"),
        ("match", 0, "hand: 0, expected none where whole matches are played"),
    ] {
        let spec = VecSpec { length, hand: Some(hand), ..VecSpec::default() };
        let error = gin.vec_env(&spec).err().unwrap();
        assert_eq!(error.to_string(), expected);
        let error = gin.pure_env(&spec, None, true).err().unwrap();
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn environments_begin_with_the_hands_that_their_seeds_deal() {
    const ENVS: usize = 24;
    for info in GAMES {
        let game = made(info.name, &json!({}));
        for hand in [None, Some(0), Some(game.hand_count() - 1)] {
            let spec = VecSpec { n: ENVS, seed: 8, hand, ..VecSpec::default() };
            let env = game.vec_env(&spec).unwrap();
            let setups: Vec<Value> = (0..ENVS).map(|i| env.hand(i).unwrap().setup()).collect();
            for (i, setup) in setups.iter().enumerate() {
                let dealt = game.deal(child_seed(8, i as u64), hand).unwrap();
                assert!(env.hand(i).unwrap().same(&*dealt), "{} {i}", info.name);
                let scores = setup.get("scores").cloned();
                let standing = json!(env.standing(i).unwrap());
                assert!(scores.is_none_or(|scores| scores == standing), "{}", info.name);
            }
            assert_eq!(setups.iter().all(|setup| *setup == setups[0]), hand.is_some());
        }
    }
}

#[test]
fn later_hands_of_an_environment_are_drawn_too() {
    let game = made("hearts", &json!({}));
    for (hand, different) in [(None, 4), (Some(2), 1)] {
        let spec = VecSpec { n: 1, seed: 2, threads: 1, hand, ..VecSpec::default() };
        let mut env = game.vec_env_with(&spec, Some("none")).unwrap();
        let (mut mask, mut reward) = (vec![0; game.action_count()], vec![0.0; game.seats()]);
        let (mut seat, mut done, mut actions) = ([0], [0], [0]);
        let mut seen = HashSet::new();
        while env.episodes() < 40 {
            seen.insert(env.hand(0).unwrap().setup().to_string());
            env.sample_actions(1, &mut actions).unwrap();
            let out = AnyBuffers {
                observation: ObservationMut::U8(&mut []),
                mask: &mut mask,
                seat: &mut seat,
                reward: &mut reward,
                done: &mut done,
            };
            env.step(&actions, out).unwrap();
        }
        assert_eq!(seen.len(), different);
    }
}
