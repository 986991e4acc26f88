//! Estimates, in the middle or on one side.

use super::{ENCODER, INPUTS, OUTPUTS, encode};
use facedown_cards::CardSet;
use facedown_nets::{Network, WeightsError, Workspace, argmax, softmax};
use std::fmt;

/// Which way an estimate may be wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Side {
    /// The most probable deadwood.
    Likely,
    /// At least the deadwood, but for this share of hands by the network's own account: the safe side
    /// for knocking, since a knock that was estimated legal is legal.
    AtLeast(f64),
    /// At most the deadwood, but for this share of hands: the safe side for expecting the opponent's
    /// knock.
    AtMost(f64),
}

/// Why there is no estimate.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum EstimateError {
    /// The bits are no hand of one to eleven cards.
    Hand {
        /// The index of the hand.
        index: usize,
        /// The bits.
        bits: u64,
    },
    /// The share of wrong estimates is not between 0 and a half.
    Rate(f64),
    /// There is another number of places for answers.
    Room {
        /// The hands.
        hands: usize,
        /// The places.
        room: usize,
    },
}

impl fmt::Display for EstimateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hand { index, bits } => {
                write!(f, "hand {index} is {bits:#x}, expected one to eleven of 52 cards")
            }
            Self::Rate(rate) => write!(f, "a rate of {rate}, expected one from 0 to 0.5"),
            Self::Room { hands, room } => write!(f, "{hands} hands, but room for {room} answers"),
        }
    }
}

impl std::error::Error for EstimateError {}

/// Estimates deadwood.
#[derive(Clone, Debug)]
pub struct DeadwoodEstimator {
    network: Network,
    workspace: Workspace,
    inputs: Vec<f32>,
    outputs: Vec<f32>,
}

/// Hands of one run of the network.
const CHUNK: usize = 256;

impl DeadwoodEstimator {
    /// Reads the weights.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let network = Network::read(bytes, ENCODER)?.expect(INPUTS, OUTPUTS)?;
        let (inputs, outputs) = (Vec::new(), Vec::new());
        Ok(Self { network, workspace: Workspace::default(), inputs, outputs })
    }

    /// Estimates the deadwood of hands, given as bits.
    pub fn estimate(
        &mut self,
        hands: &[u64],
        side: Side,
        deadwood: &mut [u8],
    ) -> Result<(), EstimateError> {
        if hands.len() != deadwood.len() {
            return Err(EstimateError::Room { hands: hands.len(), room: deadwood.len() });
        }
        if let Side::AtLeast(rate) | Side::AtMost(rate) = side
            && !(0.0..=0.5).contains(&rate)
        {
            return Err(EstimateError::Rate(rate));
        }
        let is_hand = |bits: u64| {
            CardSet::from_bits(bits).is_some_and(|cards| (1..=11).contains(&cards.len()))
        };
        if let Some(index) = hands.iter().position(|bits| !is_hand(*bits)) {
            return Err(EstimateError::Hand { index, bits: hands[index] });
        }
        for (hands, deadwood) in hands.chunks(CHUNK).zip(deadwood.chunks_mut(CHUNK)) {
            self.inputs.resize(hands.len() * INPUTS, 0.0);
            self.outputs.resize(hands.len() * OUTPUTS, 0.0);
            for (hand, out) in hands.iter().zip(self.inputs.chunks_exact_mut(INPUTS)) {
                encode(*hand, out);
            }
            let run = self.network.run(&mut self.workspace, &self.inputs, &mut self.outputs);
            run.expect("the network was checked");
            for (out, scores) in deadwood.iter_mut().zip(self.outputs.chunks_exact_mut(OUTPUTS)) {
                *out = choose(scores, side);
            }
        }
        Ok(())
    }
}

/// Returns the estimate of one hand.
fn choose(scores: &mut [f32], side: Side) -> u8 {
    let quantile = |scores: &mut [f32], share: f64| {
        softmax(scores);
        let mut below = 0.0;
        let reached = scores.iter().position(|chance| {
            below += f64::from(*chance);
            below >= share
        });
        reached.unwrap_or(scores.len() - 1)
    };
    let found = match side {
        Side::Likely => argmax(scores).unwrap_or(0),
        Side::AtLeast(rate) => quantile(scores, 1.0 - rate),
        Side::AtMost(rate) => quantile(scores, rate.max(f64::MIN_POSITIVE)),
    };
    found as u8
}
