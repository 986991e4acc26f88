//! A game of rows: chance deals three cards at a time, to be placed in two rows.
//!
//! Eleven cards of the pack are turned up and out of play, so the first deal is 3 out of 41: 10,660
//! outcomes, which are visited and never listed. Two seats are dealt three cards in turn, twice
//! each; of the three a seat places two face up and discards one unseen. Each seat ends with two
//! cards in front and two at the back. A pair beats two single cards, then the higher rank counts;
//! a seat whose back is weaker than its front loses both rows. Each row scores 1.
//!
//! Card c has rank c % 13; sets of cards are words of 52 bits.

use crate::Chance;
use facedown_game::{
    ActionBuf, ActionList, Game, Hidden, ImpossibleView, Notation, PerSeat, Rng, Searchable, Seat,
    SeatSet, Sink, Turn, Worlds,
};

const PACK: u64 = (1 << 52) - 1;
const DEAD: u32 = 11;
const STEPS: u8 = 8; // a deal and a placing, for two seats, twice
const BOTH: SeatSet = SeatSet::all(2);

/// The rules of the game of rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rows;

/// The row of a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Row {
    /// The row that must not be the stronger one.
    Front,
    /// The row that must not be the weaker one.
    Back,
}

/// Discards one of three cards and places the others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Placing {
    /// The card discarded.
    pub discard: u8,
    /// The row of the lower card kept.
    pub low: Row,
    /// The row of the higher card kept.
    pub high: Row,
}

/// The public information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Table {
    dead: u64,
    rows: [[u64; 2]; 2], // by seat and row
    step: u8,
}

impl Table {
    const START: Self = Self { dead: 0, rows: [[0; 2]; 2], step: 0 };

    fn turn(&self) -> Turn {
        match self.step {
            STEPS.. => Turn::Over,
            step if step % 2 == 0 => Turn::Chance,
            _ => Turn::Act(self.seat()),
        }
    }

    fn seat(&self) -> Seat {
        Seat::new(usize::from(self.step / 2 % 2))
    }

    /// Returns the number of cards that each seat has discarded.
    fn discards(&self) -> [u32; 2] {
        self.rows.map(|rows| (rows[0] | rows[1]).count_ones() / 2)
    }

    fn seen(&self) -> u64 {
        self.rows.as_flattened().iter().fold(self.dead, |all, row| all | row)
    }

    fn list(&self, dealt: u64, out: &mut ActionList<Placing, 12>) {
        let free = self.rows[self.seat().index()].map(|row| 2 - row.count_ones());
        for discard in bits(dealt) {
            for (low, high) in [(Row::Front, Row::Front), (Row::Front, Row::Back)]
                .into_iter()
                .chain([(Row::Back, Row::Front), (Row::Back, Row::Back)])
            {
                let needed = |row| u32::from(low == row) + u32::from(high == row);
                if needed(Row::Front) <= free[0] && needed(Row::Back) <= free[1] {
                    out.push(Placing { discard, low, high });
                }
            }
        }
    }
}

fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

/// Chooses `count` cards of a set uniformly.
fn choose(mut from: u64, count: u32, rng: &mut Rng) -> u64 {
    let before = from;
    for _ in 0..count {
        from &= !(1 << rng.choose_bit(from));
    }
    before & !from
}

/// The table, the hidden discards, and the cards dealt to the seat to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowsState {
    table: Table,
    discards: [u64; 2],
    dealt: u64,
}

const _: () = assert!(size_of::<RowsState>() <= 72);

impl RowsState {
    /// Returns the cards that can still be dealt.
    pub fn stock(&self) -> u64 {
        PACK & !(self.table.seen() | self.discards[0] | self.discards[1] | self.dealt)
    }

    /// Returns the card or cards that each seat has discarded.
    pub const fn discards(&self) -> [u64; 2] {
        self.discards
    }

    /// Returns the number of cards outside the stock, counted place by place.
    pub fn cards_out(&self) -> u32 {
        let rows: u32 = self.table.rows.as_flattened().iter().map(|row| row.count_ones()).sum();
        let discards = self.discards[0].count_ones() + self.discards[1].count_ones();
        self.table.dead.count_ones() + rows + discards + self.dealt.count_ones()
    }
}

/// The table, the seat's own discards, and the cards dealt to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowsView {
    seat: Seat,
    table: Table,
    discards: u64,
    dealt: u64,
}

/// An event that a seat observes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RowsEvent {
    /// The cards out of play.
    Dead(u64),
    /// Three cards were dealt to this seat.
    Dealt(Seat),
    /// The cards dealt to the seat itself.
    Cards(u64),
    /// This seat placed these cards in front and at the back.
    Placed(Seat, [u64; 2]),
    /// The seat itself discarded this card.
    Discarded(u8),
}

impl Searchable for Rows {}

impl Game for Rows {
    type Setup = ();
    type State = RowsState;
    type Action = Placing;
    type LegalActions = ActionList<Placing, 12>;
    type View = RowsView;
    type Event = RowsEvent;

    fn seats(&self) -> usize {
        2
    }

    fn first_setup(&self) {}

    fn deal(&self, (): &(), rng: &mut Rng, log: &mut impl Sink<RowsEvent>) -> RowsState {
        let dead = choose(PACK, DEAD, rng);
        log.emit(BOTH, RowsEvent::Dead(dead));
        RowsState { table: Table { dead, ..Table::START }, discards: [0; 2], dealt: 0 }
    }

    fn turn(&self, state: &RowsState) -> Turn {
        state.table.turn()
    }

    fn legal_actions(&self, state: &RowsState, out: &mut Self::LegalActions) {
        out.clear();
        if let Turn::Act(_) = state.table.turn() {
            state.table.list(state.dealt, out);
        }
    }

    fn apply(&self, state: &mut RowsState, action: Placing, log: &mut impl Sink<RowsEvent>) {
        let seat = state.table.seat();
        let discard = 1 << action.discard;
        let kept = state.dealt & !discard;
        let low = kept & kept.wrapping_neg();
        let mut placed = [0; 2];
        placed[action.low as usize] |= low;
        placed[action.high as usize] |= kept & !low;
        for (row, cards) in state.table.rows[seat.index()].iter_mut().zip(placed) {
            *row |= cards;
        }
        state.discards[seat.index()] |= discard;
        state.dealt = 0;
        state.table.step += 1;
        log.emit(BOTH, RowsEvent::Placed(seat, placed));
        log.emit(SeatSet::only(seat), RowsEvent::Discarded(action.discard));
    }

    fn play_chance(&self, state: &mut RowsState, rng: &mut Rng, log: &mut impl Sink<RowsEvent>) {
        let cards = self.sample_outcome(state, rng);
        self.resolve(state, cards, log);
    }

    fn scores(&self, state: &RowsState) -> PerSeat<i32> {
        let first = if state.table.turn() == Turn::Over { margin(&state.table.rows) } else { 0 };
        PerSeat::from_fn(2, |seat| if seat.index() == 0 { first } else { -first })
    }

    fn score_total(&self, _: &RowsState) -> Option<i32> {
        Some(0)
    }

    fn view(&self, state: &RowsState, seat: Seat) -> RowsView {
        let dealt = if state.table.seat() == seat { state.dealt } else { 0 };
        RowsView { seat, table: state.table, discards: state.discards[seat.index()], dealt }
    }

    fn blank_view(&self, (): &(), seat: Seat) -> RowsView {
        RowsView { seat, table: Table::START, discards: 0, dealt: 0 }
    }

    fn observe(&self, view: &mut RowsView, event: RowsEvent) {
        match event {
            RowsEvent::Dead(dead) => view.table.dead = dead,
            RowsEvent::Dealt(_) => view.table.step += 1,
            RowsEvent::Cards(cards) => view.dealt = cards,
            RowsEvent::Placed(seat, placed) => {
                view.table.step += 1;
                for (row, cards) in view.table.rows[seat.index()].iter_mut().zip(placed) {
                    *row |= cards;
                }
                if seat == view.seat {
                    view.dealt = 0;
                }
            }
            RowsEvent::Discarded(card) => view.discards |= 1 << card,
        }
    }

    fn view_turn(&self, view: &RowsView) -> Option<Turn> {
        Some(view.table.turn())
    }

    fn view_actions(&self, view: &RowsView, out: &mut Self::LegalActions) {
        out.clear();
        if view.table.turn() == Turn::Act(view.seat) {
            view.table.list(view.dealt, out);
        }
    }
}

/// Returns the score of seat 0.
fn margin(rows: &[[u64; 2]; 2]) -> i32 {
    let strength = |row: u64| {
        let mut ranks = bits(row).map(|card| card % 13);
        let (a, b) = (ranks.next().unwrap_or(0), ranks.next().unwrap_or(0));
        (a == b, a.max(b), a.min(b))
    };
    let [first, second] = rows.map(|seat| seat.map(strength));
    match (first[1] < first[0], second[1] < second[0]) {
        (true, true) => 0,
        (true, false) => -2,
        (false, true) => 2,
        (false, false) => (0..2).map(|row| first[row].cmp(&second[row]) as i32).sum(),
    }
}

impl Chance for Rows {
    /// The three cards dealt.
    type Outcome = u64;

    fn sample_outcome(&self, state: &RowsState, rng: &mut Rng) -> u64 {
        choose(state.stock(), 3, rng)
    }

    fn outcomes(&self, state: &RowsState, each: &mut dyn FnMut(u64, u64)) {
        let stock = state.stock();
        let above = |card: u8| stock & !((2 << card) - 1);
        for a in bits(stock) {
            for b in bits(above(a)) {
                for c in bits(above(b)) {
                    each(1 << a | 1 << b | 1 << c, 1);
                }
            }
        }
    }

    fn resolve(&self, state: &mut RowsState, cards: u64, log: &mut impl Sink<RowsEvent>) {
        let seat = state.table.seat();
        state.dealt = cards;
        state.table.step += 1;
        log.emit(BOTH, RowsEvent::Dealt(seat));
        log.emit(SeatSet::only(seat), RowsEvent::Cards(cards));
    }
}

/// The cards that a seat does not see, the other's discards and dealt cards included.
#[derive(Clone, Copy, Debug)]
pub struct RowsWorlds {
    view: RowsView,
    unseen: u64,
}

impl Worlds<Rows> for RowsWorlds {
    fn sample(&self, rng: &mut Rng) -> (RowsState, f32) {
        let RowsView { seat, table, discards, dealt } = self.view;
        let other = seat.next(2);
        let mut state = RowsState { table, discards: [discards; 2], dealt };
        let hidden = choose(self.unseen, table.discards()[other.index()], rng);
        state.discards[other.index()] = hidden;
        if table.turn() == Turn::Act(other) {
            state.dealt = choose(self.unseen & !hidden, 3, rng);
        }
        (state, 1.0)
    }
}

impl Hidden for Rows {
    type Worlds = RowsWorlds;

    fn worlds(&self, view: &RowsView) -> Result<RowsWorlds, ImpossibleView> {
        let open = view.table.seen();
        if open & (view.discards | view.dealt) != 0 || view.discards & view.dealt != 0 {
            return Err(ImpossibleView::new("a card lies in two places"));
        }
        Ok(RowsWorlds { view: *view, unseen: PACK & !(open | view.discards | view.dealt) })
    }
}

impl Notation for Rows {
    /// The index of the discarded card, and the rows of the others: `17:fb`.
    fn action_text(&self, action: Placing) -> String {
        let row = |row| if row == Row::Front { 'f' } else { 'b' };
        format!("{}:{}{}", action.discard, row(action.low), row(action.high))
    }
}
