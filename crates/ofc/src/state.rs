//! The full state of a hand, and a seat's view of it.

use crate::table::{MAX_SEATS, NO_CARD, rank_order};
use crate::{Phase, Place, Row, Table};
use facedown_cards::{PackCard, PackSet};
use facedown_game::{Seat, packed_struct};

/// The maximum number of cards that a seat is dealt in a hand.
pub(crate) const MOST: usize = 17;

/// The private part of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Own {
    /// Its cards in the order of dealing, each street from high to low; in a state also the cards to
    /// come.
    pub(crate) cards: [PackCard; MOST],
    /// Number of them that it has placed in Fantasyland.
    pub(crate) set: u8,
    /// The rows it has set there, face down.
    pub(crate) rows: [PackSet; 3],
}
packed_struct!(Own { cards, set, rows });

impl Own {
    pub(crate) const BLANK: Self =
        Self { cards: [NO_CARD; MOST], set: 0, rows: [PackSet::EMPTY; 3] };

    /// Returns the room left in a place, in a Fantasyland of `n` cards.
    #[inline]
    pub(crate) fn room(&self, place: Place, n: usize) -> usize {
        if let Some(row) = place.row() {
            return row.size() - self.rows[row as usize].len();
        }
        let placed: usize = self.rows.iter().map(|row| row.len()).sum();
        n - 13 - (usize::from(self.set) - placed)
    }

    /// Places the next of `n` Fantasyland cards, and all others once a single place is left.
    pub(crate) fn put(&mut self, place: Place, n: usize) {
        self.put_one(place);
        while usize::from(self.set) < n {
            let mut open = Place::ALL.into_iter().filter(|place| self.room(*place, n) > 0);
            match (open.next(), open.next()) {
                (Some(only), None) => self.put_one(only),
                _ => return,
            }
        }
    }

    fn put_one(&mut self, place: Place) {
        if let Some(row) = place.row() {
            self.rows[row as usize].insert(self.cards[usize::from(self.set)]);
        }
        self.set += 1;
    }

    /// Writes cards from this index on, in the order of a hand.
    pub(crate) fn write(&mut self, from: usize, cards: PackSet) {
        let slots = &mut self.cards[from..from + cards.len()];
        slots.iter_mut().zip(cards.iter()).for_each(|(slot, card)| *slot = card);
        slots.sort_unstable_by_key(|card| rank_order(*card));
    }

    fn set_of(&self, range: std::ops::Range<usize>) -> PackSet {
        self.cards[range].iter().copied().collect()
    }
}

/// One hand, hidden cards included.
///
/// Each seat has a block of the pack of its own, so that no action changes another seat's
/// cards: in a duplicate match the same pack means the same cards, whoever enters Fantasyland.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(crate) table: Table,
    pub(crate) own: [Own; MAX_SEATS],
}
packed_struct!(State { table, own });

const _: () = assert!(size_of::<State>() <= 448, "a state is copied in every search iteration");
const _: () = assert!(size_of::<View>() <= 296, "a view is copied at every decision");

impl State {
    /// Returns the public part.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Returns all cards of a seat in the order of dealing, including those to come.
    pub fn cards(&self, seat: Seat) -> &[PackCard] {
        &self.own[seat.index()].cards[..self.table.all_cards(seat)]
    }

    /// Returns the rows of a seat, face down or open, top first.
    pub fn rows(&self, seat: Seat) -> [PackSet; 3] {
        rows_of(&self.table, &self.own[seat.index()], seat)
    }

    /// Returns the discards of a seat.
    pub fn discards(&self, seat: Seat) -> PackSet {
        discards(&self.table, &self.own[seat.index()], seat)
    }
}

/// Everything that one seat knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    pub(crate) table: Table,
    pub(crate) seat: Seat,
    pub(crate) own: Own,
}

impl View {
    /// Returns the seat whose view it is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the public part.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the cards in hand, high cards first: the street that the seat is to place, and in
    /// Fantasyland the cards that are not set yet.
    pub fn hand(&self) -> &[PackCard] {
        hand(&self.table, &self.own, self.seat)
    }

    /// Returns all cards that the seat has been dealt, in the order of dealing.
    pub fn dealt(&self) -> &[PackCard] {
        &self.own.cards[..self.table.dealt(self.seat)]
    }

    /// Returns the seat's own rows, face down or open, top first.
    pub fn rows(&self) -> [PackSet; 3] {
        rows_of(&self.table, &self.own, self.seat)
    }

    /// Returns the discards of the seat.
    pub fn discards(&self) -> PackSet {
        discards(&self.table, &self.own, self.seat)
    }

    /// Returns every card that the seat has seen in this hand.
    pub fn seen(&self) -> PackSet {
        self.dealt().iter().fold(self.table.open(), |seen, card| seen.with(*card))
    }
}

/// Returns the cards in hand of a seat.
pub(crate) fn hand<'a>(table: &Table, own: &'a Own, seat: Seat) -> &'a [PackCard] {
    match (table.fantasy(seat), table.phase()) {
        (0, Phase::Streets) if table.to_act() == seat => &own.cards[table.packet(seat)],
        (0, _) => &[],
        (n, _) => &own.cards[usize::from(own.set)..n],
    }
}

fn rows_of(table: &Table, own: &Own, seat: Seat) -> [PackSet; 3] {
    if table.fantasy(seat) > 0 { own.rows } else { table.rows(seat) }
}

fn discards(table: &Table, own: &Own, seat: Seat) -> PackSet {
    let placed = Row::ALL
        .into_iter()
        .fold(PackSet::EMPTY, |all, row| all | rows_of(table, own, seat)[row as usize]);
    let done = match table.fantasy(seat) {
        0 => match table.streets_done(seat) {
            0 => 0,
            streets => table.street_cards(streets - 1).end,
        },
        _ => usize::from(own.set),
    };
    own.set_of(0..done) - placed
}
