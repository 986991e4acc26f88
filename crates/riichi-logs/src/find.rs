//! The logs of a folder.

use std::io;
use std::path::{Path, PathBuf};

/// How the names of logs end, packed ones with `.gz` after it.
pub const EXTENSIONS: [&str; 7] = ["mjlog", "xml", "json", "jsonl", "ndjson", "mjson", "mjai"];

/// The path itself if it is a file; of a folder all logs in it and in its folders, told by
/// [`EXTENSIONS`], in the order of their names.
pub fn find_logs(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut logs = Vec::new();
    if path.is_dir() {
        search(path, &mut logs)?;
    } else {
        // Fails, and says why, where nothing is there.
        path.metadata()?;
        logs.push(path.to_owned());
    }
    Ok(logs)
}

fn search(folder: &Path, logs: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = std::fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type()?);
        // A link to a folder is not followed: it may lead back here.
        if kind.is_dir() {
            search(&path, logs)?;
        } else if is_log(&path) && path.is_file() {
            logs.push(path);
        }
    }
    Ok(())
}

fn is_log(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let plain = name.strip_suffix(".gz").unwrap_or(name);
    plain.rsplit_once('.').is_some_and(|(_, end)| EXTENSIONS.contains(&end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_are_told_by_how_their_names_end() {
        for name in ["a.mjlog", "a.mjlog.gz", "b.c.json", "x/y.jsonl", "z.xml.gz"] {
            assert!(is_log(Path::new(name)), "{name}");
        }
        for name in ["a.txt", "mjlog", "a.gz", "README.md", "a.mjlog.bak", ".."] {
            assert!(!is_log(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn a_folder_has_the_logs_of_its_folders_too() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
        let logs = find_logs(&data).unwrap();
        let mut names =
            ["hanchan.json", "sanma.jsonl", "tonpu.mjlog"].map(|n| data.join("riichi").join(n));
        names.sort();
        assert!(names.iter().all(|name| logs.contains(name)), "{logs:?}");
        assert!(logs.is_sorted());
        assert_eq!(find_logs(&names[0]).unwrap(), [names[0].clone()]);
        assert!(find_logs(&data.join("no such folder")).is_err());
    }
}
