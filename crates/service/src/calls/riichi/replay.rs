//! `riichi/replay`: logs verified by the engine.

use super::{bad, base64};
use crate::call::{Begun, Call, Work};
use crate::{Limits, Progress, ServiceError};
use facedown_game::ProcessClock;
use facedown_riichi::Rules;
use facedown_riichi_logs::{Counts, LogSource, Record, ReplayError, Report, replay_with_rules};
use facedown_search::Slice;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};

/// Game logs: Tenhou (mjlog, packed or plain; tenhou/6 JSON) or MJAI.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ReplayRequest {
    /// The logs.
    pub logs: Vec<LogInput>,
    /// The rules to replay by instead of those that the log names: `tenhou` or `mjsoul`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(example = "tenhou"))]
    pub rules: Option<String>,
}

/// A log as text, or as base64 where it is packed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct LogInput {
    /// The name in the report; it may hold the date of the game, as Tenhou's names do.
    pub name: String,
    /// The log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The bytes of the log in base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base64: Option<String>,
    /// The bytes of the log, of a caller in this process.
    #[serde(skip)]
    pub bytes: Option<Vec<u8>>,
}

/// The report on logs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReplayAnswer {
    /// The number of logs.
    pub logs: usize,
    /// The number of logs that agreed at every step.
    pub agreed: usize,
    /// The first difference of each log that disagrees.
    pub disagreements: Vec<DisagreementAnswer>,
    /// The logs that cannot be read.
    pub unreadable: Vec<UnreadableAnswer>,
    /// Statistics of the logs that agreed; kinds that never occurred are left out.
    pub counts: Vec<CountAnswer>,
    /// Whether the replay was stopped before all logs were done.
    pub stopped: bool,
}

/// A difference between a log and the engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DisagreementAnswer {
    /// The log.
    pub log: String,
    /// The round, counted from 0.
    pub round: usize,
    /// The name of the round, `South 2-1`.
    pub round_name: String,
    /// The number of steps of the round that agreed.
    pub step: usize,
    /// The part that was compared.
    pub matter: &'static str,
    /// The log's version.
    pub expected: String,
    /// The engine's version.
    pub got: String,
}

/// A log that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct UnreadableAnswer {
    /// The log.
    pub log: String,
    /// Why.
    pub error: String,
}

/// How often a kind of event occurred.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CountAnswer {
    /// The kind of event.
    pub event: &'static str,
    /// The number of times.
    pub count: u64,
}

impl Call for ReplayRequest {
    type Answer = ReplayAnswer;

    fn begin(&self, limits: &Limits) -> Result<Begun<ReplayAnswer>, ServiceError> {
        if self.logs.len() > limits.logs {
            return Err(ServiceError::too_large("logs", self.logs.len(), limits.logs));
        }
        let rules = self.rules.as_deref().map(log_rules).transpose()?;
        let rules = rules.unwrap_or(Record::engine_rules);
        let named = |i: usize| (format!("logs[{i}]"), format!("log {i}"));
        let logs = self.logs.iter().enumerate().map(|(i, log)| {
            let (field, name) = named(i);
            log.bytes(&field, &name)
        });
        let logs = logs.collect::<Result<Vec<_>, _>>()?;
        Ok(Begun::Work(Box::new(Replaying { logs, rules, report: Report::default() })))
    }
}

/// Returns the rules of a log by the name of a preset.
pub(super) fn log_rules(name: &str) -> Result<fn(&Record) -> Rules, ServiceError> {
    match name {
        "tenhou" => Ok(Record::tenhou_rules),
        "mjsoul" => Ok(Record::mjsoul_rules),
        other => Err(bad("rules", other, &"expected one of tenhou, mjsoul")),
    }
}

impl LogInput {
    /// Returns a log of bytes.
    pub fn of_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { name: name.into(), bytes: Some(bytes), ..Self::default() }
    }

    /// Returns the name and the bytes of the log in this field; a log without a name gets this one.
    pub(super) fn bytes(&self, field: &str, name: &str) -> Result<(String, Vec<u8>), ServiceError> {
        let name = if self.name.is_empty() { name } else { &self.name };
        let bytes = match (&self.text, &self.base64, &self.bytes) {
            (Some(text), None, None) => text.as_bytes().to_vec(),
            (None, None, Some(bytes)) => bytes.clone(),
            (None, Some(text), None) => base64::decode(text)
                .map_err(|why| ServiceError::invalid(format!("{field}.base64"), why))?,
            _ => return Err(ServiceError::invalid(field, "expected either text or base64")),
        };
        Ok((name.to_owned(), bytes))
    }
}

/// Logs that are replayed one by one.
struct Replaying {
    logs: Vec<(String, Vec<u8>)>,
    rules: fn(&Record) -> Rules,
    report: Report,
}

impl Work<ReplayAnswer> for Replaying {
    /// A unit of work is a log.
    fn advance(&mut self, slice: Slice, cancel: &AtomicBool) -> Result<bool, ServiceError> {
        let mut left = slice.begin(&ProcessClock);
        while let Some(log) = self.logs.get(self.report.logs.len()) {
            if cancel.load(Ordering::Relaxed) {
                break;
            }
            if left.is_over() {
                return Ok(false);
            }
            left.spend(1);
            let replayed = log.read().map_err(ReplayError::Unreadable).and_then(|record| {
                let rules = (self.rules)(&record);
                replay_with_rules(&record, rules).map_err(ReplayError::Disagreed)
            });
            if let Ok(replayed) = &replayed {
                self.report.counts.merge(&replayed.counts);
            }
            self.report.logs.push((log.0.clone(), replayed));
        }
        Ok(true)
    }

    fn progress(&self) -> Option<Progress<ReplayAnswer>> {
        Some(Progress::Share(self.report.logs.len() as f64 / self.logs.len().max(1) as f64))
    }

    fn answer(&mut self) -> Result<ReplayAnswer, ServiceError> {
        let report = &self.report;
        let disagreements = report.disagreements().map(|(log, found)| DisagreementAnswer {
            log: log.to_owned(),
            round: found.round,
            round_name: found.round_name.clone(),
            step: found.step,
            matter: found.matter.name(),
            expected: found.expected.clone(),
            got: found.got.clone(),
        });
        let unreadable = report
            .unreadable()
            .map(|(log, error)| UnreadableAnswer { log: log.to_owned(), error: error.to_string() });
        Ok(ReplayAnswer {
            logs: report.logs.len(),
            agreed: report.agreed(),
            disagreements: disagreements.collect(),
            unreadable: unreadable.collect(),
            counts: counts(&report.counts),
            stopped: report.logs.len() < self.logs.len(),
        })
    }
}

fn counts(counts: &Counts) -> Vec<CountAnswer> {
    let seen = counts.iter().filter(|(_, times)| *times > 0);
    seen.map(|(kind, count)| CountAnswer { event: kind.name(), count }).collect()
}
