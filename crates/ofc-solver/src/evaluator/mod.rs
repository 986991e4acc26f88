//! Fast estimates of incomplete boards.
//!
//! A small network for each of 5, 7 and 9 cards predicts royalties, the probability of a foul and the
//! probabilities of entering Fantasyland, by hand. Values are sums of these weighted by the stakes,
//! so that the networks need no new training when the stakes change. They were trained on exact
//! values of street 4 by `examples/evaluator.rs`, without opponents. Those for classic dealing are for
//! 5 and 6, 7 and 8, and 9 and 10 cards, and were trained on exact values of the last three cards.

mod features;
mod net;
pub mod training;

use facedown_cards::PackSet;
use facedown_ofc::endgame::Partial;
use facedown_ofc::{Dealing, Entry, Middle, Rules, Stakes};
use features::Features;
use net::{BYTES, Net, OUT};
use std::sync::LazyLock;

/// Three networks, for boards of 5, 7 and 9 cards, and with classic dealing one card more.
#[derive(Clone, Debug)]
pub struct Evaluator {
    nets: [Net; 3],
}

static PLAIN: LazyLock<Option<Evaluator>> =
    LazyLock::new(|| Evaluator::read(include_bytes!("plain.net")));
static JOKERS: LazyLock<Option<Evaluator>> =
    LazyLock::new(|| Evaluator::read(include_bytes!("jokers.net")));
static CLASSIC: LazyLock<Option<Evaluator>> =
    LazyLock::new(|| Evaluator::read(include_bytes!("classic.net")));
static LOW: LazyLock<Option<Evaluator>> =
    LazyLock::new(|| Evaluator::read(include_bytes!("low.net")));

impl Evaluator {
    /// Returns the evaluator that was trained for such rules.
    pub fn of(rules: &Rules) -> Option<&'static Self> {
        match (rules.middle, rules.jokers, rules.dealing) {
            (Middle::DeuceToSeven, ..) => LOW.as_ref(),
            (Middle::High, 0, Dealing::Pineapple) => PLAIN.as_ref(),
            (Middle::High, 0, Dealing::Classic) => CLASSIC.as_ref(),
            (Middle::High, ..) => JOKERS.as_ref().or(PLAIN.as_ref()),
        }
    }

    /// Reads an evaluator; `None` if the bytes have the wrong length.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let nets: Vec<Net> = bytes.chunks_exact(BYTES).map(Net::read).collect();
        Some(Self { nets: nets.try_into().ok()? })
    }

    /// Writes the evaluator as bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(3 * BYTES);
        for net in &self.nets {
            net.write(&mut bytes);
        }
        bytes
    }

    /// Predicts royalties, the probability of a foul, and the probabilities of Fantasyland by
    /// [`training_rules`].
    fn predict(&self, board: &Partial, unseen: PackSet) -> [f32; OUT] {
        let net = &self.nets[net_of(board)];
        net.pass(&Features::of(board, unseen)).out
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
    evaluator: Option<&'static Evaluator>,
    weights: [f32; OUT],
}

impl Estimator {
    /// Returns the estimator of a seat with this many opponents.
    pub fn new(rules: &Rules, stakes: Stakes, opponents: usize) -> Self {
        let payers = opponents.max(1) as f32;
        Self { evaluator: Evaluator::of(rules), weights: weights(rules, stakes, payers) }
    }

    /// Estimates the value of a board.
    pub fn value(&self, board: &Partial, unseen: PackSet) -> f64 {
        self.evaluator.map_or(0.0, |evaluator| {
            let predicted = evaluator.predict(board, unseen);
            f64::from(weigh(&self.weights, &predicted))
        })
    }

    /// Estimates the parts of the value.
    pub(crate) fn parts(&self, board: &Partial, unseen: PackSet) -> ValueParts {
        self.evaluator.map_or_else(ValueParts::default, |evaluator| {
            let predicted = evaluator.predict(board, unseen);
            let part = |i: usize| f64::from(self.weights[i] * predicted[i]);
            ValueParts { royalties: part(0), foul: -part(1), entry: (2..OUT).map(part).sum() }
        })
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

/// Returns the weights of the predictions in a value.
fn weights(rules: &Rules, stakes: Stakes, payers: f32) -> [f32; OUT] {
    let Entry { queens, kings, aces, threes, wheel, wheel_and_top } = rules.fantasyland.entry;
    let ways = match rules.middle {
        Middle::High => [0, queens, kings, aces, threes],
        Middle::DeuceToSeven => [wheel, kings, aces, threes, wheel_and_top],
    };
    let value_of = |cards: u8| match cards {
        0 => 0.0,
        cards => stakes.entry[usize::from(cards) - 13] as f32,
    };
    let [a, b, c, d, e] = ways.map(value_of);
    [payers, -(stakes.foul as f32) * payers, a, b, c, d, e]
}

fn weigh(weights: &[f32; OUT], predicted: &[f32; OUT]) -> f32 {
    weights.iter().zip(predicted).map(|(weight, predicted)| weight * predicted).sum()
}
