//! Kans out of the hand and norths set aside, with when they came.
//!
//! Discards and calls can be put in order from the river; these cannot, and a seat that watched
//! knows when each came. Two bytes keep one.

use facedown_game::Seat;

/// The most of them: four kans, four norths.
const MOST: usize = 8;

/// What a seat laid down on its own turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelfCallKind {
    /// A closed kan: its place among the seat's melds.
    ClosedKan(usize),
    /// A tile added to a pon.
    AddedKan {
        /// The place of the meld among the seat's.
        meld: usize,
        /// Whether the added tile is a red five.
        red: bool,
    },
    /// A north wind.
    Nuki,
}

/// Something that a seat laid down on its own turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfCall {
    /// How many discards of the round came before.
    pub after: usize,
    /// Who.
    pub seat: Seat,
    /// What.
    pub what: SelfCallKind,
}

/// All of them in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SelfCalls([u16; MOST]); // 0 is none

const USED: u16 = 1 << 15;

impl SelfCalls {
    pub(crate) const NONE: Self = Self([0; MOST]);

    /// Adds one. Of a table where more can happen than by our rules the first eight are kept.
    pub(crate) fn push(&mut self, call: SelfCall) {
        let (what, meld) = match call.what {
            SelfCallKind::ClosedKan(meld) => (0, meld),
            SelfCallKind::AddedKan { meld, red } => (1 + u16::from(red), meld),
            SelfCallKind::Nuki => (3, 0),
        };
        let place = call.after as u16 | (call.seat.index() as u16) << 7;
        if let Some(slot) = self.0.iter_mut().find(|slot| **slot == 0) {
            *slot = USED | place | (meld as u16) << 9 | what << 11;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = SelfCall> + '_ {
        self.0.iter().take_while(|slot| **slot != 0).map(|slot| {
            let meld = usize::from(slot >> 9 & 3);
            let what = match slot >> 11 & 3 {
                0 => SelfCallKind::ClosedKan(meld),
                3 => SelfCallKind::Nuki,
                what => SelfCallKind::AddedKan { meld, red: what == 2 },
            };
            let seat = Seat::new(usize::from(slot >> 7 & 3));
            SelfCall { after: usize::from(slot & 127), seat, what }
        })
    }
}

impl std::hash::Hash for SelfCalls {
    /// As two words: views are named by the million.
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
    fn each_comes_back_as_it_was() {
        let kinds = [
            SelfCallKind::ClosedKan(3),
            SelfCallKind::AddedKan { meld: 2, red: true },
            SelfCallKind::AddedKan { meld: 1, red: false },
            SelfCallKind::Nuki,
        ];
        let all: Vec<SelfCall> = (0..MOST)
            .map(|n| SelfCall { after: 85 - n, seat: Seat::new(n % 4), what: kinds[n % 4] })
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
