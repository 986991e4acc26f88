//! Logs of the file system. Nothing else in this crate touches files.

use crate::MAX_BYTES;
use crate::error::{LogError, Reason};
use crate::record::Record;
use crate::source::{LogSource, has_log_extension};
use facedown_game::read_at_most;
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

/// A log file, read when its bytes are needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogFile(PathBuf);

impl LogFile {
    /// Creates the source of a path. The file need not exist: loading it fails then.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl LogSource for LogFile {
    fn name(&self) -> Cow<'_, str> {
        self.0.to_string_lossy()
    }

    fn load(&self) -> Result<Cow<'_, [u8]>, LogError> {
        let bytes = std::fs::File::open(&self.0).and_then(|file| read_at_most(file, MAX_BYTES));
        match bytes {
            Ok(bytes) => Ok(bytes.into()),
            Err(error) => Err(LogError::file(Reason::Load(error.to_string()))),
        }
    }
}

/// Reads a log from a file.
pub fn read_file(path: impl Into<PathBuf>) -> Result<Record, LogError> {
    LogFile::new(path).read()
}

/// Returns the file itself, or all logs below a folder, recognised by their extension and sorted by
/// name.
pub fn find_logs(path: &Path) -> io::Result<Vec<LogFile>> {
    let mut logs = Vec::new();
    if path.is_dir() {
        walk(path, &mut logs)?;
    } else {
        // Fails with the reason if there is no such file.
        path.metadata()?;
        logs.push(LogFile::new(path));
    }
    Ok(logs)
}

fn walk(folder: &Path, logs: &mut Vec<LogFile>) -> io::Result<()> {
    let mut entries = std::fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type()?);
        // Links to folders are not followed: they may form a cycle.
        if kind.is_dir() {
            walk(&path, logs)?;
        } else if entry.file_name().to_str().is_some_and(has_log_extension) && path.is_file() {
            logs.push(LogFile(path));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_walked_with_its_subfolders() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
        let logs = find_logs(&data).unwrap();
        let mut names = ["hanchan.json", "sanma.jsonl", "tonpu.mjlog"]
            .map(|name| LogFile::new(data.join("riichi").join(name)));
        names.sort_by(|a, b| a.0.cmp(&b.0));
        assert!(names.iter().all(|name| logs.contains(name)), "{logs:?}");
        assert!(logs.is_sorted_by_key(LogFile::path));
        assert_eq!(find_logs(names[0].path()).unwrap(), [names[0].clone()]);
        assert!(find_logs(&data.join("no such folder")).is_err());
    }

    #[test]
    fn a_missing_file_is_an_error_of_the_log() {
        let missing = LogFile::new("no/such/file.mjlog");
        assert_eq!(missing.name(), "no/such/file.mjlog");
        assert!(matches!(missing.load().unwrap_err().reason, Reason::Load(_)));
    }
}
