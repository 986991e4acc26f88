//! Games made for tests: a game against a fixed opponent, and a row of slot machines.

#![allow(dead_code, reason = "programs use a part each")]

use facedown_game::{
    ActionBuf, ActionList, Game, Hidden, ImpossibleView, PerSeat, Rng, Searchable, Seat, SeatSet,
    Sink, Turn, Worlds,
};
use facedown_testkit::exact::Strategy;

/// A game in which all seats but one play by a fixed strategy: their turns are nature's.
#[derive(Clone)]
pub(crate) struct Against<G, S> {
    pub(crate) game: G,
    pub(crate) me: Seat,
    pub(crate) strategy: S,
}

impl<G: Game, S: Strategy<G> + Clone + Send + Sync + 'static> Against<G, S> {
    /// The action in whose share of the chances `x` falls.
    fn action(&self, state: &G::State, seat: Seat, mut x: f64) -> G::Action {
        let mut list = G::LegalActions::default();
        self.game.legal_actions(state, &mut list);
        let mut chances = Vec::new();
        self.strategy.chances(&self.game.view(state, seat), list.as_slice(), &mut chances);
        let place = chances.iter().position(|chance| {
            x -= chance;
            x < 0.0
        });
        list.as_slice()[place.unwrap_or(chances.len() - 1)]
    }
}

impl<G: Game, S: Strategy<G> + Clone + Send + Sync + 'static> Searchable for Against<G, S> {}

impl<G: Game, S: Strategy<G> + Clone + Send + Sync + 'static> Game for Against<G, S> {
    type Setup = G::Setup;
    type State = G::State;
    type Action = G::Action;
    type LegalActions = G::LegalActions;
    type View = G::View;
    type Event = G::Event;

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn first_setup(&self) -> G::Setup {
        self.game.first_setup()
    }

    fn deal(&self, setup: &G::Setup, rng: &mut Rng, log: &mut impl Sink<G::Event>) -> G::State {
        self.game.deal(setup, rng, log)
    }

    fn turn(&self, state: &G::State) -> Turn {
        match self.game.turn(state) {
            Turn::Act(seat) if seat != self.me => Turn::Chance,
            turn => turn,
        }
    }

    fn legal_actions(&self, state: &G::State, out: &mut G::LegalActions) {
        out.clear();
        if let Turn::Act(_) = self.turn(state) {
            self.game.legal_actions(state, out);
        }
    }

    fn apply(&self, state: &mut G::State, action: G::Action, log: &mut impl Sink<G::Event>) {
        self.game.apply(state, action, log);
    }

    fn play_chance(&self, state: &mut G::State, rng: &mut Rng, log: &mut impl Sink<G::Event>) {
        let Turn::Act(seat) = self.game.turn(state) else {
            return self.game.play_chance(state, rng, log);
        };
        let action = self.action(state, seat, rng.unit());
        self.game.apply(state, action, log);
    }

    fn scores(&self, state: &G::State) -> PerSeat<i32> {
        self.game.scores(state)
    }

    fn score_total(&self, state: &G::State) -> Option<i32> {
        self.game.score_total(state)
    }

    fn view(&self, state: &G::State, seat: Seat) -> G::View {
        self.game.view(state, seat)
    }

    fn blank_view(&self, setup: &G::Setup, seat: Seat) -> G::View {
        self.game.blank_view(setup, seat)
    }

    fn observe(&self, view: &mut G::View, event: G::Event) {
        self.game.observe(view, event);
    }

    fn view_turn(&self, view: &G::View) -> Option<Turn> {
        self.game.view_turn(view)
    }

    fn view_actions(&self, view: &G::View, out: &mut G::LegalActions) {
        self.game.view_actions(view, out);
    }
}

/// Worlds of the game within.
pub(crate) struct Inner<W>(pub(crate) W);

impl<G: Game, S, W: Worlds<G>> Worlds<Against<G, S>> for Inner<W>
where
    S: Strategy<G> + Clone + Send + Sync + 'static,
{
    fn sample(&self, rng: &mut Rng) -> (G::State, f32) {
        self.0.sample(rng)
    }
}

/// Slot machines in a row: one seat pulls one lever, which pays 1 with its chance in a thousand.
/// The payment is nature's move.
#[derive(Clone, Debug)]
pub(crate) struct Slots {
    pub(crate) chances: &'static [u32],
    /// The heuristic value of each lever.
    pub(crate) heuristics: &'static [f32],
}

/// The lever that was pulled, and its payment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pull {
    lever: Option<u8>,
    paid: Option<bool>,
}

impl Searchable for Slots {
    fn heuristics(&self, _: &Pull, levers: &[u8], visit: impl FnMut(f32)) {
        let value = |lever: &u8| self.heuristics.get(usize::from(*lever)).copied().unwrap_or(0.0);
        levers.iter().map(value).for_each(visit);
    }
}

impl Game for Slots {
    type Setup = ();
    type State = Pull;
    type Action = u8;
    type LegalActions = ActionList<u8, 64>;
    type View = Pull;
    type Event = (u8, bool);

    fn seats(&self) -> usize {
        1
    }

    fn first_setup(&self) {}

    fn deal(&self, (): &(), _: &mut Rng, _: &mut impl Sink<(u8, bool)>) -> Pull {
        Pull::default()
    }

    fn turn(&self, state: &Pull) -> Turn {
        match state {
            Pull { lever: None, .. } => Turn::Act(Seat::new(0)),
            Pull { paid: None, .. } => Turn::Chance,
            Pull { .. } => Turn::Over,
        }
    }

    fn legal_actions(&self, state: &Pull, out: &mut Self::LegalActions) {
        out.clear();
        if state.lever.is_none() {
            (0..self.chances.len() as u8).for_each(|lever| out.push(lever));
        }
    }

    fn apply(&self, state: &mut Pull, lever: u8, _: &mut impl Sink<(u8, bool)>) {
        state.lever = Some(lever);
    }

    fn play_chance(&self, state: &mut Pull, rng: &mut Rng, log: &mut impl Sink<(u8, bool)>) {
        let lever = state.lever.unwrap();
        let paid = rng.below(1_000) < self.chances[usize::from(lever)];
        state.paid = Some(paid);
        log.emit(SeatSet::all(1), (lever, paid));
    }

    fn scores(&self, state: &Pull) -> PerSeat<i32> {
        PerSeat::filled(1, i32::from(state.paid == Some(true)))
    }

    fn score_total(&self, _: &Pull) -> Option<i32> {
        None
    }

    fn view(&self, state: &Pull, _: Seat) -> Pull {
        *state
    }

    fn blank_view(&self, (): &(), _: Seat) -> Pull {
        Pull::default()
    }

    fn observe(&self, view: &mut Pull, (lever, paid): (u8, bool)) {
        *view = Pull { lever: Some(lever), paid: Some(paid) };
    }

    fn view_turn(&self, view: &Pull) -> Option<Turn> {
        Some(self.turn(view))
    }

    fn view_actions(&self, view: &Pull, out: &mut Self::LegalActions) {
        self.legal_actions(view, out);
    }
}

impl Worlds<Slots> for Pull {
    fn sample(&self, _: &mut Rng) -> (Pull, f32) {
        (*self, 1.0)
    }
}

impl Hidden for Slots {
    type Worlds = Pull;

    fn worlds(&self, view: &Pull) -> Result<Pull, ImpossibleView> {
        Ok(*view)
    }
}
