//! Tracks one seat's view from MJAI events.

use super::validate::Validator;
use crate::mjai::{Event as MjaiEvent, Hora, Pai};
use crate::{Reason, StepError};
use facedown_game::{ActionBuf, Game, Seat, Turn};
use facedown_riichi::{Action, Event, Legal, Offer, Phase, Riichi, Setup, View};
use facedown_tiles::{Kind, Meld, MeldError, Tile};

/// Tracks one seat's view from MJAI events.
#[derive(Clone, Debug)]
pub struct Tracker {
    game: Riichi,
    seat: Option<Seat>,
    scores: [i32; 4],
    round: Option<Round>,
}

/// The current round.
#[derive(Clone, Debug)]
struct Round {
    view: View,
    /// The view to decide on, if the seat is to act.
    decision: Option<View>,
    /// Whether the last event accepted a riichi.
    accepted: bool,
    /// The end of the round; only further wins may follow a win.
    ended: Option<End>,
}

/// The end of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Won,
    Drawn,
}

// No table comes near these limits, and sums within them cannot overflow.
const MAX_POINTS: i32 = 10_000_000;
const MAX_COUNTERS: u16 = 200;

impl Tracker {
    /// Creates a tracker. The event `start_game` assigns its seat.
    pub fn new(game: Riichi) -> Self {
        let scores = game.first_setup().scores;
        Self { game, seat: None, scores, round: None }
    }

    /// Returns the game.
    pub const fn game(&self) -> &Riichi {
        &self.game
    }

    /// Returns the seat; `None` before `start_game`.
    pub const fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// Returns the view; `None` between rounds.
    pub fn view(&self) -> Option<&View> {
        self.round.as_ref().map(|round| &round.view)
    }

    /// Returns the view to decide on, if the seat is to act and has not decided yet.
    pub fn decision(&self) -> Option<&View> {
        self.round.as_ref().and_then(|round| round.decision.as_ref())
    }

    /// Records the action that the seat has decided on.
    pub fn decided(&mut self, action: Action) {
        if let Some(round) = &mut self.round {
            round.decision = None;
            if let Phase::Window(_) = round.view.table().phase() {
                self.game.observe(&mut round.view, Event::Answered(action));
            }
        }
    }

    /// Applies an event. An impossible event is an error and changes nothing.
    pub fn observe(&mut self, event: &MjaiEvent) -> Result<(), Reason> {
        match event {
            MjaiEvent::StartGame { id, names, .. } => self.start_game(*id, names),
            MjaiEvent::StartKyoku { .. } => self.start_round(event),
            MjaiEvent::Hora(hora) => self.win(hora),
            MjaiEvent::Ryukyoku { deltas, .. } => self.end_by_draw(deltas.as_deref()),
            MjaiEvent::EndKyoku => {
                if self.current_round("end_kyoku")?.ended.is_none() {
                    return Err(StepError::OutOfOrder("end_kyoku").into());
                }
                self.round = None;
                Ok(())
            }
            MjaiEvent::EndGame { .. } => {
                self.started("end_game")?;
                (self.seat, self.round) = (None, None);
                Ok(())
            }
            step => self.step(step),
        }
    }

    /// Returns the seat; an error before `start_game`.
    fn started(&self, what: &'static str) -> Result<Seat, Reason> {
        self.seat.ok_or(Reason::Step(StepError::NoGame(what)))
    }

    fn start_game(&mut self, id: Option<usize>, names: &[String]) -> Result<(), Reason> {
        if self.round.is_some() {
            return Err(StepError::Inside("start_game").into());
        }
        let id = id.ok_or(Reason::Missing("id"))?;
        let seats = self.game.seats();
        if !names.is_empty() && names.len() < seats {
            return Err(Reason::value("names", format!("{} names", names.len())));
        }
        self.seat = Some(self.seat_of(id)?);
        self.scores = self.game.first_setup().scores;
        self.round = None;
        Ok(())
    }

    fn seat_of(&self, number: usize) -> Result<Seat, Reason> {
        let fits = number < self.game.seats();
        if fits { Ok(Seat::new(number)) } else { Err(StepError::NoSeat(number).into()) }
    }

    fn start_round(&mut self, event: &MjaiEvent) -> Result<(), Reason> {
        let MjaiEvent::StartKyoku {
            bakaze, dora_marker, honba, kyotaku, oya, scores, tehais, ..
        } = event
        else {
            return Ok(());
        };
        let seat = self.started("start_kyoku")?;
        if self.round.is_some() {
            return Err(StepError::Inside("start_kyoku").into());
        }
        let wind = bakaze.visible("bakaze")?.kind();
        if !(Kind::EAST..=Kind::NORTH).contains(&wind) {
            return Err(Reason::value("bakaze", wind.mjai()));
        }
        if *honba > MAX_COUNTERS || *kyotaku > MAX_COUNTERS {
            return Err(Reason::value("honba and kyotaku", format!("{honba} and {kyotaku}")));
        }
        let setup = Setup {
            scores: self.points(scores)?,
            wind: (wind.index() - Kind::EAST.index()) as u8,
            dealer: self.seat_of(*oya)?,
            honba: *honba as u8,
            sticks: *kyotaku as u8,
        };
        let own = tehais.get(seat.index()).ok_or(Reason::Missing("tehais"))?;
        let tiles: Vec<Tile> =
            own.iter().map(|pai| pai.visible("tehais")).collect::<Result<_, _>>()?;
        let dealt = StepError::Dealt(seat, tiles.len());
        let mut tiles = <[Tile; 13]>::try_from(tiles).map_err(|_| Reason::Step(dealt))?;
        tiles.sort_unstable();
        let view = self.game.blank_view(&setup, seat);
        let mut round = Round { view, decision: None, accepted: false, ended: None };
        self.apply(&mut round, Event::Dealt(tiles))?;
        self.apply(&mut round, Event::Dora(dora_marker.visible("dora_marker")?))?;
        self.scores = setup.scores;
        self.round = Some(round);
        Ok(())
    }

    /// Returns the scores of a round, which the original protocol omits.
    fn points(&self, scores: &[i32]) -> Result<[i32; 4], Reason> {
        let seats = self.game.seats();
        if scores.is_empty() {
            return Ok(self.scores);
        }
        let fits = (seats..=4).contains(&scores.len());
        if !fits || scores.iter().any(|score| !(-MAX_POINTS..=MAX_POINTS).contains(score)) {
            return Err(Reason::value("scores", format!("{scores:?}")));
        }
        let mut points = [0; 4];
        points[..seats].copy_from_slice(&scores[..seats]);
        Ok(points)
    }

    /// Applies a win. Several seats may win on one discard.
    fn win(&mut self, hora: &Hora) -> Result<(), Reason> {
        let round = self.current_round("hora")?;
        let (actor, target) = (self.seat_of(hora.actor)?, self.seat_of(hora.target)?);
        let table = round.view.table();
        let fits = match table.phase() {
            _ if round.ended == Some(End::Drawn) => false,
            Phase::Drawn => actor == target,
            Phase::Window(_) | Phase::Closed => actor != target,
            _ => false,
        };
        if !fits {
            return Err(StepError::OutOfOrder("hora").into());
        }
        if target != table.actor() {
            return Err(StepError::OutOfTurn(target, "hora").into());
        }
        self.end_round(End::Won, hora.deltas.as_deref());
        Ok(())
    }

    fn end_by_draw(&mut self, deltas: Option<&[i32]>) -> Result<(), Reason> {
        let round = self.current_round("ryukyoku")?;
        let phase = round.view.table().phase();
        let fits = matches!(phase, Phase::Drawn | Phase::Window(_) | Phase::Closed);
        if !fits || round.ended.is_some() {
            return Err(StepError::OutOfOrder("ryukyoku").into());
        }
        self.end_round(End::Drawn, deltas);
        Ok(())
    }

    /// Returns the current round; an error between rounds.
    fn current_round(&self, what: &'static str) -> Result<&Round, Reason> {
        self.started(what)?;
        self.round.as_ref().ok_or(Reason::Step(StepError::NoRound(what)))
    }

    fn end_round(&mut self, end: End, deltas: Option<&[i32]>) {
        let Some(round) = &mut self.round else { return };
        round.decision = None;
        round.ended = Some(end);
        let table = round.view.table();
        self.scores = std::array::from_fn(|seat| table.score(Seat::new(seat)));
        for (score, delta) in self.scores.iter_mut().zip(deltas.unwrap_or(&[])) {
            *score = score.saturating_add(*delta).clamp(-MAX_POINTS, MAX_POINTS);
        }
        round.view.set_scores(self.scores);
    }

    /// Applies an event within a round.
    fn step(&mut self, event: &MjaiEvent) -> Result<(), Reason> {
        let what = name(event);
        if self.current_round(what)?.ended.is_some() {
            return Err(StepError::OutOfOrder(what).into());
        }
        let Some(mut round) = self.round.take() else { return Ok(()) };
        let before = round.clone();
        let event = self.engine_event(&round, event);
        let applied = event.and_then(|event| self.apply(&mut round, event));
        self.round = Some(if applied.is_ok() { round } else { before });
        applied
    }

    /// Validates and applies an event, and determines whether the seat is to act.
    fn apply(&self, round: &mut Round, event: Event) -> Result<(), Reason> {
        Validator { game: &self.game, view: &round.view, accepted: round.accepted }
            .event(&event)?;
        self.game.observe(&mut round.view, event);
        match event {
            // An indicator alone makes no seat act.
            Event::Dora(_) if round.decision.is_none() => {}
            // The declaring discard is still offered.
            Event::RiichiAccepted(_) => round.accepted = true,
            Event::Dora(_) => round.decision = self.decision_view(&round.view),
            _ => {
                round.accepted = false;
                round.decision = self.decision_view(&round.view);
            }
        }
        Ok(())
    }

    /// Returns the view to decide on, if the seat is to act.
    fn decision_view(&self, view: &View) -> Option<View> {
        let mut view = *view;
        let window = matches!(view.table().phase(), Phase::Window(_));
        if window && view.table().actor() != view.seat() {
            self.game.observe(&mut view, Event::Asked);
        }
        if self.game.view_turn(&view) != Some(Turn::Act(view.seat())) {
            return None;
        }
        let mut legal = Legal::default();
        self.game.view_actions(&view, &mut legal);
        // In a call window a pass is always legal; a pass alone is no decision.
        let least = if window { 2 } else { 1 };
        (legal.as_slice().len() >= least).then_some(view)
    }

    /// Converts an event to one of the engine.
    fn engine_event(&self, round: &Round, event: &MjaiEvent) -> Result<Event, Reason> {
        let own = self.started(name(event))?;
        let seat = |number: &usize| self.seat_of(*number);
        let tile = |pai: &Pai| pai.visible("pai");
        let call = |actor: &usize, target: &usize| {
            let (actor, target) = (seat(actor)?, seat(target)?);
            let seats = self.game.seats();
            let from = (target.index() + seats - actor.index()) % seats;
            if from == 0 {
                return Err(Reason::Step(StepError::OutOfTurn(actor, "a call")));
            }
            Ok((actor, from as u8))
        };
        let called = |seat: Seat, name: &'static str, meld: Result<Meld, MeldError>| {
            let meld = meld.map_err(|_| Reason::Step(StepError::NoMeld(seat, name)))?;
            Ok::<Event, Reason>(Event::Called { seat, meld })
        };
        Ok(match event {
            MjaiEvent::Tsumo { actor, pai } => {
                let seat = seat(actor)?;
                let tile = if seat == own { Some(tile(pai)?) } else { None };
                Event::Drew { seat, tile, replacement: replaces(round) }
            }
            MjaiEvent::Dahai { actor, pai, tsumogiri } => {
                Event::Discarded { seat: seat(actor)?, tile: tile(pai)?, drawn: *tsumogiri }
            }
            MjaiEvent::Reach { actor } => Event::RiichiDeclared(seat(actor)?),
            MjaiEvent::ReachAccepted { actor } => Event::RiichiAccepted(seat(actor)?),
            MjaiEvent::Chi { actor, target, pai, consumed } => {
                let (seat, from) = call(actor, target)?;
                let meld =
                    Meld::chi(tile(pai)?, Pai::consumed(*consumed)?).map(|m| Meld { from, ..m });
                called(seat, "chi", meld)?
            }
            MjaiEvent::Pon { actor, target, pai, consumed } => {
                let (seat, from) = call(actor, target)?;
                called(seat, "pon", Meld::pon(tile(pai)?, Pai::consumed(*consumed)?, from))?
            }
            MjaiEvent::Daiminkan { actor, target, pai, consumed } => {
                let (seat, from) = call(actor, target)?;
                called(
                    seat,
                    "daiminkan",
                    Meld::open_kan(tile(pai)?, Pai::consumed(*consumed)?, from),
                )?
            }
            MjaiEvent::Ankan { actor, consumed } => {
                let seat = seat(actor)?;
                let meld = Meld::closed_kan(Pai::consumed(*consumed)?);
                let meld = meld.map_err(|_| Reason::Step(StepError::NoMeld(seat, "ankan")))?;
                Event::ClosedKan { seat, meld }
            }
            MjaiEvent::Kakan { actor, pai, consumed } => {
                let (seat, tile, [a, b, c]) = (seat(actor)?, tile(pai)?, Pai::consumed(*consumed)?);
                let pon = Meld::closed_kan([tile, a, b, c]);
                pon.map_err(|_| Reason::Step(StepError::NoMeld(seat, "kakan")))?;
                Event::AddedKan { seat, tile }
            }
            MjaiEvent::Nukidora { actor, pai } => match tile(pai)?.kind() {
                Kind::NORTH => Event::Nuki(seat(actor)?),
                other => return Err(Reason::value("pai", other.mjai())),
            },
            MjaiEvent::Dora { dora_marker } => Event::Dora(dora_marker.visible("dora_marker")?),
            _ => return Err(Reason::Format),
        })
    }
}

/// Returns the name of an event within a round.
const fn name(event: &MjaiEvent) -> &'static str {
    match event {
        MjaiEvent::Tsumo { .. } => "tsumo",
        MjaiEvent::Dahai { .. } => "dahai",
        MjaiEvent::Reach { .. } => "reach",
        MjaiEvent::ReachAccepted { .. } => "reach_accepted",
        MjaiEvent::Chi { .. } => "chi",
        MjaiEvent::Pon { .. } => "pon",
        MjaiEvent::Daiminkan { .. } => "daiminkan",
        MjaiEvent::Ankan { .. } => "ankan",
        MjaiEvent::Kakan { .. } => "kakan",
        MjaiEvent::Nukidora { .. } => "nukidora",
        MjaiEvent::Dora { .. } => "dora",
        _ => "an event",
    }
}

/// Returns whether the next draw is a replacement.
fn replaces(round: &Round) -> bool {
    match round.view.table().phase() {
        Phase::Window(offer) => offer != Offer::Discard,
        Phase::Closed => !round.accepted,
        _ => false,
    }
}
