//! What all features are made of, gathered from a view in one pass over the discards.

use crate::{Riichi, Table, View};
use facedown_game::Seat;
use facedown_tiles::{Kind, KindSet, Meld};

/// How many tiles of each kind.
pub(super) type Kinds = [u8; Kind::COUNT];

/// How many of a seat's latest discards are kept.
pub(super) const RECENT: usize = 8;

/// A seat's discards. Those that were called away are among them, but for [`SeatRiver::left`].
#[derive(Clone, Copy)]
pub(super) struct SeatRiver {
    /// How many there are.
    pub(super) len: u8,
    /// The latest ones, the newest first; then any other.
    pub(super) recent: [Option<Kind>; RECENT + 1],
    /// How many of each kind still lie there.
    pub(super) left: Kinds,
    /// How many of each kind were called away.
    pub(super) called: Kinds,
    /// How many of the latest were just drawn (*tsumogiri*), without one out of the hand between.
    pub(super) drawn_run: u8,
}

impl SeatRiver {
    const EMPTY: Self = Self {
        len: 0,
        recent: [None; RECENT + 1],
        left: [0; Kind::COUNT],
        called: [0; Kind::COUNT],
        drawn_run: 0,
    };
}

/// A seat's knowledge in the form that features need. Seats are counted from its own: 1 is the next
/// one in turn.
pub(super) struct Sight<'a> {
    pub(super) view: &'a View,
    pub(super) table: &'a Table,
    pub(super) seats: usize,
    pub(super) rivers: [SeatRiver; 4],
}

impl<'a> Sight<'a> {
    #[inline]
    pub(super) fn new(view: &'a View) -> Self {
        let table = view.table();
        let mut sight = Self { view, table, seats: table.seats(), rivers: [SeatRiver::EMPTY; 4] };
        let places = [0, 1, 2, 3].map(|seat| sight.place(Seat::new(seat)) % 4);
        // How many discards each seat has, and how many of the latest were just drawn, a byte each;
        // and the seats of which all so far were.
        let [mut lens, mut runs] = [0u32; 2];
        let mut drawn = 0b1111u32;
        for discard in table.river().iter().rev() {
            let place = places[discard.seat.index() % 4];
            let (river, kind) = (&mut sight.rivers[place], discard.tile.kind());
            drawn &= !(u32::from(!discard.drawn) << place);
            runs += (drawn >> place & 1) << (8 * place);
            // The oldest go where nobody looks.
            river.recent[(lens >> (8 * place) & 0xff).min(RECENT as u32) as usize] = Some(kind);
            lens += 1 << (8 * place);
            let counts = if discard.called { &mut river.called } else { &mut river.left };
            counts[kind.index()] += 1;
        }
        let bytes = lens.to_le_bytes().into_iter().zip(runs.to_le_bytes());
        for (river, (len, run)) in sight.rivers.iter_mut().zip(bytes) {
            (river.len, river.drawn_run) = (len, run);
        }
        sight
    }

    /// How many places after the own seat another one sits.
    #[inline]
    const fn place(&self, seat: Seat) -> usize {
        let places = seat.index() + self.seats - self.view.seat().index();
        if places >= self.seats { places - self.seats } else { places }
    }

    /// The seat so many places after the own one.
    #[inline]
    pub(super) const fn seat(&self, places: usize) -> Seat {
        self.table.after(self.view.seat(), places)
    }

    /// The melds of the seat so many places after the own one.
    #[inline]
    pub(super) fn melds(&self, places: usize) -> &[Meld] {
        self.table.melds(self.seat(places))
    }

    /// The tiles in a seat's melds.
    #[inline]
    pub(super) fn melded(&self, places: usize) -> Kinds {
        let mut counts = [0; Kind::COUNT];
        self.melds(places).iter().for_each(|meld| meld.count_into(&mut counts));
        counts
    }

    /// How many of a seat's latest discards in a row were just drawn, since it last laid down a kan
    /// or set a north aside: as long its hand has not changed.
    pub(super) fn unchanged(&self, places: usize) -> u8 {
        let (seat, river) = (self.seat(places), self.table.river());
        let asides = self.table.asides().filter(|aside| aside.seat == seat);
        let from = asides.map(|aside| aside.after).last().unwrap_or(0);
        let since = (from..river.len()).filter(|place| river.at(*place).seat == seat).count();
        self.rivers[places].drawn_run.min(since as u8)
    }

    /// The kinds that the seat may not discard after its call (*kuikae*).
    #[inline]
    pub(super) fn barred(&self, game: &Riichi) -> KindSet {
        let to_act = self.table.actor() == self.view.seat();
        if to_act { game.barred(self.table) } else { KindSet::EMPTY }
    }

    /// All tiles that the seat sees, each once: its hand, melds, discards that were not called
    /// away, norths set aside, indicators.
    #[inline]
    pub(super) fn seen(&self) -> Kinds {
        let mut seen = *self.view.hand().counts().as_array();
        for places in 0..self.seats {
            add(&mut seen, &self.rivers[places].left);
            self.melds(places).iter().for_each(|meld| meld.count_into(&mut seen));
            seen[Kind::NORTH.index()] += self.table.nuki(self.seat(places)) as u8;
        }
        for tile in self.table.dora_indicators() {
            seen[tile.kind().index()] += 1;
        }
        seen
    }

    /// The kinds that the indicators point at; a kind as often as they do.
    #[inline]
    pub(super) fn doras(&self) -> impl Iterator<Item = Kind> + '_ {
        let three = self.seats == 3;
        self.table.dora_indicators().iter().map(move |tile| tile.kind().dora(three))
    }
}

#[inline]
pub(super) fn add(sum: &mut Kinds, counts: &Kinds) {
    sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}
