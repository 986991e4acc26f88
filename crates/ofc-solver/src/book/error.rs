//! Errors of opening books.

use crate::PositionError;
use facedown_cards::PackCard;
use facedown_game::UnknownPreset;
use facedown_ofc::endgame::EndgameError;
use std::fmt;

/// Rules whose openings cannot be solved.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum OpeningError {
    /// The first street is no position.
    Position(PositionError),
    /// Endgames cannot be solved, or the rules have no Pineapple dealing.
    Endgame(EndgameError),
}

impl From<PositionError> for OpeningError {
    fn from(error: PositionError) -> Self {
        Self::Position(error)
    }
}

impl From<EndgameError> for OpeningError {
    fn from(error: EndgameError) -> Self {
        Self::Endgame(error)
    }
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::Endgame(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpeningError {}

/// A book that cannot be read or made.
#[derive(Debug)]
#[non_exhaustive]
pub enum BookError {
    /// A file cannot be read or written.
    #[cfg(feature = "fs")]
    File(std::io::Error),
    /// The bytes are not a book.
    Foreign,
    /// An unknown version.
    Version(u32),
    /// The header is damaged.
    Header,
    /// The number of bytes contradicts the header.
    Length {
        /// The number of bytes.
        bytes: usize,
        /// The number by the header.
        expected: usize,
    },
    /// The checksum of a shard is wrong.
    Shard {
        /// The index of the shard.
        shard: u32,
        /// The number of shards.
        shards: u32,
    },
    /// No preset has this name.
    Preset(UnknownPreset),
    /// A setting out of its range.
    Setting {
        /// The name of the setting.
        what: &'static str,
        /// Its value.
        value: String,
        /// The values that it may have.
        expected: &'static str,
    },
    /// The book was made with a different setting.
    Differs {
        /// The name of the setting.
        what: &'static str,
        /// Its value in the book.
        book: String,
        /// The requested value.
        wanted: String,
    },
    /// Shards that the book does not have.
    Shards {
        /// The first.
        first: u32,
        /// The one after the last.
        end: u32,
        /// The number of shards.
        shards: u32,
    },
    /// Another program is writing the book.
    #[cfg(feature = "fs")]
    Locked,
    /// Openings under these rules cannot be solved.
    Opening(OpeningError),
    /// Threads could not be started.
    Threads(String),
}

#[cfg(feature = "fs")]
impl From<std::io::Error> for BookError {
    fn from(error: std::io::Error) -> Self {
        Self::File(error)
    }
}

impl From<OpeningError> for BookError {
    fn from(error: OpeningError) -> Self {
        Self::Opening(error)
    }
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            #[cfg(feature = "fs")]
            Self::File(error) => error.fmt(f),
            Self::Foreign => f.write_str("no opening book: it does not begin with 'OFCBOOK'"),
            Self::Version(version) => write!(f, "an opening book of version {version}, expected 1"),
            Self::Header => f.write_str("the header of the book is damaged"),
            Self::Length { bytes, expected } => {
                write!(f, "the book has {bytes} bytes, expected {expected}")
            }
            Self::Shard { shard, shards } => {
                write!(f, "shard {shard} of {shards} of the book is damaged")
            }
            Self::Preset(error) => error.fmt(f),
            Self::Setting { what, value, expected } => {
                write!(f, "{what} is {value}, expected {expected}")
            }
            Self::Differs { what, book, wanted } => {
                write!(f, "the book was made with {what} {book}, not {wanted}")
            }
            Self::Shards { first, end, shards } => {
                write!(f, "shards {first}..{end}, expected a part of 0..{shards}")
            }
            #[cfg(feature = "fs")]
            Self::Locked => f.write_str("another program is writing the book"),
            Self::Opening(error) => error.fmt(f),
            Self::Threads(error) => f.write_str(error),
        }
    }
}

impl std::error::Error for BookError {}

/// Cards that cannot be looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LookUpError {
    /// An opening is five cards.
    Cards(usize),
    /// A duplicate card.
    Twice(PackCard),
    /// A joker that the pack does not have.
    NotInPack(PackCard),
}

impl fmt::Display for LookUpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cards(n) => write!(f, "{n} cards, an opening has 5"),
            Self::Twice(card) => write!(f, "{card} is there twice"),
            Self::NotInPack(card) => write!(f, "{card} is not in the pack of these rules"),
        }
    }
}

impl std::error::Error for LookUpError {}
