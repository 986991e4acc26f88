//! A match of several hands: stay in with a high card, or fold.
//!
//! Three seats are dealt one of seven cards each. From the dealer's left each folds or stays. A
//! fold costs 1, staying without the highest card of those who stay costs 2, and the highest takes
//! it all. If all fold, nobody pays. The deal passes to the left; the match ends after the hand in
//! which a seat has 6 points or more, and after twenty hands at the latest. A sole leader gets a
//! bonus of 3.

use facedown_game::{
    ActionBuf, ActionList, Game, Hidden, ImpossibleView, Match, Notation, PerSeat, Rng, Searchable,
    Seat, SeatSet, Sink, Turn, Worlds,
};

const SEATS: usize = 3;
const CARDS: u8 = 7;
const TARGET: i32 = 6;
const MAX_HANDS: u8 = 20;
const BONUS: i32 = 3;

/// The rules of the high-card match.
#[derive(Clone, Copy, Debug, Default)]
pub struct HighCard;

/// A move of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HighCardAction {
    /// Gives up 1 point.
    Fold,
    /// Plays for the pot.
    Stay,
}
use HighCardAction::{Fold, Stay};

/// The actions of the seats; the dealer acts last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Table {
    dealer: Seat,
    choices: [Option<HighCardAction>; SEATS],
}

impl Table {
    fn turn(self) -> Turn {
        let order = (1..=SEATS).map(|places| self.dealer.plus(places, SEATS));
        let mut waiting = order.filter(|seat| self.choices[seat.index()].is_none());
        waiting.next().map_or(Turn::Over, Turn::Act)
    }

    fn stays(self, seat: Seat) -> bool {
        self.choices[seat.index()] == Some(Stay)
    }

    /// Returns whether the seat's card is shown: those who stayed show when all have chosen.
    fn shows(self, seat: Seat) -> bool {
        self.turn() == Turn::Over && self.stays(seat)
    }
}

/// The cards and the actions of the seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HighCardState {
    cards: [u8; SEATS],
    table: Table,
}

const _: () = assert!(size_of::<HighCardState>() <= 8);

impl HighCardState {
    /// Returns the card of each seat.
    pub const fn cards(&self) -> [u8; SEATS] {
        self.cards
    }
}

/// The seat's own card, the actions of the seats, and the cards shown at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HighCardView {
    seat: Seat,
    cards: [Option<u8>; SEATS],
    table: Table,
}

/// An event that a seat observes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HighCardEvent {
    /// This seat holds this card: observed at the deal by it alone, at the end by all.
    Holds(Seat, u8),
    /// This seat did this.
    Did(Seat, HighCardAction),
}

impl Searchable for HighCard {}

impl Game for HighCard {
    /// The dealer.
    type Setup = Seat;
    type State = HighCardState;
    type Action = HighCardAction;
    type LegalActions = ActionList<HighCardAction, 2>;
    type View = HighCardView;
    type Event = HighCardEvent;

    fn seats(&self) -> usize {
        SEATS
    }

    fn first_setup(&self) -> Seat {
        Seat::new(SEATS - 1)
    }

    fn deal(
        &self,
        dealer: &Seat,
        rng: &mut Rng,
        log: &mut impl Sink<HighCardEvent>,
    ) -> HighCardState {
        let mut pack: [u8; CARDS as usize] = std::array::from_fn(|card| card as u8);
        rng.shuffle(&mut pack);
        for (seat, card) in Seat::all(SEATS).zip(pack) {
            log.emit(SeatSet::only(seat), HighCardEvent::Holds(seat, card));
        }
        let table = Table { dealer: *dealer, choices: [None; SEATS] };
        HighCardState { cards: [pack[0], pack[1], pack[2]], table }
    }

    fn turn(&self, state: &HighCardState) -> Turn {
        state.table.turn()
    }

    fn legal_actions(&self, state: &HighCardState, out: &mut Self::LegalActions) {
        out.clear();
        if state.table.turn() != Turn::Over {
            out.push(Fold);
            out.push(Stay);
        }
    }

    fn apply(
        &self,
        state: &mut HighCardState,
        action: HighCardAction,
        log: &mut impl Sink<HighCardEvent>,
    ) {
        let Turn::Act(seat) = state.table.turn() else { return };
        let all = SeatSet::all(SEATS);
        state.table.choices[seat.index()] = Some(action);
        log.emit(all, HighCardEvent::Did(seat, action));
        for seat in Seat::all(SEATS).filter(|seat| state.table.shows(*seat)) {
            log.emit(all, HighCardEvent::Holds(seat, state.cards[seat.index()]));
        }
    }

    fn scores(&self, state: &HighCardState) -> PerSeat<i32> {
        let stayed = Seat::all(SEATS).filter(|seat| state.table.shows(*seat));
        let Some(winner) = stayed.max_by_key(|seat| state.cards[seat.index()]) else {
            return PerSeat::filled(SEATS, 0);
        };
        let loss = |seat: Seat| if state.table.stays(seat) { -2 } else { -1 };
        let mut scores = PerSeat::from_fn(SEATS, loss);
        scores[winner] = -scores.iter().map(|(s, n)| if s == winner { 0 } else { n }).sum::<i32>();
        scores
    }

    fn score_total(&self, _: &HighCardState) -> Option<i32> {
        Some(0)
    }

    fn view(&self, state: &HighCardState, seat: Seat) -> HighCardView {
        let mut cards = state.cards.map(Some);
        for other in Seat::all(SEATS).filter(|s| *s != seat && !state.table.shows(*s)) {
            cards[other.index()] = None;
        }
        HighCardView { seat, cards, table: state.table }
    }

    fn blank_view(&self, dealer: &Seat, seat: Seat) -> HighCardView {
        let table = Table { dealer: *dealer, choices: [None; SEATS] };
        HighCardView { seat, cards: [None; SEATS], table }
    }

    fn observe(&self, view: &mut HighCardView, event: HighCardEvent) {
        match event {
            HighCardEvent::Holds(seat, card) => view.cards[seat.index()] = Some(card),
            HighCardEvent::Did(seat, action) => view.table.choices[seat.index()] = Some(action),
        }
    }

    fn view_turn(&self, view: &HighCardView) -> Option<Turn> {
        Some(view.table.turn())
    }

    fn view_actions(&self, view: &HighCardView, out: &mut Self::LegalActions) {
        out.clear();
        if view.table.turn() == Turn::Act(view.seat) {
            out.push(Fold);
            out.push(Stay);
        }
    }
}

/// The cards that hidden hands can hold.
#[derive(Clone, Copy, Debug)]
pub struct HighCardWorlds {
    view: HighCardView,
    unseen: u64,
}

impl Worlds<HighCard> for HighCardWorlds {
    fn sample(&self, rng: &mut Rng) -> (HighCardState, f32) {
        let mut unseen = self.unseen;
        let cards = self.view.cards.map(|seen| {
            seen.unwrap_or_else(|| {
                let card = rng.choose_bit(unseen) as u8;
                unseen &= !(1 << card);
                card
            })
        });
        (HighCardState { cards, table: self.view.table }, 1.0)
    }
}

impl Hidden for HighCard {
    type Worlds = HighCardWorlds;

    fn worlds(&self, view: &HighCardView) -> Result<HighCardWorlds, ImpossibleView> {
        let mut unseen = (1 << CARDS) - 1;
        for card in view.cards.into_iter().flatten() {
            if unseen >> card & 1 == 0 {
                return Err(ImpossibleView::new(format!("two seats hold card {card}")));
            }
            unseen &= !(1 << card);
        }
        Ok(HighCardWorlds { view: *view, unseen })
    }
}

impl Notation for HighCard {
    fn action_text(&self, action: HighCardAction) -> String {
        if action == Fold { "fold" } else { "stay" }.into()
    }
}

/// The running score of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HighCardStanding {
    scores: PerSeat<i32>,
    dealer: Seat,
    hands: u8,
}

impl HighCardStanding {
    fn is_over(&self) -> bool {
        self.hands == MAX_HANDS || self.scores.iter().any(|(_, score)| score >= TARGET)
    }
}

impl Match for HighCard {
    type Standing = HighCardStanding;

    fn begin(&self) -> HighCardStanding {
        let scores = PerSeat::filled(SEATS, 0);
        HighCardStanding { scores, dealer: self.first_setup(), hands: 0 }
    }

    fn next_hand(&self, standing: &HighCardStanding) -> Option<Seat> {
        (!standing.is_over()).then_some(standing.dealer)
    }

    fn finish_hand(&self, standing: &mut HighCardStanding, hand: &HighCardState) {
        let scores = self.scores(hand);
        standing.scores = PerSeat::from_fn(SEATS, |seat| standing.scores[seat] + scores[seat]);
        standing.dealer = hand.table.dealer.next(SEATS);
        standing.hands += 1;
    }

    fn hand_count(&self) -> u32 {
        SEATS as u32
    }

    fn hand_setup(&self, hand: u32) -> Seat {
        Seat::new((self.first_setup().index() + hand as usize) % SEATS)
    }

    fn match_scores(&self, standing: &HighCardStanding) -> PerSeat<i32> {
        let mut scores = standing.scores;
        let most = scores.as_slice().iter().copied().max().unwrap_or(0);
        let leaders = || scores.iter().filter(|(_, score)| *score == most);
        if standing.is_over() && leaders().count() == 1 {
            let leader = leaders().next().map(|(seat, _)| seat);
            if let Some(seat) = leader {
                scores[seat] += BONUS;
            }
        }
        scores
    }
}
