//! Public information, full state, and views of the calling game.

use super::{Answer, COPIES, HAND, KINDS, Kinds, SEATS};
use facedown_game::{Seat, SeatSet, Sink};

/// The public phase of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    FirstDraw,
    Discard(Seat),
    Window { from: Seat, kind: u8 },
    Won { by: Seat, from: Seat, hand: Kinds },
    Exhausted,
}

/// The public information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Table {
    pub(super) discards: [Kinds; SEATS],
    pub(super) melds: [u8; SEATS], // a bit for each kind laid down
    pub(super) held: [u8; SEATS],  // tiles in each concealed hand
    pub(super) phase: Phase,
}

impl Table {
    pub(super) const START: Self = Self {
        discards: [[0; KINDS]; SEATS],
        melds: [0; SEATS],
        held: [HAND; SEATS],
        phase: Phase::FirstDraw,
    };

    /// Returns the number of visible tiles of a kind.
    pub(super) fn seen(&self, kind: usize) -> u8 {
        let discards: u8 = self.discards.iter().map(|d| d[kind]).sum();
        let melds = self.melds.iter().filter(|m| **m >> kind & 1 == 1).count();
        discards + 3 * melds as u8
    }

    pub(super) fn observe(&mut self, event: CallsEvent) {
        match (event, self.phase) {
            (CallsEvent::Drew(seat), _) => {
                self.held[seat.index()] += 1;
                self.phase = Phase::Discard(seat);
            }
            (CallsEvent::Discarded(seat, kind), _) => {
                self.held[seat.index()] -= 1;
                self.discards[seat.index()][usize::from(kind)] += 1;
                self.phase = Phase::Window { from: seat, kind };
            }
            (CallsEvent::Ponned(seat), Phase::Window { from, kind }) => {
                self.discards[from.index()][usize::from(kind)] -= 1;
                self.melds[seat.index()] |= 1 << kind;
                self.held[seat.index()] -= 2;
                self.phase = Phase::Discard(seat);
            }
            (CallsEvent::Won(by, hand), Phase::Window { from, .. }) => {
                self.phase = Phase::Won { by, from, hand };
            }
            (CallsEvent::Exhausted, _) => self.phase = Phase::Exhausted,
            _ => {} // observed by one seat alone
        }
    }
}

/// The hidden state of a window: the answers given, and the seat being asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Pending {
    pub(super) answers: [Option<Answer>; SEATS],
    pub(super) asked: Option<Seat>,
}

/// All hands, the wall, the table, and the secret answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallsState {
    pub(super) hands: [Kinds; SEATS],
    pub(super) wall: Kinds,
    pub(super) table: Table,
    pub(super) pending: Pending,
}

const _: () = assert!(size_of::<CallsState>() <= 80);

impl CallsState {
    /// Builds a given deal; the tiles that no hand holds are the wall.
    pub fn dealt(hands: [Kinds; SEATS]) -> Self {
        let wall = std::array::from_fn(|k| COPIES - hands.iter().map(|h| h[k]).sum::<u8>());
        Self { hands, wall, table: Table::START, pending: Pending::default() }
    }

    /// Returns the hand of each seat.
    pub const fn hands(&self) -> [Kinds; SEATS] {
        self.hands
    }

    /// Returns the tiles that are still to be drawn.
    pub const fn wall(&self) -> Kinds {
        self.wall
    }

    /// Returns whether a discard lies open to calls.
    pub const fn is_window_open(&self) -> bool {
        matches!(self.table.phase, Phase::Window { .. })
    }

    /// Returns the answers given so far in an open window.
    pub const fn answers(&self) -> [Option<Answer>; SEATS] {
        self.pending.answers
    }

    /// Returns the number of tiles of each kind, wherever they lie.
    pub fn total(&self) -> Kinds {
        let held = |k: usize| self.hands.iter().map(|h| h[k]).sum::<u8>();
        std::array::from_fn(|k| self.wall[k] + held(k) + self.table.seen(k))
    }

    /// Returns the seats that can call this discard, in the order in which they are asked.
    pub(super) fn callers(&self, from: Seat, kind: u8) -> impl Iterator<Item = Seat> {
        (1..SEATS)
            .map(move |places| from.plus(places, SEATS))
            .filter(move |seat| may(&self.hands[seat.index()], kind).count() > 1)
    }

    pub(super) fn publish(
        &mut self,
        to: SeatSet,
        event: CallsEvent,
        log: &mut impl Sink<CallsEvent>,
    ) {
        self.table.observe(event);
        log.emit(to, event);
    }
}

/// Returns the legal answers of a hand to a tile of this kind, ascending.
pub(super) fn may(hand: &Kinds, kind: u8) -> impl Iterator<Item = Answer> + Clone {
    let pon = hand[usize::from(kind)] >= 2;
    let single = hand.iter().sum::<u8>() == HAND && hand.iter().all(|n| *n <= 1);
    let ron = single && hand[usize::from(kind)] == 0;
    [(Answer::Pass, true), (Answer::Pon, pon), (Answer::Ron, ron)]
        .into_iter()
        .filter_map(|(answer, allowed)| allowed.then_some(answer))
}

/// A seat's private knowledge of an open window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Silent,
    Asked,
    Answered(Answer),
}

/// The seat's own hand, the table, and its part in the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallsView {
    pub(super) seat: Seat,
    pub(super) hand: Kinds,
    pub(super) table: Table,
    pub(super) part: Part,
}

/// An event that a seat observes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CallsEvent {
    /// The seat's own hand at the deal.
    Dealt(Kinds),
    /// This seat drew a tile.
    Drew(Seat),
    /// The kind of the tile that the seat itself drew.
    Tile(u8),
    /// This seat discarded a tile: a window opens.
    Discarded(Seat, u8),
    /// The seat itself is asked.
    Asked,
    /// The seat itself answered.
    Answered(Answer),
    /// The window closed: this seat took the tile.
    Ponned(Seat),
    /// The window closed: this seat won with this hand.
    Won(Seat, Kinds),
    /// The window closed: no wall is left.
    Exhausted,
}
