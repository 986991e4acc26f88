//! What a book was made with: all that its entries follow from.

use super::checksum::checksum;
use super::{BookError, CLASSES, OpenerError};
use facedown_ofc::Rules;
use facedown_ofc::endgame::{EndgameError, Worth};
use facedown_ofc::solve::Evaluator;
use serde::Serialize;
use std::ops::Range;

/// The way openings are found; another number where the same settings would give other entries.
const METHOD: u32 = 1;

/// How deep an opening is searched.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Depth {
    /// How many placements are looked at one street on, the best by the evaluator's guess.
    pub looked: u32,
    /// How often the rest of the pack is dealt out for that, three cards at a time.
    pub rounds: u32,
    /// How many placements are searched with guesses at boards after street 3, the best of those.
    pub searched: u32,
    /// Tries of that search, over all placements.
    pub iterations: u64,
    /// How many placements are searched with exact values of street 4, the best of those.
    pub solved: u32,
    /// Tries of that search, over all placements; 0 leaves it out.
    pub exact_iterations: u64,
    /// How far off the first search is, in points: what the second has to show is weighed by it.
    pub doubt: f64,
}

impl Default for Depth {
    fn default() -> Self {
        Self {
            looked: 12,
            rounds: 1,
            searched: 6,
            iterations: 200,
            solved: 4,
            exact_iterations: 200,
            doubt: 1.0,
        }
    }
}

/// All that the entries of a book follow from.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BookSettings {
    /// The preset of the rules.
    pub rules: String,
    /// What Fantasyland with 13 to 17 cards is worth.
    pub fantasyland_worth: [f64; 5],
    /// What a foul costs.
    pub foul_cost: f64,
    /// What luck is drawn from.
    pub seed: u64,
    /// How deep openings are searched.
    #[serde(flatten)]
    pub depth: Depth,
    /// In how many parts the work is done.
    pub shards: u32,
    /// How many classes there are.
    pub classes: u32,
    /// A checksum of the evaluator.
    pub evaluator: u32,
    /// The way openings are found, as a number.
    pub method: u32,
}

impl BookSettings {
    /// How many shards there are unless told otherwise.
    pub const SHARDS: u32 = 1024;

    /// Settings for a preset: what Fantasyland is worth there, and everything else by default.
    pub fn new(rules: &str) -> Result<Self, BookError> {
        let preset = Rules::preset(rules).map_err(BookError::Preset)?;
        let worth = Worth::alone(&preset)
            .map_err(|error| OpenerError::Endgame(EndgameError::Rules(error)))?;
        let classes = CLASSES[usize::from(preset.jokers).min(2)];
        let evaluator = Evaluator::of(&preset).map_or(0, |nets| checksum(&nets.write()));
        Ok(Self {
            rules: rules.to_owned(),
            fantasyland_worth: worth.entry,
            foul_cost: worth.foul,
            seed: 0,
            depth: Depth::default(),
            shards: Self::SHARDS,
            classes: classes as u32,
            evaluator,
            method: METHOD,
        })
    }

    /// Says what cannot be.
    pub fn validate(&self) -> Result<(), BookError> {
        let bad = |what, value: String, expected| Err(BookError::Setting { what, value, expected });
        let Depth { looked, rounds, searched, iterations, solved, exact_iterations, doubt } =
            self.depth;
        if !(1..=65_536).contains(&self.shards) {
            return bad("shards", self.shards.to_string(), "1 to 65536");
        }
        if !(1..=243).contains(&looked) {
            return bad("looked", looked.to_string(), "1 to 243");
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
        if !(doubt.is_finite() && doubt >= 0.0) {
            return bad("doubt", doubt.to_string(), "a number of points");
        }
        if exact_iterations > 1_000_000_000 {
            return bad("exact_iterations", exact_iterations.to_string(), "at most 1000000000");
        }
        let mut points = self.fantasyland_worth.into_iter().chain([self.foul_cost]);
        if let Some(points) = points.find(|points| !(0.0..=500.0).contains(points)) {
            return bad("worth", points.to_string(), "0 to 500");
        }
        Ok(())
    }

    /// The classes of a shard.
    pub fn shard(&self, shard: u32) -> Range<usize> {
        let begin = |shard: u32| {
            (u64::from(shard) * u64::from(self.classes) / u64::from(self.shards)) as usize
        };
        begin(shard)..begin(shard + 1)
    }

    /// The shard that a class is in.
    pub fn shard_of(&self, class: usize) -> u32 {
        let about = (class as u64 * u64::from(self.shards) / u64::from(self.classes)) as u32;
        if self.shard(about).end <= class { about + 1 } else { about }
    }

    /// What these rules and worths are.
    pub(super) fn game(&self) -> Result<(Rules, Worth), BookError> {
        let rules = Rules::preset(&self.rules).map_err(BookError::Preset)?;
        Ok((rules, Worth { foul: self.foul_cost, entry: self.fantasyland_worth }))
    }

    /// The first setting that is another there: what it is, there and here.
    pub(super) fn difference(&self, there: &Self) -> Option<(&'static str, String, String)> {
        let mine = self.texts();
        let pairs = there.texts().into_iter().zip(mine);
        pairs.filter(|(a, b)| a.1 != b.1).map(|(a, b)| (a.0, a.1, b.1)).next()
    }

    fn texts(&self) -> [(&'static str, String); 15] {
        let Depth { looked, rounds, searched, iterations, solved, exact_iterations, doubt } =
            self.depth;
        [
            ("rules", self.rules.clone()),
            ("exact_iterations", exact_iterations.to_string()),
            ("seed", self.seed.to_string()),
            ("shards", self.shards.to_string()),
            ("worth of Fantasyland", format!("{:?}", self.fantasyland_worth)),
            ("cost of a foul", self.foul_cost.to_string()),
            ("looked", looked.to_string()),
            ("rounds", rounds.to_string()),
            ("searched", searched.to_string()),
            ("iterations", iterations.to_string()),
            ("solved", solved.to_string()),
            ("doubt", doubt.to_string()),
            ("classes", self.classes.to_string()),
            ("evaluator", format!("{:08x}", self.evaluator)),
            ("method", self.method.to_string()),
        ]
    }
}
