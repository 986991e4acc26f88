#![doc = include_str!("../README.md")]
//!
//! | part | what it holds |
//! |---|---|
//! | [`Record`] | a game independent of the format it was read from |
//! | [`Recorder`] | makes a record of a game that the engine plays |
//! | [`mjlog`] | Tenhou's XML |
//! | [`tenhou6`] | the JSON of Tenhou's log viewer |
//! | [`mjai`] | MJAI events, one JSON object per line |
//! | [`mjai_bot`] | bots that play over MJAI |
//! | [`wall`] | Tenhou's walls, rebuilt from the published shuffle seed |
//! | [`LogSource`] | named logs whose bytes are loaded on demand |
//! | [`replay()`], [`replay_all`] | replay through the engine with every step checked |
//! | [`SampleReader`], [`samples_of`] | decisions of recorded games as training samples |
//! | `fs` | logs of the file system; needs the feature `fs` |
//!
//! [`read`] detects the format from the content, gzip included. Events that are impossible at a
//! table (a fifth copy of a tile, a hand of 15 tiles, a discard out of turn) are a [`LogError`] that
//! names the tag or line. `docs/reference/riichi-logs.md` describes the formats and the results of replays.
//!
//! Parsing works on bytes. Files are read in the module `fs` only, so without that feature the crate
//! compiles for WebAssembly.

mod era;
mod error;
#[cfg(feature = "fs")]
pub mod fs;
pub mod mjai;
pub mod mjai_bot;
pub mod mjlog;
mod record;
mod replay;
mod samples;
mod source;
pub mod tenhou6;
mod threads;
pub mod wall;

pub use era::Date;
pub use error::{LogError, Place, Reason, StepError};
pub use record::{
    DrawRecord, GameEnd, HandValue, LogRules, Points, Record, Recorder, Round, RoundEnd, Step,
    WinRecord,
};
pub use replay::{
    Count, Counts, Decision, Disagreement, GameLuck, LuckSteps, Matter, Observer, ReplayError,
    ReplayOptions, ReplayProgress, Replayed, Report, RoundLuck, replay, replay_all,
    replay_observed, replay_with_luck, replay_with_rules,
};
pub use samples::{
    FailedLog, Sample, SampleFilter, SampleOptions, SampleReader, SampleRows, encode_samples,
    samples_of,
};
pub use source::{EXTENSIONS, LogSource, has_log_extension};
pub use threads::thread_count;

use flate2::read::MultiGzDecoder;
use std::borrow::Cow;
use std::io::Read;

/// The largest size of an unpacked log. Tenhou's longest have a few hundred thousand bytes.
const MAX_BYTES: usize = 64 << 20;

/// Reads a log in any of the formats, gzip-compressed or plain.
pub fn read(bytes: &[u8]) -> Result<Record, LogError> {
    let bytes = unpack(bytes)?;
    let text =
        std::str::from_utf8(&bytes).map_err(|e| LogError::file(Reason::Utf8(e.valid_up_to())))?;
    let text = text.trim_start_matches('\u{feff}').trim_ascii_start();
    match text.as_bytes().first() {
        Some(b'<') => mjlog::read(text),
        // MJAI events are objects with a `type`; the viewer's log is one object with a `log`.
        Some(b'{') if mjai::is_event(text) => mjai::read(text),
        Some(b'{') => tenhou6::read(text),
        Some(_) => Err(LogError::file(Reason::Format)),
        None => Err(LogError::file(Reason::Truncated)),
    }
}

/// Returns the bytes of a log, decompressed if they are gzip.
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
