//! Exact endgames compared with plain enumeration of every draw and every placement.

use facedown_cards::{PackCard, PackSet, parse_pack};
use facedown_game::{Control, Rng};
use facedown_ofc::endgame::{Endgame, Expectation, Partial, Placement, Street3};
use facedown_ofc::{Board, JokerUse, Row, Rows, Rules, Scorer, Stakes};
use std::sync::atomic::AtomicBool;

const STAKES: Stakes = Stakes { foul: 6.0, entry: [7.25, 12.5, 18.75, 26.0, 35.5] };

/// Returns the value of a complete board, in 1/16384 of a point.
fn judged(scorer: &Scorer, rows: [PackSet; 3]) -> i64 {
    let points = scorer.rows(&Board::new(rows).unwrap()).map_or(-STAKES.foul, |rows| {
        let entry = scorer.entry(rows).map_or(0.0, |cards| STAKES.entry[usize::from(cards) - 13]);
        f64::from(scorer.royalties(rows)) + entry
    });
    (points * 16384.0) as i64
}

/// Returns all boards after placing two of three cards.
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

/// Returns the mean over all draws of the best placement.
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

/// Returns a board with `count` cards, three cards dealt, and the rest of the pack.
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
        let endgame = Endgame::new(&rules, STAKES).unwrap();
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
        let endgame = Endgame::new(&rules, STAKES).unwrap();
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
    let endgame = Endgame::new(&rules, STAKES).unwrap();
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
    let endgame = Endgame::new(&Rules::STANDARD, STAKES).unwrap();
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
    assert_eq!(said("Qs / Kc / 9s", "3s 2d 7s", ""), "3 cards placed, expected 7, 9 or 11");
    assert_eq!(
        said("Ks 8d 2c / 9c 9d 4h 3s 2s / Tc Td 5h 5s Ah", "6s 6d 7s", ""),
        "13 cards placed: the board is finished"
    );
    assert_eq!(said("Qs Qd Qh Qc / Kc / 9s", "3s 2d 7s", ""), "4 cards in the top row, expected 3");
    let classic = Endgame::new(&Rules::CLASSIC, STAKES).unwrap();
    let board = "Qs Qd / Kc Kh 4d 4c / 9s 9d 9h 2c 2h".parse().unwrap();
    let rules =
        classic.solve(&board, &parse_pack("3s 2d 7s").unwrap(), PackSet::EMPTY).unwrap_err();
    assert_eq!(rules.to_string(), "classic dealing, expected Pineapple");
    let stakes = Endgame::new(&Rules::STANDARD, Stakes { foul: -1.0, ..STAKES }).unwrap_err();
    assert_eq!(stakes.to_string(), "stakes of -1 points, expected 0 to 500");
}

/// Details of a complete board, in the order in which boards of equal value are preferred: value in
/// units, whether it is legal, cards of Fantasyland, royalties, rows won.
type Details = (i64, bool, u8, u16, [u32; 3]);

fn details(scorer: &Scorer, rows: [PackSet; 3], opponents: &[Option<Rows>]) -> Details {
    let mine = scorer.rows(&Board::new(rows).unwrap());
    let points: i32 = opponents.iter().map(|theirs| scorer.points(mine, *theirs)).sum();
    let Some(mine) = mine else { return (i64::from(points) * 16384, false, 0, 0, [0; 3]) };
    let cards = scorer.entry(mine);
    let entry = cards.map_or(0.0, |cards| STAKES.entry[usize::from(cards) - 13] * 16384.0) as i64;
    let mut wins = [0; 3];
    for theirs in opponents {
        wins[0] += u32::from(theirs.is_none_or(|theirs| mine.top > theirs.top));
        wins[1] += u32::from(theirs.is_none_or(|theirs| mine.middle > theirs.middle));
        wins[2] += u32::from(theirs.is_none_or(|theirs| mine.bottom > theirs.bottom));
    }
    (i64::from(points) * 16384 + entry, true, cards.unwrap_or(0), scorer.royalties(mine), wins)
}

/// Returns the means over all draws of the details of the best placement.
fn naive_expectation(
    scorer: &Scorer,
    rows: [PackSet; 3],
    unseen: &[PackCard],
    opponents: &[Option<Rows>],
) -> Expectation {
    let (mut value, mut draws, mut fouls, mut royalties) = (0_i64, 0_i64, 0_i64, 0_i64);
    let (mut entries, mut wins) = ([0_i64; 5], [0_i64; 3]);
    for (i, x) in unseen.iter().enumerate() {
        for (j, y) in unseen[..i].iter().enumerate() {
            for z in &unseen[..j] {
                let boards = placed(rows, [*x, *y, *z]);
                let best = boards.iter().map(|(rows, _)| details(scorer, *rows, opponents)).max();
                let (points, legal, cards, paid, won) = best.unwrap();
                value += points;
                fouls += i64::from(!legal);
                royalties += i64::from(paid);
                if cards > 0 {
                    entries[usize::from(cards) - 13] += 1;
                }
                for (sum, won) in wins.iter_mut().zip(won) {
                    *sum += i64::from(won);
                }
                draws += 1;
            }
        }
    }
    let n = draws as f64;
    let rows = wins.map(|wins| wins as f64 * 64.0 / (64.0 * opponents.len() as f64) / n);
    Expectation {
        value: value as f64 / 16384.0 / n,
        foul: fouls as f64 / n,
        fantasyland: entries.iter().sum::<i64>() as f64 / n,
        entry: entries.map(|entries| entries as f64 / n),
        royalties: royalties as f64 / n,
        rows: Some(rows),
    }
}

/// Returns complete boards of opponents, some of them fouls, and their cards.
fn opponents(scorer: &Scorer, rest: &[PackCard], count: usize) -> (Vec<Option<Rows>>, PackSet) {
    let mut boards = Vec::new();
    for cards in rest.chunks_exact(13).take(count) {
        let solver = facedown_ofc::fantasy::Solver::new(scorer.rules(), 0.0).unwrap();
        let fouled = cards[0].index() % 4 == 0;
        let set = solver.solve(cards).ok().filter(|_| !fouled).map(|setting| setting.rows);
        boards.push(set);
    }
    (boards, rest[..13 * count].iter().copied().collect())
}

#[test]
fn street_4_against_complete_boards_equals_plain_enumeration_to_the_last_bit() {
    for (i, rules) in [Rules::PROGRESSIVE, Rules::JOKER_ULTIMATE].into_iter().enumerate() {
        let scorer = Scorer::new(&rules).unwrap();
        let mut rng = Rng::stream(45, i as u64);
        for round in 0..10 {
            let (board, deal, rest) = position(&mut rng, usize::from(rules.jokers), 9);
            let count = 1 + round % 2;
            let (boards, shown) = opponents(&scorer, &rest, count);
            let left = &rest[13 * count..];
            let (unseen, gone) = left.split_at(11.min(left.len()));
            let dead = shown | gone.iter().copied().collect();
            let given: Vec<Vec<Option<Rows>>> = boards.iter().map(|rows| vec![*rows]).collect();
            let endgame = Endgame::new(&rules, STAKES).unwrap().against(&given).unwrap();
            let placements = endgame.solve(&board, &deal, dead).unwrap();
            for (rows, discard) in placed(board.rows(), deal) {
                let found =
                    placements.iter().find(|p| p.board.rows() == rows && p.discard == discard);
                let found = found.expect("every placement is there").expectation;
                let naive = naive_expectation(&scorer, rows, unseen, &boards);
                assert_eq!(found.value.to_bits(), naive.value.to_bits());
                assert_eq!((found.foul, found.entry), (naive.foul, naive.entry));
                assert_eq!(found.royalties.to_bits(), naive.royalties.to_bits());
                for (a, b) in found.rows.unwrap().into_iter().zip(naive.rows.unwrap()) {
                    assert!((a - b).abs() < 1e-12, "{a} {b}");
                }
            }
        }
    }
}

#[test]
fn several_boards_of_an_opponent_count_as_their_mean() {
    let rules = Rules::STANDARD;
    let scorer = Scorer::new(&rules).unwrap();
    let mut rng = Rng::new(46);
    let (board, deal, rest) = position(&mut rng, 0, 9);
    let (boards, _) = opponents(&scorer, &rest, 2);
    let value = |given: Vec<Option<Rows>>| {
        let endgame = Endgame::new(&rules, STAKES).unwrap().against(&[given]).unwrap();
        // The last street, where nothing is chosen after it.
        let eleven = placed(board.rows(), deal)[0].0;
        let last = [rest[30], rest[31], rest[32]];
        endgame.solve(&Partial::new(eleven).unwrap(), &last, PackSet::EMPTY).unwrap()
    };
    let (both, one, other) =
        (value(boards.clone()), value(vec![boards[0]]), value(vec![boards[1]]));
    for placement in &both {
        let same = |all: &[Placement]| value_of(all, placement.board.rows(), placement.discard);
        let mean = f64::midpoint(same(&one), same(&other));
        assert_eq!(placement.value.to_bits(), mean.to_bits());
    }
}

/// Returns the mean over all deals of street 4 of the best placement's mean over all draws of street
/// 5.
fn naive_street_3(scorer: &Scorer, rows: [PackSet; 3], unseen: &[PackCard]) -> f64 {
    let (mut sum, mut deals) = (0.0, 0.0);
    for i in 0..unseen.len() {
        for j in 0..i {
            for k in 0..j {
                let deal = [unseen[i], unseen[j], unseen[k]];
                let rest: Vec<PackCard> =
                    unseen.iter().copied().filter(|card| !deal.contains(card)).collect();
                let means =
                    placed(rows, deal).into_iter().map(|(rows, _)| naive_mean(scorer, rows, &rest));
                sum += means.fold(f64::NEG_INFINITY, f64::max);
                deals += 1.0;
            }
        }
    }
    sum / deals
}

#[test]
fn street_3_equals_plain_enumeration() {
    for (i, rules) in [Rules::PROGRESSIVE, Rules::JOKER_ULTIMATE].into_iter().enumerate() {
        let endgame = Endgame::new(&rules, STAKES).unwrap();
        let scorer = Scorer::new(&rules).unwrap();
        let mut rng = Rng::stream(3, i as u64);
        for _ in 0..3 {
            let (board, deal, rest) = position(&mut rng, usize::from(rules.jokers), 7);
            let (unseen, dead) = rest.split_at(7);
            let dead = dead.iter().copied().collect();
            let solved = endgame.solve_street_3(&board, &deal, dead, Control::default()).unwrap();
            let solved = solved.expect("nobody cancels it");
            for (rows, discard) in placed(board.rows(), deal).into_iter().step_by(5) {
                let naive = naive_street_3(&scorer, rows, unseen);
                let value = value_of(&solved, rows, discard);
                assert!((value - naive).abs() < 1e-9, "{value} {naive}");
            }
        }
    }
}

#[test]
fn street_3_reports_its_progress_and_can_be_cancelled() {
    let endgame = Endgame::new(&Rules::STANDARD, STAKES).unwrap();
    let (board, deal, rest) = position(&mut Rng::new(33), 0, 7);
    let dead: PackSet = rest[8..].iter().copied().collect();
    let mut parts = Vec::new();
    let mut progress = |part: &f64| parts.push(*part);
    let control = Control { progress: Some(&mut progress), ..Control::default() };
    assert!(endgame.solve_street_3(&board, &deal, dead, control).unwrap().is_some());
    assert!(parts.is_sorted() && parts.last().is_some_and(|part| *part >= 1.0), "{parts:?}");
    let cancel = AtomicBool::new(true);
    let control = Control { cancel: Some(&cancel), ..Control::default() };
    assert!(endgame.solve_street_3(&board, &deal, dead, control).unwrap().is_none());
}

#[test]
fn slices_of_street_3_do_not_change_its_answer() {
    let endgame = Endgame::new(&Rules::PROGRESSIVE, STAKES).unwrap();
    let (board, deal, rest) = position(&mut Rng::new(34), 0, 7);
    let dead: PackSet = rest[9..].iter().copied().collect();
    let whole = endgame.solve_street_3(&board, &deal, dead, Control::default()).unwrap().unwrap();
    for (slice, parallel) in [(1, false), (17, false), (100, true), (usize::MAX, true)] {
        let mut street = Street3::new(endgame.clone(), &board, &deal, dead).unwrap();
        while street.done() < street.total() {
            assert_eq!(street.placements(), None);
            let before = street.done();
            if parallel {
                street.advance_parallel(slice);
            } else {
                street.advance(slice);
            }
            assert_eq!(street.done() - before, slice.min(street.total() - before));
        }
        assert_eq!(street.placements().as_deref(), Some(&whole[..]), "slices of {slice}");
    }
}
