//! Calls: chi, pon, kans, precedence, kuikae, and what stays hidden.

use crate::common::Deal;
use facedown_game::{Game, Seat, Turn};
use facedown_riichi::Rules;
use facedown_riichi::rules::Kuikae;

#[test]
fn red_fives_are_separate_choices() {
    let mut play = Deal {
        hands: ["1119m19p19s1234z5z", "2350m4447p1136s6z", "556m228p2289s777z", ""],
        draws: "4m",
        ..Deal::TENHOU
    }
    .play();
    play.go("0 tsumogiri 4m").ask();
    assert_eq!(play.options(), ["pass", "chi 2m3m", "chi 3m5m", "chi 3m0m"]);
    play.go("1 chi 3m0m");
    play.ask();
    let meld = play.state.table().melds(Seat::new(1))[0];
    assert_eq!((meld.reds, meld.called.to_string().as_str()), (1, "4m"));
    let mut play = Deal {
        hands: ["1119m19p19s1234z5z", "2358m4447p1136s6z", "5069m228p289s777z", ""],
        draws: "5m",
        ..Deal::TENHOU
    }
    .play();
    play.go("0 tsumogiri 5m; 2 pon 5m0m").ask();
    assert_eq!(play.state.table().melds(Seat::new(2))[0].reds, 1);
}

#[test]
fn a_pon_takes_precedence_over_a_chi() {
    let deal = Deal {
        hands: [
            "1119m19p19s1234z5z",
            "2368m4447p1136s6z",
            "1256m228p289s777z",
            "44m19p19s1234567z",
        ],
        draws: "4m",
        ..Deal::TENHOU
    };
    let mut play = deal.play();
    play.go("0 tsumogiri 4m; 1 chi 2m3m; 3 pon 4m4m").ask();
    assert_eq!(play.game.turn(&play.state), Turn::Act(Seat::new(3)));
    let mut play = deal.play();
    play.go("0 tsumogiri 4m; 1 chi 2m3m; 3 pass").ask();
    assert_eq!(play.game.turn(&play.state), Turn::Act(Seat::new(1)));
}

#[test]
fn after_a_call_the_same_kind_and_the_other_end_are_barred() {
    let deal = Deal {
        hands: ["1119m19p19s1234z5z", "456678m47p1136s6z", "", ""],
        draws: "4m",
        ..Deal::TENHOU
    };
    let mut play = deal.play();
    play.go("0 tsumogiri 4m; 1 chi 5m6m").ask();
    assert!(!play.may("discard 4m") && !play.may("discard 7m") && play.may("discard 8m"));
    let mut play = Deal { rules: Rules { kuikae: Kuikae::Same, ..Rules::TENHOU }, ..deal }.play();
    play.go("0 tsumogiri 4m; 1 chi 5m6m").ask();
    assert!(!play.may("discard 4m") && play.may("discard 7m"));
    let mut play =
        Deal { rules: Rules { kuikae: Kuikae::Allowed, ..Rules::TENHOU }, ..deal }.play();
    play.go("0 tsumogiri 4m; 1 chi 5m6m").ask();
    assert!(play.may("discard 4m") && play.may("discard 7m"));
}

#[test]
fn a_pon_bars_the_fourth_copy() {
    let mut play = Deal {
        hands: ["1119m19p19s1234z5z", "444678m47p1136s6z", "", ""],
        draws: "4m",
        ..Deal::TENHOU
    }
    .play();
    play.go("0 tsumogiri 4m; 1 pon 4m4m").ask();
    assert!(!play.may("discard 4m") && play.may("discard 6m"));
}

#[test]
fn a_chi_that_leaves_only_barred_tiles_is_not_allowed() {
    // Seat 1 calls three triplets and is left with 4567m: after 4m with 5m6m both 4m and 7m would
    // be barred.
    let deal = Deal {
        hands: ["", "4567m11p22s33s567z", "", ""],
        draws: "1p 2s 3s 4z 4z 4m",
        ..Deal::TENHOU
    };
    for (kuikae, can_chi) in [(Kuikae::Flank, false), (Kuikae::Same, true)] {
        let mut play = Deal { rules: Rules { kuikae, ..Rules::TENHOU }, ..deal }.play();
        play.go("0 tsumogiri 1p; 1 pon 1p1p; 1 discard 5z; 2 tsumogiri 2s; 1 pon 2s2s");
        play.go("1 discard 6z; 2 tsumogiri 3s; 1 pon 3s3s; 1 discard 7z; 2 tsumogiri 4z");
        play.go("3 tsumogiri 4z; 0 tsumogiri 4m");
        assert_eq!(play.state.callers().contains(Seat::new(1)), can_chi);
    }
}

#[test]
fn no_seat_observes_that_another_is_asked() {
    let mut play = Deal {
        hands: [
            "1119m19p19s1234z5z",
            "2368m4447p1136s6z",
            "1256m228p289s777z",
            "44m19p19s1234567z",
        ],
        draws: "4m",
        ..Deal::TENHOU
    }
    .play();
    play.go("0 tsumogiri 4m");
    let views = |play: &crate::common::Play| {
        Seat::all(4).map(|seat| play.game.view(&play.state, seat)).collect::<Vec<_>>()
    };
    let before = views(&play);
    assert_eq!(play.game.turn(&play.state), Turn::Chance);
    play.ask();
    assert_eq!(play.game.turn(&play.state), Turn::Act(Seat::new(1)));
    let asked = views(&play);
    for seat in [0, 2, 3] {
        assert_eq!(before[seat], asked[seat]);
        assert_eq!(play.game.view_turn(&asked[seat]), None);
    }
    play.go("1 chi 2m3m");
    let answered = views(&play);
    for seat in [0, 2, 3] {
        assert_eq!(before[seat], answered[seat]);
    }
    play.ask();
    let next = views(&play);
    for seat in [0, 1, 2] {
        assert_eq!(answered[seat], next[seat], "the second question is as secret as the first");
    }
}

#[test]
fn the_last_discard_can_be_won_but_not_called() {
    let mut play = Deal {
        hands: [
            "1119m19p19s1234z5z",
            "2368m4447p1136s6z",
            "1256m228p289s777z",
            "44m19p19s1234567z",
        ],
        ..Deal::TENHOU
    }
    .play();
    play.discard_draws(0);
    assert!(play.options().iter().all(|option| !option.contains("kan")));
    let tile = play.state.drawn().unwrap();
    let seat = play.state.table().actor().index();
    play.go(&format!("{seat} tsumogiri {tile}")).ask();
    assert_eq!(play.game.turn(&play.state), Turn::Over, "nobody was asked");
}
