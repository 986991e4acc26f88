//! Duplicate matches: every deal is played in several seatings of the bots.
//!
//! The games of one deal form a *cluster*. Every bot holds the good hands as often as every other and
//! has every other to its left as often as to its right, so that most of the variance of the deal
//! cancels within the cluster and no bot gains by its place; standard errors are taken over clusters.
//! Which seatings are played says [`MAX_SEATINGS`]. Bots of equal names are one bot: one row, whose
//! seats are pooled. In games with partnerships partners stay together, and sides are compared.
//!
//! A game is a single hand or a whole match of the rules: see [`Unit`].
//!
//! With a baseline, results adjusted for luck are reported beside the plain ones, which are the same
//! as without. A match can end before its last deal: see [`Stop`].
//!
//! A [`MatchReport`] depends on the seed alone, not on the number of threads; times are separate, in
//! [`MatchTiming`].
//!
//! ```
//! use facedown_arena::{Contestant, DuplicateOptions, duplicate_hands};
//! use facedown_game::{Control, Policy, UniformPolicy};
//! use facedown_testkit::toys::Kuhn;
//!
//! let make = || Box::new(UniformPolicy) as Box<dyn Policy<Kuhn>>;
//! let line_up = [Contestant::new("one", &make), Contestant::new("other", &make)];
//! let options = DuplicateOptions::new(500, 42);
//! let played = duplicate_hands(&Kuhn, &line_up, None, &options, None, Control::default())?;
//! println!("one wins {:+.2} points a hand", played.report.bots[0].points_per_hand);
//! assert_eq!(played.report.games, 1000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod course;
mod games;
mod plot;
mod report;
mod run;
mod seatings;
mod stop;
mod tally;

pub use course::{Course, CoursePoint};
pub use games::SetupOf;
pub use report::{
    Adjusted, BotReport, BotTiming, DuplicateMatch, LuckReport, MatchReport, MatchTiming,
    PairReport, Unit,
};
pub use seatings::MAX_SEATINGS;
pub use stop::{SequentialPair, SequentialReport, Stop, Verdict};

use crate::batch::BatchPolicy;
use crate::luck::BadBaseline;
use crate::play::{MAX_STEPS, PlayError};
use crate::stats::Estimate;
use facedown_game::{Baseline, Control, Game, Match, MatchBaseline, Policy};
use games::{Failure, Games, Matches, Plan, SingleHands};
use run::Run;
use seatings::Seatings;
use std::fmt;
use std::sync::Arc;
use tally::Tally;

/// So many games are played side by side by a thread, about, where a bot decides in batches.
const BATCHED_GAMES: u64 = 512;

/// A bot of a duplicate match: its name, and how to make it. Bots of equal names are the same bot.
pub struct Contestant<'a, G: Game> {
    /// The name in reports.
    pub name: String,
    maker: Maker<'a, G>,
}

/// Makes a new policy.
type MakePolicy<'a, G> = &'a (dyn Fn() -> Box<dyn Policy<G>> + Sync);

enum Maker<'a, G: Game> {
    /// Makes a new instance for each game, so that nothing is carried over between games.
    Policy(MakePolicy<'a, G>),
    /// Decides for all games.
    Batch(Arc<dyn BatchPolicy<G>>),
}

impl<'a, G: Game> Contestant<'a, G> {
    /// Creates a contestant of which a new instance is made for each game, so that nothing is carried
    /// over between games.
    pub fn new(name: impl Into<String>, make: MakePolicy<'a, G>) -> Self {
        Self { name: name.into(), maker: Maker::Policy(make) }
    }

    /// Creates a contestant that decides for many games at once.
    pub fn batched(name: impl Into<String>, policy: Arc<dyn BatchPolicy<G>>) -> Self {
        Self { name: name.into(), maker: Maker::Batch(policy) }
    }
}

impl<G: Game> fmt::Debug for Contestant<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contestant").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Options of a duplicate match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DuplicateOptions {
    /// The largest number of clusters: deals, or sets of matches with equal deals.
    pub clusters: u64,
    /// The random seed of deals, seatings and bots.
    pub seed: u64,
    /// The number of threads; 0 for one per core.
    pub threads: usize,
    /// The limit of the turns of a hand and of the hands of a match.
    pub max_steps: u64,
    /// When the match ends before its last cluster.
    pub stop: Stop,
}

impl DuplicateOptions {
    /// Creates options with the default limit of turns, on all cores, that play every cluster.
    pub const fn new(clusters: u64, seed: u64) -> Self {
        Self { clusters, seed, threads: 0, max_steps: MAX_STEPS, stop: Stop::Never }
    }
}

/// A progress report of a duplicate match.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct DuplicateProgress {
    /// The number of finished clusters.
    pub clusters: u64,
    /// The largest number of clusters.
    pub requested: u64,
    /// The difference between the first two bots so far; `None` if all are the same.
    pub difference: Option<Estimate>,
}

/// A duplicate match without a report.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum DuplicateError<A> {
    /// There is not one bot for each seat.
    LineUp {
        /// The number of seats.
        seats: usize,
        /// The number of bots.
        bots: usize,
    },
    /// No cluster was requested.
    NoClusters,
    /// The match cannot be stopped in this way: what it is, and what was expected.
    Stop(String),
    /// The match was cancelled before its first cluster was finished.
    Cancelled,
    /// The threads could not be started.
    Threads(String),
    /// A game of this cluster could not be played to its end; no earlier cluster failed.
    Play {
        /// The cluster's number.
        cluster: u64,
        /// The names of the bots, by their ids.
        bots: Vec<String>,
        /// The cause.
        error: PlayError<A>,
        /// The results of the clusters before it; `None` if there are none.
        so_far: Option<Box<DuplicateMatch>>,
    },
    /// The baseline of luck adjustment has a value that is not finite in this cluster.
    Baseline {
        /// The cluster's number.
        cluster: u64,
        /// The baseline and the value.
        error: BadBaseline,
    },
}

impl<A> DuplicateError<A> {
    /// Returns the results of the clusters before the one that failed.
    pub fn so_far(&self) -> Option<&DuplicateMatch> {
        match self {
            Self::Play { so_far, .. } => so_far.as_deref(),
            _ => None,
        }
    }
}

impl<A: fmt::Debug> fmt::Display for DuplicateError<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LineUp { seats, bots } => {
                write!(f, "{bots} bots for a table of {seats}: expected one for each seat")
            }
            Self::NoClusters => write!(f, "0 deals: expected at least 1"),
            Self::Stop(fault) => write!(f, "{fault}"),
            Self::Cancelled => write!(f, "cancelled before the first deal was finished"),
            Self::Threads(why) => write!(f, "cannot start threads: {why}"),
            Self::Play { cluster, bots, error, .. } => match error.bot() {
                Some(bot) => {
                    let name = bots.get(bot as usize).map_or("", String::as_str);
                    write!(f, "deal {cluster}, bot '{name}': {}", error.cause())
                }
                None => write!(f, "deal {cluster}: {error}"),
            },
            Self::Baseline { cluster, error } => write!(f, "deal {cluster}: {error}"),
        }
    }
}

impl<A: fmt::Debug + 'static> std::error::Error for DuplicateError<A> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Play { error, .. } => Some(error),
            Self::Baseline { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// Plays a duplicate match of single hands: deal d comes from the stream `(seed, d)` and has the setup
/// that `setup` gives it, or [`Game::first_setup`]. With a baseline, results are adjusted for luck.
///
/// A cancelled match finishes the clusters in progress and reports what it has.
pub fn duplicate_hands<G: Game>(
    game: &G,
    line_up: &[Contestant<'_, G>],
    setup: Option<SetupOf<'_, G>>,
    options: &DuplicateOptions,
    luck: Option<&dyn Baseline<G>>,
    control: Control<'_, DuplicateProgress>,
) -> Result<DuplicateMatch, DuplicateError<G::Action>> {
    let kind = (Unit::Hand, luck.map(Baseline::name));
    duplicate(game, line_up, options, kind, &SingleHands { game, setup, luck }, control)
}

/// Plays a duplicate match of whole matches: those of cluster k have the seed
/// [`child_seed`](crate::child_seed)`(seed, k)`, so their n-th hands have equal deals as long as the
/// rules give them equal setups. With a baseline, results are adjusted for luck.
pub fn duplicate_matches<G: Match>(
    game: &G,
    line_up: &[Contestant<'_, G>],
    options: &DuplicateOptions,
    luck: Option<&dyn MatchBaseline<G>>,
    control: Control<'_, DuplicateProgress>,
) -> Result<DuplicateMatch, DuplicateError<G::Action>> {
    let kind = (Unit::Match, luck.map(MatchBaseline::name));
    let plan = Matches { game, scores_decide: false, luck };
    duplicate(game, line_up, options, kind, &plan, control)
}

/// Plays a duplicate match of deals in games where a hand can lead to others: each deal is a match
/// of its own, whose score counts as that of one hand. Seeds are those of [`duplicate_matches`].
/// Values of the baselines are points.
pub fn duplicate_deals<G: Match>(
    game: &G,
    line_up: &[Contestant<'_, G>],
    options: &DuplicateOptions,
    luck: Option<&dyn MatchBaseline<G>>,
    control: Control<'_, DuplicateProgress>,
) -> Result<DuplicateMatch, DuplicateError<G::Action>> {
    let kind = (Unit::Hand, luck.map(MatchBaseline::name));
    let plan = Matches { game, scores_decide: true, luck };
    duplicate(game, line_up, options, kind, &plan, control)
}

fn duplicate<G: Game>(
    game: &G,
    line_up: &[Contestant<'_, G>],
    options: &DuplicateOptions,
    (unit, baseline): (Unit, Option<&str>),
    plan: &dyn Plan<G>,
    mut control: Control<'_, DuplicateProgress>,
) -> Result<DuplicateMatch, DuplicateError<G::Action>> {
    let seats = game.seats();
    if line_up.len() != seats {
        return Err(DuplicateError::LineUp { seats, bots: line_up.len() });
    }
    if options.clusters == 0 {
        return Err(DuplicateError::NoClusters);
    }
    if let Some(fault) = options.stop.fault() {
        return Err(DuplicateError::Stop(fault));
    }
    let names: Vec<&str> = line_up.iter().map(|contestant| contestant.name.as_str()).collect();
    let seatings = Seatings::new(|seat| game.side(seat), &names, options.seed);
    let batched = line_up.iter().any(|bot| matches!(bot.maker, Maker::Batch(_)));
    let chunk = if batched { BATCHED_GAMES / seatings.per_deal() as u64 } else { 1 };
    let clock = control.clock;
    let start = clock.now();
    let run = Run::new(options, &mut control);
    let games = Games { game, line_up, seatings: &seatings, options, plan, clock };
    let tally = Tally::new(unit, &seatings, baseline);
    let played = run.clusters(tally, chunk, |clusters| games.play(clusters));
    let (tally, course, failure) = played.map_err(DuplicateError::Threads)?;
    let elapsed = clock.now().saturating_sub(start);
    let result = (tally.clusters() > 0).then(|| DuplicateMatch {
        report: tally.report(options),
        course,
        timing: tally.timing(elapsed, run.threads()),
    });
    match failure {
        None => result.ok_or(DuplicateError::Cancelled),
        Some((cluster, Failure::Baseline(error))) => {
            Err(DuplicateError::Baseline { cluster, error })
        }
        Some((cluster, Failure::Play(error))) => {
            let bots = names.iter().map(|name| (*name).to_owned()).collect();
            Err(DuplicateError::Play { cluster, bots, error, so_far: result.map(Box::new) })
        }
    }
}
