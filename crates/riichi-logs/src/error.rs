//! Why a log cannot be read.

use super::wall::ParseSeedError;
use facedown_game::Seat;
use facedown_tiles::Tile;
use std::fmt;

/// Why a log cannot be read, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogError {
    /// Where.
    pub place: Place,
    /// Why.
    pub reason: Reason,
}

/// A place in a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The file as a whole.
    File,
    /// A tag of an mjlog, counted from 1, and the byte it starts at.
    Tag {
        /// The tag's number.
        number: usize,
        /// The byte where it starts.
        byte: usize,
    },
    /// A line, counted from 1.
    Line(usize),
    /// A line and column of JSON, counted from 1.
    Column(usize, usize),
    /// An entry of a tenhou/6 log: round, list of the round and entry of the list, from 0.
    Entry {
        /// The round.
        round: usize,
        /// The list: 4 + 3 × seat is the deal, then draws, then discards; the last is the result.
        list: usize,
        /// The entry of the list.
        entry: usize,
    },
}

/// What is wrong with a log.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The file cannot be read.
    File(String),
    /// The compressed data is damaged or cut off.
    Gzip(String),
    /// The log unpacks to more than this many bytes, more than any game.
    TooLong(usize),
    /// Bytes that are no UTF-8 text, and where.
    Utf8(usize),
    /// Neither an mjlog nor JSON.
    Format,
    /// The log ends before it is complete.
    Truncated,
    /// A tag that is not written as tags are.
    Syntax,
    /// A tag or event that the format does not have.
    Unknown(String),
    /// Something that the tag or event must have.
    Missing(&'static str),
    /// A value that is not what its name asks for.
    Value {
        /// Its name.
        name: &'static str,
        /// The value.
        text: String,
    },
    /// What the JSON parser says.
    Json(String),
    /// A seed that cannot be read.
    Seed(ParseSeedError),
    /// Something that cannot have happened at a table.
    Step(StepError),
}

/// Why something cannot have happened at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StepError {
    /// It comes before the game starts, or after its end.
    NoGame(&'static str),
    /// It comes outside a round.
    NoRound(&'static str),
    /// A game or round starts inside another.
    Inside(&'static str),
    /// A hand is dealt with this many tiles, not 13.
    Dealt(Seat, usize),
    /// More copies of a tile than the pack has.
    ExtraCopy(Tile),
    /// A seat that the table does not have.
    NoSeat(usize),
    /// It is not this seat's turn to do this.
    OutOfTurn(Seat, &'static str),
    /// It cannot come here.
    OutOfOrder(&'static str),
    /// The seat does not hold the tile.
    NotHeld(Seat, Tile),
    /// The tile is not the one drawn.
    NotDrawn(Seat, Tile),
    /// The tiles do not make the meld.
    NoMeld(Seat, &'static str),
    /// The called tile is not the one discarded.
    NotDiscarded(Seat, Tile),
    /// An added kan without its pon.
    NoPon(Seat, Tile),
    /// A sixth indicator.
    Indicators,
    /// The scores that the log repeats are not those that follow from its rounds and payments.
    Scores {
        /// Whose.
        seat: Seat,
        /// What the log says here.
        told: i32,
        /// What it has said before.
        expected: i32,
    },
    /// Counters or sticks that the log repeats are not those of its round.
    OnTable {
        /// Which.
        what: &'static str,
        /// What the log says here.
        told: i32,
        /// What it has said before.
        expected: i32,
    },
}

impl LogError {
    pub(super) fn new(place: Place, reason: Reason) -> Self {
        Self { place, reason }
    }

    pub(super) fn file(reason: Reason) -> Self {
        Self::new(Place::File, reason)
    }
}

impl Reason {
    pub(super) fn value(name: &'static str, text: impl Into<String>) -> Self {
        let text: String = text.into();
        // An error quotes what is wrong; a whole file in one attribute helps nobody.
        let text = text.chars().take(60).collect();
        Self::Value { name, text }
    }
}

impl From<StepError> for Reason {
    fn from(error: StepError) -> Self {
        Self::Step(error)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => f.write_str("the log"),
            Self::Tag { number, byte } => write!(f, "tag {number} (byte {byte})"),
            Self::Line(line) => write!(f, "line {line}"),
            Self::Column(line, column) => write!(f, "line {line} column {column}"),
            Self::Entry { round, list, entry } => {
                write!(f, "log[{round}][{list}][{entry}]")
            }
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(why) | Self::Json(why) => f.write_str(why),
            Self::Gzip(why) => write!(f, "the compressed data is damaged or cut off: {why}"),
            Self::TooLong(limit) => write!(f, "it unpacks to more than {limit} bytes"),
            Self::Utf8(at) => write!(f, "byte {at} is not UTF-8 text"),
            Self::Format => f.write_str("neither an mjlog nor JSON"),
            Self::Truncated => f.write_str("it ends before it is complete"),
            Self::Syntax => f.write_str("this is no tag"),
            Self::Unknown(name) => write!(f, "unknown '{name}'"),
            Self::Missing(name) => write!(f, "no '{name}'"),
            Self::Value { name, text } => write!(f, "'{text}' is no value for '{name}'"),
            Self::Seed(why) => why.fmt(f),
            Self::Step(why) => why.fmt(f),
        }
    }
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = |seat: &Seat| seat.index();
        match self {
            Self::NoGame(what) => write!(f, "{what} outside a game"),
            Self::NoRound(what) => write!(f, "{what} outside a round"),
            Self::Inside(what) => write!(f, "{what} before the last one has ended"),
            Self::Dealt(seat, tiles) => {
                write!(f, "seat {} is dealt {tiles} tiles, expected 13", n(seat))
            }
            Self::ExtraCopy(tile) => write!(f, "more copies of {tile} than the pack has"),
            Self::NoSeat(seat) => write!(f, "there is no seat {seat}"),
            Self::OutOfTurn(seat, what) => {
                write!(f, "{what} by seat {}, whose turn it is not", n(seat))
            }
            Self::OutOfOrder(what) => write!(f, "{what} cannot come here"),
            Self::NotHeld(seat, tile) => write!(f, "seat {} does not hold {tile}", n(seat)),
            Self::NotDrawn(seat, tile) => write!(f, "seat {} has not just drawn {tile}", n(seat)),
            Self::NoMeld(seat, what) => {
                write!(f, "the tiles of seat {} make no {what}", n(seat))
            }
            Self::NotDiscarded(seat, tile) => {
                write!(f, "{tile}, called by seat {}, is not the last discard", n(seat))
            }
            Self::NoPon(seat, tile) => {
                write!(f, "seat {} has no pon to which {tile} is added", n(seat))
            }
            Self::Indicators => f.write_str("a sixth dora indicator"),
            Self::Scores { seat, told, expected } => {
                write!(
                    f,
                    "seat {} has {told} points, expected {expected} by what came before",
                    n(seat)
                )
            }
            Self::OnTable { what, told, expected } => {
                write!(f, "{told} {what} on the table, expected {expected} by what came before")
            }
        }
    }
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

impl std::error::Error for LogError {}
