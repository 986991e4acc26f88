//! Errors of everything that users name.

use crate::GAMES;
use facedown_game::{InvalidHand, excerpt};
use std::fmt;

/// Why something that a user named cannot be had. Nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CatalogError {
    /// No game has this name.
    UnknownGame(String),
    /// The game has no bot of this name.
    UnknownBot {
        /// The name.
        bot: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// The rules have no option of this name.
    UnknownOption {
        /// The name.
        option: String,
        /// The known names.
        known: Vec<String>,
    },
    /// The game has no search of this name.
    UnknownSearch {
        /// The name.
        bot: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// A search has no parameter of this name.
    UnknownParam {
        /// The name.
        param: String,
        /// The known names.
        known: Vec<String>,
    },
    /// An option has a value that makes no game.
    BadOption(String),
    /// There is no such seat.
    Seat {
        /// The id.
        seat: usize,
        /// The number of seats.
        seats: usize,
    },
    /// The action space has no such id.
    NoAction {
        /// The id.
        action: usize,
        /// The size of the action space.
        count: usize,
    },
    /// A typed move of several actions is wrong.
    BadMove(String),
    /// The action is not legal now.
    Illegal {
        /// The action's text.
        action: String,
        /// The seat to act, if any.
        seat: Option<usize>,
        /// The texts of the legal actions.
        legal: Vec<String>,
    },
    /// A record is not a view of this game: the field at fault, and what it contradicts.
    BadView(String),
    /// The cards given are not a pack of this game.
    BadPack(String),
    /// A search cannot answer.
    Search(String),
    /// An environment or a match cannot be started or continued.
    Arena(String),
}

impl CatalogError {
    /// Says that the cycle of a match has no such place.
    pub(crate) fn no_hand(error: InvalidHand) -> Self {
        Self::BadOption(format!("hand: {error}"))
    }

    /// Says that whole matches play all their hands.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn hand_of_matches(hand: u32) -> Self {
        let why = format!("hand: {hand}, expected none where whole matches are played");
        Self::BadOption(why)
    }
}

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownGame(name) => {
                let known: Vec<&str> = GAMES.iter().map(|info| info.name).collect();
                write!(f, "no game '{}', expected one of {}", excerpt(name), known.join(", "))
            }
            Self::UnknownBot { bot, known } => {
                write!(f, "no bot '{}', expected one of {}", excerpt(bot), known.join(", "))
            }
            Self::UnknownOption { option, known } => {
                write!(f, "no option '{}', expected one of {}", excerpt(option), known.join(", "))
            }
            Self::UnknownSearch { bot, known } => {
                write!(f, "no search '{}', expected one of {}", excerpt(bot), known.join(", "))
            }
            Self::UnknownParam { param, known } => {
                write!(f, "no parameter '{}', expected one of {}", excerpt(param), known.join(", "))
            }
            Self::BadOption(why)
            | Self::BadMove(why)
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
                "'{}' is not legal for seat {seat} now, expected one of {}",
                excerpt(action),
                legal.join(", ")
            ),
            Self::Illegal { action, .. } => {
                write!(f, "'{}' is not legal: the hand is over", excerpt(action))
            }
        }
    }
}

impl std::error::Error for CatalogError {}
