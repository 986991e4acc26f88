//! The value of a board with two places left: the mean over all draws of three cards.

use super::Partial;
use super::solve::{Endgame, Filled, UNIT};
use crate::Row;
use facedown_cards::poker::Strength;
use facedown_cards::{PackCard, PackSet};

/// How many cards can be unseen at most: more than 54 less the eleven on the board.
const MOST: usize = 48;

/// For each pair of unseen cards the best that the two last places can be filled with them.
#[derive(Debug)]
pub(super) struct Pairs {
    values: Box<[[i32; MOST]]>,
    /// Strengths of a row with two more cards, by their ranks, where they make no flush.
    by_ranks: [[Option<Strength>; 14]; 14],
}

impl Default for Pairs {
    fn default() -> Self {
        Self { values: vec![[0; MOST]; MOST].into(), by_ranks: [[None; 14]; 14] }
    }
}

impl Pairs {
    /// The mean over all draws of three of the `unseen` cards of the best setting of two of them.
    pub(super) fn mean(&mut self, endgame: &Endgame, board: &Partial, unseen: PackSet) -> f64 {
        let mut cards = [PackCard::JOKERS[0]; MOST];
        let n = unseen.len();
        for (slot, card) in cards.iter_mut().zip(unseen.iter()) {
            *slot = card;
        }
        let cards = &cards[..n];
        let mut open = Row::ALL.into_iter().filter(|row| board.room(*row) > 0);
        match (open.next(), open.next()) {
            (Some(row), None) => self.fill_one_row(endgame, board, row, cards),
            (Some(a), Some(b)) => self.fill_two_rows(endgame, board, [a, b], cards),
            _ => {}
        }
        self.mean_of_draws(n)
    }

    fn fill_two_rows(
        &mut self,
        endgame: &Endgame,
        board: &Partial,
        open: [Row; 2],
        cards: &[PackCard],
    ) {
        let mut filled = [[Filled { cards: PackSet::EMPTY, strength: Strength::MIN }; MOST]; 2];
        for (filled, row) in filled.iter_mut().zip(open) {
            for (filled, card) in filled.iter_mut().zip(cards) {
                *filled = Filled::new(board.row(row).with(*card));
            }
        }
        let mut rows = board.rows().map(Filled::new);
        let [a, b] = open.map(|row| row as usize);
        for i in 0..cards.len() {
            for j in i + 1..cards.len() {
                rows[a] = filled[0][i];
                rows[b] = filled[1][j];
                let one = endgame.value(rows);
                rows[a] = filled[0][j];
                rows[b] = filled[1][i];
                self.values[i][j] = one.max(endgame.value(rows));
            }
        }
    }

    fn fill_one_row(&mut self, endgame: &Endgame, board: &Partial, row: Row, cards: &[PackCard]) {
        self.by_ranks = [[None; 14]; 14];
        let mut rows = board.rows().map(Filled::new);
        let held = board.row(row);
        let suit = common_suit(held);
        let rank = |card: PackCard| card.card().map_or(13, |card| card.rank().index());
        // A joker fits any suit.
        let suited =
            |card: PackCard| card.card().is_none_or(|card| Some(card.suit() as u8) == suit);
        for i in 0..cards.len() {
            for j in i + 1..cards.len() {
                let (x, y) = (cards[i], cards[j]);
                let full = held.with(x).with(y);
                let may_flush = suit.is_some() && row != Row::Top && suited(x) && suited(y);
                let strength = if may_flush {
                    Filled::new(full).strength
                } else {
                    *self.by_ranks[rank(x)][rank(y)]
                        .get_or_insert_with(|| Filled::new(full).strength)
                };
                rows[row as usize] = Filled { cards: full, strength };
                self.values[i][j] = endgame.value(rows);
            }
        }
    }

    /// The mean over all draws of the largest of the three pairs in a draw.
    fn mean_of_draws(&self, n: usize) -> f64 {
        let mut sum = 0_i64;
        for i in 0..n {
            for j in i + 1..n {
                let pair = self.values[i][j];
                let thirds = self.values[i][j + 1..n].iter().zip(&self.values[j][j + 1..n]);
                let best: i32 = thirds.map(|(with_i, with_j)| pair.max(*with_i).max(*with_j)).sum();
                sum += i64::from(best);
            }
        }
        sum as f64 / UNIT / ((n * (n - 1) * (n - 2) / 6) as f64)
    }
}

/// The one suit of these cards, jokers apart; `None` if there are several, or none.
fn common_suit(cards: PackSet) -> Option<u8> {
    let mut suits = cards.cards().iter().map(|card| card.suit() as u8);
    let first = suits.next()?;
    suits.all(|suit| suit == first).then_some(first)
}
