//! The knowledge of a seat from which its legal actions are listed.

use crate::state::Own;
use crate::{State, Table, View};
use facedown_game::Seat;
use facedown_tiles::Tile;

/// The table and a seat's own tiles. Legal actions are listed from this alone, so a state and a view
/// cannot disagree about them.
#[derive(Clone, Copy)]
pub(crate) struct SeatContext<'a> {
    pub(crate) table: &'a Table,
    pub(crate) own: &'a Own,
    /// The tile that the seat has just drawn.
    pub(crate) drawn: Option<Tile>,
    pub(crate) seat: Seat,
}

impl State {
    #[inline]
    pub(crate) fn context(&self, seat: Seat) -> SeatContext<'_> {
        let drawn = if self.table.actor == seat { self.drawn } else { None };
        SeatContext { table: &self.table, own: &self.own[seat.index()], drawn, seat }
    }
}

impl View {
    #[inline]
    pub(crate) fn context(&self) -> SeatContext<'_> {
        SeatContext { table: &self.table, own: &self.own, drawn: self.drawn, seat: self.seat }
    }
}
