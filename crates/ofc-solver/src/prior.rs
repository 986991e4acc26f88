//! Estimates in the values of a search: how many iterations they are worth, and how both are blended.

use crate::{Evaluator, Position};
use facedown_cards::poker::{Category, Strength};
use facedown_ofc::{Dealing, Rules};
use facedown_search::ChoiceReport;

/// Weights of an estimate in iterations on streets 1 to 3: the variance of an iteration over that of the
/// estimate's error. The value networks for 5 and 7 cards are off by a quarter and a third of a point,
/// that for 9 cards by six tenths and more against opponents, an iteration by 2.5 to 4 points.
const BY_STREET: [f64; 3] = [250.0, 60.0, 12.0];
/// The weight of other estimates, which are off by a point or two, where an iteration is off by six.
pub(crate) const POOR: f64 = 10.0;

/// Returns the weight of an estimate on a street of Pineapple, by the value networks or those of `steady`.
pub(crate) fn on_street(rules: &Rules, street: u8, networks: bool) -> f64 {
    // Streets 4 and 5 are not searched.
    let searched = usize::from(street).clamp(1, 3) - 1;
    if networks && Evaluator::of(rules).is_some() { BY_STREET[searched] } else { POOR }
}

/// Returns the weight of an estimate in a position; with classic dealing estimates do not count.
pub(crate) fn of_position(position: &Position, networks: bool) -> f64 {
    match position.rules().dealing {
        Dealing::Pineapple => {
            on_street(position.rules(), position.street(), networks && is_trusted(position))
        }
        Dealing::Classic => 0.0,
    }
}

/// Returns whether the value networks are accurate in a position. They undervalue made five-card hands
/// (a straight, a flush, a full house, a straight flush) among the first five cards, and break them.
pub(crate) fn is_trusted(position: &Position) -> bool {
    let cards = position.deal();
    let category = Strength::of(cards.iter().copied().collect()).map(Strength::category);
    let made = category.is_some_and(|c| c >= Category::Straight && c != Category::FourOfAKind);
    !(cards.len() == 5 && made)
}

/// The value of a choice and its gap to the best one, by outcomes and estimates together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Blend {
    pub(crate) value: f64,
    pub(crate) error: Option<f64>,
    pub(crate) behind: f64,
    pub(crate) behind_error: Option<f64>,
}

impl Blend {
    /// Counts the estimate of a choice as `prior` outcomes; the best choice has the estimate `best`.
    pub(crate) fn new<A, D>(choice: &ChoiceReport<A, D>, best: f64, prior: f64) -> Self {
        let outcomes = choice.outcomes as f64;
        // Without outcomes the value is the estimate.
        let share = if prior > 0.0 { outcomes / (outcomes + prior) } else { 1.0 };
        let noise = share.sqrt();
        let both = |found: f64, estimated: f64| share * found + (1.0 - share) * estimated;
        Self {
            value: both(choice.value, choice.estimate),
            error: choice.error.map(|error| noise * error),
            behind: both(choice.behind, best - choice.estimate),
            behind_error: choice.behind_error.map(|error| noise * error),
        }
    }
}
