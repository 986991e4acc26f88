//! Action ids, and observations as planes of 52 cards.

use crate::kernel::{Meld, min_deadwood};
use crate::table::MAX_TURNS;
use crate::{Action, Gin, History, View};
use facedown_cards::{Card, CardSet};
use facedown_game::{ActionSpace, Element, Encoder, Layout};

/// The action space: 0-51 card, 52 upcard, 53 stock, 54 pass, 55 knock, 56-240 melds, 241 big gin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ActionIds;

impl ActionIds {
    /// Number of action ids.
    pub const COUNT: usize = 242;

    /// Returns an action's id.
    pub const fn id(action: Action) -> usize {
        match action {
            Action::Card(card) => card.index(),
            Action::TakeUpcard => 52,
            Action::DrawStock => 53,
            Action::Pass => 54,
            Action::Knock => 55,
            Action::Lay(meld) => 56 + meld.index(),
            Action::BigGin => 241,
        }
    }

    /// Returns the action with this id, legal or not; `None` from 242 on.
    pub const fn from_id(id: usize) -> Option<Action> {
        Some(match id {
            0..52 => Action::Card(Card::new(id as u8)),
            52 => Action::TakeUpcard,
            53 => Action::DrawStock,
            54 => Action::Pass,
            55 => Action::Knock,
            241 => Action::BigGin,
            _ => match Meld::from_index(id - 56) {
                Some(meld) => Action::Lay(meld),
                None => return None,
            },
        })
    }
}

impl ActionSpace<Gin> for ActionIds {
    fn reads_view(&self) -> bool {
        false
    }

    fn len(&self) -> usize {
        Self::COUNT
    }

    fn index(&self, _: &View, action: Action) -> usize {
        Self::id(action)
    }

    fn action(&self, _: &View, legal: &[Action], index: usize) -> Option<Action> {
        let action = Self::from_id(index)?;
        legal.binary_search(&action).is_ok().then_some(action)
    }

    fn reads_list(&self) -> bool {
        false
    }

    #[inline]
    fn known_action(&self, _: &View, _: &[Action], index: usize) -> Action {
        Self::from_id(index).expect("an id of the space")
    }
}

/// Encodes a view as 13 planes of 52: one slot for each card, and a last plane of scalars.
///
/// | plane | 1 (or the raw count) where the card … |
/// |---|---|
/// | 0 | is in the seat's own hand |
/// | 1 | is the upcard |
/// | 2 | lies under the upcard and cannot be taken |
/// | 3 | is known to be in the opponent's hand |
/// | 4 | is unseen: in the stock or in the opponent's hand |
/// | 5 | was discarded by the seat itself |
/// | 6 | was discarded by the opponent |
/// | 7 | was an upcard that the opponent left |
/// | 8 | raw: turns since it was last discarded, 1 for the latest, 0 for never |
/// | 9 | lies in the seat's own melds |
/// | 10 | lies in the opponent's melds |
/// | 11 | was laid off |
///
/// Plane 12 holds raw scalars: slots 0-8 the phase, one-hot; 9 whether the seat is to act; 10
/// whether it dealt; 11 the knock limit; 12 the cards of the stock; 13 and 14 the cards of the seat
/// and of the opponent; 15 the seat's least deadwood; 16 upcards taken so far; 17 whether the seat
/// has knocked, 18 whether the opponent has; 19 whether the score counts twice; 20 whether the last
/// discard was the upcard just taken; 21 the index of the card just taken plus 1; the rest 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlaneEncoder;

impl PlaneEncoder {
    /// Number of planes.
    pub const COUNT: usize = 13;
    /// The array's shape.
    pub const SHAPE: [usize; 2] = [Self::COUNT, 52];

    const SCALES: [f32; Self::COUNT] = {
        let mut scales = [1.0; Self::COUNT];
        scales[8] = 1.0 / MAX_TURNS as f32;
        scales[12] = 0.01;
        scales
    };

    const CHANNELS: [&'static str; Self::COUNT] = [
        "own hand",
        "upcard",
        "discards under the upcard",
        "known in the opponent's hand",
        "unseen",
        "discarded by the seat",
        "discarded by the opponent",
        "upcards left by the opponent",
        "turns since last discarded",
        "the seat's melds",
        "the opponent's melds",
        "laid off",
        "numbers",
    ];
}

impl Encoder<Gin> for PlaneEncoder {
    fn layout(&self) -> Layout<'_> {
        Layout {
            id: "gin-planes-1".into(),
            shape: &Self::SHAPE,
            scales: &Self::SCALES,
            channels: &Self::CHANNELS,
        }
    }

    fn encode<T: Element>(&self, _: &Gin, view: &View, out: &mut [T]) {
        let (planes, _) = out.as_chunks_mut::<52>();
        let table = view.table();
        let own = view.seat().index();
        let melds = |seat: usize| table.melds[seat].iter().fold(CardSet::EMPTY, |a, m| a | *m);
        write_ages(table.history(), &mut planes[8]);
        let sets = [
            (0, view.hand()),
            (1, table.upcard.map_or(CardSet::EMPTY, CardSet::only)),
            (2, table.pile),
            (3, view.known()),
            (4, view.unseen()),
            (5, table.discarded[own]),
            (6, table.discarded[1 - own]),
            (7, table.refused[1 - own]),
            (9, melds(own)),
            (10, melds(1 - own)),
            (11, table.laid_off),
        ];
        for (plane, cards) in sets {
            T::write_bits(cards.bits(), &mut planes[plane]);
        }
        write_scalars(view, &mut planes[12]);
    }
}

/// Writes the number of turns since each card was last discarded.
fn write_ages<T: Element>(history: &History, plane: &mut [T; 52]) {
    plane.fill(T::from_count(0, 1.0));
    let mut ago = history.len() as u8;
    for turn in history.iter() {
        plane[turn.card.index()] = T::from_count(ago, PlaneEncoder::SCALES[8]);
        ago -= 1;
    }
}

fn write_scalars<T: Element>(view: &View, plane: &mut [T; 52]) {
    let table = view.table();
    let (own, their) = (view.seat(), view.opponent());
    let mut raw = [0u8; 52];
    raw[table.phase as usize] = 1;
    raw[9] = u8::from(table.to_act == own);
    raw[10] = u8::from(table.dealer == own);
    raw[11] = table.limit;
    raw[12] = table.stock_left;
    raw[13] = table.counts[own.index()];
    raw[14] = table.counts[their.index()];
    raw[15] = min_deadwood(view.hand());
    raw[16] = table.takes;
    raw[17] = u8::from(table.knocker == Some(own));
    raw[18] = u8::from(table.knocker == Some(their));
    raw[19] = u8::from(table.doubled);
    raw[20] = u8::from(table.repeated);
    raw[21] = table.taken.map_or(0, |card| card.index() as u8 + 1);
    for (slot, raw) in plane.iter_mut().zip(raw) {
        *slot = T::from_count(raw, PlaneEncoder::SCALES[12]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_has_its_action() {
        for id in 0..ActionIds::COUNT {
            let action = ActionIds::from_id(id).unwrap();
            assert_eq!(ActionIds::id(action), id);
        }
        assert_eq!(ActionIds::from_id(242), None);
    }

    #[test]
    fn ids_ascend_with_the_actions() {
        let all: Vec<Action> = (0..ActionIds::COUNT).filter_map(ActionIds::from_id).collect();
        assert!(all.is_sorted());
    }
}
