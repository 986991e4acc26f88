//! One round: the whole world, and one seat's view of it.

use crate::{Action, Event, Table};
use facedown_game::{Seat, SeatSet};
use facedown_tiles::{Hand, Kind, KindSet, MeldShape, Pack, Tile};

/// What a round starts from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The points of each seat; the fourth is 0 with three seats.
    pub scores: [i32; 4],
    /// The round's wind: 0 east, 1 south, 2 west, 3 north.
    pub wind: u8,
    /// The dealer. Seat 0 deals first in a match.
    pub dealer: Seat,
    /// Counters on the table (*honba*).
    pub honba: u8,
    /// Riichi sticks on the table.
    pub sticks: u8,
}

/// What one seat alone knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Own {
    pub(crate) hand: Hand,
    /// The kinds that complete the hand, as of the seat's last discard, kan or nuki.
    pub(crate) waits: KindSet,
}

impl Own {
    /// What the seat learns from an event about itself.
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
                // The tile just drawn leaves the hand as it was, unless something was laid down
                // meanwhile, and then the waits are new already.
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

    /// Whether the hand waits for thirteen orphans (*kokushi musou*).
    pub(crate) fn is_orphans(&self) -> bool {
        let kinds = self.hand.kinds();
        self.hand.len() == 13 && kinds.len() >= 12 && (kinds - KindSet::OUTSIDE).is_empty()
    }
}

/// The plain tile of a kind, or its red five.
#[inline]
pub(crate) fn copy_of(kind: Kind, red: bool) -> Tile {
    match Tile::red_five(kind.suit()) {
        Some(five) if red && kind.is_five() => five,
        _ => Tile::plain(kind),
    }
}

/// Returns the tiles of a called meld that come from the caller's own hand.
pub fn own_tiles(meld: facedown_tiles::Meld) -> impl Iterator<Item = Tile> {
    let called = meld.called;
    let own_reds = meld.reds - u8::from(called.is_red());
    let chi = meld.shape == MeldShape::Chi;
    let count = if meld.is_kan() { 3 } else { 2 };
    // Of a chi the kinds of the row but the called one, at most one of them a five; of others the
    // red copies first.
    let mut row = (0..3u8).map(move |step| meld.first.index() as u8 + step);
    (0..count).map(move |place| {
        if chi {
            let next = row.find(|kind| usize::from(*kind) != called.kind().index());
            copy_of(Kind::new(next.unwrap_or(0)), own_reds > 0)
        } else {
            copy_of(meld.first, place < own_reds)
        }
    })
}

/// A window of calls as it really is: who can claim the tile, who has answered, who is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Pending {
    pub(crate) callers: SeatSet,
    pub(crate) asked: Option<Seat>,
    pub(crate) answers: [Option<Action>; 4],
}

/// The most tiles of a wall that are not dealt.
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

const _: () = assert!(size_of::<State>() <= 888, "a state is copied in every search iteration");
const _: () = assert!(size_of::<View>() <= 528, "a view is copied at every decision");

impl State {
    /// What everybody sees.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The closed tiles of a seat.
    #[inline]
    pub const fn hand(&self, seat: Seat) -> &Hand {
        &self.own[seat.index()].hand
    }

    /// The kinds that complete a seat's hand, as of its last discard, kan or nuki.
    pub const fn waits(&self, seat: Seat) -> KindSet {
        self.own[seat.index()].waits
    }

    /// The tile that the seat to act has just drawn.
    pub const fn drawn(&self) -> Option<Tile> {
        self.drawn
    }

    /// Whether a seat may not win with another seat's tile (*furiten*).
    pub fn is_furiten(&self, seat: Seat) -> bool {
        self.table.is_furiten(seat, self.waits(seat))
    }

    /// The seats that can claim the offered tile.
    pub const fn callers(&self) -> SeatSet {
        self.pending.callers
    }
}

/// What a seat knows of an open window beyond the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// It has not been asked.
    Silent,
    /// It is asked now.
    Asked,
    /// It has given this answer.
    Answered(Action),
}

/// All that one seat knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    pub(crate) table: Table,
    pub(crate) own: Own,
    pub(crate) drawn: Option<Tile>,
    pub(crate) seat: Seat,
    pub(crate) part: Part,
}

impl View {
    /// Whose view it is.
    #[inline]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// What everybody sees.
    #[inline]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The seat's closed tiles.
    #[inline]
    pub const fn hand(&self) -> &Hand {
        &self.own.hand
    }

    /// The tile that the seat has just drawn.
    #[inline]
    pub const fn drawn(&self) -> Option<Tile> {
        self.drawn
    }

    /// The kinds that complete the seat's hand, as of its last discard, kan or nuki.
    pub const fn waits(&self) -> KindSet {
        self.own.waits
    }

    /// Whether the seat may not win with another seat's tile (*furiten*).
    pub fn is_furiten(&self) -> bool {
        self.table.is_furiten(self.seat, self.own.waits)
    }

    /// Replaces the scores by those that a server or a log reports.
    pub const fn set_scores(&mut self, scores: [i32; 4]) {
        self.table.scores = scores;
    }

    /// The seat's part in an open window of calls.
    pub const fn part(&self) -> Part {
        self.part
    }
}
