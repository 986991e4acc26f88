//! Points for rows and scoops against opponents whose boards are seen in part.
//!
//! The networks predict the share of rows that a board wins against usual boards. Both sides of a
//! comparison have such a share, and the odds of one against the other are taken to be the ratio of their
//! odds against usual boards (a Bradley–Terry model). What is expected of an opponent does not change
//! within a search, so it is predicted once.

use super::{Estimator, OUT, PARTS};
use crate::Position;
use facedown_ofc::Rules;
use facedown_ofc::endgame::Partial;

/// The approximate share of fouls among the usual boards that the networks were trained against: 13 of 64
/// under `standard`, 15 to 23 under the other presets.
const USUAL_FOULS: f32 = 0.22;
/// Shares of usual rows that boards from Fantasyland of 14 to 17 cards win, counted over 400 hands each under
/// `standard`.
const FANTASYLAND: [[f32; 3]; 4] =
    [[0.73, 0.80, 0.64], [0.81, 0.89, 0.71], [0.87, 0.95, 0.76], [0.92, 0.98, 0.76]];

/// What is expected of an opponent's board.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Expected {
    foul: f32,
    /// Odds of winning top, middle and bottom against usual rows, both boards being no fouls.
    odds: [f32; 3],
}

impl Expected {
    /// A board of which nothing is known.
    const USUAL: Self = Self { foul: USUAL_FOULS, odds: [1.0; 3] };

    /// Returns what a prediction says of a board.
    fn of(predicted: &[f32; OUT]) -> Self {
        let foul = predicted[1].clamp(0.0, 1.0);
        let valid = (1.0 - foul).max(0.01);
        let odds = |share: f32| {
            // A usual board that fouls loses all rows.
            let share = (share / valid - USUAL_FOULS) / (1.0 - USUAL_FOULS);
            let share = share.clamp(0.02, 0.98);
            share / (1.0 - share)
        };
        let [top, middle, bottom] = std::array::from_fn(|i| odds(predicted[PARTS + i]));
        Self { foul, odds: [top, middle, bottom] }
    }

    /// Returns what is expected of a hand in Fantasyland.
    fn in_fantasyland(cards: u8) -> Self {
        let shares = FANTASYLAND[usize::from(cards.clamp(14, 17)) - 14];
        Self { foul: 0.0, odds: shares.map(|share| share / (1.0 - share)) }
    }
}

/// The opponents that rows are compared with.
#[derive(Clone, Debug)]
pub(super) struct Field {
    opponents: Vec<Expected>,
    row: f32,
    scoop: f32,
}

impl Field {
    /// Predicts the boards of the opponents of a position.
    pub(super) fn of(estimator: &Estimator, position: &Position) -> Self {
        let unseen = position.unseen();
        let boards = position.opponents().iter().zip(position.fantasy());
        let expected = |(board, fantasy): (&Partial, &u8)| match (fantasy, board.cards().len()) {
            (0, 5..=11) => Expected::of(&estimator.predict(board, unseen)),
            (0, _) => Expected::USUAL,
            (cards, _) => Expected::in_fantasyland(*cards),
        };
        let Rules { row, scoop, .. } = *position.rules();
        let opponents = boards.map(expected).collect();
        Self { opponents, row: f32::from(row), scoop: f32::from(scoop) }
    }

    /// Returns the expected points for rows and scoops of a board with this prediction.
    pub(super) fn points(&self, predicted: &[f32; OUT]) -> f32 {
        let own = Expected::of(predicted);
        let all = 3.0 * self.row + self.scoop;
        let one = |other: &Expected| {
            let [top, middle, bottom] =
                std::array::from_fn(|i| own.odds[i] / (own.odds[i] + other.odds[i]));
            let rows = 2.0 * (top + middle + bottom) - 3.0;
            let scoops = top * middle * bottom - (1.0 - top) * (1.0 - middle) * (1.0 - bottom);
            let (own, other) = (1.0 - own.foul, 1.0 - other.foul);
            own * other * (self.row * rows + self.scoop * scoops) + (own - other) * all
        };
        self.opponents.iter().map(one).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Rules = Rules::STANDARD;

    fn field(opponents: &[Expected]) -> Field {
        let (row, scoop) = (f32::from(RULES.row), f32::from(RULES.scoop));
        Field { opponents: opponents.to_vec(), row, scoop }
    }

    /// A prediction with this chance of a foul and this share of all rows.
    fn prediction(foul: f32, share: f32) -> [f32; OUT] {
        let mut predicted = [0.0; OUT];
        predicted[1] = foul;
        predicted[PARTS..].fill(share);
        predicted
    }

    #[test]
    fn a_usual_board_breaks_even_with_a_usual_one() {
        // Half of the rows of boards that are no fouls, and all rows of the others.
        let share = (1.0 - USUAL_FOULS) * (USUAL_FOULS + (1.0 - USUAL_FOULS) / 2.0);
        let points = field(&[Expected::USUAL]).points(&prediction(USUAL_FOULS, share));
        assert!(points.abs() < 1e-5, "{points}");
    }

    #[test]
    fn a_certain_foul_loses_all_to_opponents_that_do_not_foul() {
        let opponents = [Expected::of(&prediction(0.0, 0.7)), Expected::in_fantasyland(14)];
        let points = field(&opponents).points(&prediction(1.0, 0.0));
        assert!((points + 12.0).abs() < 1e-5, "{points}");
    }

    #[test]
    fn fouls_cost_less_where_a_safe_board_loses_anyway() {
        let cost = |opponent: Expected| {
            let field = field(&[opponent]);
            field.points(&prediction(0.0, 0.5)) - field.points(&prediction(0.2, 0.4))
        };
        let strong = cost(Expected::in_fantasyland(16));
        let usual = cost(Expected::USUAL);
        let weak = cost(Expected { foul: 0.1, odds: [0.2; 3] });
        assert!(strong < usual && usual < weak, "{strong} {usual} {weak}");
    }

    #[test]
    fn more_rows_are_worth_more_against_anybody() {
        for opponent in [Expected::USUAL, Expected::in_fantasyland(17)] {
            let field = field(&[opponent]);
            let points = [0.3, 0.5, 0.7].map(|share| field.points(&prediction(0.1, share)));
            assert!(points[0] < points[1] && points[1] < points[2], "{points:?}");
        }
    }
}
