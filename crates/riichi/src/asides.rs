//! Kans out of the hand and norths set aside, with when they came.
//!
//! Discards and calls can be put in order from the river; these cannot, and a seat that watched
//! knows when each came. Two bytes keep one.

use facedown_game::Seat;

/// The most of them: four kans, four norths.
const MOST: usize = 8;

/// What a seat laid down on its own turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AsideKind {
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
pub struct Aside {
    /// How many discards of the round came before.
    pub after: usize,
    /// Who.
    pub seat: Seat,
    /// What.
    pub what: AsideKind,
}

/// All of them in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Asides([u16; MOST]); // 0 is none

const USED: u16 = 1 << 15;

impl Asides {
    pub(crate) const NONE: Self = Self([0; MOST]);

    /// Adds one. Of a table where more can happen than by our rules the first eight are kept.
    pub(crate) fn push(&mut self, aside: Aside) {
        let (what, meld) = match aside.what {
            AsideKind::ClosedKan(meld) => (0, meld),
            AsideKind::AddedKan { meld, red } => (1 + u16::from(red), meld),
            AsideKind::Nuki => (3, 0),
        };
        let place = aside.after as u16 | (aside.seat.index() as u16) << 7;
        if let Some(slot) = self.0.iter_mut().find(|slot| **slot == 0) {
            *slot = USED | place | (meld as u16) << 9 | what << 11;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Aside> + '_ {
        self.0.iter().take_while(|slot| **slot != 0).map(|slot| {
            let meld = usize::from(slot >> 9 & 3);
            let what = match slot >> 11 & 3 {
                0 => AsideKind::ClosedKan(meld),
                3 => AsideKind::Nuki,
                what => AsideKind::AddedKan { meld, red: what == 2 },
            };
            let seat = Seat::new(usize::from(slot >> 7 & 3));
            Aside { after: usize::from(slot & 127), seat, what }
        })
    }
}

impl std::hash::Hash for Asides {
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
            AsideKind::ClosedKan(3),
            AsideKind::AddedKan { meld: 2, red: true },
            AsideKind::AddedKan { meld: 1, red: false },
            AsideKind::Nuki,
        ];
        let all: Vec<Aside> = (0..MOST)
            .map(|n| Aside { after: 85 - n, seat: Seat::new(n % 4), what: kinds[n % 4] })
            .collect();
        let mut asides = Asides::NONE;
        for aside in &all {
            asides.push(*aside);
        }
        asides.push(all[0]);
        assert_eq!(asides.iter().collect::<Vec<_>>(), all);
        assert_eq!(Asides::NONE.iter().count(), 0);
    }
}
