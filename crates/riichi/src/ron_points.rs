//! What a discard would really cost, given all hands: what models of danger are fitted to.

use crate::seat_context::SeatContext;
use crate::table::{Offer, Phase};
use crate::{Riichi, State, Table};
use facedown_game::Seat;
use facedown_tiles::Tile;

impl Riichi {
    /// Returns the points that the seat to act would pay to another one, counters apart, if it
    /// discarded this tile now and that seat won; `None` if it cannot win on it.
    pub fn ron_points(&self, state: &State, seat: Seat, tile: Tile) -> Option<i32> {
        let waits = state.waits(seat);
        if seat == state.table.actor
            || !waits.contains(tile.kind())
            || state.table.is_furiten(seat, waits)
        {
            return None;
        }
        let table = Table { phase: Phase::Window(Offer::Discard), offered: tile, ..state.table };
        let own = &state.own[seat.index()];
        let context = SeatContext { table: &table, own, drawn: None, seat };
        if !self.has_yaku(&context) {
            return None;
        }
        let (_, _, deltas) = self.settle_win(&State { table, ..*state }, seat, false)?;
        Some(-deltas[table.actor.index()])
    }
}
