//! A data set as a folder: shards that are made once, by any number of threads.

use crate::error::DatasetError;
use crate::table::{Column, Columns};
use rayon::prelude::*;
use serde_json::Value;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What the shards of a data set hold.
pub trait Job: Sync {
    /// Describes the rows: game, rules, encoder, seed. Equal descriptions make equal files.
    fn about(&self) -> Value;

    /// Returns the number of items: hands, games or logs.
    fn items(&self) -> u64;

    /// Returns the number of items of a shard.
    fn shard(&self) -> u64;

    /// Returns the rows of some items, which follow from the description and their numbers alone.
    fn table(&self, items: Range<u64>) -> Result<Columns, DatasetError>;
}

/// A data set that is complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    /// The number of shards.
    pub shards: u64,
    /// Those that were there before.
    pub found: u64,
}

const MANIFEST: &str = "manifest.json";

/// Returns the path of a shard.
fn part(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("part-{number:06}.parquet"))
}

/// Writes a data set into a folder, new or with a part of the same one. `threads` is 0 for one per
/// core; once `stop` is set, no shard is begun. `progress` receives the number of shards done and of
/// all.
pub fn write(
    job: &dyn Job,
    folder: &Path,
    threads: usize,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Written, DatasetError> {
    let about = serde_json::to_string_pretty(&job.about()).expect("a description is JSON");
    prepare(folder, &about)?;
    let shards = job.items().div_ceil(job.shard());
    let missing = missing(folder, shards, &about)?;
    let found = shards - missing.len() as u64;
    let done = AtomicU64::new(found);
    progress(found, shards);
    let make = |number: &u64| {
        if stop.load(Ordering::Relaxed) {
            return Err(DatasetError::Stopped);
        }
        let start = number * job.shard();
        let table = job.table(start..(start + job.shard()).min(job.items()))?;
        replace(&part(folder, *number), &table.write(&about))?;
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, shards);
        Ok(())
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| DatasetError::Source(error.to_string()))?;
    pool.install(|| missing.par_iter().try_for_each(make))?;
    Ok(Written { shards, found })
}

/// Writes a data set as one file, each shard a row group. Meanwhile the shards are in a folder beside it,
/// so that a run that was stopped makes those that are missing.
pub fn write_file(
    job: &dyn Job,
    path: &Path,
    threads: usize,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Written, DatasetError> {
    let about = serde_json::to_string_pretty(&job.about()).expect("a description is JSON");
    let shards = job.items().div_ceil(job.shard());
    match File::open(path) {
        Ok(file) => {
            let bad = |why| DatasetError::Shard { path: path.to_owned(), why };
            let (_, found) = Columns::read(file, &[]).map_err(bad)?;
            if found != about {
                let why = "the file of another data set; remove it to make it again".to_owned();
                return Err(DatasetError::Shard { path: path.to_owned(), why });
            }
            return Ok(Written { shards, found: shards });
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(DatasetError::File { path: path.to_owned(), error }),
    }
    let folder = path.with_extension("shards");
    let written = write(job, &folder, threads, stop, progress)?;
    let mut tables = Vec::new();
    read(&folder, &job.table(0..0)?.columns, |table| tables.push(table.clone()))?;
    replace(path, &Columns::write_groups(&tables, &about))?;
    fs::remove_dir_all(&folder).map_err(DatasetError::file(&folder))?;
    Ok(written)
}

/// Makes the folder with its manifest, or checks that it is one of the same data set.
fn prepare(folder: &Path, about: &str) -> Result<(), DatasetError> {
    fs::create_dir_all(folder).map_err(DatasetError::file(folder))?;
    let manifest = folder.join(MANIFEST);
    let bad = |why: String| DatasetError::Folder { path: folder.to_owned(), why };
    match fs::read_to_string(&manifest) {
        Ok(found) if found == about => Ok(()),
        Ok(found) => Err(bad(difference(&found, about))),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let mut entries = fs::read_dir(folder).map_err(DatasetError::file(folder))?;
            if entries.next().is_some() {
                return Err(bad("the folder is not empty, and holds no data set".to_owned()));
            }
            replace(&manifest, about.as_bytes())
        }
        Err(error) => Err(DatasetError::File { path: manifest, error }),
    }
}

/// Names the first difference between two descriptions.
fn difference(found: &str, wanted: &str) -> String {
    let parse = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    let (found, wanted) = (parse(found), parse(wanted));
    let keys = wanted.as_object().into_iter().flatten().map(|(key, _)| key);
    match keys.into_iter().find(|key| found.get(key) != wanted.get(key)) {
        Some(key) => {
            let value = |of: &Value| of.get(key).map_or("nothing".to_owned(), Value::to_string);
            let (found, wanted) = (value(&found), value(&wanted));
            format!("the folder holds another data set: {key} is {found}, not {wanted}")
        }
        None => "the folder holds another data set".to_owned(),
    }
}

/// Returns the shards that are not there yet; one that is there must be whole and of this data set.
fn missing(folder: &Path, shards: u64, about: &str) -> Result<Vec<u64>, DatasetError> {
    let mut missing = Vec::new();
    for number in 0..shards {
        let path = part(folder, number);
        match File::open(&path) {
            Ok(file) => {
                let bad = |why| DatasetError::Shard { path: path.clone(), why };
                let (_, found) = Columns::read(file, &[]).map_err(bad)?;
                if found != about {
                    let why = "a shard of another data set; remove it to make it again".to_owned();
                    return Err(DatasetError::Shard { path, why });
                }
            }
            Err(error) if error.kind() == ErrorKind::NotFound => missing.push(number),
            Err(error) => return Err(DatasetError::File { path, error }),
        }
    }
    Ok(missing)
}

/// Writes a file beside its place and moves it there, so that it is whole or not there.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), DatasetError> {
    let part = path.with_extension("part");
    let write = || {
        let mut file = File::create(&part)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&part, path)
    };
    write().map_err(|error| {
        let _ = fs::remove_file(&part);
        DatasetError::File { path: path.to_owned(), error }
    })
}

/// Reads the columns with these names and types of all shards in order; returns the description.
pub fn read(
    folder: &Path,
    wanted: &[(&'static str, Column)],
    mut each: impl FnMut(&Columns),
) -> Result<Value, DatasetError> {
    let manifest = folder.join(MANIFEST);
    let about = fs::read_to_string(&manifest).map_err(DatasetError::file(&manifest))?;
    let entries = fs::read_dir(folder).map_err(DatasetError::file(folder))?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = paths.collect::<Result<Vec<_>, _>>().map_err(DatasetError::file(folder))?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "parquet"));
    paths.sort();
    let mut rows = 0;
    for path in paths {
        let bad = |why| DatasetError::Shard { path: path.clone(), why };
        let file = File::open(&path).map_err(DatasetError::file(&path))?;
        let (table, found) = Columns::read(file, wanted).map_err(bad)?;
        if found != about {
            return Err(bad("a shard of another data set".to_owned()));
        }
        if table.rows() == 0 {
            return Err(DatasetError::Empty(path));
        }
        rows += table.rows();
        each(&table);
    }
    if rows == 0 {
        return Err(DatasetError::Empty(folder.to_owned()));
    }
    let bad = |_| DatasetError::Folder { path: manifest, why: "not JSON".to_owned() };
    serde_json::from_str(&about).map_err(bad)
}
