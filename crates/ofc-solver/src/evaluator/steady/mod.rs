//! The networks of the bot `steady`, by which the value of Fantasyland was measured. They are frozen:
//! what is stronger goes into [`Evaluator`](super::Evaluator).

mod features;

use super::{OUT, PARTS, net_of, weights};
use facedown_cards::PackSet;
use facedown_nets::{Columns, FactNetwork, Rows, Weights, WeightsError};
use facedown_ofc::endgame::Partial;
use facedown_ofc::{Dealing, Middle, Rules};
use features::{FEATURES, Features};

type SteadyNet = FactNetwork<32, 16, PARTS>;

/// Three networks, for boards of 5, 7 and 9 cards, and with classic dealing one card more.
#[derive(Clone, Debug)]
pub(super) struct SteadyEvaluator {
    nets: [SteadyNet; 3],
    /// The file, for a checksum.
    pub(super) bytes: Vec<u8>,
}

impl SteadyEvaluator {
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

    /// Reads a weight file: tensors `5.fc.0.weight` and so on, for each size of board.
    pub(super) fn read(file: &[u8]) -> Result<Self, WeightsError> {
        let weights = Weights::read(file)?;
        weights.check_encoder("ofc-steady-1")?;
        let net = |cards: u8| -> Result<SteadyNet, WeightsError> {
            Ok(FactNetwork {
                first: Columns::read(&weights, &format!("{cards}.fc.0"), FEATURES)?,
                second: Rows::read(&weights, &format!("{cards}.fc.2"))?,
                last: Rows::read(&weights, &format!("{cards}.fc.4"))?,
            })
        };
        Ok(Self { nets: [net(5)?, net(7)?, net(9)?], bytes: file.to_vec() })
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
