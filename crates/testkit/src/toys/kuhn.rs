//! Kuhn poker: three cards, two seats, one bet.
//!
//! H. W. Kuhn, "A simplified two-person poker" (1950). Each seat antes 1 and gets one of three
//! cards, 0 the lowest. Seat 0 passes or bets 1, seat 1 answers; after a pass and a bet seat 0
//! answers too. A pass against a bet gives up the ante, otherwise the higher card takes the pot.
//! Its equilibrium value is -1/18 for seat 0.

use crate::exact::Enumerate;
use facedown_game::{
    ActionBuf, ActionList, Game, Hidden, ImpossibleView, Notation, PerSeat, Rng, Searchable, Seat,
    SeatSet, Sink, Turn, Worlds,
};

/// The rules of Kuhn poker.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kuhn;

/// A move of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum KuhnAction {
    /// Checks, or gives up the ante to a bet.
    Pass,
    /// Bets 1, or calls.
    Bet,
}
use KuhnAction::{Bet, Pass};

/// The actions so far, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Line([Option<KuhnAction>; 3]);

impl Line {
    fn push(&mut self, action: KuhnAction) {
        let end = self.len();
        self.0[end] = Some(action);
    }

    fn len(self) -> usize {
        self.0.iter().flatten().count()
    }

    fn turn(self) -> Turn {
        match self.0 {
            [None, ..] | [Some(Pass), Some(Bet), None] => Turn::Act(Seat::new(0)),
            [_, None, _] => Turn::Act(Seat::new(1)),
            _ => Turn::Over,
        }
    }

    /// Returns the seat that folded.
    fn folded(self) -> Option<Seat> {
        match self.0 {
            [Some(Bet), Some(Pass), _] => Some(Seat::new(1)),
            [Some(Pass), Some(Bet), Some(Pass)] => Some(Seat::new(0)),
            _ => None,
        }
    }

    fn is_showdown(self) -> bool {
        self.turn() == Turn::Over && self.folded().is_none()
    }

    fn stake(self) -> i32 {
        let bets = self.0.iter().flatten().filter(|a| **a == Bet).count();
        if bets == 2 { 2 } else { 1 }
    }
}

/// Both cards and the betting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KuhnState {
    cards: [u8; 2],
    line: Line,
}

const _: () = assert!(size_of::<KuhnState>() <= 8);

impl KuhnState {
    /// Returns the card of each seat.
    pub const fn cards(&self) -> [u8; 2] {
        self.cards
    }
}

/// The seat's own card and the betting, and the other card after a showdown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KuhnView {
    seat: Seat,
    cards: [Option<u8>; 2],
    line: Line,
}

impl KuhnView {
    /// Returns the seat's own card.
    ///
    /// # Panics
    /// Before the deal.
    pub fn card(&self) -> u8 {
        self.cards[self.seat.index()].expect("a card was dealt")
    }

    /// Returns the number of actions so far.
    pub fn actions_taken(&self) -> usize {
        self.line.len()
    }

    /// Returns whether a bet is to be answered.
    pub fn is_facing_bet(&self) -> bool {
        self.line.0.iter().flatten().next_back() == Some(&Bet)
    }
}

/// An event that a seat observes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KuhnEvent {
    /// This seat holds this card: observed at the deal by it alone, at a showdown by all.
    Holds(Seat, u8),
    /// The seat to act did this.
    Did(KuhnAction),
}

impl Searchable for Kuhn {}

impl Game for Kuhn {
    type Setup = ();
    type State = KuhnState;
    type Action = KuhnAction;
    type LegalActions = ActionList<KuhnAction, 2>;
    type View = KuhnView;
    type Event = KuhnEvent;

    fn seats(&self) -> usize {
        2
    }

    fn first_setup(&self) {}

    fn deal(&self, (): &(), rng: &mut Rng, log: &mut impl Sink<KuhnEvent>) -> KuhnState {
        let mut pack = [0, 1, 2];
        rng.shuffle(&mut pack);
        dealt([pack[0], pack[1]], log)
    }

    fn turn(&self, state: &KuhnState) -> Turn {
        state.line.turn()
    }

    fn legal_actions(&self, state: &KuhnState, out: &mut Self::LegalActions) {
        out.clear();
        if state.line.turn() != Turn::Over {
            out.push(Pass);
            out.push(Bet);
        }
    }

    fn apply(&self, state: &mut KuhnState, action: KuhnAction, log: &mut impl Sink<KuhnEvent>) {
        state.line.push(action);
        log.emit(SeatSet::all(2), KuhnEvent::Did(action));
        if state.line.is_showdown() {
            for seat in Seat::all(2) {
                log.emit(SeatSet::all(2), KuhnEvent::Holds(seat, state.cards[seat.index()]));
            }
        }
    }

    fn scores(&self, state: &KuhnState) -> PerSeat<i32> {
        if self.turn(state) != Turn::Over {
            return PerSeat::filled(2, 0);
        }
        let higher = Seat::new(usize::from(state.cards[1] > state.cards[0]));
        let winner = state.line.folded().map_or(higher, |seat| seat.next(2));
        let stake = state.line.stake();
        PerSeat::from_fn(2, |seat| if seat == winner { stake } else { -stake })
    }

    fn score_total(&self, _: &KuhnState) -> Option<i32> {
        Some(0)
    }

    fn view(&self, state: &KuhnState, seat: Seat) -> KuhnView {
        let shown = state.line.is_showdown();
        let card = |of: usize| (shown || of == seat.index()).then_some(state.cards[of]);
        KuhnView { seat, cards: [card(0), card(1)], line: state.line }
    }

    fn blank_view(&self, (): &(), seat: Seat) -> KuhnView {
        KuhnView { seat, cards: [None; 2], line: Line::default() }
    }

    fn observe(&self, view: &mut KuhnView, event: KuhnEvent) {
        match event {
            KuhnEvent::Holds(seat, card) => view.cards[seat.index()] = Some(card),
            KuhnEvent::Did(action) => view.line.push(action),
        }
    }

    fn view_turn(&self, view: &KuhnView) -> Option<Turn> {
        Some(view.line.turn())
    }

    fn view_actions(&self, view: &KuhnView, out: &mut Self::LegalActions) {
        out.clear();
        if view.line.turn() == Turn::Act(view.seat) {
            out.push(Pass);
            out.push(Bet);
        }
    }
}

fn dealt(cards: [u8; 2], log: &mut impl Sink<KuhnEvent>) -> KuhnState {
    for (seat, card) in Seat::all(2).zip(cards) {
        log.emit(SeatSet::only(seat), KuhnEvent::Holds(seat, card));
    }
    KuhnState { cards, line: Line::default() }
}

/// The one or two cards that the other seat can hold.
#[derive(Clone, Copy, Debug)]
pub struct KuhnWorlds {
    view: KuhnView,
    others: [u8; 2],
}

impl Worlds<Kuhn> for KuhnWorlds {
    fn sample(&self, rng: &mut Rng) -> (KuhnState, f32) {
        let me = self.view.seat.index();
        let mut cards = [self.others[rng.below(2) as usize]; 2];
        cards[me] = self.view.card();
        (KuhnState { cards, line: self.view.line }, 1.0)
    }
}

impl Hidden for Kuhn {
    type Worlds = KuhnWorlds;

    fn worlds(&self, view: &KuhnView) -> Result<KuhnWorlds, ImpossibleView> {
        let me = view.seat.index();
        let Some(own) = view.cards[me] else {
            return Err(ImpossibleView::new("no card was dealt to the seat"));
        };
        let others = match view.cards[1 - me] {
            Some(shown) if shown == own => {
                return Err(ImpossibleView::new(format!("both seats hold card {own}")));
            }
            Some(shown) => [shown; 2],
            None => [(own + 1) % 3, (own + 2) % 3],
        };
        Ok(KuhnWorlds { view: *view, others })
    }
}

impl Notation for Kuhn {
    fn action_text(&self, action: KuhnAction) -> String {
        if action == Pass { "pass" } else { "bet" }.into()
    }
}

impl Enumerate for Kuhn {
    fn each_deal<S: Sink<KuhnEvent> + Default>(&self, each: &mut dyn FnMut(KuhnState, S, u64)) {
        for cards in [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]] {
            let mut sink = S::default();
            let state = dealt(cards, &mut sink);
            each(state, sink, 1);
        }
    }
}
