//! Replays one round: applies the recorded moves and compares the events of the engine.

use super::compare::{self, Claimed};
use super::counts::{Count, Counts};
use super::observer::{Decision, Observer};
use super::{Disagreement, Matter, setup_of};
use crate::record::from_engine::step_from_event;
use crate::record::{Record, Round, RoundEnd, Step, WinRecord};
use crate::wall::reconstruct_wall;
use facedown_game::{ActionBuf, Game, Match, Rng, Seat, SeatSet, Sink, Turn};
use facedown_riichi::rules::Length;
use facedown_riichi::{
    Action, DrawKind, Ending, Event, Legal, Phase, Riichi, Setup, Standing, State, Table, Victory,
};
use facedown_tiles::{MeldShape, TileId};
use std::fmt::Debug;

/// The events of the engine that have not been compared yet, without private ones.
#[derive(Default)]
struct EventQueue {
    events: Vec<Event>,
    next: usize,
}

impl Sink<Event> for EventQueue {
    fn emit(&mut self, _: SeatSet, event: Event) {
        let hidden = matches!(event, Event::Drew { tile: None, .. });
        if !hidden && !matches!(event, Event::Asked | Event::Answered(_)) {
            self.events.push(event);
        }
    }
}

impl EventQueue {
    /// Returns the next event. After the last one the queue is emptied, so that it stays short.
    fn take(&mut self) -> Option<Event> {
        let event = self.events.get(self.next).copied();
        self.next += 1;
        if event.is_none() {
            self.events.clear();
            self.next = 0;
        }
        event
    }
}

/// The replay of one round.
pub(super) struct RoundReplay<'a> {
    game: &'a Riichi,
    record: &'a Record,
    number: usize,
    round: &'a Round,
}

/// The progress of a round.
struct Progress {
    state: State,
    events: EventQueue,
    /// The number of recorded steps that the engine has matched.
    step: usize,
    victories: Vec<Victory>,
    drawn: Option<compare::Drawn>,
    /// The number of hands dealt.
    dealt: usize,
}

impl<'a> RoundReplay<'a> {
    pub(super) fn new(game: &'a Riichi, record: &'a Record, number: usize) -> Self {
        Self { game, record, number, round: &record.rounds[number] }
    }

    /// Returns a disagreement of this round.
    pub(super) fn differs(
        &self,
        step: usize,
        matter: Matter,
        expected: impl Into<String>,
        got: impl Into<String>,
    ) -> Disagreement {
        let (round, round_name) = (self.number, self.round.name());
        Disagreement { round, round_name, step, matter, expected: expected.into(), got: got.into() }
    }

    /// Compares the recorded setup with that of the match.
    pub(super) fn check_setup(&self, next: Option<&Setup>) -> Result<(), Disagreement> {
        let recorded = setup_of(self.round);
        match (recorded, next) {
            (Some(recorded), Some(next)) if recorded == *next => Ok(()),
            (_, None) => {
                let expected = format!("another round, {:?}", self.round.name());
                Err(self.differs(0, Matter::End, expected, "the game's end"))
            }
            (recorded, Some(next)) => {
                Err(self.differs(0, Matter::Setup, text(recorded), text(next)))
            }
        }
    }

    /// Plays the round and returns its final state; `None` if the record ends within it.
    pub(super) fn play<O: Observer>(
        &self,
        wall: Option<Vec<TileId>>,
        counts: &mut Counts,
        observer: &mut O,
    ) -> Result<Option<State>, Disagreement> {
        let mut progress = self.deal(wall)?;
        let mut rng = Rng::new(0);
        if O::STEPS {
            observer.dealt(self.game, progress.state.table().setup(), &progress.state);
        }
        loop {
            self.follow(&mut progress, counts)?;
            let before = O::STEPS.then_some(progress.state);
            let step = match self.game.turn(&progress.state) {
                Turn::Over => break,
                Turn::Chance => {
                    let Progress { state, events, .. } = &mut progress;
                    self.game.play_chance(state, &mut rng, events);
                    facedown_game::Step::Chance
                }
                Turn::Act(seat) => {
                    let Some(action) = self.recorded_move(&progress, seat) else {
                        return self.end_fragment(&progress, seat, counts);
                    };
                    self.act(&mut progress, seat, action, counts, observer)?;
                    facedown_game::Step::Act(action)
                }
            };
            if let Some(before) = before {
                observer.step(self.game, &before, step, &progress.state);
            }
        }
        self.check_result(&progress, counts)?;
        Ok(Some(progress.state))
    }

    /// Deals from the wall of the seed, or from a reconstructed one.
    fn deal(&self, wall: Option<Vec<TileId>>) -> Result<Progress, Disagreement> {
        let seats = self.record.seats;
        let reds = self.game.rules().score.red_fives;
        let wall = wall.or_else(|| reconstruct_wall(self.round, seats, reds));
        let wall = wall.ok_or_else(|| {
            self.differs(0, Matter::Deal, "a wall", "more tiles than the wall has")
        })?;
        let setup = setup_of(self.round);
        let setup = setup.ok_or_else(|| self.differs(0, Matter::Setup, "a setup", "none"))?;
        let mut events = EventQueue::default();
        let dealt = self.game.deal_from_wall(&setup, &wall, &mut events);
        let state = dealt.map_err(|e| self.differs(0, Matter::Deal, "a deal", e.to_string()))?;
        let victories = Vec::new();
        Ok(Progress { state, events, step: 0, victories, drawn: None, dealt: 0 })
    }

    /// Compares the events since the last move with the next steps of the record.
    fn follow(&self, progress: &mut Progress, counts: &mut Counts) -> Result<(), Disagreement> {
        while let Some(event) = progress.events.take() {
            match event {
                Event::Dealt(hand) => self.check_hand(progress, hand)?,
                Event::Dora(tile) if progress.step == 0 => {
                    if tile != self.round.indicator {
                        let expected = self.round.indicator.to_string();
                        return Err(self.differs(0, Matter::Deal, expected, tile.to_string()));
                    }
                }
                Event::Won(victory) => progress.victories.push(victory),
                Event::Shown { .. } | Event::Asked | Event::Answered(_) => {}
                Event::Drawn { kind, tenpai, deltas } => {
                    progress.drawn = Some(compare::Drawn { kind, tenpai, deltas });
                }
                other => self.check_step(progress, other, counts)?,
            }
        }
        Ok(())
    }

    /// Compares a dealt hand. Hands are dealt from the dealer on.
    fn check_hand(
        &self,
        progress: &mut Progress,
        hand: [facedown_tiles::Tile; 13],
    ) -> Result<(), Disagreement> {
        let seat = self.round.dealer.plus(progress.dealt, self.record.seats);
        progress.dealt += 1;
        let expected = self.round.hands[seat.index()];
        if expected == hand {
            return Ok(());
        }
        Err(self.differs(0, Matter::Deal, text(expected), text(hand)))
    }

    /// Compares an event with the next step of the record.
    fn check_step(
        &self,
        progress: &mut Progress,
        event: Event,
        counts: &mut Counts,
    ) -> Result<(), Disagreement> {
        let got = step_from_event(event, self.record.seats);
        let expected = self.round.steps.get(progress.step).copied();
        if got != expected {
            // A fragment may stop anywhere: nothing is compared after its last step.
            if expected.is_none() && self.round.end.is_none() {
                return Ok(());
            }
            let expected = expected.map_or_else(|| self.end_text(), text);
            let got = got.map_or_else(|| text(event), text);
            return Err(self.differs(progress.step, Matter::Step, expected, got));
        }
        progress.step += 1;
        count_event(progress.state.table(), event, counts);
        Ok(())
    }

    /// Describes the recorded end of the round.
    fn end_text(&self) -> String {
        match &self.round.end {
            None => "nothing more".to_owned(),
            Some(RoundEnd::Drawn(draw)) => format!("the round's end, {:?}", draw.kind),
            Some(RoundEnd::Wins(wins)) => {
                let win = |w: &WinRecord| format!("{} on {}", w.seat.index(), w.from.index());
                let wins: Vec<String> = wins.iter().map(win).collect();
                format!("a win of seat {}", wins.join(" and "))
            }
        }
    }

    /// Returns the recorded action of the seat to act; `None` if the record ends here.
    fn recorded_move(&self, progress: &Progress, seat: Seat) -> Option<Action> {
        if let Phase::Window(_) = progress.state.table().phase() {
            return self.recorded_answer(progress, seat);
        }
        let rest = &self.round.steps[progress.step..];
        // A pending indicator is turned by the move that follows it.
        let next = rest.iter().find(|step| !matches!(step, Step::Dora { .. }));
        let Some(step) = next else { return self.closing_move(seat) };
        Some(match *step {
            Step::Discard { tile, drawn, .. } => Action::Discard { tile, drawn },
            Step::Riichi { .. } => Action::Riichi,
            Step::ClosedKan { kind, .. } => Action::ClosedKan(kind),
            Step::AddedKan { tile, .. } => Action::AddedKan(tile),
            Step::Nuki { .. } => Action::Nuki,
            // No action of a seat to act: reported as an illegal pass.
            _ => Action::Pass,
        })
    }

    /// Returns the action that ends the round on a seat's own turn.
    fn closing_move(&self, seat: Seat) -> Option<Action> {
        match self.round.end.as_ref()? {
            RoundEnd::Wins(wins) if wins.iter().any(|w| w.seat == seat && w.from == seat) => {
                Some(Action::Tsumo)
            }
            RoundEnd::Drawn(draw) if draw.kind.is_none_or(|k| k == DrawKind::NineTerminals) => {
                Some(Action::NineTerminals)
            }
            _ => Some(Action::Pass),
        }
    }

    /// Returns the recorded answer to an offered tile: the next call or win, else a pass. A call that
    /// another seat's overrode leaves no trace and is replayed as a pass.
    fn recorded_answer(&self, progress: &Progress, seat: Seat) -> Option<Action> {
        let rest = &self.round.steps[progress.step..];
        let next = rest.iter().find(|step| !precedes_calls(**step));
        let Some(step) = next else {
            return match self.round.end.as_ref() {
                // The fragment ends in this call window.
                None => None,
                Some(RoundEnd::Wins(wins)) if wins.iter().any(|win| win.seat == seat) => {
                    Some(Action::Ron)
                }
                Some(RoundEnd::Drawn(draw)) if draw.kind == Some(DrawKind::TripleRon) => {
                    Some(Action::Ron)
                }
                Some(_) => Some(Action::Pass),
            };
        };
        Some(match *step {
            Step::Chi { seat: by, own, .. } if by == seat => Action::Chi(own),
            Step::Pon { seat: by, own, .. } if by == seat => Action::Pon(own),
            Step::OpenKan { seat: by, .. } if by == seat => Action::OpenKan,
            _ => Action::Pass,
        })
    }

    /// Applies a recorded action if it is legal.
    fn act(
        &self,
        progress: &mut Progress,
        seat: Seat,
        action: Action,
        counts: &mut Counts,
        observer: &mut impl Observer,
    ) -> Result<(), Disagreement> {
        let mut legal = Legal::default();
        self.game.legal_actions(&progress.state, &mut legal);
        counts.add(Count::Decisions);
        counts.add_many(Count::Options, legal.as_slice().len() as u64);
        if legal.as_slice().binary_search(&action).is_err() {
            let expected = format!("{action} by seat {}", seat.index());
            let menu: Vec<String> = legal.as_slice().iter().map(ToString::to_string).collect();
            let got = format!("only {} as legal", menu.join(", "));
            return Err(self.differs(progress.step, Matter::Move, expected, got));
        }
        if action == Action::Pass {
            counts.add(Count::Passes);
            if legal.as_slice().contains(&Action::Ron) {
                counts.add(Count::PassedWins);
            }
        }
        if let Action::Discard { tile, .. } = action {
            count_furiten(&progress.state, seat, tile.kind(), counts);
        }
        self.report(progress, seat, legal.as_slice(), action, observer);
        let Progress { state, events, .. } = progress;
        self.game.apply(state, action, events);
        Ok(())
    }

    /// Reports a decision to the observer.
    #[inline]
    fn report<O: Observer>(
        &self,
        progress: &Progress,
        seat: Seat,
        legal: &[Action],
        action: Action,
        observer: &mut O,
    ) {
        if !O::ENABLED {
            return;
        }
        let least = if action == Action::Pass { self.visible_precedence(progress) } else { 0 };
        let is_known = legal.iter().all(|option| claim(*option).is_none_or(|c| c >= least));
        let (game, state) = (self.game, &progress.state);
        let step = progress.step;
        observer.decision(&Decision { game, state, seat, legal, action, is_known, step });
    }

    /// Returns the least precedence that a claim of the offered tile needs to show in the record: that
    /// of the claim that was carried out.
    fn visible_precedence(&self, progress: &Progress) -> u8 {
        let next = self.round.steps[progress.step..].iter().find(|step| !precedes_calls(**step));
        match (next, &self.round.end) {
            (Some(Step::Chi { .. }), _) => CHI,
            (Some(Step::Pon { .. } | Step::OpenKan { .. }), _) => PON,
            (None, Some(RoundEnd::Wins(_))) => RON,
            // The round was aborted at this discard, not by an exhausted wall.
            (None, Some(RoundEnd::Drawn(_))) if progress.state.table().live() > 0 => RON,
            _ => 0,
        }
    }

    /// Ends a fragment. All its steps must have been matched.
    fn end_fragment(
        &self,
        progress: &Progress,
        seat: Seat,
        counts: &mut Counts,
    ) -> Result<Option<State>, Disagreement> {
        let missing = &self.round.steps[progress.step..];
        if missing.iter().all(|step| matches!(step, Step::Dora { .. })) && missing.len() < 2 {
            counts.add(Count::Fragments);
            return Ok(None);
        }
        let got = format!("a turn of seat {}", seat.index());
        Err(self.differs(progress.step, Matter::Step, text(missing[0]), got))
    }

    /// Compares the end of the round.
    fn check_result(&self, progress: &Progress, counts: &mut Counts) -> Result<(), Disagreement> {
        let step = progress.step;
        if let Some(missing) = self.round.steps.get(step) {
            return Err(self.differs(step, Matter::Step, text(missing), "the round's end"));
        }
        let differs = |matter, (expected, got)| self.differs(step, matter, expected, got);
        let Some(end) = &self.round.end else {
            counts.add(Count::Fragments);
            return Ok(());
        };
        match (end, progress.drawn) {
            (RoundEnd::Wins(wins), None) => {
                let claimed = Claimed { wins, seats: self.record.seats };
                let rules = &self.game.rules().score;
                let compared = compare::wins(&claimed, &progress.victories, rules);
                compared.map_err(|pair| differs(Matter::Win, pair))?;
            }
            (RoundEnd::Drawn(draw), Some(drawn)) => {
                let compared = compare::drawn(draw, &drawn, &progress.state, self.record.seats);
                compared.map_err(|pair| differs(Matter::Draw, pair))?;
            }
            (RoundEnd::Wins(_), Some(drawn)) => {
                return Err(differs(Matter::Win, ("a win".into(), text(drawn))));
            }
            (RoundEnd::Drawn(draw), None) => {
                let got = text(&progress.victories);
                return Err(differs(Matter::Draw, (text(draw), got)));
            }
        }
        self.count_result(progress, counts);
        Ok(())
    }

    /// Counts the end of the round.
    fn count_result(&self, progress: &Progress, counts: &mut Counts) {
        counts.add(Count::Rounds);
        let tail = self.round.steps.iter().rev().take(2);
        if tail.filter(|step| matches!(step, Step::Riichi { .. })).count() == 1 {
            counts.add(Count::RefusedRiichi);
        }
        if progress.victories.len() == 2 {
            counts.add(Count::DoubleRon);
        }
        for victory in &progress.victories {
            compare::count_win(victory, counts);
        }
        if let Some(drawn) = progress.drawn {
            counts.add(match drawn.kind {
                DrawKind::Exhausted => Count::Exhausted,
                DrawKind::Nagashi => Count::Nagashi,
                DrawKind::NineTerminals => Count::NineTerminals,
                DrawKind::FourWinds => Count::FourWinds,
                DrawKind::FourRiichi => Count::FourRiichi,
                DrawKind::FourKans => Count::FourKans,
                DrawKind::TripleRon => Count::TripleRon,
            });
        }
        let setup = progress.state.table().setup();
        let last_wind = match self.game.rules().matches.length {
            Length::Hanchan => 1,
            Length::Tonpu | Length::Single => 0,
        };
        if setup.wind > last_wind {
            counts.add(Count::Extension);
        }
        let next = self.record.rounds.get(self.number + 1);
        if next.is_some_and(|next| next.number == self.round.number) {
            counts.add(Count::Repeats);
        }
    }

    /// Compares the end of the game after the last round.
    pub(super) fn check_end(
        &self,
        standing: &Standing,
        state: Option<&State>,
        counts: &mut Counts,
    ) -> Result<(), Disagreement> {
        let step = self.round.steps.len();
        let next = self.game.next_hand(standing);
        let Some(end) = &self.record.end else {
            return Ok(());
        };
        if let Some(next) = next {
            let got = format!("another round, {next:?}");
            return Err(self.differs(step, Matter::End, "the game's end", got));
        }
        let seats = self.record.seats;
        let mut scores = [0; 4];
        let mut tenths = [0; 4];
        let results = self.game.match_scores(standing);
        for seat in Seat::all(seats) {
            scores[seat.index()] = standing.points(seat);
            tenths[seat.index()] = results[seat] / 100;
        }
        if end.scores.is_some_and(|expected| expected != scores) {
            return Err(self.differs(step, Matter::End, text(end.scores), text(scores)));
        }
        if end.tenths.is_some_and(|expected| expected != tenths) {
            return Err(self.differs(step, Matter::End, text(end.tenths), text(tenths)));
        }
        let stays = state.is_some_and(|state| match state.table().ending() {
            Ending::Won(winners) => winners.contains(self.round.dealer),
            Ending::Drawn(_, tenpai) => tenpai.contains(self.round.dealer),
            Ending::Unfinished => false,
        });
        counts.add(match () {
            () if scores[..seats].iter().any(|score| *score < 0) => Count::Tobi,
            () if stays => Count::Yame,
            () => Count::OnTime,
        });
        Ok(())
    }
}

// Precedence of claims of an offered tile: a win overrides a pon, which overrides a chi.
const CHI: u8 = 1;
const PON: u8 = 2;
const RON: u8 = 3;

/// Returns the precedence of an action as a claim of an offered tile.
const fn claim(action: Action) -> Option<u8> {
    match action {
        Action::Chi(_) => Some(CHI),
        Action::Pon(_) | Action::OpenKan => Some(PON),
        Action::Ron => Some(RON),
        _ => None,
    }
}

/// Returns whether a step comes between a discard and the calls of it: an accepted riichi or a new
/// indicator.
const fn precedes_calls(step: Step) -> bool {
    matches!(step, Step::RiichiAccepted { .. } | Step::Dora { .. })
}

/// Counts an event.
fn count_event(table: &Table, event: Event, counts: &mut Counts) {
    let count = match event {
        Event::Drew { replacement: true, .. } => Count::Replacements,
        Event::Drew { .. } => Count::Draws,
        Event::Discarded { drawn: true, .. } => Count::Tsumogiri,
        Event::Discarded { .. } => Count::Discards,
        Event::RiichiDeclared(_) => Count::Riichi,
        Event::RiichiAccepted(seat) => {
            if !table.is_double_riichi(seat) {
                return;
            }
            Count::DoubleRiichi
        }
        Event::Called { meld, .. } => match meld.shape {
            MeldShape::Chi => Count::Chi,
            MeldShape::Pon => Count::Pon,
            _ => Count::OpenKan,
        },
        Event::ClosedKan { seat, .. } => {
            if table.is_riichi(seat) {
                counts.add(Count::RiichiKan);
            }
            Count::ClosedKan
        }
        Event::AddedKan { .. } => Count::AddedKan,
        Event::Nuki(_) => Count::Nuki,
        Event::Dora(_) => Count::KanDora,
        _ => return,
    };
    counts.add(count);
}

/// Counts the seats that wait for the discard but are furiten.
fn count_furiten(state: &State, from: Seat, kind: facedown_tiles::Kind, counts: &mut Counts) {
    for seat in Seat::all(state.table().seats()).filter(|seat| *seat != from) {
        if state.waits(seat).contains(kind) && state.is_furiten(seat) {
            counts.add(Count::FuritenTiles);
        }
    }
}

fn text(value: impl Debug) -> String {
    format!("{value:?}")
}
