//! Extraction of the facts that the planes are made of, in one pass.

use super::plane_writer::Each;
use facedown_game::{Seat, math};
use facedown_riichi::{Riichi, Table, View};
use facedown_tiles::{Kind, KindSet, Meld, Pack, Suit, Tile, Unseen};

/// The number of a seat's first discards that count as early.
const EARLY: u8 = 6;
/// The decay rate of the specification.
const RATE: f32 = 0.2;

/// A seat's discards, called ones included.
#[derive(Clone, Copy)]
pub(super) struct SeatRiver {
    pub(super) len: u8,
    /// From the hand (*tedashi*), and just drawn (*tsumogiri*).
    pub(super) from_hand: Each<u8>,
    pub(super) drawn: Each<u8>,
    pub(super) called: Each<u8>,
    pub(super) last_from_hand: KindSet,
    pub(super) riichi: KindSet,
    pub(super) since_riichi: u8,
    pub(super) early: KindSet,
    pub(super) reds: KindSet,
    pub(super) by_age: Each<f32>,
}

impl SeatRiver {
    const EMPTY: Self = Self {
        len: 0,
        from_hand: [0; Kind::COUNT],
        drawn: [0; Kind::COUNT],
        called: [0; Kind::COUNT],
        last_from_hand: KindSet::EMPTY,
        riichi: KindSet::EMPTY,
        since_riichi: 0,
        early: KindSet::EMPTY,
        reds: KindSet::EMPTY,
        by_age: [0.0; Kind::COUNT],
    };
}

/// A view with seats relative to its own: 1 is the next one in turn.
pub(super) struct Extract<'a> {
    pub(super) game: &'a Riichi,
    pub(super) view: &'a View,
    pub(super) table: &'a Table,
    pub(super) seats: usize,
    pub(super) pack: Pack,
    pub(super) rivers: [SeatRiver; 4],
    /// The number of unseen tiles of each kind; 0 for kinds that are not in play.
    pub(super) left: Each<u8>,
    pub(super) unseen: Unseen,
    /// The fives of which a red copy is unseen.
    pub(super) reds_left: KindSet,
}

impl<'a> Extract<'a> {
    pub(super) fn new(game: &'a Riichi, view: &'a View) -> Self {
        let table = view.table();
        let mut extract = Self {
            game,
            view,
            table,
            seats: table.seats(),
            pack: Pack::of_seats(table.seats() == 3),
            rivers: [SeatRiver::EMPTY; 4],
            left: [0; Kind::COUNT],
            unseen: Unseen::ALL,
            reds_left: KindSet::EMPTY,
        };
        extract.read_rivers();
        extract.count_unseen();
        extract
    }

    /// Reads the river from the newest discard to the oldest.
    fn read_rivers(&mut self) {
        let weights: [f32; 32] = std::array::from_fn(|age| math::exp_f32(-RATE * age as f32));
        for discard in self.table.river().iter().rev() {
            let river = &mut self.rivers[self.place(discard.seat)];
            let kind = discard.tile.kind();
            let counts = if discard.drawn { &mut river.drawn } else { &mut river.from_hand };
            counts[kind.index()] += 1;
            river.called[kind.index()] += u8::from(discard.called);
            if !discard.drawn && river.last_from_hand.is_empty() {
                river.last_from_hand = KindSet::only(kind);
            }
            if discard.riichi {
                river.riichi = KindSet::only(kind);
                river.since_riichi = river.len;
            }
            if discard.tile.is_red() {
                river.reds.insert(kind);
            }
            let weight = weights.get(usize::from(river.len));
            river.by_age[kind.index()] += weight.copied().unwrap_or_default();
            river.len += 1;
        }
        let mut seen = [0; 4];
        for discard in self.table.river().iter() {
            let place = self.place(discard.seat);
            if seen[place] < EARLY {
                self.rivers[place].early.insert(discard.tile.kind());
            }
            seen[place] += 1;
        }
    }

    /// Counts the unseen tiles: all but the own hand, melds, uncalled discards, norths set aside
    /// and indicators.
    fn count_unseen(&mut self) {
        let hand = self.view.hand();
        let mut seen = *hand.counts().as_array();
        let mut reds = [Suit::Man, Suit::Pin, Suit::Sou].map(|suit| hand.reds(suit));
        let mut see_red = |tile: Tile| {
            if tile.is_red() {
                reds[tile.kind().suit().index()] += 1;
            }
        };
        for discard in self.table.river().iter().filter(|discard| !discard.called) {
            seen[discard.tile.kind().index()] += 1;
            see_red(discard.tile);
        }
        for place in 0..self.seats {
            for meld in self.melds(place) {
                meld.count_into(&mut seen);
                meld.tiles().for_each(&mut see_red);
            }
            seen[Kind::NORTH.index()] += self.table.nuki(self.seat(place)) as u8;
        }
        for tile in self.table.dora_indicators() {
            seen[tile.kind().index()] += 1;
            see_red(*tile);
        }
        self.unseen = Unseen::new(&seen);
        for kind in self.pack.kinds() {
            self.left[kind.index()] = 4u8.saturating_sub(seen[kind.index()]);
        }
        for (suit, (seen, all)) in reds.into_iter().zip(self.game.rules().reds).enumerate() {
            if seen < all {
                self.reds_left.insert(Kind::new(9 * suit as u8 + 4));
            }
        }
    }

    /// Returns the place of a seat relative to the own one.
    const fn place(&self, seat: Seat) -> usize {
        (seat.index() + self.seats - self.view.seat().index()) % self.seats
    }

    /// Returns the seat `places` after the own one.
    pub(super) const fn seat(&self, places: usize) -> Seat {
        self.table.after(self.view.seat(), places)
    }

    /// Returns the melds of a seat; none of one that does not play.
    pub(super) fn melds(&self, places: usize) -> &'a [Meld] {
        if places < self.seats { self.table.melds(self.seat(places)) } else { &[] }
    }

    /// Returns the kinds of which at least this number of copies is unseen.
    pub(super) fn left_at_least(&self, copies: u8) -> KindSet {
        Kind::all().filter(|kind| self.left[kind.index()] >= copies).collect()
    }

    /// Returns the number of unseen tiles.
    pub(super) fn total_left(&self) -> u32 {
        self.left.iter().map(|left| u32::from(*left)).sum()
    }

    /// Returns the kinds that a seat cannot win by ron (*genbutsu*); none for one that does not play.
    pub(super) fn safe(&self, places: usize) -> KindSet {
        if places >= self.seats {
            return KindSet::EMPTY;
        }
        self.table.safe_against(self.seat(places))
    }

    /// Returns the number of own draws left if nobody calls.
    pub(super) fn draws_left(&self) -> usize {
        let (own, actor) = (self.view.seat(), self.table.actor());
        let ahead = (own.index() + self.seats - actor.index()) % self.seats;
        let ahead = if ahead == 0 { self.seats } else { ahead };
        (self.table.live() + self.seats - ahead) / self.seats
    }
}
