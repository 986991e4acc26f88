//! The rules of a hand: dealing, legal actions, applying them, scores.

use crate::legal::{Legal, list};
use crate::state::{MOST, Own, hand};
use crate::table::MAX_SEATS;
use crate::{
    Action, Board, Event, Phase, Rows, Rules, Scorer, Setup, Stakes, State, Table, View, bots,
    moves, rollout,
};
use facedown_cards::{CardSet, PackCard, PackSet};
use facedown_game::{
    ActionBuf, Game, InvalidMove, InvalidRules, Notation, PerSeat, Rng, Searchable, Seat, SeatSet,
    Sink, Turn, stable_key,
};
use std::fmt;
use std::sync::Arc;

/// Open-face Chinese poker with its rules in force.
#[derive(Clone)]
pub struct Ofc {
    shared: Arc<Shared>,
    /// The value of Fantasyland that scores count, if they do.
    fantasyland: Option<Stakes>,
}

/// What follows from the rules, shared by all copies of a game.
struct Shared {
    scorer: Scorer,
    row_points: bots::RowPoints,
}

impl fmt::Debug for Ofc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ofc").field("rules", self.rules()).finish_non_exhaustive()
    }
}

/// A pack that cannot be dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BadPack {
    /// The wrong number of cards.
    Cards {
        /// The number of cards given.
        given: usize,
        /// The number that the rules need.
        expected: usize,
    },
    /// A duplicate card.
    Twice(PackCard),
    /// A joker that the rules do not have.
    Joker,
}

impl fmt::Display for BadPack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cards { given, expected } => {
                write!(f, "a pack of {given} cards, expected {expected}")
            }
            Self::Twice(card) => write!(f, "card {} ({card}) is there twice", card.index()),
            Self::Joker => f.write_str("a joker, which these rules do not have"),
        }
    }
}

impl std::error::Error for BadPack {}

impl Ofc {
    /// Returns the game with these rules.
    pub fn new(rules: Rules) -> Result<Self, InvalidRules> {
        let scorer = Scorer::new(&rules)?;
        let row_points = bots::RowPoints::new(&scorer, Stakes::estimate(&rules));
        Ok(Self { shared: Arc::new(Shared { scorer, row_points }), fantasyland: None })
    }

    /// Returns the same game with scores that count Fantasyland at its value for these stakes of a seat
    /// against each opponent, for searches of a single hand.
    #[must_use]
    pub fn counting_fantasyland(&self, stakes: Stakes) -> Self {
        Self { fantasyland: Some(stakes), ..self.clone() }
    }

    /// Returns the rules in force.
    pub fn rules(&self) -> &Rules {
        self.shared.scorer.rules()
    }

    /// Returns the scorer of complete boards.
    pub fn scorer(&self) -> &Scorer {
        &self.shared.scorer
    }

    /// Returns the row values of the heuristic.
    pub(crate) fn row_points(&self) -> &bots::RowPoints {
        &self.shared.row_points
    }

    /// Returns the cards that the game is played with.
    pub fn pack(&self) -> impl ExactSizeIterator<Item = PackCard> {
        PackCard::all().take(52 + usize::from(self.rules().jokers))
    }

    /// Returns the cards that the game is played with, as a set.
    pub(crate) fn cards(&self) -> PackSet {
        let jokers = PackCard::JOKERS.into_iter().take(usize::from(self.rules().jokers));
        jokers.fold(CardSet::FULL.into(), PackSet::with)
    }

    /// Deals from a pack in a given order: a block for each seat of as many cards as it can need.
    pub fn try_deal_pack(
        &self,
        setup: &Setup,
        pack: &[PackCard],
        log: &mut impl Sink<Event>,
    ) -> Result<State, BadPack> {
        let expected = self.pack().len();
        if pack.len() != expected {
            return Err(BadPack::Cards { given: pack.len(), expected });
        }
        let mut seen = PackSet::EMPTY;
        for card in pack {
            if seen.contains(*card) {
                return Err(BadPack::Twice(*card));
            }
            if card.index() >= expected {
                return Err(BadPack::Joker);
            }
            seen.insert(*card);
        }
        Ok(self.deal_pack(*setup, pack, log))
    }

    fn deal_pack(&self, setup: Setup, pack: &[PackCard], log: &mut impl Sink<Event>) -> State {
        let mut state =
            State { table: Table::new(self.rules(), setup), own: [Own::BLANK; MAX_SEATS] };
        let table = state.table;
        let block = usize::from(self.rules().cards_per_seat());
        for seat in Seat::all(self.seats()) {
            let cards = &pack[seat.index() * block..];
            let own = &mut state.own[seat.index()];
            let mut write = |range: std::ops::Range<usize>| {
                own.write(range.start, cards[range].iter().copied().collect());
            };
            match table.fantasy(seat) {
                0 => (0..table.streets()).for_each(|street| write(table.street_cards(street))),
                n => write(0..n),
            }
        }
        for seat in table.in_fantasyland().iter() {
            let cards = state.cards(seat).iter().copied().collect();
            log.emit(SeatSet::only(seat), Event::Dealt(cards));
        }
        deal_street(&state, log);
        state
    }

    /// Returns the strengths of rows; `None` if they are a foul, or not complete.
    pub fn judge(&self, rows: [PackSet; 3]) -> Option<Rows> {
        self.scorer().rows(&Board::new(rows).ok()?)
    }

    /// Returns the points of a finished hand; zeros before its end.
    pub(crate) fn points(&self, table: &Table) -> PerSeat<i32> {
        let mut points = PerSeat::filled(self.seats(), 0);
        if table.phase() != Phase::Over {
            return points;
        }
        let rows = PerSeat::from_fn(self.seats(), |seat| self.judge(table.rows(seat)));
        for one in Seat::all(self.seats()) {
            for other in Seat::all(one.index()) {
                let won = self.scorer().points(rows[one], rows[other]);
                points[one] += won;
                points[other] -= won;
            }
        }
        points
    }

    /// Returns the number of cards with which a seat plays Fantasyland after a finished hand; 0 for a
    /// normal hand.
    pub fn next_fantasy(&self, table: &Table, seat: Seat) -> u8 {
        let Some(rows) = self.judge(table.rows(seat)) else { return 0 };
        let next = match table.fantasy(seat) {
            0 => self.scorer().entry(rows),
            cards => self.scorer().stay(rows, cards as u8),
        };
        next.unwrap_or(0)
    }

    /// Returns points, and the value of Fantasyland against each other seat.
    fn points_with_fantasyland(&self, table: &Table, stakes: &Stakes) -> PerSeat<i32> {
        let mut points = self.points(table);
        if table.phase() == Phase::Over && !table.setup().last {
            let values = PerSeat::from_fn(self.seats(), |seat| {
                stakes.fantasyland(self.next_fantasy(table, seat)).round() as i32
            });
            let total: i32 = values.as_slice().iter().sum();
            for (seat, own) in values.iter() {
                points[seat] += own * self.seats() as i32 - total;
            }
        }
        points
    }

    /// Moves the table on by a public event.
    fn announce(&self, table: &mut Table, event: Event, log: &mut impl Sink<Event>) {
        table.observe(event);
        log.emit(SeatSet::all(self.seats()), event);
    }

    /// Ends the setting of the seat to act, whose Fantasyland board is complete.
    pub(crate) fn finish_setting(&self, state: &mut State, log: &mut impl Sink<Event>) {
        let seat = state.table.to_act();
        self.announce(&mut state.table, Event::Ready(seat), log);
        self.turn_up(state, log);
    }

    /// Turns up the boards of Fantasyland once the hand is over.
    fn turn_up(&self, state: &mut State, log: &mut impl Sink<Event>) {
        let State { table, own } = state;
        if table.phase() == Phase::Over {
            for seat in table.in_fantasyland().iter() {
                let rows = own[seat.index()].rows;
                self.announce(table, Event::Shown(seat, rows), log);
            }
        }
    }
}

/// Deals the cards of its street to the seat to act.
fn deal_street(state: &State, log: &mut impl Sink<Event>) {
    let (table, seat) = (&state.table, state.table.to_act());
    if table.phase() == Phase::Streets {
        let cards = state.own[seat.index()].cards[table.packet(seat)].iter().copied().collect();
        log.emit(SeatSet::only(seat), Event::Dealt(cards));
    }
}

/// Returns the cards that an action adds to each row.
pub(crate) fn placed(cards: &[PackCard], action: Action) -> [PackSet; 3] {
    let mut rows = [PackSet::EMPTY; 3];
    for (card, place) in cards.iter().zip(action.places()) {
        if let Some(row) = place.row() {
            rows[row as usize].insert(*card);
        }
    }
    rows
}

impl Game for Ofc {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type LegalActions = Legal;
    type View = View;
    type Event = Event;

    fn seats(&self) -> usize {
        usize::from(self.rules().seats)
    }

    fn first_setup(&self) -> Setup {
        Setup { button: Seat::new(self.seats() - 1), fantasy: [0; MAX_SEATS], last: false }
    }

    fn deal(&self, setup: &Setup, rng: &mut Rng, log: &mut impl Sink<Event>) -> State {
        let mut pack = [PackCard::JOKERS[0]; PackCard::COUNT];
        let n = self.pack().len();
        pack.iter_mut().zip(self.pack()).for_each(|(slot, card)| *slot = card);
        rng.shuffle(&mut pack[..n]);
        self.deal_pack(*setup, &pack[..n], log)
    }

    fn turn(&self, state: &State) -> Turn {
        turn(&state.table)
    }

    fn legal_actions(&self, state: &State, out: &mut Legal) {
        list(&state.table, &state.own[state.table.to_act().index()], out);
    }

    fn apply(&self, state: &mut State, action: Action, log: &mut impl Sink<Event>) {
        let State { table, own } = state;
        let seat = table.to_act();
        let mine = &mut own[seat.index()];
        match (table.fantasy(seat), action.places()) {
            (0, _) => {
                let rows = placed(hand(table, mine, seat), action);
                self.announce(table, Event::Placed(seat, rows), log);
            }
            (n, places) => {
                mine.put(places[0], n);
                log.emit(SeatSet::only(seat), Event::Set(places[0]));
                if usize::from(mine.set) < n {
                    return;
                }
                self.finish_setting(state, log);
                return;
            }
        }
        self.turn_up(state, log);
        deal_street(state, log);
    }

    fn scores(&self, state: &State) -> PerSeat<i32> {
        match &self.fantasyland {
            Some(stakes) => self.points_with_fantasyland(&state.table, stakes),
            None => self.points(&state.table),
        }
    }

    fn score_total(&self, _: &State) -> Option<i32> {
        Some(0)
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        let mut own = state.own[seat.index()];
        own.cards[state.table.dealt(seat)..]
            .copy_from_slice(&Own::BLANK.cards[..MOST - state.table.dealt(seat)]);
        View { table: state.table, seat, own }
    }

    fn blank_view(&self, setup: &Setup, seat: Seat) -> View {
        View { table: Table::new(self.rules(), *setup), seat, own: Own::BLANK }
    }

    fn observe(&self, view: &mut View, event: Event) {
        match event {
            Event::Dealt(cards) => view.own.write(view.table.packet(view.seat).start, cards),
            Event::Set(place) => view.own.put(place, view.table.fantasy(view.seat)),
            _ => view.table.observe(event),
        }
    }

    fn view_turn(&self, view: &View) -> Option<Turn> {
        Some(turn(&view.table))
    }

    fn view_actions(&self, view: &View, out: &mut Legal) {
        out.clear();
        if view.table.to_act() == view.seat {
            list(&view.table, &view.own, out);
        }
    }
}

fn turn(table: &Table) -> Turn {
    match table.phase() {
        Phase::Over => Turn::Over,
        _ => Turn::Act(table.to_act()),
    }
}

impl Searchable for Ofc {
    fn view_key(&self, view: &View) -> u64 {
        stable_key(view)
    }

    fn rollout(&self, state: &State, legal: &[Action], _: &mut Rng) -> Action {
        rollout::choose(self, state, legal)
    }

    fn playout(&self, state: &mut State, legal: &mut Legal, _: &mut Rng) {
        rollout::play_out(self, state, legal);
    }

    /// The heuristic values by which [`Greedy`](crate::bots::Greedy) plays, in points.
    fn heuristics(&self, state: &State, actions: &[Action], visit: impl FnMut(f32)) {
        rollout::heuristics(self, state, actions, visit);
    }
}

impl Notation for Ofc {
    fn action_text(&self, action: Action) -> String {
        action.to_string()
    }

    /// Parses a placement as rows, top first: `As Kd / 7h 7c / 2s`.
    fn parse_move(&self, view: &View, text: &str) -> Option<Result<Vec<Action>, InvalidMove>> {
        moves::parse(view, text)
    }

    fn move_text(&self, view: &View, actions: &[Action]) -> String {
        moves::text(view, actions)
    }
}
