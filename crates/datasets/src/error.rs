//! Why a data set cannot be written or read.

use std::fmt;
use std::path::PathBuf;

/// Why a data set cannot be written or read.
#[derive(Debug)]
#[non_exhaustive]
pub enum DatasetError {
    /// A file or folder cannot be read or written.
    File {
        /// Its path.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file is no shard of such a data set.
    Shard {
        /// Its path.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// The folder holds something else.
    Folder {
        /// Its path.
        path: PathBuf,
        /// What.
        why: String,
    },
    /// The data set is for another encoder.
    Encoder {
        /// The data set's.
        found: String,
        /// The one that is needed.
        expected: String,
    },
    /// There are no rows.
    Empty(PathBuf),
    /// The source has no such rows.
    Source(String),
    /// The user stopped it; what is written stays.
    Stopped,
}

impl DatasetError {
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |error| Self::File { path, error }
    }
}

impl fmt::Display for DatasetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Shard { path, why } | Self::Folder { path, why } => {
                write!(f, "{}: {why}", path.display())
            }
            Self::Encoder { found, expected } => {
                write!(f, "the data set is for the encoder {found}, expected {expected}")
            }
            Self::Empty(path) => write!(f, "{}: no rows", path.display()),
            Self::Source(why) => f.write_str(why),
            Self::Stopped => f.write_str("stopped; the same command makes the rest"),
        }
    }
}

impl std::error::Error for DatasetError {}
