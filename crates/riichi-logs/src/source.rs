//! Named logs, whose bytes are loaded on demand.

use crate::era::Date;
use crate::error::LogError;
use crate::record::Record;
use std::borrow::Cow;

/// A log with the name that reports use for it. A pair of name and bytes is one.
///
/// ```
/// use facedown_riichi_logs::{LogSource, Reason};
///
/// let log = ("empty.mjlog", b"<mjloggm ver=\"2.3\"></mjloggm>");
/// assert_eq!(log.name(), "empty.mjlog");
/// assert_eq!(log.read().unwrap_err().reason, Reason::Missing("GO"));
/// ```
pub trait LogSource {
    /// Returns the name of the log.
    fn name(&self) -> Cow<'_, str>;

    /// Loads the bytes of the log, gzip-compressed or plain.
    fn load(&self) -> Result<Cow<'_, [u8]>, LogError>;

    /// Loads and reads the log. Its date is that of the name if the log itself has none.
    fn read(&self) -> Result<Record, LogError> {
        let mut record = crate::read(&self.load()?)?;
        record.date = record.date.or_else(|| Date::in_name(&self.name()));
        Ok(record)
    }
}

impl<N: AsRef<str>, B: AsRef<[u8]>> LogSource for (N, B) {
    fn name(&self) -> Cow<'_, str> {
        self.0.as_ref().into()
    }

    fn load(&self) -> Result<Cow<'_, [u8]>, LogError> {
        Ok(self.1.as_ref().into())
    }
}

/// File extensions of logs; gzip-compressed ones have `.gz` after it.
pub const EXTENSIONS: [&str; 7] = ["mjlog", "xml", "json", "jsonl", "ndjson", "mjson", "mjai"];

/// Returns whether a file name has one of the [`EXTENSIONS`].
pub fn has_log_extension(name: &str) -> bool {
    let plain = name.strip_suffix(".gz").unwrap_or(name);
    plain.rsplit_once('.').is_some_and(|(_, extension)| EXTENSIONS.contains(&extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_are_recognised_by_their_extension() {
        for name in ["a.mjlog", "a.mjlog.gz", "b.c.json", "x/y.jsonl", "z.xml.gz"] {
            assert!(has_log_extension(name), "{name}");
        }
        for name in ["a.txt", "mjlog", "a.gz", "README.md", "a.mjlog.bak", ".."] {
            assert!(!has_log_extension(name), "{name}");
        }
    }
}
