//! A bot by name.

use crate::errors::value_error;
use crate::view::View;
use facedown_catalog::AnyBot;
use pyo3::prelude::{PyResult, Python, pyclass, pymethods};
use std::sync::Mutex;

/// A player: what `Game.bot` gives. It sees views only.
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

    /// Asks the bot, which may think long, without the interpreter's lock.
    fn ask<R: Send>(&self, py: Python<'_>, ask: impl FnOnce(&mut dyn AnyBot) -> R + Send) -> R {
        py.detach(|| {
            let mut bot = self.bot.lock().expect("a bot does not panic while it is asked");
            ask(bot.as_mut())
        })
    }
}

#[pymethods]
impl Bot {
    /// What the bot does in the place of the view's seat: the number of a legal action.
    ///
    /// Raises `ValueError` where that seat is not to act, or where the view is of another game.
    fn choose(&self, py: Python<'_>, view: &View) -> PyResult<usize> {
        let view = view.view();
        self.ask(py, |bot| bot.choose(view)).ok_or_else(|| {
            let (name, seat) = (&self.name, view.seat());
            value_error(format_args!("nothing to choose for '{name}': seat {seat} is not to act"))
        })
    }

    /// Tells the bot that a new hand begins.
    fn new_hand(&self, py: Python<'_>) {
        self.ask(py, |bot| bot.new_hand());
    }

    fn __repr__(&self) -> String {
        format!("<Bot {}>", self.name)
    }
}
