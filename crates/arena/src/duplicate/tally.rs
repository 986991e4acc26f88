//! Exact sums over the clusters of a duplicate match, and the reports made from them.

use super::DuplicateOptions;
use super::report::{
    Adjusted, BotReport, BotTiming, LuckReport, MatchReport, MatchTiming, PairReport, Unit,
};
use super::seatings::{Entry, Seatings};
use crate::play::Bot;
use crate::stats::{
    ConfidenceInterval, Estimate, Moments, RatioMoments, Tails, confidence_sequence, is_settled,
};
use facedown_game::{Game, MAX_SEATS};
use std::cmp::Ordering;
use std::time::Duration;

/// The value of a won game: divisible by any number of sides that may share it.
const WIN: i64 = 2520;

/// The rank of a winner, above every score.
pub(super) const WINNER: i64 = i64::MAX;

/// Luck is summed in whole numbers of this part of a point, so that sums do not depend on order.
const LUCK_UNIT: f64 = 1_048_576.0;

/// The result of one side of the table in one game. Scores are summed over its seats.
#[derive(Clone, Copy, Default)]
pub(super) struct SideResult {
    pub(super) entry: usize,
    pub(super) score: i64,
    pub(super) rank: i64, // the score, or WINNER: rules may decide a match by other than scores
    pub(super) points: i64,
    pub(super) luck: f64, // in points, or in wins of a match
}

/// The result of one game, by side.
#[derive(Clone, Copy, Default)]
pub(super) struct GameResult {
    pub(super) sides: [SideResult; MAX_SEATS],
    pub(super) hands: i64,
}

impl GameResult {
    /// Returns a side's share of the win, in units of 1 / [`WIN`].
    fn share(sides: &[SideResult], own: &SideResult) -> i64 {
        let best = sides.iter().map(|side| side.rank).max().expect("a table has sides");
        let sharing = sides.iter().filter(|side| side.rank == best).count() as i64;
        if own.rank == best { WIN / sharing } else { 0 }
    }

    /// Returns twice a side's place: 2 for the first, and the mean of their places for sides that
    /// are level.
    fn double_place(sides: &[SideResult], own: usize) -> i64 {
        let others = sides.iter().enumerate().filter(|(other, _)| *other != own);
        let ahead = others.map(|(_, side)| match side.rank.cmp(&sides[own].rank) {
            Ordering::Greater => 2,
            Ordering::Equal => 1,
            Ordering::Less => 0,
        });
        2 + ahead.sum::<i64>()
    }

    /// Returns a side's measure of the game in units of 1 / [`LUCK_UNIT`]: plain, and luck. A score
    /// and its luck are sums over the side's seats.
    fn measure(unit: Unit, sides: &[SideResult], own: &SideResult, seats: usize) -> [i64; 2] {
        let (plain, luck) = match unit {
            Unit::Hand => (own.score as f64, own.luck),
            // Partners win together, and each has the luck of the side.
            Unit::Match => {
                let share = Self::share(sides, own) as f64 / WIN as f64;
                (share * seats as f64, own.luck)
            }
        };
        [plain, luck].map(|value| (value * LUCK_UNIT).round() as i64)
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

    fn report(&self, clusters: u64, items: f64) -> Adjusted {
        let [plain, luck, adjusted] = self.0.map(|sums| sums.estimate(clusters, items * LUCK_UNIT));
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
    tails: Tails, // of the measure by which bots are compared
    record: Record,
}

/// The difference between two bots.
pub(super) struct Difference {
    pub(super) a: usize,
    pub(super) b: usize,
    pub(super) estimate: Estimate,
    /// The interval that holds at all deals at once.
    pub(super) sequence: Option<ConfidenceInterval>,
    /// Whether enough was seen for a rule that looks at the variance.
    pub(super) settled: bool,
}

impl Difference {
    /// Returns the width of its interval: of the sequence if the bots never differed, whose ordinary
    /// interval has none.
    pub(super) fn width(&self) -> Option<f64> {
        let same = self.estimate.standard_error == Some(0.0);
        let ends = if same { self.sequence } else { self.estimate.interval };
        ends.filter(|_| self.settled).map(|ends| ends.high - ends.low)
    }
}

/// The games of one cluster, and the time that bots took.
pub(super) struct ClusterResult {
    pub(super) games: Vec<GameResult>,
    pub(super) thinking: Vec<(u64, Duration)>, // decisions and time of each entry
}

impl ClusterResult {
    pub(super) fn new(entries: usize) -> Self {
        Self { games: Vec::new(), thinking: vec![(0, Duration::ZERO); entries] }
    }

    /// Adds a bot's decisions and thinking time in one game.
    pub(super) fn add_decisions<G: Game>(&mut self, entry: usize, bot: &Bot<G>) {
        let (decisions, thinking) = &mut self.thinking[entry];
        *decisions += bot.decisions();
        *thinking += bot.thinking();
    }
}

/// The sums over clusters. All are integers, so that the order of adding does not matter.
#[derive(Clone)]
pub(super) struct Tally {
    unit: Unit,
    baseline: Option<String>,
    entries: Vec<Entry>,
    sides: usize,
    seats_of_a_side: usize,
    games_of_a_cluster: usize,
    plays_all_seatings: bool,
    clusters: u64,
    hands: Moments,
    largest: f64, // the largest difference of the plain measure between two seats in a game
    bots: Vec<BotTally>,
    pairs: Vec<PairTally>, // in the order of `pairs`
}

/// Returns the pairs of bots in the order of reports.
fn pairs(bots: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..bots).flat_map(move |a| (a + 1..bots).map(move |b| (a, b)))
}

impl Tally {
    pub(super) fn new(unit: Unit, seatings: &Seatings, baseline: Option<&str>) -> Self {
        let entries = seatings.entries.clone();
        Self {
            unit,
            baseline: baseline.map(str::to_owned),
            sides: seatings.sides(),
            seats_of_a_side: seatings.seats_of_a_side(),
            games_of_a_cluster: seatings.per_deal(),
            plays_all_seatings: seatings.plays_all(),
            clusters: 0,
            hands: Moments::default(),
            largest: 0.0,
            bots: vec![BotTally::default(); entries.len()],
            pairs: vec![PairTally::default(); pairs(entries.len()).count()],
            entries,
        }
    }

    pub(super) fn clusters(&self) -> u64 {
        self.clusters
    }

    pub(super) fn name(&self, entry: usize) -> &str {
        &self.entries[entry].name
    }

    /// Adds a cluster.
    pub(super) fn add(&mut self, cluster: &ClusterResult) {
        let (unit, seats, games) = (self.unit, self.seats_of_a_side, &cluster.games);
        let hands: i64 = games.iter().map(|game| game.hands).sum();
        self.clusters += 1;
        self.hands.add(hands);
        // Of each entry, summed over its sides and over the games: score, points, plain measure and
        // its luck.
        let mut sums = vec![[0i64; 4]; self.entries.len()];
        for (bot, (decisions, thinking)) in self.bots.iter_mut().zip(&cluster.thinking) {
            bot.decisions += decisions;
            bot.thinking += *thinking;
        }
        let (mut shares, mut places) = (vec![0; self.entries.len()], vec![0; self.entries.len()]);
        for game in games {
            let sides = &game.sides[..self.sides];
            let (mut low, mut high) = (i64::MAX, i64::MIN);
            for (own, side) in sides.iter().enumerate() {
                let [plain, luck] = GameResult::measure(unit, sides, side, seats);
                (low, high) = (low.min(plain), high.max(plain));
                let of_side = [side.score, side.points, plain, luck];
                sums[side.entry].iter_mut().zip(of_side).for_each(|(sum, value)| *sum += value);
                let (share, record) =
                    (GameResult::share(sides, side), &mut self.bots[side.entry].record);
                match share {
                    WIN => record.wins += 1,
                    0 => record.losses += 1,
                    _ => record.draws += 1,
                }
                shares[side.entry] += share;
                places[side.entry] += GameResult::double_place(sides, own);
            }
            self.largest = self.largest.max((high - low) as f64 / (LUCK_UNIT * seats as f64));
        }
        for (e, bot) in self.bots.iter_mut().enumerate() {
            let [score, points, plain, luck] = sums[e];
            let held = (self.entries[e].sides * seats) as i64;
            bot.score.add(score);
            bot.points.add(points, hands * held);
            bot.share.add(shares[e]);
            bot.places.add(places[e]);
            bot.adjusted.add([plain, luck]);
        }
        for ((a, b), pair) in pairs(self.entries.len()).zip(&mut self.pairs) {
            // Means per seat, with a common denominator.
            let [of_a, of_b] = [a, b].map(|e| self.entries[e].sides as i64);
            let difference = |which: usize| sums[a][which] * of_b - sums[b][which] * of_a;
            pair.score.add(difference(0));
            pair.points.add(difference(1), hands * of_a * of_b * seats as i64);
            pair.adjusted.add([difference(2), difference(3)]);
            let luck = if self.baseline.is_some() { difference(3) } else { 0 };
            pair.tails.add((difference(2) - luck) as f64);
            pair.halves.add(pair.record.add(games, self.sides, (a, b)));
        }
    }

    /// Returns the number of values per cluster over which the mean of an entry is taken.
    fn items(&self, entry: usize) -> f64 {
        (self.games_of_a_cluster * self.entries[entry].sides * self.seats_of_a_side) as f64
    }

    /// The same for a pair, by the common denominator.
    fn pair_items(&self, (a, b): (usize, usize)) -> f64 {
        self.items(a) * self.entries[b].sides as f64
    }

    /// Returns the differences by which bots are compared: of the score in hands, of the share of
    /// wins in matches, adjusted for luck if there is a baseline.
    pub(super) fn differences(&self) -> impl Iterator<Item = Difference> {
        let which = if self.baseline.is_some() { 2 } else { 0 };
        pairs(self.entries.len()).zip(&self.pairs).map(move |((a, b), pair)| {
            let items = self.pair_items((a, b)) * LUCK_UNIT;
            let estimate = pair.adjusted.0[which].estimate(self.clusters, items);
            let sequence = confidence_sequence(&estimate, &pair.tails, self.largest);
            let settled = is_settled(&pair.tails) || pair.tails.all_zero();
            Difference { a, b, estimate, sequence, settled }
        })
    }

    /// Returns the report. There must be a cluster.
    pub(super) fn report(&self, options: &DuplicateOptions) -> MatchReport {
        let (n, games) = (self.clusters, self.games_of_a_cluster as f64);
        let bots = self.entries.iter().zip(&self.bots).enumerate().map(|(e, (entry, bot))| {
            let sides = games * entry.sides as f64;
            BotReport {
                name: entry.name.clone(),
                seats: entry.sides * self.seats_of_a_side,
                score: bot.score.estimate(n, self.items(e)),
                points_per_hand: bot.points.estimate(n),
                win_rate: bot.share.proportion(n, sides * WIN as f64),
                rank: bot.places.estimate(n, sides * 2.0),
                wins: bot.record.wins,
                draws: bot.record.draws,
                losses: bot.record.losses,
                decisions: bot.decisions,
            }
        });
        let pair_of = |((a, b), pair): ((usize, usize), &PairTally)| {
            let meetings = games * (self.entries[a].sides * self.entries[b].sides) as f64;
            PairReport {
                a,
                b,
                score: pair.score.estimate(n, self.pair_items((a, b))),
                points_per_hand: pair.points.estimate(n),
                win_rate: pair.halves.proportion(n, meetings * 2.0),
                wins: pair.record.wins,
                draws: pair.record.draws,
                losses: pair.record.losses,
            }
        };
        let pairs = || pairs(self.entries.len()).zip(&self.pairs);
        let luck = self.baseline.as_ref().map(|name| LuckReport {
            baseline: name.clone(),
            bots: (self.bots.iter().enumerate())
                .map(|(e, bot)| bot.adjusted.report(n, self.items(e)))
                .collect(),
            pairs: pairs()
                .map(|(both, pair)| pair.adjusted.report(n, self.pair_items(both)))
                .collect(),
        });
        MatchReport {
            unit: self.unit,
            seed: options.seed,
            requested: options.clusters,
            clusters: n,
            seatings: self.games_of_a_cluster as u64,
            all_seatings: self.plays_all_seatings,
            games: n * self.games_of_a_cluster as u64,
            hands: self.hands.sum() as u64,
            hands_per_game: self.hands.estimate(n, games),
            bots: bots.collect(),
            pairs: pairs().map(pair_of).collect(),
            luck,
            sequential: options.stop.report(self),
        }
    }

    /// Returns the times.
    pub(super) fn timing(&self, elapsed: Duration, threads: usize) -> MatchTiming {
        let bots = self.entries.iter().zip(&self.bots).map(|(entry, bot)| BotTiming {
            name: entry.name.clone(),
            thinking: bot.thinking.as_secs_f64(),
            per_decision: (bot.decisions > 0)
                .then(|| bot.thinking.as_secs_f64() / bot.decisions as f64),
        });
        MatchTiming { elapsed: elapsed.as_secs_f64(), threads, bots: bots.collect() }
    }
}

impl Record {
    /// Adds every meeting of a side of `a` with a side of `b`; returns 2 for each that `a` won and 1
    /// for each draw.
    fn add(&mut self, games: &[GameResult], sides: usize, (a, b): (usize, usize)) -> i64 {
        let mut halves = 0;
        for game in games {
            let sides = &game.sides[..sides];
            for own in sides.iter().filter(|side| side.entry == a) {
                for other in sides.iter().filter(|side| side.entry == b) {
                    let (count, value) = match own.rank.cmp(&other.rank) {
                        Ordering::Greater => (&mut self.wins, 2),
                        Ordering::Equal => (&mut self.draws, 1),
                        Ordering::Less => (&mut self.losses, 0),
                    };
                    *count += 1;
                    halves += value;
                }
            }
        }
        halves
    }
}
