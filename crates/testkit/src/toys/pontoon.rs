//! Pontoon for two, with eight cards: a game with a stock whose order is fixed at the deal.
//!
//! Each seat is dealt one of the cards 1 to 8 face down. Seat 0 *twists* (draws the top card of the
//! stock, unseen by the other) up to three times, then *sticks*; then seat 1 does. Both hands are
//! shown; the higher total wins 1, totals above 11 are bust, and equal hands or two busts score 0.

use facedown_game::{
    ActionBuf, ActionList, Game, Hidden, ImpossibleView, Notation, PerSeat, Redraw, Rng,
    Searchable, Seat, SeatSet, Sink, Step, Turn, Worlds,
};

const CARDS: usize = 8;
const MAX_TWISTS: u8 = 3;
const MAX_HAND: usize = 1 + MAX_TWISTS as usize;
const LIMIT: u8 = 11;
const BOTH: SeatSet = SeatSet::all(2);

/// The rules of pontoon for two.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pontoon;

/// A move of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PontoonAction {
    /// Draws no more.
    Stick,
    /// Draws the top card of the stock.
    Twist,
}
use PontoonAction::{Stick, Twist};

/// The public information: the number of twists of each seat, and of seats that have finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Table {
    twists: [u8; 2],
    finished: u8,
}

impl Table {
    fn turn(self) -> Turn {
        if self.finished == 2 { Turn::Over } else { Turn::Act(Seat::new(self.finished.into())) }
    }

    /// Returns the index of the stock's top card in the pack.
    fn top(self) -> usize {
        usize::from(2 + self.twists[0] + self.twists[1])
    }

    /// Returns where a seat's cards are in the pack: its first, then those it drew. Seat 1 draws
    /// after seat 0.
    fn places(self, seat: Seat) -> impl Iterator<Item = usize> {
        let [first, second] = self.twists.map(usize::from);
        let drawn = [2..2 + first, 2 + first..2 + first + second];
        std::iter::once(seat.index()).chain(drawn[seat.index()].clone())
    }

    fn list(self, out: &mut ActionList<PontoonAction, 2>) {
        out.push(Stick);
        if self.twists[usize::from(self.finished)] < MAX_TWISTS {
            out.push(Twist);
        }
    }
}

/// A hand in the order in which its cards came.
type Hand = [Option<u8>; MAX_HAND];

/// The pack and the public information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PontoonState {
    pack: [u8; CARDS], // each seat's first card, then the stock, drawn cards included
    table: Table,
}

const _: () = assert!(size_of::<PontoonState>() <= 16);

impl PontoonState {
    /// Returns the cards of the pack in order: each seat's first, then the stock.
    pub const fn pack(&self) -> [u8; CARDS] {
        self.pack
    }

    /// Returns the state with the pack in another order.
    #[must_use]
    pub const fn with_pack(&self, pack: [u8; CARDS]) -> Self {
        Self { pack, ..*self }
    }

    /// Returns the cards of the stock, the top card first.
    pub fn stock(&self) -> &[u8] {
        &self.pack[self.table.top()..]
    }

    fn hand(&self, seat: Seat) -> Hand {
        let mut hand = [None; MAX_HAND];
        for (slot, place) in hand.iter_mut().zip(self.table.places(seat)) {
            *slot = Some(self.pack[place]);
        }
        hand
    }
}

/// A seat's own cards; both hands at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PontoonView {
    seat: Seat,
    hands: [Hand; 2],
    table: Table,
}

impl PontoonView {
    /// Returns the total of the seat's own cards.
    pub fn total(&self) -> u8 {
        self.hands[self.seat.index()].into_iter().flatten().sum()
    }
}

/// An event that a seat observes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PontoonEvent {
    /// The seat's own first card, or the card it drew.
    Card(u8),
    /// The seat to act twists.
    Twisted,
    /// The seat to act sticks.
    Stuck,
    /// Both hands are shown.
    Shown([Hand; 2]),
}

impl Searchable for Pontoon {}

impl Game for Pontoon {
    type Setup = ();
    type State = PontoonState;
    type Action = PontoonAction;
    type LegalActions = ActionList<PontoonAction, 2>;
    type View = PontoonView;
    type Event = PontoonEvent;

    fn seats(&self) -> usize {
        2
    }

    fn first_setup(&self) {}

    fn deal(&self, (): &(), rng: &mut Rng, log: &mut impl Sink<PontoonEvent>) -> PontoonState {
        let mut pack = std::array::from_fn(|i| i as u8 + 1);
        rng.shuffle(&mut pack);
        for seat in Seat::all(2) {
            log.emit(SeatSet::only(seat), PontoonEvent::Card(pack[seat.index()]));
        }
        PontoonState { pack, table: Table::default() }
    }

    fn turn(&self, state: &PontoonState) -> Turn {
        state.table.turn()
    }

    fn legal_actions(&self, state: &PontoonState, out: &mut Self::LegalActions) {
        out.clear();
        if state.table.turn() != Turn::Over {
            state.table.list(out);
        }
    }

    fn apply(
        &self,
        state: &mut PontoonState,
        action: PontoonAction,
        log: &mut impl Sink<PontoonEvent>,
    ) {
        let Turn::Act(seat) = state.table.turn() else { return };
        if action == Twist {
            let card = state.pack[state.table.top()];
            state.table.twists[seat.index()] += 1;
            log.emit(BOTH, PontoonEvent::Twisted);
            log.emit(SeatSet::only(seat), PontoonEvent::Card(card));
            return;
        }
        state.table.finished += 1;
        log.emit(BOTH, PontoonEvent::Stuck);
        if state.table.turn() == Turn::Over {
            log.emit(BOTH, PontoonEvent::Shown([0, 1].map(|s| state.hand(Seat::new(s)))));
        }
    }

    fn scores(&self, state: &PontoonState) -> PerSeat<i32> {
        let total = |seat: usize| {
            let sum: u8 = state.hand(Seat::new(seat)).into_iter().flatten().sum();
            if sum > LIMIT { 0 } else { sum }
        };
        let over = state.table.turn() == Turn::Over;
        let first = if over { total(0).cmp(&total(1)) as i32 } else { 0 };
        PerSeat::from_fn(2, |seat| if seat.index() == 0 { first } else { -first })
    }

    fn score_total(&self, _: &PontoonState) -> Option<i32> {
        Some(0)
    }

    fn view(&self, state: &PontoonState, seat: Seat) -> PontoonView {
        let mut hands = [0, 1].map(|s| state.hand(Seat::new(s)));
        if state.table.turn() != Turn::Over {
            hands[1 - seat.index()] = [None; MAX_HAND];
        }
        PontoonView { seat, hands, table: state.table }
    }

    fn blank_view(&self, (): &(), seat: Seat) -> PontoonView {
        PontoonView { seat, hands: [[None; MAX_HAND]; 2], table: Table::default() }
    }

    fn observe(&self, view: &mut PontoonView, event: PontoonEvent) {
        let table = &mut view.table;
        match event {
            PontoonEvent::Card(card) => {
                let own = view.seat.index();
                view.hands[own][usize::from(table.twists[own])] = Some(card);
            }
            PontoonEvent::Twisted => table.twists[usize::from(table.finished)] += 1,
            PontoonEvent::Stuck => table.finished += 1,
            PontoonEvent::Shown(hands) => view.hands = hands,
        }
    }

    fn view_turn(&self, view: &PontoonView) -> Option<Turn> {
        Some(view.table.turn())
    }

    fn view_actions(&self, view: &PontoonView, out: &mut Self::LegalActions) {
        out.clear();
        if view.table.turn() == Turn::Act(view.seat) {
            view.table.list(out);
        }
    }
}

/// The packs that a view allows.
#[derive(Clone, Copy, Debug)]
pub struct PontoonWorlds {
    view: PontoonView,
    seen: [Option<u8>; CARDS], // the cards of the pack whose place is known
    unseen: u64,
}

impl Worlds<Pontoon> for PontoonWorlds {
    fn sample(&self, rng: &mut Rng) -> (PontoonState, f32) {
        let mut unseen = self.unseen;
        let pack = self.seen.map(|seen| {
            seen.unwrap_or_else(|| {
                let card = rng.choose_bit(unseen) as u8;
                unseen &= !(1 << card);
                card
            })
        });
        (PontoonState { pack, table: self.view.table }, 1.0)
    }
}

impl Hidden for Pontoon {
    type Worlds = PontoonWorlds;

    fn worlds(&self, view: &PontoonView) -> Result<PontoonWorlds, ImpossibleView> {
        let mut seen = [None; CARDS];
        let mut unseen: u64 = (2 << CARDS) - 2; // the bits 1 to 8
        for seat in Seat::all(2) {
            for (place, card) in view.table.places(seat).zip(view.hands[seat.index()]) {
                let Some(card) = card else { continue };
                if unseen >> card & 1 == 0 {
                    return Err(ImpossibleView::new(format!("card {card} is in two places")));
                }
                unseen &= !(1 << card);
                seen[place] = Some(card);
            }
        }
        Ok(PontoonWorlds { view: *view, seen, unseen })
    }
}

/// A twist may draw any card of the stock.
impl Redraw for Pontoon {
    fn draw_count(&self, state: &PontoonState, step: Step<PontoonAction>) -> u64 {
        if step == Step::Act(Twist) { state.stock().len() as u64 } else { 1 }
    }

    fn redraw(&self, state: &PontoonState, step: Step<PontoonAction>, index: u64) -> PontoonState {
        let mut pack = state.pack;
        if step == Step::Act(Twist) {
            let top = state.table.top();
            pack.swap(top, top + index as usize);
        }
        state.with_pack(pack)
    }
}

impl Notation for Pontoon {
    fn action_text(&self, action: PontoonAction) -> String {
        if action == Stick { "stick" } else { "twist" }.into()
    }
}
