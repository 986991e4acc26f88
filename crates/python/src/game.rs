//! A game by name, with its rules in force.

use crate::bot::Bot;
use crate::errors::{catalog_error, index_error, value_error};
use crate::matches::Match;
use crate::nets::guide;
use crate::players::Players;
use crate::state::{Origin, State};
use crate::values::{Seed, index, options, shown, to_python, to_record, whole_number};
use crate::view::View;
use facedown_catalog::{self as catalog, AnyGame};
use pyo3::prelude::{
    Bound, PyAny, PyAnyMethods, PyModule, PyModuleMethods, PyResult, Python, pyclass, pyfunction,
    pymethods, wrap_pyfunction,
};
use pyo3::types::{PyDict, PyTuple};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Game>()?;
    module.add_class::<State>()?;
    module.add_class::<View>()?;
    module.add_class::<Bot>()?;
    module.add_class::<Match>()?;
    module.add_function(wrap_pyfunction!(game, module)?)?;
    module.add_function(wrap_pyfunction!(game_list, module)?)
}

/// The descriptions of all games, as the service gives them.
#[pyfunction]
fn game_list(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    to_python(py, &json!(catalog::descriptions()))
}

#[pyfunction]
#[pyo3(signature = (name, rules=None))]
fn game(name: &str, rules: Option<&Bound<'_, PyDict>>) -> PyResult<Game> {
    let game = catalog::game(name, &options(rules)?).map_err(catalog_error)?;
    Ok(Game(Arc::from(game)))
}

/// A game with its rules in force, made by `facedown.make`.
///
/// Games are equal if their names and all their rules are. They can be copied, pickled and used as
/// keys.
#[pyclass(frozen, module = "facedown")]
pub(crate) struct Game(pub(crate) Arc<dyn AnyGame>);

#[pymethods]
impl Game {
    /// The name that `facedown.make` takes.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.info().name
    }

    /// All rules in force, by name.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.rules())
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.0.seats()
    }

    /// What the rules bound: `seats`, `least_score` and `most_score` of a hand, whether its scores
    /// are `zero_sum`, and its `most_decisions`.
    #[getter]
    fn table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &json!(self.0.table()))
    }

    /// How the pack of the hand in one place of a match is drawn: the ids of the pack, ascending;
    /// the number of cards of each hand, which have no order; the number of cards after them, which
    /// have one. Nobody sees the others.
    #[pyo3(signature = (hand=0))]
    fn deal_plan(&self, hand: u32) -> PyResult<(Vec<usize>, Vec<usize>, usize)> {
        let plan = self.0.deal_plan(hand).map_err(catalog_error)?;
        Ok((plan.pack, plan.hands, plan.ordered))
    }

    /// The size of the action space: ids are 0 to `num_actions - 1`.
    #[getter]
    fn num_actions(&self) -> usize {
        self.0.action_count()
    }

    /// The number of places in the cycle of a match: dealer, hand size, passing and round begin anew
    /// after them. `deal(seed, hand)` deals the hand in one of them.
    #[getter]
    fn hand_count(&self) -> u32 {
        self.0.hand_count()
    }

    /// The id of the default encoder: its name and version.
    #[getter]
    fn encoder(&self) -> String {
        self.0.encoder().id
    }

    /// The shape of an observation; the first axis is the channel.
    #[getter]
    fn observation_shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.encoder().shape)
    }

    /// The scale of each channel: float observations are raw counts times the scale.
    #[getter]
    fn observation_scales<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.encoder().scales)
    }

    /// The meaning of each channel of an observation.
    #[getter]
    fn observation_channels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.encoder().channels)
    }

    /// The names of the bots that play the game.
    #[getter]
    fn bots<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.info().bots.iter().map(|(name, _)| *name))
    }

    /// Deals a hand from a seed, or from a pack in a given order, by card ids.
    ///
    /// A seed deals the same hand on every machine. `hand` is its place in a match, 0 to
    /// `hand_count - 1`, from an even score; by default a seed draws dealer, hand number, round,
    /// sticks and scores as the hands of matches have them, and a pack is hand 0. `State.setup` says
    /// which hand it is. For gin a pack holds the cards of seat 0, those of seat 1, the upcard, then
    /// the stock from the top down.
    #[pyo3(signature = (seed=None, hand=None, *, pack=None))]
    fn deal(
        &self,
        seed: Option<Seed>,
        hand: Option<&Bound<'_, PyAny>>,
        pack: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<State> {
        let place = self.place(hand)?;
        let (hand, origin) = match (seed, pack) {
            (Some(Seed(seed)), None) => (self.0.deal(seed, place), Origin::Seed(seed, place)),
            (None, Some(pack)) => {
                let (pack, place) = (card_ids(pack)?, place.unwrap_or(0));
                (self.0.deal_pack(&pack, place), Origin::Pack(pack, place))
            }
            (None, None) => return Err(value_error("deal() needs a seed or a pack")),
            (Some(_), Some(_)) => {
                return Err(value_error(
                    "deal() was given a seed and a pack: expected one of them",
                ));
            }
        };
        Ok(State::new(Arc::clone(&self.0), hand.map_err(catalog_error)?, origin))
    }

    /// The text of the action with this number.
    fn action_text(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let number = action_id(self.0.as_ref(), action)?;
        self.0.action_text(number).map_err(catalog_error)
    }

    /// The view that a record holds: the reverse of `View.to_dict`.
    ///
    /// Raises `ValueError` that names what contradicts what in a record that is none.
    fn view_from_dict(&self, record: &Bound<'_, PyAny>) -> PyResult<View> {
        let view = self.0.read_view(&to_record(record)?).map_err(catalog_error)?;
        Ok(View::new(Arc::clone(&self.0), view))
    }

    /// Makes a bot by name, with a random seed.
    ///
    /// A bot that searches may have a budget in its name, like `ismcts:25ms` or `flat:5000`, and
    /// takes search parameters as `facedown.advise` does; `puct` can be guided by a `network`. A
    /// callable, a batched policy (`facedown.batched`) and a network are bots as well.
    #[pyo3(signature = (name, seed=Seed(0), *, network=None, **params))]
    fn bot(
        &self,
        name: &Bound<'_, PyAny>,
        seed: Seed,
        network: Option<&Bound<'_, PyAny>>,
        params: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bot> {
        let players = Players::read_one(&self.0, name)?;
        let (player, network) = (players.one(), network.map(guide).transpose()?);
        let bot = self.0.player(&player, seed.0, &options(params)?, network.as_ref());
        Ok(Bot::new(&player, bot.map_err(catalog_error)?, players.raised()))
    }

    /// Begins a match; the seed deals all its hands.
    fn r#match(&self, seed: Seed) -> Match {
        Match::new(Arc::clone(&self.0), seed.0)
    }

    fn __eq__(&self, other: &Self) -> bool {
        is_same(self.0.as_ref(), other.0.as_ref())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.name(), self.0.rules().to_string()).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = format!("facedown.make('{}'", self.name());
        for (option, value) in shortest_options(self.0.as_ref()) {
            let _ = write!(text, ", {option}={}", to_python(py, &value)?.repr()?);
        }
        Ok(text + ")")
    }
}

impl Game {
    /// Reads the place of a hand in a match, `None` to draw it. The catalog checks that there is one.
    pub(crate) fn place(&self, hand: Option<&Bound<'_, PyAny>>) -> PyResult<Option<u32>> {
        let Some(hand) = hand else { return Ok(None) };
        let place = whole_number(hand)?.and_then(|place| u32::try_from(place).ok());
        place.map(Some).ok_or_else(|| {
            let last = self.0.hand_count() - 1;
            value_error(format_args!("hand: no hand {}, expected 0 to {last}", shown(hand)))
        })
    }
}

/// Returns whether two games have the same name and rules.
pub(crate) fn is_same(one: &dyn AnyGame, other: &dyn AnyGame) -> bool {
    one.info().name == other.info().name && one.rules() == other.rules()
}

/// Reads an action id, which may still be too large for the game.
pub(crate) fn action_id(game: &dyn AnyGame, action: &Bound<'_, PyAny>) -> PyResult<usize> {
    index(action)?.ok_or_else(|| {
        let last = game.action_count() - 1;
        index_error(format_args!("no action {}, expected 0 to {last}", shown(action)))
    })
}

fn card_ids(pack: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    let number = |card: Bound<'_, PyAny>| {
        let number = index(&card)?;
        number
            .ok_or_else(|| value_error(format_args!("no card {}, expected 0 to 51", shown(&card))))
    };
    pack.try_iter()?.map(|card| number(card?)).collect()
}

/// Returns the preset closest to the rules in force, unless it is the default, and the rules that
/// differ from it.
fn shortest_options(game: &dyn AnyGame) -> Vec<(String, Value)> {
    let (info, Value::Object(rules)) = (game.info(), game.rules()) else { return Vec::new() };
    let differing = |preset: &str| -> Vec<(String, Value)> {
        let made = |options: &Map<String, Value>| {
            catalog::game(info.name, options).map_or(Value::Null, |game| game.rules())
        };
        let mut options = Map::from_iter([("rules".to_owned(), json!(preset))]);
        let usual = made(&options);
        // Other rules depend on the number of seats.
        if let Some(seats) = rules.get("seats") {
            options.insert("seats".to_owned(), seats.clone());
        }
        let base = made(&options);
        let mut changed: Vec<_> = rules.clone().into_iter().collect();
        changed.retain(|(option, value)| {
            let base = if option == "seats" { &usual } else { &base };
            base.get(option) != Some(value)
        });
        if preset != info.presets[0] {
            changed.insert(0, ("rules".to_owned(), json!(preset)));
        }
        changed
    };
    info.presets.iter().map(|preset| differing(preset)).min_by_key(Vec::len).unwrap_or_default()
}
