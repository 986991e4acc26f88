//! A bot by name.

use crate::errors::value_error;
use crate::interruptible::interruptible;
use crate::players::{Raised, caused};
use crate::view::View;
use facedown_catalog::{AnyBot, AnyView, Player, searches};
use facedown_game::excerpt;
use pyo3::prelude::{PyResult, Python, pyclass, pymethods};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// A bot, made by `Game.bot`. It sees views only.
#[pyclass(frozen, module = "facedown")]
pub(crate) struct Bot {
    #[pyo3(get)]
    /// The bot's name.
    name: String,
    player: Mutex<Box<dyn AnyBot>>,
    searches: bool,
    raised: Raised,
}

impl Bot {
    pub(crate) fn new(player: &Player, bot: Box<dyn AnyBot>, raised: Raised) -> Self {
        let name = player.name.clone();
        let searches = player.own.is_none() && searches(&name);
        Self { name, player: Mutex::new(bot), searches, raised }
    }

    /// Returns the bot's choice. A search runs on a thread of its own, so that this one can check
    /// signals; other bots decide in less time than a thread takes to start.
    fn chosen(&self, py: Python<'_>, view: &dyn AnyView) -> PyResult<Option<usize>> {
        let failed = |error| {
            let name = excerpt(&self.name);
            caused(py, &self.raised, value_error(format_args!("'{name}', {error}")))
        };
        if !self.searches {
            return self.with(py, |bot| bot.choose(view)).map_err(failed);
        }
        let cancel = AtomicBool::new(false);
        let work = |_: &_| {
            let mut bot = self.player.lock().expect("a bot does not panic");
            bot.choose_until(view, &cancel)
        };
        let (action, interrupt) = interruptible(py, &cancel, work, |_: Option<()>| Ok(true));
        interrupt.map_or(action.map_err(failed), Err)
    }

    /// Calls the bot without the GIL.
    fn with<R: Send>(&self, py: Python<'_>, f: impl FnOnce(&mut dyn AnyBot) -> R + Send) -> R {
        py.detach(|| {
            let mut bot = self.player.lock().expect("a bot does not panic");
            f(bot.as_mut())
        })
    }
}

#[pymethods]
impl Bot {
    /// Returns the id of the legal action that the bot plays for the view's seat.
    ///
    /// Raises `ValueError` if that seat is not to act, or if the view is of another game or of
    /// other rules. Ctrl-C ends a search within milliseconds, with `KeyboardInterrupt`.
    fn choose(&self, py: Python<'_>, view: &View) -> PyResult<usize> {
        let view = view.view();
        let (name, seat) = (excerpt(&self.name), view.seat());
        if let Some(action) = self.chosen(py, view)? {
            return Ok(action);
        }
        if self.with(py, |bot| bot.fits(view)) {
            return Err(value_error(format_args!(
                "nothing to choose for '{name}': seat {seat} is not to act"
            )));
        }
        Err(value_error(format_args!(
            "'{name}' plays another game, or other rules, than those of this view of seat {seat}"
        )))
    }

    /// Clears everything that the bot keeps from the last hand.
    fn new_hand(&self, py: Python<'_>) {
        self.with(py, |bot| bot.new_hand());
    }

    fn __repr__(&self) -> String {
        format!("<Bot {}>", self.name)
    }
}
