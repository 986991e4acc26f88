//! Self-calls: closed and added kans and norths set aside, with the time of each.
//!
//! The river dates discards and calls, but not these, and every seat has observed when they came. Two
//! bytes store one.

use facedown_game::{Seat, packed_struct};

/// The maximal number: four kans and four norths.
const MAX_SELF_CALLS: usize = 8;

/// The kind of a self-call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelfCallKind {
    /// A closed kan: its index among the seat's melds.
    ClosedKan(usize),
    /// A tile added to a pon.
    AddedKan {
        /// The index of the meld among the seat's.
        meld: usize,
        /// Whether the added tile is a red five.
        red: bool,
    },
    /// A north wind set aside.
    Nuki,
}

/// A call of a seat on its own turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfCall {
    /// The number of discards of the round before it.
    pub after: usize,
    /// The seat.
    pub seat: Seat,
    /// Its kind.
    pub kind: SelfCallKind,
}

/// The self-calls of a round in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SelfCalls([u16; MAX_SELF_CALLS]); // 0 if unused
packed_struct!(SelfCalls { 0 });

const USED: u16 = 1 << 15;

impl SelfCalls {
    pub(crate) const NONE: Self = Self([0; MAX_SELF_CALLS]);

    /// Adds one. Only the first eight are kept, for tables with rules that allow more.
    pub(crate) fn push(&mut self, call: SelfCall) {
        let (code, meld) = match call.kind {
            SelfCallKind::ClosedKan(meld) => (0, meld),
            SelfCallKind::AddedKan { meld, red } => (1 + u16::from(red), meld),
            SelfCallKind::Nuki => (3, 0),
        };
        let place = call.after as u16 | (call.seat.index() as u16) << 7;
        if let Some(slot) = self.0.iter_mut().find(|slot| **slot == 0) {
            *slot = USED | place | (meld as u16) << 9 | code << 11;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = SelfCall> + '_ {
        self.0.iter().take_while(|slot| **slot != 0).map(|slot| {
            let meld = usize::from(slot >> 9 & 3);
            let kind = match slot >> 11 & 3 {
                0 => SelfCallKind::ClosedKan(meld),
                3 => SelfCallKind::Nuki,
                code => SelfCallKind::AddedKan { meld, red: code == 2 },
            };
            let seat = Seat::new(usize::from(slot >> 7 & 3));
            SelfCall { after: usize::from(slot & 127), seat, kind }
        })
    }
}

impl std::hash::Hash for SelfCalls {
    /// Hashes two words: views are hashed by the million.
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        for half in self.0.chunks_exact(4) {
            state.write_u64(half.iter().fold(0, |word, slot| word << 16 | u64::from(*slot)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn self_calls_round_trip() {
        let kinds = [
            SelfCallKind::ClosedKan(3),
            SelfCallKind::AddedKan { meld: 2, red: true },
            SelfCallKind::AddedKan { meld: 1, red: false },
            SelfCallKind::Nuki,
        ];
        let all: Vec<SelfCall> = (0..MAX_SELF_CALLS)
            .map(|n| SelfCall { after: 85 - n, seat: Seat::new(n % 4), kind: kinds[n % 4] })
            .collect();
        let mut self_calls = SelfCalls::NONE;
        for call in &all {
            self_calls.push(*call);
        }
        self_calls.push(all[0]);
        assert_eq!(self_calls.iter().collect::<Vec<_>>(), all);
        assert_eq!(SelfCalls::NONE.iter().count(), 0);
    }
}
