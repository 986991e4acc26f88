//! Decisions of recorded riichi games, as references into the logs.

use crate::error::DatasetError;
use crate::folder::Job;
use crate::table::{Column, Columns};
use facedown_riichi::ActionIds;
use facedown_riichi_logs::fs::{LogFile, find_logs};
use facedown_riichi_logs::{LogSource, Sample, SampleFilter, samples_of};
use serde_json::{Value, json};
use std::ops::Range;
use std::path::Path;

/// The decisions of recorded games with at least two legal actions: `log` (its file name), `decision`
/// (its place among those of the log), `round`, `seat`, `action` (its id), `gain` (points of the round
/// from there on), `rank` (the seat's final place). The logs themselves are not copied: replaying one
/// gives the views. Logs that cannot be read or replayed have no rows.
#[derive(Debug)]
pub struct Decisions {
    logs: Vec<LogFile>,
    source: String,
}

impl Decisions {
    /// Logs of a shard.
    pub const SHARD: u64 = 250;

    /// Finds the logs of a file, folder or archive.
    pub fn find(path: &Path) -> Result<Self, DatasetError> {
        let mut logs = find_logs(path).map_err(DatasetError::file(path))?;
        logs.sort_by(|a, b| a.path().cmp(b.path()));
        if logs.is_empty() {
            return Err(DatasetError::Empty(path.to_owned()));
        }
        let source =
            path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
        Ok(Self { logs, source })
    }
}

impl Job for Decisions {
    fn about(&self) -> Value {
        json!({
            "dataset": "riichi-decisions", "game": "riichi", "rules": "of each log",
            "encoder": ["riichi-planes-1", "riichi-extended-1", "riichi-clone-1"], "seed": null,
            "source": self.source, "logs": self.logs.len(), "shard": Self::SHARD,
        })
    }

    fn items(&self) -> u64 {
        self.logs.len() as u64
    }

    fn shard(&self) -> u64 {
        Self::SHARD
    }

    fn table(&self, items: Range<u64>) -> Result<Columns, DatasetError> {
        let mut rows: Vec<(String, u32, Sample)> = Vec::new();
        for log in &self.logs[items.start as usize..items.end as usize] {
            let filter = SampleFilter { forced: false, ..SampleFilter::default() };
            let Some(samples) = log.read().ok().and_then(|r| samples_of(&r, filter).ok()) else {
                continue;
            };
            let name =
                log.path().file_name().map_or_else(String::new, |n| n.to_string_lossy().into());
            rows.extend((0..).zip(samples).map(|(place, sample)| (name.clone(), place, sample)));
        }
        let action = |(.., sample): &(_, _, Sample)| ActionIds::id(sample.action) as u16;
        Ok(Columns {
            columns: vec![
                ("log", Column::Text(rows.iter().map(|row| row.0.clone()).collect())),
                ("decision", Column::U32(rows.iter().map(|row| row.1).collect())),
                ("round", Column::U16(rows.iter().map(|row| row.2.round).collect())),
                ("seat", Column::U8(rows.iter().map(|r| r.2.view.seat().index() as u8).collect())),
                ("action", Column::U16(rows.iter().map(action).collect())),
                ("gain", Column::F32(rows.iter().map(|row| row.2.gain).collect())),
                ("rank", Column::U8(rows.iter().map(|row| row.2.rank).collect())),
            ],
        })
    }
}
