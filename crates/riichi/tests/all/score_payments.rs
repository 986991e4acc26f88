//! Payments: honba, sticks, liability.

use crate::scoring::case;
use facedown_game::Seat;
use facedown_riichi::score::{
    LiabilityStyle, Liable, PaymentRules, ScoreRules, Settlement, Situation, Win, Yaku, YakuSet,
    settle,
};
use facedown_tiles::Kind;

const DEALER: usize = 0;
const WINNER: usize = 1;
const LIABLE: usize = 2;

fn rules(liability: LiabilityStyle) -> ScoreRules {
    let tenhou = ScoreRules::tenhou();
    ScoreRules { payment: PaymentRules { liability, ..tenhou.payment }, ..tenhou }
}

fn table(seats: usize, from: Option<usize>, liable: Option<usize>) -> Settlement {
    Settlement {
        seats,
        winner: Seat::new(WINNER),
        dealer: Seat::new(DEALER),
        from: from.map(Seat::new),
        honba: 2,
        sticks: 2,
        liable: liable.map(|seat| Liable {
            seat: Seat::new(seat),
            yaku: YakuSet::from_iter([Yaku::Daisangen, Yaku::Daisuushii]),
        }),
    }
}

/// Big three dragons and all honours, or big three dragons alone.
fn dragons(tsumo: bool, all_honours: bool, three_seats: bool) -> Win {
    let closed = if all_honours { "111z 2z" } else { "789p 2z" };
    let hand = case(closed, "2z", &["p555z", "p666z", "p777z"]);
    let situation = Situation { tsumo, three_seats, ..Situation::RON };
    let win = hand.score(&situation, &ScoreRules::tenhou()).expect("a win");
    assert_eq!(win.yakuman, 1 + u8::from(all_honours));
    win
}

#[test]
fn composite_liability_with_honba_and_sticks() {
    // The eight cases of RiichiEnv's settlement tests (docs/reference/rules/riichi-scoring.md, "Liability"):
    // a non-dealer wins two yakuman, one with liability, two honba, two sticks.
    use LiabilityStyle::{Part, Whole};
    let cases: [(usize, LiabilityStyle, bool, [i32; 4]); 8] = [
        (4, Whole, true, [0, 66_600, -64_600, 0]),
        (4, Part, true, [-16_000, 66_600, -40_600, -8_000]),
        (4, Whole, false, [-32_000, 66_600, -32_600, 0]),
        (4, Part, false, [-48_000, 66_600, -16_600, 0]),
        (3, Whole, true, [0, 50_400, -48_400, 0]),
        (3, Part, true, [-16_000, 50_400, -32_400, 0]),
        (3, Whole, false, [-32_000, 66_400, -32_400, 0]),
        (3, Part, false, [-48_000, 66_400, -16_400, 0]),
    ];
    for (seats, style, tsumo, expected) in cases {
        let win = dragons(tsumo, true, seats == 3);
        let from = (!tsumo).then_some(DEALER);
        let deltas = settle(&win, &table(seats, from, Some(LIABLE)), &rules(style));
        assert_eq!(deltas, expected, "{seats} seats, {style:?}, tsumo {tsumo}");
        assert_eq!(deltas.iter().sum::<i32>(), 2_000, "only the sticks come from outside");
    }
}

#[test]
fn liability_for_a_single_yakuman_is_the_same_in_both_styles() {
    for style in [LiabilityStyle::Whole, LiabilityStyle::Part] {
        let ron = settle(
            &dragons(false, false, false),
            &table(4, Some(DEALER), Some(LIABLE)),
            &rules(style),
        );
        assert_eq!(ron, [-16_000, 34_600, -16_600, 0]);
        let tsumo =
            settle(&dragons(true, false, false), &table(4, None, Some(LIABLE)), &rules(style));
        assert_eq!(tsumo, [0, 34_600, -32_600, 0]);
    }
}

#[test]
fn a_liable_discarder_pays_an_ordinary_ron() {
    for style in [LiabilityStyle::Whole, LiabilityStyle::Part] {
        let win = dragons(false, true, false);
        let deltas = settle(&win, &table(4, Some(LIABLE), Some(LIABLE)), &rules(style));
        assert_eq!(deltas, [0, 66_600, -64_600, 0]);
    }
}

#[test]
fn liability_for_a_yaku_that_the_hand_lacks_has_no_effect() {
    let hand = case("789p 345s 22s 3m4m", "5m", &["p777z"]);
    let win = hand.score(&Situation::RON, &ScoreRules::tenhou()).expect("a win");
    let with = settle(&win, &table(4, Some(DEALER), Some(LIABLE)), &ScoreRules::tenhou());
    let without = settle(&win, &table(4, Some(DEALER), None), &ScoreRules::tenhou());
    assert_eq!(with, without);
    assert_eq!(with, [-1_600, 3_600, 0, 0]);
}

#[test]
fn liability_for_big_four_winds_doubles_with_double_yakuman() {
    let hand = case("7z", "7z", &["p111z", "p222z", "p333z", "p444z"]);
    let rules = ScoreRules::mjsoul();
    let win = hand.score(&Situation::RON, &rules).expect("a win");
    assert_eq!(win.yakuman, 3, "big four winds twice, all honours");
    let deltas = settle(&win, &table(4, Some(DEALER), Some(LIABLE)), &rules);
    assert_eq!(deltas, [-32_000 - 32_000, 98_600, -32_600, 0]);
}

#[test]
fn liability_for_a_dealers_tsumo() {
    let hand = case("111z 2z", "2z", &["p555z", "p666z", "p777z"]);
    let situation = Situation { seat_wind: Kind::EAST, ..Situation::TSUMO };
    let rules = ScoreRules::mjsoul();
    let win = hand.score(&situation, &rules).expect("a win");
    let table = Settlement { winner: Seat::new(DEALER), ..table(4, None, Some(LIABLE)) };
    // All honours: 16,000 from each; big three dragons and the honba from the liable seat.
    assert_eq!(settle(&win, &table, &rules), [98_600, -16_000, -64_600, -16_000]);
}

#[test]
fn honba_and_sticks() {
    let hand = case("123m 45p 789p 456s 99s", "6p", &[]);
    let rules = ScoreRules::tenhou();
    let ron = hand.ron();
    assert_eq!(settle(&ron, &table(4, Some(3), None), &rules), [0, 3_600, 0, -1_600]);
    assert_eq!(settle(&ron, &table(3, Some(2), None), &rules), [0, 3_400, -1_400, 0]);
    let tsumo = hand.tsumo();
    assert_eq!(settle(&tsumo, &table(4, None, None), &rules), [-900, 4_100, -600, -600]);
    assert_eq!(settle(&tsumo, &table(3, None, None), &rules), [-900, 3_500, -600, 0]);
    let dear = ScoreRules { payment: PaymentRules { honba: 500, ..rules.payment }, ..rules };
    assert_eq!(settle(&ron, &table(4, Some(3), None), &dear), [0, 6_000, 0, -4_000]);
}
