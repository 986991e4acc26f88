//! A book that is made, shard by shard.
//!
//! A file has its full length from the beginning: it is made under another name and then renamed.
//! Every shard has its place. Its entries are written and brought to the disk before its mark is, so
//! that a shard without a mark may hold anything, and one with a mark is complete, whenever the work
//! was stopped and in whatever order it was done.

use super::layout::{entry_at, header, length, mark, mark_at, write_entry};
use super::{Book, BookError, BookSettings, Class, Opener};
use facedown_game::{Rng, math};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A book in the making. While it lives, no other program can write to the file.
#[derive(Debug)]
pub struct BookMaker {
    file: File,
    book: Book,
    opener: Opener,
}

/// How the making of a book is watched and stopped. The default does neither.
#[derive(Default)]
pub struct BookWatch<'a> {
    /// Set from outside, this ends the work; the shard in hand is lost.
    pub cancel: Option<&'a AtomicBool>,
    /// Told, from any thread, that one more opening is found.
    pub found: Option<&'a (dyn Fn() + Sync)>,
}

impl std::fmt::Debug for BookWatch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BookWatch").field("cancel", &self.cancel).finish_non_exhaustive()
    }
}

impl BookMaker {
    /// Makes a file without any entries. Fails where there is a file of that name.
    pub fn create(path: &Path, settings: &BookSettings) -> Result<Self, BookError> {
        settings.validate()?;
        let (rules, worth) = settings.game()?;
        Opener::new(&rules, worth)?;
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.new", std::process::id()));
        let beside = path.with_file_name(name);
        let mut bytes = header(settings).to_vec();
        bytes.resize(length(settings), 0);
        let written = write_new(&beside, &bytes).and_then(|()| {
            // Unlike a rename, a link fails where there is a file already.
            std::fs::hard_link(&beside, path)
        });
        let removed = std::fs::remove_file(&beside);
        written.and(removed)?;
        Self::open(path)
    }

    /// Goes on with a file.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(BookError::Locked),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let book = Book::open(path)?;
        let settings = book.settings();
        let (rules, worth) = settings.game()?;
        let opener = Opener::new(&rules, worth)?;
        // Entries that another evaluator or method has made do not go together with ours.
        let ours = BookSettings::new(&settings.rules)?;
        let own =
            BookSettings { evaluator: ours.evaluator, method: ours.method, ..settings.clone() };
        differs(&own, settings)?;
        Ok(Self { file, book, opener })
    }

    /// The book so far.
    pub const fn book(&self) -> &Book {
        &self.book
    }

    /// Whether the book was made with these settings; names the first that is another.
    pub fn check(&self, settings: &BookSettings) -> Result<(), BookError> {
        differs(settings, self.book.settings())
    }

    /// Takes the shards of another book with the same settings that are not here; gives how many.
    pub fn take(&mut self, other: &Book) -> Result<u32, BookError> {
        self.check(other.settings())?;
        let mut taken = 0;
        for shard in 0..other.settings().shards {
            if other.has_shard(shard) && !self.book.has_shard(shard) {
                self.write(shard, other.entries(shard))?;
                taken += 1;
            }
        }
        Ok(taken)
    }

    /// How many openings of these shards are still to be found.
    pub fn missing(&self, shards: Range<u32>) -> Result<u64, BookError> {
        self.within(&shards)?;
        let missing = shards.filter(|shard| !self.book.has_shard(*shard));
        Ok(missing.map(|shard| self.book.settings().shard(shard).len() as u64).sum())
    }

    fn within(&self, range: &Range<u32>) -> Result<(), BookError> {
        let (first, end, shards) = (range.start, range.end, self.book.settings().shards);
        if first < end && end <= shards {
            Ok(())
        } else {
            Err(BookError::Shards { first, end, shards })
        }
    }

    /// Finds the openings of those of these shards that are not there, in order; whether all are
    /// there now, or the work was stopped. Entries do not depend on the number of threads.
    pub fn run(
        &mut self,
        shards: Range<u32>,
        threads: usize,
        watch: &BookWatch<'_>,
    ) -> Result<bool, BookError> {
        self.within(&shards)?;
        if !(1..=64).contains(&threads) {
            let value = threads.to_string();
            return Err(BookError::Setting { what: "threads", value, expected: "1 to 64" });
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| BookError::Threads(error.to_string()))?;
        for shard in shards {
            if self.book.has_shard(shard) {
                continue;
            }
            let Some(entries) = pool.install(|| self.find(shard, watch)) else { return Ok(false) };
            self.write(shard, &entries)?;
        }
        Ok(true)
    }

    /// The entries of a shard; `None` if it was stopped.
    fn find(&self, shard: u32, watch: &BookWatch<'_>) -> Option<Vec<u8>> {
        let settings = self.book.settings();
        let one = |index: usize| {
            if watch.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                return None;
            }
            let seed = Rng::stream(settings.seed, index as u64).next_u64();
            let opening = self.opener.solve(Class::from_index(index)?, &settings.depth, seed);
            if let Some(found) = watch.found {
                found();
            }
            Some(write_entry(&opening))
        };
        let entries: Option<Vec<_>> = settings.shard(shard).into_par_iter().map(one).collect();
        entries.map(|entries| entries.concat())
    }

    /// Writes entries, then their mark.
    fn write(&mut self, shard: u32, entries: &[u8]) -> Result<(), BookError> {
        let settings = self.book.settings();
        let place = entry_at(settings, settings.shard(shard).start);
        for (place, bytes) in [(place, entries), (mark_at(shard), &mark(entries)[..])] {
            self.file.seek(SeekFrom::Start(place as u64))?;
            self.file.write_all(bytes)?;
            self.file.sync_data()?;
        }
        self.book.set_shard(shard, entries);
        Ok(())
    }
}

/// Names the first setting that is another in a book.
fn differs(asked: &BookSettings, book: &BookSettings) -> Result<(), BookError> {
    match asked.difference(book) {
        None => Ok(()),
        Some((what, book, asked)) => Err(BookError::Differs { what, book, asked }),
    }
}

fn write_new(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Tries with which an opening takes so many seconds of one thread here, about: two digits, and at
/// least one.
pub fn iterations_in(settings: &BookSettings, seconds: f64) -> Result<u64, BookError> {
    if !(seconds.is_finite() && seconds > 0.0) {
        let value = seconds.to_string();
        return Err(BookError::Setting { what: "seconds", value, expected: "more than 0" });
    }
    let (rules, worth) = settings.game()?;
    let opener = Opener::new(&rules, worth)?;
    let time = |iterations: u64| {
        let depth = super::Depth { iterations, ..settings.depth };
        let start = Instant::now();
        for index in (0..16).map(|i| i * (settings.classes as usize / 16)) {
            Class::from_index(index).map(|class| opener.solve(class, &depth, settings.seed));
        }
        start.elapsed().as_secs_f64() / 16.0
    };
    // The first time fills caches.
    time(1);
    let sieves = time(1);
    let each = (time(201) - sieves).max(1e-6) / 200.0;
    let tries = ((seconds - sieves) / each).clamp(1.0, 1e9);
    let unit = math::powf(
        10.0,
        ((math::ln(tries) / std::f64::consts::LN_10 + 1e-9).floor() - 1.0).max(0.0),
    );
    Ok(((tries / unit).round() * unit) as u64)
}
