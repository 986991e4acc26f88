//! Late streets of classic dealing compared with plain recursion over every card and every row.

use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use facedown_ofc::endgame::{ClassicStreet, Endgame, EndgameError, Expectation, Partial};
use facedown_ofc::{Board, Dealing, JokerUse, Row, Rows, Rules, Scorer, Stakes};

const STAKES: Stakes = Stakes { foul: 6.0, entry: [14.5, 12.5, 18.75, 26.0, 35.5] };

/// Rules with single cards: the preset, jokers in both ways, a low middle row.
fn rules() -> [Rules; 4] {
    let jokers = Rules { dealing: Dealing::Classic, ..Rules::JOKER_ULTIMATE };
    [
        Rules::CLASSIC,
        jokers,
        Rules { joker_use: JokerUse::RowByRow, ..jokers },
        Rules { dealing: Dealing::Classic, ..Rules::DEUCE_TO_SEVEN },
    ]
}

/// Sums over sequences of cards: their number, units of 1/16384 of a point, fouls, entries,
/// royalties, and rows won.
type Plain = [i64; 8];

#[allow(clippy::option_option, reason = "no board, a foul, or its rows")]
fn judged(scorer: &Scorer, rows: [PackSet; 3], theirs: Option<Option<Rows>>) -> Plain {
    let mine = scorer.rows(&Board::new(rows).unwrap());
    let entry = mine.and_then(|rows| scorer.entry(rows));
    let worth = entry.map_or(0.0, |cards| STAKES.entry[usize::from(cards) - 13]);
    let royalties = mine.map_or(0, |rows| i64::from(scorer.royalties(rows)));
    let points = match (theirs, mine) {
        (None, None) => -STAKES.foul,
        (None, Some(_)) => royalties as f64,
        (Some(theirs), mine) => f64::from(scorer.points(mine, theirs)),
    };
    let mut wins = [0; 3];
    if let (Some(theirs), Some(mine)) = (theirs, mine) {
        // A legal board beats all rows of a foul.
        wins = theirs.map_or([1; 3], |theirs| {
            let row = |a, b| i64::from(a > b);
            [
                row(mine.top, theirs.top),
                row(mine.middle, theirs.middle),
                row(mine.bottom, theirs.bottom),
            ]
        });
    }
    let units = ((points + worth) * 16384.0) as i64;
    let fouls = i64::from(mine.is_none());
    [1, units, fouls, i64::from(entry.is_some()), royalties, wins[0], wins[1], wins[2]]
}

#[allow(clippy::option_option, reason = "no board, a foul, or its rows")]
fn plain(
    scorer: &Scorer,
    rows: [PackSet; 3],
    unseen: PackSet,
    theirs: Option<Option<Rows>>,
) -> Plain {
    if rows.iter().map(|row| row.len()).sum::<usize>() == 13 {
        return judged(scorer, rows, theirs);
    }
    let mut sums = [0; 8];
    for card in unseen {
        let left = unseen - PackSet::EMPTY.with(card);
        let mut best: Option<Plain> = None;
        for next in placed(rows, card) {
            let found = plain(scorer, next, left, theirs);
            if best.is_none_or(|best| found[1] > best[1]) {
                best = Some(found);
            }
        }
        sums.iter_mut().zip(best.unwrap()).for_each(|(sum, one)| *sum += one);
    }
    sums
}

fn placed(rows: [PackSet; 3], card: PackCard) -> Vec<[PackSet; 3]> {
    let open = Row::ALL.into_iter().filter(|row| rows[*row as usize].len() < row.size());
    open.map(|row| {
        let mut next = rows;
        next[row as usize].insert(card);
        next
    })
    .collect()
}

/// Returns a board with `count` cards, a card, and the rest of the pack.
fn position(rng: &mut Rng, jokers: u8, count: usize) -> (Partial, PackCard, Vec<PackCard>) {
    let mut pack: Vec<PackCard> = PackCard::all().take(52 + usize::from(jokers)).collect();
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
    (Partial::new(rows).unwrap(), pack[count], pack[count + 1..].to_vec())
}

fn solve(
    endgame: &Endgame,
    board: &Partial,
    card: PackCard,
    dead: &[PackCard],
) -> Vec<(Partial, Expectation)> {
    let dead = dead.iter().copied().collect();
    let mut street = ClassicStreet::new(endgame.clone(), board, card, dead).unwrap();
    while street.done() < street.total() {
        assert_eq!(street.placements(), None);
        street.advance(3);
    }
    let whole = street.placements().unwrap();
    let mut street = ClassicStreet::new(endgame.clone(), board, card, dead).unwrap();
    street.advance_parallel(usize::MAX);
    assert_eq!(street.placements().unwrap(), whole);
    whole
}

/// Compares every placement with plain recursion, all details included.
fn compare(rules: &Rules, count: usize, unseen: usize, times: u64, against: bool) {
    let scorer = Scorer::new(rules).unwrap();
    for i in 0..times {
        let rng = &mut Rng::stream(count as u64, i);
        let (board, card, rest) = position(rng, rules.jokers, count);
        let (theirs, rest) = rest.split_at(if against { 13 } else { 0 });
        let theirs = against.then(|| {
            let row = |range: std::ops::Range<usize>| theirs[range].iter().copied().collect();
            scorer.rows(&Board::new([row(0..3), row(3..8), row(8..13)]).unwrap())
        });
        let alone = Endgame::new(rules, STAKES).unwrap();
        let endgame = match theirs {
            Some(theirs) => alone.against(&[vec![theirs]]).unwrap(),
            None => alone,
        };
        let unseen = &rest[..unseen.min(rest.len())];
        // The opponent's cards cannot come, either.
        let pack: PackSet = PackCard::all().take(52 + usize::from(rules.jokers)).collect();
        let left: PackSet = unseen.iter().copied().collect();
        let dead: Vec<PackCard> =
            (pack - left - board.cards() - PackSet::EMPTY.with(card)).iter().collect();
        let found = solve(&endgame, &board, card, &dead);
        let boards = placed(board.rows(), card);
        assert_eq!(found.len(), boards.len());
        assert!(found.is_sorted_by(|a, b| a.1.value >= b.1.value));
        for rows in boards {
            let (_, of) = found.iter().find(|(board, _)| board.rows() == rows).unwrap();
            let sums = plain(&scorer, rows, left, theirs);
            let mean = |i: usize| sums[i] as f64 / sums[0] as f64;
            assert_eq!(of.value.to_bits(), (sums[1] as f64 / 16384.0 / sums[0] as f64).to_bits());
            let details = [of.foul, of.fantasyland, of.royalties];
            // Of placements of equal value another may be counted, with a low row or by isomorphism.
            if rules == &Rules::CLASSIC {
                for (found, i) in details.into_iter().zip(2..) {
                    assert!((found - mean(i)).abs() < 1e-9, "{board} {card}: {i}");
                }
                for (row, won) in of.rows.into_iter().flatten().enumerate() {
                    assert!((won - mean(5 + row)).abs() < 1e-9, "{board} {card}: row {row}");
                }
            }
        }
    }
}

#[test]
fn late_streets_equal_plain_recursion_to_the_last_bit() {
    for rules in rules() {
        // Cards placed, unseen cards and repetitions: from the last card to four cards to come.
        for (count, unseen, times) in [(12, 6, 40), (11, 30, 20), (10, 20, 12), (9, 9, 6)] {
            compare(&rules, count, unseen, times, false);
        }
    }
    compare(&Rules::CLASSIC, 8, 7, 6, false);
    compare(&Rules::CLASSIC, 7, 6, 3, false);
}

#[test]
fn against_a_board_rows_and_scoop_count_on_late_streets() {
    for (count, unseen, times) in [(12, 6, 40), (11, 30, 20), (10, 16, 12), (9, 9, 6)] {
        compare(&Rules::CLASSIC, count, unseen, times, true);
    }
}

#[test]
fn the_whole_pack_equals_plain_recursion() {
    compare(&Rules::CLASSIC, 11, 52, 20, false);
    compare(&Rules::CLASSIC, 10, 52, 3, false);
}

#[test]
fn the_best_row_for_a_card_is_that_of_the_street() {
    let endgame = Endgame::new(&Rules::CLASSIC, STAKES).unwrap();
    for i in 0..20 {
        let (board, card, rest) = position(&mut Rng::stream(77, i), 0, 10);
        let found = solve(&endgame, &board, card, &[]);
        let unseen: PackSet = rest.iter().copied().collect();
        let best = endgame.best_single(&board, card, unseen.with(card));
        let sums = endgame.single_sums(&board, card, unseen.with(card)).expectation(0);
        let (_, of) = found.iter().find(|(board, _)| *board == best).unwrap();
        assert_eq!((of, of.value.to_bits()), (&sums, found[0].1.value.to_bits()));
    }
}

#[test]
fn classic_streets_that_cannot_be_solved_are_named() {
    let classic = Endgame::new(&Rules::CLASSIC, STAKES).unwrap();
    let pineapple = Endgame::new(&Rules::STANDARD, STAKES).unwrap();
    let said = |endgame: &Endgame, board: &str, card: &str| {
        let board = board.parse().unwrap();
        let card = card.parse().unwrap();
        let street = ClassicStreet::new(endgame.clone(), &board, card, PackSet::EMPTY);
        street.unwrap_err().to_string()
    };
    let eleven = "Qs Qd / Kc Kh 4d 4c / 9s 9d 9h 2c 2h";
    assert_eq!(said(&classic, eleven, "Kc"), "Kc is there twice");
    assert_eq!(said(&classic, eleven, "X"), "X is not in the pack of these rules");
    assert_eq!(said(&classic, "Qs / Kc / 9s", "2d"), "3 cards placed, expected 7 to 12");
    assert_eq!(said(&pineapple, eleven, "3d"), "Pineapple dealing, expected classic");
    let deal = ["3d", "5d", "6d"].map(|card| card.parse().unwrap());
    let other = classic.solve(&eleven.parse().unwrap(), &deal, PackSet::EMPTY).unwrap_err();
    assert_eq!(other, EndgameError::Dealing(Dealing::Pineapple));
}
