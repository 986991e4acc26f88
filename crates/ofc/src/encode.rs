//! Action ids, and observations as planes of 54 cards.

use crate::legal::write_ids;
use crate::{Action, Ofc, Phase, State, View};
use facedown_cards::{PackCard, PackSet};
use facedown_game::{ActionSpace, Element, Encoder, Layout, Seat};

/// The action space: see [`Action::index`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ActionIds;

impl ActionSpace<Ofc> for ActionIds {
    fn reads_view(&self) -> bool {
        false
    }

    fn len(&self) -> usize {
        Action::COUNT
    }

    fn index(&self, _: &View, action: Action) -> usize {
        action.index()
    }

    fn action(&self, _: &View, legal: &[Action], index: usize) -> Option<Action> {
        Action::from_index(index).filter(|action| legal.binary_search(action).is_ok())
    }

    fn reads_list(&self) -> bool {
        false
    }

    #[inline]
    fn known_action(&self, _: &View, _: &[Action], index: usize) -> Action {
        Action::from_index(index).expect("an id of the space")
    }

    #[inline]
    fn legal_ids(&self, _: &Ofc, state: &State, ids: &mut [u64]) -> bool {
        write_ids(state, ids);
        true
    }
}

/// A view as 22 planes of 54: a slot for each card, jokers last, and a last plane of scalars.
///
/// | plane | 1 where the card … |
/// |---|---|
/// | 0, 1, 2 | lies in the seat's own top, middle, bottom row |
/// | 3 | is in the seat's hand: the street's cards, or those of Fantasyland that are not set |
/// | 4-8 | is the first, second, … fifth card of the hand, in the order of an action's places |
/// | 9 | was discarded by the seat |
/// | 10 | is unseen |
/// | 11, 12, 13 | lies in the top, middle, bottom row of the next seat |
/// | 14-16, 17-19 | the same of the second and third next seat, if there is one |
/// | 20 | was placed on the last street that its seat finished |
///
/// Plane 21 holds raw scalars: slot 0 whether the seat is to act; 1 its position, 0 acting first; 2
/// the number of seats; 3-5 the phase (streets, Fantasyland, over), one-hot; 6 the street, from 0; 7
/// whether this is the last hand of the match; 8-11 the Fantasyland cards of the seat and of those
/// after it; 12-14 the room in the seat's top, middle and bottom row; 15-17 whether the seats after
/// it have set a board face down; the rest 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlaneEncoder;

impl PlaneEncoder {
    /// The number of planes.
    pub const COUNT: usize = 22;
    /// The shape of the observation.
    pub const SHAPE: [usize; 2] = [Self::COUNT, PackCard::COUNT];

    const SCALES: [f32; Self::COUNT] = {
        let mut scales = [1.0; Self::COUNT];
        scales[21] = 0.05;
        scales
    };

    const CHANNELS: [&'static str; Self::COUNT] = [
        "own top row",
        "own middle row",
        "own bottom row",
        "own hand",
        "first card of the hand",
        "second card of the hand",
        "third card of the hand",
        "fourth card of the hand",
        "fifth card of the hand",
        "own discards",
        "unseen",
        "top row of the next seat",
        "middle row of the next seat",
        "bottom row of the next seat",
        "top row of the second next seat",
        "middle row of the second next seat",
        "bottom row of the second next seat",
        "top row of the third next seat",
        "middle row of the third next seat",
        "bottom row of the third next seat",
        "placed on the seat's last street",
        "numbers",
    ];
}

/// Iterates over the seats after the view's own, in order.
fn others(view: &View) -> impl Iterator<Item = Seat> {
    let (seat, seats) = (view.seat(), view.table().seats());
    (1..seats).map(move |places| seat.plus(places, seats))
}

impl Encoder<Ofc> for PlaneEncoder {
    fn layout(&self) -> Layout<'_> {
        Layout {
            id: "ofc-planes-1".into(),
            shape: &Self::SHAPE,
            scales: &Self::SCALES,
            channels: &Self::CHANNELS,
        }
    }

    fn encode<T: Element>(&self, game: &Ofc, view: &View, out: &mut [T]) {
        let (planes, _) = out.as_chunks_mut::<{ PackCard::COUNT }>();
        let table = view.table();
        let hand = view.hand();
        let mut sets = [PackSet::EMPTY; Self::COUNT - 1];
        sets[..3].copy_from_slice(&view.rows());
        sets[3] = hand.iter().copied().collect();
        for (set, card) in sets[4..9].iter_mut().zip(hand) {
            set.insert(*card);
        }
        sets[9] = view.discards();
        sets[10] = game.cards() - view.seen();
        for (place, seat) in others(view).enumerate() {
            sets[11 + 3 * place..14 + 3 * place].copy_from_slice(&table.rows(seat));
        }
        for seat in Seat::all(table.seats()) {
            let done = table.streets_done(seat);
            let last = if done == 0 { 0 } else { table.street_placed(done - 1) };
            let order = table.order(seat);
            let from = order.len().saturating_sub(last);
            order[from..].iter().for_each(|laid| sets[20].insert(laid.card));
        }
        for (plane, set) in planes.iter_mut().zip(sets) {
            T::write_bits(set.bits(), plane);
        }
        write_numbers(view, &mut planes[21]);
    }
}

fn write_numbers<T: Element>(view: &View, plane: &mut [T; PackCard::COUNT]) {
    let (table, seat) = (view.table(), view.seat());
    let over = table.phase() == Phase::Over;
    let mut raw = [0u8; PackCard::COUNT];
    raw[0] = u8::from(table.to_act() == seat && !over);
    raw[1] = table.position(seat) as u8;
    raw[2] = table.seats() as u8;
    raw[3 + table.phase() as usize] = 1;
    raw[6] = table.street() as u8;
    raw[7] = u8::from(table.setup().last);
    raw[8] = table.fantasy(seat) as u8;
    for (place, other) in others(view).enumerate() {
        raw[9 + place] = table.fantasy(other) as u8;
        raw[15 + place] = u8::from(table.is_set(other));
    }
    for (row, cards) in crate::Row::ALL.into_iter().zip(view.rows()) {
        raw[12 + row as usize] = (row.size() - cards.len()) as u8;
    }
    for (slot, raw) in plane.iter_mut().zip(raw) {
        *slot = T::from_count(raw, PlaneEncoder::SCALES[21]);
    }
}
