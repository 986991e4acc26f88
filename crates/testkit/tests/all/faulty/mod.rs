//! Leduc hold'em with a chosen fault.

use facedown_game::{
    ActionBuf, ActionList, Game, Hidden, IllegalAction, ImpossibleView, Match, Notation, PerSeat,
    Rng, Searchable, Seat, SeatSet, Sink, Turn, Worlds,
};
use facedown_testkit::Chance;
use facedown_testkit::toys::{Leduc, LeducAction, LeducEvent, LeducState, LeducView, LeducWorlds};
use std::hint::black_box;

/// A fault of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    None,
    UnsortedList,
    RepeatedAction,
    EmptyList,
    StaleList,
    AcceptsIllegal,
    RefusesLegal,
    RefusalChanges,
    TurnUnknown,
    TurnWrong,
    OthersMayAct,
    ObserveForgets,
    EventMissing,
    ListenerCounts,
    StrayObserver,
    ViewLeaks,
    HonouredLeak,
    SamplerIgnoresView,
    WeightZero,
    SamplerDuplicatesCard,
    SamplerRefuses,
    RolloutPeeks,
    RolloutIllegal,
    HeuristicPeeks,
    HeuristicNan,
    KeyCollides,
    KeyOfMore,
    ScoresUnequal,
    ChanceCheats,
    OutcomeTwice,
    SameText,
    ApplyAllocates,
    ViewAllocates,
    ObserveAllocates,
    SampleAllocates,
    KeyAllocates,
    MatchEndless,
    MatchEmpty,
    WonTooEarly,
    NobodyWins,
    CycleEmpty,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Faulty(pub(crate) Fault);

/// Leduc's view, with room for leaked information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FaultyView {
    pub(crate) base: LeducView,
    seat: Seat,
    leak: Option<u8>,
}

impl Faulty {
    fn is(self, fault: Fault) -> bool {
        self.0 == fault
    }

    fn allocate_if(self, fault: Fault) {
        if self.is(fault) {
            drop(black_box(vec![0u8]));
        }
    }

    fn leaks(self) -> bool {
        self.is(Fault::ViewLeaks) || self.is(Fault::HonouredLeak)
    }
}

/// Forwards every event but those that the fault drops or misdirects.
struct Filter<'a, S> {
    game: Faulty,
    sink: &'a mut S,
}

impl<S: Sink<LeducEvent>> Sink<LeducEvent> for Filter<'_, S> {
    fn emit(&mut self, to: SeatSet, event: LeducEvent) {
        let raise = event == LeducEvent::Did(LeducAction::Raise);
        if raise && self.game.is(Fault::EventMissing) {
            return;
        }
        let stray = raise && self.game.is(Fault::StrayObserver);
        self.sink.emit(if stray { to.with(Seat::new(7)) } else { to }, event);
    }
}

/// Returns whether a sink listens, which no game may depend on.
fn is_heard<S>(_: &S) -> bool {
    size_of::<S>() > 0
}

impl Game for Faulty {
    type Setup = ();
    type State = LeducState;
    type Action = LeducAction;
    type LegalActions = ActionList<LeducAction, 64>;
    type View = FaultyView;
    type Event = LeducEvent;

    fn seats(&self) -> usize {
        2
    }

    fn first_setup(&self) {}

    fn deal(&self, (): &(), rng: &mut Rng, log: &mut impl Sink<LeducEvent>) -> LeducState {
        let state = Leduc.deal(&(), rng, log);
        if self.leaks() {
            for seat in Seat::all(2) {
                let other = seat.next(2);
                let card = state.cards()[other.index()];
                log.emit(SeatSet::only(seat), LeducEvent::Holds(other, card));
            }
        }
        state
    }

    fn turn(&self, state: &LeducState) -> Turn {
        Leduc.turn(state)
    }

    fn legal_actions(&self, state: &LeducState, out: &mut Self::LegalActions) {
        if !self.is(Fault::StaleList) {
            out.clear();
        }
        let mut list = ActionList::default();
        Leduc.legal_actions(state, &mut list);
        let actions = list.as_slice();
        match self.0 {
            Fault::UnsortedList => actions.iter().rev().for_each(|action| out.push(*action)),
            Fault::EmptyList if actions.len() == 3 => {}
            Fault::RepeatedAction => {
                actions.iter().chain(actions.last()).for_each(|action| out.push(*action));
            }
            _ => actions.iter().for_each(|action| out.push(*action)),
        }
    }

    fn apply(&self, state: &mut LeducState, action: LeducAction, log: &mut impl Sink<LeducEvent>) {
        self.allocate_if(Fault::ApplyAllocates);
        let changes = self.is(Fault::ListenerCounts) && !is_heard(log);
        let action = if changes { LeducAction::Call } else { action };
        Leduc.apply(state, action, &mut Filter { game: *self, sink: log });
    }

    fn try_apply(
        &self,
        state: &mut LeducState,
        action: LeducAction,
        log: &mut impl Sink<LeducEvent>,
    ) -> Result<(), IllegalAction<LeducAction>> {
        let seat = match self.turn(state) {
            Turn::Act(seat) => Some(seat),
            _ => None,
        };
        let mut list = Self::LegalActions::default();
        self.legal_actions(state, &mut list);
        let legal = list.as_slice().contains(&action);
        let opens = legal || (self.is(Fault::AcceptsIllegal) && seat.is_some());
        if opens && !(self.is(Fault::RefusesLegal) && action == LeducAction::Raise) {
            self.apply(state, action, log);
            return Ok(());
        }
        if self.is(Fault::RefusalChanges) && seat.is_some() {
            Leduc.apply(state, LeducAction::Call, &mut ());
        }
        Err(IllegalAction::new(action, seat))
    }

    fn play_chance(&self, state: &mut LeducState, rng: &mut Rng, log: &mut impl Sink<LeducEvent>) {
        let card = if self.is(Fault::ChanceCheats) {
            state.cards()[0]
        } else {
            Leduc.sample_outcome(state, rng)
        };
        Leduc.resolve(state, card, log);
    }

    fn scores(&self, state: &LeducState) -> PerSeat<i32> {
        let scores = Leduc.scores(state);
        if self.is(Fault::ScoresUnequal) { scores.map(|score| score.max(0)) } else { scores }
    }

    fn score_total(&self, _: &LeducState) -> Option<i32> {
        Some(0)
    }

    fn view(&self, state: &LeducState, seat: Seat) -> FaultyView {
        self.allocate_if(Fault::ViewAllocates);
        let leak = self.leaks().then(|| state.cards()[1 - seat.index()]);
        FaultyView { base: Leduc.view(state, seat), seat, leak }
    }

    fn blank_view(&self, (): &(), seat: Seat) -> FaultyView {
        FaultyView { base: Leduc.blank_view(&(), seat), seat, leak: None }
    }

    fn observe(&self, view: &mut FaultyView, event: LeducEvent) {
        self.allocate_if(Fault::ObserveAllocates);
        match event {
            LeducEvent::Public(_) if self.is(Fault::ObserveForgets) => {}
            LeducEvent::Holds(seat, card)
                if self.leaks() && seat != view.seat && view.leak.is_none() =>
            {
                view.leak = Some(card);
            }
            _ => Leduc.observe(&mut view.base, event),
        }
    }

    fn view_turn(&self, view: &FaultyView) -> Option<Turn> {
        let turn = Leduc.view_turn(&view.base);
        match self.0 {
            Fault::TurnUnknown => None,
            Fault::TurnWrong if turn == Some(Turn::Chance) => Some(Turn::Over),
            _ => turn,
        }
    }

    fn view_actions(&self, view: &FaultyView, out: &mut Self::LegalActions) {
        out.clear();
        let mut list = ActionList::default();
        Leduc.view_actions(&view.base, &mut list);
        list.as_slice().iter().for_each(|action| out.push(*action));
        if self.is(Fault::OthersMayAct) && list.as_slice().is_empty() {
            out.push(LeducAction::Call);
        }
    }
}

impl Searchable for Faulty {
    fn rollout(&self, state: &LeducState, legal: &[LeducAction], rng: &mut Rng) -> LeducAction {
        let other = match self.turn(state) {
            Turn::Act(seat) => state.cards()[1 - seat.index()],
            _ => 0,
        };
        match self.0 {
            Fault::RolloutPeeks => legal[usize::from(other) % legal.len()],
            Fault::RolloutIllegal => LeducAction::Fold,
            _ => legal[rng.below(legal.len() as u32) as usize],
        }
    }

    fn heuristics(&self, state: &LeducState, actions: &[LeducAction], visit: impl FnMut(f32)) {
        let value = match self.0 {
            Fault::HeuristicPeeks => f32::from(state.cards()[0]) + f32::from(state.cards()[1]),
            Fault::HeuristicNan => f32::NAN,
            _ => 0.5,
        };
        actions.iter().map(|_| value).for_each(visit);
    }

    fn view_key(&self, view: &FaultyView) -> u64 {
        self.allocate_if(Fault::KeyAllocates);
        match self.0 {
            Fault::KeyCollides => Leduc.view_key(&view.base) & 7,
            Fault::KeyOfMore => std::ptr::from_ref(view).addr() as u64,
            _ => Leduc.view_key(&view.base),
        }
    }
}

pub(crate) struct FaultyWorlds {
    game: Faulty,
    base: LeducWorlds,
    view: FaultyView,
}

impl Worlds<Faulty> for FaultyWorlds {
    fn sample(&self, rng: &mut Rng) -> (LeducState, f32) {
        self.game.allocate_if(Fault::SampleAllocates);
        match self.game.0 {
            Fault::WeightZero => (self.base.sample(rng).0, 0.0),
            Fault::SamplerIgnoresView => (Leduc.deal(&(), rng, &mut ()), 1.0),
            Fault::HonouredLeak => {
                let honest = |world: &LeducState| {
                    self.view.leak == Some(world.cards()[1 - self.view.seat.index()])
                };
                (std::iter::repeat_with(|| self.base.sample(rng).0).find(honest).unwrap(), 1.0)
            }
            Fault::SamplerDuplicatesCard => {
                // Both seats hold the same card: neither can see it, and it cannot be.
                let world = self.base.sample(rng).0;
                let own = world.cards()[self.view.seat.index()];
                let hidden = Leduc.turn(&world) != Turn::Over;
                (if hidden { world.with_cards([own; 2]) } else { world }, 1.0)
            }
            _ => self.base.sample(rng),
        }
    }
}

impl Hidden for Faulty {
    type Worlds = FaultyWorlds;

    fn worlds(&self, view: &FaultyView) -> Result<FaultyWorlds, ImpossibleView> {
        if self.is(Fault::SamplerRefuses) && self.view_turn(view) == Some(Turn::Over) {
            return Err(ImpossibleView::new("it is over"));
        }
        Ok(FaultyWorlds { game: *self, base: Leduc.worlds(&view.base)?, view: *view })
    }
}

impl Chance for Faulty {
    type Outcome = u8;

    fn sample_outcome(&self, state: &LeducState, rng: &mut Rng) -> u8 {
        Leduc.sample_outcome(state, rng)
    }

    fn outcomes(&self, state: &LeducState, each: &mut dyn FnMut(u8, u64)) {
        Leduc.outcomes(state, each);
        if self.is(Fault::OutcomeTwice) {
            Leduc.outcomes(state, each);
        }
    }

    fn resolve(&self, state: &mut LeducState, card: u8, log: &mut impl Sink<LeducEvent>) {
        Leduc.resolve(state, card, log);
    }
}

impl Notation for Faulty {
    fn action_text(&self, action: LeducAction) -> String {
        if self.is(Fault::SameText) { "it".into() } else { Leduc.action_text(action) }
    }
}

/// Matches of three hands.
impl Match for Faulty {
    type Standing = u8;

    fn begin(&self) -> u8 {
        if self.is(Fault::MatchEmpty) { 3 } else { 0 }
    }

    fn next_hand(&self, played: &u8) -> Option<()> {
        (*played < 3 || self.is(Fault::MatchEndless)).then_some(())
    }

    fn finish_hand(&self, played: &mut u8, _: &LeducState) {
        *played += 1;
    }

    fn hand_count(&self) -> u32 {
        u32::from(!self.is(Fault::CycleEmpty))
    }

    fn hand_setup(&self, _: u32) {}

    fn match_scores(&self, _: &u8) -> PerSeat<i32> {
        PerSeat::filled(2, 0)
    }

    fn winners(&self, played: &u8) -> SeatSet {
        let over = self.next_hand(played).is_none() && !self.is(Fault::NobodyWins);
        if over || self.is(Fault::WonTooEarly) { SeatSet::all(2) } else { SeatSet::EMPTY }
    }
}
