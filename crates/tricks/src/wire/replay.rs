//! Replays the history of a record and checks each step.

use super::read::{Read, card, cards, invalid, seat_of};
use super::{TrickRecord, ViewRecord};
use crate::constraints::lacking;
use crate::following::{Trick, disproved, playable};
use crate::legal::list;
use crate::rules::{FirstLead, Upcard};
use crate::{Action, Cards, Event, Legal, Move, Phase, Setup, Tricks, View};
use facedown_cards::{Card, CardSet};
use facedown_game::{ActionBuf, Game, InvalidRecord, Seat, excerpt, find_action};

/// A record that is being replayed into a view.
pub(super) struct Replay<'a> {
    game: &'a Tricks,
    record: &'a ViewRecord,
    view: View,
    /// The cards that the seat was dealt, then those that it drew, in an order consistent with its
    /// plays.
    own: Vec<Card>,
    passed: Vec<Card>,
    received: Vec<Card>,
    /// The cards that have not been located yet.
    unlocated: Cards,
}

impl<'a> Replay<'a> {
    pub(super) fn new(
        game: &'a Tricks,
        record: &'a ViewRecord,
        setup: Setup,
        seat: Seat,
    ) -> Read<Self> {
        let passing = record.passing.clone().unwrap_or_default();
        let view = game.blank_view(&setup, seat);
        let mut replay = Self {
            game,
            record,
            view,
            own: Vec::new(),
            passed: cards(&passing.given, seat)?,
            received: cards(&passing.received, seat)?,
            unlocated: game.pack().iter().copied().collect(),
        };
        replay.check_passing()?;
        replay.own = replay.own_cards()?;
        Ok(replay)
    }

    fn check_passing(&self) -> Read<()> {
        let hand = self.view.table.setup.hand;
        let (_, count) = self.game.c.rules.passing_in(hand).unwrap_or_default();
        for (what, cards) in [("passed", &self.passed), ("received", &self.received)] {
            if cards.len() > usize::from(count) {
                let reason = format!("{} cards {what}, expected at most {count}", cards.len());
                return Err(invalid(None, self.view.seat, reason));
            }
        }
        Ok(())
    }

    fn observe(&mut self, event: Event) {
        self.game.observe(&mut self.view, event);
    }

    /// Marks a card as located.
    fn locate(&mut self, card: Card, trick: Option<usize>, seat: Seat) -> Read<()> {
        if self.unlocated.contains(card) {
            self.unlocated.remove(card);
            return Ok(());
        }
        let copies = self.game.pack().iter().filter(|other| **other == card).count();
        let reason = match copies {
            0 => format!("{card} is not in the pack"),
            1 => format!("{card} is there twice"),
            _ => format!("{card} is there more than {copies} times"),
        };
        Err(invalid(trick, seat, reason + &self.whereabouts(card, seat)))
    }

    /// Describes where a card is that cannot be with another seat.
    fn whereabouts(&self, card: Card, other: Seat) -> String {
        let own = self.view.seat;
        if let Some((trick, seat)) = self.where_played(card) {
            format!(": {seat} played it to trick {trick}")
        } else if self.view.table.upcard == Some(card) {
            ": it was turned up".to_owned()
        } else if let Some(trick) = self.own_play(card).filter(|_| own != other) {
            format!(": {own} plays it to trick {trick}")
        } else if self.view.hand.contains(card) && own != other {
            format!(": {own} holds it")
        } else {
            String::new()
        }
    }

    /// Returns the last trick to which the seat itself plays this card.
    fn own_play(&self, card: Card) -> Option<usize> {
        let plays = |trick: &TrickRecord| {
            let leader = Seat::from_index(trick.leader);
            let seats = std::iter::successors(leader, |seat| Some(self.next(*seat)));
            let mut plays = seats.zip(&trick.cards);
            plays.any(|(seat, text)| seat == self.view.seat && text.parse() == Ok(card))
        };
        self.record.tricks.iter().rposition(plays).map(|trick| trick + 1)
    }

    /// Returns the trick and the seat that have played a card so far.
    fn where_played(&self, card: Card) -> Option<(usize, Seat)> {
        let table = &self.view.table;
        let mut plays = table.plays_by_seat(&self.game.c).enumerate();
        let (number, (seat, _)) = plays.find(|(_, (_, played))| *played == card)?;
        Some((number / usize::from(table.active) + 1, seat))
    }

    /// Returns the cards that the seat was dealt or drew: those it passed, played, in order, holds
    /// and discarded, without those that it received or took up.
    fn own_cards(&self) -> Read<Vec<Card>> {
        let (record, seat, c) = (self.record, self.view.seat, &*self.game.c);
        let held = cards(record.hand.as_deref().unwrap_or_default(), seat)?;
        let mut own = self.passed.clone();
        for (number, trick) in record.tricks.iter().enumerate() {
            let leader = seat_of(self.game, trick.leader, "leader")?;
            self.check_length(number + 1, leader, trick)?;
            let seats = std::iter::successors(Some(leader), |s| Some(self.next(*s)));
            for (player, text) in seats.zip(&trick.cards) {
                if player == seat {
                    own.push(card(text, Some(number + 1), seat)?);
                }
            }
        }
        own.extend(held);
        let discard = record.discard.iter().map(|text| card(text, None, seat));
        own.extend(discard.collect::<Read<Vec<Card>>>()?);
        let mut acquired = self.received.clone();
        let ordered = record.calls.iter().take(usize::from(self.view.table.active));
        let ordered = ordered.into_iter().any(|call| call.call.starts_with("trump"));
        let takes_up = c.rules.deal.upcard == Upcard::Offered && ordered;
        if takes_up && seat.index() == record.dealer && !self.sits_out() {
            let up = record.upcard.iter().map(|text| card(text, None, seat));
            acquired.extend(up.collect::<Read<Vec<Card>>>()?);
        }
        for card in acquired {
            let Some(place) = own.iter().rposition(|held| *held == card) else {
                let reason =
                    format!("{card} was received or taken up, but is neither held nor played");
                return Err(invalid(None, seat, reason));
            };
            own.remove(place);
        }
        Ok(own)
    }

    /// Returns the seat that plays after another, given the calls.
    fn next(&self, seat: Seat) -> Seat {
        let table = &self.view.table;
        let next = table.after(&self.game.c, seat);
        match self.alone() {
            Some(maker) if next != maker && self.game.same_side(next, maker) => {
                table.after(&self.game.c, next)
            }
            _ => next,
        }
    }

    /// Returns the maker that plays alone, given the calls.
    fn alone(&self) -> Option<Seat> {
        let call = self.record.calls.iter().find(|call| call.call.ends_with("alone"))?;
        Seat::from_index(call.seat)
    }

    fn sits_out(&self) -> bool {
        let seat = self.view.seat;
        self.alone().is_some_and(|maker| maker != seat && self.game.same_side(maker, seat))
    }

    pub(super) fn read_deal(&mut self) -> Read<()> {
        let (seat, size) = (self.view.seat, self.view.table.count(self.view.seat));
        let draws = self.own.len().saturating_sub(size);
        let may_draw = self.game.c.rules.deal.draw;
        let looked = self.record.hand.is_some();
        if looked && (self.own.len() < size || draws > 0 && !may_draw) {
            let reason = format!("{} cards held and played, expected {size}", self.own.len());
            return Err(invalid(None, seat, reason));
        }
        for card in self.own.clone() {
            self.locate(card, self.own_play(card), seat)?;
        }
        if self.view.table.looked.contains(seat) {
            self.observe_deal()?;
        }
        let Some(text) = &self.record.upcard else { return self.check_no_upcard() };
        let up = card(text, None, self.view.table.setup.dealer)?;
        if self.game.c.rules.deal.upcard == Upcard::None {
            return Err(InvalidRecord::new(format!(
                "no card is turned up in this game, but upcard is {up}"
            )));
        }
        // The upcard may be the seat's own card: the dealer's, or the last of the stock.
        let own = match self.game.c.rules.deal.upcard {
            Upcard::Dealer => self.view.table.setup.dealer == seat,
            Upcard::UnderStock => self.own_draws_contain(up),
            _ => false,
        };
        self.observe(Event::Turned(up));
        if !own {
            self.locate(up, self.own_play(up), seat)?;
        }
        Ok(())
    }

    fn own_draws_contain(&self, card: Card) -> bool {
        self.view.hand.contains(card) || self.own.contains(&card)
    }

    fn check_no_upcard(&self) -> Read<()> {
        let turned = self.game.c.rules.deal.upcard != Upcard::None;
        if turned && self.view.table.stock > 0 {
            return Err(InvalidRecord::new("upcard is missing: a card is turned up in this game"));
        }
        Ok(())
    }

    fn observe_deal(&mut self) -> Read<()> {
        if self.record.hand.is_none() {
            let reason = "hand is missing: the seat has looked at its cards";
            return Err(invalid(None, self.view.seat, reason));
        }
        let size = self.view.table.dealt().min(self.own.len());
        let dealt = self.own[..size].iter().copied().collect();
        self.own.drain(..size);
        self.observe(Event::Dealt(dealt));
        Ok(())
    }

    pub(super) fn read_passing(&mut self) -> Read<()> {
        let c = &*self.game.c;
        let Some((_, count)) = c.rules.passing_in(self.view.table.setup.hand) else {
            return Ok(());
        };
        let (seat, all) = (self.view.seat, count * c.seats as u8);
        let recorded = self.record.passing.as_ref().and_then(|passing| passing.chosen);
        let chosen = recorded.unwrap_or(all).min(all);
        let mut passed = self.passed.clone();
        passed.sort_unstable();
        let mut passed = passed.into_iter();
        for number in 0..chosen {
            let own = usize::from(number / count) == seat.index();
            let next = if own { passed.next() } else { None };
            if own && next.is_none() {
                let reason = format!("{} cards passed, expected more", self.passed.len());
                return Err(invalid(None, seat, reason));
            }
            self.observe(Event::Passed(next));
        }
        if passed.next().is_some() {
            let reason =
                format!("{} cards passed, more than the seat has chosen", self.passed.len());
            return Err(invalid(None, seat, reason));
        }
        if self.view.table.phase != Phase::Exchange {
            return Ok(());
        }
        if self.received.len() != usize::from(count) {
            let reason = format!("{} cards received, expected {count}", self.received.len());
            return Err(invalid(None, seat, reason));
        }
        for card in self.received.clone() {
            self.locate(card, None, seat)?;
        }
        self.observe(Event::Received(self.received.iter().copied().collect()));
        Ok(())
    }

    pub(super) fn read_calls(&mut self) -> Read<()> {
        for call in &self.record.calls {
            let seat = seat_of(self.game, call.seat, "seat of a call")?;
            let (table, text) = (&self.view.table, call.call.trim());
            let calling =
                matches!(table.phase, Phase::Blind | Phase::Bid | Phase::Order | Phase::Name);
            if !calling || table.to_act != seat {
                let reason = format!("called {text} out of turn");
                return Err(invalid(None, seat, reason));
            }
            let mut legal = Legal::default();
            list(&self.game.c, table, Cards::EMPTY, None, &mut legal);
            let Some(action) = find_action(self.game, legal.as_slice(), text) else {
                let texts: Vec<String> = legal.as_slice().iter().map(Action::to_string).collect();
                let reason = format!(
                    "'{text}' is not a legal call, expected one of {}",
                    texts.join(", "),
                    text = excerpt(text)
                );
                return Err(invalid(None, seat, reason));
            };
            self.observe(match action.get() {
                Move::Bid(tricks) => Event::Bid(tricks),
                Move::Look => Event::Looked,
                Move::BlindNil => Event::BlindNil,
                Move::Decline => Event::Declined,
                Move::Trump { suit, alone } => Event::Named { suit, alone },
                Move::Card(_) => continue,
            });
            let looks = matches!(action.get(), Move::Look | Move::BlindNil);
            if looks && seat == self.view.seat {
                self.observe_deal()?;
            }
        }
        Ok(())
    }

    pub(super) fn read_discard(&mut self) -> Read<()> {
        let discarded = self.record.discarded || !self.record.tricks.is_empty();
        if self.view.table.phase != Phase::Discard || !discarded {
            return Ok(());
        }
        let dealer = self.view.table.setup.dealer;
        let own = match &self.record.discard {
            Some(text) if dealer == self.view.seat => Some(card(text, None, dealer)?),
            None if dealer == self.view.seat => {
                return Err(invalid(None, dealer, "discard is missing: the seat has discarded"));
            }
            _ => None,
        };
        self.observe(Event::Discarded(own));
        Ok(())
    }

    pub(super) fn read_trick(&mut self, number: usize, trick: &TrickRecord) -> Read<()> {
        let leader = seat_of(self.game, trick.leader, "leader")?;
        let at = Some(number);
        if self.view.table.phase == Phase::Opening {
            self.observe(Event::Opens(leader));
        }
        let table = &self.view.table;
        if table.phase != Phase::Play {
            let reason = format!("cards were played in the phase \"{}\"", table.phase.name());
            return Err(invalid(at, leader, reason));
        }
        if table.in_trick != 0 {
            let reason =
                format!("leads, but trick {} has only {} cards", number - 1, table.in_trick);
            return Err(invalid(at, leader, reason));
        }
        if table.to_act != leader {
            let reason = format!("leads, but it is the turn of {}", table.to_act);
            return Err(invalid(at, leader, reason));
        }
        self.check_length(number, leader, trick)?;
        trick.cards.iter().try_for_each(|text| self.read_play(number, text))
    }

    fn check_length(&self, number: usize, leader: Seat, trick: &TrickRecord) -> Read<()> {
        let (cards, most) = (trick.cards.len(), usize::from(self.view.table.active));
        if (1..=most).contains(&cards) {
            return Ok(());
        }
        let reason = format!("leads a trick of {cards} cards, expected 1 to {most}");
        Err(invalid(Some(number), leader, reason))
    }

    fn read_play(&mut self, number: usize, text: &str) -> Read<()> {
        let (c, at) = (&*self.game.c, Some(number));
        let (table, seat) = (self.view.table, self.view.table.to_act);
        let played = card(text, at, seat)?;
        if table.phase != Phase::Play || table.counts[seat.index()] == 0 {
            return Err(invalid(at, seat, format!("{played} is played, but no cards are left")));
        }
        if seat == self.view.seat {
            let hand = self.view.hand.bits();
            let may = playable(c, &table, hand);
            if hand >> played.index() & 1 == 0 {
                let reason = format!("{played} is there twice, or was not held");
                return Err(invalid(at, seat, reason));
            }
            if may >> played.index() & 1 == 0 {
                let might = CardSet::from_bits_truncate(may);
                let reason = format!("{played} was not legal: the seat held {might}");
                return Err(invalid(at, seat, reason));
            }
        } else {
            // Cards known to be in the hand have been located: passed by this seat, or shown. So has
            // the upcard that the dealer took.
            let known = self.game.constraints(&self.view).holds[seat.index()].contains(played);
            let shown = table.upcard == Some(played) && table.upcard_to == Some(seat);
            if !known && !shown {
                self.locate(played, at, seat)?;
            }
            self.check_play(number, seat, played)?;
        }
        self.observe(Event::Played(played));
        self.draw_after_trick()
    }

    /// Checks that a play contradicts neither the seat's earlier plays nor its known cards.
    fn check_play(&self, number: usize, seat: Seat, played: Card) -> Read<()> {
        let (c, table) = (&*self.game.c, &self.view.table);
        let proved = disproved(c, Trick::of(table), table.to_act, played);
        let holds = self.game.constraints(&self.view).holds[seat.index()];
        let revoked = CardSet::from_bits_truncate(holds.bits() & proved);
        if let Some(held) = revoked.first() {
            let reason = format!("{played} was not legal: the seat is known to hold {held}");
            return Err(invalid(Some(number), seat, reason));
        }
        let mut after = *table;
        after.play(c, played);
        match lacking(c, &after) {
            Ok(_) => Ok(()),
            Err(revoke) => Err(invalid(
                Some(revoke.trick + 1),
                seat,
                format!(
                    "{played} is a revoke: {} to trick {} showed that the seat holds no such card",
                    revoke.by,
                    revoke.shown + 1
                ),
            )),
        }
    }

    fn draw_after_trick(&mut self) -> Read<()> {
        let c = &*self.game.c;
        if self.view.table.in_trick > 0 || !self.view.table.draws(c) {
            return Ok(());
        }
        let mut seat = self.view.table.to_act;
        for _ in 0..self.view.table.active {
            let open = self.view.table.stock == 0;
            let card = if seat == self.view.seat {
                if self.own.is_empty() {
                    let reason = "fewer cards held and played than drawn";
                    return Err(invalid(None, seat, reason));
                }
                Some(self.own.remove(0))
            } else {
                self.view.table.upcard.filter(|_| open)
            };
            self.observe(Event::Drew(seat, card));
            seat = self.view.table.after(c, seat);
        }
        Ok(())
    }

    /// Returns the view. The first leader may be known before it leads.
    pub(super) fn finish(mut self) -> Read<View> {
        if self.view.table.phase == Phase::Opening {
            return self.open();
        }
        if !self.own.is_empty() && self.view.table.looked.contains(self.view.seat) {
            let reason = format!("{} cards too many held or played", self.own.len());
            return Err(invalid(None, self.view.seat, reason));
        }
        Ok(self.view)
    }

    fn open(&mut self) -> Read<View> {
        let FirstLead::Holder { card, .. } = self.game.c.rules.play.first_lead else {
            return Ok(self.view);
        };
        if self.view.hand.contains(card) {
            self.observe(Event::Opens(self.view.seat));
            return Ok(self.view);
        }
        let recorded = self.record.now.as_ref().and_then(|now| now.to_act);
        let Some(seat) = recorded.filter(|seat| *seat < self.game.seats()) else {
            let reason = format!("now.to_act is missing: the seat that holds {card} and leads");
            return Err(InvalidRecord::new(reason));
        };
        self.observe(Event::Opens(Seat::new(seat)));
        Ok(self.view)
    }
}
