//! A book that is made in a file.
//!
//! A file has its full length from the beginning: it is written under another name and then linked.
//! Every shard has its place. Its entries are written and synchronised before its mark is, so that a
//! shard without a mark may hold anything, and one with a mark is complete, whenever the work was
//! interrupted and in whatever order it was done.

use super::layout::{entry_at, header, length, mark, mark_at};
use super::{Book, BookError, BookMaker, BookSettings, OpeningSolver};
use facedown_game::{Control, MAX_DOCUMENT_BYTES, read_at_most};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

impl Book {
    /// Reads the book in a file.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        Self::read(read_at_most(File::open(path)?, MAX_DOCUMENT_BYTES)?)
    }
}

/// A book under construction, in a file that is locked meanwhile.
#[derive(Debug)]
pub struct BookFile {
    file: File,
    maker: BookMaker,
}

impl BookFile {
    /// Creates a file without any openings. Fails if the file exists.
    pub fn create(path: &Path, settings: &BookSettings) -> Result<Self, BookError> {
        settings.validate()?;
        let (rules, stakes) = settings.game()?;
        OpeningSolver::new(&rules, stakes)?;
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.new", std::process::id()));
        let beside = path.with_file_name(name);
        let mut bytes = header(settings).to_vec();
        bytes.resize(length(settings), 0);
        let written = write_new(&beside, &bytes).and_then(|()| {
            // Unlike a rename, a link fails if the file exists.
            std::fs::hard_link(&beside, path)
        });
        let removed = std::fs::remove_file(&beside);
        written.and(removed)?;
        Self::open(path)
    }

    /// Continues a file.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(BookError::Locked),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        Ok(Self { file, maker: BookMaker::resume(Book::open(path)?)? })
    }

    /// Returns the book so far.
    pub const fn book(&self) -> &Book {
        self.maker.book()
    }

    /// Checks that the book was made with these settings: [`BookMaker::check`].
    pub fn check(&self, settings: &BookSettings) -> Result<(), BookError> {
        self.maker.check(settings)
    }

    /// Copies the missing shards from another book: [`BookMaker::take`].
    pub fn take(&mut self, other: &Book) -> Result<u32, BookError> {
        let Self { file, maker } = self;
        let settings = maker.book().settings().clone();
        maker.take_with(other, |shard, entries| write_shard(file, &settings, shard, entries))
    }

    /// Returns the number of missing openings of these shards.
    pub fn missing(&self, shards: Range<u32>) -> Result<u64, BookError> {
        self.maker.missing(shards)
    }

    /// Finds the openings of the missing ones of these shards: [`BookMaker::run`].
    pub fn run(
        &mut self,
        shards: Range<u32>,
        threads: usize,
        control: Control<'_, u64>,
    ) -> Result<bool, BookError> {
        let Self { file, maker } = self;
        let settings = maker.book().settings().clone();
        maker.run_with(shards, threads, control, |shard, entries| {
            write_shard(file, &settings, shard, entries)
        })
    }
}

/// Writes the entries of a shard, then their mark.
fn write_shard(
    file: &mut File,
    settings: &BookSettings,
    shard: u32,
    entries: &[u8],
) -> Result<(), BookError> {
    let place = entry_at(settings, settings.shard(shard).start);
    for (place, bytes) in [(place, entries), (mark_at(shard), &mark(entries)[..])] {
        file.seek(SeekFrom::Start(place as u64))?;
        file.write_all(bytes)?;
        file.sync_data()?;
    }
    Ok(())
}

fn write_new(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
