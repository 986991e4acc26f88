//! Gin rummy cut short: two suits of four ranks, hands of three cards, three turns.
//!
//! A meld is a run of three or four cards of a suit, or both cards of a rank. A turn is a draw, from
//! the stock of one card or of the upcard, and a discard, of any card but an upcard just taken. A
//! seat whose other cards outside melds count at most 2 may knock with its discard; cards
//! count 1 to 4. The knocker scores the difference of the deadwood, and 3 more if it has none
//! (*gin*); a defender with as little or less scores the difference and 3 instead
//! (*undercut*), but for gin. After three turns, or if the stock is empty and the upcard not wanted,
//! nobody scores.
//!
//! The sibling of gin whose equilibrium can be computed: 1,120 deals.

use crate::exact::Enumerate;
use facedown_game::{
    ActionBuf, ActionList, Game, Hidden, ImpossibleView, Notation, PerSeat, Rng, Searchable, Seat,
    SeatSet, Sink, Turn, Worlds,
};

/// The most deadwood of a knock.
const LIMIT: u8 = 2;
/// The points of gin, and of an undercut, beside the difference.
const BONUS: i32 = 3;

const CARDS: u8 = 8; // 4 * suit + rank
const HAND: u32 = 3;
const TURNS: usize = 3;
const SEATS: usize = 2;

/// The rules of short gin.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShortGin;

/// A move of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ShortGinAction {
    /// Takes the upcard.
    Take,
    /// Draws from the stock.
    Draw,
    /// Discards a card.
    Discard(u8),
    /// Discards a card and knocks.
    Knock(u8),
    /// Leaves the upcard where the stock is empty: the hand is over.
    Pass,
}
use ShortGinAction::{Discard, Draw, Knock, Pass, Take};

/// One turn: whether the upcard was taken, and the discard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Done {
    took: bool,
    discard: u8,
}

/// The public part of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Table {
    first_upcard: u8,
    turns: [Option<Done>; TURNS],
    /// The source of the card drawn in this turn: whether it was the upcard.
    drew: Option<bool>,
    knocked: bool,
    passed: bool,
}

impl Table {
    fn count(&self) -> usize {
        self.turns.iter().flatten().count()
    }

    /// Returns the card on top of the pile; none while it is taken and not yet covered.
    fn upcard(&self) -> Option<u8> {
        match (self.drew, self.turns.iter().flatten().last()) {
            (Some(true), _) => None,
            (_, Some(done)) => Some(done.discard),
            (_, None) => Some(self.first_upcard),
        }
    }

    /// Returns the upcard that was taken in this turn.
    fn taken(&self) -> Option<u8> {
        let before = Self { drew: None, ..*self };
        if self.drew == Some(true) { before.upcard() } else { None }
    }

    fn stock_left(&self) -> bool {
        let drawn = self.turns.iter().flatten().any(|done| !done.took);
        !drawn && self.drew != Some(false)
    }

    fn turn(&self) -> Turn {
        if self.knocked || self.passed || self.count() == TURNS {
            Turn::Over
        } else {
            Turn::Act(Seat::new(self.count() % SEATS))
        }
    }

    fn actions(&self, hand: u8, out: &mut ActionList<ShortGinAction, 8>) {
        out.clear();
        if self.turn() == Turn::Over {
            return;
        }
        if self.drew.is_none() {
            out.push(Take);
            out.push(if self.stock_left() { Draw } else { Pass });
            return;
        }
        let cards = || (0..CARDS).filter(|card| hand >> card & 1 == 1);
        cards().filter(|card| self.taken() != Some(*card)).for_each(|card| out.push(Discard(card)));
        cards()
            .filter(|card| self.taken() != Some(*card) && deadwood(hand & !(1 << card)) <= LIMIT)
            .for_each(|card| out.push(Knock(card)));
    }

    fn observe(&mut self, action: ShortGinAction) {
        match action {
            Take => self.drew = Some(true),
            Draw => self.drew = Some(false),
            Pass => self.passed = true,
            Discard(card) | Knock(card) => {
                let place = self.count();
                let took = self.drew.take() == Some(true);
                self.turns[place] = Some(Done { took, discard: card });
                self.knocked = matches!(action, Knock(_));
            }
        }
    }

    fn knocker(&self) -> Option<Seat> {
        self.knocked.then(|| Seat::new((self.count() + 1) % SEATS))
    }

    /// Returns the cards that lie in the pile or are known to be in each hand.
    fn known(&self) -> (u8, [u8; SEATS]) {
        let (mut pile, mut held) = (1u8 << self.first_upcard, [0u8; SEATS]);
        let mut top = self.first_upcard;
        for (place, done) in self.turns.iter().flatten().enumerate() {
            if done.took {
                pile &= !(1 << top);
                held[place % SEATS] |= 1 << top;
            }
            top = done.discard;
            held[place % SEATS] &= !(1 << top);
            pile |= 1 << top;
        }
        if self.drew == Some(true) {
            pile &= !(1 << top);
            held[self.count() % SEATS] |= 1 << top;
        }
        (pile, held)
    }
}

/// Returns the least points outside melds.
fn deadwood(hand: u8) -> u8 {
    const MELDS: [u8; 10] = [
        0b0000_0111,
        0b0000_1110,
        0b0000_1111,
        0b0111_0000,
        0b1110_0000,
        0b1111_0000,
        0x11,
        0x22,
        0x44,
        0x88,
    ];
    let points = (0..CARDS).filter(|card| hand >> card & 1 == 1).map(|card| card % 4 + 1).sum();
    let melds = MELDS.iter().filter(|meld| hand & **meld == **meld);
    melds.map(|meld| deadwood(hand & !meld)).fold(points, u8::min)
}

/// The cards and the public part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShortGinState {
    hands: [u8; SEATS],
    stock: u8, // its one card
    table: Table,
}

impl ShortGinState {
    /// Returns the cards of each seat, as bits.
    pub const fn hands(&self) -> [u8; SEATS] {
        self.hands
    }
}

/// The seat's own cards, the public part, and both hands after a knock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShortGinView {
    seat: Seat,
    hands: [Option<u8>; SEATS],
    table: Table,
}

/// An event that a seat observes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShortGinEvent {
    /// The first upcard.
    Upcard(u8),
    /// A seat holds these cards: observed at the deal by it alone, after a knock by all.
    Holds(Seat, u8),
    /// The seat to act did this.
    Did(ShortGinAction),
    /// The card that a seat drew from the stock.
    Drew(Seat, u8),
}

impl ShortGin {
    fn start(
        hands: [u8; SEATS],
        upcard: u8,
        stock: u8,
        log: &mut impl Sink<ShortGinEvent>,
    ) -> ShortGinState {
        log.emit(SeatSet::all(SEATS), ShortGinEvent::Upcard(upcard));
        for seat in Seat::all(SEATS) {
            log.emit(SeatSet::only(seat), ShortGinEvent::Holds(seat, hands[seat.index()]));
        }
        let table = Table {
            first_upcard: upcard,
            turns: [None; TURNS],
            drew: None,
            knocked: false,
            passed: false,
        };
        ShortGinState { hands, stock, table }
    }
}

impl Searchable for ShortGin {}

impl Game for ShortGin {
    type Setup = ();
    type State = ShortGinState;
    type Action = ShortGinAction;
    type LegalActions = ActionList<ShortGinAction, 8>;
    type View = ShortGinView;
    type Event = ShortGinEvent;

    fn seats(&self) -> usize {
        SEATS
    }

    fn first_setup(&self) {}

    fn deal(&self, (): &(), rng: &mut Rng, log: &mut impl Sink<ShortGinEvent>) -> ShortGinState {
        let mut pack: [u8; CARDS as usize] = std::array::from_fn(|card| card as u8);
        rng.shuffle(&mut pack);
        let set = |cards: &[u8]| cards.iter().fold(0, |set, card| set | 1 << card);
        Self::start([set(&pack[..3]), set(&pack[3..6])], pack[6], pack[7], log)
    }

    fn turn(&self, state: &ShortGinState) -> Turn {
        state.table.turn()
    }

    fn legal_actions(&self, state: &ShortGinState, out: &mut Self::LegalActions) {
        out.clear();
        if let Turn::Act(seat) = state.table.turn() {
            state.table.actions(state.hands[seat.index()], out);
        }
    }

    fn apply(
        &self,
        state: &mut ShortGinState,
        action: ShortGinAction,
        log: &mut impl Sink<ShortGinEvent>,
    ) {
        let Turn::Act(seat) = state.table.turn() else { return };
        let hand = &mut state.hands[seat.index()];
        match action {
            Take => *hand |= state.table.upcard().map_or(0, |card| 1 << card),
            Draw => *hand |= 1 << state.stock,
            Discard(card) | Knock(card) => *hand &= !(1 << card),
            Pass => {}
        }
        state.table.observe(action);
        log.emit(SeatSet::all(SEATS), ShortGinEvent::Did(action));
        if action == Draw {
            log.emit(SeatSet::only(seat), ShortGinEvent::Drew(seat, state.stock));
        }
        if state.table.knocked {
            for seat in Seat::all(SEATS) {
                let holds = ShortGinEvent::Holds(seat, state.hands[seat.index()]);
                log.emit(SeatSet::all(SEATS), holds);
            }
        }
    }

    fn scores(&self, state: &ShortGinState) -> PerSeat<i32> {
        let mut scores = PerSeat::filled(SEATS, 0);
        let Some(knocker) = state.table.knocker() else { return scores };
        let defender = knocker.next(SEATS);
        let [own, other] =
            [knocker, defender].map(|seat| i32::from(deadwood(state.hands[seat.index()])));
        let gain = match own {
            0 => other + BONUS,
            _ if other <= own => other - own - BONUS,
            _ => other - own,
        };
        scores[knocker] = gain;
        scores[defender] = -gain;
        scores
    }

    fn score_total(&self, _: &ShortGinState) -> Option<i32> {
        Some(0)
    }

    fn view(&self, state: &ShortGinState, seat: Seat) -> ShortGinView {
        let mut hands = state.hands.map(Some);
        if !state.table.knocked {
            hands[seat.next(SEATS).index()] = None;
        }
        ShortGinView { seat, hands, table: state.table }
    }

    fn blank_view(&self, (): &(), seat: Seat) -> ShortGinView {
        let table = Table {
            first_upcard: 0,
            turns: [None; TURNS],
            drew: None,
            knocked: false,
            passed: false,
        };
        ShortGinView { seat, hands: [None; SEATS], table }
    }

    fn observe(&self, view: &mut ShortGinView, event: ShortGinEvent) {
        match event {
            ShortGinEvent::Upcard(card) => view.table.first_upcard = card,
            ShortGinEvent::Holds(seat, hand) => view.hands[seat.index()] = Some(hand),
            ShortGinEvent::Drew(seat, card) => {
                view.hands[seat.index()] = view.hands[seat.index()].map(|hand| hand | 1 << card);
            }
            ShortGinEvent::Did(action) => {
                let mover = Seat::new(view.table.count() % SEATS);
                if let Some(hand) = &mut view.hands[mover.index()] {
                    match action {
                        Take => *hand |= view.table.upcard().map_or(0, |card| 1 << card),
                        Discard(card) | Knock(card) => *hand &= !(1 << card),
                        Draw | Pass => {}
                    }
                }
                view.table.observe(action);
            }
        }
    }

    fn view_turn(&self, view: &ShortGinView) -> Option<Turn> {
        Some(view.table.turn())
    }

    fn view_actions(&self, view: &ShortGinView, out: &mut Self::LegalActions) {
        out.clear();
        if let (Turn::Act(seat), Some(hand)) = (view.table.turn(), view.hands[view.seat.index()])
            && seat == view.seat
        {
            view.table.actions(hand, out);
        }
    }
}

/// The cards that the other hand and the stock can hold.
#[derive(Clone, Copy, Debug)]
pub struct ShortGinWorlds {
    view: ShortGinView,
    known: u8,   // cards that the other seat is known to hold
    unseen: u8,  // cards that it or the stock holds
    needed: u32, // unseen cards in its hand
}

impl Worlds<ShortGin> for ShortGinWorlds {
    fn sample(&self, rng: &mut Rng) -> (ShortGinState, f32) {
        let (mut unseen, mut other) = (self.unseen, self.known);
        for _ in 0..self.needed {
            let card = rng.choose_bit(u64::from(unseen));
            unseen &= !(1 << card);
            other |= 1 << card;
        }
        let mut hands = self.view.hands.map(|hand| hand.unwrap_or(0));
        hands[self.view.seat.next(SEATS).index()] = other;
        // A stock that was drawn has no card; then any number stands for it.
        let stock = if unseen == 0 { 0 } else { unseen.trailing_zeros() as u8 };
        (ShortGinState { hands, stock, table: self.view.table }, 1.0)
    }
}

impl Hidden for ShortGin {
    type Worlds = ShortGinWorlds;

    fn worlds(&self, view: &ShortGinView) -> Result<ShortGinWorlds, ImpossibleView> {
        let (own, other) = (view.seat, view.seat.next(SEATS));
        let impossible = |why: &str| Err(ImpossibleView::new(why.to_owned()));
        let Some(hand) = view.hands[own.index()] else {
            return impossible("no cards were dealt");
        };
        let (pile, held) = view.table.known();
        if hand & pile != 0 || hand & held[other.index()] != 0 {
            return impossible("a card is in two places");
        }
        if let Some(shown) = view.hands[other.index()] {
            return Ok(ShortGinWorlds { view: *view, known: shown, unseen: 0, needed: 0 });
        }
        let known = held[other.index()];
        let in_turn = view.table.drew.is_some() && view.table.turn() == Turn::Act(other);
        let size = HAND + u32::from(in_turn);
        let unseen = !(hand | pile | known);
        let needed = size.saturating_sub(known.count_ones());
        if unseen.count_ones() != needed + u32::from(view.table.stock_left()) {
            return impossible("the cards that are not seen do not fill the other hand");
        }
        Ok(ShortGinWorlds { view: *view, known, unseen, needed })
    }
}

impl Enumerate for ShortGin {
    fn each_deal<S: Sink<ShortGinEvent> + Default>(
        &self,
        each: &mut dyn FnMut(ShortGinState, S, u64),
    ) {
        let hands = || (0..=u8::MAX).filter(|hand| hand.count_ones() == HAND);
        for first in hands() {
            for second in hands().filter(|second| second & first == 0) {
                for upcard in (0..CARDS).filter(|card| (first | second) >> card & 1 == 0) {
                    let stock = (!(first | second | 1 << upcard)).trailing_zeros() as u8;
                    let mut log = S::default();
                    let state = Self::start([first, second], upcard, stock, &mut log);
                    each(state, log, 1);
                }
            }
        }
    }
}

impl Notation for ShortGin {
    fn action_text(&self, action: ShortGinAction) -> String {
        let card = |card: u8| format!("{}{}", card % 4 + 1, if card < 4 { 'c' } else { 'd' });
        match action {
            Take => "take".into(),
            Draw => "draw".into(),
            Pass => "pass".into(),
            Discard(discard) => card(discard),
            Knock(discard) => format!("knock {}", card(discard)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deadwood_is_what_is_outside_the_best_melds() {
        for (hand, points) in
            [(0, 0), (0b0111, 0), (0b1011, 7), (0x11, 0), (0b0001_0111, 1), (0b0011_0001, 2)]
        {
            assert_eq!(deadwood(hand), points, "{hand:b}");
        }
    }

    #[test]
    fn there_are_1120_deals() {
        let mut count = 0;
        ShortGin.each_deal::<facedown_game::Log<ShortGinEvent>>(&mut |_, _, _| count += 1);
        assert_eq!(count, 1_120);
    }
}
