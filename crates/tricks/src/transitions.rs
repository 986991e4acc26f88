//! State transitions of the public part, driven by events.

#![allow(clippy::inline_always, reason = "playouts are compiled for the CPU's bit instructions")]

use crate::Event;
use crate::compile::Compiled;
use crate::following::Trick;
use crate::rules::{Auction, FirstLead, TrumpSource, Upcard};
use crate::table::{Phase, Table};
use facedown_cards::{Card, Suit};
use facedown_game::{Seat, SeatSet};

impl Table {
    /// Updates the table with an event. Cards that only some seats see are not read, so the result
    /// is the same for every observer.
    pub(crate) fn observe(&mut self, c: &Compiled, event: Event) {
        match event {
            Event::Dealt(_) => {}
            Event::Turned(card) => self.turn_up(c, card),
            Event::Looked => {
                self.looked = self.looked.with(self.to_act);
                self.phase = Phase::Bid;
            }
            Event::Bid(tricks) => self.bid_tricks(c, tricks),
            Event::BlindNil => {
                self.blind = self.blind.with(self.to_act);
                self.looked = self.looked.with(self.to_act);
                self.bid_tricks(c, 0);
            }
            Event::Declined => self.decline(c),
            Event::Named { suit, alone } => self.name(c, suit, alone),
            Event::Discarded(_) => {
                self.counts[self.to_act.index()] -= 1;
                self.stock += 1;
                self.discarded = true;
                self.begin_play(c);
            }
            Event::Passed(_) => self.pass(c),
            Event::Received(_) => self.exchange(c),
            Event::Opens(seat) => {
                self.to_act = seat;
                self.phase = Phase::Play;
            }
            Event::Played(card) => self.play(c, card),
            Event::Drew(seat, _) => {
                self.counts[seat.index()] += 1;
                if self.stock > 0 {
                    self.stock -= 1;
                } else {
                    self.upcard_to = Some(seat);
                }
            }
        }
    }

    /// Enters the first phase of a hand.
    pub(crate) fn begin(&mut self, c: &Compiled) {
        if c.rules.passing_in(self.setup.hand).is_some() {
            self.phase = Phase::Pass;
            self.to_act = Seat::new(0);
        } else {
            self.begin_auction(c);
        }
    }

    fn begin_auction(&mut self, c: &Compiled) {
        self.calls = 0;
        self.to_act = self.after(c, self.setup.dealer);
        match (c.rules.auction, self.setup.chooser) {
            (Auction::Tricks(_), _) => self.begin_bid(),
            (Auction::Trump(_), _) => self.phase = Phase::Order,
            (Auction::Choose, Some(seat)) => {
                self.to_act = seat;
                self.phase = Phase::Name;
            }
            (Auction::Choose, None) | (Auction::None, _) => self.begin_play(c),
        }
    }

    fn begin_bid(&mut self) {
        self.phase = if self.looked.contains(self.to_act) { Phase::Bid } else { Phase::Blind };
    }

    fn begin_play(&mut self, c: &Compiled) {
        self.phase = Phase::Play;
        match c.rules.play.first_lead {
            FirstLead::AfterDealer => self.to_act = self.after(c, self.setup.dealer),
            FirstLead::Dealer if self.sitting_out.contains(self.setup.dealer) => {
                self.to_act = self.after(c, self.setup.dealer);
            }
            FirstLead::Dealer => self.to_act = self.setup.dealer,
            FirstLead::Holder { .. } => self.phase = Phase::Opening,
        }
    }

    fn turn_up(&mut self, c: &Compiled, card: Card) {
        self.upcard = Some(card);
        if c.rules.deal.upcard == Upcard::Dealer {
            self.upcard_to = Some(self.setup.dealer);
        } else {
            self.stock -= 1;
        }
        let decides = match c.rules.auction {
            Auction::Choose => self.setup.chooser.is_none(),
            _ => c.rules.trump == TrumpSource::Upcard,
        };
        if decides {
            self.trump = card.suit() as u8;
        }
    }

    fn pass(&mut self, c: &Compiled) {
        let Some((_, count)) = c.rules.passing_in(self.setup.hand) else { return };
        self.counts[self.to_act.index()] -= 1;
        self.calls += 1;
        if self.calls.is_multiple_of(count) {
            let next = self.to_act.index() + 1;
            if next == c.seats {
                self.phase = Phase::Exchange;
            } else {
                self.to_act = Seat::new(next);
            }
        }
    }

    fn exchange(&mut self, c: &Compiled) {
        let Some((_, count)) = c.rules.passing_in(self.setup.hand) else { return };
        self.counts[..c.seats].iter_mut().for_each(|cards| *cards += count);
        self.begin_auction(c);
    }

    fn bid_tricks(&mut self, c: &Compiled, tricks: u8) {
        self.bids[self.to_act.index()] = tricks;
        self.calls += 1;
        self.to_act = self.after(c, self.to_act);
        if self.calls == self.active {
            self.begin_play(c);
        } else {
            self.begin_bid();
        }
    }

    fn decline(&mut self, c: &Compiled) {
        self.calls += 1;
        self.to_act = self.after(c, self.to_act);
        if self.calls == self.active {
            self.phase = Phase::Name;
        } else if self.calls == 2 * self.active {
            self.phase = Phase::Over;
        }
    }

    fn name(&mut self, c: &Compiled, suit: Suit, alone: bool) {
        let (maker, ordered) = (self.to_act, self.phase == Phase::Order);
        self.trump = suit as u8;
        self.maker = Some(maker);
        self.alone = alone;
        if alone {
            let partners = Seat::all(c.seats).filter(|s| *s != maker && c.same_side(*s, maker));
            self.sitting_out = partners.collect::<SeatSet>();
            self.active -= self.sitting_out.len() as u8;
        }
        let dealer = self.setup.dealer;
        if ordered && !self.sitting_out.contains(dealer) {
            self.upcard_to = Some(dealer);
            self.counts[dealer.index()] += 1;
            self.to_act = dealer;
            self.phase = Phase::Discard;
        } else {
            self.begin_play(c);
        }
    }

    /// Plays a card of the seat to act.
    #[inline(always)]
    pub(crate) fn play(&mut self, c: &Compiled, card: Card) {
        let (i, seat, t) = (card.index(), self.to_act, c.trump(self.trump));
        if self.in_trick == 0 {
            self.led = t.suit[i];
            self.best = card;
            self.winner = seat;
            self.leaders[usize::from(self.tricks)] = seat.index() as u8;
        } else if t.beats[self.best.index()] >> i & 1 == 1 {
            self.best = card;
            self.winner = seat;
        }
        if !self.broken {
            self.broken = Trick::of(self).is_broken_by(c, card);
        }
        self.plays[usize::from(self.played)] = card;
        self.played += 1;
        self.counts[seat.index()] -= 1;
        self.trick_points += i16::from(c.points[i]);
        self.in_trick += 1;
        if self.in_trick == self.active {
            self.end_trick(c);
        } else {
            self.to_act = self.after(c, seat);
        }
    }

    #[inline(always)]
    fn end_trick(&mut self, c: &Compiled) {
        let winner = self.winner.index();
        self.won[winner] += 1;
        self.points[winner] += self.trick_points;
        self.tricks += 1;
        self.in_trick = 0;
        self.trick_points = 0;
        self.led = crate::compile::NO_SUIT;
        self.to_act = self.winner;
        if self.counts[winner] == 0 && !self.draws(c) {
            self.phase = Phase::Over;
        }
    }

    /// Returns whether every seat draws after a trick; the stock is a multiple of their number.
    #[inline(always)]
    pub(crate) fn draws(&self, c: &Compiled) -> bool {
        let under = c.rules.deal.upcard == Upcard::UnderStock && self.upcard_to.is_none();
        c.rules.deal.draw && (self.stock > 0 || under)
    }
}
