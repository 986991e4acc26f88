//! The environment `RiichiEnv`: matches stepped from Python, or followed by MJAI events.

use super::env_log::{Entry, Log, MjaiWriter};
use super::env_table::{Start, Table, opened};
use super::observation::{LogSpan, Observation, mode_of};
use super::observation_action::{find, json_text, loads, tile_id};
use crate::errors::{index_error, value_error};
use crate::values::{Integer, Seed};
use facedown_game::{ActionBuf, Game, Match, Seat};
use facedown_riichi::{Action, ActionIds, Legal, Riichi, Rules, Setup};
use facedown_riichi_features::{Compat, Mode};
use facedown_riichi_logs::mjai::{self, Event as MjaiEvent};
use facedown_riichi_logs::mjai_bot::Tracker;
use facedown_tiles::TileId;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::{Bound, PyAny, PyAnyMethods, PyResult, Python, pyclass, pyfunction, pymethods};
use pyo3::types::{PyDict, PyDictMethods, PyList, PyListMethods};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// A match in progress, stepped by the decisions of all active seats.
#[pyclass(module = "facedown._native", subclass)]
#[derive(Clone)]
pub(crate) struct RiichiEnvCore {
    table: Table,
    mode: Mode,
    silent: bool,
    /// The first `reset` is still to come.
    fresh: bool,
    /// The number of log entries that each seat has observed.
    observed: [usize; 4],
    /// The points before the last step.
    before: [i32; 4],
    /// The seats' knowledge of an external table.
    live: Option<Vec<Tracker>>,
}

/// Reads rules from a record.
fn rules_of(text: &str) -> PyResult<Rules> {
    serde_json::from_str(text).map_err(value_error)
}

/// Converts a wall as `riichienv` lists it, in the order of dealing and drawing with the dead wall
/// last, to Tenhou's order.
fn tenhou_order(wall: &[Integer<'_>], tiles: usize) -> PyResult<Vec<TileId>> {
    if wall.len() != tiles {
        return Err(value_error(format_args!("wall has {} tiles: expected {tiles}", wall.len())));
    }
    let place = |place: usize| tiles - 1 - if place < 14 { place ^ 1 } else { place };
    let id = |id: &Integer<'_>| {
        let found = id.below(136).and_then(TileId::from_index);
        found.ok_or_else(|| value_error(format_args!("wall has a tile {id}: expected 0 to 135")))
    };
    (0..tiles).map(|i| id(&wall[place(i)])).collect()
}

impl RiichiEnvCore {
    fn seats(&self) -> usize {
        self.table.game.seats()
    }

    fn seat(&self, number: &Integer<'_>) -> PyResult<Seat> {
        let seats = self.seats();
        match number.below(seats) {
            Some(seat) => Ok(Seat::new(seat)),
            None => Err(index_error(format_args!("no seat {number}, expected 0 to {}", seats - 1))),
        }
    }

    fn observe(&self, seat: Seat) -> Observation {
        let (log, to) = (Arc::clone(&self.table.log), opened(&self.table.log).entries.len());
        let span = LogSpan { log, from: self.observed[seat.index()], to };
        Observation::new(
            Arc::clone(&self.table.game),
            &self.table.view(seat),
            self.mode,
            Some(span),
        )
    }

    /// Returns the observations of the active seats.
    fn observations<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let active: Vec<Seat> = self.table.active().collect();
        let entries = opened(&self.table.log).entries.len();
        for seat in active {
            dict.set_item(seat.index(), self.observe(seat))?;
            self.observed[seat.index()] = entries;
        }
        Ok(dict)
    }

    /// Returns the decisions of all active seats, each found among the legal ones.
    fn answers(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyDict>,
    ) -> PyResult<[Option<Action>; 4]> {
        if self.table.over {
            return Err(value_error("the match is over: reset() begins another"));
        }
        let mut answers = [None; 4];
        for (seat, action) in actions.iter() {
            let seat = self.seat(&seat.extract()?)?;
            if !self.table.active().any(|active| active == seat) {
                let active: Vec<usize> = self.table.active().map(Seat::index).collect();
                return Err(value_error(format_args!(
                    "seat {} has nothing to decide, expected actions of seats {active:?}",
                    seat.index()
                )));
            }
            let view = self.table.view(seat);
            let mut legal = Legal::default();
            self.table.game.view_actions(&view, &mut legal);
            answers[seat.index()] = Some(find(py, &view, legal.as_slice(), &action)?);
        }
        match self.table.active().find(|seat| answers[seat.index()].is_none()) {
            Some(seat) => Err(value_error(format_args!(
                "no action of seat {}, which is to act",
                seat.index()
            ))),
            None => Ok(answers),
        }
    }

    fn points(&self) -> [i32; 4] {
        let mut points = [0; 4];
        points.iter_mut().zip(self.table.scores()).for_each(|(slot, score)| *slot = score);
        points
    }

    fn begin(&mut self, start: Start) -> PyResult<()> {
        let game = Arc::clone(&self.table.game);
        self.table = Table::new(game, start, self.silent).map_err(value_error)?;
        (self.observed, self.live) = ([0; 4], None);
        self.before = self.points();
        Ok(())
    }

    /// Returns the seats' knowledge of an external table, which begins with the first event.
    fn trackers(&mut self) -> &mut Vec<Tracker> {
        let game = &self.table.game;
        let seats = game.seats();
        self.live.get_or_insert_with(|| vec![Tracker::new(Riichi::clone(game)); seats])
    }

    fn tracked(&self, seat: Seat) -> PyResult<Option<Observation>> {
        let Some(trackers) = &self.live else { return Ok(None) };
        let tracker = &trackers[seat.index()];
        let Some(view) = tracker.decision().or_else(|| tracker.view()) else {
            return Err(value_error("no round is in progress"));
        };
        let mode = match self.mode {
            Mode::Riichienv(compat) => Mode::Riichienv(Compat { called_first: true, ..compat }),
            Mode::Spec => Mode::Spec,
        };
        Ok(Some(Observation::new(Arc::clone(&self.table.game), view, mode, None)))
    }
}

/// Adds the seat's own index to an event for one seat.
fn addressed(event: &MjaiEvent, seat: usize) -> MjaiEvent {
    match event {
        MjaiEvent::StartGame { names, rules, shuffle, .. } => MjaiEvent::StartGame {
            id: Some(seat),
            names: names.clone(),
            rules: *rules,
            shuffle: shuffle.clone(),
        },
        _ => event.clone(),
    }
}

fn read_event(py: Python<'_>, event: &Bound<'_, PyAny>) -> PyResult<MjaiEvent> {
    mjai::parse_event(&json_text(py, event)?).map_err(value_error)
}

#[pymethods]
impl RiichiEnvCore {
    #[new]
    #[pyo3(signature = (rules, seed, compat=None, silent=false))]
    fn new(rules: &str, seed: Seed, compat: Option<&str>, silent: bool) -> PyResult<Self> {
        let game = Arc::new(Riichi::new(rules_of(rules)?).map_err(value_error)?);
        let mode = mode_of(compat)?;
        let start = Start { seed: seed.0, number: 0, setup: game.first_setup(), wall: None };
        let table = Table::new(game, start, silent).map_err(value_error)?;
        let mut env =
            Self { table, mode, silent, fresh: true, observed: [0; 4], before: [0; 4], live: None };
        env.before = env.points();
        Ok(env)
    }

    /// Begins a match; the first call without options keeps the match that was dealt on
    /// construction.
    #[pyo3(signature = (oya=None, wall=None, round_wind=None, scores=None, honba=None, kyotaku=None,
                        seed=None))]
    #[expect(clippy::too_many_arguments, reason = "options are passed one by one")]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        oya: Option<Integer<'py>>,
        wall: Option<Vec<Integer<'py>>>,
        round_wind: Option<Integer<'py>>,
        scores: Option<Vec<Integer<'py>>>,
        honba: Option<Integer<'py>>,
        kyotaku: Option<Integer<'py>>,
        seed: Option<Seed>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let mut setup: Setup = self.table.game.first_setup();
        if let Some(seat) = oya {
            setup.dealer = self.seat(&seat)?;
        }
        let number = |name: &str, given: Option<Integer<'_>>, most: i64| {
            given.map_or(Ok(0), |given| given.within(name, 0..=most))
        };
        setup.wind = number("round_wind", round_wind, 3)?;
        setup.honba = number("honba", honba, 255)?;
        setup.sticks = number("kyotaku", kyotaku, 255)?;
        if let Some(scores) = scores {
            let points: Option<Vec<i32>> =
                scores.iter().map(|points| points.in_range(-1_000_000..=1_000_000)).collect();
            let Some(points) = points.filter(|points| points.len() == self.seats()) else {
                let texts: Vec<String> = scores.iter().map(ToString::to_string).collect();
                return Err(value_error(format_args!(
                    "scores is [{}]: expected {} numbers up to a million",
                    texts.join(", "),
                    self.seats()
                )));
            };
            setup.scores[..points.len()].copy_from_slice(&points);
        }
        let tiles = self.table.game.rules().tiles();
        let wall = wall.map(|wall| tenhou_order(&wall, tiles)).transpose()?;
        let number = match (seed, self.fresh) {
            (Some(_), _) | (_, true) => 0,
            _ => self.table.start.number + 1,
        };
        let seed = seed.map_or(self.table.start.seed, |seed| seed.0);
        self.begin(Start { seed, number, setup, wall })?;
        self.fresh = false;
        self.observations(py)
    }

    /// Applies the decisions of all active seats. A step that fails changes nothing.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let answers = self.answers(py, actions)?;
        self.before = self.points();
        self.fresh = false;
        self.table.step(answers);
        self.observations(py)
    }

    /// Returns whether the match is over.
    fn done(&self) -> bool {
        self.table.over
    }

    /// Returns the points of each seat.
    fn scores(&self) -> Vec<i32> {
        self.table.scores()
    }

    /// Returns the points that each seat gained in the last step.
    fn gains(&self) -> Vec<i32> {
        self.table.scores().iter().zip(self.before).map(|(now, before)| now - before).collect()
    }

    /// Returns the places, 1 for the first; ties go to the seat that dealt earlier.
    fn ranks(&self) -> Vec<usize> {
        let scores = self.table.scores();
        let ahead = |seat: usize, other: usize| (-scores[other], other) < (-scores[seat], seat);
        let rank = |seat: usize| (0..scores.len()).filter(|other| ahead(seat, *other)).count() + 1;
        (0..scores.len()).map(rank).collect()
    }

    /// Returns the results by the rules in force, in points; `None` before the end.
    fn results(&self) -> Option<Vec<i32>> {
        let results = || self.table.game.match_scores(&self.table.standing).as_slice().to_vec();
        self.table.over.then(results)
    }

    /// Returns what a seat knows, whether or not it is to act.
    #[expect(clippy::needless_pass_by_value, reason = "converted from Python's")]
    fn get_observation(&self, seat: Integer<'_>) -> PyResult<Observation> {
        let seat = self.seat(&seat)?;
        Ok(self.tracked(seat)?.unwrap_or_else(|| self.observe(seat)))
    }

    /// Returns the seats that are to act, ascending.
    fn active(&self) -> Vec<usize> {
        self.table.active().map(Seat::index).collect()
    }

    #[expect(clippy::needless_pass_by_value, reason = "converted from Python's")]
    /// Applies an event of an external table for one seat; returns its observation if it is to act.
    fn observe_event(
        &mut self,
        py: Python<'_>,
        event: &Bound<'_, PyAny>,
        seat: Integer<'_>,
    ) -> PyResult<Option<Observation>> {
        let (seat, event) = (self.seat(&seat)?, read_event(py, event)?);
        let tracker = &mut self.trackers()[seat.index()];
        tracker.observe(&addressed(&event, seat.index())).map_err(value_error)?;
        if tracker.decision().is_none() { Ok(None) } else { self.tracked(seat) }
    }

    /// Applies an event of an external table for all seats, each with what it can see of it.
    fn apply_event(&mut self, py: Python<'_>, event: &Bound<'_, PyAny>) -> PyResult<()> {
        let event = read_event(py, event)?;
        // Applied for all seats or for none.
        let mut trackers = self.trackers().clone();
        for (seat, tracker) in trackers.iter_mut().enumerate() {
            tracker.observe(&addressed(&event, seat)).map_err(value_error)?;
        }
        self.live = Some(trackers);
        Ok(())
    }

    /// The log of all events, with all hands open.
    #[getter]
    fn mjai_log<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        let (seats, rules) = (self.seats(), &self.table.game.rules().score);
        let writer = MjaiWriter { seats, rules, to: None };
        let lines: Vec<String> = {
            let log = opened(&self.table.log);
            log.entries.iter().filter_map(|entry: &Entry| writer.line(entry)).collect()
        };
        for line in lines {
            list.append(loads(py, &line)?)?;
        }
        Ok(list)
    }

    /// The closed tiles of all seats as ids.
    #[getter]
    fn hands(&self) -> Vec<Vec<usize>> {
        let hand = |seat: Seat| self.table.state.hand(seat).tiles().map(tile_id).collect();
        Seat::all(self.seats()).map(hand).collect()
    }

    /// The seed of the deals.
    #[getter]
    fn seed(&self) -> u64 {
        self.table.start.seed
    }

    /// The number of seats.
    #[getter]
    fn num_players(&self) -> usize {
        self.seats()
    }

    /// The package whose encodings and action ids are used; `None` for the specification's.
    #[getter]
    fn compat(&self) -> Option<&'static str> {
        (self.mode != Mode::Spec).then_some(self.mode.name())
    }

    /// Wind, dealer, counters and sticks of the round.
    #[getter]
    fn round(&self) -> (u8, usize, u8, usize) {
        let table = self.table.state.table();
        let setup = table.setup();
        (setup.wind, setup.dealer.index(), setup.honba, table.sticks())
    }

    /// All rules in force, by name.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        crate::values::to_python(py, &json!(self.table.game.rules()))
    }

    /// Takes over the position of another environment.
    fn assign(&mut self, other: &Self) {
        *self = other.clone();
        self.table.log = Arc::new(Mutex::new(Log::clone(&opened(&other.table.log))));
    }

    /// Returns the record from which `restore` reaches the same position.
    fn record(&self) -> String {
        let Start { seed, number, setup, wall } = &self.table.start;
        json!({
            "rules": self.table.game.rules(),
            "mode": self.mode.name(),
            "silent": self.silent,
            "fresh": self.fresh,
            "seed": seed,
            "number": number,
            "scores": setup.scores,
            "round": [setup.wind, setup.dealer.index() as u8, setup.honba, setup.sticks],
            "wall": wall.as_ref().map(|wall| wall.iter().map(|id| id.index()).collect::<Vec<_>>()),
            "actions": self.table.history,
        })
        .to_string()
    }

    /// Restores the position of a record.
    fn restore(&mut self, record: &str) -> PyResult<()> {
        let restored = restored(record).map_err(|error| {
            value_error(format_args!("not a record of an environment: {error}"))
        })?;
        *self = restored;
        Ok(())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let maker = py.import("facedown._native")?.getattr("riichi_env")?;
        (maker, (self.record(),)).into_bound_py_any(py)
    }
}

/// Returns the rules of a preset as JSON.
#[pyfunction]
pub(crate) fn riichi_rules(preset: &str) -> PyResult<String> {
    let rules = Rules::preset(preset).map_err(value_error)?;
    Ok(json!(rules).to_string())
}

/// Makes the environment of a record.
#[pyfunction]
pub(crate) fn riichi_env(record: &str) -> PyResult<RiichiEnvCore> {
    restored(record)
        .map_err(|error| value_error(format_args!("not a record of an environment: {error}")))
}

fn restored(record: &str) -> Result<RiichiEnvCore, Box<dyn std::error::Error>> {
    let mut record: Value = serde_json::from_str(record)?;
    let game = Arc::new(Riichi::new(serde_json::from_value(record["rules"].take())?)?);
    let mode = Mode::named(record["mode"].as_str().unwrap_or("")).ok_or("it has no mode")?;
    let scores: [i32; 4] = serde_json::from_value(record["scores"].take())?;
    let [wind, dealer, honba, sticks]: [u8; 4] = serde_json::from_value(record["round"].take())?;
    if usize::from(dealer) >= game.seats() || wind > 3 {
        return Err("it has a round that cannot be".into());
    }
    let setup = Setup { scores, wind, dealer: Seat::new(dealer.into()), honba, sticks };
    let wall: Option<Vec<usize>> = serde_json::from_value(record["wall"].take())?;
    let ids = |wall: Vec<usize>| wall.into_iter().map(TileId::from_index).collect();
    let wall: Option<Vec<TileId>> = match wall {
        Some(wall) => Some(Option::<Vec<TileId>>::ok_or(ids(wall), "it has a bad wall")?),
        None => None,
    };
    let (seed, number) = (record["seed"].as_u64(), record["number"].as_u64());
    let seed = seed.ok_or("it has no seed")?;
    let start = Start { seed, number: number.unwrap_or(0), setup, wall };
    let silent = record["silent"].as_bool().unwrap_or(false);
    let table = Table::new(game, start, silent)?;
    let fresh = record["fresh"].as_bool().unwrap_or(false);
    let mut env =
        RiichiEnvCore { table, mode, silent, fresh, observed: [0; 4], before: [0; 4], live: None };
    let actions: Vec<(usize, usize)> = serde_json::from_value(record["actions"].take())?;
    let mut actions = actions.into_iter().peekable();
    env.before = env.points();
    while actions.peek().is_some() {
        let mut answers = [None; 4];
        let active: Vec<Seat> = env.table.active().collect();
        for seat in active {
            let Some((who, number)) = actions.next() else { return Err("it breaks off".into()) };
            let legal = super::observation_action::legal_of(&env.table.game, &env.table.view(seat));
            let action = ActionIds::from_id(number).filter(|a| legal.contains(a));
            if who != seat.index() || action.is_none() {
                return Err(format!("seat {who} cannot have done {number}").into());
            }
            answers[seat.index()] = action;
        }
        if answers.iter().all(Option::is_none) {
            return Err("it goes on after the end".into());
        }
        env.before = env.points();
        let entries = opened(&env.table.log).entries.len();
        env.table
            .active()
            .collect::<Vec<_>>()
            .iter()
            .for_each(|s| env.observed[s.index()] = entries);
        env.table.step(answers);
    }
    Ok(env)
}
