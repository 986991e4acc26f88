//! The networks of the bot `steady`, by which the value of Fantasyland was measured. They are frozen:
//! what is stronger goes into [`Evaluator`](super::Evaluator).

mod features;

use super::net::Net;
use super::{OUT, PARTS, net_of};
use facedown_cards::PackSet;
use facedown_ofc::endgame::Partial;
use facedown_ofc::{Dealing, Middle, Rules};
use features::{FEATURES, Features};
use std::sync::LazyLock;

type SteadyNet = Net<32, 16, PARTS>;

/// Three networks, for boards of 5, 7 and 9 cards, and with classic dealing one card more.
#[derive(Clone, Debug)]
pub(super) struct SteadyEvaluator {
    nets: [SteadyNet; 3],
}

static PLAIN: LazyLock<Option<SteadyEvaluator>> =
    LazyLock::new(|| read(include_bytes!("plain.net")));
static JOKERS: LazyLock<Option<SteadyEvaluator>> =
    LazyLock::new(|| read(include_bytes!("jokers.net")));
static CLASSIC: LazyLock<Option<SteadyEvaluator>> =
    LazyLock::new(|| read(include_bytes!("classic.net")));
static LOW: LazyLock<Option<SteadyEvaluator>> = LazyLock::new(|| read(include_bytes!("low.net")));

fn read(bytes: &[u8]) -> Option<SteadyEvaluator> {
    let nets = bytes.chunks_exact(SteadyNet::bytes(FEATURES));
    let nets: Vec<SteadyNet> = nets.map(|bytes| Net::read(bytes, FEATURES)).collect();
    Some(SteadyEvaluator { nets: nets.try_into().ok()? })
}

impl SteadyEvaluator {
    /// Returns the evaluator that was trained for such rules.
    pub(super) fn of(rules: &Rules) -> Option<&'static Self> {
        match (rules.middle, rules.jokers, rules.dealing) {
            (Middle::DeuceToSeven, ..) => LOW.as_ref(),
            (Middle::High, 0, Dealing::Pineapple) => PLAIN.as_ref(),
            (Middle::High, 0, Dealing::Classic) => CLASSIC.as_ref(),
            (Middle::High, ..) => JOKERS.as_ref().or(PLAIN.as_ref()),
        }
    }

    /// Writes the networks as bytes.
    pub(super) fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(3 * SteadyNet::bytes(FEATURES));
        self.nets.iter().for_each(|net| net.write(&mut bytes));
        bytes
    }

    /// Predicts royalties, the probability of a foul, and the probabilities of Fantasyland; nothing of
    /// the rows.
    pub(super) fn predict(&self, board: &Partial, unseen: PackSet) -> [f32; OUT] {
        let mut all = [0.0; OUT];
        let features = Features::of(board, unseen);
        all[..PARTS]
            .copy_from_slice(&self.nets[net_of(board.cards().len())].outputs(features.list()));
        all
    }
}
