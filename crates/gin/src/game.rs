//! The game: how a hand is dealt, what may be done, and what follows.

use crate::kernel::{
    best_melds, discards_within, hand_points, least_after_discard, melds_within, min_deadwood,
    valid_melds,
};
use crate::rules::{BadRules, KnockTest, Rules, Showdown};
use crate::showdown::{best_laydown, layoff_cards, scores};
use crate::table::other;
use crate::{Action, Event, Phase, Setup, State, Table, View, openspiel};
use facedown_cards::{Card, CardSet};
use facedown_game::{
    ActionBuf, ActionList, Game, Notation, PerSeat, Rng, Searchable, Seat, SeatSet, Sink, Turn,
    stable_key,
};

/// A list of legal actions. Eleven discards with knock and big gin make 13; a hand of ten holds at
/// most 21 melds of the 185 (one run of ten), to be laid or not: 22.
pub type Legal = ActionList<Action, 24>;

/// Gin rummy with its rules in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gin {
    rules: Rules,
}

const EVERYONE: SeatSet = SeatSet::all(2);

impl Gin {
    /// The game with these rules.
    pub fn new(rules: Rules) -> Result<Self, BadRules> {
        rules.validate()?;
        Ok(Self { rules })
    }

    /// The rules in force.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Deals from a pack in a given order: the cards of seat 0, those of seat 1, the upcard, then
    /// the stock from the top down.
    pub fn deal_pack(&self, setup: &Setup, pack: &[Card; 52], log: &mut impl Sink<Event>) -> State {
        let size = usize::from(self.rules.hand_size);
        let hand = |from: usize| pack[from..from + size].iter().copied().collect::<CardSet>();
        let mut state = State {
            table: Table::new(&self.rules, *setup),
            hands: [hand(0), hand(size)],
            drawn: None,
            stock: *pack,
        };
        let stock = &pack[2 * size + 1..];
        for (place, card) in state.stock.iter_mut().zip(stock.iter().rev()) {
            *place = *card;
        }
        for seat in Seat::all(2) {
            log.emit(SeatSet::only(seat), Event::Dealt(state.hand(seat)));
        }
        self.tell(&mut state.table, Event::Turned(pack[2 * size]), log);
        state
    }

    /// An event that everybody witnesses.
    fn tell(&self, table: &mut Table, event: Event, log: &mut impl Sink<Event>) {
        table.observe(&self.rules, event);
        log.emit(EVERYONE, event);
    }

    /// Whether a seat that holds these cards, the drawn one included, may go out.
    fn may_knock(&self, table: &Table, hand: CardSet, taken: Option<Card>) -> bool {
        if least_after_discard(hand) > table.limit {
            return false;
        }
        let allowed = match self.rules.knock_test {
            KnockTest::Exact => true,
            KnockTest::OpenSpiel => openspiel::deadwood_with_draw(hand) <= table.limit,
        };
        // With the card just taken barred, the only discard that goes out may be missing.
        allowed && (self.rules.rediscard || !self.knock_discards(table, hand, taken).is_empty())
    }

    /// The discards with which a seat may go out.
    fn knock_discards(&self, table: &Table, hand: CardSet, taken: Option<Card>) -> CardSet {
        discards_within(hand, table.limit) - self.barred(taken)
    }

    /// The card that may not be discarded this turn.
    fn barred(&self, taken: Option<Card>) -> CardSet {
        taken.filter(|_| !self.rules.rediscard).map_or(CardSet::EMPTY, CardSet::only)
    }

    /// What the seat to act may do with this hand: all that the rules need to know.
    pub(crate) fn list(&self, table: &Table, hand: CardSet, out: &mut Legal) {
        out.clear();
        match table.phase {
            Phase::FirstUpcard if table.first_passes == 2 => out.push(Action::DrawStock),
            Phase::FirstUpcard => {
                out.push(Action::TakeUpcard);
                out.push(Action::Pass);
            }
            Phase::Draw => {
                out.push(Action::TakeUpcard);
                out.push(Action::DrawStock);
            }
            Phase::Discard => {
                push_cards(hand - self.barred(table.taken), out);
                if self.may_knock(table, hand, table.taken) {
                    out.push(Action::Knock);
                }
                if self.rules.big_gin_bonus.is_some() && min_deadwood(hand) == 0 {
                    out.push(Action::BigGin);
                }
            }
            Phase::KnockDiscard => {
                push_cards(self.knock_discards(table, hand, table.taken), out);
            }
            Phase::KnockMelds => {
                if hand_points(hand) <= u32::from(table.limit) {
                    out.push(Action::Pass);
                }
                melds_within(hand, table.limit).iter().for_each(|meld| out.push(Action::Lay(meld)));
            }
            Phase::Layoff => {
                let melds = table.melds(other(table.to_act));
                push_cards(hand & layoff_cards(melds, table.laid_off, self.rules.layoffs), out);
                out.push(Action::Pass);
            }
            Phase::DefenderMelds => {
                out.push(Action::Pass);
                valid_melds(hand).iter().for_each(|meld| out.push(Action::Lay(meld)));
            }
            Phase::Wall => {
                out.push(Action::Pass);
                let hand = hand | table.upcard.map_or(CardSet::EMPTY, CardSet::only);
                if self.may_knock(table, hand, table.upcard) {
                    out.push(Action::Knock);
                }
            }
            Phase::Over => {}
        }
    }

    /// Lays down the rest of the hand for both seats.
    fn lay_down(&self, state: &mut State, log: &mut impl Sink<Event>) {
        let State { table, hands, .. } = state;
        if !table.big_gin {
            let knocker = table.to_act.index();
            for meld in best_melds(hands[knocker]).melds() {
                hands[knocker] -= *meld;
                self.tell(table, Event::Laid(*meld), log);
            }
            self.tell(table, Event::Passed, log);
        }
        let defender = table.to_act;
        let gin = table.phase == Phase::DefenderMelds;
        let laydown = best_laydown(hands[defender.index()], table.melds(other(defender)), gin);
        let hand = &mut hands[defender.index()];
        for card in laydown.layoffs.into_iter().flatten() {
            hand.remove(card);
            self.tell(table, Event::LaidOff(card), log);
        }
        if !gin {
            self.tell(table, Event::Passed, log);
        }
        for meld in laydown.melds.into_iter().filter(|meld| !meld.is_empty()) {
            *hand -= meld;
            self.tell(table, Event::Laid(meld), log);
        }
        self.tell(table, Event::Shown(*hand), log);
    }
}

fn push_cards(cards: CardSet, out: &mut Legal) {
    cards.iter().for_each(|card| out.push(Action::Card(card)));
}

impl Game for Gin {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Actions = Legal;
    type View = View;
    type Event = Event;

    fn seats(&self) -> usize {
        2
    }

    fn first_setup(&self) -> Setup {
        Setup { dealer: Seat::new(1), points: [0; 2] }
    }

    fn deal(&self, setup: &Setup, rng: &mut Rng, log: &mut impl Sink<Event>) -> State {
        let mut pack: [Card; 52] = std::array::from_fn(|i| Card::new(i as u8));
        rng.shuffle(&mut pack);
        self.deal_pack(setup, &pack, log)
    }

    fn turn(&self, state: &State) -> Turn {
        turn(&state.table)
    }

    fn legal_actions(&self, state: &State, out: &mut Legal) {
        self.list(&state.table, state.hand(state.table.to_act), out);
    }

    fn apply(&self, state: &mut State, action: Action, log: &mut impl Sink<Event>) {
        let State { table, hands, drawn, stock } = state;
        let (seat, phase) = (table.to_act, table.phase);
        let hand = &mut hands[seat.index()];
        match action {
            Action::TakeUpcard => {
                let card = table.upcard;
                self.tell(table, Event::TookUpcard, log);
                // At the last take that the rules allow the hand is over and the card stays.
                if table.phase == Phase::Discard {
                    *hand |= card.map_or(CardSet::EMPTY, CardSet::only);
                }
            }
            Action::DrawStock => {
                let card = stock[table.stock_left() - 1];
                hand.insert(card);
                *drawn = Some(card);
                table.observe(&self.rules, Event::Drew(None));
                log.emit(SeatSet::only(seat), Event::Drew(Some(card)));
                log.emit(SeatSet::only(other(seat)), Event::Drew(None));
            }
            Action::Pass if phase == Phase::DefenderMelds => {
                self.tell(table, Event::Shown(*hand), log);
            }
            Action::Pass => self.tell(table, Event::Passed, log),
            Action::Knock => {
                *drawn = None;
                if phase == Phase::Wall {
                    *hand |= table.upcard.map_or(CardSet::EMPTY, CardSet::only);
                }
                self.tell(table, Event::Knocked(*hand), log);
            }
            Action::BigGin => {
                *drawn = None;
                self.tell(table, Event::BigGin(*hand), log);
                if self.rules.showdown == Showdown::Best {
                    self.lay_down(state, log);
                }
            }
            Action::Card(card) => {
                hand.remove(card);
                *drawn = None;
                if phase == Phase::Layoff {
                    self.tell(table, Event::LaidOff(card), log);
                    return;
                }
                self.tell(table, Event::Discarded(card), log);
                if phase == Phase::KnockDiscard && self.rules.showdown == Showdown::Best {
                    self.lay_down(state, log);
                }
            }
            Action::Lay(meld) => {
                *hand -= meld.cards();
                self.tell(table, Event::Laid(meld.cards()), log);
            }
        }
    }

    fn scores(&self, state: &State) -> PerSeat<i32> {
        let points = match state.table.phase {
            Phase::Over => scores(&self.rules, &state.table),
            _ => [0; 2],
        };
        PerSeat::from_fn(2, |seat| points[seat.index()])
    }

    fn score_total(&self, _: &State) -> Option<i32> {
        Some(0)
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        let drawn = state.drawn.filter(|_| state.table.to_act == seat);
        View { table: state.table, seat, hand: state.hand(seat), drawn }
    }

    fn blank_view(&self, setup: &Setup, seat: Seat) -> View {
        View { table: Table::new(&self.rules, *setup), seat, hand: CardSet::EMPTY, drawn: None }
    }

    fn observe(&self, view: &mut View, event: Event) {
        let own = view.table.to_act == view.seat;
        let up = view.table.upcard.map_or(CardSet::EMPTY, CardSet::only);
        view.table.observe(&self.rules, event);
        view.drawn = None;
        let hand = &mut view.hand;
        match event {
            Event::Dealt(cards) => *hand = cards,
            Event::TookUpcard if own && view.table.phase == Phase::Discard => *hand |= up,
            Event::Drew(Some(card)) if own => {
                hand.insert(card);
                view.drawn = Some(card);
            }
            Event::Discarded(card) | Event::LaidOff(card) if own => hand.remove(card),
            Event::Knocked(cards) if own => *hand = cards,
            Event::Laid(meld) if own => *hand -= meld,
            _ => {}
        }
    }

    fn view_turn(&self, view: &View) -> Option<Turn> {
        Some(turn(&view.table))
    }

    fn view_actions(&self, view: &View, out: &mut Legal) {
        out.clear();
        if view.table.to_act == view.seat {
            self.list(&view.table, view.hand, out);
        }
    }
}

fn turn(table: &Table) -> Turn {
    match table.phase {
        Phase::Over => Turn::Over,
        _ => Turn::Act(table.to_act),
    }
}

impl Searchable for Gin {
    fn view_key(&self, view: &View) -> u64 {
        stable_key(view)
    }

    fn rollout(&self, state: &State, legal: &[Action], rng: &mut Rng) -> Action {
        crate::bots::light(&state.table, state.hand(state.table.to_act), legal, rng)
    }
}

impl Notation for Gin {
    fn action_text(&self, action: Action) -> String {
        action.to_string()
    }
}
