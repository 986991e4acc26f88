//! Draws of street 5 against a distribution of opponents' boards from which every draw removes some.
//!
//! An opponent's final board is impossible together with a draw of cards that it was dealt. Boards
//! are bits of one word: which of them a row beats is computed once for every card that may complete
//! the row, and a draw then counts the bits of the boards that remain.

use super::judge::{BoardKey, BoardSubset, CompleteRow};
use super::sums::Sums;
use super::{Endgame, Partial};
use crate::Row;
use facedown_cards::PackCard;

/// A board with two places left, completed with each of some cards.
#[derive(Debug)]
pub struct Completions {
    rows: [CompleteRow; 3],
    open: Open,
    cards: usize,
}

#[derive(Debug)]
enum Open {
    /// Two places in one row: the row with every pair of cards.
    One(Row, Vec<CompleteRow>),
    /// A place in each of two rows: the rows with every card.
    Two([Row; 2], [Vec<CompleteRow>; 2]),
}

impl Endgame {
    /// Returns all completions of a board with two places left.
    pub fn completions(&self, board: &Partial, cards: &[PackCard]) -> Completions {
        let judge = &self.judge;
        let rows = Row::ALL.map(|row| match board.room(row) {
            0 => judge.complete_row(row, board.row(row)),
            _ => CompleteRow::NONE,
        });
        let with = |row: Row, card: &PackCard| judge.complete_row(row, board.row(row).with(*card));
        let rooms: Vec<Row> = Row::ALL.into_iter().filter(|row| board.room(*row) > 0).collect();
        let pair = |row: Row, x: &PackCard, y: &PackCard| {
            if x == y {
                CompleteRow::NONE
            } else {
                judge.complete_row(row, board.row(row).with(*x).with(*y))
            }
        };
        let open = if let [a, b] = rooms[..] {
            Open::Two([a, b], [a, b].map(|row| cards.iter().map(|c| with(row, c)).collect()))
        } else {
            let row = rooms.first().copied().unwrap_or(Row::Top);
            let pairs = cards.iter().flat_map(|x| cards.iter().map(move |y| pair(row, x, y)));
            Open::One(row, pairs.collect())
        };
        Completions { rows, open, cards: cards.len() }
    }

    /// Adds the best completion by a draw, three cards by their index, against the boards that remain.
    pub fn add_best_completion(
        &self,
        sums: &mut Sums,
        completions: &Completions,
        [x, y, z]: [usize; 3],
        remaining: &BoardSubset,
    ) {
        let mut best = BoardKey::LEAST;
        for (a, b) in [(x, y), (x, z), (y, z)] {
            match &completions.open {
                Open::One(row, pairs) => {
                    let mut rows = completions.rows.each_ref();
                    rows[*row as usize] = &pairs[a * completions.cards + b];
                    best = self.judge.better_against(rows, remaining, best);
                }
                Open::Two([upper, lower], filled) => {
                    for (a, b) in [(a, b), (b, a)] {
                        let mut rows = completions.rows.each_ref();
                        rows[*upper as usize] = &filled[0][a];
                        rows[*lower as usize] = &filled[1][b];
                        best = self.judge.better_against(rows, remaining, best);
                    }
                }
            }
        }
        sums.add(best, 1);
    }
}
