//! What can be read off the table.

use crate::asides::Aside;
use crate::river::River;
use crate::table::{Ending, Phase, Table};
use crate::{Discard, Setup};
use facedown_game::Seat;
use facedown_tiles::{Kind, KindSet, Meld, Tile};

impl Table {
    /// What the round started from.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// How many seats play.
    #[inline]
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// Where the round stands.
    #[inline]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// How it ended.
    pub const fn ending(&self) -> Ending {
        self.ending
    }

    /// The seat to act, or in a window the seat whose tile is offered.
    #[inline]
    pub const fn actor(&self) -> Seat {
        self.actor
    }

    /// The tile that is offered in a window.
    pub const fn offered(&self) -> Option<Tile> {
        match self.phase {
            Phase::Window(_) => Some(self.offered),
            _ => None,
        }
    }

    /// The points that a seat has now.
    #[inline]
    pub const fn score(&self, seat: Seat) -> i32 {
        self.scores[seat.index()]
    }

    /// Riichi sticks on the table.
    pub const fn sticks(&self) -> usize {
        self.sticks as usize
    }

    /// Tiles left to draw.
    pub const fn live(&self) -> usize {
        self.live as usize
    }

    /// The indicators that are turned.
    #[inline]
    pub fn dora_indicators(&self) -> &[Tile] {
        &self.dora[..usize::from(self.doras)]
    }

    /// All discards in order.
    pub const fn river(&self) -> &River {
        &self.river
    }

    /// Kans out of the hand and norths set aside, in order. When calls came the river tells.
    pub fn asides(&self) -> impl Iterator<Item = Aside> + '_ {
        self.asides.iter()
    }

    /// The last discard.
    pub fn last_discard(&self) -> Option<Discard> {
        self.river.len().checked_sub(1).map(|place| self.river.at(place))
    }

    /// The kinds that a seat has discarded, called ones included.
    #[inline]
    pub const fn discarded(&self, seat: Seat) -> KindSet {
        self.discarded[seat.index()]
    }

    /// Whether a seat that waits for these kinds may not win with another seat's tile (*furiten*):
    /// it has discarded one of them, called ones included, or let one go by since its last discard,
    /// with riichi since its riichi. Whether the hand would have had a yaku makes no difference.
    #[inline]
    pub fn is_furiten(&self, seat: Seat, waits: KindSet) -> bool {
        let seat = seat.index();
        !(waits & (self.discarded[seat] | self.gone_by[seat])).is_empty()
    }

    /// The melds of a seat in the order in which they were laid down.
    #[inline]
    pub fn melds(&self, seat: Seat) -> &[Meld] {
        &self.melds[seat.index()][..usize::from(self.meld_counts[seat.index()])]
    }

    /// Whether a seat has called nothing; closed kans do not count (*menzen*).
    #[inline]
    pub fn is_closed(&self, seat: Seat) -> bool {
        self.melds(seat).iter().all(|meld| !meld.is_open())
    }

    /// How many closed tiles a seat holds.
    pub const fn held(&self, seat: Seat) -> usize {
        self.held[seat.index()] as usize
    }

    /// How many norths a seat has set aside.
    pub const fn nuki(&self, seat: Seat) -> usize {
        self.nuki[seat.index()] as usize
    }

    /// Whether a seat's riichi is accepted.
    #[inline]
    pub const fn is_riichi(&self, seat: Seat) -> bool {
        self.riichi.contains(seat)
    }

    /// Whether a seat's riichi was declared on its uninterrupted first turn.
    pub const fn is_double_riichi(&self, seat: Seat) -> bool {
        self.double_riichi.contains(seat)
    }

    /// Whether a win of this seat now would be within a turn of its riichi (*ippatsu*).
    pub const fn is_ippatsu(&self, seat: Seat) -> bool {
        self.ippatsu.contains(seat)
    }

    /// Whether the tile just drawn is a replacement after a kan or a nuki.
    pub const fn is_replacement(&self) -> bool {
        self.replaced
    }

    /// Whether nobody has called, laid down a kan or set a north aside yet.
    pub const fn is_uninterrupted(&self) -> bool {
        self.uninterrupted
    }

    /// The wind of a seat.
    #[inline]
    pub const fn seat_wind(&self, seat: Seat) -> Kind {
        let seats = self.seats();
        Kind::new(27 + ((seat.index() + seats - self.setup.dealer.index()) % seats) as u8)
    }

    /// The round's wind.
    #[inline]
    pub const fn round_wind(&self) -> Kind {
        Kind::new(27 + self.setup.wind)
    }

    /// The seat so many places after another; at most one round of the table.
    #[inline]
    pub(crate) const fn after(&self, seat: Seat, places: usize) -> Seat {
        let sum = seat.index() + places;
        Seat::new(if sum >= self.seats() { sum - self.seats() } else { sum })
    }

    /// The seats that follow the actor, in the order of play.
    pub(crate) fn others(&self) -> impl Iterator<Item = Seat> + '_ {
        (1..self.seats()).map(|places| self.after(self.actor, places))
    }

    /// Who answers for a seat's dragons or winds, and who for its kans.
    pub(crate) fn liable(&self, seat: Seat) -> [Option<Seat>; 2] {
        let marks = usize::from(self.liable[seat.index()]);
        [marks & 15, marks >> 4].map(|mark| mark.checked_sub(1).map(Seat::new))
    }

    /// Whether the four kans of the round belong to more than one seat.
    pub(crate) fn kans_are_spread(&self) -> bool {
        let kans = |seat: Seat| self.melds(seat).iter().filter(|meld| meld.is_kan()).count();
        self.kans == 4 && Seat::all(self.seats()).all(|seat| kans(seat) < 4)
    }
}
