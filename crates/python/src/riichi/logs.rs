//! Logs of real games, replayed through the engine.

use crate::errors::{file_error, value_error};
use crate::interruptible::interruptible;
use crate::service::answered;
use crate::threads::own_threads;
use crate::values::to_python;
use crate::watch::Watch;
use facedown_game::{Control, excerpt, path_excerpt};
use facedown_riichi::Rules;
use facedown_riichi_logs::fs::{LogFile, find_logs, read_bytes};
use facedown_riichi_logs::{EXTENSIONS, Record, ReplayOptions, replay_all};
use facedown_riichi_review::html;
use facedown_service::calls::riichi::{LogInput, ReviewRequest};
use facedown_service::{Answer, Request};
use pyo3::prelude::{Bound, PyAny, PyResult, Python, pyfunction};
use serde_json::json;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Replays all logs of the paths; returns the report as a record.
#[pyfunction]
#[pyo3(signature = (paths, threads=None, rules=None, luck=false))]
pub(super) fn riichi_replay<'py>(
    py: Python<'py>,
    paths: Vec<PathBuf>,
    threads: Option<&Bound<'py, PyAny>>,
    rules: Option<&str>,
    luck: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let threads = own_threads(threads)?;
    let rules = rules.map(named_rules).transpose()?;
    let logs = py.detach(|| all_logs(paths))?;
    let cancel = AtomicBool::new(false);
    let work = |_: &_| {
        let mut control = Control { cancel: Some(&cancel), ..Control::default() };
        replay_all(&logs, &ReplayOptions { threads, rules, luck }, &mut control)
    };
    let (report, failed) = interruptible(py, &cancel, work, |_: Option<()>| Ok(true));
    match failed {
        Some(error) => Err(error),
        None => to_python(py, &json!(report)),
    }
}

/// Lists the logs of files, archives and folders.
pub(super) fn all_logs(paths: Vec<PathBuf>) -> PyResult<Vec<LogFile>> {
    let mut logs = Vec::new();
    for path in paths {
        let found = find_logs(&path).map_err(|error| file_error(&path, &error))?;
        if found.is_empty() {
            let ends = EXTENSIONS.join(", .");
            return Err(value_error(format_args!(
                "'{}': no logs in it, names that end in .{ends}, .zip",
                path_excerpt(&path)
            )));
        }
        logs.extend(found);
    }
    Ok(logs)
}

/// Returns the preset for the seats and the length of a log.
fn named_rules(name: &str) -> PyResult<fn(&Record) -> Rules> {
    match name {
        "tenhou" => Ok(Record::tenhou_rules),
        "mjsoul" => Ok(Record::mjsoul_rules),
        _ => Err(value_error(format_args!(
            "no rules '{name}': expected tenhou or mjsoul",
            name = excerpt(name)
        ))),
    }
}

/// Reviews the log of a path; returns the review as a record, and as one HTML page.
#[pyfunction]
#[pyo3(signature = (path, seat=None, worlds=None, seed=0, threads=None, rules=None))]
pub(super) fn riichi_review<'py>(
    py: Python<'py>,
    path: PathBuf,
    seat: Option<usize>,
    worlds: Option<u64>,
    seed: u64,
    threads: Option<&Bound<'py, PyAny>>,
    rules: Option<&str>,
) -> PyResult<(Bound<'py, PyAny>, String)> {
    let named = |error: &dyn std::fmt::Display| {
        value_error(format_args!("'{}': {error}", path_excerpt(&path)))
    };
    let bytes = py.detach(|| read_bytes(&path)).map_err(|error| named(&error))?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let request = Request::RiichiReview(Box::new(ReviewRequest {
        log: LogInput::of_bytes(name, bytes),
        seat,
        worlds,
        timeout_ms: None,
        seed,
        threads: Some(own_threads(threads)?).filter(|threads| *threads > 0),
        rules: rules.map(str::to_owned),
    }));
    let (answer, interrupt) = answered(py, &request, &Watch::new(None, None, None)?);
    if let Some(error) = interrupt {
        return Err(error);
    }
    match answer {
        Ok(Answer::RiichiReview(review)) => Ok((to_python(py, &json!(review))?, html(&review))),
        Ok(_) => Err(value_error("the service answered another call")),
        Err(error) if error.field.as_deref() == Some("log") => Err(named(&error.message)),
        Err(error) => Err(value_error(error)),
    }
}
