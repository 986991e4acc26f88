//! Kans: indicators, robbing, endings with four, and kans after riichi.

use crate::common::{Deal, Play};
use facedown_game::{Game, Seat, Turn};
use facedown_riichi::rules::{KanDora, RiichiKan};
use facedown_riichi::score::Yaku;
use facedown_riichi::{DrawKind, Rules};

#[test]
fn the_fourth_kan_of_a_second_seat_ends_the_round_after_its_discard() {
    let mut play = Deal {
        hands: ["111222m345678p9s", "333444s345678m9p", "", ""],
        draws: "1m3s",
        replacements: "2m9p4s1z",
        ..Deal::TENHOU
    }
    .play();
    play.go("0 closed kan 1m; 0 closed kan 2m; 0 tsumogiri 9p; 1 closed kan 3s; 1 closed kan 4s");
    play.go("1 tsumogiri 1z");
    assert_eq!(play.indicators(), 5);
    play.pass();
    assert_eq!(play.drawn(), Some((DrawKind::FourKans, [0; 4])));
}

#[test]
fn the_discard_after_four_kans_can_be_won_but_not_called() {
    let mut play = Deal {
        hands: ["111222m345678p9s", "333444s345678m9p", "11z99m19p19s23456z", ""],
        draws: "1m3s",
        replacements: "2m9p4s1z",
        ..Deal::TENHOU
    }
    .play();
    play.go("0 closed kan 1m; 0 closed kan 2m; 0 tsumogiri 9p; 1 closed kan 3s; 1 closed kan 4s");
    play.go("1 tsumogiri 1z");
    assert!(!play.state.callers().contains(Seat::new(2)), "no pon of the last discard");
    play.pass();
    assert_eq!(play.drawn().unwrap().0, DrawKind::FourKans);
}

#[test]
fn four_kans_of_one_seat_do_not_end_the_round_and_a_fifth_is_illegal() {
    let mut play = Deal {
        hands: ["111222333444m5p", "1111s56789m789p1z", "", ""],
        draws: "1m9s",
        replacements: "2m3m4m6p",
        ..Deal::TENHOU
    }
    .play();
    play.go("0 closed kan 1m; 0 closed kan 2m; 0 closed kan 3m; 0 closed kan 4m; 0 tsumogiri 6p");
    play.pass();
    assert_eq!(play.game.turn(&play.state), Turn::Act(Seat::new(1)));
    assert!(!play.may("closed kan 1s"));
    assert_eq!(play.state.waits(Seat::new(0)).to_string(), "5p");
}

/// Seat 0 calls an open kan and at once a closed one.
fn two_kans_in_a_turn(kan_dora: KanDora) -> Play {
    let mut play = Deal {
        rules: Rules { kan_dora, ..Rules::TENHOU },
        hands: ["111222m345678p9s", "", "", ""],
        draws: "9m1m",
        replacements: "2m9p",
        ..Deal::TENHOU
    }
    .play();
    play.go("0 tsumogiri 9m; 1 tsumogiri 1m; 0 open kan").pass();
    play
}

#[test]
fn the_indicator_of_an_open_kan_is_turned_before_the_discard_or_the_next_replacement() {
    let mut play = two_kans_in_a_turn(KanDora::BeforeDiscard);
    assert_eq!(play.indicators(), 1, "not before the replacement");
    play.go("0 tsumogiri 2m");
    assert_eq!(play.indicators(), 2);
    let mut play = two_kans_in_a_turn(KanDora::BeforeDiscard);
    play.go("0 closed kan 2m");
    assert_eq!(play.indicators(), 3, "its own and the one before it");
    let mut play = two_kans_in_a_turn(KanDora::AtOnce);
    assert_eq!(play.indicators(), 2);
    play.go("0 closed kan 2m");
    assert_eq!(play.indicators(), 3);
    let mut play = two_kans_in_a_turn(KanDora::AfterDiscard);
    play.go("0 tsumogiri 2m");
    assert_eq!(play.indicators(), 1);
    play.pass();
    assert_eq!(play.indicators(), 2);
}

#[test]
fn an_added_kan_after_an_older_closed_one_waits_for_its_discard() {
    let mut play = Deal {
        hands: ["11222m3345678p9s", "", "", ""],
        draws: "2m9p1m8s8s9p1m",
        replacements: "9m7z",
        ..Deal::TENHOU
    }
    .play();
    play.go("0 closed kan 2m; 0 tsumogiri 9m; 1 tsumogiri 9p; 2 tsumogiri 1m; 0 pon 1m1m");
    play.go("0 discard 9s; 1 tsumogiri 8s; 2 tsumogiri 8s; 3 tsumogiri 9p; 0 added kan 1m").pass();
    assert_eq!(play.indicators(), 2);
    play.go("0 tsumogiri 7z");
    assert_eq!(play.indicators(), 3);
}

/// Seat 1 has ponned 5m and draws the fourth; seat 2 waits for 5m, in riichi.
fn before_a_robbery() -> Play {
    let mut play = Deal {
        hands: ["", "55m1123678s1234z", "46m123456789p11s", ""],
        draws: "5m 9m 9s 9s 0m",
        ..Deal::TENHOU
    }
    .play();
    play.go("0 tsumogiri 5m; 1 pon 5m5m; 1 discard 4z; 2 riichi; 2 tsumogiri 9m");
    play.go("3 tsumogiri 9s; 0 tsumogiri 9s; 1 added kan 0m");
    play
}

#[test]
fn a_robbed_kan_turns_no_indicator_and_does_not_break_ippatsu() {
    let mut play = before_a_robbery();
    play.go("2 ron").pass();
    let win = play.wins()[0].win;
    assert!(win.yaku.contains(Yaku::Chankan) && win.yaku.contains(Yaku::Ippatsu));
    assert_eq!((play.indicators(), win.reds), (1, 1));
    assert!(!win.yaku.contains(Yaku::Rinshan));
}

#[test]
fn passing_on_a_kan_in_riichi_is_furiten_for_good() {
    let mut play = before_a_robbery();
    play.go("2 pass").pass();
    assert!(play.state.table().is_replacement());
    assert!(play.state.is_furiten(Seat::new(2)));
    assert!(!play.state.table().is_ippatsu(Seat::new(2)));
}

/// Seat 0 declares riichi with 3335666s, waiting for 4s 5s 7s, and draws `tile` next.
fn riichi_and_draw(riichi_kan: RiichiKan, tile: &str) -> Play {
    let draws = format!("9m1z2z3z{tile}");
    let mut play = Deal {
        rules: Rules { riichi_kan, ..Rules::TENHOU },
        hands: ["3335666s555777z", "", "", ""],
        draws: &draws,
        ..Deal::TENHOU
    }
    .play();
    play.go("0 riichi; 0 tsumogiri 9m; 1 tsumogiri 1z; 2 tsumogiri 2z; 3 tsumogiri 3z").pass();
    assert_eq!(play.state.waits(Seat::new(0)).to_string(), "457s");
    play
}

#[test]
fn a_closed_kan_after_riichi_must_not_change_the_waits() {
    for (rule, three, six, dragon) in [
        (RiichiKan::Never, false, false, false),
        (RiichiKan::SameWaits, true, false, true),
        (RiichiKan::SameReadings, false, false, true), // 33s 345s 666s is lost
    ] {
        assert_eq!(riichi_and_draw(rule, "3s").may("closed kan 3s"), three, "{rule:?}");
        assert_eq!(riichi_and_draw(rule, "6s").may("closed kan 6s"), six, "{rule:?}");
        assert_eq!(riichi_and_draw(rule, "5z").may("closed kan 5z"), dragon, "{rule:?}");
    }
}

#[test]
fn a_closed_kan_after_riichi_may_be_of_a_waited_tile_if_all_waits_stay() {
    // 12355567888s and a pair wait for 5s, 8s and the pair, without 888s (or 555s) as well.
    for (riichi_kan, hand, tile, waits, may) in [
        (RiichiKan::SameWaits, "12355567888s11p", "8s", "1p58s", true),
        (RiichiKan::SameWaits, "12305567888s11p", "5s", "1p58s", true),
        (RiichiKan::SameReadings, "12355567888s11p", "8s", "1p58s", false),
        (RiichiKan::Never, "12355567888s11p", "8s", "1p58s", false),
        // Without 999s the pair is no longer a wait, without 222s the 3s is not.
        (RiichiKan::SameWaits, "123m22456p78999s", "9s", "2p69s", false),
        (RiichiKan::SameWaits, "123m456p2224s777z", "2s", "34s", false),
    ] {
        let draws = format!("9m1z2z3z{tile}");
        let mut play = Deal {
            rules: Rules { riichi_kan, ..Rules::TENHOU },
            hands: [hand, "", "", ""],
            draws: &draws,
            ..Deal::TENHOU
        }
        .play();
        play.go("0 riichi; 0 tsumogiri 9m; 1 tsumogiri 1z; 2 tsumogiri 2z; 3 tsumogiri 3z").pass();
        assert_eq!(play.state.waits(Seat::new(0)).to_string(), waits, "{hand}");
        assert_eq!(play.may(&format!("closed kan {tile}")), may, "{hand} {tile} {riichi_kan:?}");
    }
}

#[test]
fn a_closed_kan_after_riichi_is_of_the_drawn_tile_only() {
    let mut play =
        Deal { hands: ["234m234p55p66667s", "", "", ""], draws: "1z2z3z4z9m", ..Deal::TENHOU }
            .play();
    assert!(play.may("riichi") && play.may("closed kan 6s"));
    play.go("0 riichi; 0 tsumogiri 1z; 1 tsumogiri 2z; 2 tsumogiri 3z; 3 tsumogiri 4z").pass();
    assert_eq!(play.options(), ["tsumogiri 9m"]);
}

#[test]
fn a_win_on_the_replacement_counts_no_new_indicator_after_an_open_kan() {
    let mut play = Deal {
        hands: ["111m234567p2233s", "", "", ""],
        draws: "9m1m",
        replacements: "2s",
        ..Deal::TENHOU
    }
    .play();
    play.go("0 tsumogiri 9m; 1 tsumogiri 1m; 0 open kan").pass();
    play.go("0 tsumo");
    assert!(play.wins()[0].win.yaku.contains(Yaku::Rinshan));
    assert_eq!(play.indicators(), 1);
}
