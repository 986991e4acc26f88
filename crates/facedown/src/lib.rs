#![doc = include_str!("../README.md")]

pub use facedown_catalog::{ActionAdvice, Advice, CatalogError as Error};
pub use facedown_search::Budget;

use facedown_catalog::{AdviseSpec, AnyBot, AnyGame, AnyHand, AnyView, DEFAULT_BOT, GAMES};
use facedown_game::{Selection, Turn};
use serde_json::{Map, Value};
use std::fmt;

/// Returns the names of all games.
///
/// ```
/// assert!(facedown::games().any(|name| name == "riichi"));
/// ```
pub fn games() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|info| info.name)
}

/// A game with its rules.
pub struct Game(Box<dyn AnyGame>);

impl Game {
    /// Returns the game of a name, with its default rules.
    pub fn named(name: &str) -> Result<Self, Error> {
        Self::with_rules(name, &Value::Null)
    }

    /// Returns the game of a name with other rules: the name of a preset, or an object in which the
    /// option `rules` names one and the others replace its rules.
    ///
    /// ```
    /// use facedown::Game;
    /// use serde_json::json;
    ///
    /// let classic = Game::with_rules("gin", &json!("classic"))?;
    /// let changed = Game::with_rules("gin", &json!({"rules": "classic", "gin_bonus": 30}))?;
    /// assert_ne!(classic.rules(), changed.rules());
    /// # Ok::<(), facedown::Error>(())
    /// ```
    pub fn with_rules(name: &str, rules: &Value) -> Result<Self, Error> {
        let options = match rules {
            Value::Null => Map::new(),
            Value::Object(options) => options.clone(),
            preset => Map::from_iter([("rules".to_owned(), preset.clone())]),
        };
        facedown_catalog::game(name, &options).map(Self)
    }

    /// Returns the number of seats.
    pub fn seats(&self) -> usize {
        self.0.seats()
    }

    /// Returns the rules in force.
    pub fn rules(&self) -> Value {
        self.0.rules()
    }

    /// Returns the names of the bots that play the game.
    pub fn bots(&self) -> impl Iterator<Item = &'static str> {
        self.0.info().bots.iter().map(|(name, _)| *name)
    }

    /// Deals a hand. The seed draws the cards, and which hand of a match it is.
    pub fn deal(&self, seed: u64) -> Result<Hand, Error> {
        self.0.deal(seed, None).map(Hand)
    }

    /// Makes a bot by name, such as `greedy` or `search:25ms`.
    pub fn bot(&self, name: &str, seed: u64) -> Result<Bot, Error> {
        self.0.bot(name, seed).map(Bot)
    }

    /// Reads a view from its record, the reverse of [`View::record`].
    pub fn read_view(&self, record: &Value) -> Result<View, Error> {
        self.0.read_view(record).map(View)
    }
}

/// A hand in progress, all its cards included.
pub struct Hand(Box<dyn AnyHand>);

impl Hand {
    /// Deals a hand of the game of this name.
    pub fn deal(game: &str, seed: u64) -> Result<Self, Error> {
        Game::named(game)?.deal(seed)
    }

    /// Returns the seat to act; none once the hand is over.
    pub fn to_act(&self) -> Option<usize> {
        match self.0.turn() {
            Turn::Act(seat) => Some(seat.index()),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// Returns what a seat knows.
    pub fn view(&self, seat: usize) -> Result<View, Error> {
        self.0.view(seat).map(View)
    }

    /// Returns the ids of the legal actions of the seat to act.
    pub fn legal_actions(&self) -> Vec<usize> {
        self.0.legal()
    }

    /// Applies a legal action by its id.
    pub fn apply(&mut self, action: usize) -> Result<(), Error> {
        self.0.apply(action)
    }

    /// Applies what a text says, as people write it: one action, or several chosen at once.
    ///
    /// ```
    /// use facedown::Game;
    ///
    /// let mut hand = Game::named("hearts")?.deal(1)?;
    /// let seat = hand.to_act().unwrap();
    /// let first = hand.view(seat)?.legal_actions()[0].text.clone();
    /// hand.play(&first)?;
    /// assert!(hand.play("the joker").is_err());
    /// # Ok::<(), facedown::Error>(())
    /// ```
    pub fn play(&mut self, text: &str) -> Result<(), Error> {
        for action in self.0.parse(text)? {
            self.0.apply(action)?;
        }
        Ok(())
    }

    /// Returns the score of each seat.
    pub fn scores(&self) -> Vec<i32> {
        self.0.scores()
    }
}

impl Clone for Hand {
    fn clone(&self) -> Self {
        Self(self.0.boxed_clone())
    }
}

/// What one seat knows: its own cards, what was shown, what was played.
pub struct View(Box<dyn AnyView>);

/// An action that a seat may take.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Action {
    /// Its id, which [`Hand::apply`] takes.
    pub id: usize,
    /// What it does, in words.
    pub text: String,
}

impl View {
    /// Returns the view's seat.
    pub fn seat(&self) -> usize {
        self.0.seat()
    }

    /// Returns what the seat may do; nothing if it is not to act.
    pub fn legal_actions(&self) -> Vec<Action> {
        let action = |id| {
            // Every legal action has a description.
            let text = self.0.describe(id).unwrap_or_default();
            Action { id, text }
        };
        self.0.legal().into_iter().map(action).collect()
    }

    /// Returns the cards to choose from where a decision takes several at once.
    pub fn selection(&self) -> Option<Selection> {
        self.0.selection()
    }

    /// Asks the strongest search for every legal action with its value, the best first.
    pub fn advise(&self, budget: Budget) -> Result<Advice, Error> {
        self.ask(DEFAULT_BOT, budget)
    }

    /// Asks a bot by name, such as `ismcts`.
    pub fn ask(&self, bot: &str, budget: Budget) -> Result<Advice, Error> {
        self.0.advise(&AdviseSpec::new(bot, Some(budget), &Map::new()))
    }

    /// Returns the view as a record, which programs write and read.
    pub fn record(&self) -> Value {
        self.0.record()
    }
}

/// A table as a terminal shows it.
impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text())
    }
}

/// A bot of one game.
pub struct Bot(Box<dyn AnyBot>);

impl Bot {
    /// Chooses an action for a view's seat; none if the seat is not to act, or if the view is of
    /// another game.
    pub fn choose(&mut self, view: &View) -> Result<Option<usize>, Error> {
        self.0.choose(&*view.0)
    }
}
