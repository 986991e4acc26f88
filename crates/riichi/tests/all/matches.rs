//! The sequence of rounds, the end of matches, and their results.

use crate::common::Deal;
use facedown_game::{Game, Match, Seat};
use facedown_riichi::rules::{Length, MatchRules, Tobi};
use facedown_riichi::{Riichi, Rules, Setup, Standing};

/// Plays one round from this setup and returns the standing after it.
fn after(rules: Rules, setup: Setup, deal: &Deal<'_>, script: &str) -> (Riichi, Standing) {
    let mut play = Deal { rules, setup: Some(setup), ..*deal }.play();
    play.go(script).pass();
    let mut standing = Standing::from_setup(&play.game, &setup);
    play.game.finish_hand(&mut standing, &play.state);
    (play.game, standing)
}

const SOUTH_4: Setup =
    Setup { scores: [25_000; 4], wind: 1, dealer: Seat::new(3), honba: 0, sticks: 0 };

/// The dealer has nine kinds of terminals and honours.
const ABORTED: Deal<'static> =
    Deal { hands: ["19m19p19s1234567z", "", "", ""], draws: "2p", ..Deal::TENHOU };

/// The seat after the dealer wins 1,000 points (or so) from the dealer: all simples.
const CHEAP: Deal<'static> =
    Deal { hands: ["", "23p222m456s67855s", "", ""], draws: "4p", dora: "1z", ..Deal::TENHOU };

fn next(game: &Riichi, standing: &Standing) -> Option<(u8, usize, u8, u8)> {
    let setup = game.next_hand(standing)?;
    Some((setup.wind, setup.dealer.index(), setup.honba, setup.sticks))
}

#[test]
fn after_an_abort_the_dealer_repeats_and_the_match_goes_on() {
    let rich = Setup { scores: [20_000, 20_000, 20_000, 40_000], ..SOUTH_4 };
    let (game, standing) = after(Rules::TENHOU, rich, &ABORTED, "3 nine terminals");
    assert_eq!(next(&game, &standing), Some((1, 3, 1, 0)));
}

#[test]
fn without_the_goal_one_more_wind_is_played() {
    let (game, standing) = after(Rules::TENHOU, SOUTH_4, &CHEAP, "3 tsumogiri 4p; 0 ron");
    assert_eq!(next(&game, &standing), Some((2, 0, 0, 0)));
    let rules = Rules {
        matches: MatchRules { extension: false, ..Rules::TENHOU.matches },
        ..Rules::TENHOU
    };
    let (game, standing) = after(rules, SOUTH_4, &CHEAP, "3 tsumogiri 4p; 0 ron");
    assert_eq!(next(&game, &standing), None);
    let west_4 = Setup { wind: 2, ..SOUTH_4 };
    let (game, standing) = after(Rules::TENHOU, west_4, &CHEAP, "3 tsumogiri 4p; 0 ron");
    assert_eq!(next(&game, &standing), None, "there is no north round");
    let tonpu = Rules::TENHOU.with_length(Length::Tonpu);
    let east_4 = Setup { wind: 0, ..SOUTH_4 };
    let (game, standing) = after(tonpu, east_4, &CHEAP, "3 tsumogiri 4p; 0 ron");
    assert_eq!(next(&game, &standing), Some((1, 0, 0, 0)));
    let single = Rules::TENHOU.with_length(Length::Single);
    let (game, standing) = after(single, east_4, &CHEAP, "3 tsumogiri 4p; 0 ron");
    assert_eq!(next(&game, &standing), None);
}

#[test]
fn with_the_goal_the_match_ends_on_time_and_sticks_go_to_the_first() {
    let rich = Setup { scores: [25_000, 20_000, 40_000, 13_000], sticks: 2, ..SOUTH_4 };
    let quiet = Deal { draws: "", replacements: "", ..Deal::TENHOU };
    let mut play = Deal { setup: Some(rich), ..quiet }.play();
    play.discard_draws(0).discard_drawn();
    let mut standing = Standing::from_setup(&play.game, &rich);
    play.game.finish_hand(&mut standing, &play.state);
    let points: Vec<i32> = Seat::all(4).map(|seat| standing.points(seat)).collect();
    assert_eq!(next(&play.game, &standing), None);
    assert_eq!(points.iter().sum::<i32>(), 100_000);
    assert_eq!(standing.rank(Seat::new(2)), 0);
    let results = play.game.match_scores(&standing);
    assert_eq!(results.as_slice().iter().sum::<i32>(), 0);
}

/// Seat 3, the dealer, wins with the fourteen tiles of the deal.
const HEAVEN: Deal<'static> =
    Deal { hands: ["123m456m789m1122z", "", "", ""], draws: "1z", ..Deal::TENHOU };

#[test]
fn a_dealer_who_leads_ends_the_match_and_one_who_does_not_goes_on() {
    let (game, standing) = after(Rules::TENHOU, SOUTH_4, &HEAVEN, "3 tsumo");
    assert_eq!(next(&game, &standing), None);
    assert!(game.winners(&standing).contains(Seat::new(3)));
    let behind = Setup { scores: [140_000, 0, 0, -40_000], ..SOUTH_4 };
    let never = MatchRules { tobi: Tobi::Never, ..Rules::TENHOU.matches };
    let rules = Rules { matches: never, ..Rules::TENHOU };
    let (game, standing) = after(rules, behind, &HEAVEN, "3 tsumo");
    assert_eq!(next(&game, &standing), Some((1, 3, 1, 0)));
    let no_stop = MatchRules { agari_yame: false, tobi: Tobi::Never, ..Rules::TENHOU.matches };
    let rules = Rules { matches: no_stop, ..Rules::TENHOU };
    let (game, standing) = after(rules, SOUTH_4, &HEAVEN, "3 tsumo");
    assert_eq!(next(&game, &standing), Some((1, 3, 1, 0)));
}

#[test]
fn below_zero_ends_a_match_and_zero_does_not() {
    let east_1 = Setup { wind: 0, dealer: Seat::new(0), ..SOUTH_4 };
    for (points, over) in [(16_000, false), (15_900, true)] {
        let scores = [52_000, 16_000, 16_000, points];
        let (game, standing) = after(Rules::TENHOU, Setup { scores, ..east_1 }, &HEAVEN, "0 tsumo");
        assert_eq!(next(&game, &standing).is_none(), over, "{points}");
    }
    let strict = MatchRules { tobi: Tobi::ZeroOrBelow, ..Rules::TENHOU.matches };
    let rules = Rules { matches: strict, ..Rules::TENHOU };
    let scores = [52_000, 16_000, 16_000, 16_000];
    let (game, standing) = after(rules, Setup { scores, ..east_1 }, &HEAVEN, "0 tsumo");
    assert_eq!(next(&game, &standing), None);
}

#[test]
fn results_have_placement_bonuses_and_ties_rank_by_seat() {
    let scores = [25_500, 25_500, 34_500, 14_500];
    let setup = Setup { scores, ..SOUTH_4 };
    let finished = |rules: Rules| {
        let single = rules.with_length(Length::Single);
        let (game, standing) = after(single, setup, &ABORTED, "3 nine terminals");
        let ranks: Vec<usize> = Seat::all(4).map(|seat| standing.rank(seat)).collect();
        assert_eq!(ranks, [1, 2, 0, 3]);
        game.match_scores(&standing).as_slice().to_vec()
    };
    assert_eq!(finished(Rules::TENHOU), [5_500, -14_500, 44_500, -35_500]);
    // Rounded to thousands, half away from zero; the first takes the rest.
    let mut rounded = Rules::TENHOU;
    rounded.matches.round_results = true;
    assert_eq!(finished(rounded), [6_000, -14_000, 43_000, -35_000]);
    assert_eq!(finished(Rules::MJSOUL), [5_500, -4_500, 24_500, -25_500]);
}

#[test]
fn a_tenpai_dealer_repeats_and_honba_grow_at_every_draw() {
    let east_2 = Setup { wind: 0, dealer: Seat::new(1), honba: 3, ..SOUTH_4 };
    let ready =
        Deal { hands: ["234p234m456s678s7z", "", "", ""], replacements: "7z7z7z", ..Deal::TENHOU };
    for (hands, expected) in [(ready.hands, (0, 1, 4, 0)), ([""; 4], (0, 2, 4, 0))] {
        let mut play = Deal { setup: Some(east_2), hands, ..ready };
        if hands[0].is_empty() {
            play.replacements = "";
        }
        let mut play = play.play();
        play.discard_draws(0).discard_drawn();
        let mut standing = Standing::from_setup(&play.game, &east_2);
        play.game.finish_hand(&mut standing, &play.state);
        assert_eq!(next(&play.game, &standing), Some(expected));
    }
    assert_eq!(Riichi::new(Rules::TENHOU).unwrap().seats(), 4);
}
