//! Data sets in folders: equal bytes, resumption, refusals, and samples.

use facedown_datasets::{
    Column, Columns, DatasetError, DatasetSamples, Decisions, Job, Solved, Written, read, write,
};
use facedown_nets::{Batch, Samples};
use facedown_tasks::generate;
use serde_json::{Value, json};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("facedown-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    /// Returns the files with their bytes, by name.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let entries = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap());
        let mut files: Vec<_> = entries
            .map(|e| (e.file_name().to_string_lossy().into_owned(), fs::read(e.path()).unwrap()))
            .collect();
        files.sort();
        files
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn make(job: &dyn Job, folder: &Path, threads: usize) -> Result<Written, DatasetError> {
    write(job, folder, threads, &AtomicBool::new(false), &|_, _| ())
}

fn fantasyland(seed: u64) -> Solved {
    Solved::named("fantasyland", seed, 50).unwrap().with_shard(16)
}

#[test]
fn the_bytes_do_not_depend_on_threads_or_on_interruptions() {
    let (one, two) = (Folder::new("one"), Folder::new("two"));
    let made = make(&fantasyland(7), &one.0, 1).unwrap();
    assert_eq!(made, Written { shards: 4, found: 0 });
    make(&fantasyland(7), &two.0, 3).unwrap();
    assert_eq!(one.files().len(), 5);
    assert!(one.files() == two.files());
    // Killed in the middle of a shard: a part lies beside, and shards are missing.
    fs::remove_file(two.0.join("part-000002.parquet")).unwrap();
    fs::write(two.0.join("part-000002.part"), b"PAR1").unwrap();
    let made = make(&fantasyland(7), &two.0, 2).unwrap();
    assert_eq!(made, Written { shards: 4, found: 3 });
    assert!(one.files() == two.files());
}

#[test]
fn a_stopped_run_keeps_what_is_written() {
    let folder = Folder::new("stopped");
    let stopped = write(&fantasyland(7), &folder.0, 1, &AtomicBool::new(true), &|_, _| ());
    assert!(matches!(stopped, Err(DatasetError::Stopped)));
    assert_eq!(folder.files().len(), 1, "the manifest");
}

#[test]
fn other_folders_are_refused() {
    let folder = Folder::new("other");
    make(&fantasyland(7), &folder.0, 1).unwrap();
    let error = make(&fantasyland(8), &folder.0, 1).unwrap_err().to_string();
    assert!(error.ends_with("the folder holds another data set: seed is 7, not 8"), "{error}");
    fs::remove_file(folder.0.join("manifest.json")).unwrap();
    let error = make(&fantasyland(7), &folder.0, 1).unwrap_err().to_string();
    assert!(error.ends_with("the folder is not empty, and holds no data set"), "{error}");
}

#[test]
fn a_damaged_shard_is_named() {
    let folder = Folder::new("damaged");
    make(&fantasyland(7), &folder.0, 1).unwrap();
    let path = folder.0.join("part-000001.parquet");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    for error in [
        make(&fantasyland(7), &folder.0, 1).unwrap_err(),
        DatasetSamples::read("fantasyland-top", &folder.0).unwrap_err(),
    ] {
        assert!(error.to_string().contains("part-000001.parquet"), "{error}");
    }
}

#[test]
fn a_data_set_gives_the_samples_that_it_was_made_from() {
    for (name, tasks) in [
        ("fantasyland", &["fantasyland-top", "fantasyland-middle"][..]),
        ("deadwood", &["deadwood"]),
    ] {
        let folder = Folder::new(name);
        let job = Solved::named(name, 3, 70).unwrap().with_shard(32);
        make(&job, &folder.0, 2).unwrap();
        for task in tasks {
            let (stored, fresh) = (
                DatasetSamples::read(task, &folder.0).unwrap(),
                generate(task, None, 3, 70, &[]).unwrap(),
            );
            assert_eq!((stored.len(), stored.encoder()), (70, fresh.encoder()));
            let indices: Vec<u64> = (0..70).rev().collect();
            let (mut a, mut b) = (Batch::default(), Batch::default());
            stored.read(&indices, &mut a);
            fresh.read(&indices, &mut b);
            assert!(a == b, "{task}");
        }
    }
}

/// A data set of deadwood for an encoder of a name, with no rows from some item on.
struct Odd(&'static str, u64);

impl Job for Odd {
    fn about(&self) -> Value {
        json!({"dataset": "deadwood", "rules": "any", "encoder": [self.0], "seed": 1})
    }

    fn items(&self) -> u64 {
        4
    }

    fn shard(&self) -> u64 {
        2
    }

    fn table(&self, items: Range<u64>) -> Result<Columns, DatasetError> {
        let rows = if items.start >= self.1 { 0 } else { 2 };
        let (hands, deadwood) = (vec![0x3ff; rows], vec![0; rows]);
        let columns = vec![("hand", Column::U64(hands)), ("deadwood", Column::U8(deadwood))];
        Ok(Columns { columns })
    }
}

#[test]
fn another_encoder_an_empty_shard_and_another_data_set_are_refused() {
    let folder = Folder::new("encoder");
    make(&Odd("gin-hand-9", 9), &folder.0, 1).unwrap();
    let error = DatasetSamples::read("deadwood", &folder.0).unwrap_err().to_string();
    let expected = "the data set is for the encoder [\"gin-hand-9\"], expected gin-hand-1";
    assert_eq!(error, expected);
    let error = DatasetSamples::read("fantasyland-top", &folder.0).unwrap_err().to_string();
    assert!(error.ends_with("no column 'cards'"), "{error}");
    let folder = Folder::new("empty");
    make(&Odd("gin-hand-1", 2), &folder.0, 1).unwrap();
    let error = DatasetSamples::read("deadwood", &folder.0).unwrap_err().to_string();
    assert!(error.ends_with("part-000001.parquet: no rows"), "{error}");
}

#[test]
fn decisions_refer_to_their_logs() {
    let logs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/riichi/tonpu.mjlog");
    let folder = Folder::new("decisions");
    make(&Decisions::find(&logs).unwrap(), &folder.0, 1).unwrap();
    let wanted = [("log", Column::Text(vec![])), ("decision", Column::U32(vec![]))];
    let mut rows = 0;
    let about = read(&folder.0, &wanted, |table| {
        let Some(Column::Text(names)) = table.column("log") else { panic!("texts") };
        assert!(names.iter().all(|name| name == "tonpu.mjlog"));
        rows += table.rows();
    });
    assert_eq!(about.unwrap()["game"], "riichi");
    assert!(rows > 200, "{rows}");
    assert!(Decisions::find(Path::new("no/such/logs")).is_err());
}
