//! Card counting: the probability that a card wins its trick, given which cards are out, who can
//! hold them, and who has shown a void.

use crate::compile::{Aim, Compiled};
use crate::{Constraints, Table, View};
use facedown_cards::{Card, CardSet};
use facedown_game::{Seat, math};

/// A seat's knowledge of the cards that are out.
pub(super) struct CardCounter<'a> {
    c: &'a Compiled,
    table: &'a Table,
    constraints: Constraints,
    /// The kinds of which a copy is out: in another hand, or face down.
    pub(super) out: u64,
    seat: Seat,
}

impl<'a> CardCounter<'a> {
    pub(super) fn new(game: &'a crate::Tricks, view: &'a View) -> Self {
        let (c, table) = (&*game.c, &view.table);
        let mut left: crate::Cards = c.pack.iter().copied().collect();
        left = left.minus(view.hand);
        table.plays().iter().for_each(|card| left.remove(*card));
        if table.upcard_to.is_none() {
            table.upcard.into_iter().for_each(|card| left.remove(card));
        }
        view.discard.into_iter().for_each(|card| left.remove(card));
        let constraints = game.constraints(view);
        Self { c, table, constraints, out: left.bits(), seat: view.seat }
    }

    /// Returns the cards that a seat can hold.
    fn possible(&self, seat: Seat) -> u64 {
        let known = self.constraints.holds[seat.index()].bits();
        (self.out & !self.constraints.lacks[seat.index()].bits()) | known
    }

    /// Returns the seats that play to the trick after the seat to act.
    fn later(&self) -> impl Iterator<Item = Seat> {
        let (c, table) = (self.c, self.table);
        let after =
            std::iter::successors(Some(table.to_act), move |seat| Some(table.after(c, *seat)));
        after.skip(1).take(usize::from(table.active - table.in_trick) - 1)
    }

    /// Returns the probability that a seat beats this card later in a trick of this suit.
    fn beaten_by(&self, seat: Seat, card: Card, led: u8) -> f32 {
        let t = self.c.trump(self.table.trump);
        let possible = self.possible(seat);
        let all = possible.count_ones() as f32;
        let held = self.table.count(seat) as u32;
        if all == 0.0 || held == 0 {
            return 0.0;
        }
        let lacks_all = |cards: u64| -> f32 {
            let share = 1.0 - (cards & possible).count_ones() as f32 / all;
            math::powi(f64::from(share.max(0.0)), held) as f32
        };
        let suit = t.suits[usize::from(led)];
        let beats = t.beats[card.index()];
        let follows = self.c.follow.suit;
        let (in_suit, other) = (beats & suit, beats & !suit);
        let ruffs = 1.0 - lacks_all(other);
        let free = if follows { lacks_all(suit) } else { 1.0 };
        let able = 1.0 - lacks_all(in_suit) + free * ruffs;
        able.min(1.0) * self.eagerness(seat)
    }

    /// Returns the probability that a seat takes a trick that it can take.
    fn eagerness(&self, seat: Seat) -> f32 {
        let (c, table) = (self.c, self.table);
        let i = seat.index();
        if c.same_side(seat, self.seat) && seat != self.seat {
            return 0.3;
        }
        match c.aim {
            Aim::Exact if table.won[i] >= table.bids[i] => 0.4,
            Aim::Contract if crate::rollout::is_live_nil(c, table, seat) => 0.2,
            Aim::Exact | Aim::Contract | Aim::Tricks | Aim::Points => 0.9,
            Aim::Avoid => 0.5,
        }
    }

    /// Returns the probability that this card wins the trick if it is played now.
    pub(super) fn win_probability(&self, card: Card) -> f32 {
        let t = self.c.trump(self.table.trump);
        let led = match self.table.winning() {
            Some((_, best)) if t.beats[best.index()] >> card.index() & 1 == 0 => return 0.0,
            Some(_) => self.table.led,
            None => t.suit[card.index()],
        };
        self.later().map(|seat| 1.0 - self.beaten_by(seat, card, led)).product()
    }

    /// Returns the probability that the card that is winning the trick still wins it if this seat
    /// plays low.
    pub(super) fn hold_probability(&self) -> f32 {
        let Some((_, best)) = self.table.winning() else { return 0.0 };
        self.later().map(|seat| 1.0 - self.beaten_by(seat, best, self.table.led)).product()
    }

    /// Returns the cards that no outstanding card of their suit beats.
    pub(super) fn masters(&self, hand: u64) -> CardSet {
        let t = self.c.trump(self.table.trump);
        let is_master = |card: &Card| {
            let suit = t.suits[usize::from(t.suit[card.index()])];
            t.beats[card.index()] & suit & self.out == 0
        };
        CardSet::from_bits_truncate(hand).iter().filter(is_master).collect()
    }
}
