//! The game: how a hand is dealt, what may be done, and what follows.

use crate::endgame::Worth;
use crate::state::{MOST, Own, hand};
use crate::table::MAX_SEATS;
use crate::{
    Action, Board, Event, InvalidRules, Phase, Place, Rows, Rules, Scorer, Setup, State, Table,
    View, bots,
};
use facedown_cards::{PackCard, PackSet};
use facedown_game::{
    ActionBuf, ActionList, Game, Notation, PerSeat, Rng, Searchable, Seat, SeatSet, Sink, Turn,
    stable_key,
};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A list of legal actions. Five cards go to three rows in 243 ways, of which eleven would put four
/// or five of them in the top row; three cards with one discarded have at most 27.
pub type Legal = ActionList<Action, 232>;

/// Open-face Chinese poker with its rules in force.
#[derive(Clone)]
pub struct Ofc {
    judge: Arc<Judge>,
    /// Whether scores count what Fantasyland is worth.
    reckons: bool,
}

/// What all copies of a game share.
struct Judge {
    scorer: Scorer,
    /// What Fantasyland is worth; this and the rest is worked out when somebody first asks.
    worth: OnceLock<Worth>,
    /// What rows are worth to bots.
    points: OnceLock<bots::Points>,
    /// What the bot `steady` plans with; nothing with classic dealing.
    plans: OnceLock<Option<bots::Plans>>,
}

impl fmt::Debug for Ofc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ofc").field("rules", self.rules()).finish_non_exhaustive()
    }
}

/// Why a pack cannot be dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BadPack {
    /// It has another number of cards.
    Cards {
        /// How many it has.
        given: usize,
        /// How many the rules have.
        expected: usize,
    },
    /// A card is there twice.
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
    /// The game with these rules.
    pub fn new(rules: Rules) -> Result<Self, InvalidRules> {
        Ok(Self::judged(Scorer::new(&rules)?, OnceLock::new()))
    }

    /// The game with these rules, in which bots take Fantasyland to be worth this.
    pub fn with_worth(rules: Rules, worth: Worth) -> Result<Self, InvalidRules> {
        Ok(Self::judged(Scorer::new(&rules)?, OnceLock::from(worth)))
    }

    fn judged(scorer: Scorer, worth: OnceLock<Worth>) -> Self {
        let judge = Judge { scorer, worth, points: OnceLock::new(), plans: OnceLock::new() };
        Self { judge: Arc::new(judge), reckons: false }
    }

    /// The same game, whose scores count what coming to Fantasyland is worth: what a search of a
    /// single hand has to look at. See [`Ofc::fantasyland`].
    #[must_use]
    pub fn reckoning(&self) -> Self {
        // Found now, not in the first playout.
        self.fantasyland();
        Self { reckons: true, ..self.clone() }
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        self.judge.scorer.rules()
    }

    /// The judge of complete boards.
    pub fn scorer(&self) -> &Scorer {
        &self.judge.scorer
    }

    /// What Fantasyland is worth to bots, and what a foul costs: see [`Worth::alone`].
    pub fn fantasyland(&self) -> &Worth {
        let found = || Worth::alone(self.rules()).expect("the rules were checked");
        self.judge.worth.get_or_init(found)
    }

    /// What rows are worth to bots.
    pub(crate) fn outlook_points(&self) -> &bots::Points {
        let points = || bots::Points::new(self.scorer(), *self.fantasyland());
        self.judge.points.get_or_init(points)
    }

    /// What the bot `steady` plans with.
    pub(crate) fn plans(&self) -> Option<&bots::Plans> {
        let plans = || bots::Plans::new(self.rules(), *self.fantasyland());
        self.judge.plans.get_or_init(plans).as_ref()
    }

    /// The cards that the game is played with.
    pub fn pack(&self) -> impl ExactSizeIterator<Item = PackCard> {
        PackCard::all().take(52 + usize::from(self.rules().jokers))
    }

    /// Deals from a pack in a given order: a block of cards for each seat, as many as it can need.
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

    /// The strengths of a seat's rows; `None` where they are a foul, or not complete.
    pub fn judge(&self, rows: [PackSet; 3]) -> Option<Rows> {
        self.scorer().rows(&Board::new(rows).ok()?)
    }

    /// The points of a finished hand.
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

    /// With how many cards a seat comes to Fantasyland after a finished hand; 0: it does not.
    pub fn next_fantasy(&self, table: &Table, seat: Seat) -> u8 {
        let Some(rows) = self.judge(table.rows(seat)) else { return 0 };
        let next = match table.fantasy(seat) {
            0 => self.scorer().entry(rows),
            cards => self.scorer().stay(rows, cards as u8),
        };
        next.unwrap_or(0)
    }

    /// Points, and what coming to Fantasyland is worth against each other seat.
    fn reckoned(&self, table: &Table) -> PerSeat<i32> {
        let worth = self.fantasyland();
        let mut points = self.points(table);
        if table.phase() == Phase::Over && !table.setup().last {
            let worth = PerSeat::from_fn(self.seats(), |seat| {
                worth.fantasyland(self.next_fantasy(table, seat)).round() as i32
            });
            let total: i32 = worth.as_slice().iter().sum();
            for (seat, own) in worth.iter() {
                points[seat] += own * self.seats() as i32 - total;
            }
        }
        points
    }

    fn tell(&self, table: &mut Table, event: Event, log: &mut impl Sink<Event>) {
        table.observe(event);
        log.emit(SeatSet::all(self.seats()), event);
    }

    /// The seat to act has set its Fantasyland board.
    fn finish_setting(&self, state: &mut State, log: &mut impl Sink<Event>) {
        let seat = state.table.to_act();
        self.tell(&mut state.table, Event::Ready(seat), log);
        self.turn_up(state, log);
    }

    /// Shows the boards of Fantasyland once the hand is over.
    fn turn_up(&self, state: &mut State, log: &mut impl Sink<Event>) {
        let State { table, own } = state;
        if table.phase() == Phase::Over {
            for seat in table.in_fantasyland().iter() {
                let rows = own[seat.index()].rows;
                self.tell(table, Event::Shown(seat, rows), log);
            }
        }
    }

    /// What the seat to act may do with the cards in its hand.
    pub(crate) fn list(table: &Table, own: &Own, out: &mut Legal) {
        out.clear();
        let seat = table.to_act();
        let cards = hand(table, own, seat);
        if table.phase() == Phase::Over || cards.is_empty() {
            return;
        }
        let n = table.fantasy(seat);
        if n == 0 {
            let rows = table.rows(seat);
            let room = |place: Place| place.row().map_or(0, |r| r.size() - rows[r as usize].len());
            let mut room = Place::ALL.map(room);
            room[Place::Discard as usize] = cards.len() - table.street_placed(table.street());
            let places = [Place::Top; 5];
            Streets { cards, room, places, out }.from(0);
            return;
        }
        // Of two jokers, which come last, the first goes to the first place of the two left.
        let both = cards.len() == 2 && cards[0].is_joker();
        let open = Place::ALL.into_iter().filter(|place| own.room(*place, n) > 0);
        for place in open.take(if both { 1 } else { 4 }) {
            out.push(Action::new(&[place]).expect("one place"));
        }
    }
}

/// Tells the seat to act the cards of its street.
fn deal_street(state: &State, log: &mut impl Sink<Event>) {
    let (table, seat) = (&state.table, state.table.to_act());
    if table.phase() == Phase::Streets {
        let cards = state.own[seat.index()].cards[table.packet(seat)].iter().copied().collect();
        log.emit(SeatSet::only(seat), Event::Dealt(cards));
    }
}

/// Lists the placements of a street in ascending order.
struct Streets<'a> {
    cards: &'a [PackCard],
    room: [usize; 4],
    places: [Place; 5],
    out: &'a mut Legal,
}

impl Streets<'_> {
    fn from(&mut self, at: usize) {
        if at == self.cards.len() {
            // What is not discarded is placed, so a card that must go and did not has no room.
            if self.room[Place::Discard as usize] == 0 {
                let action = Action::new(&self.places[..at]);
                self.out.push(action.expect("a street has one to five cards"));
            }
            return;
        }
        // Two jokers in one hand are the same card: only one order of their places is listed.
        let twin = at > 0 && self.cards[at].is_joker() && self.cards[at - 1].is_joker();
        let least = if twin { self.places[at - 1] } else { Place::Top };
        for place in Place::ALL.into_iter().filter(|place| *place >= least) {
            if self.room[place as usize] > 0 {
                self.room[place as usize] -= 1;
                self.places[at] = place;
                self.from(at + 1);
                self.room[place as usize] += 1;
            }
        }
    }
}

/// The rows that an action adds to, for these cards.
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
    type Actions = Legal;
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
        Self::list(&state.table, &state.own[state.table.to_act().index()], out);
    }

    fn apply(&self, state: &mut State, action: Action, log: &mut impl Sink<Event>) {
        let State { table, own } = state;
        let seat = table.to_act();
        let mine = &mut own[seat.index()];
        match (table.fantasy(seat), action.places()) {
            (0, _) => {
                let rows = placed(hand(table, mine, seat), action);
                self.tell(table, Event::Placed(seat, rows), log);
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
        if self.reckons { self.reckoned(&state.table) } else { self.points(&state.table) }
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
            Self::list(&view.table, &view.own, out);
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
        bots::light(self, state, legal)
    }

    fn playout(&self, state: &mut State, legal: &mut Legal, _: &mut Rng) {
        while state.table.phase() != Phase::Over {
            let seat = state.table.to_act();
            let n = state.table.fantasy(seat);
            let own = &mut state.own[seat.index()];
            if n > 0 && own.set == 0 {
                // The whole board at once, as the light policy sets it card by card.
                (own.rows, own.set) = (bots::quick_setting(self, &own.cards[..n]), n as u8);
                self.finish_setting(state, &mut ());
                continue;
            }
            self.legal_actions(state, legal);
            let action = bots::light(self, state, legal.as_slice());
            self.apply(state, action, &mut ());
        }
    }
}

impl Notation for Ofc {
    fn action_text(&self, action: Action) -> String {
        action.to_string()
    }
}
