//! The public state of a round, updated by events alone.
//!
//! The state and every view hold the same [`Table`], and `Table::observe` is the only function that
//! changes it: a view cannot drift from its state, and nothing hidden can be in it.

mod observe;
mod reopen;
mod river;
mod self_calls;

pub use river::MAX_DISCARDS;
pub use river::{Discard, River};
pub use self_calls::{SelfCall, SelfCallKind};

use crate::DrawKind;
use crate::rules::Rules;
use crate::state::Setup;
use facedown_game::{Indexed, Packed, Packer, Seat, SeatSet, Unpacker, packed_enum, packed_struct};
use facedown_tiles::{Kind, KindSet, Meld, MeldShape, Tile};
use reopen::ClosedWindow;
use self_calls::SelfCalls;

/// The origin of a tile that other seats may claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Offer {
    /// A discard.
    Discard,
    /// A tile added to a pon.
    AddedKan,
    /// A closed kan, where thirteen orphans can rob it.
    ClosedKan,
    /// A north wind set aside.
    Nuki,
}
packed_enum!(Offer { Discard, AddedKan, ClosedKan, Nuki });

impl Indexed for Offer {
    #[inline]
    fn to_index(self) -> u16 {
        self as u16
    }

    #[inline]
    fn from_index(index: u16) -> Option<Self> {
        const ALL: [Offer; 4] = [Offer::Discard, Offer::AddedKan, Offer::ClosedKan, Offer::Nuki];
        ALL.get(usize::from(index)).copied()
    }
}

/// The phase of a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Tiles are being dealt.
    Dealing,
    /// The seat to act has drawn a tile.
    Drawn,
    /// The seat to act has called a discard and must discard.
    Called,
    /// The seat to act has declared riichi and must discard.
    Declared,
    /// A tile of the seat that acted last is offered; chance asks the seats that can claim it.
    Window(Offer),
    /// The call window is closed and the round goes on at once; no seat ever acts in this phase.
    Closed,
    /// The round is over.
    Over,
}

impl Packed for Phase {
    const SIZE: usize = 1 + Offer::SIZE;

    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        let (code, offer) = match *self {
            Self::Dealing => (0, Offer::Discard),
            Self::Drawn => (1, Offer::Discard),
            Self::Called => (2, Offer::Discard),
            Self::Declared => (3, Offer::Discard),
            Self::Window(offer) => (4, offer),
            Self::Closed => (5, Offer::Discard),
            Self::Over => (6, Offer::Discard),
        };
        out.put(&[code]);
        offer.pack(out);
    }

    #[inline]
    fn unpack(&mut self, input: &mut Unpacker<'_>) {
        let (code, mut offer) = (input.byte(), Offer::Discard);
        offer.unpack(input);
        input.check(code < 7);
        *self = match code {
            0 => Self::Dealing,
            1 => Self::Drawn,
            2 => Self::Called,
            3 => Self::Declared,
            4 => Self::Window(offer),
            5 => Self::Closed,
            _ => Self::Over,
        };
    }
}

/// How a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// It has not ended.
    Unfinished,
    /// These seats won.
    Won(SeatSet),
    /// Nobody won; these seats have shown tenpai.
    Drawn(DrawKind, SeatSet),
}

impl Packed for Ending {
    const SIZE: usize = 1 + DrawKind::SIZE + SeatSet::SIZE;

    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        let (code, kind, seats) = match *self {
            Self::Unfinished => (0, DrawKind::Exhausted, SeatSet::EMPTY),
            Self::Won(seats) => (1, DrawKind::Exhausted, seats),
            Self::Drawn(kind, seats) => (2, kind, seats),
        };
        out.put(&[code]);
        kind.pack(out);
        seats.pack(out);
    }

    #[inline]
    fn unpack(&mut self, input: &mut Unpacker<'_>) {
        let (code, mut kind, mut seats) = (input.byte(), DrawKind::Exhausted, SeatSet::EMPTY);
        kind.unpack(input);
        seats.unpack(input);
        input.check(code < 3);
        *self = match code {
            0 => Self::Unfinished,
            1 => Self::Won(seats),
            _ => Self::Drawn(kind, seats),
        };
    }
}

/// The points of a riichi stick.
pub(crate) const STICK: i32 = 1_000;

const NO_MELD: Meld =
    Meld { shape: MeldShape::Chi, first: Kind::new(0), reds: 0, called: Tile::new(0), from: 0 };

/// The melds of each seat, at most four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MeldSlots([[Meld; 4]; 4]);
packed_struct!(MeldSlots { 0 });

impl std::ops::Deref for MeldSlots {
    type Target = [[Meld; 4]; 4];

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl std::hash::Hash for MeldSlots {
    /// Hashes all melds as one string of bytes: views are hashed by the million, and field by field
    /// is slow.
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        let mut bytes = [0; 80];
        for (place, meld) in bytes.chunks_exact_mut(5).zip(self.0.iter().flatten()) {
            place.copy_from_slice(&[
                meld.shape as u8,
                meld.first.index() as u8,
                meld.reds,
                meld.called.index() as u8,
                meld.from,
            ]);
        }
        state.write(&bytes);
    }
}

/// The number of visible tiles of each kind: discards that were not called, melds, norths set aside
/// and indicators. Kept up to date because encoders need it at every decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct VisibleCounts(pub(crate) [u8; Kind::COUNT]);
packed_struct!(VisibleCounts { 0 });

impl std::hash::Hash for VisibleCounts {
    /// Hashes nothing: the counts follow from the rest of the table.
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl VisibleCounts {
    #[inline]
    fn add(&mut self, kind: Kind) {
        self.0[kind.index()] += 1;
    }
}

/// The public state of a round: everything that all seats see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    pub(crate) setup: Setup,
    pub(crate) scores: [i32; 4],
    /// The kinds that each seat has discarded, called ones included.
    pub(crate) discarded: [KindSet; 4],
    /// The kinds that others offered since each seat's last discard and that nobody won with; after
    /// riichi they accumulate.
    pub(crate) passed: [KindSet; 4],
    pub(crate) river: River,
    /// Closed and added kans and norths set aside, with the time of each.
    pub(crate) self_calls: SelfCalls,
    pub(crate) melds: MeldSlots,
    pub(crate) meld_counts: [u8; 4],
    pub(crate) visible: VisibleCounts,
    /// The number of closed tiles of each seat.
    pub(crate) held: [u8; 4],
    pub(crate) discards: [u8; 4],
    pub(crate) nuki: [u8; 4],
    /// The seat liable for each seat's dragons or winds (low half) and kans (high half): seat + 1.
    pub(crate) liable: [u8; 4],
    pub(crate) dora: [Tile; 5],
    pub(crate) dora_count: u8,
    /// Kan indicators to be turned at the next discard or replacement.
    pub(crate) dora_due: u8,
    /// The indicator of a kan whose replacement has not been drawn.
    pub(crate) dora_fresh: u8,
    pub(crate) seats: u8,
    pub(crate) sticks: u8,
    /// The number of tiles left to draw.
    pub(crate) live: u8,
    pub(crate) replacements: u8,
    pub(crate) kans: u8,
    pub(crate) actor: Seat,
    /// The tile that is offered.
    pub(crate) offered: Tile,
    pub(crate) phase: Phase,
    pub(crate) ending: Ending,
    pub(crate) riichi: SeatSet,
    pub(crate) double_riichi: SeatSet,
    pub(crate) ippatsu: SeatSet,
    /// The seats that have discarded only terminals and honours, none of them called.
    pub(crate) nagashi: SeatSet,
    /// Whether the last discard declared riichi and is not accepted yet.
    pub(crate) declaring: bool,
    /// Whether the tile just drawn is a replacement.
    pub(crate) replaced: bool,
    /// Whether nobody has called, declared a kan or set a north aside.
    pub(crate) uninterrupted: bool,
    /// The call window that closed last, if no seat has acted since.
    pub(crate) closed: ClosedWindow,
}
packed_struct!(Table {
    setup,
    scores,
    discarded,
    passed,
    river,
    self_calls,
    melds,
    meld_counts,
    visible,
    held,
    discards,
    nuki,
    liable,
    dora,
    dora_count,
    dora_due,
    dora_fresh,
    seats,
    sticks,
    live,
    replacements,
    kans,
    actor,
    offered,
    phase,
    ending,
    riichi,
    double_riichi,
    ippatsu,
    nagashi,
    declaring,
    replaced,
    uninterrupted,
    closed,
});

const _: () = assert!(size_of::<Table>() <= 440, "the table is copied with every view");

impl Table {
    pub(crate) fn new(rules: &Rules, setup: &Setup) -> Self {
        let seats = usize::from(rules.seats);
        let mut held = [0; 4];
        held[..seats].fill(13);
        Self {
            setup: *setup,
            scores: setup.scores,
            discarded: [KindSet::EMPTY; 4],
            passed: [KindSet::EMPTY; 4],
            river: River::EMPTY,
            self_calls: SelfCalls::NONE,
            melds: MeldSlots([[NO_MELD; 4]; 4]),
            meld_counts: [0; 4],
            visible: VisibleCounts([0; Kind::COUNT]),
            held,
            discards: [0; 4],
            nuki: [0; 4],
            liable: [0; 4],
            dora: [Tile::new(0); 5],
            dora_count: 0,
            dora_due: 0,
            dora_fresh: 0,
            seats: rules.seats,
            sticks: setup.sticks,
            live: (rules.tiles() - 14 - 13 * seats) as u8,
            replacements: 0,
            kans: 0,
            actor: setup.dealer,
            offered: Tile::new(0),
            phase: Phase::Dealing,
            ending: Ending::Unfinished,
            riichi: SeatSet::EMPTY,
            double_riichi: SeatSet::EMPTY,
            ippatsu: SeatSet::EMPTY,
            nagashi: SeatSet::all(seats),
            declaring: false,
            replaced: false,
            uninterrupted: true,
            closed: ClosedWindow::NONE,
        }
    }

    /// Returns the setup of the round.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the number of seats.
    #[inline]
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// Returns the phase of the round.
    #[inline]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns how the round ended.
    pub const fn ending(&self) -> Ending {
        self.ending
    }

    /// Returns the seat to act, or in a call window the seat whose tile is offered.
    #[inline]
    pub const fn actor(&self) -> Seat {
        self.actor
    }

    /// Returns the tile that is offered in a call window.
    pub const fn offered(&self) -> Option<Tile> {
        match self.phase {
            Phase::Window(_) => Some(self.offered),
            _ => None,
        }
    }

    /// Returns the current points of a seat.
    #[inline]
    pub const fn score(&self, seat: Seat) -> i32 {
        self.scores[seat.index()]
    }

    /// Returns the number of riichi sticks on the table.
    pub const fn sticks(&self) -> usize {
        self.sticks as usize
    }

    /// Returns the number of tiles left to draw.
    pub const fn live(&self) -> usize {
        self.live as usize
    }

    /// Returns the dora indicators that are turned.
    #[inline]
    pub fn dora_indicators(&self) -> &[Tile] {
        &self.dora[..usize::from(self.dora_count)]
    }

    /// Returns all discards in order.
    pub const fn river(&self) -> &River {
        &self.river
    }

    /// Iterates over closed and added kans and norths set aside, in order. The river dates the other
    /// calls.
    pub fn self_calls(&self) -> impl Iterator<Item = SelfCall> + '_ {
        self.self_calls.iter()
    }

    /// Returns the last discard.
    pub fn last_discard(&self) -> Option<Discard> {
        self.river.len().checked_sub(1).map(|place| self.river.at(place))
    }

    /// Returns the kinds that a seat has discarded, called ones included.
    #[inline]
    pub const fn discarded(&self, seat: Seat) -> KindSet {
        self.discarded[seat.index()]
    }

    /// Returns the kinds that a seat cannot win by ron (*genbutsu*): it has discarded them, called
    /// ones included, or passed on them since its last discard, after riichi since its riichi.
    #[inline]
    pub fn safe_against(&self, seat: Seat) -> KindSet {
        self.discarded[seat.index()] | self.passed[seat.index()]
    }

    /// Returns whether a seat with these waits is barred from ron (*furiten*): it has discarded one
    /// of them, called ones included, or passed on one since its last discard, after riichi since
    /// its riichi. Passing counts even if the hand would have had no yaku.
    #[inline]
    pub fn is_furiten(&self, seat: Seat, waits: KindSet) -> bool {
        !(waits & self.safe_against(seat)).is_empty()
    }

    /// Returns the number of a seat's discards, called ones included.
    #[inline]
    pub const fn discard_count(&self, seat: Seat) -> u8 {
        self.discards[seat.index()]
    }

    /// Returns the number of visible tiles of each kind: discards, melds, norths set aside and
    /// indicators.
    #[inline]
    pub const fn visible_counts(&self) -> &[u8; Kind::COUNT] {
        &self.visible.0
    }

    /// Returns whether the actor has declared riichi with a discard that others may still claim.
    #[inline]
    pub const fn is_declaring(&self) -> bool {
        self.declaring
    }

    /// Returns the melds of a seat in the order in which they were made.
    #[inline]
    pub fn melds(&self, seat: Seat) -> &[Meld] {
        &self.melds[seat.index()][..usize::from(self.meld_counts[seat.index()])]
    }

    /// Returns whether a seat's hand is closed (*menzen*); closed kans do not open it.
    #[inline]
    pub fn is_closed(&self, seat: Seat) -> bool {
        self.melds(seat).iter().all(|meld| !meld.is_open())
    }

    /// Returns the number of closed tiles that a seat holds.
    pub const fn held(&self, seat: Seat) -> usize {
        self.held[seat.index()] as usize
    }

    /// Returns the number of norths that a seat has set aside.
    pub const fn nuki(&self, seat: Seat) -> usize {
        self.nuki[seat.index()] as usize
    }

    /// Returns whether a seat's riichi is accepted.
    #[inline]
    pub const fn is_riichi(&self, seat: Seat) -> bool {
        self.riichi.contains(seat)
    }

    /// Returns whether a seat declared riichi on its uninterrupted first turn.
    pub const fn is_double_riichi(&self, seat: Seat) -> bool {
        self.double_riichi.contains(seat)
    }

    /// Returns whether a win of this seat now would be within one turn of its riichi (*ippatsu*).
    pub const fn is_ippatsu(&self, seat: Seat) -> bool {
        self.ippatsu.contains(seat)
    }

    /// Returns whether the tile just drawn is a replacement after a kan or a nuki.
    pub const fn is_replacement(&self) -> bool {
        self.replaced
    }

    /// Returns the wind of a seat.
    #[inline]
    pub const fn seat_wind(&self, seat: Seat) -> Kind {
        let seats = self.seats();
        Kind::new(27 + ((seat.index() + seats - self.setup.dealer.index()) % seats) as u8)
    }

    /// Returns the round wind.
    #[inline]
    pub const fn round_wind(&self) -> Kind {
        Kind::new(27 + self.setup.wind)
    }

    /// Returns the seat `places` after another; at most once around the table.
    #[inline]
    pub const fn after(&self, seat: Seat, places: usize) -> Seat {
        let sum = seat.index() + places;
        Seat::new(if sum >= self.seats() { sum - self.seats() } else { sum })
    }

    /// Iterates over the seats that follow the actor, in turn order.
    pub(crate) fn others(&self) -> impl Iterator<Item = Seat> + '_ {
        (1..self.seats()).map(|places| self.after(self.actor, places))
    }

    /// Returns the seats liable (*pao*) for a seat's dragons or winds, and for its kans.
    pub(crate) fn liable(&self, seat: Seat) -> [Option<Seat>; 2] {
        let marks = usize::from(self.liable[seat.index()]);
        [marks & 15, marks >> 4].map(|mark| mark.checked_sub(1).map(Seat::new))
    }

    /// Returns whether four kans were made, by more than one seat.
    pub(crate) fn kans_are_spread(&self) -> bool {
        let kans = |seat: Seat| self.melds(seat).iter().filter(|meld| meld.is_kan()).count();
        self.kans == 4 && Seat::all(self.seats()).all(|seat| kans(seat) < 4)
    }
}
