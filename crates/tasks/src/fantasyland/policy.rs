//! Settings from the networks' candidates.

use super::encode::{HAND, HandError, INPUTS, MIDDLES, TOPS, encode_hand, sorted};
use super::samples::rest;
use super::{MIDDLE_ENCODER, TOP_ENCODER};
use crate::combinations::combination_at;
use facedown_cards::poker::{Strength, Subsets};
use facedown_cards::{PackCard, PackSet};
use facedown_nets::{Network, WeightsError, Workspace, top_k};
use facedown_ofc::{Board, Rows, Rules, Scorer};
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
    scorer: Scorer,
    stay_value: f64,
    workspace: Workspace,
    inputs: Vec<f32>,
    outputs: Vec<f32>,
    /// The number of each subset of three and five positions, jokers at their best.
    strengths: Vec<u16>,
}

/// The subsets of fourteen positions.
const SUBSETS: usize = 1 << HAND;

impl PolicySolver {
    /// Returns the solver with these networks, read by [`PolicySolver::read_top`] and
    /// [`PolicySolver::read_middle`].
    pub fn new(top: Network, middle: Option<Network>, stay_value: f64) -> Self {
        let scorer = Scorer::new(&Rules::STANDARD).expect("a preset");
        let (inputs, outputs, strengths) = (Vec::new(), Vec::new(), vec![0; SUBSETS]);
        let workspace = Workspace::default();
        Self { top, middle, scorer, stay_value, workspace, inputs, outputs, strengths }
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
        self.fill_strengths(&hand);
        let all: Vec<u32> = match middles {
            Middles::All => (0..MIDDLES as u32).collect(),
            Middles::Predicted => Vec::new(),
        };
        let mut best = Best { value: f64::NEG_INFINITY, rows: [0; 3], settings: 0 };
        for (i, top) in tops.iter().enumerate() {
            let list = lists.as_ref().map_or(&all[..], |lists| &lists[i]);
            self.try_middles(&hand, *top, list, &mut best);
        }
        let settings = best.settings;
        if best.value == f64::NEG_INFINITY {
            return Err(PolicyError::AllFoul { settings });
        }
        let board = board(&hand, best.rows);
        Ok(PolicyAnswer { board, value: best.value, settings })
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

    fn fill_strengths(&mut self, hand: &[PackCard; HAND]) {
        let subsets = Subsets::new(hand).expect("fourteen different cards");
        // The subsets have an order of their own.
        let mut position = [0; HAND];
        for (bit, position) in position.iter_mut().enumerate() {
            let card = subsets.card(bit);
            *position = hand.iter().position(|own| *own == card).unwrap_or(0);
        }
        let translate = |mask: u32| {
            let bits = (0..HAND).filter(|bit| mask >> bit & 1 == 1);
            bits.map(|bit| 1usize << position[bit]).sum::<usize>()
        };
        let all = subsets.all();
        let strengths = &mut self.strengths;
        // With both jokers fives and threes that are made of one joker come with the first alone.
        subsets.fives(all, |mask, strength| strengths[translate(mask)] = strength.number());
        subsets.threes(all, |mask, strength| strengths[translate(mask)] = strength.number());
    }

    /// Tries the middles with these labels behind a top, and all bottoms of each.
    fn try_middles(&self, hand: &[PackCard; HAND], top: u32, labels: &[u32], best: &mut Best) {
        let left: Vec<usize> = (0..HAND).filter(|i| top >> i & 1 == 0).collect();
        let jokers = hand.iter().take_while(|card| card.is_joker()).count();
        for label in labels {
            let subset = combination_at(HAND - 3, 5, *label as usize).expect("a label");
            let taken = left.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1);
            let middle: u32 = taken.map(|(_, position)| 1 << position).sum();
            let rest = (SUBSETS as u32 - 1) & !top & !middle;
            let mut out = rest;
            while out != 0 {
                let bottom = rest & !(out & out.wrapping_neg());
                out &= out - 1;
                best.settings += 1;
                let rows = [top, middle, bottom];
                if let Some(value) = self.value(hand, rows, jokers).filter(|v| *v > best.value) {
                    (best.value, best.rows) = (value, rows);
                }
            }
        }
    }

    /// Returns the value of a setting; `None` if it is a foul.
    fn value(&self, hand: &[PackCard; HAND], rows: [u32; 3], jokers: usize) -> Option<f64> {
        let rows = if jokers == 0 {
            let strength = |mask: u32| Strength::from_number(self.strengths[mask as usize]);
            let [top, middle, bottom] = rows.map(strength);
            let rows = Rows { top: top?, middle: middle?, bottom: bottom? };
            if rows.top > rows.middle || rows.middle > rows.bottom {
                return None;
            }
            rows
        } else {
            self.scorer.rows(&board(hand, rows))?
        };
        let stays = self.scorer.stay(rows, HAND as u8).is_some();
        let stay = if stays { self.stay_value } else { 0.0 };
        Some(f64::from(self.scorer.royalties(rows)) + stay)
    }
}

/// The best setting so far, as positions.
struct Best {
    value: f64,
    rows: [u32; 3],
    settings: u64,
}

/// Returns the board of three sets of positions.
fn board(hand: &[PackCard; HAND], rows: [u32; 3]) -> Board {
    let set = |mask: u32| {
        let cards = (0..HAND).filter(|i| mask >> i & 1 == 1);
        cards.map(|i| hand[i]).collect::<PackSet>()
    };
    Board::new(rows.map(set)).expect("rows of three, five and five positions")
}
