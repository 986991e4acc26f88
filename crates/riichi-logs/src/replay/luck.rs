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
            rounds,
        }
    }
}

/// Sums luck over the steps of each round.
struct LuckSum {
    baseline: RiichiBaseline,
    luck: PerSeat<f64>,
    points: PerSeat<i32>,
    events: u64,
    rounds: Vec<(PerSeat<i32>, PerSeat<f64>)>,
}

impl LuckSum {
    fn new(seats: usize) -> Option<Self> {
        Some(Self {
            baseline: RiichiBaseline::named("deep")?,
            luck: PerSeat::filled(seats, 0.0),
            points: PerSeat::filled(seats, 0),
            events: 0,
            rounds: Vec::new(),
        })
    }

    fn next_stream(&mut self) -> Rng {
        self.events += 1;
        Rng::stream(self.rounds.len() as u64, self.events)
    }

    fn game_luck(&self, record: &Record, seats: usize) -> GameLuck {
        let rounds = self.rounds.iter().zip(&record.rounds).map(|((points, luck), round)| {
            let play = |seat: Seat| f64::from(points[seat]) - luck[seat];
            RoundLuck {
                round: round.name(),
                points: points.as_slice().to_vec(),
                luck: luck.as_slice().to_vec(),
                play: Seat::all(seats).map(play).collect(),
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
        self.luck = self.baseline.deal_luck(game, setup, state, &mut rng);
    }

    fn step(&mut self, game: &Riichi, before: &State, step: Step<Action>, after: &State) {
        let mut rng = self.next_stream();
        if let Some(luck) = self.baseline.step_luck(game, before, step, after, &mut rng) {
            luck.iter().for_each(|(seat, value)| self.luck[seat] += value);
        }
        self.points = game.scores(after);
    }

    fn decision(&mut self, _: &Decision<'_>) {}

    fn round_end(&mut self, state: Option<&State>) {
        if state.is_some() {
            self.rounds.push((self.points, self.luck));
        }
    }

    fn game_end(&mut self, _: &Standing) {}
}

/// The steps of a replayed game, whose luck is found one step at a time.
pub(crate) struct LuckSteps {
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
    pub(crate) fn new(seats: usize) -> Self {
        Self { sum: LuckSum::new(seats), seats, rounds: Vec::new(), next: (0, 0) }
    }

    pub(crate) fn dealt(&mut self, state: &State) {
        self.rounds.push(RoundSteps { states: vec![*state], steps: Vec::new(), finished: false });
    }

    pub(crate) fn step(&mut self, step: Step<Action>, after: &State) {
        if let Some(round) = self.rounds.last_mut() {
            round.steps.push(step);
            round.states.push(*after);
        }
    }

    pub(crate) fn round_end(&mut self, finished: bool) {
        if let Some(round) = self.rounds.last_mut() {
            round.finished = finished;
        }
    }

    /// Finds the luck of the next step; returns whether there is another.
    pub(crate) fn advance(&mut self, game: &Riichi) -> bool {
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
    pub(crate) fn game_luck(&self, record: &Record) -> Option<GameLuck> {
        self.sum.as_ref().map(|sum| sum.game_luck(record, self.seats))
    }
}

/// Replays a game by these rules and divides each seat's points into luck and play: [`Replayed::luck`].
/// An unfinished round is left out.
pub fn replay_with_luck(record: &Record, rules: Rules) -> Result<Replayed, Disagreement> {
    let seats = usize::from(rules.seats);
    let Some(mut sum) = LuckSum::new(seats) else {
        return super::replay_with_rules(record, rules);
    };
    let mut replayed = replay_observed(record, rules, &mut sum)?;
    replayed.luck = Some(sum.game_luck(record, seats));
    Ok(replayed)
}
