//! The game: dealing a round, turns, and the effects of actions.

use crate::rules::{KanDora, Rules};
use crate::seat_context::SeatContext;
use crate::state::{Own, Part};
use crate::table::{Offer, Phase};
use crate::{Action, DrawKind, Event, Setup, State, Table, View};
use facedown_game::{
    ActionBuf, ActionList, Game, InvalidMove, InvalidRules, Notation, PerSeat, Rng, Searchable,
    Seat, SeatSet, Sink, Turn, stable_key,
};
use facedown_tiles::{Kind, Meld, MeldShape, Pack, Tile};

/// A list of legal actions. Fourteen discards, riichi, tsumo, three closed and four added kans, nuki
/// and nine terminals make 25; there are at most twelve answers to a discard.
pub type Legal = ActionList<Action, 28>;

/// Riichi mahjong with its rules.
#[derive(Clone, Debug)]
pub struct Riichi {
    rules: Rules,
    pack: Pack,
    everyone: SeatSet,
    tiles: [Tile; 136],
}

impl Riichi {
    /// Returns the game with these rules.
    pub fn new(rules: Rules) -> Result<Self, InvalidRules> {
        rules.validate()?;
        Ok(Self {
            rules,
            pack: Pack::of_seats(rules.is_three()),
            everyone: SeatSet::all(usize::from(rules.seats)),
            tiles: rules.pack(),
        })
    }

    /// Returns the rules.
    #[inline]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the kinds in play.
    #[inline]
    pub const fn pack(&self) -> Pack {
        self.pack
    }

    pub(crate) const fn pack_tiles(&self) -> &[Tile; 136] {
        &self.tiles
    }

    /// Applies an event that all seats observe, and logs it.
    #[inline]
    pub(crate) fn announce(&self, state: &mut State, event: Event, log: &mut impl Sink<Event>) {
        let State { table, own, drawn, .. } = state;
        if let Some(seat) = owner(&event) {
            own[seat.index()].observe(self.pack, seat, &event);
            *drawn = None;
        }
        table.observe(&self.rules, &event);
        log.emit(self.everyone, event);
    }

    /// Draws the next tile of the wall for a seat.
    pub(crate) fn draw(&self, state: &mut State, seat: Seat, log: &mut impl Sink<Event>) {
        let tile = state.next_tile();
        self.take(state, seat, tile, false, log);
    }

    /// Draws a replacement for the seat to act, after turning the indicators that are due.
    pub(crate) fn replace(&self, state: &mut State, log: &mut impl Sink<Event>) {
        self.turn_due_dora(state, log);
        let actor = state.table.actor;
        // An added kan replaces its pon, so the last meld may be an older closed kan.
        let added = state.table.phase == Phase::Window(Offer::AddedKan);
        let last = state.table.melds(actor).last();
        let closed = !added && last.is_some_and(|meld| meld.shape == MeldShape::ClosedKan);
        if state.table.dora_fresh > 0 && (closed || self.rules.kan_dora == KanDora::AtOnce) {
            self.turn_dora(state, log);
        }
        let tile = state.next_replacement();
        self.take(state, actor, tile, true, log);
    }

    fn take(
        &self,
        state: &mut State,
        seat: Seat,
        tile: Tile,
        replacement: bool,
        log: &mut impl Sink<Event>,
    ) {
        let seen = |tile| Event::Drew { seat, tile, replacement };
        let State { table, own, drawn, .. } = state;
        own[seat.index()].hand.add(tile);
        *drawn = Some(tile);
        table.observe(&self.rules, &seen(None));
        log.emit(SeatSet::only(seat), seen(Some(tile)));
        log.emit(self.everyone.without(seat), seen(None));
    }

    /// Turns the indicators that are due from earlier kans.
    pub(crate) fn turn_due_dora(&self, state: &mut State, log: &mut impl Sink<Event>) {
        for _ in 0..state.table.dora_due {
            self.turn_dora(state, log);
        }
    }

    fn discard(&self, state: &mut State, tile: Tile, drawn: bool, log: &mut impl Sink<Event>) {
        if state.table.dora_due > 0 && self.rules.kan_dora != KanDora::AfterDiscard {
            self.turn_due_dora(state, log);
        }
        let seat = state.table.actor;
        self.announce(state, Event::Discarded { seat, tile, drawn }, log);
        self.open_window(state);
    }

    fn closed_kan(&self, state: &mut State, kind: Kind, log: &mut impl Sink<Event>) {
        let seat = state.table.actor;
        let reds = if kind.is_five() { state.hand(seat).reds(kind.suit()) } else { 0 };
        let called = Tile::plain(kind);
        let meld = Meld { shape: MeldShape::ClosedKan, first: kind, reds, called, from: 0 };
        self.announce(state, Event::ClosedKan { seat, meld }, log);
        if self.rules.rob_closed_kan {
            self.open_window(state);
        } else {
            self.replace(state, log);
        }
    }

    #[inline]
    fn list(&self, context: &SeatContext<'_>, out: &mut Legal) {
        match context.table.phase {
            Phase::Window(_) => self.list_calls(context, out),
            _ => self.list_turn(context, out),
        }
    }
}

/// Returns the seat whose hand an event changes.
#[inline]
const fn owner(event: &Event) -> Option<Seat> {
    match event {
        Event::Discarded { seat, .. }
        | Event::Called { seat, .. }
        | Event::ClosedKan { seat, .. }
        | Event::AddedKan { seat, .. }
        | Event::Nuki(seat) => Some(*seat),
        _ => None,
    }
}

impl Game for Riichi {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type LegalActions = Legal;
    type View = View;
    type Event = Event;

    fn seats(&self) -> usize {
        usize::from(self.rules.seats)
    }

    fn first_setup(&self) -> Setup {
        let mut scores = [0; 4];
        scores[..self.seats()].fill(self.rules.matches.start_points);
        Setup { scores, wind: 0, dealer: Seat::new(0), honba: 0, sticks: 0 }
    }

    fn deal(&self, setup: &Setup, rng: &mut Rng, log: &mut impl Sink<Event>) -> State {
        self.deal_shuffled(setup, rng, log)
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.table.phase {
            Phase::Window(_) => state.pending.asked.map_or(Turn::Chance, Turn::Act),
            Phase::Over => Turn::Over,
            _ => Turn::Act(state.table.actor),
        }
    }

    fn legal_actions(&self, state: &State, out: &mut Legal) {
        out.clear();
        if let Turn::Act(seat) = self.turn(state) {
            self.list(&state.context(seat), out);
        }
    }

    fn apply(&self, state: &mut State, action: Action, log: &mut impl Sink<Event>) {
        if let Some(seat) = state.pending.asked.take() {
            state.pending.answers[seat.index()] = Some(action);
            return log.emit(SeatSet::only(seat), Event::Answered(action));
        }
        let seat = state.table.actor;
        match action {
            Action::Discard { tile, drawn } => self.discard(state, tile, drawn, log),
            Action::Riichi => self.announce(state, Event::RiichiDeclared(seat), log),
            Action::Tsumo => self.end_by_tsumo(state, log),
            Action::ClosedKan(kind) => self.closed_kan(state, kind, log),
            Action::AddedKan(tile) => {
                self.announce(state, Event::AddedKan { seat, tile }, log);
                self.open_window(state);
            }
            Action::Nuki => {
                self.announce(state, Event::Nuki(seat), log);
                self.open_window(state);
            }
            Action::NineTerminals => self.end_aborted(state, DrawKind::NineTerminals, log),
            // Answers are handled above.
            Action::Pass | Action::Chi(_) | Action::Pon(_) | Action::OpenKan | Action::Ron => {}
        }
    }

    fn play_chance(&self, state: &mut State, _: &mut Rng, log: &mut impl Sink<Event>) {
        self.advance_window(state, log);
    }

    fn scores(&self, state: &State) -> PerSeat<i32> {
        let table = &state.table;
        PerSeat::from_fn(self.seats(), |seat| {
            table.scores[seat.index()] - table.setup.scores[seat.index()]
        })
    }

    /// Returns the sticks collected from earlier rounds minus those left for later ones.
    fn score_total(&self, state: &State) -> Option<i32> {
        let table = &state.table;
        Some(crate::table::STICK * (i32::from(table.setup.sticks) - i32::from(table.sticks)))
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        let open = matches!(state.table.phase, Phase::Window(_));
        let part = if open { state.part(seat) } else { Part::Silent };
        let drawn = state.context(seat).drawn;
        View { table: state.table, own: state.own[seat.index()], drawn, seat, part }
    }

    /// Returns the view with the last call window still open, until the next action is seen: whether
    /// it has closed yet reveals whether somebody can claim the tile.
    fn waiting_view(&self, state: &State, seat: Seat) -> View {
        let mut view = self.view(state, seat);
        if view.table.reopen() {
            view.part = state.part(seat);
        }
        view
    }

    fn blank_view(&self, setup: &Setup, seat: Seat) -> View {
        let table = Table::new(&self.rules, setup);
        View { table, own: Own::default(), drawn: None, seat, part: Part::Silent }
    }

    fn observe(&self, view: &mut View, event: Event) {
        match event {
            Event::Asked => view.part = Part::Asked,
            Event::Answered(answer) => view.part = Part::Answered(answer),
            _ => view.part = Part::Silent,
        }
        if event.is_private() {
            return;
        }
        let View { table, own, drawn, seat, .. } = view;
        match event {
            Event::Drew { seat: who, tile, .. } if who == *seat => *drawn = tile,
            _ if owner(&event) == Some(*seat) => *drawn = None,
            _ => {}
        }
        own.observe(self.pack, *seat, &event);
        table.observe(&self.rules, &event);
    }

    fn view_turn(&self, view: &View) -> Option<Turn> {
        match view.table.phase {
            Phase::Window(_) => (view.part == Part::Asked).then_some(Turn::Act(view.seat)),
            Phase::Over => Some(Turn::Over),
            _ => Some(Turn::Act(view.table.actor)),
        }
    }

    fn view_actions(&self, view: &View, out: &mut Legal) {
        out.clear();
        if self.view_turn(view) == Some(Turn::Act(view.seat)) {
            self.list(&view.context(), out);
        }
    }
}

impl Searchable for Riichi {
    fn rollout(&self, state: &State, legal: &[Action], rng: &mut Rng) -> Action {
        crate::rollout::choose(self, state, legal, rng)
    }

    fn heuristics(&self, state: &State, actions: &[Action], visit: impl FnMut(f32)) {
        crate::rollout::heuristics(self, state, actions, visit);
    }

    fn view_key(&self, view: &View) -> u64 {
        stable_key(view)
    }
}

impl Notation for Riichi {
    fn action_text(&self, action: Action) -> String {
        action.typed()
    }

    /// Parses a riichi with its discard: `riichi 5p`.
    fn parse_move(&self, view: &View, text: &str) -> Option<Result<Vec<Action>, InvalidMove>> {
        let text = text.trim().to_lowercase();
        let tile = text.strip_prefix("riichi")?.strip_prefix(char::is_whitespace)?.trim();
        let mut legal = Legal::default();
        self.view_actions(view, &mut legal);
        if !legal.as_slice().contains(&Action::Riichi) {
            return Some(Err(InvalidMove::new("riichi cannot be declared now")));
        }
        let keeping = crate::legal::tenpai_discards(view.hand(), self.pack());
        let drawn = format!("{tile}*");
        let named = |text: &str| {
            legal.as_slice().iter().copied().find(|action| match action {
                Action::Discard { tile, .. } => {
                    keeping.contains(tile.kind()) && action.typed() == text
                }
                _ => false,
            })
        };
        let discard = named(tile).or_else(|| named(&drawn));
        Some(discard.map(|discard| vec![Action::Riichi, discard]).ok_or_else(|| {
            let kinds = keeping.to_string();
            InvalidMove::new(format!(
                "riichi {tile}: expected a discard that keeps tenpai, of {kinds}"
            ))
        }))
    }
}
