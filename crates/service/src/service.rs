//! The one function from a request to its answer.

use crate::tables::{Entropy, MemoryStore, NoEntropy, Store, Tables};
use crate::{Answer, Job, Limits, Progress, Request, ServiceError};
use facedown_game::Control;
use std::fmt;
use std::sync::Arc;

/// The most threads of a search.
const MAX_SEARCH_THREADS: usize = 64;

/// Answers requests within limits; tables are in its store.
pub struct Service {
    limits: Limits,
    tables: Tables,
}

impl Service {
    /// Makes a service with these limits, whose tables are in a store.
    pub fn new(limits: Limits, store: Arc<dyn Store>, entropy: Arc<dyn Entropy>) -> Self {
        Self { limits, tables: Tables::new(store, entropy) }
    }

    /// Makes a service for one user of this machine, who may wait as long as he likes and use all of it.
    pub fn local() -> Self {
        let limits = Limits {
            timeout_ms: u64::from(u32::MAX),
            iterations: u64::MAX,
            memory: usize::MAX,
            threads: MAX_SEARCH_THREADS,
            settings: usize::MAX,
            boards: usize::MAX,
            hands_in_reach: 6_000_000,
            ..Limits::default()
        };
        Self { limits, ..Self::default() }
    }

    /// Returns the limits of a request.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Checks a request and begins to answer it.
    pub fn begin(&self, request: &Request) -> Result<Job, ServiceError> {
        request.begin(&self.limits, &self.tables)
    }

    /// Answers a request.
    pub fn answer(&self, request: &Request) -> Result<Answer, ServiceError> {
        self.answer_with(request, &mut Control::default())
    }

    /// Answers a request that can be cancelled and observed. A cancelled search has the answer so
    /// far.
    pub fn answer_with(
        &self,
        request: &Request,
        control: &mut Control<'_, Progress>,
    ) -> Result<Answer, ServiceError> {
        self.begin(request)?.run(control)
    }
}

/// A service whose tables are in memory, with random seeds that every table must bring itself.
impl Default for Service {
    fn default() -> Self {
        Self::new(Limits::default(), Arc::new(MemoryStore::default()), Arc::new(NoEntropy))
    }
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").field("limits", &self.limits).finish_non_exhaustive()
    }
}
