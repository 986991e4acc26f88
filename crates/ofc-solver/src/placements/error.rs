//! Errors of the solver.

use facedown_game::InvalidRules;
use facedown_ofc::endgame::EndgameError;
use facedown_search::SearchError;
use std::fmt;

/// A position that cannot be solved.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum PlacementsError {
    /// The endgame cannot be solved.
    Endgame(EndgameError),
    /// The search cannot begin.
    Search(SearchError),
    /// Street 3 is exact only against complete boards.
    Open,
    /// An option that classic dealing does not have.
    Classic(&'static str),
    /// Cancelled before there was an answer.
    Cancelled,
}

impl From<EndgameError> for PlacementsError {
    fn from(error: EndgameError) -> Self {
        Self::Endgame(error)
    }
}

impl From<InvalidRules> for PlacementsError {
    fn from(error: InvalidRules) -> Self {
        Self::Endgame(EndgameError::Rules(error))
    }
}

impl From<SearchError> for PlacementsError {
    fn from(error: SearchError) -> Self {
        Self::Search(error)
    }
}

impl fmt::Display for PlacementsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Endgame(error) => error.fmt(f),
            Self::Search(error) => error.fmt(f),
            Self::Open => f.write_str(
                "an opponent's board is not complete, so this street has no exact answer",
            ),
            Self::Classic(option) => {
                write!(
                    f,
                    "{option} with classic dealing: expected Pineapple, where cards are discarded"
                )
            }
            Self::Cancelled => f.write_str("cancelled before every deal was solved"),
        }
    }
}

impl std::error::Error for PlacementsError {}
