//! A policy that plays over MJAI: lines in, lines out.

use super::{Reply, Tracker};
use crate::mjai::Event;
use crate::{LogError, Place, Reason};
use facedown_game::{ActionBuf, Game, MAX_DOCUMENT_BYTES, Policy, Rng, read_line_at_most};
use facedown_riichi::{Action, Legal, Riichi};
use serde_json::Value;
use std::fmt;
use std::io::{self, BufRead, Write};

/// A policy that plays one seat over MJAI.
pub struct Bot<P> {
    tracker: Tracker,
    policy: P,
    rng: Rng,
    line: usize,
    name: String,
}

impl<P: Policy<Riichi>> Bot<P> {
    /// Creates a bot; `rng` is for the random choices of the policy.
    pub fn new(game: Riichi, policy: P, rng: Rng) -> Self {
        Self { tracker: Tracker::new(game), policy, rng, line: 0, name: "facedown".to_owned() }
    }

    /// Sets the name that the bot joins servers with.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Returns the tracker.
    pub const fn tracker(&self) -> &Tracker {
        &self.tracker
    }

    /// Returns the reply to a line: an event or a list of events, of which the last may require an
    /// action. An empty line has no reply. After an error the bot goes on with the next line and
    /// ignores the bad event and the rest of its line.
    pub fn react(&mut self, line: &str) -> Result<Option<String>, LogError> {
        self.line += 1;
        if line.trim().is_empty() {
            return Ok(None);
        }
        let place = Place::Line(self.line);
        let reply = self.reply(line).map_err(|reason| LogError { place, reason })?;
        Ok(Some(reply.line()))
    }

    fn reply(&mut self, line: &str) -> Result<Reply, Reason> {
        let value: Value = serde_json::from_str(line).map_err(|error| {
            Reason::Json(error.to_string().replace(" at line 1 column ", " at column "))
        })?;
        let events = if let Value::Array(events) = value { events } else { vec![value] };
        let mut is_greeting = false;
        for event in events {
            match event["type"].as_str() {
                Some("hello") => is_greeting = true,
                Some("none") => {}
                _ => self.observe(event)?,
            }
        }
        if is_greeting {
            return Ok(Reply::Join { name: self.name.clone(), room: "default".to_owned() });
        }
        Ok(self.decide().unwrap_or(Reply::None))
    }

    fn observe(&mut self, event: Value) -> Result<(), Reason> {
        let name = event["type"].as_str().unwrap_or("an event without a type").to_owned();
        let event: Event = serde_json::from_value(event)
            .map_err(|error| Reason::Json(format!("{name}: {error}")))?;
        self.tracker.observe(&event)?;
        if matches!(event, Event::StartKyoku { .. }) {
            self.policy.new_hand();
        }
        Ok(())
    }

    fn decide(&mut self) -> Option<Reply> {
        let view = *self.tracker.decision()?;
        let mut legal = Legal::default();
        let game = self.tracker.game();
        game.view_actions(&view, &mut legal);
        let action: Action = self.policy.choose(game, &view, legal.as_slice(), &mut self.rng);
        self.tracker.decided(action);
        Some(Reply::of(&view, action))
    }

    /// Replies to every line until the input ends or a line is invalid. A line of more than
    /// [`MAX_DOCUMENT_BYTES`] is not read; a whole game in one line has a few hundred kilobytes.
    pub fn serve(
        &mut self,
        mut input: impl BufRead,
        mut output: impl Write,
    ) -> Result<(), ServeError> {
        let mut bytes = Vec::new();
        loop {
            if !read_line_at_most(&mut input, &mut bytes, MAX_DOCUMENT_BYTES)? {
                return Ok(());
            }
            let place = Place::Line(self.line + 1);
            let line = std::str::from_utf8(&bytes).map_err(|error| {
                let reason = Reason::Utf8(error.valid_up_to());
                LogError { place, reason }
            })?;
            if let Some(reply) = self.react(line)? {
                writeln!(output, "{reply}")?;
                output.flush()?;
            }
        }
    }
}

impl<P> fmt::Debug for Bot<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bot").field("tracker", &self.tracker).finish_non_exhaustive()
    }
}

/// An error that ended [`Bot::serve`].
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// Reading or writing failed.
    Io(io::Error),
    /// A line is invalid.
    Line(LogError),
}

impl From<io::Error> for ServeError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<LogError> for ServeError {
    fn from(error: LogError) -> Self {
        Self::Line(error)
    }
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Line(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ServeError {}
