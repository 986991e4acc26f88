//! Furiten: who is barred from ron, and for how long.

use crate::common::{Deal, Play};
use facedown_game::Seat;

const ONE: Seat = Seat::new(1);

/// Seat 1 waits for 1p 4p with a hand of simples but for the 1p: only 4p wins without riichi.
fn waiting(draws: &str) -> Play {
    Deal { hands: ["", "23p222m456s67855s", "", ""], draws, ..Deal::TENHOU }.play()
}

#[test]
fn a_passed_tile_bars_ron_until_the_next_own_discard() {
    let mut play = waiting("4p 9m 4p 4p 9s 4p");
    play.go("0 tsumogiri 4p").ask();
    assert!(play.may("ron"));
    play.go("1 pass").pass();
    assert!(play.state.is_furiten(ONE));
    play.go("1 tsumogiri 9m");
    assert!(!play.state.is_furiten(ONE), "one's own discard ends it");
    play.go("2 tsumogiri 4p; 1 pass; 3 tsumogiri 4p");
    assert!(!play.state.callers().contains(ONE), "the same turn goes on");
}

#[test]
fn a_tile_without_a_yaku_counts_as_passed() {
    let mut play = waiting("1p 9m 1p 4p");
    play.go("0 tsumogiri 1p").ask();
    assert_eq!(play.options(), ["pass", "chi 2p3p"], "no yaku, no ron");
    play.pass();
    assert!(play.state.is_furiten(ONE));
    play.go("1 tsumogiri 9m; 2 tsumogiri 1p; 3 tsumogiri 4p");
    assert!(!play.state.callers().contains(ONE));
}

#[test]
fn after_riichi_a_passed_tile_bars_ron_for_good() {
    let mut play = waiting("8m 9m 1p 9m 9s 8s 4p");
    play.go("0 tsumogiri 8m; 1 riichi; 1 tsumogiri 9m; 2 tsumogiri 1p");
    assert!(play.state.callers().contains(ONE), "riichi is a yaku");
    play.go("1 pass; 3 tsumogiri 9m; 0 tsumogiri 9s; 1 tsumogiri 8s; 2 tsumogiri 4p");
    assert!(!play.state.callers().contains(ONE));
    assert!(play.state.is_furiten(ONE));
}

#[test]
fn own_discards_bar_all_waits_called_ones_too() {
    // Seat 1 discards 4p, which seat 3 calls.
    let mut play = Deal {
        hands: ["", "234p234m456s6785s", "", "44p19m19s1234567z"],
        draws: "9s 5s 8m 9m 1p",
        ..Deal::TENHOU
    }
    .play();
    play.go("0 tsumogiri 9s; 1 discard 4p; 3 pon 4p4p; 3 discard 1z; 0 tsumogiri 8m");
    play.pass();
    assert_eq!(play.state.waits(ONE).to_string(), "14p");
    assert!(play.state.is_furiten(ONE));
    assert!(!play.state.is_furiten(Seat::new(3)));
}

#[test]
fn a_furiten_hand_may_win_by_tsumo() {
    let mut play = waiting("4p 4p");
    play.go("0 tsumogiri 4p; 1 pass").pass();
    assert!(play.state.is_furiten(ONE) && play.may("tsumo"));
}

#[test]
fn an_own_call_ends_it_with_its_discard() {
    // Seat 1 passes on 4p, then calls 6s and discards 5s: it still waits for 1p 4p, and may win.
    let mut play =
        Deal { hands: ["", "23p234m678m555s66s", "", ""], draws: "4p 9m 4p 6s 4p", ..Deal::TENHOU }
            .play();
    play.go("0 tsumogiri 4p; 1 pass; 1 tsumogiri 9m; 2 tsumogiri 4p; 1 pass; 3 tsumogiri 6s");
    assert!(play.state.is_furiten(ONE));
    play.go("1 pon 6s6s").pass();
    assert!(play.state.is_furiten(ONE), "the call alone does not end it");
    play.go("1 discard 5s").pass();
    assert!(!play.state.is_furiten(ONE));
    play.go("2 tsumogiri 4p; 1 ron").pass();
    assert_eq!(play.wins().len(), 1);
}
