//! Fast estimates of incomplete boards.
//!
//! A small network for each of 5, 7 and 9 cards predicts royalties, the probability of a foul and the
//! probabilities of entering Fantasyland, by hand; what is certain already is computed ([`facts`]).
//! Values are sums of these weighted by the stakes, so that the networks need no new training when the
//! stakes change. They were trained by `examples/evaluator.rs` from exact values of street 4, without
//! opponents. Those for classic dealing are for 5 and 6, 7 and 8, and 9 and 10 cards.

mod boards;
mod facts;
mod features;
mod net;
mod steady;
pub mod training;
pub mod weights;

use crate::choices::each_choice;
use facedown_cards::{PackCard, PackSet};
use facedown_ofc::endgame::{Expectation, Partial};
use facedown_ofc::{Dealing, Entry, Middle, Rules, Stakes};
use features::FEATURES;
use net::{Net, OUT};
use steady::SteadyEvaluator;

/// Widths of the two hidden layers.
const FIRST: usize = 32;
const SECOND: usize = 32;

type BoardNet = Net<FIRST, SECOND>;

/// Three networks, for boards of 5, 7 and 9 cards, and with classic dealing one card more.
#[derive(Clone, Debug)]
pub struct Evaluator {
    nets: [BoardNet; 3],
}

impl Evaluator {
    /// Returns the evaluator that was trained for such rules; `None` if there is none.
    pub fn of(rules: &Rules) -> Option<&'static Self> {
        let Entry { queens, kings, aces, threes, .. } = rules.fantasyland.entry;
        let same = [kings, aces, threes] == [queens; 3];
        match (rules.middle, rules.jokers, rules.dealing) {
            (Middle::High, 0, Dealing::Pineapple) if same => {
                weights::all().map(|all| &all.standard)
            }
            _ => None,
        }
    }

    /// Returns the networks that estimate boards under such rules, as bytes.
    pub(crate) fn bytes_of(rules: &Rules) -> Vec<u8> {
        match Self::of(rules) {
            Some(evaluator) => evaluator.write(),
            None => SteadyEvaluator::of(rules).map_or_else(Vec::new, SteadyEvaluator::write),
        }
    }

    /// The length of an evaluator as bytes.
    const BYTES: usize = 3 * BoardNet::bytes(FEATURES);

    /// Reads an evaluator; `None` if the bytes have the wrong length.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let nets = bytes.chunks_exact(BoardNet::bytes(FEATURES));
        let nets: Vec<BoardNet> = nets.map(|bytes| Net::read(bytes, FEATURES)).collect();
        Some(Self { nets: nets.try_into().ok()? })
    }

    /// Writes the evaluator as bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::BYTES);
        for net in &self.nets {
            net.write(&mut bytes);
        }
        bytes
    }
}

/// Returns the index of the network for a board.
fn net_of(board: &Partial) -> usize {
    match board.cards().len() {
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
}

#[derive(Clone, Copy, Debug)]
enum Networks {
    None,
    Current(&'static Evaluator),
    Steady(&'static SteadyEvaluator),
}

impl Estimator {
    /// Returns the estimator of a seat with this many opponents.
    pub fn new(rules: &Rules, stakes: Stakes, opponents: usize) -> Self {
        let steady = Self::steady(rules, stakes, opponents);
        match Evaluator::of(rules) {
            Some(evaluator) => Self { networks: Networks::Current(evaluator), ..steady },
            None => steady,
        }
    }

    /// Returns the estimator of the bot `steady`, which does not change.
    pub fn steady(rules: &Rules, stakes: Stakes, opponents: usize) -> Self {
        let payers = opponents.max(1) as f32;
        let networks = SteadyEvaluator::of(rules).map_or(Networks::None, Networks::Steady);
        Self { rules: *rules, networks, weights: weights(rules, stakes, payers) }
    }

    /// Estimates the value of a board.
    pub fn value(&self, board: &Partial, unseen: PackSet) -> f64 {
        f64::from(weigh(&self.weights, &self.predict(board, unseen)))
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
            visit(after, discard, f64::from(weigh(&self.weights, &predicted)));
        });
    }

    fn each_prediction(
        &self,
        board: &Partial,
        deal: &[PackCard],
        unseen: PackSet,
        mut visit: impl FnMut(Partial, Option<PackCard>, [f32; OUT]),
    ) {
        if let Networks::Current(evaluator) = self.networks {
            return evaluator.each_choice(&self.rules, board, deal, unseen, visit);
        }
        each_choice(board, deal, |after, discard| {
            visit(after, discard, self.predict(&after, unseen));
        });
    }

    /// Returns the placement of a deal with the best value, of equals the first, with what is expected
    /// after it.
    pub(crate) fn best(
        &self,
        board: &Partial,
        deal: &[PackCard],
        unseen: PackSet,
    ) -> Option<(Partial, Option<PackCard>, Expectation)> {
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        self.each_prediction(board, deal, unseen, |after, discard, predicted| {
            let value = weigh(&self.weights, &predicted);
            if value > most {
                most = value;
                best = Some((after, discard, predicted));
            }
        });
        best.map(|(board, discard, predicted)| (board, discard, self.expectation(&predicted)))
    }

    fn expectation(&self, predicted: &[f32; OUT]) -> Expectation {
        let mut entry = [0.0; 5];
        for (way, chance) in ways(&self.rules).into_iter().zip(&predicted[2..]) {
            if let Some(size) = usize::from(way).checked_sub(13) {
                entry[size] += f64::from(*chance);
            }
        }
        Expectation {
            value: f64::from(weigh(&self.weights, predicted)),
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
        ValueParts { royalties: part(0), foul: -part(1), entry: (2..OUT).map(part).sum() }
    }

    fn predict(&self, board: &Partial, unseen: PackSet) -> [f32; OUT] {
        match self.networks {
            Networks::None => [0.0; OUT],
            Networks::Current(evaluator) => evaluator.predict(&self.rules, board, unseen),
            Networks::Steady(evaluator) => evaluator.predict(board, unseen),
        }
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

/// Returns the weights of the predictions in a value.
fn weights(rules: &Rules, stakes: Stakes, payers: f32) -> [f32; OUT] {
    let value_of = |cards: u8| match cards {
        0 => 0.0,
        cards => stakes.entry[usize::from(cards) - 13] as f32,
    };
    let [a, b, c, d, e] = ways(rules).map(value_of);
    [payers, -(stakes.foul as f32) * payers, a, b, c, d, e]
}

fn weigh(weights: &[f32; OUT], predicted: &[f32; OUT]) -> f32 {
    weights.iter().zip(predicted).map(|(weight, predicted)| weight * predicted).sum()
}
