//! Settings from the networks' candidates.

use super::encode::{HAND, HandError, INPUTS, MIDDLES, TOPS, encode_hand, sorted};
use super::samples::rest;
use super::settings::{Best, Settings};
use super::{MIDDLE_ENCODER, TOP_ENCODER};
use crate::combinations::combination_at;
use facedown_cards::PackCard;
use facedown_nets::{Network, WeightsError, Workspace, top_k};
use facedown_ofc::Board;
use std::fmt;

/// How middles are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Middles {
    /// The best `k` by the middle network.
    Predicted,
    /// All of them.
    All,
}

/// Why a hand cannot be set.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum PolicyError {
    /// The cards are no hand.
    Hand(HandError),
    /// There must be candidates.
    Candidates(usize),
    /// There is no middle network.
    NoMiddle,
    /// All candidates are fouls.
    AllFoul {
        /// Settings that were tried.
        settings: u64,
    },
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hand(error) => error.fmt(f),
            Self::Candidates(k) => write!(f, "k is {k}, expected at least 1"),
            Self::NoMiddle => f.write_str("no middle network: search all middles instead"),
            Self::AllFoul { settings } => {
                write!(f, "all {settings} settings tried are fouls: raise k")
            }
        }
    }
}

impl std::error::Error for PolicyError {}

impl From<HandError> for PolicyError {
    fn from(error: HandError) -> Self {
        Self::Hand(error)
    }
}

/// The best setting that was tried.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PolicyAnswer {
    /// The rows.
    pub board: Board,
    /// Royalties, and the value of staying.
    pub value: f64,
    /// Settings that were tried.
    pub settings: u64,
}

/// Sets hands by the candidates of networks.
#[derive(Debug)]
pub struct PolicySolver {
    top: Network,
    middle: Option<Network>,
    settings: Settings,
    workspace: Workspace,
    inputs: Vec<f32>,
    outputs: Vec<f32>,
}

impl PolicySolver {
    /// Returns the solver with these networks, read by [`PolicySolver::read_top`] and
    /// [`PolicySolver::read_middle`].
    pub fn new(top: Network, middle: Option<Network>, stay_value: f64) -> Self {
        let (settings, workspace) = (Settings::new(stay_value), Workspace::default());
        Self { top, middle, settings, workspace, inputs: Vec::new(), outputs: Vec::new() }
    }

    /// Reads a top network.
    pub fn read_top(bytes: &[u8]) -> Result<Network, WeightsError> {
        Network::read(bytes, TOP_ENCODER)?.expect(INPUTS, TOPS)
    }

    /// Reads a middle network.
    pub fn read_middle(bytes: &[u8]) -> Result<Network, WeightsError> {
        Network::read(bytes, MIDDLE_ENCODER)?.expect(INPUTS, MIDDLES)
    }

    /// Returns the best setting among the best `k` tops, the best `k` or all middles of each, and all
    /// bottoms.
    pub fn solve(
        &mut self,
        cards: &[PackCard],
        k: usize,
        middles: Middles,
    ) -> Result<PolicyAnswer, PolicyError> {
        let hand = sorted(cards)?;
        if k == 0 {
            return Err(PolicyError::Candidates(k));
        }
        let tops = self.tops(&hand, k.min(TOPS));
        let lists = match middles {
            Middles::All => None,
            Middles::Predicted => Some(self.middles(&hand, &tops, k.min(MIDDLES))?),
        };
        self.settings.fill(&hand);
        let all: Vec<u32> = match middles {
            Middles::All => (0..MIDDLES as u32).collect(),
            Middles::Predicted => Vec::new(),
        };
        let mut best = Best::NONE;
        for (i, top) in tops.iter().enumerate() {
            let list = lists.as_ref().map_or(&all[..], |lists| &lists[i]);
            self.try_middles(*top, list, &mut best);
        }
        let settings = best.settings;
        best.answer(&hand).ok_or(PolicyError::AllFoul { settings })
    }

    /// Returns the best tops of a hand, as positions.
    fn tops(&mut self, hand: &[PackCard; HAND], k: usize) -> Vec<u32> {
        self.inputs.resize(INPUTS, 0.0);
        self.outputs.resize(TOPS, 0.0);
        encode_hand(hand, &mut self.inputs);
        let run = self.top.run(&mut self.workspace, &self.inputs, &mut self.outputs);
        run.expect("the network was checked");
        let mut labels = vec![0; k];
        top_k(&self.outputs, &mut labels);
        labels.iter().filter_map(|label| combination_at(HAND, 3, *label as usize)).collect()
    }

    /// Returns the labels of the best middles behind each top, in one run of the network.
    fn middles(
        &mut self,
        hand: &[PackCard; HAND],
        tops: &[u32],
        k: usize,
    ) -> Result<Vec<Vec<u32>>, PolicyError> {
        let network = self.middle.as_ref().ok_or(PolicyError::NoMiddle)?;
        self.inputs.resize(tops.len() * INPUTS, 0.0);
        self.outputs.resize(tops.len() * MIDDLES, 0.0);
        for (top, out) in tops.iter().zip(self.inputs.chunks_exact_mut(INPUTS)) {
            encode_hand(&rest(hand, *top), out);
        }
        let run = network.run(&mut self.workspace, &self.inputs, &mut self.outputs);
        run.expect("the network was checked");
        let best = |scores: &[f32]| {
            let mut labels = vec![0; k];
            top_k(scores, &mut labels);
            labels
        };
        Ok(self.outputs.chunks_exact(MIDDLES).map(best).collect())
    }

    /// Tries the middles with these labels behind a top, and all bottoms of each.
    fn try_middles(&self, top: u32, labels: &[u32], best: &mut Best) {
        let left: Vec<usize> = (0..HAND).filter(|i| top >> i & 1 == 0).collect();
        for label in labels {
            let subset = combination_at(HAND - 3, 5, *label as usize).expect("a label");
            let taken = left.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1);
            let middle: u32 = taken.map(|(_, position)| 1 << position).sum();
            self.settings.try_bottoms(top, middle, best);
        }
    }
}
