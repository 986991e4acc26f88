//! Legal actions: as a list, and as a set of ids without one.

use crate::state::{Own, State, hand};
use crate::{Action, Phase, Place, Table};
use facedown_cards::PackCard;
use facedown_game::{ActionBuf, ActionList};

/// A list of legal actions. Five cards go to three rows in 243 ways, eleven of which put four or
/// five of them in the top row; three cards with one discarded have at most 27.
pub type Legal = ActionList<Action, 232>;

/// Lists the legal actions of the seat to act.
pub(crate) fn list(table: &Table, own: &Own, out: &mut Legal) {
    out.clear();
    let seat = table.to_act();
    let cards = hand(table, own, seat);
    if table.phase() == Phase::Over || cards.is_empty() {
        return;
    }
    let n = table.fantasy(seat);
    if n == 0 {
        let room = street_room(table, cards);
        let places = [Place::Top; 5];
        Streets { cards, room, places, out }.from(0);
        return;
    }
    let open = fantasy_places(own, cards, n);
    for place in Place::ALL {
        if open >> place as usize & 1 == 1 {
            out.push(Action::new(&[place]).expect("one place"));
        }
    }
}

/// Returns the room in each place for the cards of a street.
fn street_room(table: &Table, cards: &[PackCard]) -> [usize; 4] {
    let rows = table.rows(table.to_act());
    let mut room =
        Place::ALL.map(|place| place.row().map_or(0, |r| r.size() - rows[r as usize].len()));
    room[Place::Discard as usize] = cards.len() - table.street_placed(table.street());
    room
}

/// Returns the places, as bits, for the next of `n` Fantasyland cards. Of two jokers, which come
/// last, the first goes to the first place of the two left.
fn fantasy_places(own: &Own, cards: &[PackCard], n: usize) -> u64 {
    let open = (0..4).filter(|place| own.room(Place::ALL[*place], n) > 0);
    let open = open.fold(0u64, |open, place| open | 1 << place);
    let both = cards.len() == 2 && cards[0].is_joker();
    if both { open & open.wrapping_neg() } else { open }
}

/// Lists the placements of a street in ascending order.
struct Streets<'a> {
    cards: &'a [PackCard],
    room: [usize; 4],
    places: [Place; 5],
    out: &'a mut Legal,
}

impl Streets<'_> {
    fn from(&mut self, at: usize) {
        if at == self.cards.len() {
            // All discards are made.
            if self.room[Place::Discard as usize] == 0 {
                let action = Action::new(&self.places[..at]);
                self.out.push(action.expect("a street has one to five cards"));
            }
            return;
        }
        // Two jokers in one hand are the same card: only one order of their places is listed.
        let twin = at > 0 && self.cards[at].is_joker() && self.cards[at - 1].is_joker();
        let least = if twin { self.places[at - 1] } else { Place::Top };
        for place in Place::ALL.into_iter().filter(|place| *place >= least) {
            if self.room[place as usize] > 0 {
                self.room[place as usize] -= 1;
                self.places[at] = place;
                self.from(at + 1);
                self.room[place as usize] += 1;
            }
        }
    }
}

/// The number of actions that place five, three cards or a single one, in the order of ids.
const COUNTS: [usize; 3] = [243, 27, 4];

/// A set of action ids.
type Ids = [u64; Action::COUNT.div_ceil(64)];

/// The ids of the placements of the first street on an empty board: at most three cards at the top.
/// In the second set the last two places ascend, for hands with both jokers, which come last.
static FIRST: [Ids; 2] = {
    let mut ids = [[0; Action::COUNT.div_ceil(64)]; 2];
    let mut id = 0;
    while id < COUNTS[0] {
        let places = [id / 81, id / 27 % 3, id / 9 % 3, id / 3 % 3, id % 3];
        if count(&places, 0) <= 3 {
            ids[0][id / 64] |= 1 << (id % 64);
            if places[3] <= places[4] {
                ids[1][id / 64] |= 1 << (id % 64);
            }
        }
        id += 1;
    }
    ids
};

/// The placements of two of three cards, by the room in each row, at most two; from id 243 on.
static LATER: [[[u32; 3]; 3]; 3] = {
    let mut ids = [[[0; 3]; 3]; 3];
    let mut id = 0;
    while id < COUNTS[1] {
        let places = three_places(id);
        let mut room = 0;
        while room < 27 {
            let (top, middle, bottom) = (room / 9, room / 3 % 3, room % 3);
            let fits = count(&places, 0) <= top
                && count(&places, 1) <= middle
                && count(&places, 2) <= bottom;
            if fits {
                ids[top][middle][bottom] |= 1 << id;
            }
            room += 1;
        }
        id += 1;
    }
    ids
};

/// Those whose last two places ascend, for hands with both jokers.
const ASCENDING: u32 = {
    let (mut ids, mut id) = (0, 0);
    while id < COUNTS[1] {
        let places = three_places(id);
        if places[1] <= places[2] {
            ids |= 1 << id;
        }
        id += 1;
    }
    ids
};

/// Returns the places of three cards, by id from 243 on; 3 is a discard. See [`Action::index`].
const fn three_places(id: usize) -> [usize; 3] {
    match (id / 6, id % 6) {
        (first @ 0..3, row @ 0..3) => [first, row, 3],
        (first @ 0..3, row) => [first, 3, row - 3],
        _ => [3, (id - 18) / 3, (id - 18) % 3],
    }
}

const fn count(places: &[usize], of: usize) -> usize {
    let (mut count, mut at) = (0, 0);
    while at < places.len() {
        count += (places[at] == of) as usize;
        at += 1;
    }
    count
}

/// Sets the bits of the ids of legal actions in `out`, which is all zeros.
///
/// # Panics
/// If there are too few words for all ids.
pub(crate) fn write_ids(state: &State, out: &mut [u64]) {
    let out = out.first_chunk_mut().expect("a bit for every id");
    let (table, seat) = (&state.table, state.table.to_act());
    let own = &state.own[seat.index()];
    let cards = hand(table, own, seat);
    if table.phase() == Phase::Over || cards.is_empty() {
        return;
    }
    let n = table.fantasy(seat);
    if n > 0 {
        return set_ids(out, COUNTS[0] + COUNTS[1], fantasy_places(own, cards, n));
    }
    let both = cards.len() > 1 && cards[cards.len() - 2].is_joker();
    let room = street_room(table, cards);
    match cards.len() {
        5 => *out = FIRST[usize::from(both)],
        3 => {
            let [top, middle, bottom, _] = room.map(|room| room.min(2));
            let fits = LATER[top][middle][bottom];
            let ids = if both { fits & ASCENDING } else { fits };
            set_ids(out, COUNTS[0], u64::from(ids));
        }
        _ => {
            let open = (0..3).fold(0, |open, row| open | u64::from(room[row] > 0) << row);
            set_ids(out, COUNTS[0] + COUNTS[1], open);
        }
    }
}

/// Sets the bits of ids from `first` on.
fn set_ids(out: &mut Ids, first: usize, ids: u64) {
    out[first / 64] |= ids << (first % 64);
    if let Some(next) = out.get_mut(first / 64 + 1) {
        *next |= ids >> 1 >> (63 - first % 64);
    }
}
