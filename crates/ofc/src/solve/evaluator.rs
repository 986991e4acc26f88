//! A fast guess at what becomes of a board that is not complete.
//!
//! For boards of 5, 7 and 9 cards one small network each foretells royalties, the chance of a foul
//! and the chances to enter Fantasyland by hand. Values are sums of these with whatever
//! Fantasyland and fouls are worth, so that the networks need not be made again when that changes.
//! They were fitted to exact values of street 4 by `examples/evaluator.rs`, without opponents.

use super::features::Features;
use super::net::{BYTES, Net, OUT};
use crate::endgame::{Partial, Worth};
use crate::{Entry, Middle, Rules};
use facedown_cards::PackSet;
use std::sync::LazyLock;

/// Three networks, for boards of 5, 7 and 9 cards.
#[derive(Clone, Debug)]
pub struct Evaluator {
    pub(super) nets: [Net; 3],
}

static PLAIN: LazyLock<Option<Evaluator>> =
    LazyLock::new(|| Evaluator::read(include_bytes!("plain.net")));
static JOKERS: LazyLock<Option<Evaluator>> =
    LazyLock::new(|| Evaluator::read(include_bytes!("jokers.net")));
static LOW: LazyLock<Option<Evaluator>> =
    LazyLock::new(|| Evaluator::read(include_bytes!("low.net")));

impl Evaluator {
    /// The evaluator that was fitted for rules like these.
    pub fn of(rules: &Rules) -> Option<&'static Self> {
        match (rules.middle, rules.jokers) {
            (Middle::DeuceToSeven, _) => LOW.as_ref(),
            (Middle::High, 0) => PLAIN.as_ref(),
            (Middle::High, _) => JOKERS.as_ref().or(PLAIN.as_ref()),
        }
    }

    /// The evaluator in these bytes; `None` where they are not of the right length.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let nets: Vec<Net> = bytes.chunks_exact(BYTES).map(Net::read).collect();
        Some(Self { nets: nets.try_into().ok()? })
    }

    /// The evaluator as bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(3 * BYTES);
        for net in &self.nets {
            net.write(&mut bytes);
        }
        bytes
    }

    /// Royalties, the chance of a foul, and chances of Fantasyland by what was taught.
    pub(super) fn foretell(&self, board: &Partial, unseen: PackSet) -> [f32; OUT] {
        let net = &self.nets[net_of(board)];
        net.pass(&Features::of(board, unseen)).out
    }
}

/// Which network is for a board.
pub(super) fn net_of(board: &Partial) -> usize {
    match board.cards().len() {
        ..=5 => 0,
        6..=7 => 1,
        _ => 2,
    }
}

/// Rules like these under which every way into Fantasyland has its own number of cards, so that one
/// network tells them apart.
pub(super) fn taught(rules: &Rules) -> Rules {
    let mut taught = *rules;
    taught.fantasyland.entry = match rules.middle {
        Middle::High => {
            Entry { queens: 14, kings: 15, aces: 16, threes: 17, wheel: 0, wheel_and_top: 0 }
        }
        Middle::DeuceToSeven => {
            Entry { queens: 0, kings: 14, aces: 15, threes: 16, wheel: 13, wheel_and_top: 17 }
        }
    };
    taught
}

/// Guesses values under given rules and worths.
#[derive(Clone, Debug)]
pub struct Guess {
    evaluator: Option<&'static Evaluator>,
    pub(super) weights: [f32; OUT],
}

impl Guess {
    /// Guesses for a seat with so many opponents.
    pub fn new(rules: &Rules, worth: Worth, opponents: usize) -> Self {
        let payers = opponents.max(1) as f32;
        Self { evaluator: Evaluator::of(rules), weights: weights(rules, worth, payers) }
    }

    /// The value of a board before more cards come.
    pub fn value(&self, board: &Partial, unseen: PackSet) -> f64 {
        self.evaluator.map_or(0.0, |evaluator| {
            let told = evaluator.foretell(board, unseen);
            f64::from(weigh(&self.weights, &told))
        })
    }

    /// The parts of that value: royalties less what fouls cost, and what Fantasyland brings.
    pub(super) fn promise(&self, board: &Partial, unseen: PackSet) -> Promise {
        self.evaluator.map_or_else(Promise::default, |evaluator| {
            let told = evaluator.foretell(board, unseen);
            let part = |i: usize| f64::from(self.weights[i] * told[i]);
            Promise { royalties: part(0), foul: -part(1), entry: (2..OUT).map(part).sum() }
        })
    }
}

/// What a board promises a seat that plays for its own points, in points.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Promise {
    /// Royalties.
    pub(super) royalties: f64,
    /// What fouls will cost.
    pub(super) foul: f64,
    /// What Fantasyland will bring.
    pub(super) entry: f64,
}

/// What each thing foretold counts for.
pub(super) fn weights(rules: &Rules, worth: Worth, payers: f32) -> [f32; OUT] {
    let Entry { queens, kings, aces, threes, wheel, wheel_and_top } = rules.fantasyland.entry;
    let ways = match rules.middle {
        Middle::High => [0, queens, kings, aces, threes],
        Middle::DeuceToSeven => [wheel, kings, aces, threes, wheel_and_top],
    };
    let worth_of = |cards: u8| match cards {
        0 => 0.0,
        cards => worth.entry[usize::from(cards) - 13] as f32,
    };
    let [a, b, c, d, e] = ways.map(worth_of);
    [payers, -(worth.foul as f32) * payers, a, b, c, d, e]
}

pub(super) fn weigh(weights: &[f32; OUT], told: &[f32; OUT]) -> f32 {
    weights.iter().zip(told).map(|(weight, told)| weight * told).sum()
}
