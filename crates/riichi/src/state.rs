//! One round: its full state, and one seat's view of it.

use crate::{Action, Event, Table};
use facedown_game::{Seat, SeatSet, packed_struct};
use facedown_tiles::{Hand, Kind, KindSet, MeldShape, Pack, Tile};

/// The starting conditions of a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The points of each seat; the fourth is 0 with three seats.
    pub scores: [i32; 4],
    /// The round wind: 0 east, 1 south, 2 west, 3 north.
    pub wind: u8,
    /// The dealer. Seat 0 deals first in a match.
    pub dealer: Seat,
    /// The number of counters (*honba*).
    pub honba: u8,
    /// The number of riichi sticks on the table.
    pub sticks: u8,
}
packed_struct!(Setup { scores, wind, dealer, honba, sticks });

/// The private knowledge of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Own {
    pub(crate) hand: Hand,
    /// The kinds that complete the hand, as of the seat's last discard, kan or nuki.
    pub(crate) waits: KindSet,
}
packed_struct!(Own { hand, waits });

impl Own {
    /// Updates the hand by an event.
    #[inline]
    pub(crate) fn observe(&mut self, pack: Pack, seat: Seat, event: &Event) {
        match *event {
            Event::Dealt(tiles) => {
                for tile in tiles {
                    self.hand.add(tile);
                }
                self.waits = self.hand.waits(pack);
            }
            Event::Drew { seat: who, tile: Some(tile), .. } if who == seat => self.hand.add(tile),
            Event::Discarded { seat: who, tile, drawn } if who == seat => {
                self.hand.remove(tile);
                // Tsumogiri leaves the hand as it was, unless there was a kan or nuki in between,
                // and then the waits are up to date already.
                if !drawn {
                    self.waits = self.hand.waits(pack);
                }
            }
            Event::Called { seat: who, meld } if who == seat => {
                for tile in own_tiles(meld) {
                    self.hand.remove(tile);
                }
                if meld.is_kan() {
                    self.waits = self.hand.waits(pack);
                }
            }
            Event::ClosedKan { seat: who, meld } if who == seat => {
                for copy in 0..4 {
                    self.hand.remove(copy_of(meld.first, copy < meld.reds));
                }
                self.waits = self.hand.waits(pack);
            }
            Event::AddedKan { seat: who, tile } if who == seat => {
                self.hand.remove(tile);
                self.waits = self.hand.waits(pack);
            }
            Event::Nuki(who) if who == seat => {
                self.hand.remove(Tile::plain(Kind::NORTH));
                self.waits = self.hand.waits(pack);
            }
            _ => {}
        }
    }

    /// Returns whether the hand is tenpai for thirteen orphans (*kokushi musou*).
    pub(crate) fn is_orphans(&self) -> bool {
        let kinds = self.hand.kinds();
        self.hand.len() == 13 && kinds.len() >= 12 && (kinds - KindSet::OUTSIDE).is_empty()
    }
}

/// Returns the plain tile of a kind, or its red five.
#[inline]
pub fn copy_of(kind: Kind, red: bool) -> Tile {
    match Tile::red_five(kind.suit()) {
        Some(five) if red && kind.is_five() => five,
        _ => Tile::plain(kind),
    }
}

/// Iterates over the tiles of a meld that the caller takes from its own hand.
pub fn own_tiles(meld: facedown_tiles::Meld) -> impl Iterator<Item = Tile> {
    let called = meld.called;
    let own_reds = meld.reds - u8::from(called.is_red());
    let chi = meld.shape == MeldShape::Chi;
    let count = if meld.is_kan() { 3 } else { 2 };
    // Of a chi the kinds of the run but the called one, at most one of them a five; of others the
    // red copies first.
    let mut run = (0..3u8).map(move |step| meld.first.index() as u8 + step);
    (0..count).map(move |place| {
        if chi {
            let next = run.find(|kind| usize::from(*kind) != called.kind().index());
            copy_of(Kind::new(next.unwrap_or(0)), own_reds > 0)
        } else {
            copy_of(meld.first, place < own_reds)
        }
    })
}

/// The full state of a call window: the seats that can claim the tile, the seat that is asked, the
/// answers, which remain until the next window.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Pending {
    pub(crate) callers: SeatSet,
    pub(crate) asked: Option<Seat>,
    pub(crate) answers: [Option<Action>; 4],
}
packed_struct!(Pending { callers, asked, answers });

/// The maximal number of tiles that are not dealt.
pub(crate) const WALL: usize = 136 - 4 * 13;

/// One round, hidden tiles included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(crate) table: Table,
    pub(crate) own: [Own; 4],
    pub(crate) pending: Pending,
    /// The tile that the seat to act has just drawn.
    pub(crate) drawn: Option<Tile>,
    /// The wall in Tenhou's order, without the tiles that were dealt.
    pub(crate) wall: [Tile; WALL],
}
packed_struct!(State { table, own, pending, drawn, wall });

const _: () = assert!(size_of::<State>() <= 896, "a state is copied in every search iteration");
const _: () = assert!(size_of::<View>() <= 536, "a view is copied at every decision");

impl State {
    /// Returns the public state.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the closed tiles of a seat.
    #[inline]
    pub const fn hand(&self, seat: Seat) -> &Hand {
        &self.own[seat.index()].hand
    }

    /// Returns the kinds that complete a seat's hand, as of its last discard, kan or nuki.
    pub const fn waits(&self, seat: Seat) -> KindSet {
        self.own[seat.index()].waits
    }

    /// Returns the tile that the seat to act has just drawn.
    pub const fn drawn(&self) -> Option<Tile> {
        self.drawn
    }

    /// Returns whether a seat is barred from ron (*furiten*).
    pub fn is_furiten(&self, seat: Seat) -> bool {
        self.table.is_furiten(seat, self.waits(seat))
    }

    /// Returns a seat's part in the call window that is open or was open last.
    pub(crate) fn part(&self, seat: Seat) -> Part {
        match self.pending.answers[seat.index()] {
            Some(answer) => Part::Answered(answer),
            None if self.pending.asked == Some(seat) => Part::Asked,
            None => Part::Silent,
        }
    }

    /// Returns the seats that can claim the offered tile.
    pub const fn callers(&self) -> SeatSet {
        self.pending.callers
    }
}

/// A seat's part in an open call window, beyond what the table shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// It has not been asked.
    Silent,
    /// It is asked now.
    Asked,
    /// It has given this answer.
    Answered(Action),
}

/// Everything that one seat knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    pub(crate) table: Table,
    pub(crate) own: Own,
    pub(crate) drawn: Option<Tile>,
    pub(crate) seat: Seat,
    pub(crate) part: Part,
}

impl View {
    /// Returns the seat whose view it is.
    #[inline]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the public state.
    #[inline]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the seat's closed tiles.
    #[inline]
    pub const fn hand(&self) -> &Hand {
        &self.own.hand
    }

    /// Returns the tile that the seat has just drawn.
    #[inline]
    pub const fn drawn(&self) -> Option<Tile> {
        self.drawn
    }

    /// Returns the kinds that complete the seat's hand, as of its last discard, kan or nuki.
    pub const fn waits(&self) -> KindSet {
        self.own.waits
    }

    /// Returns whether the seat is barred from ron (*furiten*).
    pub fn is_furiten(&self) -> bool {
        self.table.is_furiten(self.seat, self.own.waits)
    }

    /// Replaces the scores by those that a server or a log reports.
    pub const fn set_scores(&mut self, scores: [i32; 4]) {
        self.table.scores = scores;
    }

    /// Returns the seat's part in an open call window.
    pub const fn part(&self) -> Part {
        self.part
    }
}
