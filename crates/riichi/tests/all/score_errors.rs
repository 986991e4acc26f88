//! Invalid input of scoring is named; nothing panics.

use crate::scoring::{Case, case, meld, tile};
use facedown_riichi::score::{Riichi, ScoreRules, Situation, WinningHand, try_score};
use facedown_tiles::{Kind, Meld, MeldShape, Tile};
use proptest::prelude::*;

fn error(case: &Case, situation: Situation<'_>) -> String {
    try_score(&case.hand(), &situation, &ScoreRules::tenhou()).expect_err("an error").to_string()
}

fn good() -> Case {
    case("123m 45p 789p 456s 99s", "6p", &[])
}

#[test]
fn impossible_tiles_are_named() {
    let ron = Situation::RON;
    let fifteen = case("123m 45p 789p 456s 999s", "6p", &[]);
    assert_eq!(
        error(&fifteen, ron),
        "15 closed tiles with 0 melds, expected 14 with the winning tile"
    );
    let short = case("123m 45p 789p 456s 99s", "6p", &["p111z"]);
    assert_eq!(
        error(&short, ron),
        "14 closed tiles with 1 melds, expected 11 with the winning tile"
    );
    let fifth = case("99999s 123m 45p 789p", "6p", &[]);
    assert_eq!(error(&fifth, ron), "5 copies of 9s, expected at most 4");
    let shared = case("456s 99s 45p 789p", "6p", &["p999s"]);
    assert_eq!(error(&shared, ron), "5 copies of 9s, expected at most 4");
    let indicator = Situation { dora_indicators: &[Kind::new(26); 3], ..ron };
    assert_eq!(error(&good(), indicator), "5 copies of 9s, expected at most 4");
    let missing = Case { win: tile("1z"), ..good() };
    assert_eq!(error(&missing, ron), "the winning tile 1z is not among the closed tiles");
    let red = Case { win: tile("0p"), ..good() };
    assert_eq!(
        error(&red, ron),
        "the winning tile 0p is red, but the closed tiles have no red five"
    );
    let reds = Case { reds: 3, ..good() };
    assert_eq!(error(&reds, ron), "3 red fives among the closed tiles, which have 2 fives");
    let six = Situation { dora_indicators: &[Kind::new(0); 6], ..ron };
    assert_eq!(error(&good(), six), "6 indicators, expected at most 5");
}

#[test]
fn impossible_melds_are_named() {
    let with = |meld: Meld| Case { melds: vec![meld], ..case("45p 789p 456s 99s", "6p", &[]) };
    let chi = |first: u8, reds: u8| Meld {
        shape: MeldShape::Chi,
        first: Kind::new(first),
        reds,
        ..meld("c123m")
    };
    assert_eq!(
        error(&with(chi(7, 0)), Situation::RON),
        "meld 1: Chi of 8m with 0 red fives is impossible"
    );
    assert!(error(&with(chi(27, 0)), Situation::RON).starts_with("meld 1: Chi of 1z"));
    assert!(error(&with(chi(0, 1)), Situation::RON).ends_with("1 red fives is impossible"));
    assert!(error(&with(Meld { reds: 1, ..meld("p111z") }), Situation::RON).starts_with("meld 1"));
    let five = Case { melds: vec![meld("p111z"); 5], ..good() };
    assert_eq!(error(&five, Situation::RON), "5 melds, expected at most 4");
}

#[test]
fn three_seats_lack_some_kinds() {
    let three = Situation { three_seats: true, ..Situation::RON };
    assert_eq!(error(&good(), three), "2m is not in play with three seats");
    let chi = case("45p 789p 456s 99s", "6p", &["c123p"]);
    assert_eq!(error(&chi, three), "meld 1: no chi with three seats");
    let north = Situation { seat_wind: Kind::NORTH, ..three };
    let hand = case("123p 45p 789p 456s 99s", "6p", &[]);
    assert_eq!(error(&hand, north), "4z cannot be a seat wind or a round wind here");
    let nuki = Situation { nuki: 1, ..Situation::RON };
    assert_eq!(error(&hand, nuki), "1 norths set aside with four seats, expected none");
    let norths = case("123p 45p 789p 444z 99s", "6p", &[]);
    let two = Situation { nuki: 2, ..three };
    assert_eq!(error(&norths, two), "5 copies of 4z, expected at most 4");
}

#[test]
fn circumstances_that_exclude_each_other_are_named() {
    let (ron, tsumo) = (Situation::RON, Situation::TSUMO);
    let open = case("45p 789p 456s 99s", "6p", &["c123m"]);
    let cases = [
        (&open, Situation { riichi: Riichi::Single, ..ron }, "riichi and an open hand"),
        (&good(), Situation { ippatsu: true, ..ron }, "ippatsu and no riichi"),
        (&good(), Situation { after_kan: true, ..ron }, "a replacement tile and ron"),
        (&good(), Situation { robbed_kan: true, ..tsumo }, "robbing a kan and tsumo"),
        (
            &good(),
            Situation { after_kan: true, last_tile: true, ..tsumo },
            "a replacement tile and the last tile",
        ),
        (&open, Situation { first_turn: true, ..tsumo }, "the first turn and melds"),
    ];
    for (case, situation, text) in cases {
        assert_eq!(error(case, situation), format!("{text} exclude each other"));
    }
    let wind = Situation { round_wind: Kind::RED, ..ron };
    assert_eq!(error(&good(), wind), "7z cannot be a seat wind or a round wind here");
}

#[test]
fn an_incomplete_hand_and_one_without_yaku_are_distinguished() {
    let broken = case("135m 45p 789p 456s 99s", "6p", &[]);
    assert_eq!(error(&broken, Situation::RON), "the tiles are not a complete hand");
    let bare = case("123m 46p 789p 456s 99s", "5p", &[]);
    assert_eq!(error(&bare, Situation::RON), "the hand is complete but has no yaku");
}

fn any_meld() -> impl Strategy<Value = Meld> {
    let shapes = [
        MeldShape::Chi,
        MeldShape::Pon,
        MeldShape::OpenKan,
        MeldShape::ClosedKan,
        MeldShape::AddedKan,
    ];
    (proptest::sample::select(shapes.to_vec()), 0u8..34, any::<u8>()).prop_map(
        |(shape, first, reds)| Meld { shape, first: Kind::new(first), reds, ..meld("p111z") },
    )
}

proptest! {
    #[test]
    fn no_input_panics(
        counts in proptest::collection::vec(any::<u8>(), 34),
        small in any::<bool>(),
        reds in any::<u8>(),
        melds in proptest::collection::vec(any_meld(), 0..6),
        win in 0u8..37,
        winds in (0u8..34, 0u8..34),
        indicators in proptest::collection::vec(0u8..34, 0..7),
        flags in any::<u16>(),
        nuki in any::<u8>(),
    ) {
        let mut closed = [0; 34];
        for (slot, count) in closed.iter_mut().zip(counts) {
            *slot = if small { u8::from(count < 90) } else { count };
        }
        let indicators: Vec<Kind> = indicators.into_iter().map(Kind::new).collect();
        let flag = |bit: u16| flags >> bit & 1 != 0;
        let situation = Situation {
            tsumo: flag(0),
            seat_wind: Kind::new(winds.0),
            round_wind: Kind::new(winds.1),
            riichi: if flag(1) { Riichi::Double } else { Riichi::No },
            open_riichi: flag(2),
            ippatsu: flag(3),
            last_tile: flag(4),
            after_kan: flag(5),
            robbed_kan: flag(6),
            first_turn: flag(7),
            eighth_in_row: flag(8),
            dora_indicators: &indicators,
            ura_indicators: &indicators,
            nuki,
            three_seats: flag(9),
        };
        let hand = WinningHand { closed: &closed, reds, melds: &melds, win: Tile::new(win) };
        let _ = try_score(&hand, &situation, &ScoreRules::tenhou());
    }
}
