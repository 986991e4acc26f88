//! Logs in zip archives.
//!
//! The directory of an archive is read once. A member is read when its turn comes, by the thread that
//! needs it: an archive of thousands of games is never unpacked as a whole, and all threads share it.

use crate::MAX_BYTES;
use crate::error::{LogError, Reason};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use zip::ZipArchive;
use zip::result::ZipError;

/// An archive and its directory.
pub(super) struct Archive(ZipArchive<ArchiveFile>);

/// A member that is a file.
pub(super) struct Member {
    pub(super) name: String,
    pub(super) index: usize,
}

impl Archive {
    /// Reads the directory of an archive.
    pub(super) fn open(path: &Path) -> Result<Self, LogError> {
        let file = ArchiveFile { path: path.into(), file: None };
        // The clone has no open file.
        ZipArchive::new(file).map(|zip| Self(zip.clone())).map_err(reason)
    }

    /// Returns the files of the archive, in all its folders, sorted by name. What systems add unasked
    /// (names that begin with a dot, `__MACOSX`) is left out.
    pub(super) fn members(&self) -> Vec<Member> {
        let member = |index: usize| {
            let name = match self.0.name_for_index(index)? {
                Ok(name) => name.into_owned(),
                // Reading it will fail; it is listed to be reported.
                Err(_) => format!("member {index}"),
            };
            let added = name.split(['/', '\\']).any(|part| {
                part.starts_with('.') && part != "." && part != ".." || part == "__MACOSX"
            });
            (!added && !name.ends_with(['/', '\\'])).then_some(Member { name, index })
        };
        let mut members: Vec<Member> = (0..self.0.len()).filter_map(member).collect();
        members.sort_by(|a, b| a.name.cmp(&b.name));
        members
    }

    /// Unpacks a member, up to the largest size of a log.
    pub(super) fn load(&self, index: usize) -> Result<Vec<u8>, LogError> {
        let mut zip = self.0.clone();
        let member = zip.by_index(index).map_err(reason)?;
        let too_long = LogError::file(Reason::TooLong(MAX_BYTES));
        if member.size() > MAX_BYTES as u64 {
            return Err(too_long);
        }
        // The declared size may be a lie.
        let mut bytes = Vec::with_capacity((member.size() as usize).min(1 << 20));
        let read = member.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes);
        read.map_err(|error| reason(error.into()))?;
        if bytes.len() > MAX_BYTES { Err(too_long) } else { Ok(bytes) }
    }
}

fn reason(error: ZipError) -> LogError {
    LogError::file(match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => Reason::Encrypted,
        ZipError::Io(error) => Reason::Zip(error.to_string()),
        ZipError::InvalidArchive(why) => Reason::Zip(why.into_owned()),
        other => Reason::Zip(other.to_string()),
    })
}

/// A file that is open only while it is read: a clone opens it anew. So any number of archives can be
/// listed, threads do not wait for one another, and forked processes share no position.
struct ArchiveFile {
    path: Arc<Path>,
    file: Option<BufReader<File>>,
}

impl ArchiveFile {
    fn open(&mut self) -> io::Result<&mut BufReader<File>> {
        Ok(match &mut self.file {
            Some(file) => file,
            closed => closed.insert(BufReader::new(File::open(&self.path)?)),
        })
    }
}

impl Clone for ArchiveFile {
    fn clone(&self) -> Self {
        Self { path: Arc::clone(&self.path), file: None }
    }
}

impl Read for ArchiveFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.open()?.read(buffer)
    }
}

impl Seek for ArchiveFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.open()?.seek(to)
    }
}
