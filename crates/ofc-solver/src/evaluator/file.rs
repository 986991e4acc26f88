//! Weight files of the value networks.

use super::features::FEATURES;
use super::net::Net;
use super::{BoardNet, Evaluator, FIRST, OUT, PARTS, SECOND, net_of};
use facedown_nets::{Weights, WeightsError};

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
    let mut net = Net::zeros(FEATURES);
    let first = weights.tensor("fc.0.weight", &[FIRST, FEATURES])?;
    for (output, row) in first.chunks_exact(FEATURES).enumerate() {
        for (column, weight) in net.first.iter_mut().zip(row) {
            column[output] = *weight;
        }
    }
    net.first_bias.copy_from_slice(weights.tensor("fc.0.bias", &[FIRST])?);
    let second = net.second.as_flattened_mut();
    second.copy_from_slice(weights.tensor("fc.2.weight", &[SECOND, FIRST])?);
    net.second_bias.copy_from_slice(weights.tensor("fc.2.bias", &[SECOND])?);
    let (value, rows) = net.last.as_flattened_mut().split_at_mut(PARTS * SECOND);
    value.copy_from_slice(weights.tensor("value.weight", &[PARTS, SECOND])?);
    rows.copy_from_slice(weights.tensor("rows.weight", &[OUT - PARTS, SECOND])?);
    let (value, rows) = net.last_bias.split_at_mut(PARTS);
    value.copy_from_slice(weights.tensor("value.bias", &[PARTS])?);
    rows.copy_from_slice(weights.tensor("rows.bias", &[OUT - PARTS])?);
    Ok(net)
}
