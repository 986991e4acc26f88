//! Rules, boards and scores, case by case as `docs/reference/rules/ofc.md` states them.

use facedown_ofc::{Board, Entry, Fantasyland, JokerUse, Middle, Rows, Rules, Scorer, StayCards};

fn scorer(preset: &str) -> Scorer {
    Scorer::new(&Rules::preset(preset).unwrap()).unwrap()
}

fn rows(scorer: &Scorer, board: &str) -> Option<Rows> {
    scorer.rows(&board.parse::<Board>().unwrap())
}

const PLAIN: &str = "Ks 8d 2c / 9c 9d 4h 3s 2s / Tc Td 5h 5s Ah";
const STRONG: &str = "Qs Qd 7c / 6c 6d 6h 2s 3s / 4h 5h 7h 8h 9h";
const FOUL: &str = "As Ad 2c / 9c 9d 4h 3s 2s / Tc Td 5h 5s Ah";

#[test]
fn every_preset_is_valid_and_survives_json() {
    for name in Rules::PRESETS {
        let rules = Rules::preset(name).unwrap();
        assert_eq!(rules.validate(), Ok(()), "{name}");
        let json = serde_json::to_string(&rules).unwrap();
        assert_eq!(serde_json::from_str::<Rules>(&json).unwrap(), rules);
    }
    let mut json = serde_json::to_value(Rules::STANDARD).unwrap();
    json["fantasyland"]["stay"]["extra"] = true.into();
    let error = serde_json::from_value::<Rules>(json).unwrap_err().to_string();
    assert!(error.contains("unknown field `extra`"), "{error}");
}

#[test]
fn an_unknown_preset_is_named() {
    assert_eq!(
        Rules::preset("pinapple").unwrap_err().to_string(),
        "no rules 'pinapple', expected one of standard, tonybet, progressive, ultimate, \
         joker-ultimate, classic, 2-7"
    );
}

#[test]
fn contradictory_rules_are_named() {
    let base = Rules::STANDARD;
    let mut falling = base;
    falling.royalties.middle.flush = 3;
    let mut entry = base;
    entry.fantasyland.entry.aces = 18;
    let mut stay = base;
    stay.fantasyland.stay.cards = StayCards::Fixed(12);
    let mut order = base;
    order.fantasyland.entry = Entry { kings: 13, ..base.fantasyland.entry };
    let mut wheel = base;
    wheel.fantasyland.stay.wheel = true;
    let mut wheel_entry = base;
    wheel_entry.fantasyland.entry.wheel = 14;
    let high = Rules { fantasyland: Fantasyland { ..base.fantasyland }, ..Rules::DEUCE_TO_SEVEN };
    let mut points = base;
    points.royalties.bottom.royal_flush = 101;
    for (rules, error) in [
        (Rules { jokers: 3, ..base }, "jokers cannot be 3, expected 0 to 2"),
        (
            Rules { jokers: 1, ..Rules::DEUCE_TO_SEVEN },
            "jokers cannot be 1, expected 0 with a deuce-to-seven middle row",
        ),
        (falling, "royalties.middle cannot be 4 and then 3, expected no less for a stronger hand"),
        (entry, "fantasyland.entry.aces cannot be 18, expected 0 or 13 to 17 cards"),
        (stay, "fantasyland.stay.cards cannot be 12, expected 13 to 17 cards"),
        (
            order,
            "fantasyland.entry cannot be 14, 13, 14 and 14 cards, expected no fewer cards for a \
             stronger top row",
        ),
        (wheel, "fantasyland.stay.wheel cannot be true, expected false with a high middle row"),
        (wheel_entry, "fantasyland.entry.wheel cannot be 14, expected 0 with a high middle row"),
        (
            high,
            "fantasyland.stay.middle cannot be full_house, expected null with a deuce-to-seven \
             middle row",
        ),
        (points, "royalties.bottom cannot be 101, expected at most 100 points"),
    ] {
        assert_eq!(rules.validate().unwrap_err().to_string(), error);
        assert_eq!(Scorer::new(&rules).unwrap_err().to_string(), error);
    }
}

#[test]
fn bad_boards_are_named() {
    let error = |text: &str| text.parse::<Board>().unwrap_err().to_string();
    assert_eq!(error("As / Kd"), "2 rows, expected top / middle / bottom");
    assert_eq!(
        error("As Kd Qc 2c / 9c 9d 4h 3s 2s / Tc Td 5h 5s Ah"),
        "4 cards in the top row, expected 3"
    );
    assert_eq!(
        error("As Kd Qc / 9c 9d 4h 3s / Tc Td 5h 5s Ah"),
        "4 cards in the middle row, expected 5"
    );
    assert_eq!(error("As Kd Qc / 9c 9d 4h 3s As / Tc Td 5h 5s Ah"), "As is there twice");
    assert_eq!(
        error("X Kd Qc / X 9d 4h 3s 2s / X Td 5h 5s Ah"),
        "X is there three times, the pack has two jokers"
    );
}

#[test]
fn a_top_row_is_compared_card_by_card_with_the_middle() {
    let scorer = scorer("standard");
    let fouls = |board| rows(&scorer, board).is_none();
    assert!(fouls("Qs Qd 7c / Qc Qh 6s 5d 4d / As Ad Ac 2h 2d"));
    assert!(!fouls("Qs Qd 7c / Qc Qh 9s 8d 2d / As Ad Ac 3h 3d"));
    assert!(fouls("Ks Kd Ac / Kc Kh Qs 7d 3d / As Ad 2c 2h 2d"));
    assert!(fouls("Ks 8d 2c / Tc Td 5h 5s Ah / 9c 9d 4h 3s 2s"), "the bottom is weaker");
    assert!(!fouls("Ks 8d 2c / 9c 9d 4h 3s 2s / 9h 9s 4c 3d 2d"), "equal rows are legal");
    assert!(fouls("9s 9d 2h / Ac 2d 3c 4s 6h / Tc Td 5h 5s Ah"));
    assert!(!fouls("Ks Kd Kh / Ac 2d 3c 4s 5h / 6c 7d 8c 9s Th"), "a wheel is a straight");
    assert!(fouls("9s 2d 3h / Tc Jd Qc Ks Ah / Ac 2c 3c 4s 5h"), "and the lowest one");
}

#[test]
fn royalties_are_those_of_the_table() {
    let scorer = scorer("standard");
    let royalties = |board| scorer.royalties(rows(&scorer, board).unwrap());
    assert_eq!(royalties(PLAIN), 0);
    assert_eq!(royalties(STRONG), 7 + 2 + 4);
    assert_eq!(royalties("6s 6d 7c / 2c 3d 4h 5s 6c / 3h 4s 5d 6h 7s"), 1 + 4 + 2);
    assert_eq!(royalties("5s 5d 7c / 2c 4c 8c Jc Kc / 2h 2d 2s 8h 8d"), 8 + 6);
    assert_eq!(royalties("2s 2d 2h / 3c 3d 3h 4c 4d / 5c 5d 5h 5s Ah"), 10 + 12 + 10);
    assert_eq!(royalties("3c 3d 3h / 6c 6d 6h 6s 9h / 7c 8c 9c Tc Jc"), 11 + 20 + 15);
    let most = "As Ad Ac / Th Jh Qh Kh Ah / Ts Js Qs Ks X";
    assert_eq!(royalties(most), 22 + 50 + 25);
}

#[test]
fn rows_scoop_and_royalties_are_paid() {
    let scorer = scorer("standard");
    let points = |a, b| scorer.points(rows(&scorer, a), rows(&scorer, b));
    // Three rows, the scoop, and 13 points of royalties.
    assert_eq!(points(STRONG, PLAIN), 3 + 3 + 13);
    assert_eq!(points(PLAIN, STRONG), -19);
    assert_eq!(points(STRONG, FOUL), 6 + 13);
    assert_eq!(points(FOUL, PLAIN), -6);
    assert_eq!(points(FOUL, FOUL), 0);
    assert_eq!(points(PLAIN, PLAIN), 0);
    // Two rows won and one lost; two won and one tied.
    assert_eq!(points("As 8c 2d / Jc Jd 4s 3h 2h / Jh Js 6d 6h 7c", PLAIN), 6);
    let mixed = "Qs 8c 2d / Jc Jd 4s 3h 2h / Jh Js 6d 6h 7c";
    assert_eq!(points(mixed, PLAIN), 1);
    let tied = "Kh 8c 2d / Jc Jd 4s 3h 2h / Jh Js 6d 6h 7c";
    assert_eq!(points(tied, PLAIN), 2);
}

#[test]
fn entry_and_stay_follow_the_preset() {
    let queens = STRONG;
    let kings = "Ks Kd 7c / 6c 6d 6h 2s 3s / 4h 5h 7h 8h 9h";
    let aces = "As Ad 7c / 6c 6d 6h 2s 3s / 4h 5h 7h 8h 9h";
    let threes = "2c 2d 2h / 6c 6d 6h 2s 3s / 4h 5h 7h 8h 9h";
    let jacks = "Js Jd 7c / 6c 6d 6h 2s 3s / 4h 5h 7h 8h 9h";
    for (preset, cards) in [
        ("standard", [None, Some(14), Some(14), Some(14), Some(14)]),
        ("tonybet", [None, Some(14), Some(14), Some(14), Some(14)]),
        ("progressive", [None, Some(14), Some(15), Some(16), Some(17)]),
        ("ultimate", [None, Some(14), Some(15), Some(16), Some(17)]),
        ("joker-ultimate", [None, Some(14), Some(15), Some(16), Some(17)]),
        ("classic", [None, Some(13), Some(13), Some(13), Some(13)]),
    ] {
        let scorer = scorer(preset);
        for (board, cards) in [jacks, queens, kings, aces, threes].into_iter().zip(cards) {
            assert_eq!(scorer.entry(rows(&scorer, board).unwrap()), cards, "{preset} {board}");
        }
    }
    let house = "Qs Qd 7c / 3c 3d 3h 2s 2c / 4c 4d 4h 9h 9s";
    let middle_quads = "Qs Qd 7c / 3c 3d 3h 3s 2c / 5h 6h 7h 8h 9h";
    let bottom_quads = "Qs Qd 7c / 6c 6d 6h 2s 3s / 9c 9d 9h 9s Th";
    for (preset, stays) in [
        ("standard", [None, Some(14), Some(14), Some(14), Some(14)]),
        ("tonybet", [None, None, Some(14), Some(14), Some(14)]),
        ("progressive", [None, None, Some(14), Some(14), Some(14)]),
        ("ultimate", [None, None, Some(16), Some(16), Some(16)]),
        ("joker-ultimate", [None, None, Some(16), Some(16), Some(16)]),
        ("classic", [None, Some(13), Some(13), Some(13), Some(13)]),
    ] {
        let scorer = scorer(preset);
        for (board, stay) in
            [queens, house, middle_quads, bottom_quads, threes].into_iter().zip(stays)
        {
            assert_eq!(scorer.stay(rows(&scorer, board).unwrap(), 16), stay, "{preset} {board}");
        }
    }
}

#[test]
fn jokers_never_foul_needlessly() {
    let joint = scorer("joker-ultimate");
    let text = "As Ad X / Kc Kd Qc Qd 2s / Tc Td Th 5s 5h";
    let found = rows(&joint, text).unwrap();
    assert_eq!(found.top.to_string(), "pair of aces (K)");
    let rules = Rules { joker_use: JokerUse::RowByRow, ..Rules::JOKER_ULTIMATE };
    assert_eq!(rows(&Scorer::new(&rules).unwrap(), text), None, "three aces over two pair");
    // Jokers in two rows: the middle stays below the bottom.
    let text = "3s 4d 2c / Kc Kd Kh 2s X / Tc Td Th 5s X";
    let found = rows(&joint, text).unwrap();
    assert_eq!(found.bottom.to_string(), "four tens (5)");
    assert_eq!(found.middle.to_string(), "kings full of deuces");
}

#[test]
fn a_low_middle_is_ten_high_or_a_foul() {
    let scorer = scorer("2-7");
    assert_eq!(scorer.rules().middle, Middle::DeuceToSeven);
    let read = |board: &str| rows(&scorer, board);
    let wheel = read("Ks Kd 3c / 2c 3d 4h 5s 7c / Ah Ad 8c 9c Jc").unwrap();
    assert_eq!((scorer.royalties(wheel), scorer.entry(wheel)), (8 + 8, Some(15)));
    assert_eq!(scorer.stay(wheel, 15), Some(14));
    let eight = read("Qs Qd 3c / 2c 3d 4h 5s 8c / Ah Ad 8s 9c Jc").unwrap();
    assert_eq!((scorer.royalties(eight), scorer.entry(eight)), (7 + 2, None));
    assert_eq!(scorer.stay(eight, 14), None);
    // The lower middle wins; equal tops and bottoms here.
    let row = |a: &str| read(&format!("Qs Qd 3c / {a} / Ah Ad 8s 9c Jc"));
    let (nine, ten) = (row("2c 3d 4h 5s 9d"), row("2c 3d 4h 5s Td"));
    assert_eq!(scorer.points(nine, ten), 1 + 1);
    for foul in
        ["2c 3d 4h 5s 6c", "2d 3d 4d 5d 7d", "2c 2d 3d 4h 5s", "2c 3d 4h 5s Js", "As 2c 3d 4h 5s"]
    {
        assert_eq!(row(foul), None, "{foul}");
    }
    assert_eq!(read("Ks Kd 3c / 2c 3d 4h 5s 7c / Qh Qd 8c 9c Jc"), None, "top over bottom");
}
