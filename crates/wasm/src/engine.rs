//! Requests in progress, by number.

#[cfg(target_family = "wasm")]
use facedown_ofc_solver::weights as ofc;
use facedown_search::Slice;
use facedown_service::tables::Entropy;
use facedown_service::{
    ErrorKind, Job, Limits, MemoryStore, Request, Service, ServiceError, tables::NoEntropy,
};
#[cfg(target_family = "wasm")]
use facedown_tasks::weights as riichi;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The networks of open-face Chinese poker, as a file.
#[cfg(target_family = "wasm")]
const OFC_WEIGHTS: &str = "ofc.weights";
/// The network of the riichi bot `clone`, as a file.
#[cfg(target_family = "wasm")]
const RIICHI_WEIGHTS: &str = "riichi.weights";

/// The most requests at a time.
const MAX_JOBS: usize = 64;

/// Answers requests, several at a time, in slices.
pub struct Engine {
    service: Service,
    store: Arc<MemoryStore>,
    jobs: BTreeMap<u32, Job>,
    next: u32,
}

impl Engine {
    /// Makes an engine with a source of random numbers, which tables need.
    pub fn new(entropy: Arc<dyn Entropy>) -> Self {
        let store = Arc::new(MemoryStore::default());
        let service = Service::new(Limits::default(), store.clone(), entropy);
        Self { service, store, jobs: BTreeMap::new(), next: 1 }
    }

    /// Begins to answer a request: `{"answer": …}` or `{"error": …}` if that is all, otherwise
    /// `{"job": 1}`. On WebAssembly `{"needs": "ofc.weights"}` if such a file is to be installed before
    /// the request is sent again; nothing was changed.
    pub fn begin(&mut self, request: &str) -> String {
        let begun = Request::read_named(request).and_then(|request| {
            if self.jobs.len() >= MAX_JOBS {
                let why = format!("{} requests are in work", self.jobs.len());
                return Err(ServiceError::new(ErrorKind::Busy, why));
            }
            self.service.begin(&request)
        });
        match begun {
            Ok(job) if job.is_done() => finished(job),
            Ok(job) => {
                let number = self.next;
                self.next = self.next.wrapping_add(1).max(1);
                self.jobs.insert(number, job);
                json!({ "job": number }).to_string()
            }
            #[cfg(target_family = "wasm")]
            Err(_) if ofc::take_asked() => json!({ "needs": OFC_WEIGHTS }).to_string(),
            #[cfg(target_family = "wasm")]
            Err(_) if riichi::take_asked() => json!({ "needs": RIICHI_WEIGHTS }).to_string(),
            Err(error) => failed(&error),
        }
    }

    /// Installs a file that a request needs. Returns whether it is that file.
    #[cfg(target_family = "wasm")]
    pub fn install(&self, name: &str, bytes: &[u8]) -> bool {
        match name {
            OFC_WEIGHTS => ofc::install(bytes),
            RIICHI_WEIGHTS => riichi::install(bytes),
            _ => false,
        }
    }

    /// Advances a request by a slice of milliseconds, or of iterations if `milliseconds` is 0:
    /// `{"answer": …}` or `{"error": …}` if it is complete, otherwise `{"progress": …}`.
    pub fn advance(&mut self, number: u32, milliseconds: f64, iterations: u32) -> String {
        let Some(mut job) = self.jobs.remove(&number) else {
            return failed(&ServiceError::new(ErrorKind::NotFound, format!("no job {number}")));
        };
        let slice = Slice {
            seconds: (milliseconds > 0.0).then_some(milliseconds / 1e3),
            iterations: (iterations > 0).then_some(iterations.into()),
        };
        match job.advance(slice, &AtomicBool::new(false)) {
            Err(error) => failed(&error),
            Ok(true) => finished(job),
            Ok(false) => {
                let progress = json!({ "progress": job.progress() }).to_string();
                self.jobs.insert(number, job);
                progress
            }
        }
    }

    /// Ends a request with its answer so far.
    pub fn end(&mut self, number: u32) -> String {
        match self.jobs.remove(&number) {
            Some(job) => finished(job),
            None => failed(&ServiceError::new(ErrorKind::NotFound, format!("no job {number}"))),
        }
    }

    /// Drops a request.
    pub fn cancel(&mut self, number: u32) {
        self.jobs.remove(&number);
    }

    /// Answers a request in one go.
    pub fn answer(&mut self, request: &str) -> String {
        match Request::read_named(request).and_then(|request| self.service.begin(&request)) {
            Err(error) => failed(&error),
            Ok(mut job) => match job.advance(Slice::ALL, &AtomicBool::new(false)) {
                Ok(_) => finished(job),
                Err(error) => failed(&error),
            },
        }
    }

    /// Returns the tables that were changed since the last call, as a record of texts by id, for the
    /// host to keep.
    pub fn saved(&self) -> String {
        let tables = self.store.take_saved().into_iter();
        let tables: Map<String, Value> = tables.map(|(id, text)| (id, text.into())).collect();
        Value::Object(tables).to_string()
    }

    /// Puts back tables that the host has kept: a record of texts by id. Returns whether it is one.
    pub fn restore(&self, tables: &str) -> bool {
        let Ok(tables) = serde_json::from_str::<BTreeMap<String, String>>(tables) else {
            return false;
        };
        for (id, text) in &tables {
            self.store.restore(id, text);
        }
        true
    }
}

/// An engine without random numbers: it cannot open tables.
impl Default for Engine {
    fn default() -> Self {
        Self::new(Arc::new(NoEntropy))
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("jobs", &self.jobs.len()).finish_non_exhaustive()
    }
}

fn finished(job: Job) -> String {
    let internal = |error| ServiceError::new(ErrorKind::Internal, error);
    // Straight to text: answers can be long.
    let text = job.answer().and_then(|answer| serde_json::to_string(&answer).map_err(internal));
    text.map_or_else(|error| failed(&error), |text| format!("{{\"answer\":{text}}}"))
}

fn failed(error: &ServiceError) -> String {
    json!({ "error": error }).to_string()
}
