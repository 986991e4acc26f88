//! The samples of one game.

use crate::record::Record;
use crate::replay::{Decision, Disagreement, Observer, replay_observed};
use facedown_game::{Game, Seat};
use facedown_riichi::{Action, Riichi, Standing, State, View};
use std::sync::Arc;

/// The most actions that a seat can choose from, as in [`Legal`](facedown_riichi::Legal).
const MAX_ACTIONS: usize = 28;

/// A decision of a real game.
#[derive(Clone)]
pub struct Sample {
    /// The game by whose rules it was played.
    pub game: Arc<Riichi>,
    /// What the seat knew.
    pub view: View,
    legal: [Action; MAX_ACTIONS],
    options: u8,
    /// What it did.
    pub action: Action,
    /// The log, by its place in the reader's list.
    pub log: u32,
    /// The round, counted from the log's first.
    pub round: u16,
    /// The place of the seat in the end, 1 for the first; 0 where the log breaks off before.
    pub rank: u8,
    /// The points that the seat gained from here to the end of the round; not a number where the
    /// log breaks off before.
    pub gain: f32,
    /// The points of the seat at the end of the game; not a number where the log breaks off before.
    pub points: f32,
}

impl Sample {
    /// What the seat could do, ascending.
    #[inline]
    pub fn legal(&self) -> &[Action] {
        &self.legal[..usize::from(self.options)]
    }
}

/// Which decisions are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SampleFilter<'a> {
    /// Of these players only, by the names in the log.
    pub players: Option<&'a [String]>,
    /// Also those with one legal action.
    pub forced: bool,
}

impl Default for SampleFilter<'_> {
    fn default() -> Self {
        Self { players: None, forced: true }
    }
}

/// Watches a replay and keeps its decisions.
struct Collector<'a> {
    choice: SampleFilter<'a>,
    game: Arc<Riichi>,
    wanted: [bool; 4],
    samples: Vec<Sample>,
    log: u32,
    round: u16,
    /// Where the samples of the present round begin.
    from: usize,
}

impl Collector<'_> {
    fn wants(&self, decision: &Decision<'_>) -> bool {
        decision.is_known
            && self.wanted[decision.seat.index()]
            && (self.choice.forced || decision.legal.len() > 1)
    }
}

impl Observer for Collector<'_> {
    fn decision(&mut self, decision: &Decision<'_>) {
        if !self.wants(decision) {
            return;
        }
        let Decision { state, seat, legal, action, .. } = *decision;
        let mut kept = [Action::Pass; MAX_ACTIONS];
        kept[..legal.len()].copy_from_slice(legal);
        self.samples.push(Sample {
            game: Arc::clone(&self.game),
            view: decision.game.view(state, seat),
            legal: kept,
            options: legal.len() as u8,
            action,
            log: self.log,
            round: self.round,
            rank: 0,
            gain: f32::NAN,
            points: f32::NAN,
        });
    }

    fn round_end(&mut self, state: Option<&State>) {
        if let Some(state) = state {
            for sample in &mut self.samples[self.from..] {
                let seat = sample.view.seat();
                let gain = state.table().score(seat) - sample.view.table().score(seat);
                sample.gain = gain as f32;
            }
        }
        self.from = self.samples.len();
        self.round += 1;
    }

    fn game_end(&mut self, standing: &Standing) {
        for sample in &mut self.samples {
            let seat = sample.view.seat();
            sample.rank = standing.rank(seat) as u8 + 1;
            sample.points = standing.points(seat) as f32;
        }
    }
}

/// The decisions of a game that are wanted, in order, if the engine agrees with all of it.
pub fn samples_of(record: &Record, choice: SampleFilter<'_>) -> Result<Vec<Sample>, Disagreement> {
    samples_into(record, choice, 0, Vec::new())
}

/// The same of the log with this number, in an empty list that has room already: fresh memory costs
/// more than filling it.
pub(super) fn samples_into(
    record: &Record,
    choice: SampleFilter<'_>,
    log: u32,
    samples: Vec<Sample>,
) -> Result<Vec<Sample>, Disagreement> {
    let rules = record.engine_rules();
    let Ok(game) = Riichi::new(rules) else {
        // The replay says what is wrong with them.
        return replay_observed(record, rules, &mut ()).map(|_| Vec::new());
    };
    let name = |seat: usize| record.names.get(seat);
    let is_wanted = |seat: usize| match choice.players {
        None => true,
        Some(players) => name(seat).is_some_and(|name| players.contains(name)),
    };
    let mut collector = Collector {
        choice,
        game: Arc::new(game),
        wanted: std::array::from_fn(is_wanted),
        samples,
        log,
        round: 0,
        from: 0,
    };
    replay_observed(record, rules, &mut collector)?;
    Ok(collector.samples)
}

/// Whether a game has a seat whose decisions are wanted.
pub(super) fn has_wanted_seat(record: &Record, choice: SampleFilter<'_>) -> bool {
    choice.players.is_none_or(|players| {
        Seat::all(record.seats)
            .any(|seat| record.names.get(seat.index()).is_some_and(|name| players.contains(name)))
    })
}
