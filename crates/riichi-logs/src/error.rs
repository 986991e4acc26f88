//! Errors of reading logs.

use crate::wall::ParseSeedError;
use facedown_game::Seat;
use facedown_tiles::Tile;
use std::fmt;

/// An error in a log, with its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogError {
    /// The location.
    pub place: Place,
    /// The cause.
    pub reason: Reason,
}

/// A location in a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The log as a whole.
    File,
    /// A tag of an mjlog.
    Tag {
        /// The number of the tag, counted from 1.
        number: usize,
        /// The byte at which it starts.
        byte: usize,
    },
    /// A line, counted from 1.
    Line(usize),
    /// A line and column of JSON, counted from 1.
    Column(usize, usize),
    /// An entry of a tenhou/6 log, all indices from 0.
    Entry {
        /// The round.
        round: usize,
        /// The list: 4 + 3 × seat is the deal, then draws, then discards; the last is the result.
        list: usize,
        /// The entry of the list.
        entry: usize,
    },
}

/// The cause of a [`LogError`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The bytes cannot be loaded.
    Load(String),
    /// The compressed data is damaged or truncated.
    Gzip(String),
    /// The archive, or this member of it, is damaged or of a kind that is not supported.
    Zip(String),
    /// The member of an archive is encrypted.
    Encrypted,
    /// The archive has no members.
    EmptyArchive,
    /// The archive has this many logs where one was expected.
    Several(usize),
    /// The log, unpacked, has more than this many bytes, more than any game has.
    TooLong(usize),
    /// The text is not UTF-8 from this byte on.
    Utf8(usize),
    /// Neither an mjlog nor JSON.
    Format,
    /// The log ends before it is complete.
    Truncated,
    /// A malformed tag.
    Syntax,
    /// An unknown tag or event.
    Unknown(String),
    /// A missing attribute, field or tag.
    Missing(&'static str),
    /// An invalid value.
    Value {
        /// The name of the attribute or field.
        name: &'static str,
        /// The value.
        text: String,
    },
    /// The message of the JSON parser.
    Json(String),
    /// An invalid shuffle seed.
    Seed(ParseSeedError),
    /// An event that is impossible at a table.
    Step(StepError),
}

/// An event that is impossible at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StepError {
    /// It comes before the start of the game or after its end.
    NoGame(&'static str),
    /// It comes outside a round.
    NoRound(&'static str),
    /// A game or round starts inside another.
    Inside(&'static str),
    /// A hand is dealt this many tiles instead of 13.
    Dealt(Seat, usize),
    /// There are more copies of a tile than the pack has.
    ExtraCopy(Tile),
    /// The table has no such seat.
    NoSeat(usize),
    /// It is not this seat's turn.
    OutOfTurn(Seat, &'static str),
    /// It cannot happen at this point.
    OutOfOrder(&'static str),
    /// The seat does not hold the tile.
    NotHeld(Seat, Tile),
    /// The tile is not the one just drawn.
    NotDrawn(Seat, Tile),
    /// The tiles do not make the meld.
    NoMeld(Seat, &'static str),
    /// The called tile is not the last discard.
    NotDiscarded(Seat, Tile),
    /// An added kan has no pon.
    NoPon(Seat, Tile),
    /// A sixth dora indicator is turned.
    Indicators,
    /// A repeated score contradicts the payments before it.
    Scores {
        /// The seat.
        seat: Seat,
        /// The repeated score.
        reported: i32,
        /// The score that follows from the payments.
        expected: i32,
    },
    /// Repeated counters or riichi sticks contradict those of the round.
    OnTable {
        /// `counters` or `sticks`.
        what: &'static str,
        /// The repeated number.
        reported: i32,
        /// The number of the round.
        expected: i32,
    },
}

impl LogError {
    pub(crate) fn new(place: Place, reason: Reason) -> Self {
        Self { place, reason }
    }

    pub(crate) fn file(reason: Reason) -> Self {
        Self::new(Place::File, reason)
    }
}

impl Reason {
    pub(crate) fn value(name: &'static str, text: impl Into<String>) -> Self {
        let text: String = text.into();
        // A value can be as long as the file; its beginning is enough.
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
            Self::Load(why) | Self::Json(why) => f.write_str(why),
            Self::Gzip(why) => write!(f, "the compressed data is damaged or truncated: {why}"),
            Self::Zip(why) => write!(f, "the zip archive cannot be read: {why}"),
            Self::Encrypted => f.write_str("it is encrypted"),
            Self::EmptyArchive => f.write_str("the zip archive is empty, expected logs in it"),
            Self::Several(logs) => write!(
                f,
                "the zip archive has {logs} logs, expected one: name it as in archive.zip/member"
            ),
            Self::TooLong(limit) => write!(f, "it has more than {limit} bytes unpacked"),
            Self::Utf8(at) => write!(f, "byte {at} is not UTF-8 text"),
            Self::Format => f.write_str("neither an mjlog nor JSON"),
            Self::Truncated => f.write_str("it ends before it is complete"),
            Self::Syntax => f.write_str("malformed tag"),
            Self::Unknown(name) => write!(f, "unknown '{name}'"),
            Self::Missing(name) => write!(f, "missing '{name}'"),
            Self::Value { name, text } => write!(f, "invalid value '{text}' for '{name}'"),
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
            Self::Inside(what) => write!(f, "{what} before the previous one has ended"),
            Self::Dealt(seat, tiles) => {
                write!(f, "seat {} is dealt {tiles} tiles, expected 13", n(seat))
            }
            Self::ExtraCopy(tile) => write!(f, "more copies of {tile} than the pack has"),
            Self::NoSeat(seat) => write!(f, "there is no seat {seat}"),
            Self::OutOfTurn(seat, what) => {
                write!(f, "{what} by seat {} out of turn", n(seat))
            }
            Self::OutOfOrder(what) => write!(f, "{what} is impossible here"),
            Self::NotHeld(seat, tile) => write!(f, "seat {} does not hold {tile}", n(seat)),
            Self::NotDrawn(seat, tile) => write!(f, "seat {} has not just drawn {tile}", n(seat)),
            Self::NoMeld(seat, what) => {
                write!(f, "the tiles of seat {} are no {what}", n(seat))
            }
            Self::NotDiscarded(seat, tile) => {
                write!(f, "{tile}, called by seat {}, is not the last discard", n(seat))
            }
            Self::NoPon(seat, tile) => {
                write!(f, "seat {} has no pon to add {tile} to", n(seat))
            }
            Self::Indicators => f.write_str("a sixth dora indicator"),
            Self::Scores { seat, reported, expected } => {
                write!(f, "seat {} has {reported} points, expected {expected}", n(seat))
            }
            Self::OnTable { what, reported, expected } => {
                write!(f, "{reported} {what} on the table, expected {expected}")
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
