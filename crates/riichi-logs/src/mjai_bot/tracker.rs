//! One seat's view, kept by the events that it is told.

use super::validate::Check;
use crate::mjai::{Event as Told, Hora, Pai};
use crate::{Reason, StepError};
use facedown_game::{ActionBuf, Game, Seat, Turn};
use facedown_riichi::{Action, Event, Legal, Offer, Phase, Riichi, Setup, View};
use facedown_tiles::{Kind, Meld, MeldError, Tile};

/// Keeps one seat's view by the events that it is told.
#[derive(Clone, Debug)]
pub struct Tracker {
    game: Riichi,
    seat: Option<Seat>,
    scores: [i32; 4],
    round: Option<Round>,
}

/// A round under way.
#[derive(Clone, Debug)]
struct Round {
    view: View,
    /// What the seat is to decide on.
    question: Option<View>,
    accepted: bool,
    /// It has ended, and how: further wins may follow a win, nothing else.
    ended: Option<End>,
}

/// How a round has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Won,
    Drawn,
}

/// No table comes near these, and no sum of them overflows.
const MAX_POINTS: i32 = 10_000_000;
const MAX_COUNTERS: u16 = 200;

impl Tracker {
    /// A tracker for a table with these rules. Which seat it is the first event says.
    pub fn new(game: Riichi) -> Self {
        let scores = game.first_setup().scores;
        Self { game, seat: None, scores, round: None }
    }

    /// The game.
    pub const fn game(&self) -> &Riichi {
        &self.game
    }

    /// The seat, once a game has started.
    pub const fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// What the seat knows; `None` between rounds.
    pub fn view(&self) -> Option<&View> {
        self.round.as_ref().map(|round| &round.view)
    }

    /// What the seat is to decide on now, if it is; a question that was answered is gone.
    pub fn question(&self) -> Option<&View> {
        self.round.as_ref().and_then(|round| round.question.as_ref())
    }

    /// The seat has answered the question.
    pub fn answered(&mut self, action: Action) {
        if let Some(round) = &mut self.round {
            round.question = None;
            if let Phase::Window(_) = round.view.table().phase() {
                self.game.observe(&mut round.view, Event::Answered(action));
            }
        }
    }

    /// Adds an event. One that cannot have happened is an error, and changes nothing.
    pub fn hear(&mut self, told: &Told) -> Result<(), Reason> {
        match told {
            Told::StartGame { id, names, .. } => self.start_game(*id, names),
            Told::StartKyoku { .. } => self.start_round(told),
            Told::Hora(hora) => self.win(hora),
            Told::Ryukyoku { deltas, .. } => self.end_by_draw(deltas.as_deref()),
            Told::EndKyoku => {
                if self.under_way("end_kyoku")?.ended.is_none() {
                    return Err(StepError::OutOfOrder("end_kyoku").into());
                }
                self.round = None;
                Ok(())
            }
            Told::EndGame { .. } => {
                self.started("end_game")?;
                (self.seat, self.round) = (None, None);
                Ok(())
            }
            happened => self.happen(happened),
        }
    }

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
            return Err(bad("names", format!("{} names", names.len())));
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

    fn start_round(&mut self, told: &Told) -> Result<(), Reason> {
        let Told::StartKyoku { bakaze, dora_marker, honba, kyotaku, oya, scores, tehais, .. } =
            told
        else {
            return Ok(());
        };
        let seat = self.started("start_kyoku")?;
        if self.round.is_some() {
            return Err(StepError::Inside("start_kyoku").into());
        }
        let wind = shown("bakaze", *bakaze)?.kind();
        if !(Kind::EAST..=Kind::NORTH).contains(&wind) {
            return Err(bad("bakaze", wind.mjai()));
        }
        if *honba > MAX_COUNTERS || *kyotaku > MAX_COUNTERS {
            return Err(bad("honba and kyotaku", format!("{honba} and {kyotaku}")));
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
            own.iter().map(|pai| shown("tehais", *pai)).collect::<Result<_, _>>()?;
        let dealt = StepError::Dealt(seat, tiles.len());
        let mut tiles = <[Tile; 13]>::try_from(tiles).map_err(|_| Reason::Step(dealt))?;
        tiles.sort_unstable();
        let view = self.game.blank_view(&setup, seat);
        let mut round = Round { view, question: None, accepted: false, ended: None };
        self.fold(&mut round, Event::Dealt(tiles))?;
        self.fold(&mut round, Event::Dora(shown("dora_marker", *dora_marker)?))?;
        self.scores = setup.scores;
        self.round = Some(round);
        Ok(())
    }

    /// One number for each seat; the original protocol leaves them out.
    fn points(&self, scores: &[i32]) -> Result<[i32; 4], Reason> {
        let seats = self.game.seats();
        if scores.is_empty() {
            return Ok(self.scores);
        }
        let fits = (seats..=4).contains(&scores.len());
        if !fits || scores.iter().any(|score| !(-MAX_POINTS..=MAX_POINTS).contains(score)) {
            return Err(bad("scores", format!("{scores:?}")));
        }
        let mut points = [0; 4];
        points[..seats].copy_from_slice(&scores[..seats]);
        Ok(points)
    }

    /// A seat wins; with another's tile others may win too.
    fn win(&mut self, hora: &Hora) -> Result<(), Reason> {
        let round = self.under_way("hora")?;
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
        let round = self.under_way("ryukyoku")?;
        let phase = round.view.table().phase();
        let fits = matches!(phase, Phase::Drawn | Phase::Window(_) | Phase::Closed);
        if !fits || round.ended.is_some() {
            return Err(StepError::OutOfOrder("ryukyoku").into());
        }
        self.end_round(End::Drawn, deltas);
        Ok(())
    }

    fn under_way(&self, what: &'static str) -> Result<&Round, Reason> {
        self.started(what)?;
        self.round.as_ref().ok_or(Reason::Step(StepError::NoRound(what)))
    }

    fn end_round(&mut self, end: End, deltas: Option<&[i32]>) {
        let Some(round) = &mut self.round else { return };
        round.question = None;
        round.ended = Some(end);
        let table = round.view.table();
        self.scores = std::array::from_fn(|seat| table.score(Seat::new(seat)));
        for (score, delta) in self.scores.iter_mut().zip(deltas.unwrap_or(&[])) {
            *score = score.saturating_add(*delta).clamp(-MAX_POINTS, MAX_POINTS);
        }
        round.view.set_scores(self.scores);
    }

    fn happen(&mut self, told: &Told) -> Result<(), Reason> {
        let what = name(told);
        if self.under_way(what)?.ended.is_some() {
            return Err(StepError::OutOfOrder(what).into());
        }
        let Some(mut round) = self.round.take() else { return Ok(()) };
        let before = round.clone();
        let added = self.event(&round, told).and_then(|event| self.fold(&mut round, event));
        self.round = Some(if added.is_ok() { round } else { before });
        added
    }

    /// Checks an event, adds it to the view, and finds out whether the seat is asked.
    fn fold(&self, round: &mut Round, event: Event) -> Result<(), Reason> {
        Check { game: &self.game, view: &round.view, accepted: round.accepted }.event(&event)?;
        self.game.observe(&mut round.view, event);
        match event {
            // It changes what the seat knows, not what it is asked.
            Event::Dora(_) if round.question.is_none() => {}
            // What was offered before is still what it is asked about.
            Event::RiichiAccepted(_) => round.accepted = true,
            Event::Dora(_) => round.question = self.asked(&round.view),
            _ => {
                round.accepted = false;
                round.question = self.asked(&round.view);
            }
        }
        Ok(())
    }

    /// The view on which the seat has something to decide.
    fn asked(&self, view: &View) -> Option<View> {
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
        // In a window there is always the pass, and nobody is asked for that alone.
        let least = if window { 2 } else { 1 };
        (legal.as_slice().len() >= least).then_some(view)
    }

    /// The event of our own tables.
    fn event(&self, round: &Round, told: &Told) -> Result<Event, Reason> {
        let own = self.started(name(told))?;
        let seat = |number: &usize| self.seat_of(*number);
        let tile = |pai: &Pai| shown("pai", *pai);
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
        Ok(match told {
            Told::Tsumo { actor, pai } => {
                let seat = seat(actor)?;
                let tile = if seat == own { Some(tile(pai)?) } else { None };
                Event::Drew { seat, tile, replacement: replaces(round) }
            }
            Told::Dahai { actor, pai, tsumogiri } => {
                Event::Discarded { seat: seat(actor)?, tile: tile(pai)?, drawn: *tsumogiri }
            }
            Told::Reach { actor } => Event::RiichiDeclared(seat(actor)?),
            Told::ReachAccepted { actor } => Event::RiichiAccepted(seat(actor)?),
            Told::Chi { actor, target, pai, consumed } => {
                let (seat, from) = call(actor, target)?;
                let meld = Meld::chi(tile(pai)?, all(*consumed)?).map(|m| Meld { from, ..m });
                called(seat, "chi", meld)?
            }
            Told::Pon { actor, target, pai, consumed } => {
                let (seat, from) = call(actor, target)?;
                called(seat, "pon", Meld::pon(tile(pai)?, all(*consumed)?, from))?
            }
            Told::Daiminkan { actor, target, pai, consumed } => {
                let (seat, from) = call(actor, target)?;
                called(seat, "daiminkan", Meld::open_kan(tile(pai)?, all(*consumed)?, from))?
            }
            Told::Ankan { actor, consumed } => {
                let seat = seat(actor)?;
                let meld = Meld::closed_kan(all(*consumed)?);
                let meld = meld.map_err(|_| Reason::Step(StepError::NoMeld(seat, "ankan")))?;
                Event::ClosedKan { seat, meld }
            }
            Told::Kakan { actor, pai, consumed } => {
                let (seat, tile, [a, b, c]) = (seat(actor)?, tile(pai)?, all(*consumed)?);
                let pon = Meld::closed_kan([tile, a, b, c]);
                pon.map_err(|_| Reason::Step(StepError::NoMeld(seat, "kakan")))?;
                Event::AddedKan { seat, tile }
            }
            Told::Nukidora { actor, pai } => match tile(pai)?.kind() {
                Kind::NORTH => Event::Nuki(seat(actor)?),
                other => return Err(bad("pai", other.mjai())),
            },
            Told::Dora { dora_marker } => Event::Dora(shown("dora_marker", *dora_marker)?),
            _ => return Err(Reason::Format),
        })
    }
}

/// What an event within a round is called.
const fn name(told: &Told) -> &'static str {
    match told {
        Told::Tsumo { .. } => "tsumo",
        Told::Dahai { .. } => "dahai",
        Told::Reach { .. } => "reach",
        Told::ReachAccepted { .. } => "reach_accepted",
        Told::Chi { .. } => "chi",
        Told::Pon { .. } => "pon",
        Told::Daiminkan { .. } => "daiminkan",
        Told::Ankan { .. } => "ankan",
        Told::Kakan { .. } => "kakan",
        Told::Nukidora { .. } => "nukidora",
        Told::Dora { .. } => "dora",
        _ => "an event",
    }
}

/// Whether the next draw is a replacement.
fn replaces(round: &Round) -> bool {
    match round.view.table().phase() {
        Phase::Window(offer) => offer != Offer::Discard,
        Phase::Closed => !round.accepted,
        _ => false,
    }
}

fn shown(name: &'static str, pai: Pai) -> Result<Tile, Reason> {
    pai.0.ok_or_else(|| bad(name, "?"))
}

fn all<const N: usize>(pais: [Pai; N]) -> Result<[Tile; N], Reason> {
    let mut tiles = [Tile::new(0); N];
    for (tile, pai) in tiles.iter_mut().zip(pais) {
        *tile = shown("consumed", pai)?;
    }
    Ok(tiles)
}

fn bad(name: &'static str, text: impl Into<String>) -> Reason {
    let text: String = text.into();
    Reason::Value { name, text: text.chars().take(60).collect() }
}
