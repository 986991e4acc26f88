//! The table as it was before the last call window closed.
//!
//! A window that nobody can claim in closes before any seat decides, another one after the answers.
//! A seat that waits must not learn which: until the next action is seen, it is shown the open
//! window, with the draw, the indicator and the riichi stick that follow it taken back.

use super::{Offer, Phase, STICK, Table};
use facedown_game::{Seat, SeatSet, packed_struct};
use facedown_tiles::Tile;

/// What the end of a call window overwrites.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClosedWindow {
    offer: Option<Offer>, // `None` if a seat has acted since
    /// The seats that had not passed on the kind before.
    fresh_passes: SeatSet,
    ippatsu: SeatSet,
    dora_count: u8,
    dora_due: u8,
    dora_fresh: u8,
    replaced: bool,
    uninterrupted: bool,
}

packed_struct!(ClosedWindow {
    offer,
    fresh_passes,
    ippatsu,
    dora_count,
    dora_due,
    dora_fresh,
    replaced,
    uninterrupted,
});

impl std::hash::Hash for ClosedWindow {
    /// Hashes nothing: the window follows from the rest of the table.
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl ClosedWindow {
    /// No window, or one after which a seat has acted.
    pub(super) const NONE: Self = Self {
        offer: None,
        fresh_passes: SeatSet::EMPTY,
        ippatsu: SeatSet::EMPTY,
        dora_count: 0,
        dora_due: 0,
        dora_fresh: 0,
        replaced: false,
        uninterrupted: false,
    };

    /// Returns the open window of a table.
    #[inline]
    pub(super) fn of(table: &Table, offer: Offer) -> Self {
        let kind = table.offered.kind();
        let mut fresh_passes = SeatSet::EMPTY;
        for (seat, passed) in table.passed.iter().enumerate() {
            if !passed.contains(kind) {
                fresh_passes = fresh_passes.with(Seat::new(seat));
            }
        }
        Self {
            offer: Some(offer),
            fresh_passes,
            ippatsu: table.ippatsu,
            dora_count: table.dora_count,
            dora_due: table.dora_due,
            dora_fresh: table.dora_fresh,
            replaced: table.replaced,
            uninterrupted: table.uninterrupted,
        }
    }
}

impl Table {
    /// Reopens the call window after which a seat has drawn, if no seat has acted since; returns
    /// whether there is one.
    pub(crate) fn reopen(&mut self) -> bool {
        let before = std::mem::replace(&mut self.closed, ClosedWindow::NONE);
        let (Some(offer), Phase::Drawn) = (before.offer, self.phase) else { return false };
        self.held[self.actor.index()] -= 1;
        self.live += 1;
        self.replacements -= u8::from(self.replaced);
        self.phase = Phase::Window(offer);
        // Kans and norths are replaced by the seat that has offered them.
        if let (Offer::Discard, Some(discard)) = (offer, self.last_discard()) {
            self.actor = discard.seat;
            self.declaring = discard.riichi;
        }
        if self.declaring {
            self.riichi = self.riichi.without(self.actor);
            self.double_riichi = self.double_riichi.without(self.actor);
            self.scores[self.actor.index()] += STICK;
            self.sticks -= 1;
        }
        for seat in before.fresh_passes.iter() {
            self.passed[seat.index()].remove(self.offered.kind());
        }
        while self.dora_count > before.dora_count {
            self.dora_count -= 1;
            let tile =
                std::mem::replace(&mut self.dora[usize::from(self.dora_count)], Tile::new(0));
            self.visible.0[tile.kind().index()] -= 1;
        }
        self.ippatsu = before.ippatsu;
        self.dora_due = before.dora_due;
        self.dora_fresh = before.dora_fresh;
        self.replaced = before.replaced;
        self.uninterrupted = before.uninterrupted;
        true
    }
}
