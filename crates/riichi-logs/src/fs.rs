//! Logs of the file system: files, folders, and zip archives. Nothing else in this crate touches files.

mod archive;

use crate::MAX_BYTES;
use crate::error::{LogError, Reason};
use crate::record::Record;
use crate::source::{LogSource, has_log_extension};
use archive::{Archive, Member};
use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A log file, or a member of a zip archive, read when its bytes are needed. Two are equal if their
/// paths are; that of a member is `archive.zip/member`.
#[derive(Clone)]
pub struct LogFile {
    path: PathBuf,
    place: Location,
}

/// Where the bytes of a log are.
#[derive(Clone)]
enum Location {
    File,
    Member(Arc<Archive>, usize),
    /// An archive without members that could be listed.
    Nowhere(LogError),
}

impl LogFile {
    /// Creates the source of a path. The file need not exist: loading it fails then.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), place: Location::File }
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl PartialEq for LogFile {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

impl Eq for LogFile {}

impl fmt::Debug for LogFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LogFile").field(&self.path).finish()
    }
}

impl LogSource for LogFile {
    fn name(&self) -> Cow<'_, str> {
        self.path.to_string_lossy()
    }

    fn load(&self) -> Result<Cow<'_, [u8]>, LogError> {
        match &self.place {
            Location::File => load(&self.path).map(Cow::Owned),
            Location::Member(archive, index) => archive.load(*index).map(Cow::Owned),
            Location::Nowhere(error) => Err(error.clone()),
        }
    }
}

/// Reads a file, up to the largest size of a log: a device may have no end.
fn load(path: &Path) -> Result<Vec<u8>, LogError> {
    let mut bytes = Vec::new();
    let read = File::open(path)
        .and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| LogError::file(Reason::Load(error.to_string())))?;
    if read > MAX_BYTES { Err(LogError::file(Reason::TooLong(MAX_BYTES))) } else { Ok(bytes) }
}

/// Reads the log of a file, of a member of an archive (`archive.zip/member`), or of an archive with
/// one member.
pub fn read_file(path: impl Into<PathBuf>) -> Result<Record, LogError> {
    only_log(path.into())?.read()
}

/// Returns the bytes of the same log.
pub fn read_bytes(path: impl Into<PathBuf>) -> Result<Vec<u8>, LogError> {
    Ok(only_log(path.into())?.load()?.into_owned())
}

/// Returns the only log of a path.
fn only_log(path: PathBuf) -> Result<LogFile, LogError> {
    if path.is_dir() {
        return Ok(LogFile::new(path));
    }
    let logs = find_logs(&path);
    let logs = logs.map_err(|error| LogError::file(Reason::Load(error.to_string())))?;
    match <[LogFile; 1]>::try_from(logs) {
        Ok([log]) => Ok(log),
        Err(logs) => Err(LogError::file(Reason::Several(logs.len()))),
    }
}

/// Returns the logs of a path: the file itself; all members of a zip archive, whatever their names; the
/// logs and archives below a folder, recognised by their extension. Members and files of a folder are
/// sorted by name. `archive.zip/name` is a member of an archive, or all below a folder in it.
///
/// An archive that cannot be read, or has no members, is listed by its own name as a log that cannot be
/// read.
pub fn find_logs(path: &Path) -> io::Result<Vec<LogFile>> {
    let mut logs = Vec::new();
    match path.metadata() {
        Ok(found) if found.is_dir() => walk(path, &mut logs)?,
        Ok(found) if found.is_file() && is_archive(path) => list(path, &mut logs),
        Ok(_) => logs.push(LogFile::new(path)),
        Err(error) => logs = find_members(path).ok_or(error)?,
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
        } else if has_zip_extension(&path) && path.is_file() {
            list(&path, logs);
        } else if entry.file_name().to_str().is_some_and(has_log_extension) && path.is_file() {
            logs.push(LogFile::new(path));
        }
    }
    Ok(())
}

fn has_zip_extension(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}

/// Returns whether a file is a zip archive, by its name or by its first bytes.
fn is_archive(path: &Path) -> bool {
    let head = || -> io::Result<[u8; 4]> {
        let mut head = [0; 4];
        File::open(path)?.read_exact(&mut head)?;
        Ok(head)
    };
    has_zip_extension(path) || matches!(head().as_ref(), Ok(b"PK\x03\x04" | b"PK\x05\x06"))
}

/// Lists the members of an archive.
fn list(path: &Path, logs: &mut Vec<LogFile>) {
    let nowhere = |error| LogFile { path: path.to_owned(), place: Location::Nowhere(error) };
    match members(path, |_| true) {
        Ok(members) if members.is_empty() => {
            logs.push(nowhere(LogError::file(Reason::EmptyArchive)));
        }
        Ok(members) => logs.extend(members),
        Err(error) => logs.push(nowhere(error)),
    }
}

/// Returns the members of an archive that are wanted.
fn members(path: &Path, wanted: impl Fn(&str) -> bool) -> Result<Vec<LogFile>, LogError> {
    let archive = Arc::new(Archive::open(path)?);
    let listed = archive.members().into_iter().filter(|member| wanted(&member.name));
    let log = |Member { name, index }: Member| LogFile {
        path: below(path, &name),
        place: Location::Member(Arc::clone(&archive), index),
    };
    Ok(listed.map(log).collect())
}

/// Returns the path of a member, whatever its name is. Control characters would reach the terminal.
fn below(archive: &Path, member: &str) -> PathBuf {
    let mut path = OsString::from(archive);
    path.push("/");
    path.push(member.replace(char::is_control, "\u{fffd}"));
    path.into()
}

/// Returns the members that a path below an archive names; `None` if it names none.
fn find_members(path: &Path) -> Option<Vec<LogFile>> {
    let archive = path.ancestors().skip(1).find(|above| above.is_file())?;
    let rest = path.strip_prefix(archive).ok()?.to_str()?.replace('\\', "/");
    let folder = format!("{rest}/");
    let wanted = |name: &str| {
        let name = name.replace('\\', "/");
        name == rest || name.starts_with(&folder)
    };
    if !is_archive(archive) {
        return None;
    }
    members(archive, wanted).ok().filter(|found| !found.is_empty())
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
        names.sort_by(|a, b| a.path.cmp(&b.path));
        assert!(names.iter().all(|name| logs.contains(name)), "{logs:?}");
        assert!(logs.is_sorted_by_key(LogFile::path));
        assert_eq!(find_logs(names[0].path()).unwrap(), [names[0].clone()]);
        assert!(find_logs(&data.join("no such folder")).is_err());
        assert!(find_logs(&names[0].path().join("no member")).is_err());
    }

    #[test]
    fn a_missing_file_is_an_error_of_the_log() {
        let missing = LogFile::new("no/such/file.mjlog");
        assert_eq!(missing.name(), "no/such/file.mjlog");
        assert!(matches!(missing.load().unwrap_err().reason, Reason::Load(_)));
        assert!(matches!(read_file("no/such/file.mjlog").unwrap_err().reason, Reason::Load(_)));
    }

    #[test]
    fn the_path_of_a_member_stays_below_its_archive() {
        for (name, path) in [
            ("a/b.mjlog", "x.zip/a/b.mjlog"),
            ("/etc/passwd", "x.zip//etc/passwd"),
            ("bell\u{7}.xml", "x.zip/bell\u{fffd}.xml"),
        ] {
            assert_eq!(below(Path::new("x.zip"), name).as_os_str(), path);
        }
    }
}
