//! Ends of rounds: several winners, sticks, draws, and riichi.

use crate::common::{Deal, Play};
use facedown_game::Seat;
use facedown_riichi::rules::TripleRon;
use facedown_riichi::score::Yaku;
use facedown_riichi::{DrawKind, Rules, Setup};

const TABLE: Setup =
    Setup { scores: [25_000; 4], wind: 0, dealer: Seat::new(0), honba: 2, sticks: 1 };

/// Seat 0 discards 4p, for which this number of others waits with all simples.
fn many_wait(rules: Rules, waiting: usize) -> Play {
    let hands = ["", "23p234m456s67855s", "23p567m340s67822m", "23p678m23466888s"];
    let hands = std::array::from_fn(|seat| if seat <= waiting { hands[seat] } else { "" });
    let mut play = Deal { rules, setup: Some(TABLE), hands, draws: "4p", ..Deal::TENHOU }.play();
    play.go("0 tsumogiri 4p");
    play
}

#[test]
fn of_two_winners_the_first_after_the_discarder_takes_honba_and_sticks() {
    let mut play = many_wait(Rules::TENHOU, 2);
    play.go("1 ron; 2 ron").pass();
    let wins = play.wins();
    assert_eq!(wins.len(), 2);
    let gained = |n: usize| (wins[n].seat.index(), wins[n].deltas[wins[n].seat.index()]);
    let cost = |n: usize| wins[n].win.points(4, &Rules::TENHOU.score.payment) as i32;
    assert_eq!(gained(0), (1, cost(0) + 600 + 1_000));
    assert_eq!(gained(1), (2, cost(1)));
    assert_eq!(play.scores().iter().sum::<i32>(), 1_000);
    let mut play = many_wait(Rules { head_bump: true, ..Rules::TENHOU }, 2);
    play.go("1 ron; 2 ron").pass();
    assert_eq!(play.wins().len(), 1);
}

#[test]
fn three_winners_draw_or_are_all_paid() {
    let mut play = many_wait(Rules::TENHOU, 3);
    play.go("1 ron; 2 ron; 3 ron").pass();
    assert_eq!(play.drawn(), Some((DrawKind::TripleRon, [0; 4])));
    let mut play = many_wait(Rules { triple_ron: TripleRon::Paid, ..Rules::TENHOU }, 3);
    play.go("1 ron; 2 ron; 3 ron").pass();
    assert_eq!(play.wins().len(), 3);
}

#[test]
fn a_riichi_whose_tile_is_won_pays_no_stick() {
    let mut play = Deal {
        hands: ["123m789p789s1122z", "23p234m456s67855s", "", ""],
        draws: "4p",
        ..Deal::TENHOU
    }
    .play();
    play.go("0 riichi; 0 tsumogiri 4p; 1 ron").pass();
    let paid = play.wins()[0].win.points(4, &Rules::TENHOU.score.payment) as i32;
    assert_eq!(play.scores(), [-paid, paid, 0, 0]);
    assert!(!play.state.table().is_riichi(Seat::new(0)));
}

#[test]
fn riichi_needs_points_tiles_and_a_tenpai_hand() {
    let deal = Deal { hands: ["123m789p789s1123z", "", "", ""], draws: "2z", ..Deal::TENHOU };
    assert!(deal.play().may("riichi"));
    let with = |points: i32| {
        let scores = [points, 25_000, 25_000, 50_000 - points];
        Deal { setup: Some(Setup { scores, ..TABLE }), ..deal }.play().may("riichi")
    };
    assert!(!with(900) && with(1_000));
    let left = |riichi_tiles: u8| {
        Deal { rules: Rules { riichi_tiles, ..Rules::TENHOU }, ..deal }.play().may("riichi")
    };
    assert!(left(69) && !left(70), "69 tiles are left");
    let mut play = deal.play();
    play.go("0 riichi");
    assert_eq!(play.options(), ["discard 3z"], "every other discard breaks the hand");
}

#[test]
fn a_wait_for_a_fifth_copy_is_not_tenpai() {
    let mut play =
        Deal { hands: ["1111m234p567p789s", "", "", ""], draws: "9m", ..Deal::TENHOU }.play();
    play.go("0 riichi");
    assert_eq!(play.options(), ["discard 1m"], "1111m waits for nothing but a fifth");
}

#[test]
fn riichi_on_the_first_turn_is_double_and_a_call_breaks_ippatsu() {
    let mut play = Deal {
        hands: ["123m789p789s1122z", "", "33s19m19p1234567z", ""],
        draws: "9m 3s 8p 1z",
        ..Deal::TENHOU
    }
    .play();
    play.go("0 riichi; 0 tsumogiri 9m; 1 tsumogiri 3s");
    let zero = Seat::new(0);
    let table = play.state.table();
    assert!(table.is_double_riichi(zero) && table.is_ippatsu(zero));
    assert_eq!((table.score(zero), table.sticks()), (24_000, 1));
    play.go("2 pon 3s3s").pass();
    assert!(!play.state.table().is_ippatsu(zero));
}

#[test]
fn nine_kinds_of_terminals_and_honours_end_an_uninterrupted_first_turn() {
    let deal = Deal {
        hands: ["19m19p19s123z4568m", "19m19p19s456z2348m", "22p19m19p1234567z", ""],
        draws: "2p3p",
        ..Deal::TENHOU
    };
    let mut play = deal.play();
    assert!(play.may("nine terminals"));
    play.go("0 tsumogiri 2p").pass();
    assert!(play.may("nine terminals"), "nobody has called");
    play.go("1 nine terminals");
    assert_eq!(play.drawn(), Some((DrawKind::NineTerminals, [0; 4])));
    let mut play = deal.play();
    play.go("0 tsumogiri 2p; 2 pon 2p2p; 2 discard 1m; 3 tsumogiri 3p").pass();
    play.discard_drawn();
    assert!(!play.may("nine terminals"), "a call came before");
}

#[test]
fn four_discards_of_one_wind_end_the_first_turn() {
    let mut play = Deal { draws: "2z2z2z2z", ..Deal::TENHOU }.play();
    play.go("0 tsumogiri 2z; 1 tsumogiri 2z; 2 tsumogiri 2z; 3 tsumogiri 2z").pass();
    assert_eq!(play.drawn(), Some((DrawKind::FourWinds, [0; 4])));
}

#[test]
fn four_riichi_end_the_round_when_the_fourth_stick_is_paid() {
    let mut play = Deal {
        hands: ["123456789m1122z", "123456789p3344z", "123456789s5566z", "234m234p234s88s77z"],
        draws: "9p9s9m1p",
        ..Deal::TENHOU
    }
    .play();
    play.go("0 riichi; 0 tsumogiri 9p; 1 riichi; 1 tsumogiri 9s; 2 riichi; 2 tsumogiri 9m");
    play.go("3 riichi; 3 tsumogiri 1p").pass();
    assert_eq!(play.drawn(), Some((DrawKind::FourRiichi, [0; 4])));
    assert_eq!(play.scores(), [-1_000; 4]);
    assert_eq!(play.state.table().sticks(), 4);
}

#[test]
fn the_last_draw_and_the_last_discard_are_yaku() {
    // The last tile goes to seat 1; the other red dragons lie in the dead wall.
    let ready = "234p234m456s678s7z";
    let dead = "7z7z";
    let deal = Deal { replacements: dead, last: "7z", ..Deal::TENHOU };
    let mut play = Deal { hands: ["", ready, "", ""], ..deal }.play();
    play.discard_draws(0).go("1 tsumo");
    assert!(play.wins()[0].win.yaku.contains(Yaku::Haitei));
    let mut play = Deal { hands: ["", "", ready, ""], ..deal }.play();
    play.discard_draws(0).go("1 tsumogiri 7z; 2 ron").pass();
    let yaku = play.wins()[0].win.yaku;
    assert!(yaku.contains(Yaku::Houtei) && yaku.len() == 1, "there is no other");
}

#[test]
fn noten_seats_pay_tenpai_seats() {
    let ready = "234p234m456s678s7z";
    let mut play =
        Deal { hands: ["", ready, "", ""], replacements: "7z7z7z", ..Deal::TENHOU }.play();
    play.discard_draws(0).discard_drawn();
    assert_eq!(play.drawn(), Some((DrawKind::Exhausted, [-1_000, 3_000, -1_000, -1_000])));
}

#[test]
fn discarding_only_terminals_and_honours_is_paid_as_mangan() {
    let mut own = crate::common::tiles("1111m9999m1111p9999p11s").into_iter();
    let mut rest = Vec::new();
    for suit in ["m", "p"] {
        for number in if suit == "m" { 2..=8 } else { 2..=7 } {
            for copy in 0..4 {
                let number = if number == 5 && copy == 0 { 0 } else { number };
                rest.push(format!("{number}{suit}"));
            }
        }
    }
    let mut rest = rest.into_iter();
    let draws: String = (0..70)
        .map(|n| {
            let own = if n % 4 == 0 { own.next().map(|tile| tile.to_string()) } else { None };
            own.or_else(|| rest.next()).unwrap()
        })
        .collect();
    let mut play = Deal { draws: &draws, setup: Some(TABLE), ..Deal::TENHOU }.play();
    play.discard_draws(0).discard_drawn();
    assert_eq!(play.drawn(), Some((DrawKind::Nagashi, [12_000, -4_000, -4_000, -4_000])));
    assert_eq!(play.state.table().sticks(), 1, "sticks stay");
}

#[test]
fn the_dealers_first_draw_is_distinguished_by_an_option() {
    let deal = Deal { hands: ["19m19p19s123z4568m", "", "", ""], draws: "2p", ..Deal::TENHOU };
    assert!(deal.play().may("tsumogiri 2p") && !deal.play().may("discard 2p"));
    let play = Deal { rules: Rules::MJSOUL, ..deal }.play();
    assert!(play.may("discard 2p") && !play.may("tsumogiri 2p"));
}
