//! Two traps for searches: a coin that must be named.
//!
//! A coin lies heads or tails, and only seat 1 has seen it. Seat 0 takes the safe payment, or
//! plays; then the caller names a side. All values are of seat 0; seat 1 has the opposite.
//!
//! [`Coin::STRATEGY_FUSION`]: the caller is seat 0, who has *not* seen the coin. Safe pays 1, a
//! right name 2, a wrong one -4. The value of playing is (2 - 4) / 2 = -1, so the best is safe:
//! **1**. A search that fixes the coin first and solves each world by itself finds a right name in
//! both and estimates playing at 2: it fuses two strategies of which it can follow only one. A
//! search on information sets has one node for the two worlds, and finds -1.
//!
//! [`Coin::OTHER_OBSERVER`]: the caller is seat 1, who *has* seen the coin. Safe pays -1, a right
//! name -2, a wrong one 2. Seat 1 always names it rightly, so the value of playing is -2 and the
//! best is safe: **-1**. A single-observer tree, of what seat 0 observes, has one node for seat 1's
//! call in both worlds; whatever mixture it gives the two names there, half of the worlds make it
//! wrong, so it estimates playing at 0 and plays. In a multi-observer search seat 1 has a node for
//! each side of the coin, and playing is found to be -2.

use crate::exact::Enumerate;
use facedown_game::{
    ActionBuf, ActionList, Game, Hidden, ImpossibleView, Notation, PerSeat, Rng, Searchable, Seat,
    SeatSet, Sink, Turn, Worlds,
};

const FIRST: Seat = Seat::new(0);
const SECOND: Seat = Seat::new(1);

/// The rules: the seat that names the coin, and the payments to seat 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coin {
    /// The seat that names the coin when seat 0 plays.
    pub caller: Seat,
    /// Payment to seat 0 for not playing.
    pub safe: i32,
    /// Payment to seat 0 when the name is right.
    pub right: i32,
    /// Payment to seat 0 when the name is wrong.
    pub wrong: i32,
}

impl Coin {
    /// Fools a search that solves each world by itself; its value for seat 0 is 1.
    pub const STRATEGY_FUSION: Self = Self { caller: FIRST, safe: 1, right: 2, wrong: -4 };
    /// Fools a single-observer search; its value for seat 0 is -1.
    pub const OTHER_OBSERVER: Self = Self { caller: SECOND, safe: -1, right: -2, wrong: 2 };
}

/// A side of the coin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Heads.
    Heads,
    /// Tails.
    Tails,
}

/// A move of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CoinAction {
    /// Takes the safe payment.
    Safe,
    /// Plays for the coin.
    Play,
    /// Names a side.
    Name(Side),
}

/// The actions so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Choosing,
    Safe,
    Naming,
    Named(Side),
}

impl Stage {
    fn turn(self, game: &Coin) -> Turn {
        match self {
            Self::Choosing => Turn::Act(FIRST),
            Self::Naming => Turn::Act(game.caller),
            Self::Safe | Self::Named(_) => Turn::Over,
        }
    }

    fn list(self, out: &mut ActionList<CoinAction, 2>) {
        let actions = match self {
            Self::Choosing => [CoinAction::Safe, CoinAction::Play],
            Self::Naming => [Side::Heads, Side::Tails].map(CoinAction::Name),
            Self::Safe | Self::Named(_) => return,
        };
        for action in actions {
            out.push(action);
        }
    }

    fn after(action: CoinAction) -> Self {
        match action {
            CoinAction::Safe => Self::Safe,
            CoinAction::Play => Self::Naming,
            CoinAction::Name(side) => Self::Named(side),
        }
    }
}

/// The coin and the actions so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoinState {
    coin: Side,
    stage: Stage,
}

const _: () = assert!(size_of::<CoinState>() <= 2);

impl CoinState {
    /// Returns how the coin lies.
    pub const fn coin(&self) -> Side {
        self.coin
    }
}

/// The actions so far, and the coin if the seat has seen it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoinView {
    seat: Seat,
    coin: Option<Side>,
    stage: Stage,
}

impl CoinView {
    /// Returns how the coin lies, if the seat has seen it.
    pub const fn coin(&self) -> Option<Side> {
        self.coin
    }
}

/// An event that a seat observes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CoinEvent {
    /// How the coin lies: observed by seat 1 at the deal, by both once it was named.
    Lies(Side),
    /// The seat to act did this.
    Did(CoinAction),
}

/// A caller who plays plans to name heads, or to name tails.
impl Searchable for Coin {
    fn plans(&self, action: CoinAction) -> usize {
        if action == CoinAction::Play && self.caller == FIRST { 2 } else { 1 }
    }

    fn plan_playout(
        &self,
        seat: Seat,
        plan: usize,
        state: &mut CoinState,
        legal: &mut Self::LegalActions,
        rng: &mut Rng,
    ) {
        if self.turn(state) == Turn::Act(seat) && state.stage == Stage::Naming {
            self.apply(state, CoinAction::Name([Side::Heads, Side::Tails][plan]), &mut ());
        }
        self.playout(state, legal, rng);
    }
}

impl Game for Coin {
    type Setup = ();
    type State = CoinState;
    type Action = CoinAction;
    type LegalActions = ActionList<CoinAction, 2>;
    type View = CoinView;
    type Event = CoinEvent;

    fn seats(&self) -> usize {
        2
    }

    fn first_setup(&self) {}

    fn deal(&self, (): &(), rng: &mut Rng, log: &mut impl Sink<CoinEvent>) -> CoinState {
        dealt(toss(rng), log)
    }

    fn turn(&self, state: &CoinState) -> Turn {
        state.stage.turn(self)
    }

    fn legal_actions(&self, state: &CoinState, out: &mut Self::LegalActions) {
        out.clear();
        state.stage.list(out);
    }

    fn apply(&self, state: &mut CoinState, action: CoinAction, log: &mut impl Sink<CoinEvent>) {
        state.stage = Stage::after(action);
        log.emit(SeatSet::all(2), CoinEvent::Did(action));
        if let Stage::Named(_) = state.stage {
            log.emit(SeatSet::all(2), CoinEvent::Lies(state.coin));
        }
    }

    fn scores(&self, state: &CoinState) -> PerSeat<i32> {
        let first = match state.stage {
            Stage::Choosing | Stage::Naming => 0,
            Stage::Safe => self.safe,
            Stage::Named(side) if side == state.coin => self.right,
            Stage::Named(_) => self.wrong,
        };
        PerSeat::from_fn(2, |seat| if seat == FIRST { first } else { -first })
    }

    fn score_total(&self, _: &CoinState) -> Option<i32> {
        Some(0)
    }

    fn view(&self, state: &CoinState, seat: Seat) -> CoinView {
        let shown = seat == SECOND || matches!(state.stage, Stage::Named(_));
        CoinView { seat, coin: shown.then_some(state.coin), stage: state.stage }
    }

    fn blank_view(&self, (): &(), seat: Seat) -> CoinView {
        CoinView { seat, coin: None, stage: Stage::Choosing }
    }

    fn observe(&self, view: &mut CoinView, event: CoinEvent) {
        match event {
            CoinEvent::Lies(side) => view.coin = Some(side),
            CoinEvent::Did(action) => view.stage = Stage::after(action),
        }
    }

    fn view_turn(&self, view: &CoinView) -> Option<Turn> {
        Some(view.stage.turn(self))
    }

    fn view_actions(&self, view: &CoinView, out: &mut Self::LegalActions) {
        out.clear();
        if view.stage.turn(self) == Turn::Act(view.seat) {
            view.stage.list(out);
        }
    }
}

fn toss(rng: &mut Rng) -> Side {
    if rng.below(2) == 0 { Side::Heads } else { Side::Tails }
}

fn dealt(coin: Side, log: &mut impl Sink<CoinEvent>) -> CoinState {
    log.emit(SeatSet::only(SECOND), CoinEvent::Lies(coin));
    CoinState { coin, stage: Stage::Choosing }
}

/// One or both ways in which the coin can lie.
#[derive(Clone, Copy, Debug)]
pub struct CoinWorlds(CoinView);

impl Worlds<Coin> for CoinWorlds {
    fn sample(&self, rng: &mut Rng) -> (CoinState, f32) {
        let coin = self.0.coin.unwrap_or_else(|| toss(rng));
        (CoinState { coin, stage: self.0.stage }, 1.0)
    }
}

impl Hidden for Coin {
    type Worlds = CoinWorlds;

    fn worlds(&self, view: &CoinView) -> Result<CoinWorlds, ImpossibleView> {
        if view.coin.is_none() && matches!(view.stage, Stage::Named(_)) {
            return Err(ImpossibleView::new("the coin was named and not shown"));
        }
        Ok(CoinWorlds(*view))
    }
}

impl Notation for Coin {
    fn action_text(&self, action: CoinAction) -> String {
        match action {
            CoinAction::Safe => "safe",
            CoinAction::Play => "play",
            CoinAction::Name(Side::Heads) => "heads",
            CoinAction::Name(Side::Tails) => "tails",
        }
        .into()
    }
}

impl Enumerate for Coin {
    fn each_deal<S: Sink<CoinEvent> + Default>(&self, each: &mut dyn FnMut(CoinState, S, u64)) {
        for side in [Side::Heads, Side::Tails] {
            let mut sink = S::default();
            let state = dealt(side, &mut sink);
            each(state, sink, 1);
        }
    }
}
