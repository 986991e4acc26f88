//! What an incomplete board of open-face is worth: value networks for boards of 5, 7 and 9 cards.
//!
//! The samples are those of [`BoardSamples`]; what is learnt is used by
//! [`Evaluator`].

use facedown_nets::{Batch, Samples, Targets, WeightsError};
use facedown_ofc_solver::{
    BoardSample, BoardSamples, BoardSamplesError, BoardScratch, Evaluator, NetworkSet,
    board_encoder,
};
use std::fmt;
use std::sync::OnceLock;

/// Samples that are made at once.
const BLOCK: u64 = 256;

/// Why samples of a value network cannot be made.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum ValueError {
    /// A network cannot be read.
    Weights(WeightsError),
    /// There are no such boards.
    Samples(BoardSamplesError),
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Weights(error) => write!(f, "a network of later streets: {error}"),
            Self::Samples(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ValueError {}

/// Boards of one size under the rules of a set, with their outcomes. They take longer to make than to
/// learn, so they are kept for further passes.
#[derive(Debug)]
pub struct OfcValueSamples {
    boards: BoardSamples,
    set: NetworkSet,
    made: Vec<OnceLock<Vec<BoardSample>>>,
    cards: usize,
    seed: u64,
    count: u64,
}

impl OfcValueSamples {
    /// Returns so many boards of 5, 7 or 9 cards, made with these networks of a set.
    pub fn new(
        set: NetworkSet,
        cards: usize,
        seed: u64,
        count: u64,
        networks: &[Vec<u8>],
    ) -> Result<Self, ValueError> {
        let mut evaluator = Evaluator::new(set);
        for file in networks {
            evaluator.add(file).map_err(ValueError::Weights)?;
        }
        let boards = BoardSamples::new(cards, evaluator, seed);
        let boards = boards.map_err(ValueError::Samples)?;
        let blocks = usize::try_from(count.div_ceil(BLOCK)).unwrap_or(usize::MAX);
        let made = (0..blocks).map(|_| OnceLock::new()).collect();
        Ok(Self { boards, set, made, cards, seed, count })
    }

    fn sample(&self, index: u64) -> &BoardSample {
        let block = index / BLOCK;
        let made = self.made[block as usize].get_or_init(|| {
            let mut scratch = BoardScratch::default();
            let numbers = block * BLOCK..(block + 1) * BLOCK;
            numbers.map(|number| self.boards.sample(&mut scratch, number)).collect()
        });
        &made[(index % BLOCK) as usize]
    }
}

impl Samples for OfcValueSamples {
    fn encoder(&self) -> String {
        board_encoder(self.cards)
    }

    fn rules(&self) -> String {
        self.set.metadata()
    }

    fn describe(&self) -> String {
        let Self { count, cards, seed, .. } = self;
        format!("{count} boards of {cards} cards from play, seed {seed}")
    }

    fn len(&self) -> u64 {
        self.count
    }

    fn is_shuffled(&self) -> bool {
        true
    }

    fn read(&self, indices: &[u64], batch: &mut Batch) {
        if batch.targets.is_empty() {
            batch.targets = vec![Targets::Values(Vec::new()), Targets::Values(Vec::new())];
        }
        let Batch { inputs, targets } = batch;
        if let [Targets::Values(value), Targets::Values(rows)] = targets.as_mut_slice() {
            for index in indices {
                let sample = self.sample(*index);
                let start = inputs.len();
                inputs.resize(start + BoardSamples::INPUTS, 0.0);
                for feature in &sample.features {
                    inputs[start + usize::from(*feature)] = 1.0;
                }
                value.extend(&sample.targets[..BoardSamples::PARTS]);
                rows.extend(&sample.targets[BoardSamples::PARTS..]);
            }
        }
    }
}
