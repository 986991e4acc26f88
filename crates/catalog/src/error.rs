//! What users can get wrong.

use crate::GAMES;
use std::fmt;

/// Why something named by a user cannot be had. Nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CatalogError {
    /// No game has this name.
    UnknownGame(String),
    /// The game has no bot of this name.
    UnknownBot {
        /// The name.
        bot: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The rules have no option of this name.
    UnknownOption {
        /// The name.
        option: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// The game has no search of this name.
    UnknownSearch {
        /// The name.
        bot: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// A search has no knob of this name.
    UnknownKnob {
        /// The name.
        knob: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// An option has a value that makes no game.
    BadOption(String),
    /// There is no such seat.
    Seat {
        /// The number.
        seat: usize,
        /// How many seats the game has.
        seats: usize,
    },
    /// The action space has no such number.
    NoAction {
        /// The number.
        action: usize,
        /// How many numbers it has.
        count: usize,
    },
    /// The action is not legal now.
    Illegal {
        /// The action's text.
        action: String,
        /// The seat to act, if any.
        seat: Option<usize>,
        /// The texts of what is legal.
        legal: Vec<String>,
    },
    /// What was given is no view of this game: the field at fault, and what it contradicts.
    BadView(String),
    /// The cards given are not a pack of this game.
    BadPack(String),
    /// A search cannot answer.
    Search(String),
    /// An environment or a duel cannot be started or carried on.
    Arena(String),
}

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownGame(name) => {
                let known: Vec<&str> = GAMES.iter().map(|info| info.name).collect();
                write!(f, "no game '{name}', expected one of {}", known.join(", "))
            }
            Self::UnknownBot { bot, known } => {
                write!(f, "no bot '{bot}', expected one of {}", known.join(", "))
            }
            Self::UnknownOption { option, known } => {
                write!(f, "no option '{option}', expected one of {}", known.join(", "))
            }
            Self::UnknownSearch { bot, known } => {
                write!(f, "no search '{bot}', expected one of {}", known.join(", "))
            }
            Self::UnknownKnob { knob, known } => {
                write!(f, "no knob '{knob}', expected one of {}", known.join(", "))
            }
            Self::BadOption(why)
            | Self::BadView(why)
            | Self::BadPack(why)
            | Self::Arena(why)
            | Self::Search(why) => f.write_str(why),
            Self::Seat { seat, seats } => {
                write!(f, "no seat {seat}, expected 0 to {}", seats - 1)
            }
            Self::NoAction { action, count } => {
                write!(f, "no action {action}, expected 0 to {}", count - 1)
            }
            Self::Illegal { action, seat: Some(seat), legal } => write!(
                f,
                "'{action}' is not legal for seat {seat} now, expected one of {}",
                legal.join(", ")
            ),
            Self::Illegal { action, .. } => {
                write!(f, "'{action}' is not legal: the hand is over")
            }
        }
    }
}

impl std::error::Error for CatalogError {}
