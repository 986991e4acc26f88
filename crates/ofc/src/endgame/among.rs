//! Draws of street 5 against boards of opponents of which every draw rules some out.
//!
//! An opponent's end is not possible together with a draw of cards that it was dealt. Boards are bits
//! of one word: what a row beats is worked out once for every card that may fill it, and a draw then
//! counts the bits of the ends that are left.

use super::judge::{Among, Filled, Key};
use super::{Endgame, Partial};
use crate::Row;
use facedown_cards::PackCard;

/// A board with two places left, filled with each of some cards.
pub(crate) struct Fillings {
    rows: [Filled; 3],
    open: Open,
    cards: usize,
}

enum Open {
    /// Two places in one row: the row with every pair of cards.
    One(Row, Vec<Filled>),
    /// A place in each of two rows: the rows with every card.
    Two([Row; 2], [Vec<Filled>; 2]),
}

impl Endgame {
    /// All fillings of a board with two places left.
    pub(crate) fn fillings(&self, board: &Partial, cards: &[PackCard]) -> Fillings {
        let judge = &self.judge;
        let rows = Row::ALL.map(|row| match board.room(row) {
            0 => judge.filled(row, board.row(row)),
            _ => Filled::NOTHING,
        });
        let with = |row: Row, card: &PackCard| judge.filled(row, board.row(row).with(*card));
        let rooms: Vec<Row> = Row::ALL.into_iter().filter(|row| board.room(*row) > 0).collect();
        let pair = |row: Row, x: &PackCard, y: &PackCard| {
            if x == y {
                Filled::NOTHING
            } else {
                judge.filled(row, board.row(row).with(*x).with(*y))
            }
        };
        let open = if let [a, b] = rooms[..] {
            Open::Two([a, b], [a, b].map(|row| cards.iter().map(|c| with(row, c)).collect()))
        } else {
            let row = rooms.first().copied().unwrap_or(Row::Top);
            let pairs = cards.iter().flat_map(|x| cards.iter().map(move |y| pair(row, x, y)));
            Open::One(row, pairs.collect())
        };
        Fillings { rows, open, cards: cards.len() }
    }

    /// The best that comes of a draw, three cards by their places, against the boards that are left.
    pub(crate) fn best_among(
        &self,
        fillings: &Fillings,
        [x, y, z]: [usize; 3],
        among: &Among,
    ) -> Key {
        let mut best = Key::LEAST;
        for (a, b) in [(x, y), (x, z), (y, z)] {
            match &fillings.open {
                Open::One(row, pairs) => {
                    let mut rows = fillings.rows.each_ref();
                    rows[*row as usize] = &pairs[a * fillings.cards + b];
                    best = self.judge.better_among(rows, among, best);
                }
                Open::Two([upper, lower], filled) => {
                    for (a, b) in [(a, b), (b, a)] {
                        let mut rows = fillings.rows.each_ref();
                        rows[*upper as usize] = &filled[0][a];
                        rows[*lower as usize] = &filled[1][b];
                        best = self.judge.better_among(rows, among, best);
                    }
                }
            }
        }
        best
    }
}
