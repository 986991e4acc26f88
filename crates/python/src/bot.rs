//! A bot by name.

use crate::errors::value_error;
use crate::view::View;
use facedown_catalog::AnyBot;
use pyo3::prelude::{PyResult, Python, pyclass, pymethods};
use std::sync::Mutex;

/// A bot, made by `Game.bot`. It sees views only.
#[pyclass(frozen, module = "facedown")]
pub(crate) struct Bot {
    #[pyo3(get)]
    /// The bot's name.
    name: String,
    bot: Mutex<Box<dyn AnyBot>>,
}

impl Bot {
    pub(crate) fn new(name: &str, bot: Box<dyn AnyBot>) -> Self {
        Self { name: name.to_owned(), bot: Mutex::new(bot) }
    }

    /// Calls the bot, which may think long, without the GIL.
    fn with<R: Send>(&self, py: Python<'_>, f: impl FnOnce(&mut dyn AnyBot) -> R + Send) -> R {
        py.detach(|| {
            let mut bot = self.bot.lock().expect("a bot does not panic");
            f(bot.as_mut())
        })
    }
}

#[pymethods]
impl Bot {
    /// Returns the id of the legal action that the bot plays for the view's seat.
    ///
    /// Raises `ValueError` if that seat is not to act, or if the view is of another game.
    fn choose(&self, py: Python<'_>, view: &View) -> PyResult<usize> {
        let view = view.view();
        self.with(py, |bot| bot.choose(view)).ok_or_else(|| {
            let (name, seat) = (&self.name, view.seat());
            value_error(format_args!("nothing to choose for '{name}': seat {seat} is not to act"))
        })
    }

    /// Clears everything that the bot keeps from the last hand.
    fn new_hand(&self, py: Python<'_>) {
        self.with(py, |bot| bot.new_hand());
    }

    fn __repr__(&self) -> String {
        format!("<Bot {}>", self.name)
    }
}
