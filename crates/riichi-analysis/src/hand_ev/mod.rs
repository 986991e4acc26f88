//! What a hand is worth: for each discard the chance to win, the chance to be tenpai at the end, and
//! the expected points, for one seat that draws from the wall to the end of the round.
//!
//! The hands within reach are the nodes of a graph (`graph.rs`), complete hands are scored with
//! red fives and ura dora in expectation (`payoff.rs`), and values are computed backward from the
//! last draw (`backward.rs`). `docs/reference/riichi-hand-ev.md` states the model and its bias.
//!
//! ```
//! use facedown_riichi_analysis::hand_ev::{EvOptions, HandEv};
//! use facedown_tiles::Hand;
//!
//! let hand: Hand = "123m406p7789s1122z".parse()?;
//! let options = EvOptions { turn: 6, ..EvOptions::default() };
//! let ev = HandEv::of(&hand, &options)?;
//! let best = &ev.discards[0];
//! assert_eq!(best.tile.unwrap().to_string(), "7s");
//! assert!(best.win[0] < 1.0 && best.points[0] > 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backward;
mod graph;
mod of_view;
mod options;
mod packed;
mod payoff;
mod simulate;

pub use of_view::ev_options;
pub use options::{EvError, EvOptions};
pub use simulate::{Dealt, Simulator};

use backward::{Layers, Model};
use facedown_tiles::{Hand, Tile, Unseen};
use graph::{Graph, Root};
use options::Hidden;
use payoff::{Payoff, Scorer};

/// What a hand is worth, by discard.
#[derive(Clone, PartialEq, Debug)]
pub struct HandEv {
    /// The shanten of the hand.
    pub shanten: i8,
    /// The turn of the first entry of every array.
    pub turn: u8,
    /// The number of own draws to come.
    pub draws: u8,
    /// The number of unseen tiles.
    pub unseen: u16,
    /// The number of hands considered.
    pub nodes: usize,
    /// Whether paths may reshape the hand or take it back a step.
    pub reshapes: bool,
    /// The points of the hand if it is complete already and has a yaku by tsumo.
    pub complete: Option<f32>,
    /// Each discard, most points first; one entry without a tile before a draw.
    pub discards: Vec<DiscardEv>,
}

/// What a hand is worth after a discard. Entry *i* of each array is the value if *i* more draws have
/// come and gone and the hand is still the same.
#[derive(Clone, PartialEq, Debug)]
pub struct DiscardEv {
    /// The discard; a red five only if there is no plain one. `None` before a draw.
    pub tile: Option<Tile>,
    /// The shanten after it.
    pub shanten: i8,
    /// The number of unseen tiles that lower it.
    pub acceptance: u8,
    /// Whether riichi should be declared with it.
    pub riichi: bool,
    /// The expected points if riichi is declared with it, where that is possible.
    pub declared: Option<f32>,
    /// The expected points if riichi is not declared with it.
    pub silent: f32,
    /// The chance to win.
    pub win: Vec<f32>,
    /// The chance to be tenpai at an exhaustive draw.
    pub tenpai: Vec<f32>,
    /// The expected points.
    pub points: Vec<f32>,
}

impl HandEv {
    /// Evaluates a hand.
    pub fn of(hand: &Hand, options: &EvOptions) -> Result<Self, EvError> {
        EvSolver::default().solve(hand, options)
    }
}

/// Evaluates hands one after the other in the same memory.
#[derive(Clone, Debug, Default)]
pub struct EvSolver {
    graph: Graph,
    payoffs: Vec<Payoff>,
    layers: Layers,
}

impl EvSolver {
    /// Evaluates a hand of 14 tiles by discard, or one of 13 before its draw; each meld replaces
    /// three. If too many hands are within reach, reshaping is left out.
    pub fn solve(&mut self, hand: &Hand, options: &EvOptions) -> Result<HandEv, EvError> {
        let hidden = options.check(hand)?;
        let root = self.build(hand, options, hidden)?;
        Ok(self.evaluate(&root, options, |_, _| ()))
    }

    /// Builds the graph, without reshaping if it would be too large with it.
    fn build(&mut self, hand: &Hand, options: &EvOptions, hidden: Hidden) -> Result<Root, EvError> {
        let draws = options.draws_left(hand.len() % 3 == 2);
        let mut root = Root::new(hand, options.pack(), hidden, options.reshape, draws);
        for reshape in (0..=options.reshape).rev() {
            root = Root::new(hand, options.pack(), hidden, reshape, draws);
            if self.graph.build(&root, options.max_nodes).is_ok() {
                return Ok(root);
            }
        }
        Err(EvError::Nodes { shanten: root.shanten, most: options.max_nodes })
    }

    /// Computes all turns; `each` sees the layers of every turn, the last first.
    fn evaluate(
        &mut self,
        root: &Root,
        options: &EvOptions,
        mut each: impl FnMut(u8, &Layers),
    ) -> HandEv {
        let (model, scorer) = (Model::new(root, options), Scorer::new(root, options));
        self.payoffs.clear();
        for &(node, waits) in &self.graph.tenpai {
            let counts = self.graph.before.keys[node as usize].counts();
            self.payoffs.push(scorer.payoff(&counts, waits));
        }
        let mut discards = discards(root);
        self.layers.end(&self.graph, &model);
        record(&mut discards, &self.layers);
        each(root.draws, &self.layers);
        for turn in (0..root.draws).rev() {
            self.layers.step(&self.graph, &self.payoffs, &model, turn);
            record(&mut discards, &self.layers);
            each(turn, &self.layers);
        }
        for (node, discard) in discards.iter_mut().enumerate() {
            for array in [&mut discard.win, &mut discard.tenpai, &mut discard.points] {
                array.reverse();
            }
            let payoff = self.graph.nodes[node].payoff as usize;
            let [silent, declared] =
                *self.layers.choices.get(payoff).unwrap_or(&[discard.points[0], f32::NEG_INFINITY]);
            discard.silent = silent;
            discard.declared = Some(declared).filter(|points| points.is_finite());
            discard.riichi = declared > silent;
        }
        discards.sort_by(|a, b| b.points[0].total_cmp(&a.points[0]));
        HandEv {
            shanten: if root.hand.len() % 3 == 2 {
                root.hand.shanten(root.pack)
            } else {
                root.shanten
            },
            turn: options.turn,
            draws: root.draws,
            unseen: root.hidden.total,
            nodes: self.graph.nodes.len(),
            reshapes: root.budget > root.shanten,
            complete: complete(root, &scorer),
            discards,
        }
    }
}

/// Returns an entry for each discard of the root, in the order of the first nodes.
fn discards(root: &Root) -> Vec<DiscardEv> {
    let visible = root.hidden.kinds.map(|left| 4 - left);
    let unseen = Unseen::new(&visible);
    let entry = |tile: Option<Tile>, hand: &Hand| {
        let acceptance = hand.acceptance(root.pack, &unseen);
        let (shanten, acceptance) = (acceptance.shanten, acceptance.left);
        let (win, tenpai, points) = (Vec::new(), Vec::new(), Vec::new());
        let (riichi, declared, silent) = (false, None, 0.0);
        DiscardEv { tile, shanten, acceptance, riichi, declared, silent, win, tenpai, points }
    };
    if root.hand.len() % 3 == 1 {
        return vec![entry(None, &root.hand)];
    }
    let of = |kind| {
        let mut hand = root.hand;
        let tile = graph::remove(&mut hand, kind);
        entry(Some(tile), &hand)
    };
    root.hand.kinds().iter().map(of).collect()
}

/// Returns the points of a complete hand, by its best winning tile.
fn complete(root: &Root, scorer: &Scorer<'_>) -> Option<f32> {
    if !root.hand.is_complete(root.pack) {
        return None;
    }
    let points = root.hand.kinds().iter().filter_map(|kind| scorer.points_now(&root.hand, kind));
    points.max_by(f32::total_cmp)
}

fn record(discards: &mut [DiscardEv], layers: &Layers) {
    for (discard, value) in discards.iter_mut().zip(&layers.now) {
        discard.points.push(value[0]);
        discard.win.push(value[1].clamp(0.0, 1.0));
        discard.tenpai.push(value[2].clamp(0.0, 1.0));
    }
}
