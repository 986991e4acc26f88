//! The rollout policy: the ideas of `efficient` in their cheapest form.
//!
//! It wins when it can, declares riichi when it can, discards the least useful tile that keeps the
//! shanten, calls when a yaku is certain and the shanten falls, and folds against riichi unless the
//! hand is close to tenpai: then it discards safe tiles (*genbutsu*), *suji*, and honours.

use crate::seat_context::SeatContext;
use crate::state::Own;
use crate::table::Phase;
use crate::{Action, Riichi, State, Table, View};
use facedown_game::{Policy, Rng, Seat, SeatSet};
use facedown_tiles::{Hand, Kind, KindSet, Meld, MeldShape, Pack, Tile};

/// The rollout policy as a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RolloutPolicy;

impl Policy<Riichi> for RolloutPolicy {
    fn choose(&mut self, game: &Riichi, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        choose_for(game, &view.context(), legal, rng)
    }
}

/// Chooses the action of the seat to act in a rollout.
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

/// The seat to act with its knowledge.
struct Player<'a> {
    table: &'a Table,
    own: &'a Own,
    seat: Seat,
    pack: Pack,
    open_simples: bool,
    /// The kinds that it may not discard after its call.
    barred: KindSet,
}

impl Player<'_> {
    fn act(&self, legal: &[Action], rng: &mut Rng) -> Action {
        // Other actions than discards come last.
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
        } else if !threats.is_empty() && self.folds(shanten) {
            self.safest(threats)
        } else {
            self.least_useful(shanten, rng)
        };
        discard_of(legal, kind).unwrap_or(legal[0])
    }

    /// Returns whether a hand is folded against riichi. Deterministic, or a hand that has just pushed
    /// a dangerous tile would fold on the next turn.
    fn folds(&self, shanten: i8) -> bool {
        match shanten {
            ..=0 => false,
            1 => self.table.live < 16 || self.bonus() < 2 && self.seat != self.table.setup.dealer,
            _ => true,
        }
    }

    /// Counts dora and red fives, roughly.
    fn bonus(&self) -> u8 {
        let hand = &self.own.hand;
        let dora = self.dora();
        let melds = self.table.melds(self.seat);
        let melded = |meld: &Meld| meld.reds + 3 * u8::from(dora.contains(meld.first));
        hand.red_fives()
            + (hand.kinds() & dora).iter().map(|kind| hand.count(kind)).sum::<u8>()
            + melds.iter().map(melded).sum::<u8>()
    }

    /// Returns whether a closed kan keeps the shanten.
    fn kan_is_free(&self, kind: Kind) -> bool {
        let mut after = self.own.hand;
        let reds = if kind.is_five() { after.reds(kind.suit()) } else { 0 };
        (0..4).for_each(|copy| after.remove(crate::state::copy_of(kind, copy < reds)));
        after.shanten(self.pack) <= self.own.hand.shanten(self.pack)
    }

    /// Returns the least useful discard that keeps the shanten.
    fn least_useful(&self, shanten: i8, rng: &mut Rng) -> Kind {
        let hand = &self.own.hand;
        let counts = hand.counts().as_array();
        let dora = self.dora();
        let noise_bits = rng.next_u64();
        let mut best = (i32::MAX, Kind::EAST);
        for kind in hand.kinds() - self.barred {
            // Two random bits break ties, so that rollouts differ.
            let noise = (noise_bits >> (kind.index() & 31) & 3) as i32;
            let usefulness = 4 * self.usefulness(counts, kind, dora) + noise;
            if usefulness < best.0 && keeps_shanten(hand, kind, self.pack, shanten) {
                best = (usefulness, kind);
            }
        }
        best.1
    }

    fn dora(&self) -> KindSet {
        let three = self.pack == Pack::Three;
        self.table.dora_indicators().iter().map(|tile| tile.kind().dora(three)).collect()
    }

    /// Scores how useful a tile is beside the others.
    fn usefulness(&self, counts: &[u8; 34], kind: Kind, dora: KindSet) -> i32 {
        let at = kind.index();
        let copies = 7 * (i32::from(counts[at]) - 1);
        let bonus = if dora.contains(kind) { 7 } else { 0 };
        if kind.is_honor() {
            let yaku = kind >= Kind::WHITE
                || kind == self.table.round_wind()
                || kind == self.table.seat_wind(self.seat);
            let alive = !self.table.two_discarded(kind);
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

    /// Returns the riichi discard that leaves the most kinds to wait for.
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

    /// Returns the discard that these seats are least likely to win on.
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
            // A pair is two safe turns, if it is safe.
            let score = 4 * danger - i32::from(hand.count(kind));
            if score < best.0 {
                best = (score, kind);
            }
        }
        best.1
    }

    fn answer(&self, legal: &[Action]) -> Action {
        if !self.table.riichi.without(self.seat).is_empty() && self.own.hand.shanten(self.pack) > 1
        {
            return Action::Pass;
        }
        // Pons come after chis, and are better calls.
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

    /// Returns whether a call makes or keeps a yaku certain and lowers the shanten.
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
        if !honours && !self.aims_at_simples(own, called, melds, &after) {
            return false;
        }
        let before = self.own.hand.shanten(self.pack);
        // A pon may open a hand at any time, a chi only close to tenpai.
        let near = before <= 3 || shape == MeldShape::Pon;
        near && after.shanten(self.pack) < before
    }

    fn aims_at_simples(&self, own: [Tile; 2], called: Kind, melds: &[Meld], after: &Hand) -> bool {
        let inside = |kind: Kind| !kind.is_outside();
        self.open_simples
            && inside(called)
            && own.iter().all(|tile| inside(tile.kind()))
            && (after.kinds() & KindSet::OUTSIDE).len() <= 1
            && melds.iter().all(|meld| meld.tiles().all(|tile| inside(tile.kind())))
    }
}

/// Returns whether a discard keeps the shanten.
#[inline]
fn keeps_shanten(hand: &Hand, kind: Kind, pack: Pack, shanten: i8) -> bool {
    let mut after = *hand;
    after.remove(held_copy(hand, kind));
    after.shanten(pack) == shanten
}

/// Returns a tile of a kind that the hand holds, a plain one if possible.
#[inline]
fn held_copy(hand: &Hand, kind: Kind) -> Tile {
    let red = kind.is_five() && hand.reds(kind.suit()) == hand.count(kind);
    crate::state::copy_of(kind, red)
}

/// Scores the danger of a kind against a seat with these safe kinds; 0 if safe.
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

/// Finds the discard of a kind, the tile just drawn first, a plain five before a red one.
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
    /// Returns whether at least two seats have discarded a kind.
    fn two_discarded(&self, kind: Kind) -> bool {
        let seats = &self.discarded[..self.seats()];
        seats.iter().filter(|discarded| discarded.contains(kind)).count() >= 2
    }
}
