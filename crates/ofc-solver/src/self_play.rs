//! The value of Fantasyland, measured by self-play.
//!
//! A hand of two seats that both play a normal hand has value 0 for each, by symmetry. So the value of
//! a Fantasyland is the points that it wins against a normal hand, plus the value of the next hand:
//! its next Fantasyland if it stays, less the opponent's if that enters. This is a small system of
//! linear equations in the values of 13 to 17 cards, whose coefficients are means over hands that are
//! dealt and played. The normal hand is played for the values found so far, by the bot `steady` or
//! another [`NormalPlayer`], and Fantasyland is set exactly against its board; rounds are repeated until
//! the values converge. First rounds use a part of the deals.
//!
//! A hand in which both seats are in Fantasyland is valued at the difference of their values.

use crate::{OfcSearch, Steady};
use facedown_cards::{PackCard, PackSet};
use facedown_game::{ActionBuf, Game, InvalidRules, Policy, Rng, Seat};
use facedown_ofc::fantasy::{Opponent, Scratch, Solver};
use facedown_ofc::{Legal, MAX_SEATS, Ofc, Phase, Rows, Rules, Setup, Stakes};
use facedown_search::{AdvisorBot, Budget, SearchAdvisor, SearchConfig};
use rayon::prelude::*;

/// Fantasyland has 13 to 17 cards.
const SIZES: usize = 5;
/// Number of hands of each size dealt against each normal hand.
const AGAINST: usize = 2;
/// Sizes that the rules never deal are measured against one normal hand in this many.
const RARE: usize = 16;
/// First rounds play one hand in this many.
const FIRST: usize = 8;

/// Who plays the normal hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NormalPlayer {
    /// The bot `steady`, by whose play the table of presets was measured.
    Steady,
    /// The bot `network`.
    Network,
    /// The bot `search`. It plays the first of the hands alone; `network`, which plays all of them, is
    /// a control variate, so that a few thousand searched hands give the same error as many more.
    Search {
        /// Iterations of a decision.
        iterations: u64,
        /// Hands of a round that are searched, at least 2.
        hands: usize,
    },
}

/// The size of a measurement.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MeasureConfig {
    /// Normal hands of a round.
    pub hands: usize,
    /// Random seed.
    pub seed: u64,
    /// Maximum number of rounds.
    pub rounds: usize,
    /// Rounds end when no value changes by more than this.
    pub tolerance: f64,
    /// Who plays the normal hand.
    pub player: NormalPlayer,
    /// The values to begin with, if they are known roughly: no round then uses a part of the deals.
    pub start: Option<[f64; SIZES]>,
}

impl Default for MeasureConfig {
    fn default() -> Self {
        let player = NormalPlayer::Steady;
        Self { hands: 60_000, seed: 1, rounds: 12, tolerance: 0.05, player, start: None }
    }
}

/// The result of a measurement.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// The values of 13, 14, 15, 16 and 17 cards, in points.
    pub values: [f64; SIZES],
    /// Their standard errors.
    pub errors: [f64; SIZES],
    /// Which of them the rules deal.
    pub dealt: [bool; SIZES],
    /// The rate at which a seat stays, by number of cards.
    pub stays: [f64; SIZES],
    /// The rate at which the normal hand enters Fantasyland.
    pub enters: f64,
    /// The rate at which it fouls.
    pub fouls: f64,
    /// The number of rounds.
    pub rounds: usize,
    /// The greatest change of a value in the last round.
    pub change: f64,
}

/// Measures the value of Fantasyland under these rules, on the threads of the current pool. The result
/// does not depend on their number.
pub fn measure(rules: &Rules, config: &MeasureConfig) -> Result<Measured, InvalidRules> {
    let rules = Rules { seats: 2, ..*rules };
    rules.validate()?;
    let dealt = dealt(&rules);
    let foul = Stakes::foul_cost(&rules);
    let mut stakes = Stakes { foul, entry: config.start.unwrap_or_default() };
    let part = if config.start.is_some() { 1 } else { FIRST };
    let (mut rounds, mut hands) = (0, config.hands / part);
    loop {
        rounds += 1;
        let samples = Hands::new(&rules, stakes)?.play(hands, dealt, config);
        let equations = Equations::new(&rules, &samples.groups());
        let found = equations.solution();
        let changes = found.iter().zip(stakes.entry).zip(dealt).filter(|(_, dealt)| *dealt);
        let change = changes.map(|((new, old), _)| (new - old).abs()).fold(0.0, f64::max);
        stakes.entry = found;
        let settled = change <= config.tolerance;
        if hands < config.hands && (settled || rounds >= config.rounds / 2) {
            hands = config.hands;
        } else if settled || rounds >= config.rounds {
            return Ok(Measured {
                values: found,
                errors: equations.errors(&samples.groups(), &found),
                dealt,
                stays: equations.means.stays,
                enters: samples.rate(|sample| sample.enters > 0),
                fouls: samples.rate(|sample| sample.foul),
                rounds,
                change,
            });
        }
    }
}

/// Returns which sizes the rules deal.
fn dealt(rules: &Rules) -> [bool; SIZES] {
    let entry = rules.fantasyland.entry;
    let mut dealt = [false; SIZES];
    let entries =
        [entry.queens, entry.kings, entry.aces, entry.threes, entry.wheel, entry.wheel_and_top];
    let mut mark = |cards: u8| dealt[usize::from(cards) - 13] = true;
    for cards in entries.into_iter().filter(|cards| *cards > 0) {
        mark(cards);
        mark(rules.fantasyland.stay.after(cards));
    }
    dealt
}

/// Players of one thread.
struct Players {
    normal: Box<dyn Policy<Ofc>>,
    scratch: Scratch,
    legal: Legal,
}

/// One normal hand, and the results of Fantasylands against it.
struct Sample {
    /// The cards with which the normal hand enters Fantasyland; 0 if it does not.
    enters: u8,
    foul: bool,
    /// Points and the share that stayed, by size, if it was dealt.
    results: [Option<(f64, f64)>; SIZES],
}

/// The hands of a round.
struct Samples {
    /// Those of the player, or of its control variate.
    all: Vec<Sample>,
    /// The first of them again, played by a search.
    searched: Vec<Sample>,
}

impl Samples {
    /// Returns the samples with the weights of their means. Where some hands are searched, what they
    /// differ by from the same hands of the control variate is added to the mean of all of those.
    fn groups(&self) -> Vec<(f64, &[Sample])> {
        match self.searched.len() {
            0 => vec![(1.0, &self.all)],
            n => vec![(1.0, &self.all), (-1.0, &self.all[..n]), (1.0, &self.searched)],
        }
    }

    /// Returns how often something is true of a normal hand.
    fn rate(&self, of: fn(&Sample) -> bool) -> f64 {
        let rate = |samples: &[Sample]| {
            samples.iter().filter(|sample| of(sample)).count() as f64 / samples.len().max(1) as f64
        };
        self.groups().into_iter().map(|(weight, samples)| weight * rate(samples)).sum()
    }
}

/// Plays hands for given stakes.
struct Hands {
    game: Ofc,
    stakes: Stakes,
    solvers: Vec<Solver>,
}

impl Hands {
    fn new(rules: &Rules, stakes: Stakes) -> Result<Self, InvalidRules> {
        let solver = |cards| {
            let stay = stakes.staying(rules, cards);
            Solver::new(rules, stay).expect("values are at most 500")
        };
        let game = Ofc::new(*rules)?;
        Ok(Self { game, stakes, solvers: (13..=17).map(solver).collect() })
    }

    /// Plays the hands of a round.
    fn play(&self, hands: usize, dealt: [bool; SIZES], config: &MeasureConfig) -> Samples {
        let (seed, player) = (config.seed, config.player);
        let all = self.samples(hands, dealt, seed, || -> Box<dyn Policy<Ofc>> {
            match player {
                NormalPlayer::Steady => Box::new(Steady::default().playing_for(self.stakes)),
                NormalPlayer::Network | NormalPlayer::Search { .. } => {
                    Box::new(Steady::network().playing_for(self.stakes))
                }
            }
        });
        let searched = match player {
            NormalPlayer::Search { iterations, hands: searched } => {
                // As many of the hands of a first round as of the others.
                let part = searched.max(2) as f64 * hands as f64 / config.hands.max(1) as f64;
                let make = || self.search(iterations);
                self.samples((part.round() as usize).clamp(2, hands), dealt, seed, make)
            }
            _ => Vec::new(),
        };
        Samples { all, searched }
    }

    /// Returns the bot `search`.
    fn search(&self, iterations: u64) -> Box<dyn Policy<Ofc>> {
        let config = SearchConfig { threads: 1, ..SearchConfig::default() };
        let generic =
            SearchAdvisor::plain(self.game.counting_fantasyland(self.stakes), config.clone());
        let generic = generic.expect("the default configuration is valid");
        let search = OfcSearch::new(config, Box::new(generic)).playing_for(self.stakes);
        let budget = Budget::iterations(iterations.max(1));
        Box::new(AdvisorBot::new(Box::new(search), budget).expect("the budget is positive"))
    }

    /// Plays normal hands, with Fantasylands of the sizes that are dealt and a few of the others.
    fn samples(
        &self,
        hands: usize,
        dealt: [bool; SIZES],
        seed: u64,
        normal: impl Fn() -> Box<dyn Policy<Ofc>> + Sync,
    ) -> Vec<Sample> {
        let players =
            || Players { normal: normal(), scratch: Scratch::default(), legal: Legal::default() };
        let least = dealt.iter().position(|dealt| *dealt).unwrap_or(0);
        let one = |players: &mut Players, i: usize| {
            let sizes = dealt.map(|dealt| dealt || i.is_multiple_of(RARE));
            self.sample(players, (sizes, 13 + least as u8), &mut Rng::stream(seed, i as u64))
        };
        (0..hands).into_par_iter().map_init(players, one).collect()
    }

    /// Plays a normal hand against a seat in Fantasyland with the fewest cards that the rules deal, and
    /// sets Fantasylands of these sizes against it.
    fn sample(
        &self,
        players: &mut Players,
        (sizes, fewest): ([bool; SIZES], u8),
        rng: &mut Rng,
    ) -> Sample {
        let game = &self.game;
        let mut fantasy = [0; MAX_SEATS];
        fantasy[1] = fewest;
        let seat = Seat::new(0);
        let setup = Setup { button: Seat::new(1), fantasy, last: false };
        let mut state = game.deal(&setup, rng, &mut ());
        // Every player's Fantasylands are dealt alike, whatever random numbers it needs itself.
        let mut fantasylands = rng.clone();
        players.normal.new_hand();
        while state.table().phase() == Phase::Streets {
            game.legal_actions(&state, &mut players.legal);
            let (view, legal) = (game.view(&state, seat), players.legal.as_slice());
            let action = players.normal.choose(game, &view, legal, rng);
            game.apply(&mut state, action, &mut ());
        }
        let rng = &mut fantasylands;
        let dealt: PackSet = state.cards(seat).iter().copied().collect();
        let theirs = game.judge(state.table().rows(seat));
        let enters = theirs.and_then(|rows| game.scorer().entry(rows)).unwrap_or(0);
        let mut pack: Vec<PackCard> = (game.pack().collect::<PackSet>() - dealt).iter().collect();
        let results = std::array::from_fn(|size| {
            sizes[size].then(|| self.against(players, size, theirs, &mut pack, rng))
        });
        Sample { enters, foul: theirs.is_none(), results }
    }

    /// Returns the mean points of Fantasylands of this size, and the share that stayed.
    fn against(
        &self,
        players: &mut Players,
        size: usize,
        theirs: Option<Rows>,
        pack: &mut [PackCard],
        rng: &mut Rng,
    ) -> (f64, f64) {
        let solver = self.solvers[size].clone().against(&[Opponent::known(theirs)]);
        let (mut points, mut stays) = (0.0, 0.0);
        for _ in 0..AGAINST {
            rng.shuffle(pack);
            // In 2-7 a hand may have no legal setting.
            let set = solver.solve_with(&mut players.scratch, &pack[..13 + size]).ok();
            points += f64::from(solver.scorer().points(set.map(|set| set.rows), theirs));
            stays += f64::from(u8::from(set.is_some_and(|set| set.stays)));
        }
        (points / AGAINST as f64, stays / AGAINST as f64)
    }
}

/// Means over hands.
#[derive(Clone, Copy, Default)]
struct Means {
    /// By size: the number of hands, their mean points, and their rate of staying.
    count: [f64; SIZES],
    points: [f64; SIZES],
    stays: [f64; SIZES],
    /// The rate at which the normal hand enters, by size and entry.
    enters: [[f64; SIZES]; SIZES],
}

impl Means {
    fn new(samples: &[Sample]) -> Self {
        let mut all = Self::default();
        for sample in samples {
            for (size, result) in sample.results.iter().enumerate() {
                let Some((points, stays)) = result else { continue };
                all.count[size] += 1.0;
                all.points[size] += points;
                all.stays[size] += stays;
                if sample.enters > 0 {
                    all.enters[size][usize::from(sample.enters) - 13] += 1.0;
                }
            }
        }
        for size in 0..SIZES {
            let n = all.count[size].max(1.0);
            all.points[size] /= n;
            all.stays[size] /= n;
            all.enters[size] = all.enters[size].map(|enters| enters / n);
        }
        all
    }

    /// Adds other means, times a weight; the counts stay.
    fn add(&mut self, weight: f64, other: &Self) {
        for size in 0..SIZES {
            self.points[size] += weight * other.points[size];
            self.stays[size] += weight * other.stays[size];
            for (sum, enters) in self.enters[size].iter_mut().zip(other.enters[size]) {
                *sum += weight * enters;
            }
        }
    }
}

/// The linear equations of the values.
struct Equations {
    means: Means,
    /// The size that staying leads to, by size.
    next: [usize; SIZES],
}

impl Equations {
    /// Returns the equations of weighted sums of the means of groups.
    fn new(rules: &Rules, groups: &[(f64, &[Sample])]) -> Self {
        let next = |size| usize::from(rules.fantasyland.stay.after(13 + size as u8)) - 13;
        let mut means = Means::default();
        for (weight, samples) in groups {
            means.add(*weight, &Means::new(samples));
        }
        Self { means, next: std::array::from_fn(next) }
    }

    /// Returns the coefficients of one size's equation, with all values on the left side.
    fn row(&self, size: usize) -> [f64; SIZES] {
        let mut row = self.means.enters[size];
        row[size] += 1.0;
        row[self.next[size]] -= self.means.stays[size];
        row
    }

    /// Returns the values, clamped to the 0 to 500 points that an endgame can count.
    fn solution(&self) -> [f64; SIZES] {
        let inverse = inverse(std::array::from_fn(|size| self.row(size)));
        std::array::from_fn(|size| {
            let terms = inverse[size].iter().zip(self.means.points);
            terms.map(|(part, points)| part * points).sum::<f64>().clamp(0.0, 500.0)
        })
    }

    /// Returns the standard errors of the values, by the influence of each hand. Hands of the same
    /// number in different groups are one: their deviations are added before they are squared.
    fn errors(&self, groups: &[(f64, &[Sample])], values: &[f64; SIZES]) -> [f64; SIZES] {
        let inverse = inverse(std::array::from_fn(|size| self.row(size)));
        let means: Vec<Means> = groups.iter().map(|(_, samples)| Means::new(samples)).collect();
        let hands = groups.iter().map(|(_, samples)| samples.len()).max().unwrap_or(0);
        let mut squares = [0.0; SIZES];
        for hand in 0..hands {
            let mut off = [0.0; SIZES];
            for ((weight, samples), means) in groups.iter().zip(&means) {
                let Some(sample) = samples.get(hand) else { continue };
                let theirs = match sample.enters {
                    0 => 0.0,
                    cards => values[usize::from(cards) - 13],
                };
                for (size, result) in sample.results.iter().enumerate() {
                    let Some((points, stays)) = result else { continue };
                    let next = values[self.next[size]];
                    let value = points + stays * next - theirs;
                    let entered = means.enters[size].iter().zip(values);
                    let entered: f64 = entered.map(|(rate, value)| rate * value).sum();
                    let mean = means.points[size] + means.stays[size] * next - entered;
                    off[size] += weight * (value - mean) / means.count[size];
                }
            }
            for (square, parts) in squares.iter_mut().zip(&inverse) {
                *square += parts.iter().zip(off).map(|(part, off)| part * off).sum::<f64>().powi(2);
            }
        }
        squares.map(f64::sqrt)
    }
}

/// Returns the inverse of a matrix by elimination, with pivots of at least 0.001.
fn inverse(mut rows: [[f64; SIZES]; SIZES]) -> [[f64; SIZES]; SIZES] {
    let mut inverse: [[f64; SIZES]; SIZES] =
        std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))));
    for at in 0..SIZES {
        // Staying ends almost surely, so diagonals are positive but for noise in few hands.
        let pivot = rows[at][at].max(1e-3);
        for column in 0..SIZES {
            rows[at][column] /= pivot;
            inverse[at][column] /= pivot;
        }
        for other in (0..SIZES).filter(|other| *other != at) {
            let factor = rows[other][at];
            for column in 0..SIZES {
                rows[other][column] -= factor * rows[at][column];
                inverse[other][column] -= factor * inverse[at][column];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::needless_range_loop, reason = "rows and columns as in the formula")]
    fn a_matrix_times_its_inverse_is_one() {
        let rows: [[f64; SIZES]; SIZES] = std::array::from_fn(|i| {
            std::array::from_fn(|j| if i == j { 0.7 } else { 0.03 * (i + 2 * j) as f64 })
        });
        let inverse = inverse(rows);
        for i in 0..SIZES {
            for j in 0..SIZES {
                let sum: f64 = (0..SIZES).map(|k| rows[i][k] * inverse[k][j]).sum();
                assert!((sum - f64::from(u8::from(i == j))).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn values_grow_with_the_cards_and_a_measurement_can_be_repeated() {
        let rules = Rules { fantasyland: Rules::ULTIMATE.fantasyland, ..Rules::STANDARD };
        let config = MeasureConfig { hands: 512, rounds: 2, ..MeasureConfig::default() };
        let Measured { values, errors, stays, dealt, .. } = measure(&rules, &config).unwrap();
        assert_eq!(dealt, [false, true, true, true, true]);
        assert!(values.is_sorted() && stays.is_sorted(), "{values:?}, {stays:?}");
        assert!(errors.iter().all(|error| (0.1..50.0).contains(error)), "{errors:?}");
        let again = measure(&rules, &config).unwrap().values;
        assert_eq!(again.map(f64::to_bits), values.map(f64::to_bits));
    }

    #[test]
    fn a_control_variate_changes_neither_the_value_of_its_own_player_nor_that_of_all_hands() {
        let rules = Rules { seats: 2, ..Rules::STANDARD };
        let stakes = crate::stakes(&rules).unwrap();
        let hands = Hands::new(&rules, stakes).unwrap();
        let dealt = dealt(&rules);
        let network = || -> Box<dyn Policy<Ofc>> { Box::new(Steady::network()) };
        let all = hands.samples(400, dealt, 3, network);
        let plain = Equations::new(&rules, &[(1.0, &all)]);
        let errors = plain.errors(&[(1.0, &all)], &plain.solution());
        // The same player: the differences are zero.
        let again = hands.samples(150, dealt, 3, network);
        let samples = Samples { all, searched: again };
        let controlled = Equations::new(&rules, &samples.groups());
        for (a, b) in controlled.solution().into_iter().zip(plain.solution()) {
            assert!((a - b).abs() < 1e-9, "{a} {b}");
        }
        let found = controlled.errors(&samples.groups(), &controlled.solution());
        for (a, b) in found.into_iter().zip(errors) {
            assert!((a - b).abs() < 1e-9, "{a} {b}");
        }
        // Another player on all hands: its own mean, whatever the control variate is.
        let steady = || -> Box<dyn Policy<Ofc>> { Box::new(Steady::default()) };
        let other = hands.samples(400, dealt, 3, steady);
        let own = Equations::new(&rules, &[(1.0, &other)]).solution();
        let samples = Samples { all: samples.all, searched: other };
        let controlled = Equations::new(&rules, &samples.groups()).solution();
        for (a, b) in controlled.into_iter().zip(own) {
            assert!((a - b).abs() < 1e-9, "{a} {b}");
        }
    }

    #[test]
    fn searched_hands_are_nearly_those_of_the_networks() {
        let player = NormalPlayer::Search { iterations: 40, hands: 48 };
        let config = MeasureConfig { hands: 800, rounds: 1, player, ..MeasureConfig::default() };
        let network = MeasureConfig { player: NormalPlayer::Network, ..config };
        let [a, b] = [config, network].map(|config| measure(&Rules::STANDARD, &config).unwrap());
        assert!(a.values[1].is_finite() && a.errors[1] < 3.0, "{a:?}");
        assert!((a.values[1] - b.values[1]).abs() < 6.0, "{a:?} and {b:?}");
    }
}
