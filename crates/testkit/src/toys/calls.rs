//! A game of calls: after a discard several seats may each be offered the tile, in secret.
//!
//! Four seats, five kinds of four tiles, hands of three. A seat draws and discards; the others, in
//! the order of play, may *pon* (two tiles of the kind in hand: the three are laid down, and the
//! caller discards next) or *ron* (three single tiles of other kinds: the hand is won). A ron goes
//! before a pon, and the seat that follows the discarder soonest before others. When the wall is
//! empty each pon is worth 1 from every other seat; a ron is worth 4 from the discarder.
//!
//! **The question is passed on by nature.** Answers are given one after the other, and only seats
//! that can call are asked. If a seat's answer led straight on to the next question or to the end
//! of the window, then a seat that could call and is not asked yet would know that an earlier seat
//! is being asked, and a seat that has answered and sees nothing happen would know the same of a
//! later one. So between two questions, before the first and after the last, stands a turn of
//! nature, which asks the next seat or closes the window: what a seat sees while the window is open
//! (nothing, a question to itself, its own answer) is the same whether or not others can call.

use facedown_game::{
    ActionBuf, ActionList, Chance, Game, Notation, PerSeat, Rng, Seat, SeatSet, Sink, Turn,
};

pub(super) const SEATS: usize = 4;
const KINDS: usize = 5;
pub(super) const COPIES: u8 = 4;
const HAND: u8 = 3;
const ALL: SeatSet = SeatSet::all(SEATS);

/// How many tiles of each kind.
pub type Kinds = [u8; KINDS];

/// The rules of the calling game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Calls;

/// What a seat can say to an offered tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Answer {
    /// Lets it go.
    Pass,
    /// Takes it with two tiles of its kind.
    Pon,
    /// Wins with it.
    Ron,
}

/// What a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CallsAction {
    /// Discards a tile of this kind.
    Discard(u8),
    /// Answers the question.
    Say(Answer),
}

/// Where the hand stands, as everybody knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    FirstDraw,
    Discard(Seat),
    Window { from: Seat, kind: u8 },
    Won { by: Seat, from: Seat, hand: Kinds },
    Exhausted,
}

/// Everything that lies open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Table {
    pub(super) discards: [Kinds; SEATS],
    pub(super) melds: [u8; SEATS], // a bit for each kind laid down
    pub(super) held: [u8; SEATS],  // tiles in each concealed hand
    pub(super) phase: Phase,
}

impl Table {
    const START: Self = Self {
        discards: [[0; KINDS]; SEATS],
        melds: [0; SEATS],
        held: [HAND; SEATS],
        phase: Phase::FirstDraw,
    };

    /// What everybody sees of each kind.
    pub(super) fn seen(&self, kind: usize) -> u8 {
        let discards: u8 = self.discards.iter().map(|d| d[kind]).sum();
        let melds = self.melds.iter().filter(|m| **m >> kind & 1 == 1).count();
        discards + 3 * melds as u8
    }

    fn observe(&mut self, event: CallsEvent) {
        match (event, self.phase) {
            (CallsEvent::Drew(seat), _) => {
                self.held[seat.index()] += 1;
                self.phase = Phase::Discard(seat);
            }
            (CallsEvent::Discarded(seat, kind), _) => {
                self.held[seat.index()] -= 1;
                self.discards[seat.index()][usize::from(kind)] += 1;
                self.phase = Phase::Window { from: seat, kind };
            }
            (CallsEvent::Ponned(seat), Phase::Window { from, kind }) => {
                self.discards[from.index()][usize::from(kind)] -= 1;
                self.melds[seat.index()] |= 1 << kind;
                self.held[seat.index()] -= 2;
                self.phase = Phase::Discard(seat);
            }
            (CallsEvent::Won(by, hand), Phase::Window { from, .. }) => {
                self.phase = Phase::Won { by, from, hand };
            }
            (CallsEvent::Exhausted, _) => self.phase = Phase::Exhausted,
            _ => {} // told to one seat alone
        }
    }
}

/// The window as it really is: the answers given, and who is being asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Pending {
    pub(super) answers: [Option<Answer>; SEATS],
    pub(super) asked: Option<Seat>,
}

/// All hands, the wall, the table, and the answers that nobody else knows of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallsState {
    pub(super) hands: [Kinds; SEATS],
    pub(super) wall: Kinds,
    pub(super) table: Table,
    pub(super) pending: Pending,
}

const _: () = assert!(size_of::<CallsState>() <= 80);

impl CallsState {
    /// A deal of one's choice; what no hand holds is the wall.
    pub fn dealt(hands: [Kinds; SEATS]) -> Self {
        let wall = std::array::from_fn(|k| COPIES - hands.iter().map(|h| h[k]).sum::<u8>());
        Self { hands, wall, table: Table::START, pending: Pending::default() }
    }

    /// The hand of each seat.
    pub const fn hands(&self) -> [Kinds; SEATS] {
        self.hands
    }

    /// The answers given so far in an open window.
    pub const fn answers(&self) -> [Option<Answer>; SEATS] {
        self.pending.answers
    }

    /// How many tiles of each kind there are, wherever they lie.
    pub fn total(&self) -> Kinds {
        let held = |k: usize| self.hands.iter().map(|h| h[k]).sum::<u8>();
        std::array::from_fn(|k| self.wall[k] + held(k) + self.table.seen(k))
    }

    /// The seats that can call this discard, in the order in which they are asked.
    pub(super) fn callers(&self, from: Seat, kind: u8) -> impl Iterator<Item = Seat> {
        (1..SEATS)
            .map(move |places| from.plus(places, SEATS))
            .filter(move |seat| may(&self.hands[seat.index()], kind).count() > 1)
    }

    fn next_step(&self) -> Option<CallsOutcome> {
        let Phase::Window { from, kind } = self.table.phase else { return None };
        let answer = |seat: Seat| self.pending.answers[seat.index()];
        if let Some(seat) = self.callers(from, kind).find(|seat| answer(*seat).is_none()) {
            return Some(CallsOutcome::Ask(seat));
        }
        let said = |what| self.callers(from, kind).find(|seat| answer(*seat) == Some(what));
        said(Answer::Ron)
            .map(CallsOutcome::Win)
            .or_else(|| said(Answer::Pon).map(CallsOutcome::Pon))
            .or_else(|| (self.wall == [0; KINDS]).then_some(CallsOutcome::Exhaust))
    }

    fn tell(&mut self, to: SeatSet, event: CallsEvent, log: &mut impl Sink<CallsEvent>) {
        self.table.observe(event);
        log.emit(to, event);
    }
}

/// What a hand may answer to a tile of this kind, ascending.
pub(super) fn may(hand: &Kinds, kind: u8) -> impl Iterator<Item = Answer> + Clone {
    let pon = hand[usize::from(kind)] >= 2;
    let single = hand.iter().sum::<u8>() == HAND && hand.iter().all(|n| *n <= 1);
    let ron = single && hand[usize::from(kind)] == 0;
    [(Answer::Pass, true), (Answer::Pon, pon), (Answer::Ron, ron)]
        .into_iter()
        .filter_map(|(answer, allowed)| allowed.then_some(answer))
}

/// What a seat knows of an open window beyond the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Silent,
    Asked,
    Answered(Answer),
}

/// One's own hand, the table, and one's own part in the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallsView {
    pub(super) seat: Seat,
    pub(super) hand: Kinds,
    pub(super) table: Table,
    pub(super) part: Part,
}

/// What a seat witnesses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CallsEvent {
    /// One's own hand at the deal.
    Dealt(Kinds),
    /// This seat drew a tile.
    Drew(Seat),
    /// The kind of the tile that oneself drew.
    Tile(u8),
    /// This seat discarded a tile: a window opens.
    Discarded(Seat, u8),
    /// Oneself is asked.
    Asked,
    /// Oneself answered.
    Answered(Answer),
    /// The window closed: this seat took the tile.
    Ponned(Seat),
    /// The window closed: this seat won with this hand.
    Won(Seat, Kinds),
    /// The window closed: no wall is left.
    Exhausted,
}

/// What nature can do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CallsOutcome {
    /// Asks this seat.
    Ask(Seat),
    /// Closes the window with this seat's win.
    Win(Seat),
    /// Closes the window with this seat's pon.
    Pon(Seat),
    /// Closes the window and ends the hand.
    Exhaust,
    /// Closes the window; the next seat draws a tile of this kind.
    Draw(u8),
}

impl Game for Calls {
    type Setup = ();
    type State = CallsState;
    type Action = CallsAction;
    type Actions = ActionList<CallsAction, KINDS>;
    type View = CallsView;
    type Event = CallsEvent;

    fn seats(&self) -> usize {
        SEATS
    }

    fn first_setup(&self) {}

    fn deal(&self, (): &(), rng: &mut Rng, log: &mut impl Sink<CallsEvent>) -> CallsState {
        let mut tiles: [u8; KINDS * COPIES as usize] = std::array::from_fn(|i| i as u8 / COPIES);
        rng.shuffle(&mut tiles);
        let mut hands = [[0; KINDS]; SEATS];
        for (place, tile) in tiles[..SEATS * usize::from(HAND)].iter().enumerate() {
            hands[place % SEATS][usize::from(*tile)] += 1;
        }
        for (seat, hand) in Seat::all(SEATS).zip(hands) {
            log.emit(SeatSet::only(seat), CallsEvent::Dealt(hand));
        }
        CallsState::dealt(hands)
    }

    fn turn(&self, state: &CallsState) -> Turn {
        match state.table.phase {
            Phase::FirstDraw => Turn::Chance,
            Phase::Discard(seat) => Turn::Act(seat),
            Phase::Window { .. } => state.pending.asked.map_or(Turn::Chance, Turn::Act),
            Phase::Won { .. } | Phase::Exhausted => Turn::Over,
        }
    }

    fn legal_actions(&self, state: &CallsState, out: &mut Self::Actions) {
        out.clear();
        if let Turn::Act(seat) = self.turn(state) {
            list(&state.hands[seat.index()], state.table.phase, out);
        }
    }

    fn apply(&self, state: &mut CallsState, action: CallsAction, log: &mut impl Sink<CallsEvent>) {
        let Turn::Act(seat) = self.turn(state) else { return };
        match action {
            CallsAction::Discard(kind) => {
                state.hands[seat.index()][usize::from(kind)] -= 1;
                state.tell(ALL, CallsEvent::Discarded(seat, kind), log);
            }
            CallsAction::Say(answer) => {
                state.pending.answers[seat.index()] = Some(answer);
                state.pending.asked = None;
                log.emit(SeatSet::only(seat), CallsEvent::Answered(answer));
            }
        }
    }

    fn play_chance(
        &self,
        state: &mut CallsState,
        rng: &mut Rng,
        log: &mut impl Sink<CallsEvent>,
    ) {
        let outcome = self.sample_outcome(state, rng);
        self.resolve(state, outcome, log);
    }

    fn scores(&self, state: &CallsState) -> PerSeat<i32> {
        let melds = |seat: Seat| state.table.melds[seat.index()].count_ones() as i32;
        match state.table.phase {
            Phase::Won { by, from, .. } => {
                PerSeat::from_fn(SEATS, |s| 4 * (i32::from(s == by) - i32::from(s == from)))
            }
            Phase::Exhausted => {
                let all: i32 = Seat::all(SEATS).map(melds).sum();
                PerSeat::from_fn(SEATS, |seat| SEATS as i32 * melds(seat) - all)
            }
            _ => PerSeat::filled(SEATS, 0),
        }
    }

    fn score_total(&self, _: &CallsState) -> Option<i32> {
        Some(0)
    }

    fn view(&self, state: &CallsState, seat: Seat) -> CallsView {
        let part = match state.pending.answers[seat.index()] {
            Some(answer) => Part::Answered(answer),
            None if state.pending.asked == Some(seat) => Part::Asked,
            None => Part::Silent,
        };
        CallsView { seat, hand: state.hands[seat.index()], table: state.table, part }
    }

    fn blank_view(&self, (): &(), seat: Seat) -> CallsView {
        CallsView { seat, hand: [0; KINDS], table: Table::START, part: Part::Silent }
    }

    fn observe(&self, view: &mut CallsView, event: CallsEvent) {
        if let (CallsEvent::Ponned(seat), Phase::Window { kind, .. }) = (event, view.table.phase)
            && seat == view.seat
        {
            view.hand[usize::from(kind)] -= 2;
        }
        view.table.observe(event);
        match event {
            CallsEvent::Dealt(hand) => view.hand = hand,
            CallsEvent::Tile(kind) => view.hand[usize::from(kind)] += 1,
            CallsEvent::Discarded(seat, kind) if seat == view.seat => {
                view.hand[usize::from(kind)] -= 1;
            }
            CallsEvent::Discarded(..) => {}
            CallsEvent::Asked => view.part = Part::Asked,
            CallsEvent::Answered(answer) => view.part = Part::Answered(answer),
            CallsEvent::Drew(_)
            | CallsEvent::Ponned(_)
            | CallsEvent::Won(..)
            | CallsEvent::Exhausted => view.part = Part::Silent,
        }
    }

    fn view_turn(&self, view: &CallsView) -> Option<Turn> {
        match view.table.phase {
            Phase::FirstDraw => Some(Turn::Chance),
            Phase::Discard(seat) => Some(Turn::Act(seat)),
            Phase::Window { .. } => (view.part == Part::Asked).then_some(Turn::Act(view.seat)),
            Phase::Won { .. } | Phase::Exhausted => Some(Turn::Over),
        }
    }

    fn view_actions(&self, view: &CallsView, out: &mut Self::Actions) {
        out.clear();
        if self.view_turn(view) == Some(Turn::Act(view.seat)) {
            list(&view.hand, view.table.phase, out);
        }
    }
}

fn list(hand: &Kinds, phase: Phase, out: &mut ActionList<CallsAction, KINDS>) {
    if let Phase::Window { kind, .. } = phase {
        may(hand, kind).for_each(|answer| out.push(CallsAction::Say(answer)));
    } else {
        let held = (0..KINDS as u8).filter(|kind| hand[usize::from(*kind)] > 0);
        held.for_each(|kind| out.push(CallsAction::Discard(kind)));
    }
}

impl Chance for Calls {
    type Outcome = CallsOutcome;

    fn sample_outcome(&self, state: &CallsState, rng: &mut Rng) -> CallsOutcome {
        state.next_step().unwrap_or_else(|| {
            let mut place = rng.below(u32::from(state.wall.iter().sum::<u8>())) as u8;
            let mut kind = 0;
            while place >= state.wall[kind] {
                place -= state.wall[kind];
                kind += 1;
            }
            CallsOutcome::Draw(kind as u8)
        })
    }

    fn outcomes(&self, state: &CallsState, each: &mut dyn FnMut(CallsOutcome, u64)) {
        if let Some(certain) = state.next_step() {
            return each(certain, 1);
        }
        for (kind, count) in state.wall.iter().enumerate().filter(|(_, count)| **count > 0) {
            each(CallsOutcome::Draw(kind as u8), u64::from(*count));
        }
    }

    fn resolve(
        &self,
        state: &mut CallsState,
        outcome: CallsOutcome,
        log: &mut impl Sink<CallsEvent>,
    ) {
        if let CallsOutcome::Ask(seat) = outcome {
            state.pending.asked = Some(seat);
            return log.emit(SeatSet::only(seat), CallsEvent::Asked);
        }
        state.pending = Pending::default();
        match outcome {
            CallsOutcome::Ask(_) => {}
            CallsOutcome::Win(seat) => {
                state.tell(ALL, CallsEvent::Won(seat, state.hands[seat.index()]), log);
            }
            CallsOutcome::Pon(seat) => {
                if let Phase::Window { kind, .. } = state.table.phase {
                    state.hands[seat.index()][usize::from(kind)] -= 2;
                }
                state.tell(ALL, CallsEvent::Ponned(seat), log);
            }
            CallsOutcome::Exhaust => state.tell(ALL, CallsEvent::Exhausted, log),
            CallsOutcome::Draw(kind) => {
                let seat = match state.table.phase {
                    Phase::Window { from, .. } => from.next(SEATS),
                    _ => Seat::new(0),
                };
                state.wall[usize::from(kind)] -= 1;
                state.hands[seat.index()][usize::from(kind)] += 1;
                state.tell(ALL, CallsEvent::Drew(seat), log);
                state.tell(SeatSet::only(seat), CallsEvent::Tile(kind), log);
            }
        }
    }
}

impl Notation for Calls {
    /// Kinds are the letters `a` to `e`.
    fn action_text(&self, action: CallsAction) -> String {
        match action {
            CallsAction::Discard(kind) => format!("discard {}", char::from(b'a' + kind)),
            CallsAction::Say(Answer::Pass) => "pass".into(),
            CallsAction::Say(Answer::Pon) => "pon".into(),
            CallsAction::Say(Answer::Ron) => "ron".into(),
        }
    }
}
