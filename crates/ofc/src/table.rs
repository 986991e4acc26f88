//! The public part of a hand, updated by events alone.

use crate::{Dealing, Event, Row, Rules};
use facedown_cards::{PackCard, PackSet};
use facedown_game::{Seat, SeatSet, packed_enum, packed_struct};
use std::ops::Range;

/// The largest table of this game.
pub const MAX_SEATS: usize = 4;

/// Fills slots without a card.
pub(crate) const NO_CARD: PackCard = PackCard::JOKERS[0];

/// The start of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The seat with the button, which acts last.
    pub button: Seat,
    /// Number of Fantasyland cards of each seat; 0 for a normal hand.
    pub fantasy: [u8; MAX_SEATS],
    /// Whether this is the last hand of the match, so that Fantasyland has no value.
    pub last: bool,
}
packed_struct!(Setup { button, fantasy, last });

/// The phase of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Normal hands are played, street by street.
    Streets,
    /// Seats in Fantasyland set their boards.
    Fantasy,
    /// All boards are complete and open.
    Over,
}
packed_enum!(Phase { Streets, Fantasy, Over });

/// A card on the table and its row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Laid {
    /// The card.
    pub card: PackCard,
    /// The row.
    pub row: Row,
}
packed_struct!(Laid { card, row });

/// The public part of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    seats: u8,
    dealing: Dealing,
    phase: Phase,
    street: u8,
    to_act: Seat,
    setup: Setup,
    laid: [u8; MAX_SEATS], // number of entries of `order`
    order: [[Laid; 13]; MAX_SEATS],
    rows: [[PackSet; 3]; MAX_SEATS],
}
packed_struct!(Table { seats, dealing, phase, street, to_act, setup, laid, order, rows });

/// Returns the sort key of cards in hand: from the ace down, clubs first, jokers last.
#[inline]
pub(crate) fn rank_order(card: PackCard) -> u8 {
    card.card().map_or(60 + card.index() as u8, |card| {
        (13 - card.rank().index() as u8) % 13 * 4 + card.suit() as u8
    })
}

impl Table {
    /// Returns the table before the first card.
    pub(crate) fn new(rules: &Rules, setup: Setup) -> Self {
        let mut table = Self {
            seats: rules.seats,
            dealing: rules.dealing,
            phase: Phase::Streets,
            street: 0,
            to_act: setup.button,
            setup,
            laid: [0; MAX_SEATS],
            order: [[Laid { card: NO_CARD, row: Row::Top }; 13]; MAX_SEATS],
            rows: [[PackSet::EMPTY; 3]; MAX_SEATS],
        };
        table.pass_turn(0);
        table
    }

    /// Returns the number of seats.
    #[inline]
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// Returns the start of the hand.
    #[inline]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the phase of the hand.
    #[inline]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the current street, from 0.
    #[inline]
    pub const fn street(&self) -> usize {
        self.street as usize
    }

    /// Returns the seat to act; meaningless if the hand is over.
    #[inline]
    pub const fn to_act(&self) -> Seat {
        self.to_act
    }

    /// Returns the open rows of a seat, top first.
    #[inline]
    pub const fn rows(&self, seat: Seat) -> [PackSet; 3] {
        self.rows[seat.index()]
    }

    /// Returns the open cards of a seat in the order of streets, and of the hand within a street,
    /// without those of Fantasyland.
    pub fn order(&self, seat: Seat) -> &[Laid] {
        &self.order[seat.index()][..usize::from(self.laid[seat.index()])]
    }

    /// Returns all open cards.
    pub fn open(&self) -> PackSet {
        self.rows.iter().flatten().fold(PackSet::EMPTY, |all, row| all | *row)
    }

    /// Returns the number of cards of a seat in Fantasyland; 0 for a normal hand.
    #[inline]
    pub const fn fantasy(&self, seat: Seat) -> usize {
        self.setup.fantasy[seat.index()] as usize
    }

    /// Returns the seats in Fantasyland.
    pub fn in_fantasyland(&self) -> SeatSet {
        Seat::all(self.seats()).filter(|seat| self.fantasy(*seat) > 0).collect()
    }

    /// Returns the number of streets of a normal hand.
    #[inline]
    pub const fn streets(&self) -> usize {
        match self.dealing {
            Dealing::Pineapple => 5,
            Dealing::Classic => 9,
        }
    }

    /// Returns the range of a street among the cards of a normal hand.
    #[inline]
    pub const fn street_cards(&self, street: usize) -> Range<usize> {
        match (street, self.dealing) {
            (0, _) => 0..5,
            (_, Dealing::Pineapple) => 2 + 3 * street..5 + 3 * street,
            (_, Dealing::Classic) => 4 + street..5 + street,
        }
    }

    /// Returns the number of cards that are placed on a street.
    #[inline]
    pub const fn street_placed(&self, street: usize) -> usize {
        match (street, self.dealing) {
            (0, _) => 5,
            (_, Dealing::Pineapple) => 2,
            (_, Dealing::Classic) => 1,
        }
    }

    /// Returns the number of cards that a seat is dealt in the whole hand.
    #[inline]
    pub const fn all_cards(&self, seat: Seat) -> usize {
        match self.fantasy(seat) {
            0 => self.street_cards(self.streets() - 1).end,
            fantasy => fantasy,
        }
    }

    /// Returns the number of streets that a seat with a normal hand has finished.
    pub fn streets_done(&self, seat: Seat) -> usize {
        match self.phase {
            Phase::Streets => self.street() + usize::from(self.acts_before(seat, self.to_act)),
            _ => self.streets(),
        }
    }

    /// Returns the number of cards that a seat has been dealt.
    pub fn dealt(&self, seat: Seat) -> usize {
        if self.fantasy(seat) > 0 || self.phase != Phase::Streets {
            return self.all_cards(seat);
        }
        let streets = self.streets_done(seat) + usize::from(seat == self.to_act);
        if streets == 0 { 0 } else { self.street_cards(streets - 1).end }
    }

    /// Returns the range of a seat's cards that were dealt last: its street, or all in Fantasyland.
    pub(crate) fn packet(&self, seat: Seat) -> Range<usize> {
        match self.fantasy(seat) {
            0 => self.street_cards(self.street()),
            fantasy => 0..fantasy,
        }
    }

    /// Returns whether a seat in Fantasyland has set its board.
    pub fn is_set(&self, seat: Seat) -> bool {
        self.fantasy(seat) > 0
            && match self.phase {
                Phase::Streets => false,
                Phase::Fantasy => self.acts_before(seat, self.to_act),
                Phase::Over => true,
            }
    }

    /// Returns the position of a seat after the button: 0 acts first, the button last.
    #[inline]
    pub fn position(&self, seat: Seat) -> usize {
        (seat.index() + 2 * self.seats() - self.setup.button.index() - 1) % self.seats()
    }

    fn acts_before(&self, seat: Seat, other: Seat) -> bool {
        self.position(seat) < self.position(other)
    }

    /// Returns the next seat from a position on that is, or is not, in Fantasyland.
    fn next_of(&self, fantasy: bool, from: usize) -> Option<Seat> {
        let at = |position| self.setup.button.plus(position + 1, self.seats());
        (from..self.seats()).map(at).find(|seat| (self.fantasy(*seat) > 0) == fantasy)
    }

    /// Passes the turn to the next seat from this position on.
    fn pass_turn(&mut self, mut from: usize) {
        if self.phase == Phase::Streets {
            let next = self.next_of(false, from).or_else(|| {
                self.street += 1;
                self.next_of(false, 0).filter(|_| self.street() < self.streets())
            });
            if let Some(seat) = next {
                self.to_act = seat;
                return;
            }
            self.phase = Phase::Fantasy;
            self.street = self.streets() as u8;
            from = 0;
        }
        match self.next_of(true, from) {
            Some(seat) => self.to_act = seat,
            None => self.phase = Phase::Over,
        }
    }

    /// Updates the table by an event.
    pub(crate) fn observe(&mut self, event: Event) {
        match event {
            Event::Placed(_, rows) => {
                self.place(rows);
                self.pass_turn(self.position(self.to_act) + 1);
            }
            Event::Ready(_) => self.pass_turn(self.position(self.to_act) + 1),
            Event::Shown(seat, rows) => self.rows[seat.index()] = rows,
            Event::Dealt(_) | Event::Set(_) => {}
        }
    }

    fn place(&mut self, new: [PackSet; 3]) {
        let seat = self.to_act.index();
        let mut laid = usize::from(self.laid[seat]);
        let begin = laid;
        for (row, cards) in Row::ALL.into_iter().zip(new) {
            self.rows[seat][row as usize] |= cards;
            for card in cards {
                self.order[seat][laid] = Laid { card, row };
                laid += 1;
            }
        }
        self.order[seat][begin..laid].sort_unstable_by_key(|laid| rank_order(laid.card));
        self.laid[seat] = laid as u8;
    }
}
