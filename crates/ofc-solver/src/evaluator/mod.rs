//! Fast estimates of incomplete boards.
//!
//! A small network for each of 5, 7 and 9 cards predicts royalties, the probability of a foul, the
//! probabilities of entering Fantasyland, by hand, and the shares of rows that are won against usual
//! boards; what is certain already is computed ([`facts`]). Values are sums of these weighted by the
//! stakes, so that the networks need no new training when the stakes change. They are trained by
//! `training/ofc-value.sh`, backwards from exact values of street 4 ([`samples`]).

mod boards;
mod facts;
mod features;
mod field;
mod file;
mod samples;
mod set;
mod steady;
pub mod weights;

use crate::Position;
use crate::choices::each_choice;
use facedown_cards::{PackCard, PackSet};
use facedown_nets::FactNetwork;
use facedown_ofc::endgame::{Expectation, Partial};
use facedown_ofc::{Entry, Middle, Rules, Stakes};
use field::Field;
pub use file::encoder;
pub use samples::{BoardSample, BoardSamples, BoardSamplesError, BoardScratch};
pub use set::NetworkSet;
use std::sync::Arc;
use steady::SteadyEvaluator;

/// Widths of the two hidden layers.
const FIRST: usize = 64;
const SECOND: usize = 32;
/// The parts of a value: royalties, the probability of a foul, and the probabilities of Fantasyland with
/// 13 to 17 cards.
const PARTS: usize = 7;
/// What is predicted: the parts of a value, then the shares of top, middle and bottom rows that are won.
const OUT: usize = PARTS + 3;

/// What an output of a network is worth in points, whatever the stakes: networks learn points. Those of
/// Fantasyland are [`NetworkSet::entry_points`].
mod points {
    pub(super) const FOUL: f32 = 6.0;
}

type BoardNet = FactNetwork<FIRST, SECOND, OUT>;

/// Networks for boards of 5, 7 and 9 cards.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    set: NetworkSet,
    nets: [Option<BoardNet>; 3],
    /// The files, for a checksum.
    bytes: Vec<u8>,
}

impl Evaluator {
    /// Returns an evaluator for the rules of a set, without networks yet.
    pub fn new(set: NetworkSet) -> Self {
        Self { set, ..Self::default() }
    }

    /// Returns the evaluator that was trained for such rules; `None` if there is none.
    pub fn of(rules: &Rules) -> Option<Arc<Self>> {
        weights::all()?.values(NetworkSet::of(rules)?)
    }

    /// Returns the networks that estimate boards under such rules, as bytes.
    pub(crate) fn bytes_of(rules: &Rules) -> Vec<u8> {
        match Self::of(rules) {
            Some(evaluator) => evaluator.bytes.clone(),
            None => SteadyEvaluator::of(rules).map_or_else(Vec::new, |steady| steady.bytes.clone()),
        }
    }

    /// Returns the network for boards of so many cards.
    fn net(&self, cards: usize) -> Option<&BoardNet> {
        self.nets[net_of(cards)].as_ref()
    }
}

/// Returns the index of the network for a board of so many cards.
const fn net_of(cards: usize) -> usize {
    match cards {
        ..=6 => 0,
        7..=8 => 1,
        _ => 2,
    }
}

/// Returns rules of the same kind in which every entry to Fantasyland has its own number of cards,
/// so that the network distinguishes them.
fn training_rules(rules: &Rules) -> Rules {
    let mut changed = *rules;
    changed.fantasyland.entry = match rules.middle {
        Middle::High => {
            Entry { queens: 14, kings: 15, aces: 16, threes: 17, wheel: 0, wheel_and_top: 0 }
        }
        Middle::DeuceToSeven => {
            Entry { queens: 0, kings: 14, aces: 15, threes: 16, wheel: 13, wheel_and_top: 17 }
        }
    };
    changed
}

/// Estimates values under given rules and stakes.
#[derive(Clone, Debug)]
pub struct Estimator {
    rules: Rules,
    networks: Networks,
    weights: [f32; OUT],
    /// What is lost to opponents if no row is won.
    lost: f32,
    /// The opponents whose boards are seen; rows then count by them, and not by the weights.
    field: Option<Field>,
}

/// The networks of an estimator: `steady`'s where there are no others.
#[derive(Clone, Debug)]
struct Networks {
    current: Option<Arc<Evaluator>>,
    steady: Option<&'static SteadyEvaluator>,
}

impl Estimator {
    /// Returns the estimator of a seat with this many opponents, whose boards are as usual.
    pub fn new(rules: &Rules, stakes: Stakes, opponents: usize) -> Self {
        Self::with(rules, stakes, opponents, Evaluator::of(rules))
    }

    /// Returns the estimator of the bot `steady`, which does not change.
    pub fn steady(rules: &Rules, stakes: Stakes, opponents: usize) -> Self {
        Self::with(rules, stakes, opponents, None)
    }

    /// Returns the estimator with the value networks, or else with those of `steady`.
    pub(crate) fn choose(networks: bool, rules: &Rules, stakes: Stakes, opponents: usize) -> Self {
        if networks {
            return Self::new(rules, stakes, opponents);
        }
        Self::steady(rules, stakes, opponents)
    }

    /// Returns the estimator that uses these networks.
    pub fn with(
        rules: &Rules,
        stakes: Stakes,
        opponents: usize,
        networks: Option<Arc<Evaluator>>,
    ) -> Self {
        let rows = if networks.is_some() { opponents } else { 0 };
        let payers = opponents.max(1) as f32;
        let weights = weights(rules, stakes, payers, rows as f32);
        let networks = Networks { current: networks, steady: SteadyEvaluator::of(rules) };
        let lost = 3.0 * rows as f32 * f32::from(rules.row);
        Self { rules: *rules, networks, weights, lost, field: None }
    }

    /// Returns the same for the seat of a position, with rows compared with what is expected of its
    /// opponents' boards. Nothing changes without value networks, which alone predict rows.
    #[must_use]
    pub(crate) fn against(self, position: &Position) -> Self {
        if self.networks.current.is_none() || position.opponents().is_empty() {
            return self;
        }
        let field = Some(Field::of(&self, position));
        // Fouls and rows count in the field.
        let mut weights = self.weights;
        weights[1] = 0.0;
        weights[PARTS..].fill(0.0);
        Self { field, weights, lost: 0.0, ..self }
    }

    fn worth(&self, predicted: &[f32; OUT]) -> f32 {
        let parts = self.weights.iter().zip(predicted);
        let own = parts.map(|(weight, predicted)| weight * predicted).sum::<f32>() - self.lost;
        own + self.field.as_ref().map_or(0.0, |field| field.points(predicted))
    }

    /// Estimates the value of a board.
    pub fn value(&self, board: &Partial, unseen: PackSet) -> f64 {
        f64::from(self.worth(&self.predict(board, unseen)))
    }

    /// Visits every placement of a deal of up to five cards with the value of the board after it, given
    /// the cards that may come then.
    pub fn each_choice(
        &self,
        board: &Partial,
        deal: &[PackCard],
        unseen: PackSet,
        mut visit: impl FnMut(Partial, Option<PackCard>, f64),
    ) {
        self.each_prediction(board, deal, unseen, |after, discard, predicted| {
            visit(after, discard, f64::from(self.worth(&predicted)));
        });
    }

    fn each_prediction(
        &self,
        board: &Partial,
        deal: &[PackCard],
        unseen: PackSet,
        mut visit: impl FnMut(Partial, Option<PackCard>, [f32; OUT]),
    ) {
        if let Some(evaluator) = &self.networks.current
            && evaluator.each_choice(&self.rules, board, deal, unseen, &mut visit)
        {
            return;
        }
        each_choice(board, deal, |after, discard| {
            visit(after, discard, self.predict(&after, unseen));
        });
    }

    /// Returns the placement of a deal with the best value, of equals the first, with what is expected
    /// after it.
    pub fn best(
        &self,
        board: &Partial,
        deal: &[PackCard],
        unseen: PackSet,
    ) -> Option<(Partial, Option<PackCard>, Expectation)> {
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        self.each_prediction(board, deal, unseen, |after, discard, predicted| {
            let value = self.worth(&predicted);
            if value > most {
                most = value;
                best = Some((after, discard, predicted));
            }
        });
        best.map(|(board, discard, predicted)| (board, discard, self.expectation(&predicted)))
    }

    /// Returns what is predicted after the best placement of a deal.
    fn best_prediction(&self, board: &Partial, deal: &[PackCard], unseen: PackSet) -> [f32; OUT] {
        let mut best = (f32::NEG_INFINITY, [0.0; OUT]);
        self.each_prediction(board, deal, unseen, |_, _, predicted| {
            let value = self.worth(&predicted);
            if value > best.0 {
                best = (value, predicted);
            }
        });
        best.1
    }

    fn expectation(&self, predicted: &[f32; OUT]) -> Expectation {
        let mut entry = [0.0; 5];
        for (way, chance) in ways(&self.rules).into_iter().zip(&predicted[2..PARTS]) {
            if let Some(size) = usize::from(way).checked_sub(13) {
                entry[size] += f64::from(*chance);
            }
        }
        Expectation {
            value: f64::from(self.worth(predicted)),
            foul: f64::from(predicted[1]),
            fantasyland: entry.iter().sum(),
            entry,
            royalties: f64::from(predicted[0]),
            rows: None,
        }
    }

    /// Estimates the parts of the value.
    pub(crate) fn parts(&self, board: &Partial, unseen: PackSet) -> ValueParts {
        let predicted = self.predict(board, unseen);
        let part = |i: usize| f64::from(self.weights[i] * predicted[i]);
        ValueParts { royalties: part(0), foul: -part(1), entry: (2..PARTS).map(part).sum() }
    }

    fn predict(&self, board: &Partial, unseen: PackSet) -> [f32; OUT] {
        let Networks { current, steady } = &self.networks;
        let current = current.as_ref().and_then(|net| net.predict(&self.rules, board, unseen));
        current.or_else(|| steady.map(|steady| steady.predict(board, unseen))).unwrap_or([0.0; OUT])
    }
}

/// The parts of a board's expected value for a seat that plays for its own points.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(crate) struct ValueParts {
    /// Royalties.
    pub(crate) royalties: f64,
    /// The cost of fouls.
    pub(crate) foul: f64,
    /// The value of Fantasyland.
    pub(crate) entry: f64,
}

/// Returns the numbers of cards of the predicted ways into Fantasyland; 0 if there is no such way.
fn ways(rules: &Rules) -> [u8; 5] {
    let Entry { queens, kings, aces, threes, wheel, wheel_and_top } = rules.fantasyland.entry;
    match rules.middle {
        Middle::High => [0, queens, kings, aces, threes],
        Middle::DeuceToSeven => [wheel, kings, aces, threes, wheel_and_top],
    }
}

/// Returns the weights of the predictions in a value; `rows` opponents are compared with, row by row. A
/// foul loses all rows, so that its cost is the rest then.
fn weights(rules: &Rules, stakes: Stakes, payers: f32, rows: f32) -> [f32; OUT] {
    let value_of = |cards: u8| match cards {
        0 => 0.0,
        cards => stakes.entry[usize::from(cards) - 13] as f32,
    };
    let [a, b, c, d, e] = ways(rules).map(value_of);
    let row = rows * f32::from(rules.row);
    let foul = stakes.foul as f32 * payers - 3.0 * row;
    [payers, -foul, a, b, c, d, e, 2.0 * row, 2.0 * row, 2.0 * row]
}
