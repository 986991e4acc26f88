//! The policy of playouts: the ideas of `efficient` in their cheapest form.
//!
//! It wins when it can, declares riichi when it can, throws what keeps the hand nearest and is
//! least useful, calls when a yaku is certain and the hand comes nearer, and gives up against
//! riichi unless the hand is near: then it throws what the others cannot win with, *suji*, and
//! honours that are mostly visible. It reads the table and its seat's own tiles, nothing else.

use crate::seat_context::SeatContext;
use crate::state::Own;
use crate::table::Phase;
use crate::{Action, Riichi, State, Table, View};
use facedown_game::{Policy, Rng, Seat, SeatSet};
use facedown_tiles::{Hand, Kind, KindSet, Meld, MeldShape, Pack, Tile};

/// The policy of playouts as a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RolloutPolicy;

impl Policy<Riichi> for RolloutPolicy {
    fn choose(&mut self, game: &Riichi, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        choose_for(game, &view.context(), legal, rng)
    }
}

/// What the seat to act does in a playout.
pub(crate) fn choose(game: &Riichi, state: &State, legal: &[Action], rng: &mut Rng) -> Action {
    let seat = match state.table.phase {
        Phase::Window(_) => state.pending.asked.unwrap_or(state.table.actor),
        _ => state.table.actor,
    };
    choose_for(game, &state.context(seat), legal, rng)
}

fn choose_for(game: &Riichi, context: &SeatContext<'_>, legal: &[Action], rng: &mut Rng) -> Action {
    let [.., last] = legal else { return Action::Pass };
    if legal.len() == 1 || matches!(last, Action::Ron) {
        return *last;
    }
    let player = Player {
        table: context.table,
        own: context.own,
        seat: context.seat,
        pack: game.pack(),
        open_simples: game.rules().score.open_tanyao,
        barred: game.barred(context.table),
    };
    match context.table.phase {
        Phase::Window(_) => player.answer(legal),
        _ => player.act(legal, rng),
    }
}

/// What the seat to act knows.
struct Player<'a> {
    table: &'a Table,
    own: &'a Own,
    seat: Seat,
    pack: Pack,
    open_simples: bool,
    /// What it may not throw after its call.
    barred: KindSet,
}

impl Player<'_> {
    fn act(&self, legal: &[Action], rng: &mut Rng) -> Action {
        // What is not a discard comes last.
        for action in legal.iter().rev() {
            match action {
                Action::Discard { .. } => break,
                Action::Tsumo | Action::Nuki | Action::NineTerminals => return *action,
                Action::ClosedKan(kind) if self.kan_is_free(*kind) => return *action,
                Action::Riichi if self.table.live >= 8 => return *action,
                _ => {}
            }
        }
        if self.table.is_riichi(self.seat) {
            return legal[0];
        }
        let hand = &self.own.hand;
        let shanten = hand.shanten(self.pack);
        let threats = self.table.riichi.without(self.seat);
        let kind = if self.table.phase == Phase::Declared {
            self.widest_wait()
        } else if !threats.is_empty() && self.gives_up(shanten) {
            self.safest(threats)
        } else {
            self.least_useful(shanten, rng)
        };
        discard_of(legal, kind).unwrap_or(legal[0])
    }

    /// Hands further away than this are given up against riichi. It must not be left to chance, or
    /// a hand that has just thrown a dangerous tile is given up with the next.
    fn gives_up(&self, shanten: i8) -> bool {
        match shanten {
            ..=0 => false,
            1 => self.table.live < 16 || self.bonus() < 2 && self.seat != self.table.setup.dealer,
            _ => true,
        }
    }

    /// Dora and red fives, as far as a glance tells.
    fn bonus(&self) -> u8 {
        let hand = &self.own.hand;
        let dora = self.dora();
        let melds = self.table.melds(self.seat);
        let melded = |meld: &Meld| meld.reds + 3 * u8::from(dora.contains(meld.first));
        hand.red_fives()
            + (hand.kinds() & dora).iter().map(|kind| hand.count(kind)).sum::<u8>()
            + melds.iter().map(melded).sum::<u8>()
    }

    fn kan_is_free(&self, kind: Kind) -> bool {
        let mut after = self.own.hand;
        let reds = if kind.is_five() { after.reds(kind.suit()) } else { 0 };
        (0..4).for_each(|copy| after.remove(crate::state::copy_of(kind, copy < reds)));
        after.shanten(self.pack) <= self.own.hand.shanten(self.pack)
    }

    /// Of the discards that keep the hand as near as it is, the tile that could do least.
    fn least_useful(&self, shanten: i8, rng: &mut Rng) -> Kind {
        let hand = &self.own.hand;
        let counts = hand.counts().as_array();
        let dora = self.dora();
        let luck = rng.next_u64();
        let mut best = (i32::MAX, Kind::EAST);
        for kind in hand.kinds() - self.barred {
            // Two random bits tell equal tiles apart, so that playouts differ.
            let noise = (luck >> (kind.index() & 31) & 3) as i32;
            let use_of = 4 * self.usefulness(counts, kind, dora) + noise;
            if use_of < best.0 && stays(hand, kind, self.pack, shanten) {
                best = (use_of, kind);
            }
        }
        best.1
    }

    fn dora(&self) -> KindSet {
        let three = self.pack == Pack::Three;
        self.table.dora_indicators().iter().map(|tile| tile.kind().dora(three)).collect()
    }

    /// What a tile could still do beside the others.
    fn usefulness(&self, counts: &[u8; 34], kind: Kind, dora: KindSet) -> i32 {
        let at = kind.index();
        let copies = 7 * (i32::from(counts[at]) - 1);
        let bonus = if dora.contains(kind) { 7 } else { 0 };
        if kind.is_honor() {
            let yaku = kind >= Kind::WHITE
                || kind == self.table.round_wind()
                || kind == self.table.seat_wind(self.seat);
            let alive = !self.table.river_holds(kind);
            return copies + bonus + if yaku && alive { 3 } else { 0 };
        }
        let number = at % 9;
        let held = |there: bool, place: usize| there && counts[place] > 0;
        let near = 8 * i32::from(held(number > 0, at.wrapping_sub(1)))
            + 8 * i32::from(held(number < 8, at + 1))
            + 5 * i32::from(held(number > 1, at.wrapping_sub(2)))
            + 5 * i32::from(held(number < 7, at + 2));
        let middle = 4 - (number as i32 - 4).abs();
        let red = if kind.is_five() && self.own.hand.reds(kind.suit()) > 0 { 4 } else { 0 };
        copies + bonus + near + middle + red
    }

    /// The declaring discard that leaves the most kinds to wait for.
    fn widest_wait(&self) -> Kind {
        let hand = &self.own.hand;
        let width = |kind: &Kind| {
            let mut after = *hand;
            after.remove(held_copy(hand, *kind));
            let waits = after.waits(self.pack);
            let furiten = !(waits & self.table.discarded[self.seat.index()]).is_empty();
            2 * waits.len() as i32 - i32::from(furiten)
        };
        hand.kinds().iter().max_by_key(width).unwrap_or(Kind::EAST)
    }

    /// The tile that these seats are least likely to win with.
    fn safest(&self, threats: SeatSet) -> Kind {
        let hand = &self.own.hand;
        let mine = hand.kinds() - self.barred;
        let mut best = (i32::MAX, Kind::EAST);
        let safe_of = |seat: Seat| self.table.safe_against(seat);
        let sure = threats.iter().fold(mine, |safe, seat| safe & safe_of(seat));
        if let Some(kind) = sure.iter().max_by_key(|kind| hand.count(*kind)) {
            return kind;
        }
        for kind in mine {
            let danger = threats.iter().map(|seat| danger(safe_of(seat), kind)).sum::<i32>();
            // Two of a kind are two safe turns, if they are.
            let worth = 4 * danger - i32::from(hand.count(kind));
            if worth < best.0 {
                best = (worth, kind);
            }
        }
        best.1
    }

    fn answer(&self, legal: &[Action]) -> Action {
        if !self.table.riichi.without(self.seat).is_empty() && self.own.hand.shanten(self.pack) > 1
        {
            return Action::Pass;
        }
        // Pons come after chis, and are the better calls.
        for action in legal.iter().rev() {
            let good = match action {
                Action::Pon(own) => self.call_helps(*own, MeldShape::Pon),
                Action::Chi(own) => self.call_helps(*own, MeldShape::Chi),
                _ => false,
            };
            if good {
                return *action;
            }
        }
        Action::Pass
    }

    /// Whether a call makes or keeps a yaku certain and brings the hand nearer.
    fn call_helps(&self, own: [Tile; 2], shape: MeldShape) -> bool {
        let called = self.table.offered.kind();
        let melds = self.table.melds(self.seat);
        let yaku = |kind: Kind| {
            kind >= Kind::WHITE
                || kind == self.table.round_wind()
                || kind == self.table.seat_wind(self.seat)
        };
        let triplet = |meld: &Meld| meld.shape != MeldShape::Chi && yaku(meld.first);
        let honours = shape == MeldShape::Pon && yaku(called) || melds.iter().any(triplet);
        let mut after = self.own.hand;
        for tile in own {
            after.remove(tile);
        }
        if !honours && !self.is_simple(own, called, melds, &after) {
            return false;
        }
        let before = self.own.hand.shanten(self.pack);
        // An honour's triplet is worth opening a hand for at any time, a row only to get near.
        let near = before <= 3 || shape == MeldShape::Pon;
        near && after.shanten(self.pack) < before
    }

    fn is_simple(&self, own: [Tile; 2], called: Kind, melds: &[Meld], after: &Hand) -> bool {
        let inside = |kind: Kind| !kind.is_outside();
        self.open_simples
            && inside(called)
            && own.iter().all(|tile| inside(tile.kind()))
            && (after.kinds() & KindSet::OUTSIDE).len() <= 1
            && melds.iter().all(|meld| meld.tiles().all(|tile| inside(tile.kind())))
    }
}

/// Whether the hand without a tile of a kind is as near as with it.
#[inline]
fn stays(hand: &Hand, kind: Kind, pack: Pack, shanten: i8) -> bool {
    let mut after = *hand;
    after.remove(held_copy(hand, kind));
    after.shanten(pack) == shanten
}

/// A copy of a kind that the hand holds, a plain one if it can.
#[inline]
fn held_copy(hand: &Hand, kind: Kind) -> Tile {
    let red = kind.is_five() && hand.reds(kind.suit()) == hand.count(kind);
    crate::state::copy_of(kind, red)
}

/// How dangerous a kind is to a seat that cannot win with these: 0 not at all.
fn danger(safe: KindSet, kind: Kind) -> i32 {
    if safe.contains(kind) {
        return 0;
    }
    if kind.is_honor() {
        return 3;
    }
    let number = kind.index() % 9;
    let low = number >= 3 && !safe.contains(Kind::new(kind.index() as u8 - 3));
    let high = number <= 5 && !safe.contains(Kind::new(kind.index() as u8 + 3));
    let edge = i32::from(!matches!(number, 0 | 8));
    2 + 5 * (i32::from(low) + i32::from(high)) + edge
}

/// The discard of a kind, the tile just drawn first, and a plain five before a red one.
fn discard_of(legal: &[Action], kind: Kind) -> Option<Action> {
    let mut found = None;
    for action in legal {
        if let Action::Discard { tile, drawn } = action
            && tile.kind() == kind
        {
            if *drawn && !tile.is_red() {
                return Some(*action);
            }
            found = found.or(Some(*action));
        }
    }
    found
}

impl Table {
    /// Whether at least two tiles of a kind lie in the rivers.
    fn river_holds(&self, kind: Kind) -> bool {
        let seats = &self.discarded[..self.seats()];
        seats.iter().filter(|discarded| discarded.contains(kind)).count() >= 2
    }
}
