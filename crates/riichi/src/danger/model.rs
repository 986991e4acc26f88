//! The fitted model: sums of weights, one for each feature.
//!
//! Three sums, each with weights for every class of opponent: the log odds of dealing in, the log odds
//! of tenpai, and the logarithm of the points that dealing in costs. `cargo research fit_danger`
//! fits them on recorded games.

use super::features::{Class, OPPONENT_WIDTH, Opponent, Situation, WIDTH};
use facedown_game::math;
use facedown_tiles::Kind;
use std::fmt;

/// The weights for four and for three seats.
static FOUR: &[u8] = include_bytes!("weights4.bin");
static THREE: &[u8] = include_bytes!("weights3.bin");

/// What a weight of 1 is stored as.
const ONE: f32 = 1024.0;

/// The number of weights of each sum: dealing in, tenpai, points.
const LENGTHS: [usize; 3] =
    [Class::COUNT * WIDTH, Class::COUNT * OPPONENT_WIDTH, Class::COUNT * WIDTH];

const BYTES: usize = 2 * (LENGTHS[0] + LENGTHS[1] + LENGTHS[2]);

/// A sum of the model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Head {
    /// The log odds of dealing in with a tile.
    DealIn,
    /// The log odds of tenpai.
    Tenpai,
    /// The logarithm of the points of a win, counters apart.
    Points,
}

impl Head {
    /// Returns the number of its weights: a table for each class.
    pub const fn count(self) -> usize {
        LENGTHS[self as usize]
    }

    /// Returns the number of its weights for one class.
    pub const fn width(self) -> usize {
        self.count() / Class::COUNT
    }

    const fn start(self) -> usize {
        match self {
            Self::DealIn => 0,
            Self::Tenpai => LENGTHS[0],
            Self::Points => LENGTHS[0] + LENGTHS[1],
        }
    }
}

/// The weights of the model, two bytes each.
#[derive(Clone, Copy)]
pub struct Model<'a> {
    bytes: &'a [u8],
}

impl fmt::Debug for Model<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Model of {} bytes", self.bytes.len())
    }
}

/// Weights of the wrong length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadWeights(usize);

impl fmt::Display for BadWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "weights of {} bytes, expected {BYTES}", self.0)
    }
}

impl std::error::Error for BadWeights {}

impl Model<'static> {
    /// Returns the fitted model for this number of seats.
    pub fn of(seats: usize) -> Self {
        Self { bytes: if seats == 3 { THREE } else { FOUR } }
    }
}

const _: () = assert!(
    include_bytes!("weights4.bin").len() == BYTES && include_bytes!("weights3.bin").len() == BYTES,
    "the weights fit the features"
);

impl<'a> Model<'a> {
    /// Reads weights.
    pub fn new(bytes: &'a [u8]) -> Result<Self, BadWeights> {
        if bytes.len() == BYTES { Ok(Self { bytes }) } else { Err(BadWeights(bytes.len())) }
    }

    /// Writes weights: dealing in, tenpai, points, each a table for every class.
    pub fn write(deal_in: &[f32], tenpai: &[f32], points: &[f32]) -> Vec<u8> {
        let all = deal_in.iter().chain(tenpai).chain(points);
        let rounded = all.map(|weight| {
            let scaled = (weight * ONE).round();
            scaled.clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
        });
        rounded.flat_map(i16::to_le_bytes).collect()
    }

    /// Iterates over the weights of a sum, a table for every class.
    pub fn weights(&self, head: Head) -> impl Iterator<Item = f32> + 'a {
        let (bytes, start) = (self.bytes, head.start());
        let (pairs, _) = bytes[2 * start..2 * (start + head.count())].as_chunks::<2>();
        pairs.iter().map(|pair| f32::from(i16::from_le_bytes(*pair)) / ONE)
    }

    /// Sums the weights of these features.
    #[inline]
    fn sum(&self, head: Head, class: Class, features: &[u16]) -> i32 {
        let start = head.start() + class as usize * head.width();
        let table = &self.bytes[2 * start..2 * (start + head.width())];
        let weight = |feature: &u16| {
            let place = 2 * usize::from(*feature);
            i32::from(i16::from_le_bytes([table[place], table[place + 1]]))
        };
        features.iter().map(weight).sum()
    }

    /// Returns the probability that an opponent is tenpai.
    pub fn tenpai(&self, opponent: &Opponent) -> f32 {
        if opponent.class == Class::Riichi {
            return 1.0;
        }
        logistic(self.sum(Head::Tenpai, opponent.class, opponent.features()))
    }

    /// Returns the sums of an opponent's own features, to be added to those of tiles.
    pub(crate) fn base(&self, opponent: &Opponent) -> Base {
        let sum = |head| self.sum(head, opponent.class, opponent.features());
        Base { deal_in: sum(Head::DealIn), points: sum(Head::Points) }
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
        let features = situation.tile_features(opponent, kind);
        let sum = |head| self.sum(head, opponent.class, &features);
        let points = (base.points + sum(Head::Points)) as f32 / ONE;
        (logistic(base.deal_in + sum(Head::DealIn)), math::exp_f32(points.clamp(5.0, 11.0)))
    }
}

/// Sums of an opponent's own features.
#[derive(Clone, Copy)]
pub(crate) struct Base {
    deal_in: i32,
    points: i32,
}

fn logistic(sum: i32) -> f32 {
    1.0 / (1.0 + math::exp_f32(-(sum as f32) / ONE))
}
