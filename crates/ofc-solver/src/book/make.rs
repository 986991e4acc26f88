//! Making a book, shard by shard.

use super::layout::{header, length, write_entry};
use super::{Book, BookError, BookSettings, Class, Depth, OpeningSolver};
use crate::parallel;
use facedown_game::{Clock, Control, Rng, SharedControl, math};
use rayon::ThreadPoolBuilder;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// A book under construction, in memory.
#[derive(Debug)]
pub struct BookMaker {
    book: Book,
    solver: OpeningSolver,
}

impl BookMaker {
    /// Begins a book without any openings.
    pub fn new(settings: &BookSettings) -> Result<Self, BookError> {
        settings.validate()?;
        let mut bytes = header(settings).to_vec();
        bytes.resize(length(settings), 0);
        Self::resume(Book::read(bytes)?)
    }

    /// Continues a book.
    pub fn resume(book: Book) -> Result<Self, BookError> {
        let settings = book.settings();
        let (rules, stakes) = settings.game()?;
        let solver = OpeningSolver::new(&rules, stakes)?;
        // Entries of a different evaluator or method do not go together with ours.
        let ours = BookSettings::new(&settings.rules)?;
        let expected =
            BookSettings { evaluator: ours.evaluator, method: ours.method, ..settings.clone() };
        check_settings(&expected, settings)?;
        Ok(Self { book, solver })
    }

    /// Returns the book so far.
    pub const fn book(&self) -> &Book {
        &self.book
    }

    /// Checks that the book was made with these settings; the error names the first difference.
    pub fn check(&self, settings: &BookSettings) -> Result<(), BookError> {
        check_settings(settings, self.book.settings())
    }

    /// Copies the missing shards from another book with the same settings; returns their number.
    pub fn take(&mut self, other: &Book) -> Result<u32, BookError> {
        self.take_with(other, |_, _| Ok(()))
    }

    /// Copies missing shards, each of which is passed to `store` first.
    pub(super) fn take_with(
        &mut self,
        other: &Book,
        mut store: impl FnMut(u32, &[u8]) -> Result<(), BookError>,
    ) -> Result<u32, BookError> {
        self.check(other.settings())?;
        let mut taken = 0;
        for shard in 0..other.settings().shards {
            if other.has_shard(shard) && !self.book.has_shard(shard) {
                store(shard, other.entries(shard))?;
                self.book.set_shard(shard, other.entries(shard));
                taken += 1;
            }
        }
        Ok(taken)
    }

    /// Returns the number of missing openings of these shards.
    pub fn missing(&self, shards: Range<u32>) -> Result<u64, BookError> {
        self.check_range(&shards)?;
        let missing = shards.filter(|shard| !self.book.has_shard(*shard));
        Ok(missing.map(|shard| self.book.settings().shard(shard).len() as u64).sum())
    }

    fn check_range(&self, range: &Range<u32>) -> Result<(), BookError> {
        let (first, end, shards) = (range.start, range.end, self.book.settings().shards);
        if first < end && end <= shards {
            Ok(())
        } else {
            Err(BookError::Shards { first, end, shards })
        }
    }

    /// Finds the openings of the missing ones of these shards, in order; returns `false` if cancelled,
    /// when the shard in progress is lost. Entries do not depend on the number of threads. Progress
    /// is reported as the number of openings found.
    pub fn run(
        &mut self,
        shards: Range<u32>,
        threads: usize,
        control: Control<'_, u64>,
    ) -> Result<bool, BookError> {
        self.run_with(shards, threads, control, |_, _| Ok(()))
    }

    /// Runs as [`BookMaker::run`] does; each shard is passed to `store` first.
    pub(super) fn run_with(
        &mut self,
        shards: Range<u32>,
        threads: usize,
        mut control: Control<'_, u64>,
        mut store: impl FnMut(u32, &[u8]) -> Result<(), BookError>,
    ) -> Result<bool, BookError> {
        self.check_range(&shards)?;
        if !(1..=64).contains(&threads) {
            let value = threads.to_string();
            return Err(BookError::Setting { what: "threads", value, expected: "1 to 64" });
        }
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
        let pool = pool.transpose().map_err(|error| BookError::Threads(error.to_string()))?;
        let (control, found) = (control.shared(), AtomicU64::new(0));
        for shard in shards {
            if self.book.has_shard(shard) {
                continue;
            }
            let entries = match &pool {
                Some(pool) => pool.install(|| self.solve(shard, true, &control, &found)),
                None => self.solve(shard, false, &control, &found),
            };
            let Some(entries) = entries else { return Ok(false) };
            store(shard, &entries)?;
            self.book.set_shard(shard, &entries);
        }
        Ok(true)
    }

    /// Returns the entries of a shard; `None` if cancelled.
    fn solve(
        &self,
        shard: u32,
        parallel: bool,
        control: &SharedControl<'_, u64>,
        found: &AtomicU64,
    ) -> Option<Vec<u8>> {
        let settings = self.book.settings();
        let one = |(): &mut (), index: usize| {
            if control.is_cancelled() {
                return None;
            }
            let seed = Rng::stream(settings.seed, index as u64).next_u64();
            let opening = self.solver.solve(Class::from_index(index)?, &settings.depth, seed);
            control.report(&(found.fetch_add(1, Ordering::Relaxed) + 1));
            Some(write_entry(&opening))
        };
        let entries = parallel::map(parallel, settings.shard(shard), || (), one);
        let entries: Option<Vec<_>> = entries.into_iter().collect();
        entries.map(|entries| entries.concat())
    }
}

/// Checks settings; the error names the first difference.
fn check_settings(wanted: &BookSettings, book: &BookSettings) -> Result<(), BookError> {
    match wanted.difference(book) {
        None => Ok(()),
        Some((what, book, wanted)) => Err(BookError::Differs { what, book, wanted }),
    }
}

/// Returns the iterations with which an opening takes about this many seconds of one thread: two
/// significant digits, at least 1.
pub fn iterations_in(
    settings: &BookSettings,
    seconds: f64,
    clock: &dyn Clock,
) -> Result<u64, BookError> {
    if !(seconds.is_finite() && seconds > 0.0) {
        let value = seconds.to_string();
        return Err(BookError::Setting { what: "seconds", value, expected: "more than 0" });
    }
    let (rules, stakes) = settings.game()?;
    let solver = OpeningSolver::new(&rules, stakes)?;
    let time = |iterations: u64| {
        let depth = Depth { iterations, ..settings.depth };
        let start = clock.now();
        for index in (0..16).map(|i| i * (settings.classes as usize / 16)) {
            Class::from_index(index).map(|class| solver.solve(class, &depth, settings.seed));
        }
        clock.now().saturating_sub(start).as_secs_f64() / 16.0
    };
    // The first run fills caches.
    time(1);
    let screening = time(1);
    let each = (time(201) - screening).max(1e-6) / 200.0;
    let iterations = ((seconds - screening) / each).clamp(1.0, 1e9);
    let digits = (math::ln(iterations) / std::f64::consts::LN_10 + 1e-9).floor();
    let unit = math::powf(10.0, (digits - 1.0).max(0.0));
    Ok(((iterations / unit).round() * unit) as u64)
}
