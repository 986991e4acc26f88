//! Decisions of recorded games, held in memory as views.

use super::{CloneActions, ClonePlanes, ENCODER, VALUE_SCALE};
use facedown_game::{ActionBuf, Encoder, Game};
use facedown_nets::{Batch, Samples, Targets};
use facedown_riichi::{Action, Legal, Riichi, View};
use facedown_riichi_logs::fs::{LogFile, find_logs};
use facedown_riichi_logs::{Date, LogSource, SampleFilter, read, samples_of, unpack};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// Why there are no samples.
#[derive(Debug)]
#[non_exhaustive]
pub enum LoadError {
    /// The logs cannot be found.
    Find(std::io::Error),
    /// None of the logs has a decision.
    Empty,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Find(error) => error.fmt(f),
            Self::Empty => f.write_str("no log of four seats with a decision"),
        }
    }
}

impl std::error::Error for LoadError {}

/// A decision.
#[derive(Clone)]
struct Row {
    view: View,
    action: Action,
    /// The points of the round from here on; NaN if the log ends before.
    gain: f32,
}

/// The decisions of one log.
struct Log {
    game: Arc<Riichi>,
    /// The index of its first sample among all.
    start: u64,
    rows: Vec<Row>,
}

/// Decisions with at least two actions of games with four seats, by logs in the order of their names,
/// which begin with the date. The decisions of a player who left (`BYE`) are left out from the round
/// on in which that happened, as are logs that the engine disagrees with.
pub struct CloneSamples {
    logs: Vec<Log>,
    count: u64,
    skipped: usize,
    source: String,
}

impl CloneSamples {
    /// Reads the logs of a file, folder or archive.
    pub fn load(path: &Path) -> Result<Self, LoadError> {
        Self::load_some(path, None, |_, _| true)
    }

    /// Reads the logs of a file, folder or archive that are wanted, by their place among all by name
    /// and the number of all; with `players` only decisions of these.
    pub fn load_some(
        path: &Path,
        players: Option<&[String]>,
        wanted: impl Fn(usize, usize) -> bool,
    ) -> Result<Self, LoadError> {
        let filter = SampleFilter { players, forced: false };
        let mut files = find_logs(path).map_err(LoadError::Find)?;
        files.sort_by(|a, b| a.path().cmp(b.path()));
        let source = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into());
        let mut samples = Self { logs: Vec::new(), count: 0, skipped: 0, source };
        let chosen = files.iter().enumerate().filter(|(place, _)| wanted(*place, files.len()));
        for (_, file) in chosen {
            match rows_of(file, filter) {
                Some((game, rows)) if !rows.is_empty() => {
                    let start = samples.count;
                    samples.count += rows.len() as u64;
                    samples.logs.push(Log { game, start, rows });
                }
                Some(_) => {}
                None => samples.skipped += 1,
            }
        }
        if samples.logs.is_empty() { Err(LoadError::Empty) } else { Ok(samples) }
    }

    /// Returns the number of games.
    pub fn games(&self) -> usize {
        self.logs.len()
    }

    /// Returns the number of logs that could not be read or replayed, or have three seats.
    pub fn skipped(&self) -> usize {
        self.skipped
    }

    /// Returns the game, view and action of a sample, and the points of the round from it on.
    pub fn decision(&self, index: u64) -> (&Riichi, &View, Action, f32) {
        let log = &self.logs[self.log_of(index)];
        let row = &log.rows[(index - log.start) as usize];
        (&log.game, &row.view, row.action, row.gain)
    }

    fn log_of(&self, index: u64) -> usize {
        self.logs.partition_point(|log| log.start <= index) - 1
    }
}

/// Returns for each seat the number of the round in which its player left.
fn left_in(text: &[u8]) -> [u16; 4] {
    let (mut rounds, mut left) = (0u16, [u16::MAX; 4]);
    for (at, _) in text.iter().enumerate().filter(|(_, byte)| **byte == b'<') {
        let tag = &text[at + 1..];
        if tag.starts_with(b"INIT") {
            rounds += 1;
        } else if let Some(rest) = tag.strip_prefix(b"BYE who=\"")
            && let Some(seat @ b'0'..=b'3') = rest.first()
        {
            let left = &mut left[usize::from(seat - b'0')];
            *left = (*left).min(rounds.saturating_sub(1));
        }
    }
    left
}

/// Returns the game and decisions of a log; `None` if it cannot be read or replayed.
fn rows_of(file: &LogFile, filter: SampleFilter<'_>) -> Option<(Arc<Riichi>, Vec<Row>)> {
    let bytes = file.load().ok()?;
    let left = left_in(&unpack(&bytes).ok()?);
    let mut record = read(&bytes).ok()?;
    if record.seats != 4 {
        return None;
    }
    record.date = record.date.or_else(|| Date::in_name(&file.name()));
    let samples = samples_of(&record, filter).ok()?;
    let Some(first) = samples.first() else {
        return Some((Arc::new(Riichi::new(record.engine_rules()).ok()?), Vec::new()));
    };
    let game = Arc::clone(&first.game);
    let kept = samples.iter().filter(|sample| sample.round < left[sample.view.seat().index()]);
    let rows = kept.map(|s| Row { view: s.view, action: s.action, gain: s.gain }).collect();
    Some((game, rows))
}

impl Samples for CloneSamples {
    fn encoder(&self) -> String {
        ENCODER.to_owned()
    }

    fn rules(&self) -> String {
        "riichi tenhou, four seats".to_owned()
    }

    fn describe(&self) -> String {
        let (count, games, source) = (self.count, self.logs.len(), &self.source);
        format!("{count} decisions of {games} games of {source}")
    }

    fn len(&self) -> u64 {
        self.count
    }

    /// The place of the game by date.
    fn group(&self, index: u64) -> u64 {
        self.log_of(index) as u64
    }

    fn read(&self, indices: &[u64], batch: &mut Batch) {
        if batch.targets.is_empty() {
            batch.targets.push(Targets::Classes { labels: Vec::new(), mask: Vec::new() });
            batch.targets.push(Targets::Values(Vec::new()));
        }
        let [Targets::Classes { labels, mask }, Targets::Values(values)] = &mut batch.targets[..]
        else {
            panic!("a batch of other samples");
        };
        let mut legal = Legal::default();
        for index in indices {
            let (game, view, action, gain) = self.decision(*index);
            let at = batch.inputs.len();
            batch.inputs.resize(at + ClonePlanes::INPUTS, 0.0);
            ClonePlanes.encode(game, view, &mut batch.inputs[at..]);
            let row = mask.len();
            mask.resize(row + CloneActions::COUNT, false);
            legal.clear();
            game.view_actions(view, &mut legal);
            for action in legal.as_slice() {
                mask[row + CloneActions::id(view, *action)] = true;
            }
            labels.push(CloneActions::id(view, action) as u32);
            values.push(gain / VALUE_SCALE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_who_left_is_gone_from_that_round_on() {
        let log =
            b"<mjloggm><INIT/><BYE who=\"2\" /><INIT/><T1/><BYE who=\"0\" /><BYE who=\"2\" />";
        assert_eq!(left_in(log), [1, u16::MAX, 0, u16::MAX]);
        assert_eq!(left_in(b"<BYE who=\"9\" /><BYE"), [u16::MAX; 4]);
    }
}
