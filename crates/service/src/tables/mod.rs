//! Tables: hands and matches against bots.
//!
//! A table is stored as a [`TableRecord`]: setup, random seed, and the actions of all seats in order.
//! Everything else follows from replaying it, so that what was saved is what was answered. A person
//! at a table is known by a secret token; answers are made of that seat's view and of what it has
//! witnessed, and of nothing else.

mod answer;
#[cfg(test)]
mod leak;
mod play;
mod record;
mod request;
mod store;
mod table;

pub use answer::{
    ActionAnswer, CreateAnswer, EventAnswer, HandResult, HistoryAnswer, RemoveAnswer, SeatToken,
    SelectionAnswer, TableAnswer,
};
pub use record::{SeatRecord, TableRecord};
pub use request::{
    ActAtRequest, Chosen, CreateRequest, HistoryRequest, LookRequest, RecordRequest, RemoveRequest,
    ResignRequest, SeatInput, UndoRequest,
};
pub use store::{Entropy, MemoryStore, NoEntropy, Store, StoreError};

use crate::call::Begun;
use crate::{ErrorKind, Limits, ServiceError};
use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// A call at a table.
pub(crate) trait TableCall {
    /// Its answer.
    type Answer;

    /// Checks the request and answers it, or begins the work.
    fn begin_at(
        &self,
        tables: &Tables,
        limits: &Limits,
    ) -> Result<Begun<Self::Answer>, ServiceError>;
}

/// All tables of a service.
#[derive(Clone)]
pub(crate) struct Tables {
    store: Arc<dyn Store>,
    entropy: Arc<dyn Entropy>,
    /// The tables that a call is changing.
    busy: Arc<Mutex<HashSet<String>>>,
}

impl Tables {
    pub(crate) fn new(store: Arc<dyn Store>, entropy: Arc<dyn Entropy>) -> Self {
        Self { store, entropy, busy: Arc::default() }
    }

    /// Loads a table.
    fn load(&self, id: &str) -> Result<TableRecord, ServiceError> {
        let unknown = || ServiceError::new(ErrorKind::NotFound, "there is no such table");
        if !is_id(id) {
            return Err(unknown());
        }
        let text = self.store.load(id).map_err(failed)?.ok_or_else(unknown)?;
        let internal = |error| ServiceError::new(ErrorKind::Internal, format!("table: {error}"));
        serde_json::from_str(&text).map_err(internal)
    }

    /// Saves a table; when this returns, it is kept.
    fn save(&self, id: &str, record: &TableRecord) -> Result<(), ServiceError> {
        let internal = |error| ServiceError::new(ErrorKind::Internal, format!("table: {error}"));
        let text = serde_json::to_string(record).map_err(internal)?;
        self.store.save(id, &text).map_err(failed)
    }

    /// Reserves a table for one call; `None` while another has it.
    fn reserve(&self, id: &str) -> Option<Reserved> {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        let free = busy.insert(id.to_owned());
        free.then(|| Reserved { busy: Arc::clone(&self.busy), id: id.to_owned() })
    }

    /// Returns a new secret as 32 hexadecimal digits.
    fn secret(&self) -> Result<String, ServiceError> {
        Ok(format!("{:032x}", self.entropy.random().map_err(failed)?))
    }
}

fn failed(error: StoreError) -> ServiceError {
    ServiceError::new(ErrorKind::Internal, error)
}

/// Returns whether a text has the form of a table's id or of a token.
fn is_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

/// A table that one call is changing, until this is dropped.
struct Reserved {
    busy: Arc<Mutex<HashSet<String>>>,
    id: String,
}

impl Drop for Reserved {
    fn drop(&mut self) {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").finish_non_exhaustive()
    }
}
