//! Which yaku are still possible, and for whom a ron is unlikely: `encode_yaku_possibility()` and
//! `encode_furiten_ron_possibility()`.

use super::extract::Extract;
use super::{Compat, Ids, Mode, ids, names};
use crate::{Riichi, View};
use facedown_game::{Element, Encoder, Layout, Seat};
use facedown_tiles::{Kind, KindSet, Meld, MeldShape, Suit};

const YAKU_IDS: Ids = ids!("yaku");
const FURITEN_IDS: Ids = ids!("furiten");

/// How many yaku the specification lists.
pub const YAKU: usize = 21;

/// For each seat 21 yaku, each by a tile drawn and by another seat's: 1 possible, 0 impossible by
/// what the seat sees.
///
/// The shape is (4, 21, 2), with three seats (3, 21, 2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct YakuPossibility {
    mode: Mode,
    shape: [usize; 3],
}

impl YakuPossibility {
    /// The encoder for so many seats.
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
                Mode::Spec => {
                    let own = extract.melded(row);
                    let held = view.hand();
                    possible(&extract, row, &|kind| {
                        let hand = if row == 0 { held.count(kind) } else { 0 };
                        seen[kind.index()] - own[kind.index()] - hand
                    })
                }
                Mode::Riichienv(compat) => {
                    let row = absolute(view, row, self.shape[0]);
                    possible_there(&extract, row, compat.called_first)
                }
            };
            for (slots, possible) in out.chunks_exact_mut(2).zip(possible) {
                slots.fill(T::from_value(f32::from(u8::from(possible)), 1.0));
            }
        }
    }
}

/// For each seat 21 yaku: 0 where three or more of its latest discards in a row were just drawn, so
/// that its hand has not changed and a ron on what it let go is unlikely; else 1.
///
/// The shape is (4, 21), with three seats (3, 21).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FuritenRon {
    mode: Mode,
    shape: [usize; 2],
}

impl FuritenRon {
    /// So many discards in a row show a hand that does not change.
    pub const RUN: u8 = 3;

    /// The encoder for so many seats.
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

/// How many places after the own seat the one with this number sits.
fn absolute(view: &View, number: usize, seats: usize) -> usize {
    (number + seats - view.seat().index()) % seats
}

/// The kinds of a meld.
pub(super) fn kinds_of(meld: Meld) -> KindSet {
    let steps = if meld.shape == MeldShape::Chi { 0b111 } else { 0b1 };
    KindSet::from_bits(steps << meld.first.index())
}

/// What the rules of possibility ask of a seat's melds.
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
struct MeldSummary {
    any: bool,
    open: bool,
    row: bool,
    /// The kinds in them.
    kinds: KindSet,
    /// How many suits of numbers they have.
    suits: usize,
    /// Some meld has no terminal or honour.
    inside: bool,
    /// Some meld has no terminal.
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
            row: melds.iter().any(|meld| meld.shape == MeldShape::Chi),
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

/// The yaku that a seat can still make. `gone` tells how many of a kind it cannot have.
fn possible(extract: &Extract<'_>, places: usize, gone: &dyn Fn(Kind) -> u8) -> [bool; YAKU] {
    let (laid, seat) = (MeldSummary::new(extract.melds(places)), extract.seat(places));
    let triplet = |kind: Kind| gone(kind) < 3;
    let any_gone = |kinds: KindSet, copies: u8| kinds.iter().any(|kind| gone(kind) >= copies);
    let dragons: KindSet = DRAGONS.into_iter().collect();
    let mut yaku = by_melds(&laid);
    for (slot, kind) in yaku[1..6].iter_mut().zip(valued(extract, seat)) {
        *slot = triplet(kind);
    }
    yaku[8] = !laid.row;
    yaku[10] = !any_gone(dragons, 4);
    yaku[11] = !any_gone(dragons, 2);
    yaku[15] = !laid.any && !any_gone(KindSet::OUTSIDE, 4);
    yaku
}

/// The same as `riichienv` has it: it looks at the seat's own discards and the indicators only.
fn possible_there(extract: &Extract<'_>, places: usize, called_first: bool) -> [bool; YAKU] {
    let (melds, seat) = (extract.melds(places), extract.seat(places));
    let (laid, discarded) = (MeldSummary::new(melds), extract.discarded(places));
    let indicators = extract.table.dora_indicators();
    let seen = |kind: Kind| {
        let shown = indicators.iter().filter(|tile| tile.kind() == kind).count();
        usize::from(discarded[kind.index()]) + shown
    };
    let mut yaku = by_melds(&laid);
    for (slot, kind) in yaku[1..6].iter_mut().zip(valued(extract, seat)) {
        *slot = seen(kind) < 3 || laid.has(KindSet::only(kind));
    }
    yaku[7] = laid.suits < 2 && !(laid.suits == 1 && laid.has(KindSet::HONORS));
    // A chi is taken for one only where its tiles are kept in order.
    let row = |meld: &Meld| {
        meld.shape == MeldShape::Chi && (!called_first || meld.called.kind() == meld.first)
    };
    yaku[8] = !melds.iter().any(row);
    yaku[10] = !DRAGONS.into_iter().any(|kind| seen(kind) >= 4);
    let short = |kind: Kind| seen(kind) >= 2 && !laid.has(KindSet::only(kind));
    yaku[11] = !DRAGONS.into_iter().any(short);
    yaku[15] = !laid.any && !KindSet::OUTSIDE.iter().any(|kind| seen(kind) >= 4);
    yaku[19] = !laid.any;
    yaku
}

/// The kinds whose triplet is a yaku: the dragons, the round's wind, the seat's.
fn valued(extract: &Extract<'_>, seat: Seat) -> [Kind; 5] {
    let [white, green, red] = DRAGONS;
    [white, green, red, extract.table.round_wind(), extract.table.seat_wind(seat)]
}

/// What melds alone decide.
fn by_melds(laid: &MeldSummary) -> [bool; YAKU] {
    let honors = laid.has(KindSet::HONORS);
    let simples = laid.has(!KindSet::OUTSIDE);
    let mut yaku = [true; YAKU];
    yaku[0] = !laid.has(KindSet::OUTSIDE);
    yaku[6] = laid.suits < 2;
    yaku[7] = laid.suits < 2 && !honors;
    yaku[9] = !laid.any;
    yaku[12] = laid.suits == 0;
    yaku[13] = !honors && !simples;
    yaku[14] = !simples;
    yaku[16] = !laid.inside;
    yaku[17] = !honors && !laid.no_terminal;
    yaku[19] = !laid.open;
    yaku
}
