//! What opponents have discarded, as far as what they kept tells.
//!
//! Each street but the first hides one of three cards. A card that would have done more for a board
//! than those that lie on it was hardly thrown away: each unseen card weighs as much as is likely
//! that a player who looks at values, with some carelessness, kept the cards of the board and not
//! that one. Which card came on which street is not known, so the mean over all cards of the board is
//! taken.

use super::Position;
use super::evaluator::Guess;
use crate::endgame::{Draws, Endgame, Partial};
use facedown_cards::{PackCard, PackSet};
use facedown_game::{Rng, math};

/// How many points a player overlooks, about.
pub(super) const CARE: f64 = 1.0;

/// Unseen cards with their weights, for each opponent.
#[derive(Clone, Debug, Default)]
pub struct Discards {
    opponents: Vec<Hidden>,
}

#[derive(Clone, Debug)]
struct Hidden {
    /// How many cards were discarded.
    count: usize,
    weights: Vec<(PackCard, f64)>,
}

impl Discards {
    /// What the opponents of a position may have discarded.
    pub fn infer(position: &Position, endgame: &Endgame, guess: &Guess) -> Self {
        let unseen = position.unseen();
        let draws = &mut Draws::default();
        let hidden = |board: &Partial| Hidden {
            count: board.cards().len().saturating_sub(5) / 2,
            weights: weights(board, unseen, CARE, |board| {
                value(draws, endgame, guess, board, unseen)
            }),
        };
        Self { opponents: position.opponents().iter().map(hidden).collect() }
    }

    /// For each opponent how likely each unseen card is one of those that it discarded, taken one
    /// by one.
    pub fn chances(&self) -> Vec<Vec<(PackCard, f64)>> {
        let chances = |hidden: &Hidden| {
            let sum: f64 = hidden.weights.iter().map(|(_, weight)| weight).sum();
            let chance = |weight: f64| hidden.count as f64 * weight / sum;
            hidden.weights.iter().map(|(card, weight)| (*card, chance(*weight))).collect()
        };
        self.opponents.iter().map(chances).collect()
    }

    /// Takes discards of all opponents out of the cards that may still come.
    pub(super) fn draw(&self, unseen: &mut PackSet, rng: &mut Rng) {
        for hidden in &self.opponents {
            for _ in 0..hidden.count {
                let left = || hidden.weights.iter().filter(|(card, _)| unseen.contains(*card));
                let mut at = rng.unit() * left().map(|(_, weight)| weight).sum::<f64>();
                let drawn = left().find(|(_, weight)| {
                    at -= weight;
                    at < 0.0
                });
                if let Some((card, _)) = drawn.or_else(|| left().next()).copied() {
                    *unseen = *unseen - PackSet::EMPTY.with(card);
                }
            }
        }
    }
}

/// How likely a player kept the cards of a board and not another one, for each unseen card.
fn weights(
    board: &Partial,
    unseen: PackSet,
    care: f64,
    mut value: impl FnMut(&Partial) -> f64,
) -> Vec<(PackCard, f64)> {
    let held = board.cards().len();
    if held <= 5 {
        return unseen.iter().map(|card| (card, 1.0)).collect();
    }
    let now = value(board);
    let mut weight = |card: PackCard| {
        let mut sum = 0.0;
        for (row, cards) in board.rows().into_iter().enumerate() {
            for kept in cards.iter() {
                let mut rows = board.rows();
                rows[row] = (cards - PackSet::EMPTY.with(kept)).with(card);
                let gain = Partial::new(rows).map_or(0.0, |other| value(&other) - now);
                sum += 1.0 / (1.0 + math::exp(gain / care));
            }
        }
        sum / held as f64
    };
    unseen.iter().map(|card| (card, weight(card))).collect()
}

/// What a board is worth to its owner.
fn value(
    draws: &mut Draws,
    endgame: &Endgame,
    guess: &Guess,
    board: &Partial,
    unseen: PackSet,
) -> f64 {
    match board.cards().len() {
        13 => endgame.complete(board).outlook(0).value,
        11 => endgame.sums(draws, board, unseen).outlook(0).value,
        _ => guess.value(board, unseen),
    }
}
