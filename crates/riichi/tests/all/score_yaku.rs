//! An example of each yaku, with a similar hand that lacks it where the two are easily confused.

use crate::scoring::{Case, case, set};
use facedown_riichi::score::{
    Daisharin, LocalYaku, Paarenchan, Renhou, Riichi, ScoreRules, Situation, Yaku, YakuSet,
};
use facedown_tiles::Kind;
use std::num::NonZeroU8;

const TENHOU: ScoreRules = ScoreRules::tenhou();
const MJSOUL: ScoreRules = ScoreRules::mjsoul();

/// A complete closed hand that has no yaku by ron.
fn nothing() -> Case {
    case("123m 46p 789p 456s 99s", "5p", &[])
}

fn yaku(case: &Case, situation: Situation<'_>) -> YakuSet {
    case.score(&situation, &TENHOU).map_or(YakuSet::EMPTY, |win| win.yaku)
}

#[test]
fn a_complete_hand_without_a_yaku_is_not_a_win() {
    assert_eq!(nothing().score(&Situation::RON, &TENHOU), None);
    let with_dora = Situation { dora_indicators: &[Kind::new(0)], ..Situation::RON };
    assert_eq!(nothing().score(&with_dora, &TENHOU), None, "bonus tiles are no yaku");
}

#[test]
fn yaku_of_the_situation() {
    let ron = Situation::RON;
    let tsumo = Situation::TSUMO;
    let riichi = Situation { riichi: Riichi::Single, ..ron };
    let cases = [
        (tsumo, set(&[Yaku::Tsumo]), 1),
        (riichi, set(&[Yaku::Riichi]), 1),
        (Situation { riichi: Riichi::Double, ..ron }, set(&[Yaku::DoubleRiichi]), 2),
        (Situation { ippatsu: true, ..riichi }, set(&[Yaku::Riichi, Yaku::Ippatsu]), 2),
        (Situation { robbed_kan: true, ..ron }, set(&[Yaku::Chankan]), 1),
        (Situation { after_kan: true, ..tsumo }, set(&[Yaku::Tsumo, Yaku::Rinshan]), 2),
        (Situation { last_tile: true, ..tsumo }, set(&[Yaku::Tsumo, Yaku::Haitei]), 2),
        (Situation { last_tile: true, ..ron }, set(&[Yaku::Houtei]), 1),
    ];
    for (situation, expected, han) in cases {
        let win = nothing().score(&situation, &TENHOU).expect("a win");
        assert_eq!((win.yaku, win.han), (expected, han));
    }
}

#[test]
fn a_replacement_tile_is_not_the_last_tile_too() {
    let both = Situation { after_kan: true, last_tile: true, ..Situation::TSUMO };
    assert_eq!(yaku(&nothing(), both), set(&[Yaku::Tsumo, Yaku::Rinshan]));
    let both = Situation { robbed_kan: true, last_tile: true, ..Situation::RON };
    assert_eq!(yaku(&nothing(), both), set(&[Yaku::Chankan]));
}

#[test]
fn an_open_hand_has_no_tsumo_yaku() {
    let open = case("46p 789p 456s 99s", "5p", &["c123m"]);
    assert_eq!(open.score(&Situation::TSUMO, &TENHOU), None);
}

#[test]
fn pinfu_needs_runs_a_pair_without_fu_and_a_two_sided_wait() {
    assert!(case("123m 45p 789p 456s 99s", "6p", &[]).ron().yaku.contains(Yaku::Pinfu));
    let pair =
        |pair: &str| yaku(&case(&format!("123m 45p 789p 456s {pair}"), "6p", &[]), Situation::RON);
    assert!(pair("33z").contains(Yaku::Pinfu), "a guest wind has no fu");
    assert!(!pair("11z").contains(Yaku::Pinfu), "the round's wind is not");
    assert!(!pair("22z").contains(Yaku::Pinfu), "nor the seat's");
    assert!(!pair("55z").contains(Yaku::Pinfu), "nor a dragon");
    let edge = case("12m 456p 789p 456s 99s", "3m", &[]);
    assert_eq!(yaku(&edge, Situation::RON), YakuSet::EMPTY);
    let tanki = case("123m 456p 789p 456s 9s", "9s", &[]);
    assert_eq!(yaku(&tanki, Situation::RON), YakuSet::EMPTY);
    let nobetan = case("123m 4567p 789m 456s", "7p", &[]);
    assert_eq!(yaku(&nobetan, Situation::RON), YakuSet::EMPTY, "4567 waits for a pair");
    // 45566 with 4: not the middle of 345, but an end of 456.
    let either = case("123m 45566p 456s 99s", "4p", &[]);
    assert!(yaku(&either, Situation::RON).contains(Yaku::Pinfu));
}

#[test]
fn tanyao_open_is_an_option() {
    let open = case("46p 678p 456s 88s", "5p", &["c234m"]);
    assert_eq!(open.ron().yaku, set(&[Yaku::Tanyao]));
    let strict = ScoreRules { open_tanyao: false, ..TENHOU };
    assert_eq!(open.score(&Situation::RON, &strict), None);
    let closed = case("234m 46p 678p 456s 88s", "5p", &[]);
    assert_eq!(closed.score(&Situation::RON, &strict).expect("a win").yaku, set(&[Yaku::Tanyao]));
}

#[test]
fn equal_runs_need_a_closed_hand() {
    let twin = case("112233m 46p 789s 99s", "5p", &[]);
    assert_eq!(twin.ron().yaku, set(&[Yaku::Iipeikou]));
    let twice = case("112233m 445566p 9s", "9s", &[]);
    assert_eq!((twice.ron().yaku, twice.ron().han), (set(&[Yaku::Ryanpeikou]), 3));
    let four = case("22223333444m 99s", "4m", &[]);
    assert!(four.ron().yaku.contains(Yaku::Ryanpeikou), "four equal runs are two twins");
    let open = case("123m 46p 789s 99s", "5p", &["c123m"]);
    assert_eq!(yaku(&open, Situation::RON), YakuSet::EMPTY);
}

#[test]
fn winds_count_for_the_seat_and_for_the_round() {
    let winds = [Kind::EAST, Kind::SOUTH, Kind::WEST, Kind::NORTH];
    let seats = [Yaku::SeatEast, Yaku::SeatSouth, Yaku::SeatWest, Yaku::SeatNorth];
    let rounds = [Yaku::RoundEast, Yaku::RoundSouth, Yaku::RoundWest, Yaku::RoundNorth];
    for (i, &wind) in winds.iter().enumerate() {
        let hand = case("46p 789p 456s 99s", "5p", &[&format!("p{0}{0}{0}z", i + 1)]);
        for &seat_wind in &winds {
            for &round_wind in &winds {
                let situation = Situation { seat_wind, round_wind, ..Situation::RON };
                let mut expected = YakuSet::EMPTY;
                if seat_wind == wind {
                    expected |= seats[i].set();
                }
                if round_wind == wind {
                    expected |= rounds[i].set();
                }
                assert_eq!(yaku(&hand, situation), expected);
            }
        }
    }
}

/// A yaku, its han closed and open; a closed hand that has it, an open one with its first melds;
/// the winning tile of both.
type Pattern = (Yaku, u8, u8, &'static str, &'static str, &'static [&'static str], &'static str);

const PATTERNS: [Pattern; 14] = [
    (Yaku::Haku, 1, 1, "123m789p46s555z99s", "123m789p46s99s", &["p555z"], "5s"),
    (Yaku::Hatsu, 1, 1, "123m789p46s666z99s", "123m789p46s99s", &["p666z"], "5s"),
    (Yaku::Chun, 1, 1, "123m789p46s777z99s", "123m789p46s99s", &["k7777z"], "5s"),
    (Yaku::Chanta, 2, 1, "123m789p13s444z99s", "789p13s444z99s", &["c123m"], "2s"),
    (Yaku::Junchan, 3, 2, "123m789p13s999m99s", "789p13s999m99s", &["c123m"], "2s"),
    (Yaku::Ittsu, 2, 1, "123456m79m345p99s", "456m79m345p99s", &["c123m"], "8m"),
    (Yaku::SanshokuDoujun, 2, 1, "345m345p35s789s99p", "345p35s789s99p", &["c345m"], "4s"),
    (Yaku::SanshokuDoukou, 2, 2, "333m33p333s789s99p", "33p333s789s99p", &["p333m"], "3p"),
    (Yaku::Toitoi, 2, 2, "333m88m44p777s222p", "333m88m44p777s", &["p222p"], "8m"),
    (Yaku::Sanankou, 2, 2, "333m888m666p23s99s", "333m888m666p9s", &["c123s"], ""),
    (Yaku::Shousangen, 2, 2, "555z666z77z46p123s", "666z77z46p123s", &["p555z"], "5p"),
    (Yaku::Honroutou, 2, 2, "111999m99s44z111p", "999m44z11p", &["p111m", "p999s"], ""),
    (Yaku::Honitsu, 3, 2, "123m46m789m99m444z", "46m789m99m444z", &["c123m"], "5m"),
    (Yaku::Chinitsu, 6, 5, "123m46m789m99m222m", "46m789m99m222m", &["c123m"], "5m"),
];

#[test]
fn patterns_with_their_han_closed_and_open() {
    for (yaku, closed_han, open_han, closed, open, melds, win) in PATTERNS {
        let (closed_win, open_win) = match yaku {
            Yaku::Sanankou => ("1s", "9s"),
            Yaku::Honroutou => ("9s", "1p"),
            _ => (win, win),
        };
        let hands =
            [(case(closed, closed_win, &[]), closed_han), (case(open, open_win, melds), open_han)];
        for (hand, han) in hands {
            let win = hand.ron();
            let listed = win.items(&TENHOU).find(|item| item.0 == yaku);
            assert_eq!(listed, Some((yaku, han)), "{:?}", win.yaku);
        }
    }
}

#[test]
fn a_triplet_taken_by_ron_is_not_concealed() {
    let hand = case("333m 888m 66p 99s 123s", "6p", &[]);
    assert_eq!(yaku(&hand, Situation::RON), YakuSet::EMPTY);
    assert_eq!(yaku(&hand, Situation::TSUMO), set(&[Yaku::Tsumo, Yaku::Sanankou]));
    // Here the winning tile may be in the run instead, and the triplet stays concealed.
    let either = case("333m 888m 666p 78p 99s", "6p", &[]);
    assert!(yaku(&either, Situation::RON).contains(Yaku::Sanankou));
}

#[test]
fn seven_pairs_are_different_pairs() {
    let pairs = case("1122m 3355p 7799s 4z", "4z", &[]);
    assert_eq!(
        (pairs.ron().yaku, pairs.ron().han, pairs.ron().fu),
        (set(&[Yaku::Chiitoitsu]), 2, 25)
    );
    assert_eq!(case("1111m 3355p 7799s 4z", "4z", &[]).score(&Situation::TSUMO, &TENHOU), None);
    let runs = case("112233m 445566p 9s", "9s", &[]);
    assert!(!runs.ron().yaku.contains(Yaku::Chiitoitsu), "ryanpeikou has more han");
    let simple = case("2288m 3355p 7788s 4s", "4s", &[]);
    assert_eq!(simple.ron().yaku, set(&[Yaku::Chiitoitsu, Yaku::Tanyao]));
    let flush = case("112255778899m 4z", "4z", &[]);
    assert_eq!(flush.ron().yaku, set(&[Yaku::Chiitoitsu, Yaku::Honitsu]));
}

#[test]
fn three_and_four_kans() {
    let three = case("46p 99s", "5p", &["a2222m", "k3333p", "s1111z"]);
    assert_eq!(three.ron().yaku, set(&[Yaku::Sankantsu, Yaku::RoundEast]),);
    let four = case("9s", "9s", &["a2222m", "k3333p", "s1111z", "k8888s"]);
    assert_eq!((four.ron().yaku, four.ron().yakuman), (set(&[Yaku::Suukantsu]), 1));
}

#[test]
fn yakuman_hands() {
    let cases = [
        (case("555z 666z 77z 456p 9s 9s", "7z", &[]), set(&[Yaku::Daisangen])),
        (case("46p 99s", "5p", &["p555z", "p666z", "p777z"]), set(&[Yaku::Daisangen])),
        (case("333m 888m 666p 222s 9s", "9s", &[]), set(&[Yaku::SuuankouTanki])),
        (case("111z 222z 333z 55z 66z", "6z", &[]), set(&[Yaku::Tsuuiisou])),
        (case("112233445566z 7z", "7z", &[]), set(&[Yaku::Tsuuiisou])),
        (case("234s 234s 666s 88s 66z", "6z", &[]), set(&[Yaku::Ryuuiisou])),
        (case("234s 234s 666s 88s 77z", "7z", &[]), YakuSet::EMPTY),
        (case("111m 999m 111p 99p 11s", "9p", &[]), set(&[Yaku::Chinroutou])),
        (case("1112345678999m", "5m", &[]), set(&[Yaku::JunseiChuuren])),
        (case("1112355678999m", "4m", &[]), set(&[Yaku::Chuuren])),
        (case("19m 19p 19s 1234567z", "4z", &[]), set(&[Yaku::KokushiThirteen])),
        (case("19m 19p 19s 1134567z", "2z", &[]), set(&[Yaku::Kokushi])),
        (case("111z 222z 333z 44z 55p", "4z", &[]), set(&[Yaku::Daisuushii])),
        (case("111z 222z 333z 44z 46p", "5p", &[]), set(&[Yaku::Shousuushii])),
    ];
    for (hand, expected) in cases {
        let yakuman = yaku(&hand, Situation::RON).intersection(YakuSet::YAKUMAN);
        assert_eq!(yakuman, expected, "{hand:?}");
    }
    let four = case("333m 888m 666p 22s 99s", "2s", &[]);
    assert_eq!(yaku(&four, Situation::TSUMO), set(&[Yaku::Suuankou]));
    assert_eq!(yaku(&four, Situation::RON), set(&[Yaku::Toitoi, Yaku::Sanankou]));
    let kans = case("333m 22s 99s", "2s", &["a8888m", "a6666p"]);
    assert_eq!(yaku(&kans, Situation::TSUMO), set(&[Yaku::Suuankou]), "closed kans are concealed");
    let gates = case("2345678999m", "5m", &["a1111m"]);
    assert_eq!(yaku(&gates, Situation::RON), set(&[Yaku::Chinitsu]), "a kan closes the gates");
}

#[test]
fn the_first_turn() {
    let first = Situation { first_turn: true, ..Situation::TSUMO };
    assert_eq!(yaku(&nothing(), first), set(&[Yaku::Chiihou]));
    let dealer = Situation { seat_wind: Kind::EAST, ..first };
    assert_eq!(yaku(&nothing(), dealer), set(&[Yaku::Tenhou]));
    let orphans = case("19m 19p 19s 1134567z", "2z", &[]);
    let win = orphans.score(&dealer, &TENHOU).expect("a win");
    assert_eq!((win.yaku, win.yakuman), (set(&[Yaku::Tenhou, Yaku::Kokushi]), 2));
    let win = orphans.score(&dealer, &MJSOUL).expect("a win");
    let expected = set(&[Yaku::Tenhou, Yaku::KokushiThirteen]);
    assert_eq!((win.yaku, win.yakuman), (expected, 3), "no tile of the deal is the drawn one");
    assert_eq!(win.win, Kind::EAST, "the pair is taken for the wait");
}

#[test]
fn renhou_under_each_rule() {
    let first = Situation { first_turn: true, ..Situation::RON };
    let value = |renhou, hand: &Case| {
        hand.score(&first, &ScoreRules { renhou, ..TENHOU }).map(|win| (win.base, win.han))
    };
    assert_eq!(value(Renhou::No, &nothing()), None);
    assert_eq!(value(Renhou::FiveHan, &nothing()), Some((2_000, 5)));
    assert_eq!(value(Renhou::Mangan, &nothing()), Some((2_000, 5)));
    assert_eq!(value(Renhou::Baiman, &nothing()), Some((4_000, 8)));
    assert_eq!(value(Renhou::Yakuman, &nothing()), Some((8_000, 13)));
    // A hand with more than a mangan without renhou is paid as it is.
    let flush = case("123m 46m 888m 99m 222m", "5m", &[]);
    assert_eq!(value(Renhou::Mangan, &flush), Some((3_000, 6)));
    assert_eq!(value(Renhou::Baiman, &flush), Some((4_000, 8)));
    assert_eq!(value(Renhou::FiveHan, &flush), Some((6_000, 11)));
    let dealer = Situation { seat_wind: Kind::EAST, ..first };
    let rules = ScoreRules { renhou: Renhou::Yakuman, ..TENHOU };
    assert_eq!(nothing().score(&dealer, &rules), None, "the dealer has no renhou");
}

#[test]
fn yakuman_add_and_some_count_twice() {
    let winds = case("111z 222z 333z 44z 7z 7z", "4z", &[]);
    let times =
        |rules: &ScoreRules, situation| winds.score(&situation, rules).expect("a win").yakuman;
    assert_eq!(times(&TENHOU, Situation::RON), 2, "big four winds, all honours");
    assert_eq!(times(&MJSOUL, Situation::RON), 3, "big four winds count twice");
    let single = ScoreRules { yakuman_add: false, ..TENHOU };
    assert_eq!(times(&single, Situation::RON), 1);
    let single = ScoreRules { yakuman_add: false, ..MJSOUL };
    assert_eq!(times(&single, Situation::RON), 2);
    let capped = ScoreRules { yakuman_cap: NonZeroU8::new(2), ..MJSOUL };
    assert_eq!(times(&capped, Situation::TSUMO), 2);
    let doubles = [
        case("333m 888m 666p 222s 9s", "9s", &[]),
        case("1112345678999m", "5m", &[]),
        case("19m 19p 19s 1234567z", "4z", &[]),
    ];
    for hand in doubles {
        assert_eq!(hand.ron().yakuman, 1);
        assert_eq!(hand.score(&Situation::RON, &MJSOUL).expect("a win").yakuman, 2);
    }
}

#[test]
fn a_yakuman_hides_other_yaku_and_bonus_tiles() {
    let hand = case("555z 666z 77z 456p 99p", "7z", &[]);
    let indicators = [Kind::new(33)];
    let situation =
        Situation { riichi: Riichi::Single, dora_indicators: &indicators, ..Situation::RON };
    let win = hand.score(&situation, &TENHOU).expect("a win");
    assert_eq!((win.yaku, win.dora, win.han), (set(&[Yaku::Daisangen]), 0, 13));
}

#[test]
fn a_yakuman_is_preferred_to_a_counted_yakuman() {
    // 222333444s by triplets is four concealed triplets, by runs a flush full of bonus tiles.
    let hand = case("222333444s 66s 77s", "7s", &[]);
    let indicators = [Kind::new(18), Kind::new(19), Kind::new(20)];
    let situation = Situation { dora_indicators: &indicators, ..Situation::TSUMO };
    let win = hand.score(&situation, &TENHOU).expect("a win");
    assert_eq!((win.yaku, win.yakuman), (set(&[Yaku::Suuankou]), 1));
}

#[test]
fn local_yaku_count_only_where_the_rules_have_them() {
    let wheels = case("2233445566778p", "8p", &[]);
    let with = |local: LocalYaku| ScoreRules { local, ..TENHOU };
    let daisharin = |daisharin| with(LocalYaku { daisharin, ..LocalYaku::default() });
    let yaku = |case: &Case, situation: Situation<'_>, rules: &ScoreRules| {
        case.score(&situation, rules).map_or(YakuSet::EMPTY, |win| win.yaku)
    };
    assert!(!yaku(&wheels, Situation::RON, &TENHOU).contains(Yaku::Daisharin));
    let circles = daisharin(Daisharin::Circles);
    assert_eq!(yaku(&wheels, Situation::RON, &circles), set(&[Yaku::Daisharin]));
    let bamboo = case("2233445566778s", "8s", &[]);
    assert!(!yaku(&bamboo, Situation::RON, &circles).contains(Yaku::Daisharin));
    let any = daisharin(Daisharin::AnySuit);
    assert_eq!(yaku(&bamboo, Situation::RON, &any), set(&[Yaku::Daisharin]));

    let stars = case("112233445566z 7z", "7z", &[]);
    let rules = with(LocalYaku { daichisei: true, ..LocalYaku::default() });
    assert_eq!(yaku(&stars, Situation::RON, &rules), set(&[Yaku::Tsuuiisou, Yaku::Daichisei]));

    let open = Situation { riichi: Riichi::Single, open_riichi: true, ..Situation::RON };
    assert_eq!(yaku(&nothing(), open, &TENHOU), set(&[Yaku::Riichi]));
    let rules = with(LocalYaku { open_riichi: true, ..LocalYaku::default() });
    assert_eq!(yaku(&nothing(), open, &rules), set(&[Yaku::OpenRiichi]));
    let double = Situation { riichi: Riichi::Double, ..open };
    assert_eq!(yaku(&nothing(), double, &rules), set(&[Yaku::DoubleOpenRiichi]));
    let rules = with(LocalYaku { open_riichi: true, sashikomi: true, ..LocalYaku::default() });
    assert_eq!(yaku(&nothing(), open, &rules), set(&[Yaku::Sashikomi]));

    let eighth = Situation { eighth_in_row: true, seat_wind: Kind::EAST, ..Situation::RON };
    let paarenchan = |paarenchan| with(LocalYaku { paarenchan, ..LocalYaku::default() });
    assert_eq!(yaku(&nothing(), eighth, &paarenchan(Paarenchan::NeedsYaku)), YakuSet::EMPTY);
    let alone = yaku(&nothing(), eighth, &paarenchan(Paarenchan::Alone));
    assert_eq!(alone, set(&[Yaku::Paarenchan]));
}

#[test]
fn bonus_tiles_are_counted_in_hand_melds_and_norths_set_aside() {
    let hand = case("340m 46p 444z 99s", "5p", &["p777z"]);
    let dora = [Kind::new(3), Kind::new(32)];
    let situation = Situation { dora_indicators: &dora, ..Situation::RON };
    let win = hand.score(&situation, &TENHOU).expect("a win");
    assert_eq!((win.dora, win.reds, win.han), (4, 1, 6));
    let plain = ScoreRules { red_fives: false, ..TENHOU };
    assert_eq!(hand.score(&situation, &plain).expect("a win").han, 5);

    let sanma = case("123p 46p 789p 999m 99s", "5p", &[]);
    let (dora, ura) = ([Kind::new(0), Kind::WEST], [Kind::WEST, Kind::WEST]);
    let situation = Situation {
        riichi: Riichi::Single,
        dora_indicators: &dora,
        ura_indicators: &ura,
        nuki: 2,
        three_seats: true,
        ..Situation::RON
    };
    let win = sanma.score(&situation, &TENHOU).expect("a win");
    assert_eq!((win.dora, win.ura, win.nuki), (5, 4, 2), "1m points at 9m; norths count again");
    let silent = Situation { riichi: Riichi::No, last_tile: true, ..situation };
    assert_eq!(sanma.score(&silent, &TENHOU).expect("a win").ura, 0, "hidden dora need riichi");
}

#[test]
fn the_rules_page_lists_every_yaku_with_its_han() {
    let page = include_str!("../../../../docs/reference/rules/riichi-scoring.md");
    for yaku in Yaku::ALL {
        let head = format!("| {} | {} | {} |", yaku.id(), yaku.english(), yaku.romaji());
        let line = page.lines().find(|line| line.starts_with(&head));
        let cells: Vec<&str> = line.unwrap_or_else(|| panic!("no {head}")).split(" | ").collect();
        let value = |closed: bool| match (yaku.is_yakuman(), yaku.han(closed)) {
            (true, _) => "yakuman".to_owned(),
            (false, 0) => "-".to_owned(),
            (false, han) => han.to_string(),
        };
        if !cells[3].starts_with("each") {
            assert_eq!(cells[3], value(true), "{yaku}");
            assert!(cells[4] == value(false) || cells[4] == "-", "{yaku}");
        }
    }
}

#[test]
fn rules_are_read_by_name_and_mistakes_are_named() {
    let rules: ScoreRules = serde_json::from_str(
        r#"{"kiriage": true, "renhou": "mangan", "payment": {"liability": "part"}}"#,
    )
    .expect("rules");
    assert!(rules.kiriage && rules.open_tanyao && rules.renhou == Renhou::Mangan);
    assert_eq!(rules.payment.honba, 100);
    for (text, word) in [
        (r#"{"kirage": true}"#, "kirage"),
        (r#"{"renhou": "double"}"#, "double"),
        (r#"{"yakuman_cap": 0}"#, "nonzero"),
        (r#"{"local": {"daisharin": "bamboo"}}"#, "bamboo"),
    ] {
        let error = serde_json::from_str::<ScoreRules>(text).expect_err("an error").to_string();
        assert!(error.contains(word), "{error}");
    }
    let text = serde_json::to_string(&MJSOUL).expect("serialises");
    assert_eq!(serde_json::from_str::<ScoreRules>(&text).expect("reads back"), MJSOUL);
}
