//! The sums of the model as tables of weights, and its weight file.

use facedown_nets::{Precision, Tensor, Weights};
use facedown_riichi_analysis::danger::features::{Class, OPPONENT_WIDTH, WIDTH};
use facedown_riichi_analysis::danger::model::{ENCODER, UNIT};

/// A sum of the model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Head {
    /// The log odds of dealing in with a tile.
    DealIn,
    /// The log odds of tenpai.
    Tenpai,
    /// The logarithm of the points of a win, counters apart.
    Points,
}

impl Head {
    /// Returns the number of its weights: a table for each class.
    pub(crate) const fn count(self) -> usize {
        Class::COUNT * self.width()
    }

    /// Returns the number of its weights for one class.
    pub(crate) const fn width(self) -> usize {
        match self {
            Self::DealIn | Self::Points => WIDTH,
            Self::Tenpai => OPPONENT_WIDTH,
        }
    }
}

/// Returns the weight file of three sums, each a table for every class.
pub(crate) fn file(deal_in: &[f32], tenpai: &[f32], points: &[f32]) -> Vec<u8> {
    let mut file = Weights::default();
    file.metadata.insert("encoder".to_owned(), ENCODER.to_owned());
    let (tile, inputs) = ([deal_in, points].concat(), Class::COUNT * WIDTH);
    let tensor = Tensor { shape: vec![2, inputs], data: tile };
    file.tensors.insert("tile.weight".to_owned(), tensor);
    let tensor = Tensor { shape: vec![1, tenpai.len()], data: tenpai.to_vec() };
    file.tensors.insert("tenpai.weight".to_owned(), tensor);
    file.write(Precision::Fixed(UNIT))
}

/// Returns the weights of a sum of the model for four seats.
pub(crate) fn of_four(head: Head) -> Vec<f32> {
    let file = include_bytes!("../../../../../crates/riichi-analysis/src/danger/four.safetensors");
    let mut file = Weights::read(file).expect("the weights that ship can be read");
    let mut tensor = |name: &str| file.tensors.remove(name).expect("it is there").data;
    match head {
        Head::DealIn => tensor("tile.weight")[..head.count()].to_vec(),
        Head::Points => tensor("tile.weight")[head.count()..].to_vec(),
        Head::Tenpai => tensor("tenpai.weight"),
    }
}
