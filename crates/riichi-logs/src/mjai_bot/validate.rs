//! Whether an event can happen at the table that a view shows.
//!
//! Only what a seat can see is checked: whose turn it is, what it holds itself, and that no tile
//! shows up more often than the pack has it. Whether a move was wise or even legal by our rules is
//! the server's matter: a table may play by others.

use crate::StepError;
use facedown_game::Seat;
use facedown_riichi::{Event, Offer, Phase, Riichi, Table, View, own_tiles, tenpai_discards};
use facedown_tiles::{Kind, KindSet, Meld, MeldShape, Tile};

type Checked = Result<(), StepError>;

/// Checks events against a view.
pub(super) struct Check<'a> {
    pub(super) game: &'a Riichi,
    pub(super) view: &'a View,
    /// The last event accepted a riichi: the discard before it can still be called.
    pub(super) accepted: bool,
}

impl Check<'_> {
    pub(super) fn event(&self, event: &Event) -> Checked {
        match *event {
            Event::Dealt(tiles) => self.fresh(tiles),
            Event::Dora(tile) => {
                let turned = self.view.table().dora_indicators().len();
                if turned == 5 {
                    return Err(StepError::Indicators);
                }
                // One at the deal, and one for each kan, whenever the table turns it.
                that(turned <= kans(self.view.table()), "dora")?;
                self.fresh([tile])
            }
            Event::Drew { seat, tile, replacement } => self.draw(seat, tile, replacement),
            Event::Discarded { seat, tile, drawn } => self.discard(seat, tile, drawn),
            Event::RiichiDeclared(seat) => self.declare(seat),
            Event::RiichiAccepted(seat) => {
                let table = self.view.table();
                let declared =
                    is_declaring(table) && table.phase() == Phase::Window(Offer::Discard);
                that(declared, "reach_accepted")?;
                self.by(seat, "reach_accepted")
            }
            Event::Called { seat, meld } => self.call(seat, meld),
            Event::ClosedKan { seat, meld } => {
                self.drawn_turn(seat, "ankan")?;
                that(self.view.table().melds(seat).len() < 4, "ankan")?;
                self.kan("ankan")?;
                self.lays(seat, meld.tiles())
            }
            Event::AddedKan { seat, tile } => {
                self.drawn_turn(seat, "kakan")?;
                self.kan("kakan")?;
                let pon = |meld: &Meld| meld.shape == MeldShape::Pon && meld.first == tile.kind();
                if !self.view.table().melds(seat).iter().any(pon) {
                    return Err(StepError::NoPon(seat, tile));
                }
                self.lays(seat, [tile])
            }
            Event::Nuki(seat) => {
                that(self.game.rules().has_nuki(), "nukidora")?;
                self.drawn_turn(seat, "nukidora")?;
                that(self.view.table().live() > 0, "nukidora")?;
                self.lays(seat, [Tile::plain(Kind::NORTH)])
            }
            _ => Ok(()),
        }
    }

    /// There is no fifth kan, and none without a replacement.
    fn kan(&self, what: &'static str) -> Checked {
        that(kans(self.view.table()) < 4 && self.view.table().live() > 0, what)
    }

    /// The seat must be the one to act.
    fn by(&self, seat: Seat, what: &'static str) -> Checked {
        if self.view.table().actor() == seat {
            Ok(())
        } else {
            Err(StepError::OutOfTurn(seat, what))
        }
    }

    fn drawn_turn(&self, seat: Seat, what: &'static str) -> Checked {
        that(self.view.table().phase() == Phase::Drawn, what)?;
        self.by(seat, what)
    }

    /// These tiles show up now, so the pack must have them beside all that was seen.
    fn fresh(&self, tiles: impl IntoIterator<Item = Tile>) -> Checked {
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

    /// These tiles leave a seat's hand.
    fn lays(&self, seat: Seat, tiles: impl IntoIterator<Item = Tile>) -> Checked {
        if seat != self.view.seat() {
            return self.fresh(tiles);
        }
        let mut hand = *self.view.hand();
        for tile in tiles {
            hand.try_remove(tile).map_err(|_| StepError::NotHeld(seat, tile))?;
        }
        Ok(())
    }

    fn draw(&self, seat: Seat, tile: Option<Tile>, replacement: bool) -> Checked {
        let table = self.view.table();
        that(table.live() > 0 && !is_declaring(table), "tsumo")?;
        let (next, waiting) = match table.phase() {
            Phase::Dealing => (table.actor(), true),
            Phase::Window(Offer::Discard) => (table.actor().next(table.seats()), true),
            Phase::Closed if self.accepted => (table.actor().next(table.seats()), true),
            Phase::Window(_) | Phase::Closed => (table.actor(), replacement),
            _ => (table.actor(), false),
        };
        that(waiting, "tsumo")?;
        if next != seat {
            return Err(StepError::OutOfTurn(seat, "tsumo"));
        }
        self.fresh(tile)
    }

    fn discard(&self, seat: Seat, tile: Tile, drawn: bool) -> Checked {
        let phase = self.view.table().phase();
        that(matches!(phase, Phase::Drawn | Phase::Called | Phase::Declared), "dahai")?;
        self.by(seat, "dahai")?;
        let own = seat == self.view.seat();
        let is_drawn = phase != Phase::Called && (!own || self.view.drawn() == Some(tile));
        if drawn && !is_drawn {
            return Err(StepError::NotDrawn(seat, tile));
        }
        self.lays(seat, [tile])?;
        let declares = own && phase == Phase::Declared;
        that(!declares || self.keeping_tenpai().contains(tile.kind()), "dahai")
    }

    fn declare(&self, seat: Seat) -> Checked {
        self.drawn_turn(seat, "reach")?;
        let table = self.view.table();
        that(table.is_closed(seat) && !table.is_riichi(seat), "reach")?;
        that(seat != self.view.seat() || !self.keeping_tenpai().is_empty(), "reach")
    }

    /// The kinds whose discard leaves the own hand tenpai.
    fn keeping_tenpai(&self) -> KindSet {
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
        that(open || table.phase() == Phase::Closed && self.accepted, what)?;
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
        that(table.melds(seat).len() < 4, what)?;
        if meld.is_kan() {
            self.kan(what)?;
        }
        self.lays(seat, own_tiles(meld))
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

fn that(holds: bool, what: &'static str) -> Checked {
    if holds { Ok(()) } else { Err(StepError::OutOfOrder(what)) }
}
