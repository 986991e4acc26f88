//! Exact endgames compared with plain enumeration of every draw and every placement.

use facedown_cards::{PackCard, PackSet, parse_pack};
use facedown_game::Rng;
use facedown_ofc::endgame::{Endgame, Partial, Placement, Worth};
use facedown_ofc::{Board, JokerUse, Row, Rules, Scorer};

const WORTH: Worth = Worth { foul: 6.0, entry: [7.25, 12.5, 18.75, 26.0, 35.5] };

/// The value of a complete board, in 1/16384 of a point.
fn judged(scorer: &Scorer, rows: [PackSet; 3]) -> i64 {
    let points = scorer.rows(&Board::new(rows).unwrap()).map_or(-WORTH.foul, |rows| {
        let entry = scorer.entry(rows).map_or(0.0, |cards| WORTH.entry[usize::from(cards) - 13]);
        f64::from(scorer.royalties(rows)) + entry
    });
    (points * 16384.0) as i64
}

/// All boards after placing two of three cards.
fn placed(rows: [PackSet; 3], deal: [PackCard; 3]) -> Vec<([PackSet; 3], PackCard)> {
    let mut boards = Vec::new();
    for (x, y, out) in [(0, 1, 2), (0, 2, 1), (1, 2, 0)] {
        for a in 0..3 {
            for b in 0..3 {
                let mut next = rows;
                next[a].insert(deal[x]);
                next[b].insert(deal[y]);
                if Row::ALL.into_iter().all(|row| next[row as usize].len() <= row.size()) {
                    boards.push((next, deal[out]));
                }
            }
        }
    }
    boards
}

/// The mean over all draws of the best placement.
fn naive_mean(scorer: &Scorer, rows: [PackSet; 3], unseen: &[PackCard]) -> f64 {
    let (mut sum, mut draws) = (0, 0);
    for (i, x) in unseen.iter().enumerate() {
        for (j, y) in unseen[..i].iter().enumerate() {
            for z in &unseen[..j] {
                let boards = placed(rows, [*x, *y, *z]);
                sum += boards.iter().map(|(rows, _)| judged(scorer, *rows)).max().unwrap();
                draws += 1;
            }
        }
    }
    sum as f64 / 16384.0 / f64::from(draws)
}

/// A board with `count` cards, three cards dealt, and the rest of the pack.
fn position(rng: &mut Rng, jokers: usize, count: usize) -> (Partial, [PackCard; 3], Vec<PackCard>) {
    let mut pack: Vec<PackCard> = PackCard::all().take(52 + jokers).collect();
    rng.shuffle(&mut pack);
    let mut rows = [PackSet::EMPTY; 3];
    let mut used = 0;
    while used < count {
        let row = Row::ALL[rng.below(3) as usize];
        if rows[row as usize].len() < row.size() {
            rows[row as usize].insert(pack[used]);
            used += 1;
        }
    }
    let deal = [pack[count], pack[count + 1], pack[count + 2]];
    (Partial::new(rows).unwrap(), deal, pack[count + 3..].to_vec())
}

fn presets() -> [Rules; 4] {
    let by_row = Rules { joker_use: JokerUse::RowByRow, ..Rules::JOKER_ULTIMATE };
    [Rules::PROGRESSIVE, Rules::JOKER_ULTIMATE, by_row, Rules::DEUCE_TO_SEVEN]
}

fn value_of(placements: &[Placement], rows: [PackSet; 3], discard: PackCard) -> f64 {
    let found = placements.iter().find(|p| p.board.rows() == rows && p.discard == discard);
    found.expect("every placement is there").value
}

#[test]
fn street_5_is_the_best_of_all_placements() {
    for (i, rules) in presets().into_iter().enumerate() {
        let endgame = Endgame::new(&rules, WORTH).unwrap();
        let scorer = Scorer::new(&rules).unwrap();
        let mut rng = Rng::stream(5, i as u64);
        for _ in 0..300 {
            let (board, deal, _) = position(&mut rng, usize::from(rules.jokers), 11);
            let placements = endgame.solve(&board, &deal, PackSet::EMPTY).unwrap();
            let all = placed(board.rows(), deal);
            assert_eq!(placements.len(), all.len());
            assert!(placements.is_sorted_by(|a, b| a.value >= b.value));
            for (rows, discard) in all {
                let value = judged(&scorer, rows) as f64 / 16384.0;
                assert_eq!(value_of(&placements, rows, discard).to_bits(), value.to_bits());
            }
        }
    }
}

#[test]
fn street_4_equals_plain_enumeration_to_the_last_bit() {
    for (i, rules) in presets().into_iter().enumerate() {
        let endgame = Endgame::new(&rules, WORTH).unwrap();
        let scorer = Scorer::new(&rules).unwrap();
        let mut rng = Rng::stream(4, i as u64);
        for _ in 0..12 {
            let (board, deal, rest) = position(&mut rng, usize::from(rules.jokers), 9);
            // Few unseen cards, so that plain enumeration takes no time.
            let (unseen, dead) = rest.split_at(12);
            let dead = dead.iter().copied().collect();
            let placements = endgame.solve(&board, &deal, dead).unwrap();
            let all = placed(board.rows(), deal);
            assert_eq!(placements.len(), all.len());
            for (rows, discard) in all {
                let value = naive_mean(&scorer, rows, unseen);
                assert_eq!(value_of(&placements, rows, discard).to_bits(), value.to_bits());
            }
        }
    }
}

#[test]
fn street_4_with_the_whole_pack_equals_plain_enumeration() {
    let rules = Rules::JOKER_ULTIMATE;
    let endgame = Endgame::new(&rules, WORTH).unwrap();
    let scorer = Scorer::new(&rules).unwrap();
    let mut rng = Rng::new(44);
    for _ in 0..3 {
        let (board, deal, unseen) = position(&mut rng, 2, 9);
        let best = endgame.solve(&board, &deal, PackSet::EMPTY).unwrap()[0];
        let value = naive_mean(&scorer, best.board.rows(), &unseen);
        assert_eq!(best.value.to_bits(), value.to_bits());
    }
}

#[test]
fn bad_positions_are_named() {
    let endgame = Endgame::new(&Rules::STANDARD, WORTH).unwrap();
    let error = |board: &str, deal: &str, dead: &str| {
        let board = board.parse::<Partial>().map_err(|error| error.to_string())?;
        let (deal, dead) = (parse_pack(deal).unwrap(), dead.parse().unwrap());
        endgame.solve(&board, &deal, dead).map_err(|error| error.to_string())
    };
    let nine = "Qs Qd / Kc Kh 4d / 9s 9d 9h 2c";
    let said = |board, deal, dead| error(board, deal, dead).unwrap_err();
    assert_eq!(said(nine, "Qs 2d 7s", ""), "Qs is there twice");
    assert_eq!(said(nine, "3s 2d 7s", "As 7s"), "7s is there twice");
    assert_eq!(said(nine, "3s 2d", ""), "2 cards dealt, expected 3");
    assert_eq!(said(nine, "3s 2d X", ""), "X is not in the pack of these rules");
    assert_eq!(said("Qs / Kc / 9s", "3s 2d 7s", ""), "3 cards placed, expected 9 or 11");
    assert_eq!(
        said("Ks 8d 2c / 9c 9d 4h 3s 2s / Tc Td 5h 5s Ah", "6s 6d 7s", ""),
        "13 cards placed: the board is finished"
    );
    assert_eq!(said("Qs Qd Qh Qc / Kc / 9s", "3s 2d 7s", ""), "4 cards in the top row, expected 3");
    let rules = Endgame::new(&Rules::CLASSIC, WORTH).unwrap_err();
    assert_eq!(rules.to_string(), "classic dealing, expected Pineapple");
    let worth = Endgame::new(&Rules::STANDARD, Worth { foul: -1.0, ..WORTH }).unwrap_err();
    assert_eq!(worth.to_string(), "a worth of -1 points, expected 0 to 500");
}
