//! `impl Game`, `impl Searchable` and `impl Notation`: dealing, legal actions, applying.

use crate::compile::Compiled;
use crate::legal::{Legal, list, list_plays};
use crate::playout::{PlayoutPolicy, play_out};
use crate::rollout;
use crate::rules::{FirstLead, Rules, Upcard};
use crate::score::{scores, total};
use crate::{Action, Cards, Event, Move, PassedCards, Phase, Setup, State, Table, View};
use facedown_cards::{Card, parse_cards};
use facedown_game::{
    ActionBuf, Game, InvalidMove, InvalidRules, MAX_SEATS, Notation, PerSeat, Rng, Searchable,
    Seat, SeatSet, Sink, Turn,
};
use std::sync::Arc;

/// A trick-taking game with compiled rules.
#[derive(Clone, Debug)]
pub struct Tricks {
    pub(crate) c: Arc<Compiled>,
}

impl Tricks {
    /// Builds the game with these rules.
    pub fn new(rules: Rules) -> Result<Self, InvalidRules> {
        rules.validate()?;
        Ok(Self { c: Arc::new(Compiled::new(rules)) })
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Rules {
        &self.c.rules
    }

    /// Returns the cards of all packs, ascending within each.
    pub fn pack(&self) -> &[Card] {
        &self.c.pack
    }

    /// Returns whether two seats are on the same side; true for a seat and itself.
    pub fn same_side(&self, a: Seat, b: Seat) -> bool {
        self.c.same_side(a, b)
    }

    /// Deals from a pack in a given order: the cards of the first seat in play, those of the
    /// second, …, the upcard if it is not the dealer's, then the stock from the top down.
    ///
    /// # Panics
    /// If the pack has fewer cards than [`Tricks::pack`].
    pub fn deal_pack(&self, setup: &Setup, pack: &[Card], log: &mut impl Sink<Event>) -> State {
        let c = &*self.c;
        let table = Table::new(c, *setup);
        let size = table.dealt();
        let mut state = State {
            table,
            hands: [Cards::EMPTY; MAX_SEATS],
            passed: [PassedCards::EMPTY; MAX_SEATS],
            discard: None,
            stock: [Card::new(0); 52],
        };
        let mut left = &pack[..c.pack.len()];
        let mut last = left[0];
        for seat in Seat::all(c.seats).filter(|seat| !setup.out.contains(*seat)) {
            let (own, rest) = left.split_at(size);
            state.hands[seat.index()] = match c.rules.pack.packs {
                1 => Cards::single(own.iter().copied().collect()),
                _ => own.iter().copied().collect(),
            };
            if seat == setup.dealer {
                last = own[size - 1];
            }
            left = rest;
        }
        for seat in state.table.looked.iter().filter(|seat| !setup.out.contains(*seat)) {
            log.emit(SeatSet::only(seat), Event::Dealt(state.hands[seat.index()]));
        }
        let upcard = match c.rules.deal.upcard {
            Upcard::None => None,
            Upcard::Dealer => Some(last),
            Upcard::Stock | Upcard::UnderStock | Upcard::Offered => {
                let up = left.first().copied();
                left = left.get(1..).unwrap_or_default();
                up
            }
        };
        if let Some(card) = upcard {
            self.emit_public(&mut state.table, Event::Turned(card), log);
        }
        if c.rules.deal.draw {
            for (place, card) in state.stock.iter_mut().zip(left.iter().rev()) {
                *place = *card;
            }
        }
        self.resolve(&mut state, log);
        state
    }

    /// Emits an event that every seat observes.
    #[inline]
    fn emit_public(&self, table: &mut Table, event: Event, log: &mut impl Sink<Event>) {
        table.observe(&self.c, event);
        log.emit(self.c.everyone, event);
    }

    /// Emits an event whose card only one seat sees.
    fn emit_private(
        &self,
        table: &mut Table,
        seat: Seat,
        events: [Event; 2],
        log: &mut impl Sink<Event>,
    ) {
        let [private, public] = events;
        table.observe(&self.c, public);
        log.emit(SeatSet::only(seat), private);
        log.emit(self.c.everyone.without(seat), public);
    }

    /// Performs steps without a decision: passed cards change hands, the first leader is revealed.
    fn resolve(&self, state: &mut State, log: &mut impl Sink<Event>) {
        let c = &*self.c;
        if state.table.phase == Phase::Exchange {
            let places = c.rules.passing_in(state.table.setup.hand).map_or(0, |(places, _)| places);
            state.table.observe(c, Event::Received(PassedCards::EMPTY));
            for from in 0..c.seats {
                let (cards, to) = (state.passed[from], c.seat_left_of(from, places));
                cards.as_slice().iter().for_each(|card| state.hands[to].insert(*card));
                log.emit(SeatSet::only(Seat::new(to)), Event::Received(cards));
            }
        }
        if state.table.phase == Phase::Opening
            && let FirstLead::Holder { card, .. } = c.rules.play.first_lead
        {
            let holder = state.hands[..c.seats].iter().position(|hand| hand.contains(card));
            let seat = Seat::new(holder.expect("every card of the pack is dealt"));
            self.emit_public(&mut state.table, Event::Opens(seat), log);
        }
    }

    /// Draws a card for each seat, the winner of the trick first.
    fn draw(&self, state: &mut State, log: &mut impl Sink<Event>) {
        let c = &*self.c;
        let mut seat = state.table.to_act;
        for _ in 0..state.table.active {
            let open = state.table.stock == 0;
            let card =
                if open { state.table.upcard } else { Some(state.stock[state.table.stock() - 1]) };
            let Some(card) = card else { return };
            state.hands[seat.index()].insert(card);
            let seen = Event::Drew(seat, Some(card));
            if open {
                self.emit_public(&mut state.table, seen, log);
            } else {
                self.emit_private(&mut state.table, seat, [seen, Event::Drew(seat, None)], log);
            }
            seat = state.table.after(c, seat);
        }
    }

    #[allow(clippy::inline_always, reason = "playouts are compiled for the CPU's bit instructions")]
    #[inline(always)]
    pub(crate) fn play_card(&self, state: &mut State, card: Card, log: &mut impl Sink<Event>) {
        state.hands[state.table.to_act.index()].remove(card);
        state.table.play(&self.c, card);
        log.emit(self.c.everyone, Event::Played(card));
        if state.table.in_trick == 0 && state.table.draws(&self.c) {
            self.draw(state, log);
        }
    }

    /// Takes a card out of the hand that is not played.
    fn pass_or_discard(&self, state: &mut State, card: Card, log: &mut impl Sink<Event>) {
        let seat = state.table.to_act;
        state.hands[seat.index()].remove(card);
        if state.table.phase == Phase::Pass {
            state.passed[seat.index()].push(card);
            let events = [Event::Passed(Some(card)), Event::Passed(None)];
            self.emit_private(&mut state.table, seat, events, log);
        } else {
            state.discard = Some(card);
            let events = [Event::Discarded(Some(card)), Event::Discarded(None)];
            self.emit_private(&mut state.table, seat, events, log);
        }
    }
}

/// Returns the hand of the seat to act, empty before it has looked.
fn known_hand(state: &State) -> Cards {
    let seat = state.table.to_act;
    if state.table.looked.contains(seat) { state.hands[seat.index()] } else { Cards::EMPTY }
}

fn show_own_cards(state: &State, seat: Seat, log: &mut impl Sink<Event>) {
    log.emit(SeatSet::only(seat), Event::Dealt(state.hands[seat.index()]));
}

impl Game for Tricks {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type LegalActions = Legal;
    type View = View;
    type Event = Event;

    fn seats(&self) -> usize {
        self.c.seats
    }

    fn side(&self, seat: Seat) -> usize {
        usize::from(self.c.side[seat.index()])
    }

    fn first_setup(&self) -> Setup {
        Setup::first(Seat::new(self.c.seats - 1))
    }

    fn deal(&self, setup: &Setup, rng: &mut Rng, log: &mut impl Sink<Event>) -> State {
        let c = &*self.c;
        let mut pack = [Card::new(0); 104];
        let size = c.pack.len();
        pack[..size].copy_from_slice(&c.pack);
        let active = c.seats - setup.out.len();
        let dealt = active * usize::from(c.rules.cards_in(setup.hand));
        // Without drawing, the order of the cards below the upcard makes no difference.
        let matters = if c.rules.deal.draw { size } else { (dealt + 1).min(size) };
        for place in 0..matters.min(size - 1) {
            let from = place + rng.below((size - place) as u32) as usize;
            pack.swap(place, from);
        }
        self.deal_pack(setup, &pack[..size], log)
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        turn(&state.table)
    }

    #[inline]
    fn legal_actions(&self, state: &State, out: &mut Legal) {
        let seat = state.table.to_act.index();
        if state.table.phase == Phase::Play {
            return list_plays(&self.c, &state.table, state.hands[seat], out);
        }
        let last = state.passed[seat].as_slice().last().copied();
        list(&self.c, &state.table, state.hands[seat], last, out);
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action, log: &mut impl Sink<Event>) {
        let seat = state.table.to_act;
        if let Some(card) = action.as_card() {
            if state.table.phase == Phase::Play {
                self.play_card(state, card, log);
            } else {
                self.pass_or_discard(state, card, log);
                self.resolve(state, log);
            }
            return;
        }
        match action.get() {
            Move::Card(_) => {}
            Move::Bid(tricks) => self.emit_public(&mut state.table, Event::Bid(tricks), log),
            Move::Decline => self.emit_public(&mut state.table, Event::Declined, log),
            Move::Look => {
                self.emit_public(&mut state.table, Event::Looked, log);
                show_own_cards(state, seat, log);
            }
            Move::BlindNil => {
                self.emit_public(&mut state.table, Event::BlindNil, log);
                show_own_cards(state, seat, log);
            }
            Move::Trump { suit, alone } => {
                self.emit_public(&mut state.table, Event::Named { suit, alone }, log);
                if let (Phase::Discard, Some(card)) = (state.table.phase, state.table.upcard) {
                    state.hands[state.table.setup.dealer.index()].insert(card);
                }
            }
        }
        self.resolve(state, log);
    }

    fn scores(&self, state: &State) -> PerSeat<i32> {
        let scores = scores(&self.c, &state.table);
        PerSeat::from_fn(self.c.seats, |seat| scores[seat.index()])
    }

    fn score_total(&self, state: &State) -> Option<i32> {
        total(&self.c, &state.table)
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        let table = state.table;
        let looked = table.looked.contains(seat);
        let exchanged = matches!(self.c.rules.passing_in(table.setup.hand), Some((places, _))
            if places != 0 && table.phase != Phase::Pass);
        let from = || {
            let (places, _) = self.c.rules.passing_in(table.setup.hand).unwrap_or_default();
            self.c.seat_left_of(seat.index(), -places)
        };
        View {
            table,
            seat,
            hand: if looked { state.hands[seat.index()] } else { Cards::EMPTY },
            passed: state.passed[seat.index()],
            received: if exchanged { state.passed[from()] } else { PassedCards::EMPTY },
            discard: state.discard.filter(|_| seat == table.setup.dealer),
        }
    }

    fn blank_view(&self, setup: &Setup, seat: Seat) -> View {
        View {
            table: Table::new(&self.c, *setup),
            seat,
            hand: Cards::EMPTY,
            passed: PassedCards::EMPTY,
            received: PassedCards::EMPTY,
            discard: None,
        }
    }

    fn observe(&self, view: &mut View, event: Event) {
        let own = view.table.to_act == view.seat;
        view.table.observe(&self.c, event);
        match event {
            Event::Dealt(cards) => view.hand = cards,
            Event::Passed(Some(card)) if own => {
                view.hand.remove(card);
                view.passed.push(card);
            }
            Event::Received(cards) => {
                view.received = cards;
                cards.as_slice().iter().for_each(|card| view.hand.insert(*card));
            }
            Event::Named { .. } if view.table.phase == Phase::Discard => {
                if view.seat == view.table.setup.dealer
                    && let Some(card) = view.table.upcard
                {
                    view.hand.insert(card);
                }
            }
            Event::Discarded(Some(card)) if own => {
                view.hand.remove(card);
                view.discard = Some(card);
            }
            Event::Played(card) if own => view.hand.remove(card),
            Event::Drew(seat, Some(card)) if seat == view.seat => view.hand.insert(card),
            _ => {}
        }
    }

    fn view_turn(&self, view: &View) -> Option<Turn> {
        Some(turn(&view.table))
    }

    fn view_actions(&self, view: &View, out: &mut Legal) {
        out.clear();
        if view.table.to_act == view.seat {
            let last = view.passed.as_slice().last().copied();
            list(&self.c, &view.table, view.hand, last, out);
        }
    }
}

#[inline]
fn turn(table: &Table) -> Turn {
    match table.phase {
        Phase::Over => Turn::Over,
        _ => Turn::Act(table.to_act),
    }
}

impl Searchable for Tricks {
    fn view_key(&self, view: &View) -> u64 {
        crate::view_hash::view_hash(view)
    }

    const SLOTS: usize = Action::SLOTS;

    #[inline]
    fn slot(action: Action) -> usize {
        action.slot()
    }

    fn rollout(&self, state: &State, legal: &[Action], rng: &mut Rng) -> Action {
        let hand = state.hands[state.table.to_act.index()];
        rollout::choose(&self.c, &state.table, hand, legal, rng)
    }

    fn heuristics(&self, state: &State, actions: &[Action], visit: impl FnMut(f32)) {
        rollout::heuristics(&self.c, &state.table, known_hand(state), actions, visit);
    }

    fn playout(&self, state: &mut State, legal: &mut Legal, rng: &mut Rng) {
        play_out(self, state, legal, rng, PlayoutPolicy::Rollout);
    }

    fn random_playout(&self, state: &mut State, legal: &mut Legal, rng: &mut Rng) {
        play_out(self, state, legal, rng, PlayoutPolicy::Uniform);
    }
}

impl Notation for Tricks {
    fn action_text(&self, action: Action) -> String {
        action.to_string()
    }

    /// Parses a pass of several cards, in any order: `pass As Kd 4c`, or the cards alone.
    fn parse_move(&self, view: &View, text: &str) -> Option<Result<Vec<Action>, InvalidMove>> {
        self.pass_options(view)?;
        let text = text.trim();
        let named = text.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("pass"));
        let cards = if named { &text[4..] } else { text };
        let cards = match parse_cards(cards) {
            Ok(cards) if cards.len() > 1 || named => cards,
            Ok(_) => return None,
            Err(error) => return named.then(|| Err(InvalidMove::new(error.to_string()))),
        };
        let actions = self.pass_sequence(view, &cards);
        Some(actions.map_err(|error| InvalidMove::new(format!("pass: {error}"))))
    }

    fn move_text(&self, view: &View, actions: &[Action]) -> String {
        let cards: Vec<String> = actions.iter().map(Action::to_string).collect();
        let passes = self.pass_options(view).is_some();
        format!("{}{}", if passes { "pass " } else { "" }, cards.join(" "))
    }
}
