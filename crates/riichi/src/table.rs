//! The public half of a round, moved on by events alone.
//!
//! The state and every view hold the same [`Table`], and [`Table::observe`] is the only thing that
//! changes it: a view cannot drift from its state, and nothing hidden can be in it.

use crate::asides::{Aside, AsideKind, Asides};
use crate::river::River;
use crate::rules::{Kuikae, Rules};
use crate::state::Setup;
use crate::{DrawKind, Event};
use facedown_game::{Seat, SeatSet};
use facedown_tiles::{Kind, KindSet, Meld, MeldShape, Tile};

/// What a tile is offered from, while other seats may claim it.
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

/// Where a round stands.
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
    /// A tile of the seat that acted last is offered; nature asks those who can claim it.
    Window(Offer),
    /// The window is closed and the round goes on at once; no seat meets this phase.
    Closed,
    /// The round is over.
    Over,
}

/// How a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// It has not.
    Unfinished,
    /// These seats won.
    Won(SeatSet),
    /// Nobody won; these seats have shown tenpai.
    Drawn(DrawKind, SeatSet),
}

pub(crate) const STICK: i32 = 1_000;

const NO_MELD: Meld =
    Meld { shape: MeldShape::Chi, first: Kind::new(0), reds: 0, called: Tile::new(0), from: 0 };

/// Four places for the melds of each seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Laid(pub(crate) [[Meld; 4]; 4]);

impl std::ops::Deref for Laid {
    type Target = [[Meld; 4]; 4];

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl std::hash::Hash for Laid {
    /// As one string of bytes: views are named by the million, and field by field is slow.
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

/// How many tiles of each kind lie open: discards that were not called away, melds, norths set aside
/// and indicators. Encoders ask for it at every decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Open(pub(crate) [u8; Kind::COUNT]);

impl std::hash::Hash for Open {
    /// All of it follows from the rest of the table.
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl Open {
    #[inline]
    fn lay(&mut self, kind: Kind) {
        self.0[kind.index()] += 1;
    }
}

/// What everybody at the table sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    pub(crate) setup: Setup,
    pub(crate) scores: [i32; 4],
    /// The kinds that each seat has discarded, called ones included.
    pub(crate) discarded: [KindSet; 4],
    /// The kinds that others offered since each seat's last discard, and nobody won with; from
    /// riichi on they stay.
    pub(crate) gone_by: [KindSet; 4],
    pub(crate) river: River,
    /// Kans out of the hand and norths, with when they came.
    pub(crate) asides: Asides,
    pub(crate) melds: Laid,
    pub(crate) meld_counts: [u8; 4],
    pub(crate) open: Open,
    /// Closed tiles of each seat.
    pub(crate) held: [u8; 4],
    pub(crate) discards: [u8; 4],
    pub(crate) nuki: [u8; 4],
    /// Who answers for each seat's dragons or winds (low half) and kans (high half): seat + 1.
    pub(crate) liable: [u8; 4],
    pub(crate) dora: [Tile; 5],
    pub(crate) doras: u8,
    /// Indicators of kans that are due at the next discard or replacement.
    pub(crate) due: u8,
    /// The indicator of a kan whose replacement is not yet drawn.
    pub(crate) fresh: u8,
    pub(crate) seats: u8,
    pub(crate) sticks: u8,
    /// Tiles left to draw.
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
    /// Who has discarded nothing but terminals and honours, none of them called.
    pub(crate) nagashi: SeatSet,
    /// The last discard declared riichi, and is not accepted yet.
    pub(crate) declaring: bool,
    /// The tile just drawn is a replacement.
    pub(crate) replaced: bool,
    /// Nobody has called, laid down a kan or set a north aside.
    pub(crate) uninterrupted: bool,
}

const _: () = assert!(size_of::<Table>() <= 432, "the table is copied with every view");

impl Table {
    pub(crate) fn new(rules: &Rules, setup: &Setup) -> Self {
        let seats = usize::from(rules.seats);
        let mut held = [0; 4];
        held[..seats].fill(13);
        Self {
            setup: *setup,
            scores: setup.scores,
            discarded: [KindSet::EMPTY; 4],
            gone_by: [KindSet::EMPTY; 4],
            river: River::EMPTY,
            asides: Asides::NONE,
            melds: Laid([[NO_MELD; 4]; 4]),
            meld_counts: [0; 4],
            open: Open([0; Kind::COUNT]),
            held,
            discards: [0; 4],
            nuki: [0; 4],
            liable: [0; 4],
            dora: [Tile::new(0); 5],
            doras: 0,
            due: 0,
            fresh: 0,
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
        }
    }

    /// Moves on by one event. The tile of a `Drew` event is not used, so that it makes no
    /// difference who watches.
    #[inline]
    pub(crate) fn observe(&mut self, rules: &Rules, event: &Event) {
        if let Phase::Window(offer) = self.phase {
            self.let_go(offer);
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
                self.set_aside(*seat, AsideKind::ClosedKan(place));
                self.offered = Tile::plain(meld.first);
                let robbed = rules.rob_closed_kan;
                self.phase = if robbed { Phase::Window(Offer::ClosedKan) } else { Phase::Closed };
            }
            Event::AddedKan { seat, tile } => self.add_to_pon(*seat, *tile),
            Event::Nuki(seat) => {
                self.held[seat.index()] -= 1;
                self.nuki[seat.index()] += 1;
                self.open.lay(Kind::NORTH);
                self.set_aside(*seat, AsideKind::Nuki);
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

    /// The offered tile has gone by, unless the event is a win, and then it does not matter.
    ///
    /// Only thirteen orphans can rob a closed kan, and a hand that could and did not waits for that
    /// kind alone, of which no tile is left: nothing to remember.
    fn let_go(&mut self, offer: Offer) {
        if offer == Offer::ClosedKan {
            return;
        }
        let kind = KindSet::only(self.offered.kind());
        let own = self.gone_by[self.actor.index()];
        self.gone_by = self.gone_by.map(|gone_by| gone_by | kind);
        self.gone_by[self.actor.index()] = own;
    }

    fn set_aside(&mut self, seat: Seat, what: AsideKind) {
        self.asides.push(Aside { after: self.river.len(), seat, what });
    }

    /// These seats have won, all told in one.
    pub(crate) fn win(&mut self, winners: SeatSet, deltas: &[i32; 4]) {
        if let Phase::Window(offer) = self.phase {
            self.let_go(offer);
        }
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
        self.dora[usize::from(self.doras)] = tile;
        self.open.lay(tile.kind());
        self.doras += 1;
        let waiting = if self.due > 0 { &mut self.due } else { &mut self.fresh };
        *waiting = waiting.saturating_sub(1); // the first indicator is no kan's
    }

    fn draw(&mut self, seat: Seat, replacement: bool) {
        self.live -= 1;
        self.held[seat.index()] += 1;
        self.actor = seat;
        self.phase = Phase::Drawn;
        self.replaced = replacement;
        if replacement {
            self.replacements += 1;
            self.due += self.fresh;
            self.fresh = 0;
            self.interrupt();
        }
    }

    /// A call, a kan or a nuki has been carried out. One that was robbed has not.
    fn interrupt(&mut self) {
        self.ippatsu = SeatSet::EMPTY;
        self.uninterrupted = false;
    }

    fn discard(&mut self, seat: Seat, tile: Tile, drawn: bool) {
        let declaring = self.phase == Phase::Declared;
        self.river.push(seat, tile, drawn, declaring);
        self.open.lay(tile.kind());
        self.held[seat.index()] -= 1;
        self.discards[seat.index()] += 1;
        self.discarded[seat.index()].insert(tile.kind());
        self.ippatsu = self.ippatsu.without(seat);
        if !self.is_riichi(seat) {
            self.gone_by[seat.index()] = KindSet::EMPTY;
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
        let lying = &mut self.open.0[called.kind().index()];
        *lying = lying.saturating_sub(1); // it lies in the meld now
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
        meld.count_into(&mut self.open.0);
        self.meld_counts[seat] += 1;
        self.held[seat] -= out_of_hand;
        if meld.is_kan() {
            self.kans += 1;
            self.fresh = 1;
        }
    }

    fn add_to_pon(&mut self, seat: Seat, tile: Tile) {
        self.held[seat.index()] -= 1;
        let is_pon = |meld: &Meld| meld.shape == MeldShape::Pon && meld.first == tile.kind();
        if let Some(place) = self.melds(seat).iter().position(is_pon) {
            let pon = &mut self.melds.0[seat.index()][place];
            pon.shape = MeldShape::AddedKan;
            pon.reds += u8::from(tile.is_red());
            self.open.lay(tile.kind());
            self.set_aside(seat, AsideKind::AddedKan { meld: place, red: tile.is_red() });
        }
        self.kans += 1;
        self.fresh = 1;
        self.offered = tile;
        self.phase = Phase::Window(Offer::AddedKan);
    }

    /// Whoever feeds the triplet that makes a yakuman certain answers for it.
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

/// The kinds that may not be discarded after this call.
pub(crate) fn barred_after(kuikae: Kuikae, meld: Meld) -> KindSet {
    let called = meld.called.kind();
    match kuikae {
        Kuikae::Allowed => return KindSet::EMPTY,
        Kuikae::Same => return KindSet::only(called),
        Kuikae::Flank => {}
    }
    let mut barred = KindSet::only(called);
    if meld.shape == MeldShape::Chi {
        let (first, number) = (meld.first.index(), meld.first.number());
        if called == meld.first && number <= 6 {
            barred.insert(Kind::new(first as u8 + 3));
        } else if called.index() == first + 2 && number >= 2 {
            barred.insert(Kind::new(first as u8 - 1));
        }
    }
    barred
}
