//! Where tables are kept, and where secrets come from.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// Why a store or a source of random numbers failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoreError(pub String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

/// Keeps tables as texts by their ids.
pub trait Store: Send + Sync {
    /// Returns the text of a table, if there is one.
    fn load(&self, id: &str) -> Result<Option<String>, StoreError>;

    /// Keeps the text of a table. When this returns, a crash does not lose it.
    fn save(&self, id: &str, text: &str) -> Result<(), StoreError>;

    /// Removes a table, if it is there.
    fn remove(&self, id: &str) -> Result<(), StoreError>;
}

/// A store in memory.
#[derive(Default)]
pub struct MemoryStore {
    tables: Mutex<HashMap<String, String>>,
    /// The ids saved since they were last taken.
    saved: Mutex<Vec<String>>,
}

impl MemoryStore {
    /// Returns the tables saved since the last call, with their texts, for a host that keeps them.
    pub fn take_saved(&self) -> Vec<(String, String)> {
        let ids = std::mem::take(&mut *self.saved.lock().unwrap_or_else(PoisonError::into_inner));
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        ids.into_iter().filter_map(|id| Some((id.clone(), tables.get(&id)?.clone()))).collect()
    }

    /// Puts back a table that a host has kept.
    pub fn restore(&self, id: &str, text: &str) {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.insert(id.to_owned(), text.to_owned());
    }
}

impl Store for MemoryStore {
    fn load(&self, id: &str) -> Result<Option<String>, StoreError> {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(tables.get(id).cloned())
    }

    fn save(&self, id: &str, text: &str) -> Result<(), StoreError> {
        self.restore(id, text);
        let mut saved = self.saved.lock().unwrap_or_else(PoisonError::into_inner);
        if !saved.iter().any(|other| other == id) {
            saved.push(id.to_owned());
        }
        Ok(())
    }

    fn remove(&self, id: &str) -> Result<(), StoreError> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        Ok(())
    }
}

impl fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Tables hold hidden cards and tokens.
        f.debug_struct("MemoryStore").finish_non_exhaustive()
    }
}

/// A source of random numbers that nobody can predict.
pub trait Entropy: Send + Sync {
    /// Returns 128 random bits.
    fn random(&self) -> Result<u128, StoreError>;
}

/// No source: tables cannot be opened.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEntropy;

impl Entropy for NoEntropy {
    fn random(&self) -> Result<u128, StoreError> {
        Err(StoreError("no source of random numbers".to_owned()))
    }
}

impl<F: Fn() -> Result<u128, StoreError> + Send + Sync> Entropy for F {
    fn random(&self) -> Result<u128, StoreError> {
        self()
    }
}
