//! How likely a card is to take the trick, for all that a seat knows: which cards are out, who can
//! hold them, and who has shown a void.

use crate::compile::{Aim, Compiled};
use crate::{Constraints, Table, View};
use facedown_cards::{Card, CardSet};
use facedown_game::{Seat, math};

/// What a seat knows of the cards that are out.
pub(super) struct Outlook<'a> {
    c: &'a Compiled,
    table: &'a Table,
    facts: Constraints,
    /// The kinds of which a copy is out: with another seat, or face down.
    pub(super) out: u64,
    seat: Seat,
}

impl<'a> Outlook<'a> {
    pub(super) fn new(game: &'a crate::Tricks, view: &'a View) -> Self {
        let (c, table) = (&*game.c, &view.table);
        let mut left: crate::Cards = c.pack.iter().copied().collect();
        left = left.minus(view.hand);
        table.plays().iter().for_each(|card| left.remove(*card));
        if table.upcard_to.is_none() {
            table.upcard.into_iter().for_each(|card| left.remove(card));
        }
        view.discard.into_iter().for_each(|card| left.remove(card));
        let facts = game.constraints(view);
        Self { c, table, facts, out: left.bits(), seat: view.seat }
    }

    /// The cards that a seat can hold.
    fn possible(&self, seat: Seat) -> u64 {
        let known = self.facts.holds[seat.index()].bits();
        (self.out & !self.facts.lacks[seat.index()].bits()) | known
    }

    /// The seats that play to the trick in progress after the seat to act.
    fn later(&self) -> impl Iterator<Item = Seat> {
        let (c, table) = (self.c, self.table);
        let after =
            std::iter::successors(Some(table.to_act), move |seat| Some(table.after(c, *seat)));
        after.skip(1).take(usize::from(table.active - table.in_trick) - 1)
    }

    /// The chance that a seat beats this card, playing after it to a trick of this suit.
    fn beaten_by(&self, seat: Seat, card: Card, led: u8) -> f32 {
        let t = self.c.trump(self.table.trump);
        let possible = self.possible(seat);
        let all = possible.count_ones() as f32;
        let held = self.table.count(seat) as f32;
        if all == 0.0 || held == 0.0 {
            return 0.0;
        }
        let lacks_all = |cards: u64| -> f32 {
            let share = 1.0 - (cards & possible).count_ones() as f32 / all;
            math::powf_f32(share.max(0.0), held)
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

    /// How gladly a seat takes tricks.
    fn eagerness(&self, seat: Seat) -> f32 {
        let (c, table) = (self.c, self.table);
        let i = seat.index();
        if c.together(seat, self.seat) && seat != self.seat {
            return 0.3;
        }
        match c.aim {
            Aim::Exact if table.won[i] >= table.bids[i] => 0.4,
            Aim::Contract if crate::light::is_live_nil(c, table, seat) => 0.2,
            Aim::Exact | Aim::Contract | Aim::Tricks | Aim::Points => 0.9,
            Aim::Avoid => 0.5,
        }
    }

    /// The chance that this card takes the trick if it is played now.
    pub(super) fn wins(&self, card: Card) -> f32 {
        let t = self.c.trump(self.table.trump);
        let led = match self.table.winning() {
            Some((_, best)) if t.beats[best.index()] >> card.index() & 1 == 0 => return 0.0,
            Some(_) => self.table.led,
            None => t.suit[card.index()],
        };
        self.later().map(|seat| 1.0 - self.beaten_by(seat, card, led)).product()
    }

    /// The chance that the card that is winning the trick goes on to do so if this seat lets it.
    pub(super) fn holds_up(&self) -> f32 {
        let Some((_, best)) = self.table.winning() else { return 0.0 };
        self.later().map(|seat| 1.0 - self.beaten_by(seat, best, self.table.led)).product()
    }

    /// Those of these cards that nothing which is out can beat in their suit.
    pub(super) fn masters(&self, hand: u64) -> CardSet {
        let t = self.c.trump(self.table.trump);
        let is_master = |card: &Card| {
            let suit = t.suits[usize::from(t.suit[card.index()])];
            t.beats[card.index()] & suit & self.out == 0
        };
        CardSet::from_bits_truncate(hand).iter().filter(is_master).collect()
    }
}
