//! Chance turns: asking the next seat, closing the window, drawing from the wall.

use super::table::{CallsEvent, CallsState, Pending, Phase};
use super::{ALL, Answer, Calls, KINDS, SEATS};
use crate::Chance;
use facedown_game::{Rng, Seat, SeatSet, Sink};

/// A chance outcome.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CallsOutcome {
    /// Asks this seat.
    Ask(Seat),
    /// Closes the window with this seat's win.
    Win(Seat),
    /// Closes the window with this seat's pon.
    Pon(Seat),
    /// Closes the window and ends the hand.
    Exhaust,
    /// Closes the window; the next seat draws a tile of this kind.
    Draw(u8),
}

impl CallsState {
    /// Returns the only outcome; `None` if a tile is drawn.
    fn next_step(&self) -> Option<CallsOutcome> {
        let Phase::Window { from, kind } = self.table.phase else { return None };
        let answer = |seat: Seat| self.pending.answers[seat.index()];
        if let Some(seat) = self.callers(from, kind).find(|seat| answer(*seat).is_none()) {
            return Some(CallsOutcome::Ask(seat));
        }
        let said = |what| self.callers(from, kind).find(|seat| answer(*seat) == Some(what));
        said(Answer::Ron)
            .map(CallsOutcome::Win)
            .or_else(|| said(Answer::Pon).map(CallsOutcome::Pon))
            .or_else(|| (self.wall == [0; KINDS]).then_some(CallsOutcome::Exhaust))
    }
}

impl Chance for Calls {
    type Outcome = CallsOutcome;

    fn sample_outcome(&self, state: &CallsState, rng: &mut Rng) -> CallsOutcome {
        state.next_step().unwrap_or_else(|| {
            let mut place = rng.below(u32::from(state.wall.iter().sum::<u8>())) as u8;
            let mut kind = 0;
            while place >= state.wall[kind] {
                place -= state.wall[kind];
                kind += 1;
            }
            CallsOutcome::Draw(kind as u8)
        })
    }

    fn outcomes(&self, state: &CallsState, each: &mut dyn FnMut(CallsOutcome, u64)) {
        if let Some(certain) = state.next_step() {
            return each(certain, 1);
        }
        for (kind, count) in state.wall.iter().enumerate().filter(|(_, count)| **count > 0) {
            each(CallsOutcome::Draw(kind as u8), u64::from(*count));
        }
    }

    fn resolve(
        &self,
        state: &mut CallsState,
        outcome: CallsOutcome,
        log: &mut impl Sink<CallsEvent>,
    ) {
        if let CallsOutcome::Ask(seat) = outcome {
            state.pending.asked = Some(seat);
            return log.emit(SeatSet::only(seat), CallsEvent::Asked);
        }
        state.pending = Pending::default();
        match outcome {
            CallsOutcome::Ask(_) => {}
            CallsOutcome::Win(seat) => {
                state.publish(ALL, CallsEvent::Won(seat, state.hands[seat.index()]), log);
            }
            CallsOutcome::Pon(seat) => {
                if let Phase::Window { kind, .. } = state.table.phase {
                    state.hands[seat.index()][usize::from(kind)] -= 2;
                }
                state.publish(ALL, CallsEvent::Ponned(seat), log);
            }
            CallsOutcome::Exhaust => state.publish(ALL, CallsEvent::Exhausted, log),
            CallsOutcome::Draw(kind) => {
                let seat = match state.table.phase {
                    Phase::Window { from, .. } => from.next(SEATS),
                    _ => Seat::new(0),
                };
                state.wall[usize::from(kind)] -= 1;
                state.hands[seat.index()][usize::from(kind)] += 1;
                state.publish(ALL, CallsEvent::Drew(seat), log);
                state.publish(SeatSet::only(seat), CallsEvent::Tile(kind), log);
            }
        }
    }
}
