//! A record's history is folded again, and each step checked.

use super::read::{Read, at_table, card, cards};
use super::{BadRecord, TrickRecord, ViewRecord};
use crate::constraints::lacking;
use crate::following::{disproved, playable};
use crate::legal::list;
use crate::rules::{FirstLead, Upcard};
use crate::{Action, Cards, Event, Legal, Move, PassedCards, Phase, Setup, Tricks, View};
use facedown_cards::{Card, CardSet};
use facedown_game::{ActionBuf, Game, Seat};

/// A record on its way to a view.
pub(super) struct Replay<'a> {
    game: &'a Tricks,
    record: &'a ViewRecord,
    view: View,
    /// What the seat was dealt, then what it draws, in an order in which it can have played it.
    own: Vec<Card>,
    given: Vec<Card>,
    received: Vec<Card>,
    /// The cards whose places are not known yet.
    left: Cards,
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
        let mut reader = Self {
            game,
            record,
            view,
            own: Vec::new(),
            given: cards(&passing.given, seat)?,
            received: cards(&passing.received, seat)?,
            left: game.pack().iter().copied().collect(),
        };
        reader.check_parcels()?;
        reader.own = reader.own_cards()?;
        Ok(reader)
    }

    fn check_parcels(&self) -> Read<()> {
        let hand = self.view.table.setup.hand;
        let (_, count) = self.game.c.rules.passing_in(hand).unwrap_or_default();
        for (what, parcel) in [("given", &self.given), ("received", &self.received)] {
            if parcel.len() > usize::from(count) {
                let reason = format!("{} cards {what}, expected at most {count}", parcel.len());
                return Err(BadRecord::at(None, self.view.seat, reason));
            }
        }
        Ok(())
    }

    fn see(&mut self, event: Event) {
        self.game.observe(&mut self.view, event);
    }

    /// Takes a card out of those whose places are not known.
    fn place(&mut self, card: Card, trick: Option<usize>, seat: Seat) -> Read<()> {
        if self.left.contains(card) {
            self.left.remove(card);
            return Ok(());
        }
        let copies = self.game.pack().iter().filter(|other| **other == card).count();
        let reason = match copies {
            0 => format!("{card} is not in the pack"),
            1 => format!("{card} is there twice"),
            _ => format!("{card} is there more than {copies} times"),
        };
        Err(BadRecord::at(trick, seat, reason + &self.whereabouts(card, seat)))
    }

    /// Where a card is known to be, to another seat's surprise.
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

    /// The last trick to which the seat itself plays this card, as the record has it.
    fn own_play(&self, card: Card) -> Option<usize> {
        let plays = |trick: &TrickRecord| {
            let leader = Seat::from_index(trick.leader);
            let seats = std::iter::successors(leader, |seat| Some(self.next(*seat)));
            let mut plays = seats.zip(&trick.cards);
            plays.any(|(seat, text)| seat == self.view.seat && text.parse() == Ok(card))
        };
        self.record.tricks.iter().rposition(plays).map(|trick| trick + 1)
    }

    /// The trick and the seat with which a card was played so far.
    fn where_played(&self, card: Card) -> Option<(usize, Seat)> {
        let table = &self.view.table;
        let mut plays = table.plays_by_seat(&self.game.c).enumerate();
        let (number, (seat, _)) = plays.find(|(_, (_, played))| *played == card)?;
        Some((number / usize::from(table.active) + 1, seat))
    }

    /// The seat's cards: what it played, in order, then what it holds, then what it put away.
    /// Cards that it handed on come first, those that it was handed or took up do not count.
    fn own_cards(&self) -> Read<Vec<Card>> {
        let (record, seat, c) = (self.record, self.view.seat, &*self.game.c);
        let held = cards(record.hand.as_deref().unwrap_or_default(), seat)?;
        let mut own = self.given.clone();
        for (number, trick) in record.tricks.iter().enumerate() {
            let leader = at_table(self.game, trick.leader, "leader")?;
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
        let mut later = self.received.clone();
        let ordered = record.calls.iter().take(usize::from(self.view.table.active));
        let ordered = ordered.into_iter().any(|call| call.call.starts_with("trump"));
        let takes_up = c.rules.deal.upcard == Upcard::Offered && ordered;
        if takes_up && seat.index() == record.dealer && !self.sits_out() {
            let up = record.upcard.iter().map(|text| card(text, None, seat));
            later.extend(up.collect::<Read<Vec<Card>>>()?);
        }
        for card in later {
            let Some(place) = own.iter().rposition(|held| *held == card) else {
                let reason = format!("{card} was taken up, and is neither held nor played");
                return Err(BadRecord::at(None, seat, reason));
            };
            own.remove(place);
        }
        Ok(own)
    }

    /// The seat that plays after another, as far as the calls tell.
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

    /// Who plays alone, as far as the calls tell.
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
            return Err(BadRecord::at(None, seat, reason));
        }
        for card in self.own.clone() {
            self.place(card, self.own_play(card), seat)?;
        }
        if self.view.table.looked.contains(seat) {
            self.see_own()?;
        }
        let Some(text) = &self.record.upcard else { return self.check_no_upcard() };
        let up = card(text, None, self.view.table.setup.dealer)?;
        if self.game.c.rules.deal.upcard == Upcard::None {
            return Err(BadRecord::new(format!("no card is turned up in this game, {up} is")));
        }
        // The upcard may be the seat's own: shown as the dealer, or drawn at the end of the stock.
        let own = match self.game.c.rules.deal.upcard {
            Upcard::Dealer => self.view.table.setup.dealer == seat,
            Upcard::UnderStock => self.own_draws_contain(up),
            _ => false,
        };
        self.see(Event::Turned(up));
        if !own {
            self.place(up, self.own_play(up), seat)?;
        }
        Ok(())
    }

    fn own_draws_contain(&self, card: Card) -> bool {
        self.view.hand.contains(card) || self.own.contains(&card)
    }

    fn check_no_upcard(&self) -> Read<()> {
        let turned = self.game.c.rules.deal.upcard != Upcard::None;
        if turned && self.view.table.stock > 0 {
            return Err(BadRecord::new("upcard is missing: a card is turned up in this game"));
        }
        Ok(())
    }

    fn see_own(&mut self) -> Read<()> {
        if self.record.hand.is_none() {
            let reason = "hand is missing: the seat has seen its cards";
            return Err(BadRecord::at(None, self.view.seat, reason));
        }
        let size = self.view.table.dealt().min(self.own.len());
        let dealt = self.own[..size].iter().copied().collect();
        self.own.drain(..size);
        self.see(Event::Dealt(dealt));
        Ok(())
    }

    pub(super) fn read_passing(&mut self) -> Read<()> {
        let c = &*self.game.c;
        let Some((_, count)) = c.rules.passing_in(self.view.table.setup.hand) else {
            return Ok(());
        };
        let (seat, all) = (self.view.seat, count * c.seats as u8);
        let told = self.record.passing.as_ref().and_then(|passing| passing.chosen);
        let chosen = told.unwrap_or(all).min(all);
        let mut given = self.given.clone();
        given.sort_unstable();
        let mut given = given.into_iter();
        for number in 0..chosen {
            let own = usize::from(number / count) == seat.index();
            let next = if own { given.next() } else { None };
            if own && next.is_none() {
                let reason = format!("{} cards given, expected more", self.given.len());
                return Err(BadRecord::at(None, seat, reason));
            }
            self.see(Event::Passed(next));
        }
        if given.next().is_some() {
            let reason = format!("{} cards given, before the seat chose", self.given.len());
            return Err(BadRecord::at(None, seat, reason));
        }
        if self.view.table.phase != Phase::Exchange {
            return Ok(());
        }
        if self.received.len() != usize::from(count) {
            let reason = format!("{} cards received, expected {count}", self.received.len());
            return Err(BadRecord::at(None, seat, reason));
        }
        for card in self.received.clone() {
            self.place(card, None, seat)?;
        }
        let parcel: PassedCards = self.received.iter().copied().collect();
        self.see(Event::Received(parcel));
        Ok(())
    }

    pub(super) fn read_calls(&mut self) -> Read<()> {
        for call in &self.record.calls {
            let seat = at_table(self.game, call.seat, "seat of a call")?;
            let (table, text) = (&self.view.table, call.call.trim());
            let asked =
                matches!(table.phase, Phase::Blind | Phase::Bid | Phase::Order | Phase::Name);
            if !asked || table.to_act != seat {
                let reason = format!("called {text}, and was not asked");
                return Err(BadRecord::at(None, seat, reason));
            }
            let mut legal = Legal::default();
            list(&self.game.c, table, Cards::EMPTY, None, &mut legal);
            let Some(action) = facedown_game::find_action(self.game, legal.as_slice(), text) else {
                let texts: Vec<String> = legal.as_slice().iter().map(Action::to_string).collect();
                let reason =
                    format!("'{text}' is no call now, expected one of {}", texts.join(", "));
                return Err(BadRecord::at(None, seat, reason));
            };
            self.see(match action.get() {
                Move::Bid(tricks) => Event::Bid(tricks),
                Move::Look => Event::Looked,
                Move::BlindNil => Event::BlindNil,
                Move::Decline => Event::Declined,
                Move::Trump { suit, alone } => Event::Named { suit, alone },
                Move::Card(_) => continue,
            });
            let looks = matches!(action.get(), Move::Look | Move::BlindNil);
            if looks && seat == self.view.seat {
                self.see_own()?;
            }
        }
        Ok(())
    }

    pub(super) fn read_discard(&mut self) -> Read<()> {
        let away = self.record.discarded || !self.record.tricks.is_empty();
        if self.view.table.phase != Phase::Discard || !away {
            return Ok(());
        }
        let dealer = self.view.table.setup.dealer;
        let own = match &self.record.discard {
            Some(text) if dealer == self.view.seat => Some(card(text, None, dealer)?),
            None if dealer == self.view.seat => {
                return Err(BadRecord::at(
                    None,
                    dealer,
                    "discard is missing: the seat put one away",
                ));
            }
            _ => None,
        };
        self.see(Event::Discarded(own));
        Ok(())
    }

    pub(super) fn read_trick(&mut self, number: usize, trick: &TrickRecord) -> Read<()> {
        let leader = at_table(self.game, trick.leader, "leader")?;
        let at = Some(number);
        if self.view.table.phase == Phase::Opening {
            self.see(Event::Opens(leader));
        }
        let table = &self.view.table;
        if table.phase != Phase::Play {
            let reason =
                format!("cards were played, and the hand is at \"{}\"", table.phase.name());
            return Err(BadRecord::at(at, leader, reason));
        }
        if table.in_trick != 0 {
            let reason =
                format!("leads, and trick {} has only {} cards", number - 1, table.in_trick);
            return Err(BadRecord::at(at, leader, reason));
        }
        if table.to_act != leader {
            let reason = format!("leads, and it is the turn of {}", table.to_act);
            return Err(BadRecord::at(at, leader, reason));
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
        Err(BadRecord::at(Some(number), leader, reason))
    }

    fn read_play(&mut self, number: usize, text: &str) -> Read<()> {
        let (c, at) = (&*self.game.c, Some(number));
        let (table, seat) = (self.view.table, self.view.table.to_act);
        let played = card(text, at, seat)?;
        if table.phase != Phase::Play || table.counts[seat.index()] == 0 {
            return Err(BadRecord::at(
                at,
                seat,
                format!("{played} is played when no card is left"),
            ));
        }
        if seat == self.view.seat {
            let hand = self.view.hand.bits();
            let may = playable(c, &table, hand);
            if hand >> played.index() & 1 == 0 {
                let reason = format!("{played} is there twice, or was not held");
                return Err(BadRecord::at(at, seat, reason));
            }
            if may >> played.index() & 1 == 0 {
                let might = CardSet::from_bits_truncate(may);
                let reason = format!("{played} was not legal: the seat held {might}");
                return Err(BadRecord::at(at, seat, reason));
            }
        } else {
            // What this seat handed on or showed is known to be out; so is the upcard that the
            // dealer took.
            let known = self.game.constraints(&self.view).holds[seat.index()].contains(played);
            let shown = table.upcard == Some(played) && table.upcard_to == Some(seat);
            if !known && !shown {
                self.place(played, at, seat)?;
            }
            self.check_knowledge(number, seat, played)?;
        }
        self.see(Event::Played(played));
        self.draw_after_trick()
    }

    /// What a seat plays must not contradict what it has shown, nor what this seat knows it holds.
    fn check_knowledge(&self, number: usize, seat: Seat, played: Card) -> Read<()> {
        let (c, table) = (&*self.game.c, &self.view.table);
        let proved = disproved(c, table, played);
        let holds = self.game.constraints(&self.view).holds[seat.index()];
        let revoked = CardSet::from_bits_truncate(holds.bits() & proved);
        if let Some(held) = revoked.first() {
            let reason = format!("{played} was not legal: the seat is known to hold {held}");
            return Err(BadRecord::at(Some(number), seat, reason));
        }
        let mut after = *table;
        after.play(c, played);
        match lacking(c, &after) {
            Ok(_) => Ok(()),
            Err(revoke) => Err(BadRecord::at(
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
                    let reason = "fewer cards held and played than were drawn";
                    return Err(BadRecord::at(None, seat, reason));
                }
                Some(self.own.remove(0))
            } else {
                self.view.table.upcard.filter(|_| open)
            };
            self.see(Event::Drew(seat, card));
            seat = self.view.table.after(c, seat);
        }
        Ok(())
    }

    /// Who leads first may be known before it does: the record does not say, the hand may.
    pub(super) fn finish(mut self) -> Read<View> {
        if self.view.table.phase == Phase::Opening {
            return self.open();
        }
        if !self.own.is_empty() && self.view.table.looked.contains(self.view.seat) {
            let reason = format!("{} cards too many are held or played", self.own.len());
            return Err(BadRecord::at(None, self.view.seat, reason));
        }
        Ok(self.view)
    }

    fn open(&mut self) -> Read<View> {
        let FirstLead::Holder { card, .. } = self.game.c.rules.play.first_lead else {
            return Ok(self.view);
        };
        if self.view.hand.contains(card) {
            self.see(Event::Opens(self.view.seat));
            return Ok(self.view);
        }
        let told = self.record.now.as_ref().and_then(|now| now.to_act);
        let Some(seat) = told.filter(|seat| *seat < self.game.seats()) else {
            let reason = format!("now.to_act is missing: which seat holds {card} and leads");
            return Err(BadRecord::new(reason));
        };
        self.see(Event::Opens(Seat::new(seat)));
        Ok(self.view)
    }
}
