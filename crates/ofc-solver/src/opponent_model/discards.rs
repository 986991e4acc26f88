//! Inference of opponents' discards from the cards that they kept.
//!
//! Each street but the first hides one of three cards. A card that would have improved a board was
//! probably not discarded: the weight of each unseen card is the probability that a player who
//! maximises value, with some noise, kept the cards of the board instead of it. The street of each
//! card is unknown, so the mean over all cards of the board is taken.

use crate::{Estimator, Position};
use facedown_cards::{PackCard, PackSet};
use facedown_game::{Rng, math};
use facedown_ofc::endgame::{Draws, Endgame, Partial};

/// The noise of a player's choices, in points.
const TEMPERATURE: f64 = 1.0;

/// Inferred discards of each opponent.
#[derive(Clone, Debug, Default)]
pub struct Discards {
    opponents: Vec<HiddenCards>,
}

#[derive(Clone, Debug)]
struct HiddenCards {
    /// The number of discards.
    count: usize,
    weights: Vec<(PackCard, f64)>,
}

impl Discards {
    /// Infers the discards of the opponents of a position.
    pub fn infer(position: &Position, endgame: &Endgame, estimator: &Estimator) -> Self {
        let unseen = position.unseen();
        let draws = &mut Draws::default();
        let hidden = |board: &Partial| HiddenCards {
            count: board.cards().len().saturating_sub(5) / 2,
            weights: weights(board, unseen, |board| {
                value(draws, endgame, estimator, board, unseen)
            }),
        };
        Self { opponents: position.opponents().iter().map(hidden).collect() }
    }

    /// Returns, for each opponent, the marginal probability of each unseen card being a discard.
    pub fn chances(&self) -> Vec<Vec<(PackCard, f64)>> {
        let chances = |hidden: &HiddenCards| {
            let sum: f64 = hidden.weights.iter().map(|(_, weight)| weight).sum();
            let chance = |weight: f64| hidden.count as f64 * weight / sum;
            hidden.weights.iter().map(|(card, weight)| (*card, chance(*weight))).collect()
        };
        self.opponents.iter().map(chances).collect()
    }

    /// Samples the discards of all opponents, and removes them from the cards that may still come.
    pub(crate) fn draw(&self, unseen: &mut PackSet, rng: &mut Rng) {
        for hidden in &self.opponents {
            for _ in 0..hidden.count {
                let left = || hidden.weights.iter().filter(|(card, _)| unseen.contains(*card));
                let mut at = rng.unit() * left().map(|(_, weight)| weight).sum::<f64>();
                let drawn = left().find(|(_, weight)| {
                    at -= weight;
                    at < 0.0
                });
                if let Some((card, _)) = drawn.or_else(|| left().next()).copied() {
                    *unseen -= PackSet::EMPTY.with(card);
                }
            }
        }
    }
}

/// Returns, for each unseen card, the probability that a player kept the cards of a board instead.
fn weights(
    board: &Partial,
    unseen: PackSet,
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
            for kept in cards {
                let mut rows = board.rows();
                rows[row] = (cards - PackSet::EMPTY.with(kept)).with(card);
                let gain = Partial::new(rows).map_or(0.0, |other| value(&other) - now);
                sum += 1.0 / (1.0 + math::exp(gain / TEMPERATURE));
            }
        }
        sum / held as f64
    };
    unseen.iter().map(|card| (card, weight(card))).collect()
}

/// Returns the value of a board to its owner.
fn value(
    draws: &mut Draws,
    endgame: &Endgame,
    estimator: &Estimator,
    board: &Partial,
    unseen: PackSet,
) -> f64 {
    match board.cards().len() {
        13 => endgame.complete(board).expectation(0).value,
        11 => endgame.sums(draws, board, unseen).expectation(0).value,
        _ => estimator.value(board, unseen),
    }
}
