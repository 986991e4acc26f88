//! Replaying the steps of a record on a table, with checks.

use super::read::{Read, at_table, bad_text, tile};
use super::{EndKind, EndRecord, StepRecord};
use crate::game::Riichi;
use crate::legal::is_dealers_first;
use crate::rules::{KanDora, TripleRon};
use crate::state::own_tiles;
use crate::table::{Ending, Offer, Phase, STICK};
use crate::{DrawKind, Event, Setup, Table};
use facedown_game::{Game, InvalidRecord, Seat, SeatSet};
use facedown_tiles::{Hand, Kind, Meld, MeldShape, Tile};

/// A table during the replay.
pub(super) struct Reader<'a> {
    game: &'a Riichi,
    table: Table,
    /// The dora indicators in order.
    dora: &'a [Tile],
    /// The number of unseen copies of each tile.
    left: [i8; Tile::COUNT],
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        game: &'a Riichi,
        setup: &Setup,
        hand: &Hand,
        dora: &'a [Tile],
    ) -> Read<Self> {
        let mut left = [0; Tile::COUNT];
        for tile in &game.pack_tiles()[..game.rules().tiles()] {
            left[tile.index()] += 1;
        }
        let table = Table::new(game.rules(), setup);
        let mut reader = Self { game, table, dora, left };
        for tile in hand.tiles() {
            reader.see(tile, "hand")?;
        }
        for tile in dora {
            reader.see(*tile, "dora")?;
        }
        reader.turn_dora()?;
        reader.draw(setup.dealer)?;
        Ok(reader)
    }

    fn observe(&mut self, event: &Event) {
        self.table.observe(self.game.rules(), event);
    }

    /// Marks a tile as seen.
    fn see(&mut self, tile: Tile, field: &str) -> Read<()> {
        self.left[tile.index()] -= 1;
        if self.left[tile.index()] >= 0 {
            return Ok(());
        }
        Err(InvalidRecord::new(format!("{field}: one more {tile} in sight than there are")))
    }

    fn turn_dora(&mut self) -> Read<()> {
        let turned = usize::from(self.table.dora_count);
        let Some(tile) = self.dora.get(turned) else {
            let count = self.dora.len();
            let reason = format!("{count} indicators, but {} are turned by now", turned + 1);
            return Err(InvalidRecord::field("dora", reason));
        };
        if turned == 5 {
            return Err(InvalidRecord::field("dora", "a sixth indicator"));
        }
        self.observe(&Event::Dora(*tile));
        Ok(())
    }

    fn turn_due(&mut self) -> Read<()> {
        (0..self.table.dora_due).try_for_each(|_| self.turn_dora())
    }

    fn take(&mut self, seat: Seat, replacement: bool) -> Read<()> {
        if self.table.live == 0 {
            return Err(InvalidRecord::new("no tile is left to draw").of(seat));
        }
        self.observe(&Event::Drew { seat, tile: None, replacement });
        Ok(())
    }

    fn draw(&mut self, seat: Seat) -> Read<()> {
        self.take(seat, false)
    }

    /// Draws a replacement for the seat to act, as `Riichi::replace` does.
    fn replace(&mut self) -> Read<()> {
        self.turn_due()?;
        let table = &self.table;
        let added = table.phase == Phase::Window(Offer::AddedKan);
        let last = table.melds(table.actor).last();
        let closed = !added && last.is_some_and(|meld| meld.shape == MeldShape::ClosedKan);
        if table.dora_fresh > 0 && (closed || self.game.rules().kan_dora == KanDora::AtOnce) {
            self.turn_dora()?;
        }
        self.take(self.table.actor, true)
    }

    /// Closes the window of a discard that nobody has won on.
    fn close(&mut self) -> Read<()> {
        if self.table.dora_due > 0 && self.game.rules().kan_dora == KanDora::AfterDiscard {
            self.turn_due()?;
        }
        if self.table.declaring {
            let actor = self.table.actor;
            self.observe(&Event::RiichiAccepted(actor));
        }
        Ok(())
    }

    /// Continues after a discard that nobody has won on.
    fn continue_round(&mut self) -> Read<()> {
        self.close()?;
        match self.game.abort(&self.table) {
            Some(kind) => Err(InvalidRecord::new(format!("the round is over before it: {kind:?}"))),
            None => Ok(()),
        }
    }

    /// Advances to the turn of this seat.
    fn reach_turn(&mut self, seat: Seat) -> Read<()> {
        let turn = match self.table.phase {
            Phase::Window(Offer::Discard) => self.table.after(self.table.actor, 1),
            _ => self.table.actor,
        };
        if turn != seat {
            return Err(InvalidRecord::new(format!("it is the turn of {turn}")).of(seat));
        }
        match self.table.phase {
            Phase::Window(Offer::Discard) => {
                self.continue_round()?;
                self.draw(seat)
            }
            Phase::Window(_) => self.replace(),
            _ => Ok(()),
        }
    }

    /// Advances to the turn of this seat, which must have just drawn.
    fn reach_draw(&mut self, seat: Seat, what: &str) -> Read<()> {
        self.reach_turn(seat)?;
        if self.table.phase == Phase::Drawn {
            return Ok(());
        }
        Err(InvalidRecord::new(format!("{what} without a draw: the seat must discard")).of(seat))
    }

    pub(super) fn step(&mut self, step: &StepRecord) -> Read<()> {
        let seat = at_table(self.game, step.seat, "seat")?;
        let bad = |reason: &str| Err(InvalidRecord::new(reason).of(seat));
        if step.action_count() != 1 {
            return bad("a step is one of discard, riichi, meld, add and nuki");
        }
        if step.drawn && step.discard.is_none() {
            return bad("drawn without a discard");
        }
        if let Some(text) = &step.meld {
            return self.lay_down(seat, text);
        }
        if let Some(text) = &step.add {
            return self.add(seat, tile("add", text)?);
        }
        if step.nuki {
            return self.nuki(seat);
        }
        if step.riichi {
            self.declare(seat)?;
        }
        match &step.discard {
            Some(text) => self.discard(seat, tile("discard", text)?, step.drawn),
            None => Ok(()),
        }
    }

    fn declare(&mut self, seat: Seat) -> Read<()> {
        self.reach_draw(seat, "riichi")?;
        let (rules, table) = (self.game.rules(), &self.table);
        let reason = if table.is_riichi(seat) {
            "a second riichi".to_owned()
        } else if !table.is_closed(seat) {
            "riichi with an open hand".to_owned()
        } else if table.score(seat) < rules.riichi_points {
            format!("riichi with {} points, expected {}", table.score(seat), rules.riichi_points)
        } else if table.live < rules.riichi_tiles {
            format!("riichi with {} tiles left, expected {}", table.live, rules.riichi_tiles)
        } else {
            self.observe(&Event::RiichiDeclared(seat));
            return Ok(());
        };
        Err(InvalidRecord::new(reason).of(seat))
    }

    fn discard(&mut self, seat: Seat, tile: Tile, drawn: bool) -> Read<()> {
        self.reach_turn(seat)?;
        let table = &self.table;
        let has_drawn = match table.phase {
            Phase::Called => false,
            _ => self.game.rules().first_draw_apart || !is_dealers_first(table),
        };
        let reason = if drawn && !has_drawn {
            format!("{tile} is not just drawn")
        } else if !drawn && table.is_riichi(seat) {
            format!("{tile} from the hand after riichi")
        } else if self.game.barred(table).contains(tile.kind()) {
            format!("{tile} may not be discarded after this call")
        } else {
            self.see(tile, "discard").map_err(|bad| bad.of(seat))?;
            if self.table.dora_due > 0 && self.game.rules().kan_dora != KanDora::AfterDiscard {
                self.turn_due()?;
            }
            self.observe(&Event::Discarded { seat, tile, drawn });
            return Ok(());
        };
        Err(InvalidRecord::new(reason).of(seat))
    }

    fn lay_down(&mut self, seat: Seat, text: &str) -> Read<()> {
        let meld: Meld = text.parse().map_err(|error| bad_text("meld", text, &error).of(seat))?;
        if self.table.melds(seat).len() == 4 {
            return Err(InvalidRecord::new("a fifth meld").of(seat));
        }
        match meld.shape {
            MeldShape::ClosedKan => self.closed_kan(seat, meld),
            MeldShape::AddedKan => {
                Err(InvalidRecord::new(format!("{meld}: a pon, then its fourth tile as 'add'"))
                    .of(seat))
            }
            _ => self.call(seat, meld),
        }
    }

    fn check_kan(&self, seat: Seat) -> Read<()> {
        let reason = match (self.table.kans, self.table.live) {
            (4.., _) => "a fifth kan",
            (_, 0) => "a kan, and no tile is left to draw",
            _ => return Ok(()),
        };
        Err(InvalidRecord::new(reason).of(seat))
    }

    fn closed_kan(&mut self, seat: Seat, meld: Meld) -> Read<()> {
        self.reach_draw(seat, "a closed kan")?;
        self.check_kan(seat)?;
        for tile in meld.tiles() {
            self.see(tile, "meld").map_err(|bad| bad.of(seat))?;
        }
        self.observe(&Event::ClosedKan { seat, meld });
        if self.game.rules().rob_closed_kan { Ok(()) } else { self.replace() }
    }

    fn add(&mut self, seat: Seat, tile: Tile) -> Read<()> {
        self.reach_draw(seat, "an added kan")?;
        self.check_kan(seat)?;
        let pon = |meld: &Meld| meld.shape == MeldShape::Pon && meld.first == tile.kind();
        if !self.table.melds(seat).iter().any(pon) {
            return Err(
                InvalidRecord::new(format!("{tile} added, but there is no such pon")).of(seat)
            );
        }
        self.see(tile, "add").map_err(|bad| bad.of(seat))?;
        self.observe(&Event::AddedKan { seat, tile });
        Ok(())
    }

    fn nuki(&mut self, seat: Seat) -> Read<()> {
        if !self.game.rules().has_nuki() {
            return Err(InvalidRecord::new("norths are not set aside by these rules").of(seat));
        }
        self.reach_draw(seat, "a north set aside")?;
        if self.table.live == 0 {
            return Err(
                InvalidRecord::new("a north set aside, and no tile is left to draw").of(seat)
            );
        }
        self.see(Tile::plain(Kind::NORTH), "nuki").map_err(|bad| bad.of(seat))?;
        self.observe(&Event::Nuki(seat));
        Ok(())
    }

    fn call(&mut self, seat: Seat, meld: Meld) -> Read<()> {
        let (table, seats) = (&self.table, self.game.seats());
        let source = seat.plus(usize::from(meld.from), seats);
        let next = table.after(table.actor, 1);
        let reason = if table.phase != Phase::Window(Offer::Discard) {
            format!("{meld}, but no discard is offered")
        } else if seat == table.actor || source != table.actor {
            format!("{meld} names {source}, but the discard is of {}", table.actor)
        } else if meld.called != table.offered {
            format!("{meld} calls {}, but {} is offered", meld.called, table.offered)
        } else if meld.shape == MeldShape::Chi && (seat != next || seats == 3) {
            format!("{meld}: a chi is of the left neighbour's discard, with four seats")
        } else if table.is_riichi(seat) {
            format!("{meld} after riichi")
        } else if table.live == 0 {
            format!("{meld} of the last discard")
        } else {
            return self.take_discard(seat, meld);
        };
        Err(InvalidRecord::new(reason).of(seat))
    }

    fn take_discard(&mut self, seat: Seat, meld: Meld) -> Read<()> {
        if meld.is_kan() {
            self.check_kan(seat)?;
        }
        self.continue_round()?;
        for tile in own_tiles(meld) {
            self.see(tile, "meld").map_err(|bad| bad.of(seat))?;
        }
        self.observe(&Event::Called { seat, meld });
        if meld.is_kan() { self.replace() } else { Ok(()) }
    }

    /// Returns the table at the end of the record.
    pub(super) fn finish(mut self, turn: Option<Seat>, end: Option<&EndRecord>) -> Read<Table> {
        if let Some(seat) = turn {
            self.reach_turn(seat)?;
        }
        match end {
            Some(end) => self.end(end)?,
            None if turn.is_none() && !matches!(self.table.phase, Phase::Window(_)) => {
                let actor = self.table.actor.index();
                return Err(InvalidRecord::field(
                    "turn",
                    format!("missing, it is that of seat {actor}"),
                ));
            }
            None => {}
        }
        let turned = usize::from(self.table.dora_count);
        if self.dora.len() != turned {
            let count = self.dora.len();
            let reason = format!("{count} indicators, but {turned} are turned by now");
            return Err(InvalidRecord::field("dora", reason));
        }
        Ok(self.table)
    }

    fn end(&mut self, end: &EndRecord) -> Read<()> {
        let seats = end.seats.iter().map(|index| at_table(self.game, *index, "end"));
        let seats: SeatSet = seats.collect::<Read<SeatSet>>()?;
        let kind = match end.by {
            EndKind::Tsumo | EndKind::Ron => return self.win(end, seats),
            EndKind::Exhausted => DrawKind::Exhausted,
            EndKind::Nagashi => DrawKind::Nagashi,
            EndKind::NineTerminals => DrawKind::NineTerminals,
            EndKind::FourWinds => DrawKind::FourWinds,
            EndKind::FourRiichi => DrawKind::FourRiichi,
            EndKind::FourKans => DrawKind::FourKans,
            EndKind::TripleRon => DrawKind::TripleRon,
        };
        let offered = self.table.phase == Phase::Window(Offer::Discard);
        let window = matches!(self.table.phase, Phase::Window(_));
        let fits = match kind {
            DrawKind::NineTerminals => {
                let first = self.table.discards[self.table.actor.index()] == 0;
                let phase = self.table.phase == Phase::Drawn;
                phase
                    && first
                    && self.table.uninterrupted
                    && self.game.rules().aborts.nine_terminals
            }
            DrawKind::TripleRon => {
                let four = self.game.seats() == 4;
                window && four && self.game.rules().triple_ron == TripleRon::Draw
            }
            DrawKind::Exhausted | DrawKind::Nagashi if offered && self.table.live == 0 => {
                self.close()?;
                let paid = self.game.rules().nagashi_mangan && !self.table.nagashi.is_empty();
                self.game.abort(&self.table).is_none() && paid == (kind == DrawKind::Nagashi)
            }
            _ if offered => {
                self.close()?;
                self.game.abort(&self.table) == Some(kind)
            }
            _ => false,
        };
        if !fits {
            return Err(InvalidRecord::field(
                "end",
                format!("the round cannot end here by {kind:?}"),
            ));
        }
        if kind.is_abort() && !seats.is_empty() {
            return Err(InvalidRecord::field("end", "nobody shows a hand when a round is aborted"));
        }
        let deltas = self.game.draw_deltas(&self.table, kind, seats);
        let expected = &deltas[..self.game.seats()];
        if !end.deltas.is_empty() && end.deltas != expected {
            let reason = format!("deltas {:?}, expected {expected:?}", end.deltas);
            return Err(InvalidRecord::field("end", reason));
        }
        self.observe(&Event::Drawn { kind, tenpai: seats, deltas });
        Ok(())
    }

    fn win(&mut self, end: &EndRecord, winners: SeatSet) -> Read<()> {
        let (seats, actor) = (self.game.seats(), self.table.actor);
        let fits = match (end.by, self.table.phase) {
            (EndKind::Tsumo, Phase::Drawn) => winners == SeatSet::only(actor),
            (EndKind::Ron, Phase::Window(_)) => !winners.is_empty() && !winners.contains(actor),
            _ => false,
        };
        if !fits {
            return Err(InvalidRecord::field("end", "these seats cannot win here"));
        }
        let sticks = STICK * i32::from(self.table.sticks);
        let whole = end.deltas.len() == seats
            && end.deltas.iter().map(|delta| i64::from(*delta)).sum::<i64>() == i64::from(sticks)
            && end.deltas.iter().all(|delta| (-1_000_000..=1_000_000).contains(delta));
        if !whole {
            let reason = format!(
                "deltas {:?}, expected {seats} numbers that add up to {sticks}",
                end.deltas
            );
            return Err(InvalidRecord::field("end", reason));
        }
        let mut deltas = [0; 4];
        deltas[..seats].copy_from_slice(&end.deltas);
        self.table.win(winners, &deltas);
        debug_assert_eq!(self.table.ending, Ending::Won(winners));
        Ok(())
    }
}
