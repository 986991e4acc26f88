//! Exact sums over the clusters of a duplicate match, and the reports made from them.

use super::DuplicateOptions;
use super::report::{
    Adjusted, BotReport, BotTiming, LuckReport, MatchReport, MatchTiming, PairReport, Unit,
};
use crate::play::Bot;
use crate::stats::{Moments, RatioMoments};
use facedown_game::{Game, MAX_SEATS};
use std::cmp::Ordering;
use std::time::Duration;

/// The value of a won game: divisible by any number of seats that may share it.
const WIN: i64 = 2520;

/// The rank of a winner, above every score.
pub(super) const WINNER: i64 = i64::MAX;

/// Luck is summed in whole numbers of this part of a point, so that sums do not depend on order.
const LUCK_UNIT: f64 = 1_048_576.0;

/// The result of one game, by bot.
#[derive(Clone, Copy, Default)]
pub(super) struct GameResult {
    pub(super) scores: [i64; MAX_SEATS],
    pub(super) ranks: [i64; MAX_SEATS], // the score, or WINNER: rules may decide a match by other than scores
    pub(super) points: [i64; MAX_SEATS],
    pub(super) luck: [f64; MAX_SEATS], // in points, or in wins of a match
    pub(super) hands: i64,
}

impl GameResult {
    /// Returns each bot's share of the win, in units of 1 / [`WIN`].
    fn share(&self, bot: usize, bots: usize) -> i64 {
        let ranks = &self.ranks[..bots];
        let best = *ranks.iter().max().expect("a line-up is not empty");
        let sharing = ranks.iter().filter(|rank| **rank == best).count() as i64;
        if ranks[bot] == best { WIN / sharing } else { 0 }
    }

    /// Returns twice a bot's place: 2 for the first, and the mean of their places for bots that are
    /// level.
    fn double_place(&self, bot: usize, bots: usize) -> i64 {
        let others = self.ranks[..bots].iter().enumerate().filter(|(other, _)| *other != bot);
        let ahead = others.map(|(_, rank)| match rank.cmp(&self.ranks[bot]) {
            Ordering::Greater => 2,
            Ordering::Equal => 1,
            Ordering::Less => 0,
        });
        2 + ahead.sum::<i64>()
    }

    /// Returns a bot's measure of the game in units of 1 / [`LUCK_UNIT`]: plain, and luck.
    fn measure(&self, unit: Unit, bot: usize, bots: usize) -> [i64; 2] {
        let plain = match unit {
            Unit::Hand => self.scores[bot] as f64,
            Unit::Match => self.share(bot, bots) as f64 / WIN as f64,
        };
        [plain, self.luck[bot]].map(|value| (value * LUCK_UNIT).round() as i64)
    }
}

/// The sums of a measure: plain, luck, and plain minus luck.
#[derive(Clone, Copy, Default)]
struct AdjustedTally([Moments; 3]);

impl AdjustedTally {
    fn add(&mut self, [plain, luck]: [i64; 2]) {
        let values = [plain, luck, plain - luck];
        self.0.iter_mut().zip(values).for_each(|(moments, value)| moments.add(value));
    }

    fn merge(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| mine.merge(theirs));
    }

    fn report(&self, clusters: u64, games: f64) -> Adjusted {
        let all = self.0.map(|sums| sums.estimate(clusters, games * LUCK_UNIT));
        let [plain, luck, adjusted] = all;
        Adjusted::new(plain, luck, adjusted)
    }
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, Default)]
struct Record {
    wins: u64,
    draws: u64,
    losses: u64,
}

impl Record {
    fn merge(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

#[derive(Clone, Default)]
struct BotTally {
    score: Moments,
    points: RatioMoments,
    share: Moments,  // of the games won, in units of 1 / WIN
    places: Moments, // twice the place
    adjusted: AdjustedTally,
    record: Record,
    decisions: u64,
    thinking: Duration,
}

#[derive(Clone, Default)]
struct PairTally {
    score: Moments,
    points: RatioMoments,
    halves: Moments, // 2 for a win, 1 for a draw
    adjusted: AdjustedTally,
    record: Record,
}

/// The sums of one thread. All are integers, so the order of adding does not matter.
#[derive(Clone)]
pub(super) struct Tally {
    unit: Unit,
    clusters: u64,
    hands: Moments,
    bots: Vec<BotTally>,
    pairs: Vec<PairTally>, // in the order of `pairs`
}

/// Returns the pairs of bots in the order of reports.
fn pairs(bots: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..bots).flat_map(move |a| (a + 1..bots).map(move |b| (a, b)))
}

impl Tally {
    pub(super) fn new(unit: Unit, bots: usize) -> Self {
        Self {
            unit,
            clusters: 0,
            hands: Moments::default(),
            bots: vec![BotTally::default(); bots],
            pairs: vec![PairTally::default(); pairs(bots).count()],
        }
    }

    pub(super) fn clusters(&self) -> u64 {
        self.clusters
    }

    /// Adds a bot's decisions and thinking time in one game.
    pub(super) fn add_decisions<G: Game>(&mut self, bot: &Bot<G>) {
        let tally = &mut self.bots[bot.id() as usize];
        tally.decisions += bot.decisions();
        tally.thinking += bot.thinking();
    }

    /// Adds the games of one cluster.
    pub(super) fn add(&mut self, games: &[GameResult]) {
        let bots = self.bots.len();
        let sum = |of: &dyn Fn(&GameResult) -> i64| games.iter().map(of).sum::<i64>();
        let unit = self.unit;
        let measures =
            |b: usize| [0, 1].map(|which: usize| sum(&|game| game.measure(unit, b, bots)[which]));
        let hands = sum(&|game| game.hands);
        self.clusters += 1;
        self.hands.add(hands);
        for (b, tally) in self.bots.iter_mut().enumerate() {
            tally.score.add(sum(&|game| game.scores[b]));
            tally.points.add(sum(&|game| game.points[b]), hands);
            for game in games {
                match game.share(b, bots) {
                    WIN => tally.record.wins += 1,
                    0 => tally.record.losses += 1,
                    _ => tally.record.draws += 1,
                }
            }
            tally.share.add(sum(&|game| game.share(b, bots)));
            tally.places.add(sum(&|game| game.double_place(b, bots)));
            tally.adjusted.add(measures(b));
        }
        for ((a, b), tally) in pairs(bots).zip(&mut self.pairs) {
            tally.score.add(sum(&|game| game.scores[a] - game.scores[b]));
            tally.points.add(sum(&|game| game.points[a] - game.points[b]), hands);
            let mut halves = 0;
            for game in games {
                let (count, value) = match game.ranks[a].cmp(&game.ranks[b]) {
                    Ordering::Greater => (&mut tally.record.wins, 2),
                    Ordering::Equal => (&mut tally.record.draws, 1),
                    Ordering::Less => (&mut tally.record.losses, 0),
                };
                *count += 1;
                halves += value;
            }
            tally.halves.add(halves);
            let (a, b) = (measures(a), measures(b));
            tally.adjusted.add([a[0] - b[0], a[1] - b[1]]);
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.clusters += other.clusters;
        self.hands.merge(&other.hands);
        for (mine, theirs) in self.bots.iter_mut().zip(&other.bots) {
            mine.score.merge(&theirs.score);
            mine.points.merge(&theirs.points);
            mine.share.merge(&theirs.share);
            mine.places.merge(&theirs.places);
            mine.adjusted.merge(&theirs.adjusted);
            mine.record.merge(&theirs.record);
            mine.decisions += theirs.decisions;
            mine.thinking += theirs.thinking;
        }
        for (mine, theirs) in self.pairs.iter_mut().zip(&other.pairs) {
            mine.score.merge(&theirs.score);
            mine.points.merge(&theirs.points);
            mine.halves.merge(&theirs.halves);
            mine.adjusted.merge(&theirs.adjusted);
            mine.record.merge(&theirs.record);
        }
    }

    /// Returns the report, adjusted for luck by a baseline of this name. There must be a cluster.
    pub(super) fn report(
        &self,
        options: &DuplicateOptions,
        names: &[&str],
        baseline: Option<&str>,
    ) -> MatchReport {
        let (n, games) = (self.clusters, self.bots.len() as f64); // games of a cluster
        let bots = names.iter().zip(&self.bots).map(|(name, bot)| BotReport {
            name: (*name).to_owned(),
            score: bot.score.estimate(n, games),
            points_per_hand: bot.points.estimate(n),
            win_rate: bot.share.proportion(n, games * WIN as f64),
            rank: bot.places.estimate(n, games * 2.0),
            wins: bot.record.wins,
            draws: bot.record.draws,
            losses: bot.record.losses,
            decisions: bot.decisions,
        });
        let pairs = pairs(names.len()).zip(&self.pairs).map(|((a, b), pair)| PairReport {
            a,
            b,
            score: pair.score.estimate(n, games),
            points_per_hand: pair.points.estimate(n),
            win_rate: pair.halves.proportion(n, games * 2.0),
            wins: pair.record.wins,
            draws: pair.record.draws,
            losses: pair.record.losses,
        });
        let luck = baseline.map(|name| LuckReport {
            baseline: name.to_owned(),
            bots: self.bots.iter().map(|bot| bot.adjusted.report(n, games)).collect(),
            pairs: self.pairs.iter().map(|pair| pair.adjusted.report(n, games)).collect(),
        });
        MatchReport {
            unit: self.unit,
            seed: options.seed,
            requested: options.clusters,
            clusters: n,
            games: n * self.bots.len() as u64,
            hands: self.hands.sum() as u64,
            hands_per_game: self.hands.estimate(n, games),
            bots: bots.collect(),
            pairs: pairs.collect(),
            luck,
        }
    }

    /// Returns the times.
    pub(super) fn timing(&self, elapsed: Duration, threads: usize, names: &[&str]) -> MatchTiming {
        let bots = names.iter().zip(&self.bots).map(|(name, bot)| BotTiming {
            name: (*name).to_owned(),
            thinking: bot.thinking.as_secs_f64(),
            per_decision: (bot.decisions > 0)
                .then(|| bot.thinking.as_secs_f64() / bot.decisions as f64),
        });
        MatchTiming { elapsed: elapsed.as_secs_f64(), threads, bots: bots.collect() }
    }
}
