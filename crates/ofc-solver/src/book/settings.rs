//! The settings of a book, which determine all its entries.

use super::checksum::checksum;
use super::{BookError, CLASSES, OpeningError};
use crate::Evaluator;
use facedown_ofc::endgame::EndgameError;
use facedown_ofc::{Rules, Stakes};
use serde::Serialize;
use std::ops::Range;

/// The version of the method: equal settings give equal entries only with equal versions.
const METHOD: u32 = 2;

/// The depth of the search for an opening.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Depth {
    /// Placements of the one-street lookahead, or of the search if there is none: the best by the
    /// evaluator.
    #[serde(rename = "looked")]
    pub lookahead: u32,
    /// Number of times that the lookahead deals the rest of the pack, three cards at a time; 0 to
    /// leave it out.
    pub rounds: u32,
    /// Placements searched with estimates of boards after street 3: the best of the lookahead.
    pub searched: u32,
    /// Iterations of that search, over all placements.
    pub iterations: u64,
    /// Placements searched with exact values of street 4: the best of that search.
    pub solved: u32,
    /// Iterations of that search, over all placements; 0 to leave it out.
    pub exact_iterations: u64,
    /// The assumed bias of the first search in points, by which the two are weighed.
    #[serde(rename = "doubt")]
    pub bias: f64,
}

impl Default for Depth {
    fn default() -> Self {
        Self {
            lookahead: 6,
            rounds: 0,
            searched: 6,
            iterations: 400,
            solved: 4,
            exact_iterations: 0,
            bias: 0.3,
        }
    }
}

/// The settings of a book, which determine all its entries.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BookSettings {
    /// The preset of the rules.
    pub rules: String,
    /// The value of Fantasyland with 13 to 17 cards.
    pub fantasyland_values: [f64; 5],
    /// The cost of a foul.
    pub foul_cost: f64,
    /// Random seed.
    pub seed: u64,
    /// The depth of the search.
    #[serde(flatten)]
    pub depth: Depth,
    /// The number of parts of the work.
    pub shards: u32,
    /// The number of classes.
    pub classes: u32,
    /// A checksum of the evaluator.
    pub evaluator: u32,
    /// The version of the method.
    pub method: u32,
}

impl BookSettings {
    /// The default number of shards.
    pub const SHARDS: u32 = 1024;

    /// Returns the default settings of a preset.
    pub fn new(rules: &str) -> Result<Self, BookError> {
        let preset = Rules::preset(rules).map_err(BookError::Preset)?;
        let stakes = crate::stakes(&preset)
            .map_err(|error| OpeningError::Endgame(EndgameError::Rules(error)))?;
        let classes = CLASSES[usize::from(preset.jokers).min(2)];
        let evaluator = checksum(&Evaluator::bytes_of(&preset));
        Ok(Self {
            rules: rules.to_owned(),
            fantasyland_values: stakes.entry,
            foul_cost: stakes.foul,
            seed: 0,
            depth: Depth::default(),
            shards: Self::SHARDS,
            classes: classes as u32,
            evaluator,
            method: METHOD,
        })
    }

    /// Checks that every setting is in its range.
    pub fn validate(&self) -> Result<(), BookError> {
        let bad = |what, value: String, expected| Err(BookError::Setting { what, value, expected });
        let Depth { lookahead, rounds, searched, iterations, solved, exact_iterations, bias } =
            self.depth;
        if !(1..=65_536).contains(&self.shards) {
            return bad("shards", self.shards.to_string(), "1 to 65536");
        }
        if !(1..=243).contains(&lookahead) {
            return bad("lookahead", lookahead.to_string(), "1 to 243");
        }
        if rounds > 10_000 {
            return bad("rounds", rounds.to_string(), "at most 10000");
        }
        if !(1..=243).contains(&searched) {
            return bad("searched", searched.to_string(), "1 to 243");
        }
        if !(1..=1_000_000_000).contains(&iterations) {
            return bad("iterations", iterations.to_string(), "1 to 1000000000");
        }
        if !(1..=243).contains(&solved) {
            return bad("solved", solved.to_string(), "1 to 243");
        }
        if !(bias.is_finite() && bias >= 0.0) {
            return bad("bias", bias.to_string(), "0 or more points");
        }
        if exact_iterations > 1_000_000_000 {
            return bad("exact_iterations", exact_iterations.to_string(), "at most 1000000000");
        }
        let mut points = self.fantasyland_values.into_iter().chain([self.foul_cost]);
        if let Some(points) = points.find(|points| !(0.0..=500.0).contains(points)) {
            return bad("stakes", points.to_string(), "0 to 500");
        }
        Ok(())
    }

    /// Returns the classes of a shard.
    pub fn shard(&self, shard: u32) -> Range<usize> {
        let begin = |shard: u32| {
            (u64::from(shard) * u64::from(self.classes) / u64::from(self.shards)) as usize
        };
        begin(shard)..begin(shard + 1)
    }

    /// Returns the shard of a class.
    pub fn shard_of(&self, class: usize) -> u32 {
        let about = (class as u64 * u64::from(self.shards) / u64::from(self.classes)) as u32;
        if self.shard(about).end <= class { about + 1 } else { about }
    }

    /// Returns the rules and stakes.
    pub(super) fn game(&self) -> Result<(Rules, Stakes), BookError> {
        let rules = Rules::preset(&self.rules).map_err(BookError::Preset)?;
        Ok((rules, Stakes { foul: self.foul_cost, entry: self.fantasyland_values }))
    }

    /// Returns the name of the first setting that differs, and its value there and here.
    pub(super) fn difference(&self, there: &Self) -> Option<(&'static str, String, String)> {
        let mine = self.texts();
        let pairs = there.texts().into_iter().zip(mine);
        pairs.filter(|(a, b)| a.1 != b.1).map(|(a, b)| (a.0, a.1, b.1)).next()
    }

    fn texts(&self) -> [(&'static str, String); 15] {
        let Depth { lookahead, rounds, searched, iterations, solved, exact_iterations, bias } =
            self.depth;
        [
            ("rules", self.rules.clone()),
            ("exact_iterations", exact_iterations.to_string()),
            ("seed", self.seed.to_string()),
            ("shards", self.shards.to_string()),
            ("value of Fantasyland", format!("{:?}", self.fantasyland_values)),
            ("cost of a foul", self.foul_cost.to_string()),
            ("lookahead", lookahead.to_string()),
            ("rounds", rounds.to_string()),
            ("searched", searched.to_string()),
            ("iterations", iterations.to_string()),
            ("solved", solved.to_string()),
            ("bias", bias.to_string()),
            ("classes", self.classes.to_string()),
            ("evaluator", format!("{:08x}", self.evaluator)),
            ("method", self.method.to_string()),
        ]
    }
}
