//! Possible yaku, and seats for which a ron is unlikely: `encode_yaku_possibility()` and
//! `encode_furiten_ron_possibility()`.

use super::extract::{Extract, Kinds};
use super::{Compat, Ids, Mode, ids, names};
use facedown_game::{Element, Encoder, Layout, Seat};
use facedown_riichi::{Riichi, View};
use facedown_tiles::{Kind, KindSet, Meld, MeldShape, Suit};

const YAKU_IDS: Ids = ids!("yaku");
const FURITEN_IDS: Ids = ids!("furiten");

/// The number of yaku in the specification.
pub const YAKU: usize = 21;

/// For each seat 21 yaku, each by tsumo and by ron: 1 if possible, 0 if impossible given the tiles
/// that the view shows.
///
/// The shape is (4, 21, 2), with three seats (3, 21, 2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct YakuPossibility {
    mode: Mode,
    shape: [usize; 3],
}

impl YakuPossibility {
    /// Returns the encoder for this number of seats.
    pub const fn new(seats: usize, mode: Mode) -> Self {
        Self { mode, shape: [seats, YAKU, 2] }
    }
}

impl Encoder<Riichi> for YakuPossibility {
    fn layout(&self) -> Layout<'_> {
        Layout {
            id: YAKU_IDS[self.mode.index()].into(),
            shape: &self.shape,
            scales: &names::ONES[..self.shape[0]],
            channels: &names::YAKU_ROWS[..self.shape[0]],
        }
    }

    fn encode<T: Element>(&self, _: &Riichi, view: &View, out: &mut [T]) {
        let extract = Extract::new(view);
        let seen = extract.seen();
        for (row, out) in out.chunks_exact_mut(2 * YAKU).enumerate() {
            let possible = match self.mode {
                Mode::Spec => possible_given(&extract, row, &seen),
                Mode::Riichienv(compat) => {
                    let row = absolute(view, row, self.shape[0]);
                    possible_in_riichienv(&extract, row, compat.called_first)
                }
            };
            for (slots, possible) in out.chunks_exact_mut(2).zip(possible) {
                slots.fill(T::from_value(f32::from(u8::from(possible)), 1.0));
            }
        }
    }
}

/// Returns the yaku that the seat `places` after the view's can still make, given the tiles seen.
fn possible_given(extract: &Extract<'_>, places: usize, seen: &Kinds) -> [bool; YAKU] {
    let own = extract.melded(places);
    let held = extract.view.hand();
    possible(extract, places, &|kind| {
        let hand = if places == 0 { held.count(kind) } else { 0 };
        seen[kind.index()] - own[kind.index()] - hand
    })
}

/// Returns the yaku that the seat `places` after the view's can still make, in the order of
/// [`YakuPossibility`].
pub fn possible_yaku(view: &View, places: usize) -> [bool; YAKU] {
    let extract = Extract::new(view);
    possible_given(&extract, places, &extract.seen())
}

/// For each seat 21 yaku: 0 after three or more tsumogiri in a row, because the hand has not changed
/// and a ron on a tile that it passed is unlikely; else 1.
///
/// The shape is (4, 21), with three seats (3, 21).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FuritenRon {
    mode: Mode,
    shape: [usize; 2],
}

impl FuritenRon {
    /// The number of tsumogiri in a row that show an unchanged hand.
    pub const RUN: u8 = 3;

    /// Returns the encoder for this number of seats.
    pub const fn new(seats: usize, mode: Mode) -> Self {
        Self { mode, shape: [seats, YAKU] }
    }
}

impl Encoder<Riichi> for FuritenRon {
    fn layout(&self) -> Layout<'_> {
        Layout {
            id: FURITEN_IDS[self.mode.index()].into(),
            shape: &self.shape,
            scales: &names::ONES[..self.shape[0]],
            channels: &names::FURITEN_ROWS[..self.shape[0]],
        }
    }

    fn encode<T: Element>(&self, _: &Riichi, view: &View, out: &mut [T]) {
        let extract = Extract::new(view);
        for (row, out) in out.chunks_exact_mut(YAKU).enumerate() {
            let run = match self.mode {
                Mode::Spec => extract.unchanged(row),
                Mode::Riichienv(Compat { flags: false, .. }) => 0,
                Mode::Riichienv(_) => extract.drawn_run(absolute(view, row, self.shape[0])),
            };
            out.fill(T::from_value(f32::from(u8::from(run < Self::RUN)), 1.0));
        }
    }
}

/// Returns the relative place of the seat with this index.
fn absolute(view: &View, number: usize, seats: usize) -> usize {
    (number + seats - view.seat().index()) % seats
}

/// Returns the kinds of a meld.
pub(super) fn kinds_of(meld: Meld) -> KindSet {
    let steps = if meld.shape == MeldShape::Chi { 0b111 } else { 0b1 };
    KindSet::from_bits(steps << meld.first.index())
}

/// The properties of a seat's melds that decide which yaku are possible.
#[expect(clippy::struct_excessive_bools, reason = "independent properties")]
struct MeldSummary {
    any: bool,
    open: bool,
    run: bool,
    /// The kinds in them.
    kinds: KindSet,
    /// The number of numbered suits in them.
    suits: usize,
    /// Whether some meld has no terminal or honour.
    inside: bool,
    /// Whether some meld has no terminal.
    no_terminal: bool,
}

const TERMINALS: KindSet = KindSet::from_bits(KindSet::OUTSIDE.bits() & !KindSet::HONORS.bits());

impl MeldSummary {
    fn new(melds: &[Meld]) -> Self {
        let kinds = melds.iter().fold(KindSet::EMPTY, |kinds, meld| kinds | kinds_of(*meld));
        let has = |suit: &Suit| !(kinds & KindSet::of_suit(*suit)).is_empty();
        let lacks = |set: KindSet| melds.iter().any(|meld| (kinds_of(*meld) & set).is_empty());
        Self {
            any: !melds.is_empty(),
            open: melds.iter().any(|meld| meld.is_open()),
            run: melds.iter().any(|meld| meld.shape == MeldShape::Chi),
            kinds,
            suits: [Suit::Man, Suit::Pin, Suit::Sou].iter().filter(|suit| has(suit)).count(),
            inside: lacks(KindSet::OUTSIDE),
            no_terminal: lacks(TERMINALS),
        }
    }

    fn has(&self, kinds: KindSet) -> bool {
        !(self.kinds & kinds).is_empty()
    }
}

const DRAGONS: [Kind; 3] = [Kind::WHITE, Kind::GREEN, Kind::RED];

/// Returns the yaku that a seat can still make. `gone` returns the number of tiles of a kind that
/// it cannot have.
fn possible(extract: &Extract<'_>, places: usize, gone: &dyn Fn(Kind) -> u8) -> [bool; YAKU] {
    let (summary, seat) = (MeldSummary::new(extract.melds(places)), extract.seat(places));
    let triplet = |kind: Kind| gone(kind) < 3;
    let any_gone = |kinds: KindSet, copies: u8| kinds.iter().any(|kind| gone(kind) >= copies);
    let dragons: KindSet = DRAGONS.into_iter().collect();
    let mut yaku = by_melds(&summary);
    for (slot, kind) in yaku[1..6].iter_mut().zip(valued(extract, seat)) {
        *slot = triplet(kind);
    }
    yaku[8] = !summary.run;
    yaku[10] = !any_gone(dragons, 4);
    yaku[11] = !any_gone(dragons, 2);
    yaku[15] = !summary.any && !any_gone(KindSet::OUTSIDE, 4);
    yaku
}

/// Returns the possible yaku as `riichienv` has them: by the seat's own discards and the indicators
/// only.
fn possible_in_riichienv(extract: &Extract<'_>, places: usize, called_first: bool) -> [bool; YAKU] {
    let (melds, seat) = (extract.melds(places), extract.seat(places));
    let (summary, discarded) = (MeldSummary::new(melds), extract.discarded(places));
    let indicators = extract.table.dora_indicators();
    let seen = |kind: Kind| {
        let shown = indicators.iter().filter(|tile| tile.kind() == kind).count();
        usize::from(discarded[kind.index()]) + shown
    };
    let mut yaku = by_melds(&summary);
    for (slot, kind) in yaku[1..6].iter_mut().zip(valued(extract, seat)) {
        *slot = seen(kind) < 3 || summary.has(KindSet::only(kind));
    }
    yaku[7] = summary.suits < 2 && !(summary.suits == 1 && summary.has(KindSet::HONORS));
    // A chi is recognised only if its tiles are stored in order.
    let run = |meld: &Meld| {
        meld.shape == MeldShape::Chi && (!called_first || meld.called.kind() == meld.first)
    };
    yaku[8] = !melds.iter().any(run);
    yaku[10] = !DRAGONS.into_iter().any(|kind| seen(kind) >= 4);
    let short = |kind: Kind| seen(kind) >= 2 && !summary.has(KindSet::only(kind));
    yaku[11] = !DRAGONS.into_iter().any(short);
    yaku[15] = !summary.any && !KindSet::OUTSIDE.iter().any(|kind| seen(kind) >= 4);
    yaku[19] = !summary.any;
    yaku
}

/// Returns the kinds whose triplet is a yaku: the dragons, the round wind, the seat wind.
fn valued(extract: &Extract<'_>, seat: Seat) -> [Kind; 5] {
    let [white, green, red] = DRAGONS;
    [white, green, red, extract.table.round_wind(), extract.table.seat_wind(seat)]
}

/// Returns the yaku that the melds alone allow.
fn by_melds(summary: &MeldSummary) -> [bool; YAKU] {
    let honors = summary.has(KindSet::HONORS);
    let simples = summary.has(!KindSet::OUTSIDE);
    let mut yaku = [true; YAKU];
    yaku[0] = !summary.has(KindSet::OUTSIDE);
    yaku[6] = summary.suits < 2;
    yaku[7] = summary.suits < 2 && !honors;
    yaku[9] = !summary.any;
    yaku[12] = summary.suits == 0;
    yaku[13] = !honors && !simples;
    yaku[14] = !simples;
    yaku[16] = !summary.inside;
    yaku[17] = !honors && !summary.no_terminal;
    yaku[19] = !summary.open;
    yaku
}
