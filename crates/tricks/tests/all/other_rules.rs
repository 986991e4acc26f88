//! Rules that other trick-taking games have: options of the engine, each played out.

use crate::common::{
    briscola, card, deal, euchre, game, knockout, legal, play, seat, strict, sueca, whist,
};
use crate::rules::{first, scores, short};
use facedown_game::{Game, Match, Seat};
use facedown_tricks::{Event, Phase};

#[test]
fn the_dealers_upcard_is_trump_and_stays_in_hand() {
    let game = game(whist());
    let state = deal(&game, &first(&game), &[], "");
    let up = state.table().upcard().unwrap();
    assert!(state.hand(seat(3)).contains(up));
    assert_eq!(state.table().trump(), Some(up.suit()));
    let view = game.view(&state, seat(0));
    assert_eq!(game.constraints(&view).holds[3].to_string(), up.to_string());
}

#[test]
fn counter_clockwise_play_goes_to_the_right() {
    let game = game(sueca());
    let state = deal(&game, &first(&game), &[], "");
    assert_eq!(state.table().to_act(), seat(2), "the dealer is seat 3");
}

#[test]
fn the_seven_of_sueca_beats_the_king_and_scores_ten() {
    let game = short(sueca(), 1);
    let mut state = deal(&game, &first(&game), &["Kc", "7c", "Ac", "2d"], "");
    // Seat 2 leads, then 1, 0, 3; the dealer's two of diamonds is trump.
    play(&game, &mut state, "Ac 7c Kc 2d");
    assert_eq!(state.table().points(seat(3)), 25);
    assert_eq!(scores(&game, &state), [0, 4, 0, 4], "all tricks");
}

#[test]
fn briscola_draws_after_each_trick_and_the_upcard_last() {
    let game = game(briscola(2));
    let mut state = deal(&game, &first(&game), &["2c 3c 4c", "5c 6c 7c"], "Ah");
    assert_eq!(state.table().stock(), 33);
    let log = play(&game, &mut state, "2c 7c");
    assert_eq!(state.table().to_act(), seat(1));
    assert_eq!((state.hand(seat(0)).len(), state.hand(seat(1)).len()), (3, 3));
    let drew: Vec<&Event> = log
        .entries
        .iter()
        .map(|(_, event)| event)
        .filter(|e| matches!(e, Event::Drew(..)))
        .collect();
    assert_eq!(format!("{:?}", drew[0]), "Drew(Seat(1), Some(Ac))", "the winner first");
    let mut rng = facedown_game::Rng::new(1);
    crate::common::play_until(&game, &mut state, &mut rng, |s| s.table().upcard_to().is_some());
    let holder = state.table().upcard_to().unwrap();
    assert!(state.hand(holder).contains(card("Ah")));
    crate::common::play_until(&game, &mut state, &mut rng, |_| false);
    let points: i32 = Seat::all(2).map(|seat| state.table().points(seat)).sum();
    assert_eq!((points, state.table().plays().len()), (120, 40));
}

#[test]
fn nobody_need_follow_in_briscola() {
    let game = game(briscola(2));
    let mut state = deal(&game, &first(&game), &["2c 3c 4c", "5c 6h 7d"], "Ah");
    play(&game, &mut state, "2c");
    assert_eq!(legal(&game, &state), "5c 7d 6h");
}

#[test]
fn the_dealer_takes_the_upcard_that_is_ordered_up() {
    let game = game(euchre(false));
    let hands = ["9c Tc Qc Kc Ac", "9d Td Qd Kd Ad", "9h Th Qh Kh Ah", "9s Ts Qs Ks As"];
    let mut state = deal(&game, &first(&game), &hands, "Jh");
    assert_eq!(legal(&game, &state), "trump h trump h alone decline");
    play(&game, &mut state, "decline trump_h");
    assert_eq!((state.table().phase(), state.table().to_act()), (Phase::Discard, seat(3)));
    assert_eq!(legal(&game, &state), "Jh As 9s Ts Qs Ks");
    let log = play(&game, &mut state, "9s");
    let observers: Vec<usize> = log.entries.iter().map(|(to, _)| to.len()).collect();
    assert_eq!(observers, [1, 3], "only the dealer sees the discard");
    assert_eq!(state.table().to_act(), seat(0));
    let view = game.view(&state, seat(0));
    assert!(view.discard().is_none());
}

#[test]
fn the_left_bower_follows_the_trump_suit() {
    let game = game(euchre(false));
    let hands = ["9h Tc Qc Kc Ac", "Jd Td Qd Kd Ad", "9d Th Qh Kh Ah", "9s Ts Qs Ks As"];
    let mut state = deal(&game, &first(&game), &hands, "Jh");
    play(&game, &mut state, "trump_h 9s 9h");
    assert_eq!(legal(&game, &state), "Jd", "hearts were led, and the jack of diamonds is one");
    play(&game, &mut state, "Jd Ah Jh");
    assert_eq!(state.table().won(seat(3)), 1, "the right bower beats the left");
}

#[test]
fn a_maker_alone_plays_without_its_partner() {
    let game = game(euchre(false));
    let hands = ["9h Th Qh Kh Ah", "Jd Td Qd Kd Ad", "9d Tc Qc Kc Ac", "9s Ts Qs Ks As"];
    let mut state = deal(&game, &first(&game), &hands, "Jh");
    play(&game, &mut state, "trump_h_alone 9s");
    assert!(state.table().sitting_out().contains(seat(2)));
    play(&game, &mut state, "9h Jd Jh");
    assert_eq!(state.table().tricks(), 1);
    let mut rng = facedown_game::Rng::new(1);
    crate::common::play_until(&game, &mut state, &mut rng, |_| false);
    assert_eq!(state.table().plays().len(), 15);
    assert_eq!(state.hand(seat(2)).len(), 5);
}

#[test]
fn a_hand_without_a_maker_is_void_unless_the_dealer_is_stuck() {
    for stick in [false, true] {
        let game = game(euchre(stick));
        let mut state = deal(&game, &first(&game), &[], "");
        let up = state.table().upcard().unwrap().suit().letter();
        play(&game, &mut state, "decline decline decline decline");
        assert_eq!(state.table().phase(), Phase::Name);
        assert!(!legal(&game, &state).contains(&format!("trump {up}")), "the suit turned down");
        play(&game, &mut state, "decline decline decline");
        assert_eq!(legal(&game, &state).contains("decline"), !stick);
        if !stick {
            play(&game, &mut state, "decline");
            assert_eq!(scores(&game, &state), [0, 0, 0, 0]);
        }
    }
}

#[test]
fn makers_need_three_tricks_and_all_five_count_twice() {
    let play_out = |bids: &str| {
        let game = game(euchre(false));
        let hands = ["Jh Jd Ah Kh Qh", "9c Tc 9d Td Qd", "9s Ts 9h Qs Ks", "As Ad Kd Ac Kc"];
        let mut state = deal(&game, &first(&game), &hands, "Th");
        play(&game, &mut state, bids);
        let mut rng = facedown_game::Rng::new(1);
        crate::common::play_until(&game, &mut state, &mut rng, |_| false);
        scores(&game, &state)
    };
    assert_eq!(play_out("trump_h Th"), [2, 0, 2, 0]);
    assert_eq!(play_out("trump_h_alone Th"), [4, 0, 4, 0]);
    assert_eq!(play_out("decline trump_h Th"), [2, 0, 2, 0], "the makers are euchred");
}

#[test]
fn seats_without_a_trick_are_knocked_out_and_the_winner_chooses_trump() {
    let game = game(knockout(3));
    let mut standing = game.begin();
    let setup = game.next_hand(&standing).unwrap();
    let hands = ["Kc Qc Jc Tc 9c 8c 7c", "Ad Kd Qd Jd Td 9d 8d", "Ac 6c 5c 4c 3c 2c 2s"];
    let mut state = deal(&game, &setup, &hands, "2h");
    assert_eq!(state.table().phase(), Phase::Play, "the first trump is turned");
    let mut rng = facedown_game::Rng::new(1);
    crate::common::play_until(&game, &mut state, &mut rng, |_| false);
    game.finish_hand(&mut standing, &state);
    assert!(standing.out().contains(seat(1)), "nobody led a diamond");
    let setup = game.next_hand(&standing).unwrap();
    assert_eq!((setup.chooser, setup.dealer), (Some(seat(0)), seat(0)));
    let state = deal(&game, &setup, &[], "");
    assert_eq!(state.table().phase(), Phase::Name);
    assert_eq!(state.table().count(seat(1)), 0);
    assert_eq!(legal(&game, &state), "trump c trump d trump h trump s");
}

#[test]
fn ruffing_and_overtaking_can_be_duties() {
    let game = short(strict(false), 3);
    let hands = ["2c Ad Kd", "3c Js Qs", "4d 9s 2s", "Ac 5d 6d"];
    // Spades are trump, in which the jack and the nine are highest.
    let mut state = deal(&game, &first(&game), &hands, "3s");
    assert_eq!(state.table().to_act(), seat(3), "the dealer leads");
    play(&game, &mut state, "Ac 2c 3c");
    assert_eq!(legal(&game, &state), "2s 9s", "seat 2 has no clubs and must ruff");
    play(&game, &mut state, "9s");
    play(&game, &mut state, "4d 5d Ad");
    assert_eq!(legal(&game, &state), "Js Qs");
    let mut state =
        deal(&game, &first(&game), &["2c Ad Kd", "Qs Js 3c", "9s 2s 4d", "As 5d 6d"], "3s");
    play(&game, &mut state, "As 2c");
    assert_eq!(legal(&game, &state), "Js", "the queen does not beat the ace, the jack does");
}
