//! Weight files of the value networks.

use super::features::FEATURES;
use super::{BoardNet, Evaluator, OUT, PARTS, net_of};
use facedown_nets::{Columns, FactNetwork, Rows, Weights, WeightsError};

/// Returns the encoder of boards with this many cards: 5, 7 or 9.
pub fn encoder(cards: usize) -> String {
    format!("ofc-board{cards}-1")
}

impl Evaluator {
    /// Adds the network of a weight file, in place of one for as many cards. One that was trained for
    /// the rules of another set is refused.
    pub fn add(&mut self, file: &[u8]) -> Result<(), WeightsError> {
        let weights = Weights::read(file)?;
        let expected = self.set.metadata();
        if let Some(rules) = weights.metadata.get("rules").filter(|rules| **rules != expected) {
            let why = format!("'{}', expected '{expected}'", facedown_game::excerpt(rules));
            return Err(WeightsError::Metadata { key: "rules", why });
        }
        let found = weights.metadata.get("encoder").map(String::as_str);
        let cards = [5, 7, 9].into_iter().find(|cards| Some(encoder(*cards).as_str()) == found);
        let Some(cards) = cards else {
            // Not one of ours: the error names what was found.
            return weights.check_encoder(&encoder(9));
        };
        self.nets[net_of(cards)] = Some(read(&weights)?);
        self.bytes.extend(file);
        Ok(())
    }
}

fn read(weights: &Weights) -> Result<BoardNet, WeightsError> {
    Ok(FactNetwork {
        first: Columns::read(weights, "fc.0", FEATURES)?,
        second: Rows::read(weights, "fc.2")?,
        last: Rows::stack(weights, &[("value", PARTS), ("rows", OUT - PARTS)])?,
    })
}
