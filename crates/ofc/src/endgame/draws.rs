//! The value of a board with two places left: the sum over all draws of three cards.
//!
//! A draw leaves two cards, so that its best is the largest of three entries in a table of pairs:
//! the table is filled once for a board, and draws only compare.

use super::Partial;
use super::judge::{BoardKey, CompleteRow, Judge};
use super::suit_isomorphism::{CardClasses, MOST, flush_suits};
use super::sums::Sums;
use crate::Row;
use facedown_cards::{PackCard, PackSet};

/// Scratch tables, reused from board to board.
#[derive(Debug)]
pub struct Draws {
    values: Box<[[i32; MOST]; MOST]>,
    keys: Box<[[BoardKey; MOST]; MOST]>,
    weights: Box<[[i64; MOST]; MOST]>,
}

#[allow(clippy::large_stack_arrays, reason = "allocated once for a thread")]
impl Default for Draws {
    fn default() -> Self {
        Self {
            values: Box::new([[0; MOST]; MOST]),
            keys: Box::new([[BoardKey::LEAST; MOST]; MOST]),
            weights: Box::new([[0; MOST]; MOST]),
        }
    }
}

impl Draws {
    /// Returns the sum over all draws of three of the `unseen` cards of the best placement of two of
    /// them, in units.
    pub(super) fn total(&mut self, judge: &Judge, board: &Partial, unseen: PackSet) -> i64 {
        let classes = CardClasses::new(board, unseen);
        let values = &mut self.values;
        each_pair(judge, board, &classes, |a, b, ways| {
            let value = ways.best(|rows| judge.value(rows));
            values[a][b] = value;
            values[b][a] = value;
        });
        sum_of_largest(values, classes.counts())
    }

    /// Returns the same with all details of the final boards. Of placements of equal value one that
    /// is no foul counts, then the one that enters Fantasyland with more cards, then the one with
    /// more royalties.
    pub(super) fn sums(&mut self, judge: &Judge, board: &Partial, unseen: PackSet) -> Sums {
        let classes = CardClasses::new(board, unseen);
        let n = classes.len();
        let keys = &mut self.keys;
        each_pair(judge, board, &classes, |a, b, ways| {
            let key = ways.best(|rows| judge.key(rows));
            keys[a][b] = key;
            keys[b][a] = key;
        });
        self.weigh(classes.counts());
        let mut sums = Sums::default();
        for a in 0..n {
            for b in a..n {
                if self.weights[a][b] > 0 {
                    sums.add(self.keys[a][b], self.weights[a][b]);
                }
            }
        }
        sums
    }

    /// Counts for each pair the draws whose best it is.
    fn weigh(&mut self, counts: &[i32]) {
        let n = counts.len();
        for row in &mut self.weights[..n] {
            row[..n].fill(0);
        }
        let (keys, weights) = (&self.keys, &mut self.weights);
        let count = |class: usize| i64::from(counts[class]);
        for a in 0..n {
            let na = count(a);
            weights[a][a] += na * (na - 1) * (na - 2) / 6;
            if na >= 2 {
                for c in (0..n).filter(|c| *c != a) {
                    let pair = if keys[a][a] >= keys[a][c] { (a, a) } else { (a.min(c), a.max(c)) };
                    weights[pair.0][pair.1] += na * (na - 1) / 2 * count(c);
                }
            }
            for b in a + 1..n {
                for c in b + 1..n {
                    let (ab, ac, bc) = (keys[a][b], keys[a][c], keys[b][c]);
                    let pair = if ab >= ac && ab >= bc {
                        (a, b)
                    } else if ac >= bc {
                        (a, c)
                    } else {
                        (b, c)
                    };
                    weights[pair.0][pair.1] += na * count(b) * count(c);
                }
            }
        }
    }
}

/// The one or two ways to complete a board with a pair of cards.
#[derive(Clone, Copy)]
struct Ways<'a> {
    first: [&'a CompleteRow; 3],
    second: Option<[&'a CompleteRow; 3]>,
}

impl Ways<'_> {
    #[inline]
    fn best<T: Ord>(self, value: impl Fn([&CompleteRow; 3]) -> T) -> T {
        let first = value(self.first);
        match self.second {
            Some(rows) => first.max(value(rows)),
            None => first,
        }
    }
}

/// Visits every pair of classes with enough cards, the first at most the second.
#[inline]
fn each_pair(
    judge: &Judge,
    board: &Partial,
    classes: &CardClasses,
    visit: impl FnMut(usize, usize, Ways<'_>),
) {
    let mut open = Row::ALL.into_iter().filter(|row| board.room(*row) > 0);
    match (open.next(), open.next()) {
        (Some(row), None) => in_one_row(judge, board, row, classes, visit),
        (Some(a), Some(b)) => in_two_rows(judge, board, [a, b], classes, visit),
        _ => {}
    }
}

#[inline]
fn in_two_rows(
    judge: &Judge,
    board: &Partial,
    open: [Row; 2],
    classes: &CardClasses,
    mut visit: impl FnMut(usize, usize, Ways<'_>),
) {
    let n = classes.len();
    let mut filled = [[CompleteRow::NONE; MOST]; 2];
    for (filled, row) in filled.iter_mut().zip(open) {
        for (class, filled) in filled[..n].iter_mut().enumerate() {
            *filled = judge.complete_row(row, board.row(row).with(classes.card(class)));
        }
    }
    let rows = complete_rows(judge, board);
    let [a, b] = open.map(|row| row as usize);
    for i in 0..n {
        let mut first = rows.each_ref();
        first[a] = &filled[0][i];
        let mut second = rows.each_ref();
        second[b] = &filled[1][i];
        if classes.counts()[i] >= 2 {
            first[b] = &filled[1][i];
            visit(i, i, Ways { first, second: None });
        }
        let [upper, lower] = &filled;
        for (j, (upper, lower)) in upper[..n].iter().zip(&lower[..n]).enumerate().skip(i + 1) {
            first[b] = lower;
            second[a] = upper;
            visit(i, j, Ways { first, second: Some(second) });
        }
    }
}

/// Returns the rows without room, and [`CompleteRow::NONE`] for the others.
pub(super) fn complete_rows(judge: &Judge, board: &Partial) -> [CompleteRow; 3] {
    Row::ALL.map(|row| match board.room(row) {
        0 => judge.complete_row(row, board.row(row)),
        _ => CompleteRow::NONE,
    })
}

#[inline]
fn in_one_row(
    judge: &Judge,
    board: &Partial,
    row: Row,
    classes: &CardClasses,
    mut visit: impl FnMut(usize, usize, Ways<'_>),
) {
    // The row with two more cards, by their ranks, if they make no flush.
    let mut by_ranks = [[None; 14]; 14];
    let mut rows = complete_rows(judge, board);
    let held = board.row(row);
    let suits = if row == Row::Top { 0 } else { flush_suits(held) };
    let rank = |card: PackCard| card.card().map_or(13, |card| card.rank().index());
    // A joker fits any suit.
    let suited =
        |card: PackCard| card.card().map_or(suits, |card| suits & 1 << card.suit().index()) != 0;
    for i in 0..classes.len() {
        let x = classes.card(i);
        for j in i..classes.len() {
            let y = if i == j { classes.twin(i) } else { classes.card(j) };
            if i == j && classes.counts()[i] < 2 {
                continue;
            }
            let cards = held.with(x).with(y);
            let filled = if suited(x) && suited(y) {
                judge.complete_row(row, cards)
            } else {
                *by_ranks[rank(x)][rank(y)].get_or_insert_with(|| judge.complete_row(row, cards))
            };
            rows[row as usize] = filled.with_cards(cards);
            visit(i, j, Ways { first: rows.each_ref(), second: None });
        }
    }
}

/// Returns the sum over all draws of the largest of the three pairs in a draw.
fn sum_of_largest(values: &[[i32; MOST]; MOST], counts: &[i32]) -> i64 {
    let n = counts.len();
    let count = |class: usize| i64::from(counts[class]);
    let mut sum = 0;
    for a in 0..n {
        let na = count(a);
        if na >= 2 {
            let twice = values[a][a];
            let others: i32 = values[a][..n]
                .iter()
                .zip(counts)
                .map(|(pair, count)| twice.max(*pair) * count)
                .sum();
            // The others include the class itself, whose third card is counted separately.
            let others = i64::from(others) - i64::from(twice) * na;
            sum += na * (na - 1) / 2 * others + na * (na - 1) * (na - 2) / 6 * i64::from(twice);
        }
        for b in a + 1..n {
            let pair = values[a][b];
            let thirds = values[a][b + 1..n].iter().zip(&values[b][b + 1..n]);
            let best = thirds
                .zip(&counts[b + 1..])
                .map(|((with_a, with_b), count)| pair.max(*with_a).max(*with_b) * count);
            sum += na * count(b) * i64::from(best.sum::<i32>());
        }
    }
    sum
}
