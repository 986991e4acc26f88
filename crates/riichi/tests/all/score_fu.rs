//! Fu, limits and payments.

use crate::scoring::{Case, case, set};
use facedown_riichi::score::{
    Cost, Counted, Limit, PaymentRules, Riichi, ScoreRules, Situation, ThreeSeatTsumo, Yaku,
    explain,
};
use facedown_tiles::Kind;
use std::num::NonZeroU8;

const TENHOU: ScoreRules = ScoreRules::tenhou();

fn riichi(case: &Case, situation: Situation<'_>) -> u8 {
    let situation = Situation { riichi: Riichi::Single, ..situation };
    case.score(&situation, &TENHOU).expect("a win").fu
}

#[test]
fn the_wait_decides_two_fu() {
    let ron = Situation::RON;
    // 30 for a closed ron; 2 more round up to 40.
    assert_eq!(riichi(&case("123m 45p 789p 456s 99s", "6p", &[]), ron), 30, "two-sided");
    assert_eq!(riichi(&case("123m 46p 789p 456s 99s", "5p", &[]), ron), 40, "middle");
    assert_eq!(riichi(&case("12m 456p 789p 456s 99s", "3m", &[]), ron), 40, "edge, low");
    assert_eq!(riichi(&case("89m 456p 789p 456s 99s", "7m", &[]), ron), 40, "edge, high");
    assert_eq!(riichi(&case("123m 456p 789p 456s 9s", "9s", &[]), ron), 40, "pair");
    assert_eq!(
        riichi(&case("23m 456p 789p 456s 99s", "1m", &[]), ron),
        30,
        "1 of 123 is two-sided"
    );
}

#[test]
fn sets_have_fu_by_kind_and_by_how_they_were_made() {
    // An open hand of one chi, a two-sided ron: 20, plus the set under test.
    let fu = |melds: &[&str]| {
        let mut all = vec!["p555z", "c123m"];
        all.extend_from_slice(melds);
        let closed = if melds.is_empty() { "34p 444s 88s" } else { "34p 88s" };
        explained(&case(closed, "5p", &all))
    };
    // The white dragons have 4.
    assert_eq!(fu(&[]), 20 + 4 + 4, "concealed, simple");
    assert_eq!(fu(&["p222p"]), 20 + 4 + 2);
    assert_eq!(fu(&["p999p"]), 20 + 4 + 4);
    assert_eq!(fu(&["k2222p"]), 20 + 4 + 8);
    assert_eq!(fu(&["s9999p"]), 20 + 4 + 16);
    assert_eq!(fu(&["a2222p"]), 20 + 4 + 16);
    assert_eq!(fu(&["a1111z"]), 20 + 4 + 32);
}

/// Returns the fu of a ron before rounding, by its explanation.
fn explained(case: &Case) -> u32 {
    let win = case.ron();
    let explanation = explain(&case.hand(), &Situation::RON, &TENHOU, &win);
    let sum: u32 = explanation.fu_parts.iter().map(|part| u32::from(part.fu)).sum();
    assert_eq!(u32::from(win.fu), sum.div_ceil(10) * 10);
    sum
}

#[test]
fn a_triplet_completed_by_ron_counts_as_open() {
    let hand = case("123m 456p 99p 456s 11s", "9p", &[]);
    assert_eq!(riichi(&hand, Situation::RON), 40, "30 + 4");
    let closed = case("123m 456p 999p 46s 11s", "5s", &[]);
    assert_eq!(riichi(&closed, Situation::RON), 40, "30 + 8 + 2");
    assert_eq!(riichi(&hand, Situation::TSUMO), 30, "20 + 8 + 2");
}

#[test]
fn the_winning_tile_in_a_called_run_is_not_waited_for_there() {
    // 6m in the called 567m, and won on 6m for the closed 678m with 78m: two-sided, not middle.
    let hand = case("78m 345p 22s 567p", "6m", &["c567m"]);
    let win = hand.ron();
    assert_eq!((win.fu, win.yaku), (30, set(&[Yaku::Tanyao])));
    // Only the called run has the tile in its middle; the pair wait gives the 2 fu.
    let pair = case("345p 567p 345s 6m", "6m", &["c567m"]);
    assert_eq!(explained(&pair), 22);
}

#[test]
fn special_totals() {
    let pinfu = case("123m 45p 789p 456s 99s", "6p", &[]);
    assert_eq!((pinfu.tsumo().fu, pinfu.ron().fu), (20, 30));
    assert_eq!(case("1122m 3355p 7799s 4z", "4z", &[]).tsumo().fu, 25);
    let open = case("45p 678p 456s 88s", "6p", &["c234m"]);
    assert_eq!((open.ron().fu, open.tsumo().fu), (30, 30), "no open hand has 20");
    let bare = ScoreRules { open_pinfu_30: false, ..TENHOU };
    assert_eq!(open.score(&Situation::RON, &bare).expect("a win").fu, 20);
    assert_eq!(open.score(&Situation::TSUMO, &bare).expect("a win").fu, 30, "2 for tsumo");
    let strict = ScoreRules { pinfu_tsumo: false, ..TENHOU };
    let win = pinfu.score(&Situation::TSUMO, &strict).expect("a win");
    assert_eq!((win.fu, win.yaku), (30, set(&[Yaku::Tsumo])));
}

#[test]
fn a_pair_of_both_winds_has_four_fu_or_two() {
    let hand = case("234m 34p 456s 11z", "5p", &["p888s"]);
    let both = Situation { seat_wind: Kind::EAST, last_tile: true, ..Situation::RON };
    let sum = |rules: &ScoreRules, situation: &Situation<'_>| {
        let win = hand.score(situation, rules).expect("a win");
        explain(&hand.hand(), situation, rules, &win).fu_parts.iter().map(|p| p.fu).sum::<u8>()
    };
    assert_eq!(sum(&TENHOU, &both), 20 + 2 + 4);
    assert_eq!(sum(&ScoreRules { double_wind_pair_4: false, ..TENHOU }, &both), 20 + 2 + 2);
    let one = Situation { seat_wind: Kind::SOUTH, ..both };
    assert_eq!(sum(&TENHOU, &one), 20 + 2 + 2);
    let none = Situation { round_wind: Kind::SOUTH, ..one };
    assert_eq!(sum(&TENHOU, &none), 20 + 2);
}

#[test]
fn two_fu_for_tsumo_on_a_replacement_tile_are_an_option() {
    let hand = case("123m 46p 789p 99s", "5p", &["k5555z"]);
    let situation = Situation { after_kan: true, ..Situation::TSUMO };
    // 20 + 16 + 2 for the wait = 38, with tsumo 40.
    let sum = |rules: &ScoreRules| {
        let win = hand.score(&situation, rules).expect("a win");
        explain(&hand.hand(), &situation, rules, &win).fu_parts.iter().map(|p| p.fu).sum::<u8>()
    };
    assert_eq!(sum(&TENHOU), 40);
    assert_eq!(sum(&ScoreRules { rinshan_fu: false, ..TENHOU }), 38);
    // With three seats a north set aside gives a replacement tile to a hand of runs.
    let pinfu = case("123p 45p 789p 456s 99s", "6p", &[]);
    let nuki = Situation { after_kan: true, nuki: 1, three_seats: true, ..Situation::TSUMO };
    let win = pinfu.score(&nuki, &TENHOU).expect("a win");
    assert_eq!((win.fu, win.yaku.contains(Yaku::Pinfu)), (20, true));
}

#[test]
fn the_reading_with_the_most_points_counts() {
    // 111222333s 99p: triplets (three concealed) or runs (outside hand, twins, two-sided).
    let hand = case("11122233s 789m 99p", "3s", &[]);
    let ron = hand.ron();
    assert_eq!(ron.yaku, set(&[Yaku::Junchan, Yaku::Iipeikou, Yaku::Pinfu]).intersection(ron.yaku));
    assert!(ron.yaku.contains(Yaku::Junchan));
    let open = case("11122233s 99p", "3s", &["p777z"]);
    assert!(open.tsumo().yaku.contains(Yaku::Toitoi), "with a dragon triplet the triplets win");
    // 2223m waits on 1, 3 and 4: won on 3 as the pair, it has more fu.
    let fu = case("2223m 456p 456s 789s", "3m", &[]);
    assert_eq!(riichi(&fu, Situation::RON), 40);
}

/// Returns a hand of this number of han: riichi, and bonus tiles for the rest.
fn with_han(han: u8, rules: &ScoreRules) -> facedown_riichi::score::Win {
    let hand = case("123m 46p 789p 456s 99s", "5p", &[]);
    let situation =
        Situation { riichi: Riichi::Single, nuki: han - 1, three_seats: true, ..Situation::RON };
    hand.score(&situation, rules).expect("a win")
}

#[test]
fn every_limit() {
    let expected = [
        (1, Limit::None, 320),
        (2, Limit::None, 640),
        (3, Limit::None, 1_280),
        (4, Limit::Mangan, 2_000),
        (5, Limit::Mangan, 2_000),
        (6, Limit::Haneman, 3_000),
        (7, Limit::Haneman, 3_000),
        (8, Limit::Baiman, 4_000),
        (10, Limit::Baiman, 4_000),
        (11, Limit::Sanbaiman, 6_000),
        (12, Limit::Sanbaiman, 6_000),
        (13, Limit::Yakuman, 8_000),
        (26, Limit::Yakuman, 8_000),
    ];
    for (han, limit, base) in expected {
        let win = with_han(han, &TENHOU);
        assert_eq!((win.han, win.limit, win.base, win.yakuman), (han, limit, base, 0));
    }
}

#[test]
fn counted_yakuman_is_an_option() {
    let sanbaiman = ScoreRules { counted: Counted::Sanbaiman, ..TENHOU };
    assert_eq!(with_han(20, &sanbaiman).base, 6_000);
    let multiple = ScoreRules { counted: Counted::Multiple, ..TENHOU };
    assert_eq!(with_han(25, &multiple).base, 8_000);
    assert_eq!(with_han(26, &multiple).base, 16_000);
    let capped =
        ScoreRules { counted: Counted::Multiple, yakuman_cap: NonZeroU8::new(1), ..TENHOU };
    assert_eq!(with_han(26, &capped).base, 8_000);
}

#[test]
fn kiriage_rounds_up_two_hands_to_mangan() {
    let kiriage = ScoreRules { kiriage: true, ..TENHOU };
    let pinfu = case("123m 45p 789p 456s 99s", "6p", &[]);
    let four = Situation { riichi: Riichi::Single, nuki: 2, three_seats: true, ..Situation::RON };
    assert_eq!(pinfu.score(&four, &TENHOU).expect("a win").base, 1_920);
    let rounded = pinfu.score(&four, &kiriage).expect("a win");
    assert_eq!((rounded.base, rounded.limit), (2_000, Limit::Mangan));
    let three = Situation { nuki: 1, ..four };
    assert_eq!(pinfu.score(&three, &kiriage).expect("a win").base, 960);
    // 20 + 32 for the kan + 2 for the wait by ron: three han 60 fu.
    let sixty = case("123m 46p 789p 99s", "5p", &["a5555z"]);
    let three = Situation { riichi: Riichi::Single, nuki: 1, three_seats: true, ..Situation::RON };
    let exact = sixty.score(&three, &TENHOU).expect("a win");
    assert_eq!((exact.han, exact.fu), (3, 70), "a closed ron has 10 fu more");
    let open = case("46p 789p 99s", "5p", &["a5555z", "c123m"]);
    let three = Situation { nuki: 2, three_seats: true, ..Situation::RON };
    let exact = open.score(&three, &TENHOU).expect("a win");
    assert_eq!((exact.han, exact.fu, exact.base), (3, 60, 1_920));
    assert_eq!(open.score(&three, &kiriage).expect("a win").base, 2_000);
}

#[test]
fn points_by_the_table() {
    // Han, fu, then ron of dealer and other, tsumo of dealer, tsumo of other.
    let pay = PaymentRules::default();
    let base = |han: u32, fu: u32| (fu << (2 + han)).min(2_000);
    let table = [
        (1, 30, 1_500, 1_000, (0, 500), (500, 300)),
        (2, 30, 2_900, 2_000, (0, 1_000), (1_000, 500)),
        (3, 30, 5_800, 3_900, (0, 2_000), (2_000, 1_000)),
        (4, 30, 11_600, 7_700, (0, 3_900), (3_900, 2_000)),
        (2, 40, 3_900, 2_600, (0, 1_300), (1_300, 700)),
        (3, 70, 12_000, 8_000, (0, 4_000), (4_000, 2_000)),
        (1, 110, 5_300, 3_600, (0, 1_800), (1_800, 900)),
    ];
    let model = with_han(1, &TENHOU);
    for (han, fu, dealer_ron, ron, dealer_tsumo, tsumo) in table {
        let cost = |dealer, tsumo| {
            let win = facedown_riichi::score::Win { base: base(han, fu), dealer, tsumo, ..model };
            win.cost(4, &pay)
        };
        assert_eq!(cost(true, false), Cost::Ron(dealer_ron));
        assert_eq!(cost(false, false), Cost::Ron(ron));
        let parts = |(dealer, other)| Cost::Tsumo { dealer, other };
        assert_eq!(cost(true, true), parts(dealer_tsumo));
        assert_eq!(cost(false, true), parts(tsumo));
    }
}

#[test]
fn the_missing_seat_is_lost_or_shared() {
    let model = with_han(1, &TENHOU);
    let bisect =
        PaymentRules { three_seat_tsumo: ThreeSeatTsumo::Bisect, ..PaymentRules::default() };
    let win = |base, dealer| facedown_riichi::score::Win { base, dealer, tsumo: true, ..model };
    let parts = |dealer, other| Cost::Tsumo { dealer, other };
    assert_eq!(win(2_000, false).cost(3, &PaymentRules::default()), parts(4_000, 2_000));
    assert_eq!(win(2_000, false).points(3, &PaymentRules::default()), 6_000);
    // docs/reference/rules/riichi-scoring.md, "Three seats": the published table of shared payments.
    for (base, dealer, other) in [
        (240, 700, 500),
        (320, 900, 600),
        (400, 1_000, 600),
        (480, 1_300, 800),
        (960, 2_500, 1_500),
        (1_280, 3_300, 2_000),
        (1_600, 4_000, 2_400),
        (2_000, 5_000, 3_000),
        (8_000, 20_000, 12_000),
    ] {
        assert_eq!(win(base, false).cost(3, &bisect), parts(dealer, other), "{base}");
    }
    for (base, each) in [(240, 800), (320, 1_100), (480, 1_500), (960, 3_000), (2_000, 6_000)] {
        assert_eq!(win(base, true).cost(3, &bisect), parts(0, each), "{base}");
    }
}

#[test]
fn an_explanation_is_readable() {
    let hand = case("123m 46p 789p 99s", "5p", &["k5555z"]);
    let situation =
        Situation { after_kan: true, dora_indicators: &[Kind::new(13)], ..Situation::TSUMO };
    let win = hand.score(&situation, &TENHOU).expect("a win");
    let explanation = explain(&hand.hand(), &situation, &TENHOU, &win);
    let text = explanation.to_string();
    let words: Vec<String> =
        text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(
        words,
        [
            "After a kan (rinshan kaihou) 1 han",
            "White dragon (haku) 1 han",
            "Dora 1 han",
            "base 20 fu",
            "open kan of white, terminal or honour 16 fu",
            "wait on the middle (kanchan) 2 fu",
            "own draw (tsumo) 2 fu",
            "3 han 40 fu: 5200 points, 2600 from the dealer, 1300 from each other seat",
        ]
    );
    let json = serde_json::to_value(&explanation).expect("serialises");
    assert_eq!(json["yaku"][1]["yaku"], "haku");
    assert_eq!(json["limit"], "none");
    assert_eq!(json["fu_parts"][1]["fu"], 16);
    assert_eq!(json["cost"]["tsumo"]["dealer"], 2_600);
}
