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

/// Sums luck over the steps of a round.
struct LuckObserver {
    baseline: RiichiBaseline,
    luck: PerSeat<f64>,
    events: u64,
    rounds: Vec<(PerSeat<i32>, PerSeat<f64>)>,
    points: PerSeat<i32>,
}

impl LuckObserver {
    fn next_stream(&mut self) -> Rng {
        self.events += 1;
        Rng::stream(self.rounds.len() as u64, self.events)
    }
}

impl Observer for LuckObserver {
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

/// Replays a game by these rules and divides each seat's points into luck and play: [`Replayed::luck`].
/// An unfinished round is left out.
pub fn replay_with_luck(record: &Record, rules: Rules) -> Result<Replayed, Disagreement> {
    let seats = usize::from(rules.seats);
    let Some(baseline) = RiichiBaseline::named("deep") else {
        return super::replay_with_rules(record, rules);
    };
    let mut observer = LuckObserver {
        baseline,
        luck: PerSeat::filled(seats, 0.0),
        events: 0,
        rounds: Vec::new(),
        points: PerSeat::filled(seats, 0),
    };
    let mut replayed = replay_observed(record, rules, &mut observer)?;
    let rounds = observer.rounds.iter().zip(&record.rounds).map(|((points, luck), round)| {
        let play = |seat: Seat| f64::from(points[seat]) - luck[seat];
        RoundLuck {
            round: round.name(),
            points: points.as_slice().to_vec(),
            luck: luck.as_slice().to_vec(),
            play: Seat::all(seats).map(play).collect(),
        }
    });
    replayed.luck = Some(GameLuck::new(seats, rounds.collect()));
    Ok(replayed)
}
