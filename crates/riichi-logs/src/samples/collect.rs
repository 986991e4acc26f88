//! Collects the samples of one game.

use crate::record::Record;
use crate::replay::{Decision, Disagreement, Observer, replay_observed};
use facedown_game::{Game, Seat};
use facedown_riichi::{Action, Riichi, Standing, State, View};
use std::sync::Arc;

/// The largest number of legal actions, as in [`Legal`](facedown_riichi::Legal).
const MAX_ACTIONS: usize = 28;

/// A decision of a recorded game.
#[derive(Clone)]
pub struct Sample {
    /// The game.
    pub game: Arc<Riichi>,
    /// The view of the seat to act.
    pub view: View,
    legal: [Action; MAX_ACTIONS],
    legal_count: u8,
    /// The action taken.
    pub action: Action,
    /// The index of the log in the reader's list.
    pub log: u32,
    /// The index of the round in the log.
    pub round: u16,
    /// The final placement of the seat, 1 to 4; 0 if the log is a fragment.
    pub rank: u8,
    /// The points that the seat gains from here to the end of the round; NaN if the log ends before.
    pub gain: f32,
    /// The final points of the seat; NaN if the log is a fragment.
    pub points: f32,
}

impl Sample {
    /// Returns the legal actions, sorted.
    #[inline]
    pub fn legal(&self) -> &[Action] {
        &self.legal[..usize::from(self.legal_count)]
    }
}

/// Selects decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SampleFilter<'a> {
    /// Only decisions of these players, by their names in the log.
    pub players: Option<&'a [String]>,
    /// Include decisions with a single legal action.
    pub forced: bool,
}

impl Default for SampleFilter<'_> {
    fn default() -> Self {
        Self { players: None, forced: true }
    }
}

/// Observes a replay and collects its decisions.
struct Collector<'a> {
    filter: SampleFilter<'a>,
    game: Arc<Riichi>,
    /// The seats whose players are selected.
    wanted: [bool; 4],
    samples: Vec<Sample>,
    log: u32,
    round: u16,
    /// The index of the first sample of the current round.
    round_start: usize,
}

impl Collector<'_> {
    fn wants(&self, decision: &Decision<'_>) -> bool {
        decision.is_known
            && self.wanted[decision.seat.index()]
            && (self.filter.forced || decision.legal.len() > 1)
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
            legal_count: legal.len() as u8,
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
            for sample in &mut self.samples[self.round_start..] {
                let seat = sample.view.seat();
                let gain = state.table().score(seat) - sample.view.table().score(seat);
                sample.gain = gain as f32;
            }
        }
        self.round_start = self.samples.len();
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

/// Returns the selected decisions of a game in order, if the engine agrees with all of it.
pub fn samples_of(record: &Record, filter: SampleFilter<'_>) -> Result<Vec<Sample>, Disagreement> {
    samples_into(record, filter, 0, Vec::new())
}

/// As [`samples_of`], into an empty list whose memory is reused: allocating it costs more than
/// filling it.
pub(super) fn samples_into(
    record: &Record,
    filter: SampleFilter<'_>,
    log: u32,
    samples: Vec<Sample>,
) -> Result<Vec<Sample>, Disagreement> {
    let rules = record.engine_rules();
    let Ok(game) = Riichi::new(rules) else {
        // The replay reports invalid rules.
        return replay_observed(record, rules, &mut ()).map(|_| Vec::new());
    };
    let name = |seat: usize| record.names.get(seat);
    let is_wanted = |seat: usize| match filter.players {
        None => true,
        Some(players) => name(seat).is_some_and(|name| players.contains(name)),
    };
    let mut collector = Collector {
        filter,
        game: Arc::new(game),
        wanted: std::array::from_fn(is_wanted),
        samples,
        log,
        round: 0,
        round_start: 0,
    };
    replay_observed(record, rules, &mut collector)?;
    Ok(collector.samples)
}

/// Returns whether a player of the game is selected.
pub(super) fn has_wanted_seat(record: &Record, filter: SampleFilter<'_>) -> bool {
    filter.players.is_none_or(|players| {
        Seat::all(record.seats)
            .any(|seat| record.names.get(seat.index()).is_some_and(|name| players.contains(name)))
    })
}
