//! What can be wrong with a book.

use facedown_cards::PackCard;
use facedown_ofc::UnknownPreset;
use facedown_ofc::endgame::EndgameError;
use facedown_ofc::solve::PositionError;
use std::{fmt, io};

/// Why there are no openings under some rules.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum OpenerError {
    /// The rules deal otherwise.
    Position(PositionError),
    /// Boards cannot be valued.
    Endgame(EndgameError),
}

impl From<PositionError> for OpenerError {
    fn from(error: PositionError) -> Self {
        Self::Position(error)
    }
}

impl From<EndgameError> for OpenerError {
    fn from(error: EndgameError) -> Self {
        Self::Endgame(error)
    }
}

impl fmt::Display for OpenerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::Endgame(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpenerError {}

/// Why a book cannot be read or made.
#[derive(Debug)]
#[non_exhaustive]
pub enum BookError {
    /// A file cannot be read or written.
    File(io::Error),
    /// The bytes are no book.
    Foreign,
    /// A book of another version.
    Version(u32),
    /// The header is damaged.
    Header,
    /// The book has another number of bytes than its header says.
    Length {
        /// How many it has.
        bytes: usize,
        /// How many it should have.
        expected: usize,
    },
    /// The entries of a shard are not those that were written.
    Shard {
        /// Its number, from 0.
        shard: u32,
        /// How many there are.
        shards: u32,
    },
    /// No rules are called so.
    Preset(UnknownPreset),
    /// A setting that cannot be.
    Setting {
        /// Which.
        what: &'static str,
        /// What it is.
        value: String,
        /// What it may be.
        expected: &'static str,
    },
    /// The book was made with another setting.
    Differs {
        /// Which.
        what: &'static str,
        /// What it is in the book.
        book: String,
        /// What was asked for.
        asked: String,
    },
    /// Shards that the book does not have.
    Shards {
        /// The first.
        first: u32,
        /// The one after the last.
        end: u32,
        /// How many there are.
        shards: u32,
    },
    /// Another program writes the book.
    Locked,
    /// There are no openings under these rules.
    Opener(OpenerError),
    /// Threads could not be started.
    Threads(String),
}

impl From<io::Error> for BookError {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}

impl From<OpenerError> for BookError {
    fn from(error: OpenerError) -> Self {
        Self::Opener(error)
    }
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
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
            Self::Differs { what, book, asked } => {
                write!(f, "the book was made with {what} {book}, not {asked}")
            }
            Self::Shards { first, end, shards } => {
                write!(f, "shards {first}..{end}, expected a part of 0..{shards}")
            }
            Self::Locked => f.write_str("another program is writing the book"),
            Self::Opener(error) => error.fmt(f),
            Self::Threads(error) => f.write_str(error),
        }
    }
}

impl std::error::Error for BookError {}

/// Why cards cannot be looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LookUpError {
    /// An opening is five cards.
    Cards(usize),
    /// A card is there twice.
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
