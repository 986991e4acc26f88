#![doc = include_str!("../README.md")]
//!
//! | part | what it holds |
//! |---|---|
//! | `collect` | the decisions of a game, as their seats saw them |
//! | [`model`] | a network that predicts the choices of strong players |
//! | `compare` | the values of the options of a decision, compared over the same worlds |
//! | `opinion` | the loss, the class of a mistake, the acceptance |
//! | `advice` | the opinion on every option of a view, without a record |
//! | `report` | the answer |
//! | `html` | the answer as one file to send to a friend |
//!
//! A decision is compared in the worlds of the seat's belief, so that nothing hidden is used. Losses
//! are in points of match equity, by the network and by playouts together. The interval of a loss
//! covers it and the loss by playouts alone, with the sampling error of the paired differences. A
//! decision is a mistake only if that interval excludes zero, so that playouts confirm it.

mod advice;
mod collect;
mod compare;
mod html;
pub mod model;
mod opinion;
mod report;
mod totals;

pub use advice::{OptionOpinion, ViewOpinion};
pub use compare::{Candidate, Comparing};
pub use html::html;
pub use report::{
    AcceptanceReview, AcceptedTiles, ClassTotal, DecisionPlace, DecisionReview, MistakeClass,
    OptionReview, Review, ReviewRound, SeatTotal,
};

use collect::{Collected, Moment};
use facedown_game::{Control, Rng, Seat};
use facedown_riichi::{Riichi, Rules};
use facedown_riichi_logs::{Disagreement, Record, thread_count};
use rayon::prelude::*;
use std::fmt;

/// The bot whose opinion a review is.
pub const REVIEW_BOT: &str = "reviewer";
/// The number of mistakes that are listed, worst first.
pub const WORST: usize = 5;
/// The default number of worlds in which the options of a decision are compared.
pub const DEFAULT_WORLDS: usize = 1_000;

/// The number of worlds between two looks at the clock.
const WORLDS_A_STEP: usize = 16;

/// Options of a review.
#[derive(Clone, Copy, Debug)]
pub struct ReviewOptions {
    /// The seat; `None` for all.
    pub seat: Option<usize>,
    /// The number of worlds in which the options of a decision are compared.
    pub worlds: usize,
    /// The random seed. Equal seeds and worlds give equal reviews.
    pub seed: u64,
    /// The rules to replay by; `None` for those that the log names.
    pub rules: Option<fn(&Record) -> Rules>,
}

impl Default for ReviewOptions {
    fn default() -> Self {
        Self { seat: None, worlds: DEFAULT_WORLDS, seed: 0, rules: None }
    }
}

/// Why a log cannot be reviewed.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum ReviewError {
    /// The table has fewer seats.
    Seat {
        /// The seat that was asked for.
        asked: usize,
        /// The number of seats.
        seats: usize,
    },
    /// No worlds, or too many.
    Worlds(usize),
    /// The seat of a view has nothing to decide.
    NotToAct,
    /// The engine disagrees with the log, so that its decisions are not those of the game.
    Disagreed(Disagreement),
}

/// The largest number of worlds.
pub const MAX_WORLDS: usize = 100_000;

impl fmt::Display for ReviewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat { asked, seats } => {
                write!(f, "no seat {asked}, expected 0 to {}", seats.saturating_sub(1))
            }
            Self::Worlds(worlds) => write!(f, "{worlds} worlds, expected 2 to {MAX_WORLDS}"),
            Self::NotToAct => f.write_str("the seat is not to act"),
            Self::Disagreed(found) => write!(f, "the log differs from the rules: {found}"),
        }
    }
}

impl std::error::Error for ReviewError {}

impl From<Disagreement> for ReviewError {
    fn from(found: Disagreement) -> Self {
        Self::Disagreed(found)
    }
}

/// A review in progress: one decision at a time.
pub struct Reviewer {
    name: String,
    record: Record,
    game: Riichi,
    options: ReviewOptions,
    collected: Collected,
    luck_is_found: bool,
    /// The decision that is being compared.
    current: Option<Comparing>,
    done: Vec<DecisionReview>,
}

impl Reviewer {
    /// Replays a log, by the name in reports, and collects the decisions.
    pub fn begin(name: &str, record: Record, options: ReviewOptions) -> Result<Self, ReviewError> {
        if let Some(asked) = options.seat.filter(|seat| *seat >= record.seats) {
            return Err(ReviewError::Seat { asked, seats: record.seats });
        }
        if !(2..=MAX_WORLDS).contains(&options.worlds) {
            return Err(ReviewError::Worlds(options.worlds));
        }
        let rules = options.rules.map_or_else(|| record.engine_rules(), |rules| rules(&record));
        let collected = collect::collect(&record, rules, options.seat.map(Seat::new))?;
        let game = Riichi::new(rules).expect("a replay has checked the rules");
        let (name, luck_is_found) = (name.to_owned(), false);
        let (current, done) = (None, Vec::new());
        Ok(Self { name, record, game, options, collected, luck_is_found, current, done })
    }

    /// Takes a step, of about a millisecond: the luck of the game first, then a few worlds of a
    /// decision. Returns whether there is more to do.
    pub fn step(&mut self) -> bool {
        if !self.luck_is_found {
            self.luck_is_found = !self.collected.luck.advance(&self.game);
            return true;
        }
        let number = self.done.len();
        let Some(moment) = self.collected.moments.get(number) else { return false };
        let current = self.current.take();
        let mut current = current.unwrap_or_else(|| self.begin_decision(number, moment));
        if current.advance(&self.game, WORLDS_A_STEP) {
            self.current = Some(current);
        } else {
            self.done.push(opinion::opinion(&self.game, moment, &current.comparison()));
        }
        self.done.len() < self.collected.moments.len()
    }

    /// Reviews all decisions on this many threads, 0 for one per core. Progress is the share of them
    /// that is done. The answer does not depend on the number of threads.
    pub fn run(&mut self, threads: usize, control: &mut Control<'_, f64>) {
        while !self.luck_is_found {
            self.luck_is_found = !self.collected.luck.advance(&self.game);
        }
        let threads = thread_count(threads, self.collected.moments.len());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        while self.done.len() < self.collected.moments.len() && !control.is_cancelled() {
            // Chunks, so that reports come and a cancelled review ends soon.
            let from = self.done.len();
            let to = (from + 4 * threads).min(self.collected.moments.len());
            let chunk = &self.collected.moments[from..to];
            let each = |(i, moment): (usize, &Moment)| self.review(from + i, moment);
            let found: Vec<DecisionReview> = match &pool {
                Ok(pool) => pool.install(|| chunk.par_iter().enumerate().map(each).collect()),
                Err(_) => chunk.iter().enumerate().map(each).collect(),
            };
            self.done.extend(found);
            control.report(&self.progress());
        }
    }

    /// Returns the share of the decisions that is done.
    pub fn progress(&self) -> f64 {
        self.done.len() as f64 / self.collected.moments.len().max(1) as f64
    }

    /// Returns the number of worlds that were played.
    pub fn worlds(&self) -> u64 {
        (self.done.len() * self.options.worlds) as u64
    }

    /// Returns the review as things stand.
    pub fn answer(&self) -> Review {
        totals::assemble(self)
    }

    /// Begins to compare the options of a decision, with random numbers of its own.
    fn begin_decision(&self, number: usize, moment: &Moment) -> Comparing {
        let seed = Rng::stream(self.options.seed, number as u64).next_u64();
        let Moment { view, legal, played, .. } = moment;
        Comparing::begin(&self.game, view, legal, *played, (self.options.worlds, seed))
    }

    fn review(&self, number: usize, moment: &Moment) -> DecisionReview {
        let mut comparing = self.begin_decision(number, moment);
        while comparing.advance(&self.game, self.options.worlds) {}
        opinion::opinion(&self.game, moment, &comparing.comparison())
    }
}

impl fmt::Debug for Reviewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reviewer").field("log", &self.name).finish_non_exhaustive()
    }
}
