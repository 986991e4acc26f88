//! Three seats: norths set aside, a shorter wall, no chi.

use crate::common::Deal;
use facedown_game::{Game, Seat, Turn};
use facedown_riichi::score::Yaku;
use facedown_riichi::{DrawKind, Rules};

const THREE: Deal<'static> = Deal { rules: Rules::TENHOU3, ..Deal::TENHOU };

#[test]
fn a_north_set_aside_is_replaced_and_counts_as_dora() {
    let mut play =
        Deal { hands: ["4z123456789p123s", "", "", ""], draws: "1z", replacements: "1z", ..THREE }
            .play();
    assert_eq!(play.state.table().live(), 54);
    play.go("0 nuki");
    assert_eq!(play.game.turn(&play.state), Turn::Chance, "it may be won");
    play.pass();
    assert_eq!((play.state.table().nuki(Seat::new(0)), play.state.table().live()), (1, 53));
    play.go("0 tsumo");
    let win = play.wins()[0].win;
    assert!(win.yaku.contains(Yaku::Rinshan) && !win.yaku.contains(Yaku::Tenhou));
    assert_eq!(win.nuki, 1);
    assert_eq!(play.scores().iter().sum::<i32>(), 0);
}

#[test]
fn a_north_set_aside_can_be_won_without_being_a_robbed_kan() {
    let mut play =
        Deal { hands: ["4z123456789s119p", "123456789p111s4z", "", ""], draws: "9m", ..THREE }
            .play();
    play.go("0 nuki; 1 ron").pass();
    let yaku = play.wins()[0].win.yaku;
    assert!(yaku.contains(Yaku::Ittsu) && !yaku.contains(Yaku::Chankan));
}

#[test]
fn after_riichi_only_a_north_just_drawn_is_set_aside() {
    let deal = Deal { hands: ["44z123456789p11s", "", "", ""], draws: "9m9m1m1z", ..THREE };
    let mut play = deal.play();
    assert!(play.may("nuki"));
    play.go("0 riichi; 0 tsumogiri 9m; 1 tsumogiri 9m; 2 tsumogiri 1m").pass();
    assert_eq!(play.options(), ["tsumogiri 1z"]);
}

#[test]
fn there_is_no_chi() {
    let mut play = Deal { hands: ["", "23p19m19p19s12356z", "", ""], draws: "4p", ..THREE }.play();
    play.go("0 tsumogiri 4p");
    assert!(!play.state.callers().contains(Seat::new(1)));
}

#[test]
fn eight_replacements_do_not_touch_the_indicators() {
    // Four norths and four kans of one seat; the indicators stay at their indices of the wall.
    let mut play = Deal {
        hands: ["444z111p222p333p9s", "", "", ""],
        draws: "1p",
        replacements: "2p3p4z1m1m1m1m9m",
        dora: "1s2s3s4s5s",
        ura: "6s6s7s7s8s",
        ..THREE
    }
    .play();
    play.go("0 nuki").pass();
    play.go("0 nuki").pass();
    play.go("0 nuki").pass();
    play.go("0 nuki").pass();
    play.go("0 closed kan 1p; 0 closed kan 2p; 0 closed kan 3p; 0 closed kan 1m");
    let shown: Vec<String> =
        play.state.table().dora_indicators().iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["1s", "2s", "3s", "4s", "5s"]);
    assert_eq!(play.state.drawn().unwrap().to_string(), "9m");
    assert_eq!(play.state.ura_indicators().count(), 5);
    assert_eq!(play.state.table().live(), 54 - 8);
}

#[test]
fn two_thousand_are_shared_at_a_draw() {
    let ready = "123456789p234s7z";
    let mut play = Deal { hands: [ready, "", "", ""], replacements: "7z7z7z", ..THREE }.play();
    play.discard_draws(0).discard_drawn();
    assert_eq!(play.drawn(), Some((DrawKind::Exhausted, [2_000, -1_000, -1_000, 0])));
}
