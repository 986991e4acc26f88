//! How events change the table.

use super::reopen::ClosedWindow;
use super::{Ending, Offer, Phase, STICK, SelfCall, SelfCallKind, Table};
use crate::Event;
use crate::rules::Rules;
use facedown_game::{Seat, SeatSet};
use facedown_tiles::{Kind, KindSet, Meld, MeldShape, Tile};

impl Table {
    /// Updates the table by one event. The tile of a `Drew` event is ignored, so that all observers
    /// agree.
    #[inline]
    pub(crate) fn observe(&mut self, rules: &Rules, event: &Event) {
        let automatic = event.is_automatic();
        if !automatic {
            self.closed = ClosedWindow::NONE;
        }
        if let Phase::Window(offer) = self.phase {
            // An indicator does not end the phase: the draw after it finds the window closed.
            if automatic && self.closed == ClosedWindow::NONE {
                self.closed = ClosedWindow::of(self, offer);
            }
            self.pass_offered(offer);
        }
        match event {
            Event::Dealt(_) | Event::Asked | Event::Answered(_) | Event::Shown { .. } => {}
            Event::Dora(tile) => self.turn_dora(*tile),
            Event::Drew { seat, replacement, .. } => self.draw(*seat, *replacement),
            Event::Discarded { seat, tile, drawn } => self.discard(*seat, *tile, *drawn),
            Event::RiichiDeclared(_) => self.phase = Phase::Declared,
            Event::RiichiAccepted(seat) => self.accept_riichi(*seat),
            Event::Called { seat, meld } => self.call(rules, *seat, *meld),
            Event::ClosedKan { seat, meld } => {
                self.lay_down(*seat, *meld, 4);
                let place = usize::from(self.meld_counts[seat.index()]) - 1;
                self.record_self_call(*seat, SelfCallKind::ClosedKan(place));
                self.offered = Tile::plain(meld.first);
                let robbed = rules.rob_closed_kan;
                self.phase = if robbed { Phase::Window(Offer::ClosedKan) } else { Phase::Closed };
            }
            Event::AddedKan { seat, tile } => self.add_to_pon(*seat, *tile),
            Event::Nuki(seat) => {
                self.held[seat.index()] -= 1;
                self.nuki[seat.index()] += 1;
                self.visible.add(Kind::NORTH);
                self.record_self_call(*seat, SelfCallKind::Nuki);
                self.offered = Tile::plain(Kind::NORTH);
                self.phase = Phase::Window(Offer::Nuki);
            }
            Event::Won(victory) => {
                self.settle(&victory.deltas);
                self.sticks = 0;
                let before = match self.ending {
                    Ending::Won(seats) => seats,
                    _ => SeatSet::EMPTY,
                };
                self.ending = Ending::Won(before.with(victory.seat));
            }
            Event::Drawn { kind, tenpai, deltas } => {
                self.settle(deltas);
                self.ending = Ending::Drawn(*kind, *tenpai);
            }
        }
    }

    /// Marks the offered tile as passed by all. Inaccurate after a win, where it has no effect.
    ///
    /// Only thirteen orphans can rob a closed kan, and a hand that passed on it waits for that
    /// kind alone, of which no tile is left: nothing to remember.
    fn pass_offered(&mut self, offer: Offer) {
        if offer == Offer::ClosedKan {
            return;
        }
        let kind = KindSet::only(self.offered.kind());
        let own = self.passed[self.actor.index()];
        self.passed = self.passed.map(|passed| passed | kind);
        self.passed[self.actor.index()] = own;
    }

    fn record_self_call(&mut self, seat: Seat, kind: SelfCallKind) {
        self.self_calls.push(SelfCall { after: self.river.len(), seat, kind });
    }

    /// Ends the round with these winners, for records that sum up all wins.
    pub(crate) fn win(&mut self, winners: SeatSet, deltas: &[i32; 4]) {
        if let Phase::Window(offer) = self.phase {
            self.pass_offered(offer);
        }
        self.closed = ClosedWindow::NONE;
        self.settle(deltas);
        self.sticks = 0;
        self.ending = Ending::Won(winners);
    }

    fn settle(&mut self, deltas: &[i32; 4]) {
        for (score, delta) in self.scores.iter_mut().zip(deltas) {
            *score += delta;
        }
        self.phase = Phase::Over;
    }

    fn turn_dora(&mut self, tile: Tile) {
        self.dora[usize::from(self.dora_count)] = tile;
        self.visible.add(tile.kind());
        self.dora_count += 1;
        let waiting = if self.dora_due > 0 { &mut self.dora_due } else { &mut self.dora_fresh };
        *waiting = waiting.saturating_sub(1); // the first indicator belongs to no kan
    }

    fn draw(&mut self, seat: Seat, replacement: bool) {
        self.live -= 1;
        self.held[seat.index()] += 1;
        self.actor = seat;
        self.phase = Phase::Drawn;
        self.replaced = replacement;
        if replacement {
            self.replacements += 1;
            self.dora_due += self.dora_fresh;
            self.dora_fresh = 0;
            self.interrupt();
        }
    }

    /// Records that a call, a kan or a nuki was completed, which a robbed one is not.
    fn interrupt(&mut self) {
        self.ippatsu = SeatSet::EMPTY;
        self.uninterrupted = false;
    }

    fn discard(&mut self, seat: Seat, tile: Tile, drawn: bool) {
        let declaring = self.phase == Phase::Declared;
        self.river.push(seat, tile, drawn, declaring);
        self.visible.add(tile.kind());
        self.held[seat.index()] -= 1;
        self.discards[seat.index()] += 1;
        self.discarded[seat.index()].insert(tile.kind());
        self.ippatsu = self.ippatsu.without(seat);
        if !self.is_riichi(seat) {
            self.passed[seat.index()] = KindSet::EMPTY;
        }
        if !tile.kind().is_outside() {
            self.nagashi = self.nagashi.without(seat);
        }
        self.declaring = declaring;
        self.offered = tile;
        self.phase = Phase::Window(Offer::Discard);
    }

    fn accept_riichi(&mut self, seat: Seat) {
        if self.uninterrupted && self.discards[seat.index()] == 1 {
            self.double_riichi = self.double_riichi.with(seat);
        }
        self.riichi = self.riichi.with(seat);
        self.ippatsu = self.ippatsu.with(seat);
        self.scores[seat.index()] -= STICK;
        self.sticks += 1;
        self.declaring = false;
        self.phase = Phase::Closed;
    }

    fn call(&mut self, rules: &Rules, seat: Seat, meld: Meld) {
        let from = self.actor;
        let called = self.river.mark_called();
        let uncalled = &mut self.visible.0[called.kind().index()];
        *uncalled = uncalled.saturating_sub(1); // it is counted with the meld
        self.nagashi = self.nagashi.without(from);
        self.interrupt();
        self.lay_down(seat, meld, meld.len() as u8 - 1);
        self.note_liable(rules, seat, meld, from);
        self.actor = seat;
        self.replaced = false;
        self.phase = if meld.is_kan() { Phase::Closed } else { Phase::Called };
    }

    fn lay_down(&mut self, seat: Seat, meld: Meld, out_of_hand: u8) {
        let seat = seat.index();
        self.melds.0[seat][usize::from(self.meld_counts[seat])] = meld;
        meld.count_into(&mut self.visible.0);
        self.meld_counts[seat] += 1;
        self.held[seat] -= out_of_hand;
        if meld.is_kan() {
            self.kans += 1;
            self.dora_fresh = 1;
        }
    }

    fn add_to_pon(&mut self, seat: Seat, tile: Tile) {
        self.held[seat.index()] -= 1;
        let is_pon = |meld: &Meld| meld.shape == MeldShape::Pon && meld.first == tile.kind();
        if let Some(place) = self.melds(seat).iter().position(is_pon) {
            let pon = &mut self.melds.0[seat.index()][place];
            pon.shape = MeldShape::AddedKan;
            pon.reds += u8::from(tile.is_red());
            self.visible.add(tile.kind());
            self.record_self_call(seat, SelfCallKind::AddedKan { meld: place, red: tile.is_red() });
        }
        self.kans += 1;
        self.dora_fresh = 1;
        self.offered = tile;
        self.phase = Phase::Window(Offer::AddedKan);
    }

    /// Records the liable seat (*pao*): the one that fed the triplet which makes a yakuman certain.
    fn note_liable(&mut self, rules: &Rules, seat: Seat, meld: Meld, from: Seat) {
        if meld.shape == MeldShape::Chi {
            return;
        }
        let melds = self.melds(seat);
        let triplets = |kinds: std::ops::RangeInclusive<Kind>| {
            let of = |meld: &&Meld| meld.shape != MeldShape::Chi && kinds.contains(&meld.first);
            if kinds.contains(&meld.first) { melds.iter().filter(of).count() } else { 0 }
        };
        let dragons = rules.pao.daisangen && triplets(Kind::WHITE..=Kind::RED) == 3;
        let winds = rules.pao.daisuushii && triplets(Kind::EAST..=Kind::NORTH) == 4;
        let all_kans = melds.len() == 4 && melds.iter().all(|meld| meld.is_kan());
        let kans = rules.pao.suukantsu && all_kans;
        let mark = from.index() as u8 + 1;
        if dragons || winds {
            self.liable[seat.index()] |= mark;
        }
        if kans {
            self.liable[seat.index()] |= mark << 4;
        }
    }
}
