//! Boards that are given, scored.

use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use facedown_ofc::{Board, JokerUse, Rules, Scorer, Showdown};

const MINE: &str = "Qs Qd 7c / 9c 9d 9h 2s 3s / 4h 5h 6h 7h 8h";
const THEIRS: &str = "As Kd 2c / 8c 8d 4c 4s 3c / Tc Td Th 2h 2d";
const FOUL: &str = "Ah Ac Jd / Js Jc 5d 6d 9s / Ts Kc Kh 3h 4d";

fn score(rules: &Rules, boards: &[&str]) -> Showdown {
    Showdown::parse(rules, boards).unwrap()
}

#[test]
fn three_boards_are_compared_row_by_row() {
    let shown = score(&Rules::STANDARD, &[MINE, THEIRS, FOUL]);
    let fouls: Vec<_> = shown.boards.iter().map(|board| board.foul).collect();
    assert_eq!(fouls, [Some(false), Some(false), Some(true)]);
    let royalties: Vec<_> = shown.boards.iter().map(|board| board.royalties).collect();
    assert_eq!(royalties, [Some(24), Some(6), Some(0)]);
    let pairs: Vec<_> = shown
        .pairs
        .iter()
        .map(|pair| (pair.boards, pair.rows, pair.scoop, pair.royalties, pair.points))
        .collect();
    assert_eq!(
        pairs,
        [
            ([1, 2], [1, 1, 1], 3, 18, 24),
            ([1, 3], [1, 1, 1], 3, 24, 30),
            ([2, 3], [1, 1, 1], 3, 6, 12)
        ]
    );
    let points: Vec<_> = shown.boards.iter().map(|board| board.points).collect();
    assert_eq!(points, [Some(54), Some(-12), Some(-42)]);
    // The hands of a foul are shown, and pay nothing.
    let foul = &shown.boards[2];
    assert_eq!(foul.rows[0].hand.as_deref(), Some("pair of aces (J)"));
    assert!(foul.rows.iter().all(|row| row.royalties == Some(0)));
    assert_eq!((foul.fantasyland, foul.stays), (Some(0), Some(false)));
}

#[test]
fn parts_of_random_boards_sum_to_the_points_of_the_rules() {
    let low = Rules::DEUCE_TO_SEVEN;
    let by_row = Rules { joker_use: JokerUse::RowByRow, ..Rules::JOKER_ULTIMATE };
    for rules in [Rules::STANDARD, Rules::JOKER_ULTIMATE, by_row, low] {
        let scorer = Scorer::new(&rules).unwrap();
        let mut rng = Rng::new(9);
        for _ in 0..300 {
            let mut pack: Vec<PackCard> =
                PackCard::all().take(52 + usize::from(rules.jokers)).collect();
            rng.shuffle(&mut pack);
            // Strong rows below, so that not every board is a foul.
            pack[..26].sort_by_key(|card| card.card().map_or(14, |card| card.rank().index()));
            let board = |at: usize| {
                let row = |range: std::ops::Range<usize>| -> PackSet {
                    pack[at..][range].iter().copied().collect()
                };
                Board::new([row(0..3), row(3..8), row(8..13)]).unwrap()
            };
            let boards = [board(0), board(13)];
            let shown =
                score(&rules, &boards.map(|board| board.to_string()).each_ref().map(|s| &**s));
            let [a, b] = boards.map(|board| scorer.rows(&board));
            let pair = shown.pairs[0];
            assert_eq!(pair.points, scorer.points(a, b));
            assert_eq!(pair.points, pair.rows.iter().sum::<i32>() + pair.scoop + pair.royalties);
            for (board, rows) in shown.boards.iter().zip([a, b]) {
                let paid: u16 = board.rows.iter().map(|r| u16::from(r.royalties.unwrap())).sum();
                assert_eq!(board.royalties, Some(paid));
                assert_eq!(board.foul, Some(rows.is_none()));
                assert_eq!(
                    board.fantasyland.unwrap(),
                    rows.map_or(0, |r| scorer.entry(r).unwrap_or(0))
                );
            }
        }
    }
}

#[test]
fn jokers_are_placed_by_the_rules() {
    // Three aces would foul over two pair: the joker is a king.
    let board = "Ah Ad X / Kc Kd Qc Qd 2s / 3c 3d 3h 4c 4d";
    let shown = score(&Rules::JOKER_ULTIMATE, &[board]);
    assert_eq!(shown.boards[0].rows[0].hand.as_deref(), Some("pair of aces (K)"));
    assert_eq!((shown.boards[0].foul, shown.boards[0].fantasyland), (Some(false), Some(16)));
    let by_row = Rules { joker_use: JokerUse::RowByRow, ..Rules::JOKER_ULTIMATE };
    assert_eq!(score(&by_row, &[board]).boards[0].foul, Some(true));
}

#[test]
fn a_low_middle_row_is_called_a_low() {
    let boards = [
        "Ks Kd 7c / 9c 8d 5h 3s 2s / Ah Ac 4c 4d 6d",
        "Qs Qd 7d / 9h 9d 5c 3d 2d / As Ad 4h 4s 6s",
    ];
    let shown = score(&Rules::DEUCE_TO_SEVEN, &boards);
    assert_eq!(shown.boards[0].rows[1].hand.as_deref(), Some("nine low (9 8 5 3 2)"));
    assert_eq!((shown.boards[0].foul, shown.boards[0].rows[1].royalties), (Some(false), Some(1)));
    assert_eq!(shown.boards[1].rows[1].hand.as_deref(), Some("pair of nines (5 3 2), no low"));
    assert_eq!(shown.boards[1].foul, Some(true));
}

#[test]
fn a_board_that_is_not_complete_shows_its_complete_rows_and_has_no_points() {
    let shown = score(&Rules::STANDARD, &["Qs Qd 7c / 9c 9d / 4h 5h 6h 7h 8h", THEIRS]);
    let board = &shown.boards[0];
    assert!(!board.complete && shown.pairs.is_empty());
    assert_eq!(
        (board.foul, board.royalties, board.fantasyland, board.points),
        (None, None, None, None)
    );
    assert_eq!(board.rows[0].royalties, Some(7));
    assert_eq!((&board.rows[1].hand, board.rows[1].royalties), (&None, None));
    assert_eq!(shown.boards[1].points, None);
    // Rows out of order are a foul whatever comes, unless a joker can be lowered.
    let sure = |rules: &Rules, board: &str| score(rules, &[board]).boards[0].foul;
    assert_eq!(sure(&Rules::STANDARD, "Qs Qd Qc / 9c 9d 3s 4s 5s / 2h"), Some(true));
    assert_eq!(sure(&Rules::STANDARD, "Qs Qd Qc / 9c / 2c 3s 4s 5s 7h"), Some(true));
    assert_eq!(sure(&Rules::STANDARD, "Qs / 9c 9d 9h 4s 5s / 2c 3s 4d 5h 7h"), Some(true));
    assert_eq!(sure(&Rules::JOKER_ULTIMATE, "Qs Qd X / Kc Kd 3s 4s 5s / 2h"), None);
    assert_eq!(sure(&Rules::DEUCE_TO_SEVEN, "/ Kc 9d 3s 4s 5s /"), Some(true));
    assert_eq!(score(&Rules::STANDARD, &["/ /"]).boards[0].foul, None);
}

#[test]
fn boards_that_cannot_be_are_named() {
    let said = |boards: &[&str]| Showdown::parse(&Rules::STANDARD, boards).unwrap_err().to_string();
    assert_eq!(said(&[]), "0 boards, expected 1 to 4");
    assert_eq!(said(&["/ /"; 5]), "5 boards, expected 1 to 4");
    assert_eq!(said(&[MINE, "7c / /"]), "7c is there twice, on board 1 and on board 2");
    assert_eq!(said(&["7c 7c / /"]), "board 1, top row: 7c is there twice");
    assert_eq!(said(&["7c / 7c /"]), "board 1, 7c is there twice");
    assert_eq!(said(&["/ /", "2c 3c 4c 5c / /"]), "board 2, 4 cards in the top row, expected 3");
    assert_eq!(said(&["2c 3c 4c"]), "board 1, 1 rows, expected top / middle / bottom");
    assert!(said(&["2c 3c 4y / /"]).contains("'4y'"), "{}", said(&["2c 3c 4y / /"]));
    assert_eq!(said(&["X / /"]), "board 1, X is not in the pack of these rules");
    let jokers = Showdown::parse(&Rules::JOKER_ULTIMATE, &["X X / /", "/ X /"]).unwrap_err();
    assert_eq!(jokers.to_string(), "a third joker, expected at most two");
}
