//! Extraction of the facts that features are made of.
//!
//! The table keeps what every decision needs: the latest discards of each seat, and the number of
//! visible tiles of each kind. Rarely needed facts are looked up in the river.

use facedown_game::Seat;
use facedown_riichi::{Riichi, Table, View};
use facedown_tiles::{Kind, KindSet, Meld, Tile};

/// The number of tiles of each kind.
pub(super) type Kinds = [u8; Kind::COUNT];

/// A view with seats relative to its own: 1 is the next one in turn.
pub(super) struct Extract<'a> {
    pub(super) view: &'a View,
    pub(super) table: &'a Table,
    pub(super) seats: usize,
}

impl<'a> Extract<'a> {
    #[inline]
    pub(super) const fn new(view: &'a View) -> Self {
        let table = view.table();
        Self { view, table, seats: table.seats() }
    }

    /// Returns the number of a seat's discards, called ones included.
    #[inline]
    pub(super) const fn discards(&self, places: usize) -> u8 {
        self.table.discard_count(self.seat(places))
    }

    /// Iterates over a seat's latest discards with whether each was tsumogiri, the newest first, at
    /// most eight, called ones included.
    #[inline]
    pub(super) fn latest(&self, places: usize) -> impl Iterator<Item = (Tile, bool)> + use<> {
        let known = usize::from(self.discards(places));
        self.table.river().latest(self.seat(places)).take(known)
    }

    /// Returns the length of the run of tsumogiri at the end of a seat's discards.
    pub(super) fn drawn_run(&self, places: usize) -> u8 {
        let of_seat = self.table.river().of(self.seat(places));
        of_seat.rev().take_while(|discard| discard.drawn).count() as u8
    }

    /// Counts the kinds that a seat has discarded.
    pub(super) fn discarded(&self, places: usize) -> Kinds {
        let mut counts = [0; Kind::COUNT];
        for discard in self.table.river().of(self.seat(places)) {
            counts[discard.tile.kind().index()] += 1;
        }
        counts
    }

    /// Returns the seat `places` after the own one.
    #[inline]
    pub(super) const fn seat(&self, places: usize) -> Seat {
        self.table.after(self.view.seat(), places)
    }

    /// Returns the melds of the seat `places` after the own one.
    #[inline]
    pub(super) fn melds(&self, places: usize) -> &[Meld] {
        self.table.melds(self.seat(places))
    }

    /// Counts the tiles in a seat's melds.
    #[inline]
    pub(super) fn melded(&self, places: usize) -> Kinds {
        let mut counts = [0; Kind::COUNT];
        self.melds(places).iter().for_each(|meld| meld.count_into(&mut counts));
        counts
    }

    /// Returns the number of turns for which a seat's hand has not changed: its run of tsumogiri since
    /// its last kan or nuki.
    pub(super) fn unchanged(&self, places: usize) -> u8 {
        let (seat, river) = (self.seat(places), self.table.river());
        let self_calls = self.table.self_calls().filter(|call| call.seat == seat);
        let from = self_calls.map(|call| call.after).last().unwrap_or(0);
        let since = (from..river.len()).filter(|place| river.at(*place).seat == seat).count();
        self.drawn_run(places).min(since as u8)
    }

    /// Returns the kinds that the seat may not discard after its call (*kuikae*).
    #[inline]
    pub(super) fn barred(&self, game: &Riichi) -> KindSet {
        let to_act = self.table.actor() == self.view.seat();
        if to_act { game.barred(self.table) } else { KindSet::EMPTY }
    }

    /// Counts the tiles that the seat sees, each once: its hand, melds, uncalled discards, norths set
    /// aside, indicators.
    #[inline]
    pub(super) fn seen(&self) -> Kinds {
        let mut seen = *self.view.hand().counts().as_array();
        seen.iter_mut().zip(self.table.visible_counts()).for_each(|(sum, count)| *sum += count);
        seen
    }

    /// Iterates over the dora kinds, one for each indicator.
    #[inline]
    pub(super) fn doras(&self) -> impl Iterator<Item = Kind> + '_ {
        let three = self.seats == 3;
        self.table.dora_indicators().iter().map(move |tile| tile.kind().dora(three))
    }
}
