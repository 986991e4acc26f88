//! Samples of real games, into arrays.
//!
//! Users call `facedown.riichi.samples`, which provides the arrays.
#![allow(unsafe_code, reason = "slices of NumPy's memory; each block says why it is sound")]

use super::logs::all_logs;
use super::observation::{Observation, mode_of, named};
use super::observation_ids as their_ids;
use crate::buffers::{Memory, check_disjoint};
use crate::errors::{index_error, value_error};
use crate::threads::own_threads;
use crate::values::{Integer, Seed};
use facedown_game::{Element, Encoder, Half, path_excerpt};
use facedown_riichi::{Action as Move, ActionIds, View};
use facedown_riichi_features::{Features, Mode};
use facedown_riichi_logs::fs::{LogFile, read_file};
use facedown_riichi_logs::{
    FailedLog, LogSource, Sample, SampleOptions, SampleReader, SampleRows, mjai,
};
use numpy::{PyArray1, PyArrayDyn};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::{Bound, PyAny, PyResult, Python, pyclass, pyfunction, pymethods};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};

/// Reads batches of samples and writes them into arrays.
#[pyclass(frozen, module = "facedown._native")]
pub(crate) struct RiichiSamples {
    inner: Mutex<Inner>,
    encoder: Features,
    mode: Mode,
    seats: usize,
    process: u32, // that made it
    alone: bool,  // read by the caller's thread
}

struct Inner {
    reader: SampleReader<LogFile>,
    batch: Vec<Sample>,
}

/// Seats, logs, rounds, ranks, gains and points of a batch.
type Facts<'py> = (
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<u16>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<f32>>,
);

#[pymethods]
impl RiichiSamples {
    #[new]
    #[pyo3(signature = (
        paths, encoder, compat, seats, threads, players, forced, skip_bad, shuffle, seed
    ))]
    #[allow(clippy::too_many_arguments, reason = "the options of one function in Python")]
    fn new(
        py: Python<'_>,
        paths: Vec<PathBuf>,
        encoder: &str,
        compat: Option<&str>,
        seats: Integer<'_>,
        threads: Option<&Bound<'_, PyAny>>,
        players: Option<Vec<String>>,
        forced: bool,
        skip_bad: bool,
        shuffle: Integer<'_>,
        seed: Seed,
    ) -> PyResult<Self> {
        let (threads, Seed(seed)) = (own_threads(threads)?, seed);
        let seats: usize = seats.within("seats", 3..=4)?;
        let shuffle: usize = shuffle.within("shuffle", 0..=i64::from(u32::MAX))?;
        let (encoder, mode) = (named(encoder, seats)?, mode_of(compat)?);
        let logs = py.detach(|| all_logs(paths))?;
        let options = SampleOptions { seats, players, forced, threads, skip_bad, shuffle, seed };
        let inner = Inner { reader: SampleReader::new(logs, options), batch: Vec::new() };
        let (process, alone) = (std::process::id(), threads == 1);
        Ok(Self { inner: Mutex::new(inner), encoder, mode, seats, process, alone })
    }

    /// The files.
    #[getter]
    fn logs(&self) -> PyResult<Vec<String>> {
        let inner = self.lock()?;
        Ok(inner.reader.logs().iter().map(|log| log.name().into_owned()).collect())
    }

    /// Invalid logs that were skipped, with the reason.
    #[getter]
    fn skipped(&self) -> PyResult<Vec<(String, String)>> {
        let inner = self.lock()?;
        let pair = |failed: &FailedLog| (failed.name.clone(), failed.error.to_string());
        Ok(inner.reader.skipped().iter().map(pair).collect())
    }

    /// The number of logs skipped for their number of seats.
    #[getter]
    fn passed_over(&self) -> PyResult<usize> {
        Ok(self.lock()?.reader.passed_over())
    }

    /// The size of the action space.
    #[getter]
    fn num_actions(&self) -> usize {
        match self.mode {
            Mode::Spec => ActionIds::COUNT,
            Mode::Riichienv(_) => their_ids::count(self.seats),
        }
    }

    /// Reads the next samples; returns their number, 0 at the end.
    #[expect(clippy::needless_pass_by_value, reason = "converted from Python's")]
    fn read(&self, py: Python<'_>, count: Integer<'_>) -> PyResult<usize> {
        let count: usize = count.within("batch", 1..=i64::from(u32::MAX))?;
        let mut inner = self.lock()?;
        let Inner { reader, batch } = &mut *inner;
        py.detach(|| reader.next_batch(count, batch)).map_err(value_error)?;
        Ok(batch.len())
    }

    /// Writes the samples read last. `float16` arrays are passed as `uint16`.
    fn write(
        &self,
        py: Python<'_>,
        observation: &Bound<'_, PyAny>,
        mask: &Bound<'_, PyAny>,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let inner = self.lock()?;
        if observation.cast::<PyArrayDyn<f32>>().is_ok() {
            self.fill(py, &inner, [observation, mask, action], |numbers: &mut [f32]| numbers)
        } else if observation.cast::<PyArrayDyn<u16>>().is_ok() {
            self.fill(py, &inner, [observation, mask, action], halves)
        } else {
            self.fill(py, &inner, [observation, mask, action], |numbers: &mut [u8]| numbers)
        }
    }

    /// Returns the metadata of the samples read last.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Facts<'py>> {
        let inner = self.lock()?;
        let rows = inner.batch.len();
        let (mut seats, mut ranks) = (Vec::with_capacity(rows), Vec::with_capacity(rows));
        let (mut logs, mut rounds) = (Vec::with_capacity(rows), Vec::with_capacity(rows));
        let (mut gains, mut points) = (Vec::with_capacity(rows), Vec::with_capacity(rows));
        // One pass, as samples are large and scattered in memory.
        for sample in &inner.batch {
            seats.push(sample.view.seat().index() as u8);
            logs.push(sample.log);
            rounds.push(sample.round);
            ranks.push(sample.rank);
            gains.push(sample.gain);
            points.push(sample.points);
        }
        Ok((
            PyArray1::from_vec(py, seats),
            PyArray1::from_vec(py, logs),
            PyArray1::from_vec(py, rounds),
            PyArray1::from_vec(py, ranks),
            PyArray1::from_vec(py, gains),
            PyArray1::from_vec(py, points),
        ))
    }

    /// Returns the observation of one of the samples read last.
    #[expect(clippy::needless_pass_by_value, reason = "converted from Python's")]
    fn observation(&self, row: Integer<'_>) -> PyResult<Observation> {
        let inner = self.lock()?;
        let rows = inner.batch.len();
        let Some(sample) = row.below(rows).map(|row| &inner.batch[row]) else {
            return Err(index_error(format_args!("no row {row}: the last batch has {rows}")));
        };
        Ok(Observation::new(sample.game.clone(), &sample.view, self.mode, None))
    }
}

impl RiichiSamples {
    fn lock(&self) -> PyResult<MutexGuard<'_, Inner>> {
        // A forked process lacks the worker threads.
        if !self.alone && self.process != std::process::id() {
            return Err(PyRuntimeError::new_err(
                "these samples were opened before the process was forked: open them after, or \
                 with threads=1",
            ));
        }
        self.inner
            .try_lock()
            .map_err(|_| PyRuntimeError::new_err("another thread is reading these samples"))
    }

    fn fill<M: numpy::Element, T: Element>(
        &self,
        py: Python<'_>,
        inner: &Inner,
        [observation, mask, action]: [&Bound<'_, PyAny>; 3],
        as_numbers: fn(&mut [M]) -> &mut [T],
    ) -> PyResult<()> {
        let rows = inner.batch.len();
        let shape = [&[rows], self.encoder.shape()].concat();
        let observation = Memory::<M>::output("observation", observation, &shape)?;
        let mask = Memory::flags("mask", mask, &[rows, self.num_actions()])?;
        let action = Memory::<i32>::output("action", action, &[rows])?;
        check_disjoint(&[observation.span(), mask.span(), action.span()])?;
        // SAFETY: no two of the arrays share memory. What Python does with them meanwhile on other
        // threads is its affair, as with every function that gives up the lock.
        let rows = unsafe {
            SampleRows {
                observation: as_numbers(observation.into_slice()),
                mask: mask.into_slice(),
                action: action.into_slice(),
            }
        };
        let number: fn(&View, Move) -> usize = match self.mode {
            Mode::Spec => |_, action| ActionIds::id(action),
            Mode::Riichienv(_) => their_ids::number,
        };
        let Inner { reader, batch } = inner;
        py.detach(|| reader.encode(batch, &self.encoder, number, rows));
        Ok(())
    }
}

fn halves(numbers: &mut [u16]) -> &mut [Half] {
    // SAFETY: a `Half` is nothing but its 16 bits, all of which it allows.
    unsafe { std::slice::from_raw_parts_mut(numbers.as_mut_ptr().cast(), numbers.len()) }
}

/// Converts a log in any format to MJAI, one event per line.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "a path is made of Python's object")]
pub(crate) fn riichi_to_mjai(py: Python<'_>, path: PathBuf) -> PyResult<String> {
    py.detach(|| read_file(&path).map(|record| mjai::write(&record)))
        .map_err(|error| value_error(format_args!("'{}': {error}", path_excerpt(&path))))
}
