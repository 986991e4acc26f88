//! Tables in a file.

use facedown_service::Store;
use facedown_service::tables::{Entropy, StoreError};
use redb::{Database, ReadableDatabase, TableDefinition};
use std::path::Path;

const TABLES: TableDefinition<'_, &str, &str> = TableDefinition::new("tables");

/// A store in a file. What is saved has been written to the disk.
pub(crate) struct FileStore(Database);

fn failed(error: impl Into<redb::Error>) -> StoreError {
    StoreError(format!("store: {}", error.into()))
}

impl FileStore {
    /// Opens the file, or creates it.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let database = Database::create(path).map_err(failed)?;
        let change = database.begin_write().map_err(failed)?;
        change.open_table(TABLES).map_err(failed)?;
        change.commit().map_err(failed)?;
        Ok(Self(database))
    }
}

impl Store for FileStore {
    fn load(&self, id: &str) -> Result<Option<String>, StoreError> {
        let read = self.0.begin_read().map_err(failed)?;
        let tables = read.open_table(TABLES).map_err(failed)?;
        let found = tables.get(id).map_err(failed)?;
        Ok(found.map(|text| text.value().to_owned()))
    }

    fn save(&self, id: &str, text: &str) -> Result<(), StoreError> {
        let change = self.0.begin_write().map_err(failed)?;
        change.open_table(TABLES).map_err(failed)?.insert(id, text).map_err(failed)?;
        change.commit().map_err(failed)
    }

    fn remove(&self, id: &str) -> Result<(), StoreError> {
        let change = self.0.begin_write().map_err(failed)?;
        change.open_table(TABLES).map_err(failed)?.remove(id).map_err(failed)?;
        change.commit().map_err(failed)
    }
}

/// The random numbers of the operating system.
pub(crate) struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn random(&self) -> Result<u128, StoreError> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| StoreError(error.to_string()))?;
        Ok(u128::from_ne_bytes(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_there_after_the_file_was_closed() {
        let folder = std::env::temp_dir().join(format!("facedown-store-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("tables.redb");
        FileStore::open(&file).unwrap().save("a", "text").unwrap();
        let store = FileStore::open(&file).unwrap();
        assert_eq!(store.load("a").unwrap().as_deref(), Some("text"));
        assert_eq!(store.load("b").unwrap(), None);
        store.remove("a").unwrap();
        assert_eq!(store.load("a").unwrap(), None);
        drop(store);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn random_numbers_differ() {
        assert_ne!(SystemEntropy.random().unwrap(), SystemEntropy.random().unwrap());
    }
}
