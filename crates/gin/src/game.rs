//! The game: dealing a hand and applying actions.

use crate::kernel::best_melds;
use crate::rules::{Rules, Showdown};
use crate::showdown::{best_laydown, scores};
use crate::table::other;
use crate::{Action, Event, Legal, Phase, Setup, State, Table, View};
use facedown_cards::{Card, CardSet};
use facedown_game::{ActionBuf, Game, InvalidRules, PerSeat, Rng, Seat, SeatSet, Sink, Turn};

/// Gin rummy by given rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gin {
    rules: Rules,
}

const EVERYONE: SeatSet = SeatSet::all(2);

impl Gin {
    /// Builds the game of these rules.
    pub fn new(rules: Rules) -> Result<Self, InvalidRules> {
        rules.validate()?;
        Ok(Self { rules })
    }

    /// Returns the rules in force.
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
        self.publish(&mut state.table, Event::Turned(pack[2 * size]), log);
        state
    }

    /// Updates the table with a public event and logs it.
    fn publish(&self, table: &mut Table, event: Event, log: &mut impl Sink<Event>) {
        table.observe(&self.rules, event);
        log.emit(EVERYONE, event);
    }

    /// Lays down both hands: the knocker's best melds, then the best defence.
    fn lay_down(&self, state: &mut State, log: &mut impl Sink<Event>) {
        let State { table, hands, .. } = state;
        if !table.big_gin {
            let knocker = table.to_act.index();
            for meld in best_melds(hands[knocker]).melds() {
                hands[knocker] -= *meld;
                self.publish(table, Event::Laid(*meld), log);
            }
            self.publish(table, Event::Passed, log);
        }
        let defender = table.to_act;
        let gin = table.phase == Phase::DefenderMelds;
        let laydown = best_laydown(hands[defender.index()], table.melds(other(defender)), gin);
        let hand = &mut hands[defender.index()];
        for card in laydown.layoffs.into_iter().flatten() {
            hand.remove(card);
            self.publish(table, Event::LaidOff(card), log);
        }
        if !gin {
            self.publish(table, Event::Passed, log);
        }
        for meld in laydown.melds.into_iter().filter(|meld| !meld.is_empty()) {
            *hand -= meld;
            self.publish(table, Event::Laid(meld), log);
        }
        self.publish(table, Event::Shown(*hand), log);
    }
}

impl Game for Gin {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type LegalActions = Legal;
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
        self.list_legal(&state.table, state.hand(state.table.to_act), out);
    }

    fn apply(&self, state: &mut State, action: Action, log: &mut impl Sink<Event>) {
        let State { table, hands, drawn, stock } = state;
        let (seat, phase) = (table.to_act, table.phase);
        let hand = &mut hands[seat.index()];
        match action {
            Action::TakeUpcard => {
                let card = table.upcard;
                self.publish(table, Event::TookUpcard, log);
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
                self.publish(table, Event::Shown(*hand), log);
            }
            Action::Pass => self.publish(table, Event::Passed, log),
            Action::Knock => {
                *drawn = None;
                if phase == Phase::Wall {
                    *hand |= table.upcard.map_or(CardSet::EMPTY, CardSet::only);
                }
                self.publish(table, Event::Knocked(*hand), log);
            }
            Action::BigGin => {
                *drawn = None;
                self.publish(table, Event::BigGin(*hand), log);
                if self.rules.showdown == Showdown::Best {
                    self.lay_down(state, log);
                }
            }
            Action::Card(card) => {
                hand.remove(card);
                *drawn = None;
                if phase == Phase::Layoff {
                    self.publish(table, Event::LaidOff(card), log);
                    return;
                }
                self.publish(table, Event::Discarded(card), log);
                if phase == Phase::KnockDiscard && self.rules.showdown == Showdown::Best {
                    self.lay_down(state, log);
                }
            }
            Action::Lay(meld) => {
                *hand -= meld.cards();
                self.publish(table, Event::Laid(meld.cards()), log);
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
            self.list_legal(&view.table, view.hand, out);
        }
    }
}

fn turn(table: &Table) -> Turn {
    match table.phase {
        Phase::Over => Turn::Over,
        _ => Turn::Act(table.to_act),
    }
}
