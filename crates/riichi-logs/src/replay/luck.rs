//! Luck and play: each seat's points of a replayed game, divided by a baseline.

use super::{Decision, Disagreement, Observer, Replayed, replay_observed};
use crate::record::Record;
use facedown_game::{Baseline, Game, PerSeat, Rng, Seat, Step};
use facedown_riichi::baseline::RiichiBaseline;
use facedown_riichi::{Action, Riichi, Rules, Setup, Standing, State};
use serde::Serialize;

/// The points of one round, divided into luck and play.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RoundLuck {
    /// The name of the round, `South 2-1`.
    pub round: String,
    /// The points that each seat won or lost.
    pub points: Vec<i32>,
    /// The part that the deal, draws and indicators gave, by the baseline `deep`.
    pub luck: Vec<f64>,
    /// The rest: the decisions of all seats.
    pub play: Vec<f64>,
    /// The variance of each seat's luck by the sampling of what could have happened instead.
    #[serde(skip)]
    pub variance: Vec<f64>,
}

/// The points of a game, divided into luck and play.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameLuck {
    /// The finished rounds.
    pub rounds: Vec<RoundLuck>,
    /// The sums over all rounds.
    pub points: Vec<i32>,
    /// The luck of each seat.
    pub luck: Vec<f64>,
    /// The play of each seat.
    pub play: Vec<f64>,
    /// The variance of each seat's luck by the sampling of what could have happened instead.
    #[serde(skip)]
    pub variance: Vec<f64>,
}

impl GameLuck {
    fn new(seats: usize, rounds: Vec<RoundLuck>) -> Self {
        let sum = |of: &dyn Fn(&RoundLuck, usize) -> f64| -> Vec<f64> {
            (0..seats).map(|seat| rounds.iter().map(|round| of(round, seat)).sum()).collect()
        };
        let points = |seat: usize| rounds.iter().map(|round| round.points[seat]).sum();
        Self {
            points: (0..seats).map(points).collect(),
            luck: sum(&|round, seat| round.luck[seat]),
            play: sum(&|round, seat| round.play[seat]),
            variance: sum(&|round, seat| round.variance[seat]),
            rounds,
        }
    }
}

/// How often the luck of an event is found again with other random numbers, for its variance.
const REPEATS: u64 = 4;

/// Returns the variance of the luck of an event; zero if it drew no random numbers.
fn variance(
    luck: &PerSeat<f64>,
    drew: bool,
    again: impl Fn(&mut Rng) -> PerSeat<f64>,
    streams: u64,
) -> PerSeat<f64> {
    if !drew {
        return luck.map(|_| 0.0);
    }
    let others: Vec<_> =
        (0..REPEATS).map(|repeat| again(&mut Rng::stream(!streams, repeat))).collect();
    let n = (REPEATS + 1) as f64;
    PerSeat::from_fn(luck.seats(), |seat| {
        let all = || others.iter().map(|other| other[seat]).chain([luck[seat]]);
        let mean = all().sum::<f64>() / n;
        all().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (n - 1.0)
    })
}

/// What is summed over a round: points, luck, and the variance of the luck.
#[derive(Clone, Copy)]
struct RoundSum {
    points: PerSeat<i32>,
    luck: PerSeat<f64>,
    variance: PerSeat<f64>,
}

/// Sums luck over the steps of each round.
struct LuckSum {
    baseline: RiichiBaseline,
    now: RoundSum,
    events: u64,
    rounds: Vec<RoundSum>,
    /// Whether variances are found, which takes several times as long where luck is sampled.
    with_variance: bool,
}

impl LuckSum {
    fn new(seats: usize, with_variance: bool) -> Option<Self> {
        let none = PerSeat::filled(seats, 0.0);
        Some(Self {
            baseline: RiichiBaseline::named("deep")?,
            now: RoundSum { points: PerSeat::filled(seats, 0), luck: none, variance: none },
            events: 0,
            rounds: Vec::new(),
            with_variance,
        })
    }

    fn next_stream(&mut self) -> Rng {
        self.events += 1;
        Rng::stream(self.rounds.len() as u64, self.events)
    }

    /// Returns the number of the event among all of the game.
    fn stream(&self) -> u64 {
        (self.rounds.len() as u64) << 32 | self.events
    }

    fn game_luck(&self, record: &Record, seats: usize) -> GameLuck {
        let rounds = self.rounds.iter().zip(&record.rounds).map(|(sum, round)| {
            let play = |seat: Seat| f64::from(sum.points[seat]) - sum.luck[seat];
            RoundLuck {
                round: round.name(),
                points: sum.points.as_slice().to_vec(),
                luck: sum.luck.as_slice().to_vec(),
                play: Seat::all(seats).map(play).collect(),
                variance: sum.variance.as_slice().to_vec(),
            }
        });
        GameLuck::new(seats, rounds.collect())
    }
}

impl Observer for LuckSum {
    const STEPS: bool = true;

    fn dealt(&mut self, game: &Riichi, setup: &Setup, state: &State) {
        self.events = 0;
        let mut rng = self.next_stream();
        let deal = |rng: &mut Rng| self.baseline.deal_luck(game, setup, state, rng);
        let luck = deal(&mut rng);
        self.now.variance = variance(&luck, self.with_variance, deal, self.stream());
        self.now.luck = luck;
    }

    fn step(&mut self, game: &Riichi, before: &State, step: Step<Action>, after: &State) {
        let mut rng = self.next_stream();
        let untouched = rng.clone();
        let find = |rng: &mut Rng| self.baseline.step_luck(game, before, step, after, rng);
        if let Some(luck) = find(&mut rng) {
            let drew = self.with_variance && rng != untouched;
            let again = |rng: &mut Rng| find(rng).unwrap_or(luck);
            let spread = variance(&luck, drew, again, self.stream());
            luck.iter().for_each(|(seat, value)| self.now.luck[seat] += value);
            spread.iter().for_each(|(seat, value)| self.now.variance[seat] += value);
        }
        self.now.points = game.scores(after);
    }

    fn decision(&mut self, _: &Decision<'_>) {}

    fn round_end(&mut self, state: Option<&State>) {
        if state.is_some() {
            self.rounds.push(self.now);
        }
    }

    fn game_end(&mut self, _: &Standing) {}
}

/// The steps of a replayed game, whose luck is found one step at a time.
pub struct LuckSteps {
    sum: Option<LuckSum>,
    seats: usize,
    rounds: Vec<RoundSteps>,
    /// The round and the step that come next.
    next: (usize, usize),
}

/// The states of a round, from the deal on, and the steps between them.
struct RoundSteps {
    states: Vec<State>,
    steps: Vec<Step<Action>>,
    finished: bool,
}

impl LuckSteps {
    /// Returns those of a game that has not begun.
    pub fn new(seats: usize) -> Self {
        Self { sum: LuckSum::new(seats, true), seats, rounds: Vec::new(), next: (0, 0) }
    }

    /// Begins a round.
    pub fn dealt(&mut self, state: &State) {
        self.rounds.push(RoundSteps { states: vec![*state], steps: Vec::new(), finished: false });
    }

    /// Adds a step and the state after it.
    pub fn step(&mut self, step: Step<Action>, after: &State) {
        if let Some(round) = self.rounds.last_mut() {
            round.steps.push(step);
            round.states.push(*after);
        }
    }

    /// Ends a round; one that is not finished is left out.
    pub fn round_end(&mut self, finished: bool) {
        if let Some(round) = self.rounds.last_mut() {
            round.finished = finished;
        }
    }

    /// Finds the luck of the next step; returns whether there is another.
    pub fn advance(&mut self, game: &Riichi) -> bool {
        let (number, step) = self.next;
        let (Some(sum), Some(round)) = (&mut self.sum, self.rounds.get(number)) else {
            return false;
        };
        if step == 0 {
            sum.dealt(game, round.states[0].table().setup(), &round.states[0]);
        }
        if let Some(taken) = round.steps.get(step) {
            sum.step(game, &round.states[step], *taken, &round.states[step + 1]);
            self.next.1 += 1;
            return true;
        }
        sum.round_end(round.states.last().filter(|_| round.finished));
        self.next = (number + 1, 0);
        self.next.0 < self.rounds.len()
    }

    /// Returns the luck of the rounds that are done.
    pub fn game_luck(&self, record: &Record) -> Option<GameLuck> {
        self.sum.as_ref().map(|sum| sum.game_luck(record, self.seats))
    }
}

/// Replays a game by these rules and divides each seat's points into luck and play: [`Replayed::luck`].
/// An unfinished round is left out.
pub fn replay_with_luck(record: &Record, rules: Rules) -> Result<Replayed, Disagreement> {
    let seats = usize::from(rules.seats);
    let Some(mut sum) = LuckSum::new(seats, false) else {
        return super::replay_with_rules(record, rules);
    };
    let mut replayed = replay_observed(record, rules, &mut sum)?;
    replayed.luck = Some(sum.game_luck(record, seats));
    Ok(replayed)
}
