//! Duplicate matches: every deal is played once for each seating of the bots.
//!
//! Two bots play each deal twice with exchanged seats; n bots play it once for each rotation of the
//! seats. The games of one deal form a *cluster*. Every bot holds the good hands once, so most of
//! the variance of the deal cancels within the cluster; standard errors are taken over clusters.
//!
//! A game is a single hand or a whole match of the rules: see [`Unit`].
//!
//! [`adjusted_hands`], [`adjusted_deals`] and [`adjusted_matches`] report results adjusted for luck
//! beside the plain ones, which are the same as without.
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
//! let played = duplicate_hands(&Kuhn, &line_up, &options, Control::default())?;
//! println!("one wins {:+.2} points a hand", played.report.bots[0].points_per_hand);
//! assert_eq!(played.report.games, 1000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod report;
mod run;
mod tally;

pub use report::{
    Adjusted, BotReport, BotTiming, DuplicateMatch, LuckReport, MatchReport, MatchTiming,
    PairReport, Unit,
};

use crate::luck::{BadBaseline, Luck};
use crate::play::{Bot, MAX_STEPS, PlayError, PlayedMatch, Table};
use crate::stream::child_seed;
use facedown_game::{
    Baseline, Control, Game, MAX_SEATS, Match, MatchBaseline, PerSeat, Policy, SeatSet,
};
use run::{Run, RunError};
use std::fmt;
use tally::{GameResult, Tally, WINNER};

/// A bot of a duplicate match: its name, and how to make it.
pub struct Contestant<'a, G: Game> {
    /// The name in reports.
    pub name: String,
    /// Makes a new instance for each game, so that nothing is carried over between games.
    pub make: &'a (dyn Fn() -> Box<dyn Policy<G>> + Sync),
}

impl<'a, G: Game> Contestant<'a, G> {
    /// Creates a contestant.
    pub fn new(name: impl Into<String>, make: &'a (dyn Fn() -> Box<dyn Policy<G>> + Sync)) -> Self {
        Self { name: name.into(), make }
    }
}

impl<G: Game> fmt::Debug for Contestant<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contestant").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Options of a duplicate match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DuplicateOptions {
    /// The number of clusters: deals, or sets of matches with equal deals.
    pub clusters: u64,
    /// The random seed of deals and bots.
    pub seed: u64,
    /// The number of threads; 0 for one per core.
    pub threads: usize,
    /// The limit of the turns of a hand and of the hands of a match.
    pub max_steps: u64,
}

impl DuplicateOptions {
    /// Creates options with the default limit of turns, on all cores.
    pub const fn new(clusters: u64, seed: u64) -> Self {
        Self { clusters, seed, threads: 0, max_steps: MAX_STEPS }
    }
}

/// A progress report of a duplicate match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DuplicateProgress {
    /// The number of finished clusters.
    pub clusters: u64,
    /// The number of requested clusters.
    pub requested: u64,
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
    /// The match was cancelled before its first cluster was finished.
    Cancelled,
    /// The threads could not be started.
    Threads(String),
    /// A game of this cluster could not be played to its end; no earlier cluster failed.
    Play {
        /// The cluster's number.
        cluster: u64,
        /// The cause.
        error: PlayError<A>,
    },
    /// The baseline of luck adjustment has a value that is not finite in this cluster.
    Baseline {
        /// The cluster's number.
        cluster: u64,
        /// The baseline and the value.
        error: BadBaseline,
    },
}

impl<A: fmt::Debug> fmt::Display for DuplicateError<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LineUp { seats, bots } => {
                write!(f, "{bots} bots for a table of {seats}: expected one for each seat")
            }
            Self::NoClusters => write!(f, "0 deals: expected at least 1"),
            Self::Cancelled => write!(f, "cancelled before the first deal was finished"),
            Self::Threads(why) => write!(f, "cannot start threads: {why}"),
            Self::Play { cluster, error } => write!(f, "deal {cluster}: {error}"),
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

/// Plays a duplicate match of single hands: deal d comes from the stream `(seed, d)` and
/// [`Game::first_setup`].
///
/// A cancelled match finishes the clusters in progress and reports what it has.
pub fn duplicate_hands<G: Game>(
    game: &G,
    line_up: &[Contestant<'_, G>],
    options: &DuplicateOptions,
    control: Control<'_, DuplicateProgress>,
) -> Result<DuplicateMatch, DuplicateError<G::Action>> {
    hands(game, line_up, options, None, control)
}

/// Plays [`duplicate_hands`] and adjusts the results for luck by a baseline.
pub fn adjusted_hands<G: Game>(
    game: &G,
    line_up: &[Contestant<'_, G>],
    options: &DuplicateOptions,
    luck: &dyn Baseline<G>,
    control: Control<'_, DuplicateProgress>,
) -> Result<DuplicateMatch, DuplicateError<G::Action>> {
    hands(game, line_up, options, Some(luck), control)
}

fn hands<G: Game>(
    game: &G,
    line_up: &[Contestant<'_, G>],
    options: &DuplicateOptions,
    luck: Option<&dyn Baseline<G>>,
    control: Control<'_, DuplicateProgress>,
) -> Result<DuplicateMatch, DuplicateError<G::Action>> {
    let setup = game.first_setup();
    let name = luck.map(Baseline::name);
    duplicate(game, line_up, options, (Unit::Hand, name), control, |table, deal| {
        let mut total = PerSeat::filled(game.seats(), 0.0);
        let state = play_hand(game, table, &setup, (options.seed, deal), luck, &mut total)?;
        let scores = game.scores(&state);
        let points = scores.map(i64::from);
        Ok(Played { scores, winners: SeatSet::EMPTY, points, luck: total, hands: 1 })
    })
}

/// Plays a duplicate match of whole matches: those of cluster k have the seed
/// [`child_seed`]`(seed, k)`, so their n-th hands have equal deals as long as the rules give them
/// equal setups.
pub fn duplicate_matches<G: Match>(
    game: &G,
    line_up: &[Contestant<'_, G>],
    options: &DuplicateOptions,
    control: Control<'_, DuplicateProgress>,
) -> Result<DuplicateMatch, DuplicateError<G::Action>> {
    matches(game, line_up, options, (Unit::Match, None), control)
}

/// Plays [`duplicate_matches`] and adjusts the results for luck by a baseline.
pub fn adjusted_matches<G: Match>(
    game: &G,
    line_up: &[Contestant<'_, G>],
    options: &DuplicateOptions,
    luck: &dyn MatchBaseline<G>,
    control: Control<'_, DuplicateProgress>,
) -> Result<DuplicateMatch, DuplicateError<G::Action>> {
    matches(game, line_up, options, (Unit::Match, Some(luck)), control)
}

/// Plays matches, or deals with all that follows from them, whose scores decide.
fn matches<G: Match>(
    game: &G,
    line_up: &[Contestant<'_, G>],
    options: &DuplicateOptions,
    (unit, luck): (Unit, Option<&dyn MatchBaseline<G>>),
    control: Control<'_, DuplicateProgress>,
) -> Result<DuplicateMatch, DuplicateError<G::Action>> {
    let name = luck.map(MatchBaseline::name);
    let winners = |standing: &G::Standing| match unit {
        Unit::Match => game.winners(standing),
        Unit::Hand => SeatSet::EMPTY,
    };
    duplicate(game, line_up, options, (unit, name), control, |table, cluster| {
        play_match(game, table, child_seed(options.seed, cluster), luck, winners)
    })
}

/// Plays a duplicate match of deals in games where a hand can lead to others: each deal is a match
/// of its own, whose score counts as that of one hand. Seeds are those of [`duplicate_matches`].
/// Values of the baselines are points.
pub fn duplicate_deals<G: Match>(
    game: &G,
    line_up: &[Contestant<'_, G>],
    options: &DuplicateOptions,
    control: Control<'_, DuplicateProgress>,
) -> Result<DuplicateMatch, DuplicateError<G::Action>> {
    matches(game, line_up, options, (Unit::Hand, None), control)
}

/// Plays [`duplicate_deals`] and adjusts the results for luck by a baseline.
pub fn adjusted_deals<G: Match>(
    game: &G,
    line_up: &[Contestant<'_, G>],
    options: &DuplicateOptions,
    luck: &dyn MatchBaseline<G>,
    control: Control<'_, DuplicateProgress>,
) -> Result<DuplicateMatch, DuplicateError<G::Action>> {
    matches(game, line_up, options, (Unit::Hand, Some(luck)), control)
}

/// The result of one game, hand or match, by seat.
struct Played {
    scores: PerSeat<i32>,
    winners: SeatSet, // empty if the scores decide
    points: PerSeat<i64>,
    luck: PerSeat<f64>,
    hands: u64,
}

/// A game without a result.
enum Failure<A> {
    Play(PlayError<A>),
    Baseline(BadBaseline),
}

impl<A> From<PlayError<A>> for Failure<A> {
    fn from(error: PlayError<A>) -> Self {
        Self::Play(error)
    }
}

impl<A> From<BadBaseline> for Failure<A> {
    fn from(error: BadBaseline) -> Self {
        Self::Baseline(error)
    }
}

/// Plays the hand of a seed and a number; adds each seat's luck and returns the final state.
fn play_hand<G: Game>(
    game: &G,
    table: &mut Table<'_, G>,
    setup: &G::Setup,
    (seed, hand): (u64, u64),
    baseline: Option<&dyn Baseline<G>>,
    luck: &mut PerSeat<f64>,
) -> Result<G::State, Failure<G::Action>> {
    let Some(baseline) = baseline else {
        return Ok(table.play_hand(setup, seed, hand, &mut ())?);
    };
    let mut recorder = Luck::new(game, baseline, seed);
    let state = table.play_hand(setup, seed, hand, &mut recorder)?;
    recorder.total()?.iter().for_each(|(seat, value)| luck[seat] += value);
    Ok(state)
}

/// Plays the match of a seed.
fn play_match<G: Match>(
    game: &G,
    table: &mut Table<'_, G>,
    seed: u64,
    baseline: Option<&dyn MatchBaseline<G>>,
    winners: impl Fn(&G::Standing) -> SeatSet,
) -> Result<Played, Failure<G::Action>> {
    let mut luck = PerSeat::filled(game.seats(), 0.0);
    let played = table.play_hands(|table, standing, setup, hand| {
        let baseline = baseline.map(|baseline| baseline.hand(game, standing));
        play_hand(game, table, setup, (seed, hand), baseline.as_deref(), &mut luck)
    })?;
    let PlayedMatch { standing, scores, points, hands } = played;
    Ok(Played { scores, winners: winners(&standing), points, luck, hands })
}

fn duplicate<G: Game>(
    game: &G,
    line_up: &[Contestant<'_, G>],
    options: &DuplicateOptions,
    (unit, baseline): (Unit, Option<&str>),
    mut control: Control<'_, DuplicateProgress>,
    play: impl Fn(&mut Table<'_, G>, u64) -> Result<Played, Failure<G::Action>> + Sync,
) -> Result<DuplicateMatch, DuplicateError<G::Action>> {
    let seats = game.seats();
    if line_up.len() != seats {
        return Err(DuplicateError::LineUp { seats, bots: line_up.len() });
    }
    if options.clusters == 0 {
        return Err(DuplicateError::NoClusters);
    }
    let clock = control.clock;
    let start = clock.now();
    let play_cluster = |tally: &mut Tally, number: u64| {
        let mut games = [GameResult::default(); MAX_SEATS];
        for (rotation, result) in games[..seats].iter_mut().enumerate() {
            // Bot b takes seat b + rotation; so the seat has bot seat - rotation.
            let bot_at = |seat: usize| (seat + seats - rotation) % seats;
            let bots = (0..seats).map(bot_at).map(|b| Bot::new(b as u64, (line_up[b].make)()));
            let table = Table::new(game, bots.collect());
            let mut table = table.with_max_steps(options.max_steps).with_clock(clock);
            let played = play(&mut table, number)?;
            result.hands = played.hands as i64;
            for (seat, score) in played.scores.iter() {
                let (bot, score) = (bot_at(seat.index()), i64::from(score));
                result.scores[bot] = score;
                result.ranks[bot] = if played.winners.contains(seat) { WINNER } else { score };
                result.points[bot] = played.points[seat];
                result.luck[bot] = played.luck[seat];
            }
            for bot in table.bots() {
                tally.add_decisions(bot);
            }
        }
        tally.add(&games[..seats]);
        Ok(())
    };
    let run = Run::new(options, &mut control);
    let tallies =
        run.clusters(|| Tally::new(unit, seats), play_cluster).map_err(|error| match error {
            RunError::Threads(why) => DuplicateError::Threads(why),
            RunError::Failed(cluster, Failure::Play(error)) => {
                DuplicateError::Play { cluster, error }
            }
            RunError::Failed(cluster, Failure::Baseline(error)) => {
                DuplicateError::Baseline { cluster, error }
            }
        })?;
    let mut total = Tally::new(unit, seats);
    for tally in &tallies {
        total.merge(tally);
    }
    if total.clusters() == 0 {
        return Err(DuplicateError::Cancelled);
    }
    let names: Vec<&str> = line_up.iter().map(|contestant| contestant.name.as_str()).collect();
    let elapsed = clock.now().saturating_sub(start);
    Ok(DuplicateMatch {
        report: total.report(options, &names, baseline),
        timing: total.timing(elapsed, run.threads(), &names),
    })
}
