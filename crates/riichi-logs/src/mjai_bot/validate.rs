//! Validates events against a view.
//!
//! Only information of the seat is checked: turns, its own tiles, and the number of copies of each
//! tile. The legality of moves is left to the server, which may play by other rules.

use crate::StepError;
use facedown_game::Seat;
use facedown_riichi::{Event, Offer, Phase, Riichi, Table, View, own_tiles, tenpai_discards};
use facedown_tiles::{Kind, KindSet, Meld, MeldShape, Tile};

/// The outcome of a check.
type Checked = Result<(), StepError>;

/// Validates events against a view.
pub(super) struct Validator<'a> {
    pub(super) game: &'a Riichi,
    pub(super) view: &'a View,
    /// Whether the last event accepted a riichi: the discard before it can still be called.
    pub(super) accepted: bool,
}

impl Validator<'_> {
    /// Validates an event.
    pub(super) fn event(&self, event: &Event) -> Checked {
        match *event {
            Event::Dealt(tiles) => self.ensure_unseen(tiles),
            Event::Dora(tile) => {
                let turned = self.view.table().dora_indicators().len();
                if turned == 5 {
                    return Err(StepError::Indicators);
                }
                // One at the deal and one for each kan; tables differ in when they turn it.
                ensure(turned <= kans(self.view.table()), "dora")?;
                self.ensure_unseen([tile])
            }
            Event::Drew { seat, tile, replacement } => self.draw(seat, tile, replacement),
            Event::Discarded { seat, tile, drawn } => self.discard(seat, tile, drawn),
            Event::RiichiDeclared(seat) => self.declare(seat),
            Event::RiichiAccepted(seat) => {
                let table = self.view.table();
                let declared =
                    is_declaring(table) && table.phase() == Phase::Window(Offer::Discard);
                ensure(declared, "reach_accepted")?;
                self.ensure_actor(seat, "reach_accepted")
            }
            Event::Called { seat, meld } => self.call(seat, meld),
            Event::ClosedKan { seat, meld } => {
                self.ensure_drawn(seat, "ankan")?;
                ensure(self.view.table().melds(seat).len() < 4, "ankan")?;
                self.ensure_kan("ankan")?;
                self.ensure_held(seat, meld.tiles())
            }
            Event::AddedKan { seat, tile } => {
                self.ensure_drawn(seat, "kakan")?;
                self.ensure_kan("kakan")?;
                let pon = |meld: &Meld| meld.shape == MeldShape::Pon && meld.first == tile.kind();
                if !self.view.table().melds(seat).iter().any(pon) {
                    return Err(StepError::NoPon(seat, tile));
                }
                self.ensure_held(seat, [tile])
            }
            Event::Nuki(seat) => {
                ensure(self.game.rules().has_nuki(), "nukidora")?;
                self.ensure_drawn(seat, "nukidora")?;
                ensure(self.view.table().live() > 0, "nukidora")?;
                self.ensure_held(seat, [Tile::plain(Kind::NORTH)])
            }
            _ => Ok(()),
        }
    }

    /// Checks that the table allows another kan: at most four, each with a replacement.
    fn ensure_kan(&self, what: &'static str) -> Checked {
        ensure(kans(self.view.table()) < 4 && self.view.table().live() > 0, what)
    }

    /// Checks that the seat is to act.
    fn ensure_actor(&self, seat: Seat, what: &'static str) -> Checked {
        if self.view.table().actor() == seat {
            Ok(())
        } else {
            Err(StepError::OutOfTurn(seat, what))
        }
    }

    /// Checks that the seat is to act and has drawn.
    fn ensure_drawn(&self, seat: Seat, what: &'static str) -> Checked {
        ensure(self.view.table().phase() == Phase::Drawn, what)?;
        self.ensure_actor(seat, what)
    }

    /// Checks that the pack has these tiles besides all that the seat has seen.
    fn ensure_unseen(&self, tiles: impl IntoIterator<Item = Tile>) -> Checked {
        let mut left = [0i16; Tile::COUNT];
        for kind in Kind::all().filter(|kind| self.game.pack().contains(*kind)) {
            let red = if kind.is_five() { Tile::red_five(kind.suit()) } else { None };
            let reds = red.map_or(0, |_| self.game.rules().reds[kind.suit().index()]);
            left[kind.index()] = 4 - i16::from(reds);
            if let Some(red) = red {
                left[red.index()] = reds.into();
            }
        }
        self.view.for_each_seen(|tile| left[tile.index()] -= 1);
        for tile in tiles {
            left[tile.index()] -= 1;
            if left[tile.index()] < 0 {
                return Err(StepError::ExtraCopy(tile));
            }
        }
        Ok(())
    }

    /// Checks that a seat can hold these tiles.
    fn ensure_held(&self, seat: Seat, tiles: impl IntoIterator<Item = Tile>) -> Checked {
        if seat != self.view.seat() {
            return self.ensure_unseen(tiles);
        }
        let mut hand = *self.view.hand();
        for tile in tiles {
            hand.try_remove(tile).map_err(|_| StepError::NotHeld(seat, tile))?;
        }
        Ok(())
    }

    fn draw(&self, seat: Seat, tile: Option<Tile>, replacement: bool) -> Checked {
        let table = self.view.table();
        ensure(table.live() > 0 && !is_declaring(table), "tsumo")?;
        let (next, waiting) = match table.phase() {
            Phase::Dealing => (table.actor(), true),
            Phase::Window(Offer::Discard) => (table.actor().next(table.seats()), true),
            Phase::Closed if self.accepted => (table.actor().next(table.seats()), true),
            Phase::Window(_) | Phase::Closed => (table.actor(), replacement),
            _ => (table.actor(), false),
        };
        ensure(waiting, "tsumo")?;
        if next != seat {
            return Err(StepError::OutOfTurn(seat, "tsumo"));
        }
        self.ensure_unseen(tile)
    }

    fn discard(&self, seat: Seat, tile: Tile, drawn: bool) -> Checked {
        let phase = self.view.table().phase();
        ensure(matches!(phase, Phase::Drawn | Phase::Called | Phase::Declared), "dahai")?;
        self.ensure_actor(seat, "dahai")?;
        let own = seat == self.view.seat();
        let is_drawn = phase != Phase::Called && (!own || self.view.drawn() == Some(tile));
        if drawn && !is_drawn {
            return Err(StepError::NotDrawn(seat, tile));
        }
        self.ensure_held(seat, [tile])?;
        let declares = own && phase == Phase::Declared;
        ensure(!declares || self.tenpai_discards().contains(tile.kind()), "dahai")
    }

    fn declare(&self, seat: Seat) -> Checked {
        self.ensure_drawn(seat, "reach")?;
        let table = self.view.table();
        ensure(table.is_closed(seat) && !table.is_riichi(seat), "reach")?;
        ensure(seat != self.view.seat() || !self.tenpai_discards().is_empty(), "reach")
    }

    /// Returns the kinds whose discard leaves the own hand tenpai.
    fn tenpai_discards(&self) -> KindSet {
        tenpai_discards(self.view.hand(), self.game.pack())
    }

    fn call(&self, seat: Seat, meld: Meld) -> Checked {
        let table = self.view.table();
        let (what, chi) = match meld.shape {
            MeldShape::Chi => ("chi", true),
            MeldShape::Pon => ("pon", false),
            _ => ("daiminkan", false),
        };
        let open = table.phase() == Phase::Window(Offer::Discard) && !is_declaring(table);
        ensure(open || table.phase() == Phase::Closed && self.accepted, what)?;
        let seats = table.seats();
        let next = seat == table.actor().next(seats);
        let source = seat.plus(usize::from(meld.from), seats);
        if seat == table.actor() || source != table.actor() || table.is_riichi(seat) {
            return Err(StepError::OutOfTurn(seat, what));
        }
        if chi && (!next || seats == 3) {
            return Err(StepError::OutOfTurn(seat, what));
        }
        if Some(meld.called) != table.last_discard().map(|discard| discard.tile) {
            return Err(StepError::NotDiscarded(seat, meld.called));
        }
        ensure(table.melds(seat).len() < 4, what)?;
        if meld.is_kan() {
            self.ensure_kan(what)?;
        }
        self.ensure_held(seat, own_tiles(meld))
    }
}

/// Returns the number of kans of all seats.
fn kans(table: &Table) -> usize {
    let melds = Seat::all(table.seats()).flat_map(|seat| table.melds(seat));
    melds.filter(|meld| meld.is_kan()).count()
}

/// Returns whether the last discard declared a riichi that is not accepted yet.
fn is_declaring(table: &Table) -> bool {
    table.last_discard().is_some_and(|discard| discard.riichi && !table.is_riichi(discard.seat))
}

/// Returns an error if the condition does not hold.
fn ensure(holds: bool, what: &'static str) -> Checked {
    if holds { Ok(()) } else { Err(StepError::OutOfOrder(what)) }
}
