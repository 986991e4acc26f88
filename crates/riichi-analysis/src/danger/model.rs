//! The fitted model: sums of weights of the features that hold. No layer follows, so that it is no
//! network; its file and its sums are those of a network's first layer.
//!
//! Three sums, each with weights for every class of opponent: the log odds of dealing in, the log odds
//! of tenpai, and the logarithm of the points that dealing in costs. Weights are whole multiples of
//! [`UNIT`], so that sums are exact in any order. `cargo research fit_danger` fits them on recorded
//! games.

use super::features::{Class, OPPONENT_WIDTH, Opponent, Situation, WIDTH};
use facedown_game::math;
use facedown_nets::{Columns, Weights, WeightsError};
use facedown_tiles::Kind;
use std::array;
use std::sync::LazyLock;

/// What weights are multiples of.
pub const UNIT: f32 = 1.0 / 1024.0;
/// What the weight files of such models call their inputs.
pub const ENCODER: &str = "riichi-danger-1";

/// The model of a number of seats.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// The log odds of dealing in and the logarithm of the points, by class and feature.
    tile: Columns<2>,
    /// The log odds of tenpai, by class and feature of the opponent.
    tenpai: Columns<1>,
}

static FOUR: LazyLock<Model> = LazyLock::new(|| shipped(include_bytes!("four.safetensors")));
static THREE: LazyLock<Model> = LazyLock::new(|| shipped(include_bytes!("three.safetensors")));

fn shipped(file: &[u8]) -> Model {
    Model::read(file).unwrap_or_else(|_| unreachable!("the weights that ship fit the features"))
}

impl Model {
    /// Returns the fitted model for this number of seats.
    pub fn of(seats: usize) -> &'static Self {
        if seats == 3 { &THREE } else { &FOUR }
    }

    /// Reads a weight file: `tile.weight`, the log odds of dealing in and the logarithm of the points
    /// for every feature of every class, and `tenpai.weight`.
    pub fn read(file: &[u8]) -> Result<Self, WeightsError> {
        let weights = Weights::read(file)?;
        weights.check_encoder(ENCODER)?;
        Ok(Self {
            tile: Columns::without_bias(&weights, "tile", Class::COUNT * WIDTH)?,
            tenpai: Columns::without_bias(&weights, "tenpai", Class::COUNT * OPPONENT_WIDTH)?,
        })
    }

    /// Returns the probability that an opponent is tenpai.
    pub fn tenpai(&self, opponent: &Opponent) -> f32 {
        if opponent.class == Class::Riichi {
            return 1.0;
        }
        let mut sum = [0.0];
        let features = of_class(opponent.class, OPPONENT_WIDTH, *opponent.features());
        self.tenpai.add(&mut sum, &features);
        logistic(sum[0])
    }

    /// Returns the sums of an opponent's own features, to be added to those of tiles.
    pub(crate) fn base(&self, opponent: &Opponent) -> Base {
        let mut sums = [0.0; 2];
        self.tile.add(&mut sums, &of_class(opponent.class, WIDTH, *opponent.features()));
        Base(sums)
    }

    /// Returns the probability that a discard of a kind deals in, and the expected points if it does.
    pub(crate) fn tile(
        &self,
        situation: &Situation,
        opponent: &Opponent,
        base: Base,
        kind: Kind,
    ) -> (f32, f32) {
        if opponent.safe.contains(kind) {
            return (0.0, 0.0);
        }
        let Base(mut sums) = base;
        let features = situation.tile_features(opponent, kind);
        self.tile.add(&mut sums, &of_class(opponent.class, WIDTH, features));
        let [deal_in, points] = sums;
        (logistic(deal_in), math::exp_f32(points.clamp(5.0, 11.0)))
    }
}

/// Returns the places of features in a table that has `width` weights for each class.
fn of_class<const N: usize>(class: Class, width: usize, features: [u16; N]) -> [u16; N] {
    let start = (class as usize * width) as u16;
    array::from_fn(|i| start + features[i])
}

/// Sums of an opponent's own features: dealing in, points.
#[derive(Clone, Copy)]
pub(crate) struct Base([f32; 2]);

fn logistic(sum: f32) -> f32 {
    1.0 / (1.0 + math::exp_f32(-sum))
}

#[cfg(test)]
mod tests {
    use super::*;
    use facedown_nets::Precision;

    #[test]
    fn weights_are_stored_exactly() {
        for file in [&include_bytes!("four.safetensors")[..], include_bytes!("three.safetensors")] {
            let weights = Weights::read(file).unwrap();
            for value in weights.tensors.values().flat_map(|tensor| &tensor.data) {
                assert!((value / UNIT).fract().abs() <= 0.0, "{value}");
            }
            assert_eq!(weights.write(Precision::Fixed(UNIT)), file);
        }
    }

    #[test]
    fn weights_of_other_features_are_refused() {
        let mut weights = Weights::read(include_bytes!("four.safetensors")).unwrap();
        weights.metadata.insert("encoder".to_owned(), "riichi-danger-0".to_owned());
        let error = Model::read(&weights.write(Precision::Fixed(UNIT))).unwrap_err().to_string();
        let expected =
            "the weights are for the encoder 'riichi-danger-0', expected 'riichi-danger-1'";
        assert_eq!(error, expected);
    }
}
