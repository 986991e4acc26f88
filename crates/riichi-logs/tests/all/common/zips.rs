//! Zip archives of logs.

use facedown_game::Control;
use facedown_riichi_logs::fs::{LogFile, find_logs};
use facedown_riichi_logs::{ReplayOptions, Report, replay_all};
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Packs members.
pub(crate) fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        writer.start_file(*name, options).expect("a member");
        writer.write_all(bytes).expect("its bytes");
    }
    writer.finish().expect("an archive").into_inner()
}

/// Packs with gzip.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(bytes).expect("bytes");
    packed.finish().expect("a file")
}

/// Returns where the local header of a member and its entry of the directory begin.
pub(crate) fn headers(archive: &[u8], name: &str) -> [usize; 2] {
    [(b"PK\x03\x04", 30), (b"PK\x01\x02", 46)].map(|(magic, length)| {
        let has_name = |at: &usize| {
            archive[*at..].starts_with(magic) && archive[at + length..].starts_with(name.as_bytes())
        };
        (0..archive.len() - length).find(has_name).expect("a header of the member")
    })
}

/// A folder of its own for a test, removed in the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("facedown-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).expect("a file");
        path
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed does no harm.
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Returns the logs of a path.
pub(crate) fn logs_of(path: &Path) -> Vec<LogFile> {
    find_logs(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Replays the logs of a path.
pub(crate) fn replay_path(path: &Path, threads: usize) -> Report {
    let options = ReplayOptions { threads, ..ReplayOptions::default() };
    replay_all(&logs_of(path), &options, &mut Control::default())
}
