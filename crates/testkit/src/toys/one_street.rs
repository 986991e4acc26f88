//! Open-face Chinese poker cut to one street: ten cards, four for each seat.
//!
//! Two suits of five ranks. Each seat sets one card in front and two at the back, and discards one
//! unseen. A pair beats two single cards, then the higher card counts; a back that is weaker than
//! its front is a foul. Each row scores 1, both rows 1 more; a pair at the back has a royalty of 2,
//! the highest rank in front one of 1. A foul loses 3 and scores no royalties.
//!
//! Open, the second seat sees the board of the first, as in open-face Chinese poker; closed, both
//! set unseen, as two seats in Fantasyland do. 3,150 deals.

use crate::exact::Enumerate;
use facedown_game::{
    ActionBuf, ActionList, Game, Hidden, ImpossibleView, Notation, PerSeat, Rng, Searchable, Seat,
    SeatSet, Sink, Turn, Worlds,
};
use std::cmp::Ordering;

const CARDS: u8 = 10; // 5 * suit + rank
const PACK: u16 = (1 << CARDS) - 1;
const HAND: u32 = 4;
const SEATS: usize = 2;

/// The rules: whether boards are visible once they are set.
#[derive(Clone, Copy, Debug, Default)]
pub struct OneStreet {
    /// Whether the second seat sees the board of the first.
    pub open: bool,
}

/// Sets four cards: one is discarded, one set in front, and the others at the back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Setting {
    /// The card discarded.
    pub discard: u8,
    /// The card in front.
    pub front: u8,
}

/// The card in front and the two at the back of a complete board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OneStreetBoard {
    front: u8,
    back: u16,
}

impl OneStreetBoard {
    fn cards(self) -> u16 {
        self.back | 1 << self.front
    }

    fn front_rank(self) -> u8 {
        self.front % 5
    }

    /// Returns whether the back is a pair, and its ranks, the higher first.
    fn back_strength(self) -> (bool, u8, u8) {
        let low = self.back.trailing_zeros() as u8 % 5;
        let high = self.back.ilog2() as u8 % 5;
        (low == high, low.max(high), low.min(high))
    }

    fn is_foul(self) -> bool {
        let (pair, high, _) = self.back_strength();
        !pair && high < self.front_rank()
    }

    fn royalties(self) -> i32 {
        let pair = if self.back_strength().0 { 2 } else { 0 };
        pair + i32::from(self.front_rank() == 4)
    }
}

/// Returns the score of the first board.
fn margin(first: OneStreetBoard, second: OneStreetBoard) -> i32 {
    match (first.is_foul(), second.is_foul()) {
        (true, true) => 0,
        (true, false) => -3 - second.royalties(),
        (false, true) => 3 + first.royalties(),
        (false, false) => {
            let sign = |order: Ordering| order as i32;
            let rows = sign(first.front_rank().cmp(&second.front_rank()))
                + sign(first.back_strength().cmp(&second.back_strength()));
            let scoop = if rows.abs() == 2 { rows.signum() } else { 0 };
            rows + scoop + first.royalties() - second.royalties()
        }
    }
}

fn set_cards(hand: u16, setting: Setting) -> OneStreetBoard {
    let back = hand & !(1 << setting.discard) & !(1 << setting.front);
    OneStreetBoard { front: setting.front, back }
}

fn bits(set: u16) -> impl Iterator<Item = u8> {
    (0..CARDS).filter(move |card| set >> card & 1 == 1)
}

fn list(hand: u16, out: &mut ActionList<Setting, 12>) {
    out.clear();
    for discard in bits(hand) {
        for front in bits(hand & !(1 << discard)) {
            out.push(Setting { discard, front });
        }
    }
}

/// Both hands and the boards set so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OneStreetState {
    hands: [u16; SEATS],
    boards: [Option<OneStreetBoard>; SEATS],
}

impl OneStreetState {
    /// Returns the four cards dealt to each seat, as bits.
    pub const fn hands(&self) -> [u16; SEATS] {
        self.hands
    }

    fn turn(&self) -> Turn {
        turn(self.boards.iter().flatten().count())
    }
}

fn turn(boards: usize) -> Turn {
    if boards < SEATS { Turn::Act(Seat::new(boards)) } else { Turn::Over }
}

/// The seat's own cards, the number of boards set, and those that it sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OneStreetView {
    seat: Seat,
    hand: u16,
    done: usize,
    boards: [Option<OneStreetBoard>; SEATS],
}

/// An event that a seat observes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OneStreetEvent {
    /// The seat itself holds these cards.
    Holds(u16),
    /// The next seat has set its cards.
    Set,
    /// The board of a seat: observed by itself, and by the other when it may be seen.
    Board(Seat, OneStreetBoard),
}

impl OneStreet {
    fn start(hands: [u16; SEATS], log: &mut impl Sink<OneStreetEvent>) -> OneStreetState {
        for seat in Seat::all(SEATS) {
            log.emit(SeatSet::only(seat), OneStreetEvent::Holds(hands[seat.index()]));
        }
        OneStreetState { hands, boards: [None; SEATS] }
    }
}

impl Searchable for OneStreet {}

impl Game for OneStreet {
    type Setup = ();
    type State = OneStreetState;
    type Action = Setting;
    type LegalActions = ActionList<Setting, 12>;
    type View = OneStreetView;
    type Event = OneStreetEvent;

    fn seats(&self) -> usize {
        SEATS
    }

    fn first_setup(&self) {}

    fn deal(&self, (): &(), rng: &mut Rng, log: &mut impl Sink<OneStreetEvent>) -> OneStreetState {
        let first = choose(PACK, HAND, rng);
        let second = choose(PACK & !first, HAND, rng);
        Self::start([first, second], log)
    }

    fn turn(&self, state: &OneStreetState) -> Turn {
        state.turn()
    }

    fn legal_actions(&self, state: &OneStreetState, out: &mut Self::LegalActions) {
        out.clear();
        if let Turn::Act(seat) = state.turn() {
            list(state.hands[seat.index()], out);
        }
    }

    fn apply(
        &self,
        state: &mut OneStreetState,
        action: Setting,
        log: &mut impl Sink<OneStreetEvent>,
    ) {
        let Turn::Act(seat) = state.turn() else { return };
        let board = set_cards(state.hands[seat.index()], action);
        state.boards[seat.index()] = Some(board);
        let all = SeatSet::all(SEATS);
        log.emit(all, OneStreetEvent::Set);
        if self.open {
            log.emit(all, OneStreetEvent::Board(seat, board));
        } else {
            log.emit(SeatSet::only(seat), OneStreetEvent::Board(seat, board));
            if let [Some(first), Some(second)] = state.boards {
                let [one, other] = [Seat::new(0), Seat::new(1)];
                log.emit(SeatSet::only(one), OneStreetEvent::Board(other, second));
                log.emit(SeatSet::only(other), OneStreetEvent::Board(one, first));
            }
        }
    }

    fn scores(&self, state: &OneStreetState) -> PerSeat<i32> {
        let first = match state.boards {
            [Some(first), Some(second)] => margin(first, second),
            _ => 0,
        };
        PerSeat::from_fn(SEATS, |seat| if seat.index() == 0 { first } else { -first })
    }

    fn score_total(&self, _: &OneStreetState) -> Option<i32> {
        Some(0)
    }

    fn view(&self, state: &OneStreetState, seat: Seat) -> OneStreetView {
        let mut boards = state.boards;
        if !self.open && state.turn() != Turn::Over {
            boards[seat.next(SEATS).index()] = None;
        }
        let done = state.boards.iter().flatten().count();
        OneStreetView { seat, hand: state.hands[seat.index()], done, boards }
    }

    fn blank_view(&self, (): &(), seat: Seat) -> OneStreetView {
        OneStreetView { seat, hand: 0, done: 0, boards: [None; SEATS] }
    }

    fn observe(&self, view: &mut OneStreetView, event: OneStreetEvent) {
        match event {
            OneStreetEvent::Holds(hand) => view.hand = hand,
            OneStreetEvent::Set => view.done += 1,
            OneStreetEvent::Board(seat, board) => view.boards[seat.index()] = Some(board),
        }
    }

    fn view_turn(&self, view: &OneStreetView) -> Option<Turn> {
        Some(turn(view.done))
    }

    fn view_actions(&self, view: &OneStreetView, out: &mut Self::LegalActions) {
        out.clear();
        if turn(view.done) == Turn::Act(view.seat) {
            list(view.hand, out);
        }
    }
}

/// Chooses `count` cards of a set uniformly.
fn choose(mut from: u16, count: u32, rng: &mut Rng) -> u16 {
    let before = from;
    for _ in 0..count {
        from &= !(1 << rng.choose_bit(u64::from(from)));
    }
    before & !from
}

/// The cards that the other seat can hold; a board that is not seen is any of its hand.
#[derive(Clone, Copy, Debug)]
pub struct OneStreetWorlds {
    view: OneStreetView,
    known: u16,  // cards on the other's board
    unseen: u16, // cards that it can hold beside them
}

impl Worlds<OneStreet> for OneStreetWorlds {
    fn sample(&self, rng: &mut Rng) -> (OneStreetState, f32) {
        let OneStreetView { seat, hand, done, mut boards } = self.view;
        let other = seat.next(SEATS).index();
        let held = self.known | choose(self.unseen, HAND - self.known.count_ones(), rng);
        if other < done && boards[other].is_none() {
            let mut settings = ActionList::default();
            list(held, &mut settings);
            let setting = settings.as_slice()[rng.below(settings.as_slice().len() as u32) as usize];
            boards[other] = Some(set_cards(held, setting));
        }
        let mut hands = [held; SEATS];
        hands[seat.index()] = hand;
        (OneStreetState { hands, boards }, 1.0)
    }
}

impl Hidden for OneStreet {
    type Worlds = OneStreetWorlds;

    fn worlds(&self, view: &OneStreetView) -> Result<OneStreetWorlds, ImpossibleView> {
        let impossible = |why: &str| Err(ImpossibleView::new(why.to_owned()));
        let [own, other] = [view.seat, view.seat.next(SEATS)].map(|seat| view.boards[seat.index()]);
        let known = other.map_or(0, OneStreetBoard::cards);
        if view.hand.count_ones() != HAND {
            return impossible("a hand has four cards");
        }
        if view.hand & known != 0 {
            return impossible("a card is in two places");
        }
        if own.is_some_and(|board| board.cards() & !view.hand != 0) {
            return impossible("a card on the board was not dealt");
        }
        Ok(OneStreetWorlds { view: *view, known, unseen: PACK & !(view.hand | known) })
    }
}

impl Enumerate for OneStreet {
    fn each_deal<S: Sink<OneStreetEvent> + Default>(
        &self,
        each: &mut dyn FnMut(OneStreetState, S, u64),
    ) {
        let hands = || (0..=PACK).filter(|hand| hand.count_ones() == HAND);
        for first in hands() {
            for second in hands().filter(|second| second & first == 0) {
                let mut log = S::default();
                let state = Self::start([first, second], &mut log);
                each(state, log, 1);
            }
        }
    }
}

impl Notation for OneStreet {
    /// The card in front, then the one discarded: `5c, discards 1d`.
    fn action_text(&self, action: Setting) -> String {
        let card = |card: u8| format!("{}{}", card % 5 + 1, if card < 5 { 'c' } else { 'd' });
        format!("{}, discards {}", card(action.front), card(action.discard))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(front: u8, back: [u8; 2]) -> OneStreetBoard {
        OneStreetBoard { front, back: 1 << back[0] | 1 << back[1] }
    }

    #[test]
    fn boards_score_by_rows_scoop_royalties_and_fouls() {
        let pair = board(1, [2, 7]); // 2 in front, 33 at the back
        let high = board(0, [4, 8]); // 1 in front, 5 4 at the back
        let top = board(4, [9, 5]); // 5 in front, 5 1 at the back
        let foul = board(4, [2, 6]); // 5 in front, 3 2 at the back
        assert_eq!([pair, high, top].map(OneStreetBoard::is_foul), [false; 3]);
        assert!(foul.is_foul());
        assert_eq!(margin(pair, high), 1 + 1 + 1 + 2);
        assert_eq!(margin(top, high), 1); // one row each, and the royalty of the front
        assert_eq!(margin(foul, pair), -5);
        assert_eq!(margin(foul, foul), 0);
        for (one, other) in [(pair, top), (top, high), (foul, high)] {
            assert_eq!(margin(one, other), -margin(other, one));
        }
    }

    #[test]
    fn there_are_3150_deals() {
        let mut count = 0;
        OneStreet::default()
            .each_deal::<facedown_game::Log<OneStreetEvent>>(&mut |_, _, _| count += 1);
        assert_eq!(count, 3_150);
    }
}
