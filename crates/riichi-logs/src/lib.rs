//! Logs of real games: read, written, and replayed through the engine.
//!
//! | part | what it is |
//! |---|---|
//! | [`Record`] | one game as it was played, whatever the format |
//! | [`Recorder`] | makes a record of a game that the engine plays |
//! | [`mjlog`] | Tenhou's XML, packed or plain |
//! | [`tenhou6`] | the JSON of Tenhou's viewer |
//! | [`mjai`] | the events of the MJAI protocol, one JSON object a line |
//! | [`wall`] | Tenhou's walls from the shuffle seed |
//! | [`find_logs`] | the logs of a folder |
//! | [`replay()`], [`replay_files`] | a game, or many, through the engine, every step checked |
//! | [`SampleReader`], [`samples_of`] | decisions of real games, for learning |
//!
//! [`read`] tells the format by the content. What cannot have happened at a table (a fifth copy, a
//! hand of 15 tiles, a discard out of turn) is a [`LogError`] that names the tag or line.
//! `docs/reference/riichi-logs.md` describes the formats and what replays have shown.

mod error;
mod find;
pub mod mjai;
pub mod mjai_bot;
pub mod mjlog;
mod record;
mod replay;
mod samples;
pub mod tenhou6;
pub mod wall;

pub use error::{LogError, Place, Reason, StepError};
pub use find::{EXTENSIONS, find_logs};
pub use record::{
    DrawRecord, GameEnd, HandValue, LogRules, Points, Record, Recorder, Round, RoundEnd, Step,
    WinRecord,
};
pub use replay::{
    Count, Counts, Decision, Disagreement, FileReport, Matter, Observer, ReplayOptions, Replayed,
    Report, replay, replay_files, replay_files_with, replay_observed, replay_with_rules,
};
pub use samples::{
    BadLog, LogFault, Sample, SampleFilter, SampleOptions, SampleReader, SampleRows,
    encode_samples, samples_of,
};

use flate2::read::MultiGzDecoder;
use std::borrow::Cow;
use std::io::Read;
use std::path::Path;

/// No game's log is longer: the longest of Tenhou have some hundred thousand bytes.
const MAX_BYTES: usize = 64 << 20;

/// Reads a log, packed by gzip or not, in any of the formats.
pub fn read(bytes: &[u8]) -> Result<Record, LogError> {
    let bytes = unpack(bytes)?;
    let text =
        std::str::from_utf8(&bytes).map_err(|e| LogError::file(Reason::Utf8(e.valid_up_to())))?;
    let text = text.trim_start_matches('\u{feff}').trim_ascii_start();
    match text.as_bytes().first() {
        Some(b'<') => mjlog::read(text),
        // The events of MJAI are objects with a type; the viewer's log is one object with a log.
        Some(b'{') if mjai::is_event(text) => mjai::read(text),
        Some(b'{') => tenhou6::read(text),
        Some(_) => Err(LogError::file(Reason::Format)),
        None => Err(LogError::file(Reason::Truncated)),
    }
}

/// Reads a log from a file.
pub fn read_file(path: &Path) -> Result<Record, LogError> {
    let bytes = std::fs::read(path).map_err(|e| LogError::file(Reason::File(e.to_string())))?;
    read(&bytes)
}

/// The text of a log as bytes, unpacked if it is packed.
pub fn unpack(bytes: &[u8]) -> Result<Cow<'_, [u8]>, LogError> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(Cow::Borrowed(bytes));
    }
    let mut plain = Vec::with_capacity(bytes.len() * 6);
    let mut decoder = MultiGzDecoder::new(bytes).take(MAX_BYTES as u64 + 1);
    let result = decoder.read_to_end(&mut plain);
    result.map_err(|e| LogError::file(Reason::Gzip(e.to_string())))?;
    if plain.len() > MAX_BYTES {
        return Err(LogError::file(Reason::TooLong(MAX_BYTES)));
    }
    Ok(Cow::Owned(plain))
}
