//! Counts for Prometheus: requests, latency, iterations, worlds. Never cards.

use facedown_service::{CALLS, Spent};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Upper bounds of the latency histogram in seconds.
const BOUNDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// Counts of one call.
#[derive(Default)]
struct CallCounts {
    by_status: Mutex<BTreeMap<u16, u64>>,
    buckets: [AtomicU64; BOUNDS.len()],
    microseconds: AtomicU64,
    count: AtomicU64,
}

/// All counts.
pub(crate) struct Metrics {
    /// Each call, then everything else.
    calls: Vec<CallCounts>,
    iterations: AtomicU64,
    worlds: AtomicU64,
    /// Requests in work or waiting.
    pub(crate) queued: AtomicU64,
    /// Open event streams.
    pub(crate) streams: AtomicU64,
    /// Open connections.
    pub(crate) connections: AtomicU64,
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            calls: (0..=CALLS.len()).map(|_| CallCounts::default()).collect(),
            iterations: AtomicU64::new(0),
            worlds: AtomicU64::new(0),
            queued: AtomicU64::new(0),
            streams: AtomicU64::new(0),
            connections: AtomicU64::new(0),
        }
    }
}

impl Metrics {
    /// Counts a request.
    pub(crate) fn request(&self, call: &str, status: u16, time: Duration) {
        let place = CALLS.iter().position(|known| known.name == call).unwrap_or(CALLS.len());
        let counts = &self.calls[place];
        let mut by_status = counts.by_status.lock().unwrap_or_else(PoisonError::into_inner);
        *by_status.entry(status).or_default() += 1;
        drop(by_status);
        let seconds = time.as_secs_f64();
        if let Some(bucket) = BOUNDS.iter().position(|bound| seconds <= *bound) {
            counts.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        }
        counts.microseconds.fetch_add(time.as_micros() as u64, Ordering::Relaxed);
        counts.count.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts what a job has spent.
    pub(crate) fn spent(&self, spent: Spent) {
        self.iterations.fetch_add(spent.iterations, Ordering::Relaxed);
        self.worlds.fetch_add(spent.worlds, Ordering::Relaxed);
    }

    /// Writes all counts in the text format of Prometheus.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        let names = CALLS.iter().map(|call| call.name).chain(["other"]);
        let calls: Vec<(&str, &CallCounts)> = names.zip(&self.calls).collect();
        head(&mut out, "requests_total", "counter", "Requests by call and status.");
        for (call, counts) in &calls {
            let by_status = counts.by_status.lock().unwrap_or_else(PoisonError::into_inner);
            for (status, count) in by_status.iter() {
                let labels = format!("{{call=\"{call}\",status=\"{status}\"}}");
                line(&mut out, "requests_total", &labels, *count);
            }
        }
        head(&mut out, "request_seconds", "histogram", "Time to an answer by call.");
        for (call, counts) in calls {
            let count = counts.count.load(Ordering::Relaxed);
            if count > 0 {
                histogram(&mut out, call, counts, count);
            }
        }
        let gauge = |n: &AtomicU64| n.load(Ordering::Relaxed);
        for (name, kind, about, value) in [
            ("iterations_total", "counter", "Iterations of searches.", gauge(&self.iterations)),
            ("worlds_total", "counter", "Worlds that searches sampled.", gauge(&self.worlds)),
            ("queued", "gauge", "Requests in work or waiting.", gauge(&self.queued)),
            ("streams", "gauge", "Open event streams.", gauge(&self.streams)),
            ("connections", "gauge", "Open connections.", gauge(&self.connections)),
        ] {
            head(&mut out, name, kind, about);
            line(&mut out, name, "", value);
        }
        out
    }
}

fn head(out: &mut String, name: &str, kind: &str, about: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "# HELP facedown_{name} {about}\n# TYPE facedown_{name} {kind}");
}

fn line(out: &mut String, name: &str, labels: &str, value: impl std::fmt::Display) {
    let _ = writeln!(out, "facedown_{name}{labels} {value}");
}

fn histogram(out: &mut String, call: &str, counts: &CallCounts, count: u64) {
    let mut sum = 0;
    for (bound, bucket) in BOUNDS.iter().zip(&counts.buckets) {
        sum += bucket.load(Ordering::Relaxed);
        let labels = format!("{{call=\"{call}\",le=\"{bound}\"}}");
        line(out, "request_seconds_bucket", &labels, sum);
    }
    line(out, "request_seconds_bucket", &format!("{{call=\"{call}\",le=\"+Inf\"}}"), count);
    let seconds = counts.microseconds.load(Ordering::Relaxed) as f64 / 1e6;
    line(out, "request_seconds_sum", &format!("{{call=\"{call}\"}}"), seconds);
    line(out, "request_seconds_count", &format!("{{call=\"{call}\"}}"), count);
}
