//! Duplicate duels: every deal is played once for each seating of the line-up.
//!
//! With two bots each deal is played twice with the seats exchanged; with n, once for each cyclic
//! rotation. The games of one deal form a *cluster*: a good hand helps every bot once, so most of
//! the luck of the deal cancels within the cluster, and intervals are taken over clusters.
//!
//! Everything in a [`MatchReport`] depends on the seed alone, not on the number of threads; how long it
//! took is kept apart, in [`MatchTiming`].
//!
//! ```
//! use facedown_arena::{DuplicateOptions, Contestant, duplicate_hands};
//! use facedown_game::{Policy, UniformPolicy};
//! use facedown_testkit::toys::Kuhn;
//!
//! let make = || Box::new(UniformPolicy) as Box<dyn Policy<Kuhn>>;
//! let line_up = [Contestant::new("one", &make), Contestant::new("other", &make)];
//! let duel = duplicate_hands(&Kuhn, &line_up, &DuplicateOptions::new(500, 42))?;
//! println!("one wins {:+.2} points a hand", duel.report.bots[0].points_per_hand);
//! assert_eq!(duel.report.games, 1000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod report;
mod run;
mod tally;

pub use report::{
    BotReport, BotTiming, DuplicateMatch, MatchReport, MatchTiming, PairReport, Unit,
};

use crate::play::{Bot, MAX_STEPS, PlayError, PlayedMatch, Table};
use crate::stream::child_seed;
use facedown_game::{Game, MAX_SEATS, Match, PerSeat, Policy, SeatSet};
use run::{Run, RunError};
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use tally::{GameResult, Tally, WINNER};

/// A bot of a line-up: its name, and how to make it.
pub struct Contestant<'a, G: Game> {
    /// What reports call it.
    pub name: String,
    /// Makes the bot anew for each game, so that nothing passes from one game to another.
    pub make: &'a (dyn Fn() -> Box<dyn Policy<G>> + Sync),
}

impl<'a, G: Game> Contestant<'a, G> {
    /// An entrant.
    pub fn new(name: impl Into<String>, make: &'a (dyn Fn() -> Box<dyn Policy<G>> + Sync)) -> Self {
        Self { name: name.into(), make }
    }
}

impl<G: Game> fmt::Debug for Contestant<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contestant").field("name", &self.name).finish_non_exhaustive()
    }
}

/// How a duel is run.
#[derive(Clone, Copy)]
pub struct DuplicateOptions<'a> {
    /// How many clusters: deals, or sets of matches with equal deals.
    pub clusters: u64,
    /// What all deals and all bots' luck come from.
    pub seed: u64,
    /// How many threads play; 0 for one on each core.
    pub threads: usize,
    /// Bounds the turns of a hand and the hands of a match.
    pub max_steps: u64,
    /// Called from the playing threads after each cluster with how many are done and how many
    /// there are. Two threads may report in the wrong order.
    pub progress: Option<&'a (dyn Fn(u64, u64) + Sync)>,
    /// Once true, clusters in progress are finished and no other is begun.
    pub cancel: Option<&'a AtomicBool>,
}

impl DuplicateOptions<'_> {
    /// So many clusters from this seed, on every core, without progress or cancellation.
    pub const fn new(clusters: u64, seed: u64) -> Self {
        Self { clusters, seed, threads: 0, max_steps: MAX_STEPS, progress: None, cancel: None }
    }
}

impl fmt::Debug for DuplicateOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DuplicateOptions")
            .field("clusters", &self.clusters)
            .field("seed", &self.seed)
            .field("threads", &self.threads)
            .field("max_steps", &self.max_steps)
            .finish_non_exhaustive()
    }
}

/// Why there is no report of a duel.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DuplicateError<A> {
    /// The line-up has not one bot for each seat.
    LineUp {
        /// How many seats the table has.
        seats: usize,
        /// How many bots were given.
        bots: usize,
    },
    /// No cluster was asked for.
    NoClusters,
    /// The duel was cancelled before its first cluster was finished.
    Cancelled,
    /// The threads could not be started.
    Threads(String),
    /// A game of this cluster could not be played to its end; no earlier cluster failed.
    Play {
        /// The cluster's number.
        cluster: u64,
        /// What went wrong.
        error: PlayError<A>,
    },
}

impl<A: fmt::Debug> fmt::Display for DuplicateError<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LineUp { seats, bots } => {
                write!(f, "{bots} bots for a table of {seats}: expected one for each seat")
            }
            Self::NoClusters => write!(f, "a duel needs at least one deal"),
            Self::Cancelled => write!(f, "cancelled before the first deal was played out"),
            Self::Threads(why) => write!(f, "cannot start threads: {why}"),
            Self::Play { cluster, error } => write!(f, "deal {cluster}: {error}"),
        }
    }
}

impl<A: fmt::Debug + 'static> std::error::Error for DuplicateError<A> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Play { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// Single hands: deal d is dealt from the stream `(seed, d)` with [`Game::first_setup`], and played
/// once for each rotation of the line-up.
pub fn duplicate_hands<G: Game>(
    game: &G,
    line_up: &[Contestant<'_, G>],
    options: &DuplicateOptions<'_>,
) -> Result<DuplicateMatch, DuplicateError<G::Action>> {
    let setup = game.first_setup();
    duel(game, line_up, options, Unit::Hand, |table, deal| {
        let state = table.play_hand(&setup, options.seed, deal, &mut ())?;
        let scores = game.scores(&state);
        let points = scores.map(i64::from);
        Ok(Played { scores, winners: SeatSet::EMPTY, points, hands: 1 })
    })
}

/// Whole matches: the matches of cluster k all have the seed [`child_seed`]`(seed, k)`, so their
/// hands of equal number have equal deals as long as the rules give them equal setups.
pub fn duplicate_matches<G: Match>(
    game: &G,
    line_up: &[Contestant<'_, G>],
    options: &DuplicateOptions<'_>,
) -> Result<DuplicateMatch, DuplicateError<G::Action>> {
    duel(game, line_up, options, Unit::Match, |table, cluster| {
        let played = table.play_match(child_seed(options.seed, cluster), &mut ())?;
        let winners = game.winners(&played.standing);
        let PlayedMatch { scores, points, hands, .. } = played;
        Ok(Played { scores, winners, points, hands })
    })
}

/// Deals of games in which a hand leads to others: each deal is a match of its own, whose score
/// counts as that of the hand. Seeds are those of [`duplicate_matches`].
pub fn duplicate_deals<G: Match>(
    game: &G,
    line_up: &[Contestant<'_, G>],
    options: &DuplicateOptions<'_>,
) -> Result<DuplicateMatch, DuplicateError<G::Action>> {
    duel(game, line_up, options, Unit::Hand, |table, cluster| {
        let played = table.play_match(child_seed(options.seed, cluster), &mut ())?;
        let PlayedMatch { scores, points, hands, .. } = played;
        Ok(Played { scores, winners: SeatSet::EMPTY, points, hands })
    })
}

/// One game, hand or match, by seat.
struct Played {
    scores: PerSeat<i32>,
    winners: SeatSet, // empty where the scores decide
    points: PerSeat<i64>,
    hands: u64,
}

fn duel<G: Game>(
    game: &G,
    line_up: &[Contestant<'_, G>],
    options: &DuplicateOptions<'_>,
    unit: Unit,
    play: impl Fn(&mut Table<'_, G>, u64) -> Result<Played, PlayError<G::Action>> + Sync,
) -> Result<DuplicateMatch, DuplicateError<G::Action>> {
    let seats = game.seats();
    if line_up.len() != seats {
        return Err(DuplicateError::LineUp { seats, bots: line_up.len() });
    }
    if options.clusters == 0 {
        return Err(DuplicateError::NoClusters);
    }
    let start = Instant::now();
    let cluster = |tally: &mut Tally, number: u64| {
        let mut games = [GameResult::default(); MAX_SEATS];
        for (rotation, result) in games[..seats].iter_mut().enumerate() {
            // Bot b takes seat b + rotation; so the seat has bot seat - rotation.
            let bot_at = |seat: usize| (seat + seats - rotation) % seats;
            let bots = (0..seats).map(bot_at).map(|b| Bot::new(b as u64, (line_up[b].make)()));
            let mut table = Table::new(game, bots.collect()).with_max_steps(options.max_steps);
            let played = play(&mut table, number)?;
            result.hands = played.hands as i64;
            for (seat, score) in played.scores.iter() {
                let (bot, score) = (bot_at(seat.index()), i64::from(score));
                result.scores[bot] = score;
                result.ranks[bot] = if played.winners.contains(seat) { WINNER } else { score };
                result.points[bot] = played.points[seat];
            }
            for bot in table.bots() {
                tally.spent(bot);
            }
        }
        tally.add(&games[..seats]);
        Ok(())
    };
    let run = Run::new(options);
    let tallies = run.clusters(|| Tally::new(seats), cluster).map_err(|error| match error {
        RunError::Threads(why) => DuplicateError::Threads(why),
        RunError::Failed(cluster, error) => DuplicateError::Play { cluster, error },
    })?;
    let mut total = Tally::new(seats);
    for tally in &tallies {
        total.merge(tally);
    }
    if total.clusters() == 0 {
        return Err(DuplicateError::Cancelled);
    }
    let names: Vec<&str> = line_up.iter().map(|entrant| entrant.name.as_str()).collect();
    Ok(DuplicateMatch {
        report: total.report(unit, options, &names),
        timing: total.timing(start.elapsed(), run.threads(), &names),
    })
}
