//! The decisions of a recorded game that are reviewed.

use facedown_game::{Game, Seat, Step};
use facedown_riichi::{Action, Riichi, Rules, Setup, Standing, State, Table, View};
use facedown_riichi_logs::{Decision, Disagreement, LuckSteps, Observer, Record, replay_observed};

/// A decision of a recorded game, as its seat sees it.
#[derive(Clone)]
pub(super) struct Moment {
    pub(super) view: View,
    pub(super) legal: Vec<Action>,
    /// The action that was played.
    pub(super) played: Action,
    /// The index of the round.
    pub(super) round: usize,
    /// The index of the last MJAI event of the round before it.
    pub(super) event: usize,
}

/// The decisions of a game, and the points of its rounds.
pub(super) struct Collected {
    pub(super) moments: Vec<Moment>,
    /// By round, the points that each seat won or lost; none for a round that the log does not end.
    pub(super) deltas: Vec<Option<Vec<i32>>>,
    /// Every step, for its luck.
    pub(super) luck: LuckSteps,
}

struct Collector {
    seat: Option<Seat>,
    all: Collected,
}

impl Observer for Collector {
    const STEPS: bool = true;

    fn dealt(&mut self, _: &Riichi, _: &Setup, state: &State) {
        self.all.luck.dealt(state);
    }

    fn step(&mut self, _: &Riichi, _: &State, step: Step<Action>, after: &State) {
        self.all.luck.step(step, after);
    }

    fn decision(&mut self, decision: &Decision<'_>) {
        let Decision { state, seat, legal, action, is_known, step, .. } = *decision;
        // A call that another seat's overrode leaves no trace: nothing is known of such a decision.
        if !is_known || self.seat.is_some_and(|wanted| wanted != seat) || is_forced(legal) {
            return;
        }
        self.all.moments.push(Moment {
            view: decision.game.view(state, seat),
            legal: legal.to_vec(),
            played: action,
            round: self.all.deltas.len(),
            event: step,
        });
    }

    fn round_end(&mut self, state: Option<&State>) {
        self.all.luck.round_end(state.is_some());
        let delta =
            |table: &Table, seat: Seat| table.score(seat) - table.setup().scores[seat.index()];
        let deltas = state.map(|state| {
            let table = state.table();
            Seat::all(table.seats()).map(|seat| delta(table, seat)).collect()
        });
        self.all.deltas.push(deltas);
    }

    fn game_end(&mut self, _: &Standing) {}
}

/// Returns whether all actions are the same discard.
fn is_forced(legal: &[Action]) -> bool {
    legal.iter().all(|action| same_effect(*action, legal[0]))
}

/// Returns whether two actions differ in nothing but whether the tile was just drawn.
pub(super) fn same_effect(a: Action, b: Action) -> bool {
    match (a, b) {
        (Action::Discard { tile: a, .. }, Action::Discard { tile: b, .. }) => a == b,
        _ => a == b,
    }
}

/// Returns the decisions of a seat, or of all, that are not forced.
pub(super) fn collect(
    record: &Record,
    rules: Rules,
    seat: Option<Seat>,
) -> Result<Collected, Disagreement> {
    let luck = LuckSteps::new(record.seats);
    let all = Collected { moments: Vec::new(), deltas: Vec::new(), luck };
    let mut collector = Collector { seat, all };
    replay_observed(record, rules, &mut collector)?;
    Ok(collector.all)
}
