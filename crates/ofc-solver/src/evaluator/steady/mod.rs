//! The networks of the bot `steady`, by which the value of Fantasyland was measured. They are frozen:
//! what is stronger goes into [`Evaluator`](super::Evaluator).

mod features;

use super::net::Net;
use super::{OUT, PARTS, net_of, weights};
use facedown_cards::PackSet;
use facedown_ofc::endgame::Partial;
use facedown_ofc::{Dealing, Middle, Rules};
use features::{FEATURES, Features};

type SteadyNet = Net<32, 16, PARTS>;

/// Three networks, for boards of 5, 7 and 9 cards, and with classic dealing one card more.
#[derive(Clone, Debug)]
pub(super) struct SteadyEvaluator {
    nets: [SteadyNet; 3],
}

impl SteadyEvaluator {
    /// The length of an evaluator as bytes.
    pub(super) const BYTES: usize = 3 * SteadyNet::bytes(FEATURES);

    /// Returns the evaluator that was trained for such rules; `None` if no weights are installed.
    pub(super) fn of(rules: &Rules) -> Option<&'static Self> {
        let all = weights::all()?;
        Some(match (rules.middle, rules.jokers, rules.dealing) {
            (Middle::DeuceToSeven, ..) => &all.low,
            (Middle::High, 0, Dealing::Pineapple) => &all.plain,
            (Middle::High, 0, Dealing::Classic) => &all.classic,
            (Middle::High, ..) => &all.jokers,
        })
    }

    /// Reads an evaluator; `None` if the bytes have the wrong length.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let nets = bytes.chunks_exact(SteadyNet::bytes(FEATURES));
        let nets: Vec<SteadyNet> = nets.map(|bytes| Net::read(bytes, FEATURES)).collect();
        Some(Self { nets: nets.try_into().ok()? })
    }

    /// Writes the networks as bytes.
    pub(super) fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::BYTES);
        self.nets.iter().for_each(|net| net.write(&mut bytes));
        bytes
    }

    /// Predicts royalties, the probability of a foul, and the probabilities of Fantasyland; nothing of
    /// the rows.
    pub(super) fn predict(&self, board: &Partial, unseen: PackSet) -> [f32; OUT] {
        let mut all = [0.0; OUT];
        let net = &self.nets[net_of(board.cards().len())];
        all[..PARTS].copy_from_slice(&net.outputs(Features::of(board, unseen).list()));
        all
    }
}
