//! A game of calls: after a discard several seats may each be offered the tile, in secret.
//!
//! Four seats, five kinds of four tiles, hands of three. A seat draws and discards; the others, in
//! the order of play, may *pon* (two tiles of the kind in hand: the three are laid down, and the
//! caller discards next) or *ron* (three single tiles of other kinds: the hand is won). A ron goes
//! before a pon, and the seat that follows the discarder soonest before others. When the wall is
//! empty each pon scores 1 from every other seat; a ron scores 4 from the discarder.
//!
//! **Chance turns ask the seats.** Answers are given one after the other, and only seats
//! that can call are asked. If a discard led straight to the first question, a seat that can call
//! and is not asked would know that an earlier seat is being asked. If the last answer closed the
//! window, a seat that has answered and sees nothing happen would know that a later one is being
//! asked. So there is a chance turn before the first question and after every answer, which asks
//! the next seat or closes the window. Then all that a seat can see while the window is open
//! (nothing, a question to itself, its own answer) it can see whether or not others can call.

mod chance;
mod table;
mod worlds;

pub use chance::CallsOutcome;
pub use table::{CallsEvent, CallsState, CallsView};
pub use worlds::CallsWorlds;

use crate::Chance;
use facedown_game::{
    ActionBuf, ActionList, Game, Notation, PerSeat, Rng, Searchable, Seat, SeatSet, Sink, Turn,
};
use table::{Part, Phase, Table, may};

const SEATS: usize = 4;
const KINDS: usize = 5;
const COPIES: u8 = 4;
const HAND: u8 = 3;
const ALL: SeatSet = SeatSet::all(SEATS);

/// Number of tiles of each kind.
pub type Kinds = [u8; KINDS];

/// The rules of the calling game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Calls;

/// An answer to an offered tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Answer {
    /// Lets it go.
    Pass,
    /// Takes it with two tiles of its kind.
    Pon,
    /// Wins with it.
    Ron,
}

/// A move of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CallsAction {
    /// Discards a tile of this kind.
    Discard(u8),
    /// Answers the question.
    Say(Answer),
}

impl Searchable for Calls {}

impl Game for Calls {
    type Setup = ();
    type State = CallsState;
    type Action = CallsAction;
    type LegalActions = ActionList<CallsAction, KINDS>;
    type View = CallsView;
    type Event = CallsEvent;

    fn seats(&self) -> usize {
        SEATS
    }

    fn first_setup(&self) {}

    fn deal(&self, (): &(), rng: &mut Rng, log: &mut impl Sink<CallsEvent>) -> CallsState {
        let mut tiles: [u8; KINDS * COPIES as usize] = std::array::from_fn(|i| i as u8 / COPIES);
        rng.shuffle(&mut tiles);
        let mut hands = [[0; KINDS]; SEATS];
        for (place, tile) in tiles[..SEATS * usize::from(HAND)].iter().enumerate() {
            hands[place % SEATS][usize::from(*tile)] += 1;
        }
        for (seat, hand) in Seat::all(SEATS).zip(hands) {
            log.emit(SeatSet::only(seat), CallsEvent::Dealt(hand));
        }
        CallsState::dealt(hands)
    }

    fn turn(&self, state: &CallsState) -> Turn {
        match state.table.phase {
            Phase::FirstDraw => Turn::Chance,
            Phase::Discard(seat) => Turn::Act(seat),
            Phase::Window { .. } => state.pending.asked.map_or(Turn::Chance, Turn::Act),
            Phase::Won { .. } | Phase::Exhausted => Turn::Over,
        }
    }

    fn legal_actions(&self, state: &CallsState, out: &mut Self::LegalActions) {
        out.clear();
        if let Turn::Act(seat) = self.turn(state) {
            list(state.hands[seat.index()], state.table.phase, out);
        }
    }

    fn apply(&self, state: &mut CallsState, action: CallsAction, log: &mut impl Sink<CallsEvent>) {
        let Turn::Act(seat) = self.turn(state) else { return };
        match action {
            CallsAction::Discard(kind) => {
                state.hands[seat.index()][usize::from(kind)] -= 1;
                state.publish(ALL, CallsEvent::Discarded(seat, kind), log);
            }
            CallsAction::Say(answer) => {
                state.pending.answers[seat.index()] = Some(answer);
                state.pending.asked = None;
                log.emit(SeatSet::only(seat), CallsEvent::Answered(answer));
            }
        }
    }

    fn play_chance(&self, state: &mut CallsState, rng: &mut Rng, log: &mut impl Sink<CallsEvent>) {
        let outcome = self.sample_outcome(state, rng);
        self.resolve(state, outcome, log);
    }

    fn scores(&self, state: &CallsState) -> PerSeat<i32> {
        let melds = |seat: Seat| state.table.melds[seat.index()].count_ones() as i32;
        match state.table.phase {
            Phase::Won { by, from, .. } => {
                PerSeat::from_fn(SEATS, |s| 4 * (i32::from(s == by) - i32::from(s == from)))
            }
            Phase::Exhausted => {
                let all: i32 = Seat::all(SEATS).map(melds).sum();
                PerSeat::from_fn(SEATS, |seat| SEATS as i32 * melds(seat) - all)
            }
            _ => PerSeat::filled(SEATS, 0),
        }
    }

    fn score_total(&self, _: &CallsState) -> Option<i32> {
        Some(0)
    }

    fn view(&self, state: &CallsState, seat: Seat) -> CallsView {
        let part = match state.pending.answers[seat.index()] {
            Some(answer) => Part::Answered(answer),
            None if state.pending.asked == Some(seat) => Part::Asked,
            None => Part::Silent,
        };
        CallsView { seat, hand: state.hands[seat.index()], table: state.table, part }
    }

    fn blank_view(&self, (): &(), seat: Seat) -> CallsView {
        CallsView { seat, hand: [0; KINDS], table: Table::START, part: Part::Silent }
    }

    fn observe(&self, view: &mut CallsView, event: CallsEvent) {
        if let (CallsEvent::Ponned(seat), Phase::Window { kind, .. }) = (event, view.table.phase)
            && seat == view.seat
        {
            view.hand[usize::from(kind)] -= 2;
        }
        view.table.observe(event);
        match event {
            CallsEvent::Dealt(hand) => view.hand = hand,
            CallsEvent::Tile(kind) => view.hand[usize::from(kind)] += 1,
            CallsEvent::Discarded(seat, kind) if seat == view.seat => {
                view.hand[usize::from(kind)] -= 1;
            }
            CallsEvent::Discarded(..) => {}
            CallsEvent::Asked => view.part = Part::Asked,
            CallsEvent::Answered(answer) => view.part = Part::Answered(answer),
            CallsEvent::Drew(_)
            | CallsEvent::Ponned(_)
            | CallsEvent::Won(..)
            | CallsEvent::Exhausted => view.part = Part::Silent,
        }
    }

    fn view_turn(&self, view: &CallsView) -> Option<Turn> {
        match view.table.phase {
            Phase::FirstDraw => Some(Turn::Chance),
            Phase::Discard(seat) => Some(Turn::Act(seat)),
            Phase::Window { .. } => (view.part == Part::Asked).then_some(Turn::Act(view.seat)),
            Phase::Won { .. } | Phase::Exhausted => Some(Turn::Over),
        }
    }

    fn view_actions(&self, view: &CallsView, out: &mut Self::LegalActions) {
        out.clear();
        if self.view_turn(view) == Some(Turn::Act(view.seat)) {
            list(view.hand, view.table.phase, out);
        }
    }
}

fn list(hand: Kinds, phase: Phase, out: &mut ActionList<CallsAction, KINDS>) {
    if let Phase::Window { kind, .. } = phase {
        may(&hand, kind).for_each(|answer| out.push(CallsAction::Say(answer)));
    } else {
        let held = (0..KINDS as u8).filter(|kind| hand[usize::from(*kind)] > 0);
        held.for_each(|kind| out.push(CallsAction::Discard(kind)));
    }
}

impl Notation for Calls {
    /// Kinds are the letters `a` to `e`.
    fn action_text(&self, action: CallsAction) -> String {
        match action {
            CallsAction::Discard(kind) => format!("discard {}", char::from(b'a' + kind)),
            CallsAction::Say(Answer::Pass) => "pass".into(),
            CallsAction::Say(Answer::Pon) => "pon".into(),
            CallsAction::Say(Answer::Ron) => "ron".into(),
        }
    }
}
