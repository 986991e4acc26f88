//! The 74 planes of `encode()`.
//!
//! `docs/reference/riichi-features.md` describes each; [`Mode`] selects the differences of `riichienv` 0.4.11.

use super::extract::Extract;
use super::planes::{NARROW, Planes, WIDE};
use super::{Ids, Mode, ids, names};
use facedown_game::{Element, Encoder, Layout, Seat};
use facedown_riichi::{Phase, Riichi, View, copy_of};
use facedown_tiles::{Kind, KindSet, Pack, Suit};

const IDS: Ids = ids!("base");

/// A view as 74 planes with a slot for each kind in play: `encode()` of the specification.
///
/// The shape is (74, 34), with three seats (74, 27).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Base {
    mode: Mode,
    shape: [usize; 2],
}

impl Base {
    /// The number of planes.
    pub const COUNT: usize = 74;

    /// Returns the encoder for this number of seats.
    pub const fn new(seats: usize, mode: Mode) -> Self {
        Self { mode, shape: [Self::COUNT, if seats == 3 { NARROW } else { WIDE }] }
    }

    fn write<T: Element, const W: usize>(
        &self,
        game: &Riichi,
        extract: &Extract<'_>,
        mut planes: Planes<'_, T, W>,
    ) {
        write_hand(extract, &mut planes);
        write_rivers(extract, self.mode, &mut planes);
        write_table(extract, self.mode, &mut planes);
        write_scores(extract, self.mode, &mut planes);
        write_waits(game, extract, self.mode, &mut planes);
        write_doras(extract, self.mode, &mut planes);
        write_seen(extract, self.mode, &mut planes);
    }
}

impl Encoder<Riichi> for Base {
    fn layout(&self) -> Layout<'_> {
        Layout {
            id: IDS[self.mode.index()].into(),
            shape: &self.shape,
            scales: &names::BASE_SCALES,
            channels: &names::BASE,
        }
    }

    fn encode<T: Element>(&self, game: &Riichi, view: &View, out: &mut [T]) {
        let extract = Extract::new(view);
        if self.shape[1] == NARROW {
            self.write(game, &extract, Planes::<T, NARROW>::new(out, &names::BASE_SCALES));
        } else {
            self.write(game, &extract, Planes::<T, WIDE>::new(out, &names::BASE_SCALES));
        }
    }
}

/// Writes planes 0-9: the hand, its red fives and melds, the dora indicators.
fn write_hand<T: Element, const W: usize>(extract: &Extract<'_>, planes: &mut Planes<'_, T, W>) {
    let hand = extract.view.hand();
    planes.mark(0, hand.kinds());
    planes.mark(1, hand.pairs());
    planes.mark(2, hand.triplets());
    planes.mark(3, hand.fours());
    for (number, suit) in [Suit::Man, Suit::Pin, Suit::Sou].into_iter().enumerate() {
        if hand.reds(suit) > 0 {
            planes.set(4, Kind::new(9 * number as u8 + 4));
        }
    }
    for (number, meld) in extract.melds(0).iter().enumerate() {
        planes.mark(5 + number, super::yaku::kinds_of(*meld));
    }
    for tile in extract.table.dora_indicators() {
        planes.set(9, tile.kind());
    }
}

/// Writes planes 10-29 and 64-73: the latest discards, their number, and whether the last of each
/// seat was tsumogiri.
fn write_rivers<T: Element, const W: usize>(
    extract: &Extract<'_>,
    mode: Mode,
    planes: &mut Planes<'_, T, W>,
) {
    let flags = mode.has_flags();
    for places in 0..extract.seats {
        // The planes of the newest and of the fifth newest discard, and the number shown.
        let (newest, fifth, shown) = match places {
            0 => (10, 64, 8),
            1 => (14, 68, 6),
            _ => (10 + 4 * places, 0, 4),
        };
        for (age, (tile, drawn)) in extract.latest(places).take(shown).enumerate() {
            planes.set(if age < 4 { newest + age } else { fifth + age - 4 }, tile.kind());
            planes.flag(70 + places, age == 0 && drawn && flags);
        }
        let discards = extract.discards(places);
        if discards > 0 {
            planes.fraction(26 + places, discards.into(), 24);
        }
    }
}

/// Writes planes 30-38, 53, 54 and 59-62: the wall, riichi, winds, honba and sticks, the number of
/// the round, the numbers of melds.
fn write_table<T: Element, const W: usize>(
    extract: &Extract<'_>,
    mode: Mode,
    planes: &mut Planes<'_, T, W>,
) {
    let (table, seats) = (extract.table, extract.seats);
    let left = if mode == Mode::Spec { table.live() } else { not_visible(extract) };
    planes.fraction(30, left, 70);
    for places in 0..seats {
        planes.flag(31 + places, has_declared(extract, mode, extract.seat(places)));
        let melds = extract.melds(places).len();
        if melds > 0 {
            planes.fraction(59 + places, melds, 4);
        }
    }
    let setup = table.setup();
    planes.set(35, table.round_wind());
    planes.set(36, table.seat_wind(extract.view.seat()));
    planes.fraction(37, setup.honba.into(), 10);
    planes.fraction(38, table.sticks(), 5);
    let (wind, number) = (usize::from(setup.wind), setup.dealer.index());
    planes.fraction(53, number, 8);
    let progress = match mode {
        Mode::Spec => (wind * seats + number) as f32 / (2 * seats - 1) as f32,
        Mode::Riichienv(_) => (wind * 4 + number) as f32 / 7.0,
    };
    planes.fill(54, progress);
}

/// Returns whether a seat has declared riichi; `riichienv` counts it from its discard on.
fn has_declared(extract: &Extract<'_>, mode: Mode, seat: Seat) -> bool {
    let table = extract.table;
    let declared = mode == Mode::Spec && table.phase() == Phase::Declared;
    table.is_riichi(seat) || (table.is_declaring() || declared) && table.actor() == seat
}

/// Returns the number of tiles left as `riichienv` counts them: all minus the visible ones, of which
/// it counts called tiles twice.
fn not_visible(extract: &Extract<'_>) -> usize {
    let mut visible = extract.view.hand().len() + extract.table.dora_indicators().len();
    for places in 0..extract.seats {
        visible += usize::from(extract.discards(places));
        visible += extract.melds(places).iter().map(|meld| meld.len()).sum::<usize>();
    }
    let tiles = if extract.seats == 3 { 108 } else { 136usize };
    tiles.saturating_sub(visible)
}

/// Writes planes 39-46 and 49-52: points on two scales, and the rank.
fn write_scores<T: Element, const W: usize>(
    extract: &Extract<'_>,
    mode: Mode,
    planes: &mut Planes<'_, T, W>,
) {
    let mut all = [0; 4];
    for (places, points) in all[..extract.seats].iter_mut().enumerate() {
        *points = extract.table.score(extract.seat(places));
    }
    let points = |places: usize| all[places];
    // Four at a time: divisions are slow.
    let parts = |most: i32| all.map(|points| points.clamp(0, most) as f32 / most as f32);
    planes.fill_all(39, extract.seats, parts(100_000));
    planes.fill_all(43, extract.seats, parts(30_000));
    // Ties go to the seat that dealt first.
    let leads = |places: &usize| match mode {
        Mode::Spec => (-points(*places), extract.seat(*places)) < (-points(0), extract.view.seat()),
        Mode::Riichienv(_) => points(*places) > points(0),
    };
    let rank = (1..extract.seats).filter(leads).count();
    planes.flag(49 + rank, true);
}

/// Writes planes 47 and 48: the waits.
fn write_waits<T: Element, const W: usize>(
    game: &Riichi,
    extract: &Extract<'_>,
    mode: Mode,
    planes: &mut Planes<'_, T, W>,
) {
    let waits = waits(game, extract, mode);
    planes.mark(47, waits);
    planes.flag(48, !waits.is_empty());
}

/// Returns the kinds that complete the hand; after a draw or a call, those that do after some legal
/// discard.
fn waits(game: &Riichi, extract: &Extract<'_>, mode: Mode) -> KindSet {
    let (view, pack) = (extract.view, Pack::of_seats(extract.seats == 3));
    let hand = view.hand();
    match hand.len() % 3 {
        1 => view.waits(),
        2 if mode != Mode::Spec => KindSet::EMPTY,
        // After riichi only the tile just drawn can be discarded.
        2 if extract.table.is_riichi(view.seat()) => view.waits(),
        2 if hand.shanten(pack) <= 0 => {
            let waits = |kind: Kind| {
                let mut after = *hand;
                let red = kind.is_five() && hand.reds(kind.suit()) == hand.count(kind);
                after.remove(copy_of(kind, red));
                after.waits(pack)
            };
            let kinds = hand.kinds() - extract.barred(game);
            kinds.iter().fold(KindSet::EMPTY, |all, kind| all | waits(kind))
        }
        _ => KindSet::EMPTY,
    }
}

/// Writes planes 55-58: the visible dora of each seat.
fn write_doras<T: Element, const W: usize>(
    extract: &Extract<'_>,
    mode: Mode,
    planes: &mut Planes<'_, T, W>,
) {
    let mut shown = [0; 4];
    for kind in extract.doras() {
        count_shown(extract, mode, kind, &mut shown);
    }
    for (places, count) in shown.into_iter().enumerate() {
        if count > 0 {
            planes.fraction(55 + places, count, 12);
        }
    }
}

/// Adds the number of visible tiles of a kind for each seat; for the own seat, its hand included.
fn count_shown(extract: &Extract<'_>, mode: Mode, kind: Kind, shown: &mut [usize; 4]) {
    let table = extract.table;
    let of_all =
        Seat::all(extract.seats).fold(KindSet::EMPTY, |all, seat| all | table.discarded(seat));
    let discards = if of_all.contains(kind) { table.river().count(kind) } else { [[0; 2]; 4] };
    for (places, shown) in shown[..extract.seats].iter_mut().enumerate() {
        let seat = extract.seat(places);
        let [left, called] = discards[seat.index()].map(usize::from);
        *shown += left + table.melds(seat).iter().map(|meld| meld.count(kind)).sum::<usize>();
        match mode {
            Mode::Spec if kind == Kind::NORTH => *shown += table.nuki(seat),
            Mode::Spec => {}
            Mode::Riichienv(_) => *shown += called,
        }
    }
    shown[0] += usize::from(extract.view.hand().count(kind));
}

/// Writes plane 63: the number of seen tiles of each kind.
fn write_seen<T: Element, const W: usize>(
    extract: &Extract<'_>,
    mode: Mode,
    planes: &mut Planes<'_, T, W>,
) {
    let seen = match mode {
        Mode::Spec => extract.seen(),
        Mode::Riichienv(_) => super::riichienv::visible(extract, true),
    };
    planes.count(63, &seen);
}
