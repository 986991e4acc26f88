//! Leduc hold'em: six cards, two rounds of betting, and a public card turned by chance.
//!
//! F. Southey and others, "Bayes' bluff: opponent modelling in poker" (2005). Two suits of three
//! ranks; card c has rank c / 2. Each seat antes 1 and gets a card. A round of betting with raises
//! of 2 is followed by a public card and a round with raises of 4, at most two raises a round; seat
//! 0 begins both. A pair with the public card wins, then the higher rank; equal ranks split. The
//! game has 936 information sets (288 if suits do not count).

use crate::Chance;
use crate::exact::Enumerate;
use facedown_game::{
    ActionBuf, ActionList, Game, Hidden, ImpossibleView, Notation, PerSeat, Rng, Searchable, Seat,
    SeatSet, Sink, Turn, Worlds,
};

/// The rules of Leduc hold'em.
#[derive(Clone, Copy, Debug, Default)]
pub struct Leduc;

/// A move of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LeducAction {
    /// Gives up the pot to a raise.
    Fold,
    /// Checks, or matches a raise.
    Call,
    /// Matches and raises.
    Raise,
}
use LeducAction::{Call, Fold, Raise};

/// The public information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Table {
    pub(super) public: Option<u8>,
    pub(super) stakes: [u8; 2],
    round: u8,
    raises: u8, // in this round
    acted: u8,  // in this round
    end: Option<End>,
    line: u32, // two bits for each action of the hand, below a leading 1
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Folded(Seat),
    Showdown,
}

impl Table {
    const START: Self =
        Self { public: None, stakes: [1, 1], round: 0, raises: 0, acted: 0, end: None, line: 1 };

    fn turn(&self) -> Turn {
        if self.end.is_some() {
            Turn::Over
        } else if self.round == 1 && self.public.is_none() {
            Turn::Chance
        } else {
            Turn::Act(Seat::new(usize::from(self.acted % 2)))
        }
    }

    fn list(&self, out: &mut ActionList<LeducAction, 3>) {
        if self.stakes[0] != self.stakes[1] {
            out.push(Fold);
        }
        out.push(Call);
        if self.raises < 2 {
            out.push(Raise);
        }
    }

    fn act(&mut self, action: LeducAction) {
        let me = usize::from(self.acted % 2);
        self.line = self.line << 2 | action as u32;
        match action {
            Fold => self.end = Some(End::Folded(Seat::new(me))),
            Raise => {
                self.stakes[me] = self.stakes[1 - me] + 2 * (1 + self.round);
                self.raises += 1;
            }
            Call => {
                self.stakes[me] = self.stakes[1 - me];
                if self.acted > 0 {
                    self.close_round();
                    return;
                }
            }
        }
        self.acted += 1;
    }

    fn close_round(&mut self) {
        if self.round == 1 {
            self.end = Some(End::Showdown);
        } else {
            (self.round, self.raises, self.acted) = (1, 0, 0);
        }
    }

    fn is_showdown(&self) -> bool {
        self.end == Some(End::Showdown)
    }
}

/// Both cards and the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeducState {
    cards: [u8; 2],
    table: Table,
}

const _: () = assert!(size_of::<LeducState>() <= 24);

impl LeducState {
    /// Returns the card of each seat.
    pub const fn cards(&self) -> [u8; 2] {
        self.cards
    }

    /// Returns the state with other cards and the same betting.
    #[must_use]
    pub const fn with_cards(self, cards: [u8; 2]) -> Self {
        Self { cards, table: self.table }
    }

    /// Returns the public card.
    pub const fn public(&self) -> Option<u8> {
        self.table.public
    }

    fn strength(&self, seat: Seat) -> u8 {
        let rank = self.cards[seat.index()] / 2;
        if self.table.public.is_some_and(|card| card / 2 == rank) { 10 + rank } else { rank }
    }

    /// Returns the cards that are neither held nor public.
    fn unseen(&self) -> impl Iterator<Item = u8> {
        let (cards, public) = (self.cards, self.table.public);
        (0..6).filter(move |card| !cards.contains(card) && Some(*card) != public)
    }
}

/// The seat's own card and the table, and the other card after a showdown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeducView {
    pub(super) seat: Seat,
    pub(super) cards: [Option<u8>; 2],
    pub(super) table: Table,
}

/// An event that a seat observes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LeducEvent {
    /// This seat holds this card: observed at the deal by it alone, at a showdown by all.
    Holds(Seat, u8),
    /// The seat to act did this.
    Did(LeducAction),
    /// The public card.
    Public(u8),
}

impl Searchable for Leduc {}

impl Game for Leduc {
    type Setup = ();
    type State = LeducState;
    type Action = LeducAction;
    type LegalActions = ActionList<LeducAction, 3>;
    type View = LeducView;
    type Event = LeducEvent;

    fn seats(&self) -> usize {
        2
    }

    fn first_setup(&self) {}

    fn deal(&self, (): &(), rng: &mut Rng, log: &mut impl Sink<LeducEvent>) -> LeducState {
        let mut pack = [0, 1, 2, 3, 4, 5];
        rng.shuffle(&mut pack);
        dealt([pack[0], pack[1]], log)
    }

    fn turn(&self, state: &LeducState) -> Turn {
        state.table.turn()
    }

    fn legal_actions(&self, state: &LeducState, out: &mut Self::LegalActions) {
        out.clear();
        if let Turn::Act(_) = state.table.turn() {
            state.table.list(out);
        }
    }

    fn apply(&self, state: &mut LeducState, action: LeducAction, log: &mut impl Sink<LeducEvent>) {
        state.table.act(action);
        log.emit(SeatSet::all(2), LeducEvent::Did(action));
        if state.table.is_showdown() {
            for seat in Seat::all(2) {
                log.emit(SeatSet::all(2), LeducEvent::Holds(seat, state.cards[seat.index()]));
            }
        }
    }

    fn play_chance(&self, state: &mut LeducState, rng: &mut Rng, log: &mut impl Sink<LeducEvent>) {
        let card = self.sample_outcome(state, rng);
        self.resolve(state, card, log);
    }

    fn scores(&self, state: &LeducState) -> PerSeat<i32> {
        let (first, second) = (Seat::new(0), Seat::new(1));
        let winner = match state.table.end {
            None => None,
            Some(End::Folded(seat)) => Some(seat.next(2)),
            Some(End::Showdown) => match state.strength(first).cmp(&state.strength(second)) {
                std::cmp::Ordering::Less => Some(second),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(first),
            },
        };
        PerSeat::from_fn(2, |seat| match winner {
            None => 0,
            Some(w) if w == seat => i32::from(state.table.stakes[1 - seat.index()]),
            Some(_) => -i32::from(state.table.stakes[seat.index()]),
        })
    }

    fn score_total(&self, _: &LeducState) -> Option<i32> {
        Some(0)
    }

    fn view(&self, state: &LeducState, seat: Seat) -> LeducView {
        let shown = state.table.is_showdown();
        let card = |of: usize| (shown || of == seat.index()).then_some(state.cards[of]);
        LeducView { seat, cards: [card(0), card(1)], table: state.table }
    }

    fn blank_view(&self, (): &(), seat: Seat) -> LeducView {
        LeducView { seat, cards: [None; 2], table: Table::START }
    }

    fn observe(&self, view: &mut LeducView, event: LeducEvent) {
        match event {
            LeducEvent::Holds(seat, card) => view.cards[seat.index()] = Some(card),
            LeducEvent::Did(action) => view.table.act(action),
            LeducEvent::Public(card) => view.table.public = Some(card),
        }
    }

    fn view_turn(&self, view: &LeducView) -> Option<Turn> {
        Some(view.table.turn())
    }

    fn view_actions(&self, view: &LeducView, out: &mut Self::LegalActions) {
        out.clear();
        if view.table.turn() == Turn::Act(view.seat) {
            view.table.list(out);
        }
    }
}

fn dealt(cards: [u8; 2], log: &mut impl Sink<LeducEvent>) -> LeducState {
    for (seat, card) in Seat::all(2).zip(cards) {
        log.emit(SeatSet::only(seat), LeducEvent::Holds(seat, card));
    }
    LeducState { cards, table: Table::START }
}

impl Chance for Leduc {
    type Outcome = u8;

    fn sample_outcome(&self, state: &LeducState, rng: &mut Rng) -> u8 {
        let number = rng.below(state.unseen().count() as u32) as usize;
        state.unseen().nth(number).expect("a number below the count")
    }

    fn outcomes(&self, state: &LeducState, each: &mut dyn FnMut(u8, u64)) {
        state.unseen().for_each(|card| each(card, 1));
    }

    fn resolve(&self, state: &mut LeducState, card: u8, log: &mut impl Sink<LeducEvent>) {
        state.table.public = Some(card);
        log.emit(SeatSet::all(2), LeducEvent::Public(card));
    }
}

/// The cards that the other seat can hold.
#[derive(Clone, Copy, Debug)]
pub struct LeducWorlds {
    view: LeducView,
    own: u8,
    others: [u8; 5],
    count: u8,
}

impl Worlds<Leduc> for LeducWorlds {
    fn sample(&self, rng: &mut Rng) -> (LeducState, f32) {
        let mut cards = [self.others[rng.below(u32::from(self.count)) as usize]; 2];
        cards[self.view.seat.index()] = self.own;
        (LeducState { cards, table: self.view.table }, 1.0)
    }
}

impl Hidden for Leduc {
    type Worlds = LeducWorlds;

    fn worlds(&self, view: &LeducView) -> Result<LeducWorlds, ImpossibleView> {
        let me = view.seat.index();
        let Some(own) = view.cards[me] else {
            return Err(ImpossibleView::new("no card was dealt to the seat"));
        };
        let shown = view.cards[1 - me];
        let mut worlds = LeducWorlds { view: *view, own, others: [0; 5], count: 0 };
        for card in (0..6).filter(|card| *card != own && Some(*card) != view.table.public) {
            if shown.is_none_or(|other| other == card) {
                worlds.others[usize::from(worlds.count)] = card;
                worlds.count += 1;
            }
        }
        if worlds.count == 0 {
            return Err(ImpossibleView::new(format!("card {shown:?} is in two places")));
        }
        Ok(worlds)
    }
}

impl Notation for Leduc {
    fn action_text(&self, action: LeducAction) -> String {
        match action {
            Fold => "fold",
            Call => "call",
            Raise => "raise",
        }
        .into()
    }
}

impl Enumerate for Leduc {
    fn each_deal<S: Sink<LeducEvent> + Default>(&self, each: &mut dyn FnMut(LeducState, S, u64)) {
        for cards in (0..36).map(|pair| [pair / 6, pair % 6]).filter(|[a, b]| a != b) {
            let mut sink = S::default();
            let state = dealt(cards, &mut sink);
            each(state, sink, 1);
        }
    }

    fn each_chance<S: Sink<LeducEvent> + Clone>(
        &self,
        state: &LeducState,
        sink: &S,
        each: &mut dyn FnMut(LeducState, S, u64),
    ) {
        self.outcomes(state, &mut |card, weight| {
            let (mut after, mut sink) = (*state, sink.clone());
            self.resolve(&mut after, card, &mut sink);
            each(after, sink, weight);
        });
    }
}
