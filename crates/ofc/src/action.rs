//! Actions and events, and their texts.

use crate::Row;
use facedown_cards::PackSet;
use facedown_game::Seat;
use std::fmt;

/// Where a card goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Place {
    /// The top row.
    Top,
    /// The middle row.
    Middle,
    /// The bottom row.
    Bottom,
    /// The discards, face down.
    Discard,
}

impl Place {
    /// All places, in order.
    pub const ALL: [Self; 4] = [Self::Top, Self::Middle, Self::Bottom, Self::Discard];

    /// Returns the row, if it is one.
    #[inline]
    pub const fn row(self) -> Option<Row> {
        match self {
            Self::Top => Some(Row::Top),
            Self::Middle => Some(Row::Middle),
            Self::Bottom => Some(Row::Bottom),
            Self::Discard => None,
        }
    }

    /// Returns the letter of the place: `t`, `m`, `b`, and `x` for a discard.
    pub const fn letter(self) -> char {
        match self {
            Self::Top => 't',
            Self::Middle => 'm',
            Self::Bottom => 'b',
            Self::Discard => 'x',
        }
    }

    /// Returns the place with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|place| place.letter() == letter.to_ascii_lowercase())
    }
}

impl From<Row> for Place {
    fn from(row: Row) -> Self {
        Self::ALL[row as usize]
    }
}

/// A place for each card in hand, in the order in which they are shown (high cards first, jokers
/// last).
///
/// A street is one action: five cards at first, then three, or one with classic dealing. A
/// Fantasyland hand has millions of settings, so there a seat places one card after the other. An
/// action names no cards, so that it has the same index whatever is dealt; its text is a letter for
/// each card: `ttmbb`, `xbm`, `t`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action {
    len: u8,
    places: [Place; 5], // those from `len` on are `Top`
}

impl Action {
    /// The number of actions: see [`Action::index`].
    pub const COUNT: usize = 274;

    /// Returns the action with these places; `None` unless there are one to five.
    pub fn new(places: &[Place]) -> Option<Self> {
        if !(1..=5).contains(&places.len()) {
            return None;
        }
        let mut all = [Place::Top; 5];
        all[..places.len()].copy_from_slice(places);
        Some(Self { len: places.len() as u8, places: all })
    }

    /// Returns the places, one for each card.
    #[inline]
    pub fn places(&self) -> &[Place] {
        &self.places[..usize::from(self.len)]
    }

    /// Returns the index of the action: 0-242 the rows of five cards in base 3, 243-269 the places of
    /// three cards of which one is discarded, 270-273 the place of a single card. Actions that are
    /// legal together have ascending indices.
    pub fn index(self) -> usize {
        let base_3 = |index, place: &Place| index * 3 + *place as usize;
        match self.places() {
            [place] => 270 + *place as usize,
            [Place::Discard, second, last] => 243 + 18 + [*second, *last].iter().fold(0, base_3),
            [first, Place::Discard, last] => 243 + 6 * *first as usize + 3 + *last as usize,
            [first, second, _] => 243 + 6 * *first as usize + *second as usize,
            places => places.iter().fold(0, base_3),
        }
    }

    /// Returns the action with this index.
    pub fn from_index(index: usize) -> Option<Self> {
        let digit = |at: u32, index: usize| Place::ALL[index / 3_usize.pow(at) % 3];
        let out = Place::Discard;
        match index {
            0..243 => Self::new(&[4, 3, 2, 1, 0].map(|at| digit(at, index))),
            243..261 => {
                let (first, rest) = (Place::ALL[(index - 243) / 6], (index - 243) % 6);
                let row = Place::ALL[rest % 3];
                Self::new(&if rest < 3 { [first, row, out] } else { [first, out, row] })
            }
            261..270 => Self::new(&[out, digit(1, index - 261), digit(0, index - 261)]),
            270..274 => Self::new(&[Place::ALL[index - 270]]),
            _ => None,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.places().iter().try_for_each(|place| write!(f, "{}", place.letter()))
    }
}

/// An observation of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// The seat is dealt these cards; only it sees them.
    Dealt(PackSet),
    /// The seat to act places these cards in its rows; its discard is hidden from the others.
    Placed(Seat, [PackSet; 3]),
    /// The seat to act, in Fantasyland, places its next card; hidden from the others.
    Set(Place),
    /// The seat to act, in Fantasyland, has set its board face down.
    Ready(Seat),
    /// The board of a seat in Fantasyland is turned up: the hand is over.
    Shown(Seat, [PackSet; 3]),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_belongs_to_one_action() {
        for index in 0..Action::COUNT {
            let action = Action::from_index(index).expect("there is one");
            assert_eq!(action.index(), index, "{action}");
        }
        assert_eq!(Action::from_index(Action::COUNT), None);
        assert_eq!(Action::from_index(5).map(|a| a.to_string()).as_deref(), Some("tttmb"));
        assert_eq!(Action::from_index(269).map(|a| a.to_string()).as_deref(), Some("xbb"));
        for range in [0..243, 243..270, 270..274] {
            let all: Vec<_> = range.filter_map(Action::from_index).collect();
            assert!(all.is_sorted());
        }
    }

    #[test]
    fn letters_round_trip() {
        for place in Place::ALL {
            assert_eq!(Place::from_letter(place.letter()), Some(place));
        }
        assert_eq!(Place::from_letter('B'), Some(Place::Bottom));
        assert_eq!(Place::from_letter('q'), None);
    }
}
