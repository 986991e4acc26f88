//! Observes the decisions and steps of a replay.

use facedown_game::{Seat, Step};
use facedown_riichi::{Action, Riichi, Setup, Standing, State};

/// A decision of a replayed game, before it is applied.
#[derive(Clone, Copy)]
pub struct Decision<'a> {
    /// The game.
    pub game: &'a Riichi,
    /// The full state.
    pub state: &'a State,
    /// The seat to act.
    pub seat: Seat,
    /// The legal actions, sorted.
    pub legal: &'a [Action],
    /// The recorded action.
    pub action: Action,
    /// Whether the record proves the action. A call that another seat's call or win overrides leaves
    /// no trace in a log, so a pass of a seat that could have called may be no pass.
    pub is_known: bool,
    /// The number of steps of the round before it.
    pub step: usize,
}

/// Receives the decisions of a replay in order.
pub trait Observer {
    /// Whether anything is observed. `false` keeps unobserved replays fast.
    const ENABLED: bool = true;

    /// Whether the deal and every step are observed, states before and after.
    const STEPS: bool = false;

    /// Called after each deal.
    fn dealt(&mut self, game: &Riichi, setup: &Setup, state: &State) {
        let _ = (game, setup, state);
    }

    /// Called after each step.
    fn step(&mut self, game: &Riichi, before: &State, step: Step<Action>, after: &State) {
        let _ = (game, before, step, after);
    }

    /// Called before each decision is applied.
    fn decision(&mut self, decision: &Decision<'_>);

    /// Called after each round; with `None` if the record ends within it.
    fn round_end(&mut self, state: Option<&State>);

    /// Called after the last round if the game is complete and everything agreed.
    fn game_end(&mut self, standing: &Standing);
}

/// Observes nothing.
impl Observer for () {
    const ENABLED: bool = false;

    fn decision(&mut self, _: &Decision<'_>) {}

    fn round_end(&mut self, _: Option<&State>) {}

    fn game_end(&mut self, _: &Standing) {}
}
