//! Liability for yakuman, and thirteen orphans that rob a closed kan.

use crate::common::{Deal, Play};
use facedown_game::{Game, Seat};
use facedown_riichi::score::Yaku;
use facedown_riichi::{Rules, Setup};

const HONBA: Setup =
    Setup { scores: [25_000; 4], wind: 0, dealer: Seat::new(0), honba: 1, sticks: 0 };

/// Seat 1 calls three dragons, the last from seat 3, and waits for its pair.
fn three_dragons(rules: Rules, rest: &str, waiting_for: &str, after: &str) -> Play {
    let hand = format!("556677z{rest}");
    let draws = format!("5z6z8p7z{after}");
    let deal = Deal {
        rules,
        setup: Some(HONBA),
        hands: ["", &hand, "", ""],
        draws: &draws,
        ..Deal::TENHOU
    };
    let mut play = deal.play();
    let junk = ["9m", "9p", "9s"];
    let first = if rules.first_draw_apart { "tsumogiri" } else { "discard" };
    play.go(&format!("0 {first} 5z; 1 pon 5z5z; 1 discard {}", junk[0]));
    play.go(&format!("2 tsumogiri 6z; 1 pon 6z6z; 1 discard {}", junk[1]));
    play.go(&format!("2 tsumogiri 8p; 3 tsumogiri 7z; 1 pon 7z7z; 1 discard {}", junk[2]));
    play.pass();
    assert_eq!(play.state.waits(Seat::new(1)).to_string(), waiting_for);
    play
}

#[test]
fn the_seat_that_fed_the_third_dragon_shares_a_ron() {
    let mut play = three_dragons(Rules::TENHOU, "123m4s9m9p9s", "4s", "4s");
    play.go("2 tsumogiri 4s; 1 ron").pass();
    assert_eq!(play.scores(), [0, 32_300, -16_000, -16_300]);
    assert_eq!(play.wins()[0].liable, Some(Seat::new(3)));
}

#[test]
fn the_seat_that_fed_the_third_dragon_pays_all_of_a_tsumo_or_its_own_tile() {
    let mut play = three_dragons(Rules::TENHOU, "123m4s9m9p9s", "4s", "8s4s");
    play.go("2 tsumogiri 8s; 3 tsumogiri 4s; 1 ron").pass();
    assert_eq!(play.scores(), [0, 32_300, 0, -32_300]);
    let mut play = three_dragons(Rules::TENHOU, "123m4s9m9p9s", "4s", "8s8p2s4s");
    play.go("2 tsumogiri 8s; 3 tsumogiri 8p; 0 tsumogiri 2s; 1 tsumo");
    assert_eq!(play.scores(), [0, 32_300, 0, -32_300]);
}

#[test]
fn of_several_yakuman_the_liable_seat_shares_all_or_only_its_own() {
    for (rules, expected) in [
        (Rules::TENHOU, [0, 64_300, -32_000, -32_300]),
        (Rules::MJSOUL, [0, 64_300, -48_000, -16_300]),
    ] {
        let mut play = three_dragons(rules, "111z2z9m9p9s", "2z", "2z");
        play.go("2 tsumogiri 2z; 1 ron").pass();
        let yaku = play.wins()[0].win.yaku;
        assert!(yaku.contains(Yaku::Daisangen) && yaku.contains(Yaku::Tsuuiisou));
        assert_eq!(play.scores(), expected);
    }
    for (rules, expected) in [
        (Rules::TENHOU, [0, 64_300, 0, -64_300]),
        // Of the second yakuman, 16,000 from the dealer and 8,000 from each other seat.
        (Rules::MJSOUL, [-16_000, 64_300, -8_000, -40_300]),
    ] {
        let mut play = three_dragons(rules, "111z2z9m9p9s", "2z", "8s8p2s2z");
        play.go("2 tsumogiri 8s; 3 tsumogiri 8p; 0 tsumogiri 2s; 1 tsumo");
        assert_eq!(play.scores(), expected);
    }
}

#[test]
fn the_seat_that_fed_the_fourth_wind_is_liable() {
    for (rules, expected) in [
        (Rules::TENHOU, [0, 32_300, -16_000, -16_300]),
        (Rules::MJSOUL, [0, 64_300, -32_000, -32_300]), // big four winds count twice there
    ] {
        let mut play = Deal {
            rules,
            setup: Some(HONBA),
            hands: ["", "11223344z5m9m9p9s1p", "", ""],
            draws: "1z2z3z8p4z5m",
            ..Deal::TENHOU
        }
        .play();
        let first = if rules.first_draw_apart { "tsumogiri" } else { "discard" };
        play.go(&format!("0 {first} 1z; 1 pon 1z1z; 1 discard 9m; 2 tsumogiri 2z; 1 pon 2z2z"));
        play.go("1 discard 9p; 2 tsumogiri 3z; 1 pon 3z3z; 1 discard 9s; 2 tsumogiri 8p");
        play.go("3 tsumogiri 4z; 1 pon 4z4z; 1 discard 1p; 2 tsumogiri 5m; 1 ron").pass();
        assert_eq!(play.scores(), expected);
    }
}

#[test]
fn orphans_rob_a_closed_kan_under_rules_that_allow_it() {
    let deal = Deal {
        rules: Rules::MJSOUL,
        hands: ["999s2345678m234p", "119m19p1s1234567z", "", ""],
        draws: "9s",
        ..Deal::TENHOU
    };
    let mut play = deal.play();
    play.go("0 closed kan 9s");
    assert_eq!(play.indicators(), 1, "the kan may still be robbed");
    play.go("1 ron").pass();
    assert_eq!(play.scores(), [-32_000, 32_000, 0, 0]);
    let mut play = deal.play();
    play.go("0 closed kan 9s; 1 pass").pass();
    assert_eq!((play.indicators(), play.state.table().is_replacement()), (2, true));
    let mut play = Deal { rules: Rules::TENHOU, ..deal }.play();
    play.go("0 closed kan 9s");
    assert!(play.state.table().is_replacement(), "nobody was asked");
}

#[test]
fn no_other_hand_robs_a_closed_kan() {
    let mut play = Deal {
        rules: Rules::MJSOUL,
        hands: ["999s2345678m234p", "78s123456p123m11z", "", ""],
        draws: "9s",
        ..Deal::TENHOU
    }
    .play();
    assert!(play.state.waits(Seat::new(1)).contains("9s".parse().unwrap()));
    play.go("0 closed kan 9s");
    assert!(play.state.callers().is_empty());
    play.pass();
    assert!(!play.state.is_furiten(Seat::new(1)), "the tile was never to be had");
    assert_eq!(play.game.turn(&play.state), facedown_game::Turn::Act(Seat::new(0)));
}
