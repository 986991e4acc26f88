//! The rules of `docs/reference/rules/` that tables argue about, each played out.

use crate::common::{card, deal, game, kinds, legal, play, seat};
use facedown_game::{Game, Match, SeatSet, Turn};
use facedown_tricks::rules::{
    Auction, BigBid, ContractScore, Moon, NilTricks, PenaltyScore, Score, TrickBids,
};
use facedown_tricks::{Event, Phase, Rules, Setup, State, Tricks};

pub(crate) fn scores(game: &Tricks, state: &State) -> Vec<i32> {
    assert_eq!(game.turn(state), Turn::Over);
    game.scores(state).as_slice().to_vec()
}

pub(crate) fn short(rules: Rules, cards: u8) -> Tricks {
    let mut rules = rules;
    rules.deal.cards = vec![cards];
    game(rules)
}

pub(crate) fn first(game: &Tricks) -> Setup {
    game.first_setup()
}

// Oh Hell

#[test]
fn the_last_bidder_cannot_make_the_bids_add_up() {
    let game = short(Rules::oh_hell(3), 2);
    let mut state = deal(&game, &first(&game), &["Ah Kh", "Qh Jh", "Th 9h"], "2s");
    assert_eq!(legal(&game, &state), "0 1 2");
    play(&game, &mut state, "1 1");
    assert_eq!(legal(&game, &state), "1 2", "0 would make two");
    let mut state = deal(&game, &first(&game), &["Ah Kh", "Qh Jh", "Th 9h"], "2s");
    play(&game, &mut state, "2 2");
    assert_eq!(legal(&game, &state), "0 1 2", "more than the tricks in any case");
}

#[test]
fn an_exact_bid_scores_ten_plus_the_bid_and_a_missed_one_nothing() {
    let game = short(Rules::oh_hell(3), 2);
    let mut state = deal(&game, &first(&game), &["Ah 3c", "Qh Jc", "Th 9c"], "2s");
    play(&game, &mut state, "1 1 1 Ah Qh Th 3c Jc 9c");
    assert_eq!(scores(&game, &state), [11, 11, 0]);
}

#[test]
fn openspiel_counts_tricks_and_ten_for_an_exact_bid() {
    let game = game(Rules::oh_hell_openspiel(3, 2));
    let mut state = deal(&game, &first(&game), &["Ah Ac", "Qh Jc", "Th 9c"], "2s");
    play(&game, &mut state, "1 0 0 Ah Qh Th Ac Jc 9c");
    assert_eq!(scores(&game, &state), [2, 10, 10]);
}

#[test]
fn the_upcard_is_trump_and_is_not_played() {
    let game = short(Rules::oh_hell(3), 1);
    let mut state = deal(&game, &first(&game), &["Ah", "2s", "Kh"], "3s");
    assert_eq!(state.table().trump().unwrap().letter(), 's');
    play(&game, &mut state, "1 1 0 Ah 2s Kh");
    assert_eq!(scores(&game, &state), [0, 11, 10]);
}

#[test]
fn a_full_deal_leaves_no_trump() {
    let game = short(Rules::oh_hell(4), 13);
    let state = deal(&game, &first(&game), &[], "");
    assert_eq!((state.table().upcard(), state.table().trump()), (None, None));
}

#[test]
fn oh_hell_goes_down_to_one_card_and_up_again() {
    let game = game(Rules::oh_hell(4));
    let mut standing = game.begin();
    let mut sizes = Vec::new();
    let mut dealers = Vec::new();
    while let Some(setup) = game.next_hand(&standing) {
        let mut rng = facedown_game::Rng::new(1);
        let mut state = game.deal(&setup, &mut rng, &mut ());
        sizes.push(state.table().dealt());
        dealers.push(setup.dealer.index());
        crate::common::play_until(&game, &mut state, &mut rng, |_| false);
        game.finish_hand(&mut standing, &state);
    }
    let expected: Vec<usize> = (1..=10).rev().chain(2..=10).collect();
    assert_eq!(sizes, expected);
    assert_eq!(&dealers[..5], [3, 0, 1, 2, 3]);
}

// El Dorado

#[test]
fn trump_is_not_led_until_it_was_sloughed() {
    let game = short(Rules::el_dorado(3), 3);
    let hands = ["2h 3c 4c", "5h 6c 7d", "8c 9c Td"];
    let mut state = deal(&game, &first(&game), &hands, "Ah");
    play(&game, &mut state, "0 0 0");
    assert_eq!(legal(&game, &state), "3c 4c", "hearts are trump and not broken");
    play(&game, &mut state, "3c 6c 9c Td 2h 7d");
    assert!(state.table().is_broken(), "seat 0 was out of diamonds");
}

#[test]
fn a_hand_of_trumps_may_lead_one_which_does_not_break_them() {
    let game = short(Rules::el_dorado(3), 2);
    let mut state = deal(&game, &first(&game), &["2h 3h", "5h 6c", "8c 9h"], "Ah");
    play(&game, &mut state, "0 0 0");
    assert_eq!(legal(&game, &state), "2h 3h");
    play(&game, &mut state, "2h 5h 9h");
    assert!(!state.table().is_broken());
    assert_eq!(legal(&game, &state), "8c");
}

#[test]
fn the_later_of_two_identical_cards_wins() {
    let game = short(Rules::el_dorado(6), 1);
    let mut state = deal(&game, &first(&game), &["Ac", "Kc", "Ac", "2c", "3c", "4c"], "2h");
    play(&game, &mut state, "1 0 1 0 0 0 Ac Kc Ac 2c 3c 4c");
    assert_eq!(state.table().won(seat(2)), 1);
    assert_eq!(scores(&game, &state), [-6, 5, 6, 5, 5, 5]);
}

#[test]
fn a_missed_bid_costs_five_plus_the_bid() {
    let game = short(Rules::el_dorado(2), 2);
    let mut state = deal(&game, &first(&game), &["Ac Kd", "2c 3d"], "2h");
    play(&game, &mut state, "2 2 Ac 2c Kd 3d");
    assert_eq!(scores(&game, &state), [7, -7], "no hook: both could bid two");
}

// Hearts

/// Returns a hand of Hearts without passing.
fn hearts(hands: [&str; 4], rules: impl FnOnce(&mut Rules)) -> (Tricks, State) {
    let mut options = Rules::hearts(4);
    options.passing = None;
    rules(&mut options);
    let game = game(options);
    let state = deal(&game, &first(&game), &hands, "");
    (game, state)
}

const SUITED: [&str; 4] = [
    "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc",
    "Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd",
    "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh",
    "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks",
];

#[test]
fn the_two_of_clubs_leads_and_nothing_else_may() {
    let (game, state) = hearts(SUITED, |_| {});
    assert_eq!(state.table().to_act(), seat(0));
    assert_eq!(legal(&game, &state), "2c");
}

#[test]
fn no_points_fall_on_the_first_trick_unless_a_seat_has_nothing_else() {
    let (game, mut state) = hearts(SUITED, |_| {});
    play(&game, &mut state, "2c Ad");
    assert_eq!(legal(&game, &state).split(' ').count(), 13, "seat 2 has only hearts");
    play(&game, &mut state, "2h");
    assert!(!legal(&game, &state).contains("Qs"));
    assert_eq!(legal(&game, &state).split(' ').count(), 12);
    let view = game.view(&state, seat(0));
    let lacks = game.constraints(&view).lacks[2];
    assert_eq!(lacks.len(), 52 - 14, "hearts and the queen of spades alone are left to seat 2");
}

#[test]
fn hearts_are_led_only_when_broken() {
    let hands = [
        "2c 3c Ac Kc Qc Jc Tc 9c 8c 7c 6c 2h 3h",
        "4c 5c 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah",
        "Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd",
        "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks",
    ];
    let (game, mut state) = hearts(hands, |_| {});
    play(&game, &mut state, "2c 4c 2d 2s");
    assert_eq!(state.table().to_act(), seat(1), "the four of clubs was highest");
    assert_eq!(legal(&game, &state), "5c");
    play(&game, &mut state, "5c 3d 3s 3c");
    assert!(!state.table().is_broken());
    assert_eq!(legal(&game, &state).split(' ').count(), 11, "only hearts are left");
    play(&game, &mut state, "4h");
    assert!(state.table().is_broken(), "a heart led breaks hearts");
}

#[test]
fn the_queen_of_spades_breaks_hearts_where_the_rules_say_so() {
    for (queen, broken) in [("", false), ("Qs", true)] {
        let (game, mut state) = hearts(SUITED, |rules| {
            rules.play.breaking.as_mut().unwrap().by_cards = kinds(queen);
        });
        play(&game, &mut state, "2c 2d 2h 2s 3c 3d 3h Qs");
        assert!(state.table().is_broken(), "hearts fell");
        let hands = [
            "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc 2h 3h",
            "Kc Ac 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah",
            "Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd",
            "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks",
        ];
        let (game, mut state) = hearts(hands, |rules| {
            rules.play.breaking.as_mut().unwrap().by_cards = kinds(queen);
        });
        play(&game, &mut state, "2c Kc 2d 2s Ac 3d Qs 3c");
        assert_eq!(state.table().is_broken(), broken);
    }
}

/// Returns the scores of a hand in which seat 0 takes everything.
fn moon(rules: impl FnOnce(&mut Rules)) -> Vec<i32> {
    let hands = [
        "2c Ac Kc Qc Jc Tc 9c 8c 7c 6c 5c 4c 3c",
        "Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd",
        "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh",
        "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks",
    ];
    let (game, mut state) = hearts(hands, rules);
    let mut rng = facedown_game::Rng::new(3);
    crate::common::play_until(&game, &mut state, &mut rng, |_| false);
    scores(&game, &state)
}

#[test]
fn shooting_the_moon_costs_the_others_all_points() {
    assert_eq!(moon(|_| {}), [0, -26, -26, -26]);
    let paid = |moon| {
        move |rules: &mut Rules| {
            rules.score = Score::Penalty(PenaltyScore { moon, no_trick_bonus: 5 });
        }
    };
    assert_eq!(moon(paid(Moon::Paid)), [26, 0, 0, 0]);
    assert_eq!(moon(paid(Moon::None)), [-26, 5, 5, 5]);
    let jack = |rules: &mut Rules| *rules = Rules { passing: None, ..Rules::hearts_omnibus(4) };
    assert_eq!(moon(jack), [10, -26, -26, -26], "the jack of diamonds as well");
}

#[test]
fn three_cards_are_passed_in_ascending_order_and_seen_by_two_seats() {
    let game = game(Rules::hearts(4));
    let mut state = deal(&game, &first(&game), &SUITED, "");
    assert_eq!(state.table().phase(), Phase::Pass);
    assert!(!legal(&game, &state).contains("Kc"), "two more must follow");
    play(&game, &mut state, "Ac Jc");
    assert_eq!(legal(&game, &state), "Qc Kc");
    let log = play(&game, &mut state, "Kc 2d 3d 4d 2h 3h 4h 2s 3s Qs");
    assert_eq!(state.hand(seat(1)).to_string().split(' ').next(), Some("Ac"));
    let left = game.view(&state, seat(0));
    assert_eq!(format!("{:?}", left.passed()), "[Ac, Jc, Kc]");
    assert_eq!(format!("{:?}", left.received()), "[2s, 3s, Qs]");
    let seen = |to: SeatSet, event: &Event| match event {
        Event::Passed(Some(_)) | Event::Received(_) => to.len() == 1,
        _ => true,
    };
    assert!(log.entries.iter().all(|(to, event)| seen(*to, event)));
    assert_eq!(state.table().to_act(), seat(0), "who still has the two of clubs");
    let knows = game.constraints(&left).holds;
    assert_eq!(knows[1].to_string(), "Ac Jc Kc");
}

#[test]
fn cards_are_passed_left_right_across_and_held() {
    let game = game(Rules::hearts(4));
    for (hand, to) in [(0, Some(1)), (1, Some(3)), (2, Some(2)), (3, None), (4, Some(1))] {
        let setup = Setup { hand, ..first(&game) };
        let mut state = deal(&game, &setup, &SUITED, "");
        if let Some(to) = to {
            play(&game, &mut state, "Ac 2c 3c Ad 2d 3d Ah 2h 3h As 2s 3s");
            assert!(state.hand(seat(to)).contains(card("2c")), "hand {hand}");
        }
        assert_eq!(state.table().phase(), Phase::Play);
    }
}

#[test]
fn hearts_ends_when_a_seat_has_a_hundred_points_and_the_lowest_wins() {
    let game = game(Rules { passing: None, ..Rules::hearts(4) });
    let mut standing = game.begin();
    let mut hands = 0;
    while let Some(setup) = game.next_hand(&standing) {
        let mut rng = facedown_game::Rng::new(hands);
        let mut state = game.deal(&setup, &mut rng, &mut ());
        crate::common::play_until(&game, &mut state, &mut rng, |_| false);
        game.finish_hand(&mut standing, &state);
        hands += 1;
    }
    let scores = game.match_scores(&standing);
    assert!(scores.as_slice().iter().any(|score| *score <= -100));
    let best = scores.as_slice().iter().max().unwrap();
    assert!(game.winners(&standing).iter().all(|seat| scores[seat] == *best));
}

// Spades

/// Returns the scores of a hand of Spades with these bids, in which seat 0 takes five tricks and
/// seat 2 eight.
fn spades(bids: &str, setup: impl FnOnce(&mut Setup), rules: impl FnOnce(&mut Rules)) -> Vec<i32> {
    let mut options = Rules::spades();
    rules(&mut options);
    let game = game(options);
    let mut start = first(&game);
    setup(&mut start);
    let hands = [
        "As Ks Qs Js Ts 2c 3c 4c 5c 6c 7c 8c 9c",
        "Ad Kd Qd Jd Td 9d 8d 7d 6d 5d 4d 3d 2d",
        "9s 8s 7s 6s 5s 4s 3s 2s Tc Jc Qc Kc Ac",
        "Ah Kh Qh Jh Th 9h 8h 7h 6h 5h 4h 3h 2h",
    ];
    let mut state = deal(&game, &start, &hands, "");
    play(&game, &mut state, bids);
    play(&game, &mut state, "2c 2d Tc 2h Jc 3h 3c 3d Qc 4h 4c 4d Kc 5h 5c 5d Ac 6h 6c 6d");
    play(&game, &mut state, "9s 7h Ts 7d 7c 8d 2s 8h 3s 9h Js 9d 8c Td 4s Th 5s Jh Qs Jd");
    play(&game, &mut state, "9c Qd 6s Qh 7s Kh Ks Kd As Ad 8s Ah");
    scores(&game, &state)
}

#[test]
fn a_contract_scores_ten_for_each_trick_and_one_for_each_bag() {
    // Seats 0 and 2 take all thirteen tricks: five and eight.
    assert_eq!(spades("5 1 6 1", |_| {}, |_| {}), [112, -20, 112, -20]);
}

#[test]
fn ten_bags_cost_a_hundred() {
    let nine = |setup: &mut Setup| setup.bags = [9, 0, 9, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(spades("5 1 6 1", nine, |_| {}), [12, -20, 12, -20]);
    assert_eq!(spades("6 1 7 1", nine, |_| {}), [130, -20, 130, -20]);
}

#[test]
fn nil_wins_and_loses_a_hundred_and_its_tricks_are_bags() {
    let won = spades("5 0 6 0", |_| {}, |_| {});
    assert_eq!(won, [112, 200, 112, 200], "both nils of seats 1 and 3 stand");
    // Seat 0 bids nil and takes five: bags beside the eight of seat 2, who bid eight.
    assert_eq!(spades("0 1 8 1", |_| {}, |_| {}), [80 - 100 + 5, -20, 80 - 100 + 5, -20]);
}

#[test]
fn how_the_tricks_of_a_failed_nil_count_is_an_option() {
    let option = |nil_tricks| {
        move |rules: &mut Rules| {
            if let Score::Contract(contract) = &mut rules.score {
                *contract = ContractScore { nil_tricks, ..*contract };
            }
        }
    };
    assert_eq!(spades("0 1 9 1", |_| {}, option(NilTricks::Bags))[0], -90 - 100 + 5);
    assert_eq!(spades("0 1 9 1", |_| {}, option(NilTricks::Count))[0], 90 - 100 + 4);
    assert_eq!(spades("0 1 9 1", |_| {}, option(NilTricks::Nothing))[0], -90 - 100);
    let ten_for_two_hundred = |rules: &mut Rules| {
        if let Score::Contract(contract) = &mut rules.score {
            contract.big_bid = Some(BigBid { tricks: 10, points: 200 });
        }
    };
    assert_eq!(spades("5 1 6 1", |_| {}, ten_for_two_hundred)[0], 202);
}

#[test]
fn blind_nil_is_for_seats_far_behind_that_have_not_looked() {
    let game = game(Rules::spades());
    let mut setup = first(&game);
    setup.scores = [0, 100, 0, 100, 0, 0, 0, 0, 0, 0];
    let mut state = deal(&game, &setup, &[], "");
    assert_eq!(legal(&game, &state), "look blind nil");
    assert!(game.view(&state, seat(0)).hand().is_empty(), "not even itself has seen them");
    assert_eq!(game.view(&state, seat(1)).hand().len(), 13);
    let mut looked = state;
    play(&game, &mut looked, "look");
    assert_eq!(game.view(&looked, seat(0)).hand().len(), 13);
    assert_eq!(legal(&game, &looked).split(' ').count(), 14);
    play(&game, &mut state, "blind_nil");
    assert_eq!(state.table().bid(seat(0)), Some(0));
    assert!(state.table().is_blind(seat(0)));
    assert_eq!(game.view(&state, seat(0)).hand().len(), 13);
    setup.scores = [0, 99, 0, 99, 0, 0, 0, 0, 0, 0];
    let state = deal(&game, &setup, &[], "");
    assert!(legal(&game, &state).starts_with("0 1 2"));
    let blind = |setup: &mut Setup| setup.scores = [100, 0, 100, 0, 0, 0, 0, 0, 0, 0];
    let won = spades("5 blind_nil 6 look,1", blind, |_| {});
    assert_eq!(won, [112, 200 - 10, 112, 200 - 10]);
}

#[test]
fn a_team_may_not_bid_more_than_all_tricks_where_the_rules_say_so() {
    let game = game(Rules::spades_openspiel());
    let mut state = deal(&game, &first(&game), &[], "");
    play(&game, &mut state, "11 3");
    assert_eq!(legal(&game, &state), "0 1 2");
}

#[test]
fn a_limit_and_a_hook_together_leave_a_bid() {
    let mut rules = Rules::spades();
    rules.auction = Auction::Tricks(TrickBids { hook: true, team_limit: true, blind_nil: None });
    let game = game(rules);
    let mut state = deal(&game, &first(&game), &[], "");
    play(&game, &mut state, "0 13 0");
    assert_eq!(legal(&game, &state), "0");
}

#[test]
fn spades_are_led_when_broken_or_when_there_is_nothing_else() {
    let game = game(Rules::spades());
    let hands = [
        "As Ks Qs Js Ts 2c 3c 4c 5c 6c 7c 8c 9c",
        "Ad Kd Qd Jd Td 9d 8d 7d 6d 5d 4d 3d 2d",
        "9s 8s 7s 6s 5s 4s 3s 2s Tc Jc Qc Kc Ac",
        "Ah Kh Qh Jh Th 9h 8h 7h 6h 5h 4h 3h 2h",
    ];
    let mut state = deal(&game, &first(&game), &hands, "");
    play(&game, &mut state, "5 1 6 1");
    assert_eq!(legal(&game, &state), "2c 3c 4c 5c 6c 7c 8c 9c");
    play(&game, &mut state, "2c 2d Tc 2h");
    assert!(!state.table().is_broken());
}

#[test]
fn a_match_of_spades_ends_at_five_hundred_or_two_hundred_below() {
    let game = game(Rules::spades());
    let mut standing = game.begin();
    let mut bot = facedown_tricks::bots::Rule;
    let mut hands = 0;
    while let Some(setup) = game.next_hand(&standing) {
        let mut rng = facedown_game::Rng::new(hands);
        let mut state = game.deal(&setup, &mut rng, &mut ());
        while let Turn::Act(seat) = game.turn(&state) {
            use facedown_game::{ActionBuf, Policy};
            let mut list = facedown_tricks::Legal::default();
            game.legal_actions(&state, &mut list);
            let view = game.view(&state, seat);
            let action = bot.choose(&game, &view, list.as_slice(), &mut rng);
            game.apply(&mut state, action, &mut ());
        }
        game.finish_hand(&mut standing, &state);
        assert_eq!(standing.bags(seat(0)), standing.bags(seat(2)));
        hands += 1;
    }
    let scores = game.match_scores(&standing);
    assert!(scores.as_slice().iter().any(|score| *score >= 500 || *score <= -200), "{scores:?}");
    assert!((3..40).contains(&hands), "{hands} hands");
    assert_eq!(game.winners(&standing).len(), 2);
}
