//! Which crate may depend on which: `docs/design.md`, "Who may depend on whom".

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The crates from the bottom up: each may depend only on ones before it.
const ORDER: [&str; 25] = [
    "game",
    "cards",
    "tiles",
    "nets",
    "gin",
    "ofc",
    "riichi",
    "tricks",
    "riichi-features",
    "riichi-analysis",
    "riichi-logs",
    "riichi-review",
    "search",
    "ofc-solver",
    "tasks",
    "datasets",
    "arena",
    "catalog",
    "facedown",
    "testkit",
    "service",
    "server",
    "cli",
    "wasm",
    "python",
];

/// The games: none may depend on another, nor on search or arena.
const GAMES: [&str; 4] = ["gin", "ofc", "riichi", "tricks"];

/// Outside crates that have one home.
const HOMES: [(&str, &[&str]); 10] = [
    ("pyo3", &["python"]),
    ("numpy", &["python"]),
    ("anyhow", &["cli"]),
    ("clap", &["cli"]),
    ("libm", &["game"]),
    ("axum", &["server"]),
    ("tokio", &["server"]),
    ("redb", &["server"]),
    // Behind a feature below the service: its answers hold descriptions, views and reviews.
    ("utoipa", &["service", "catalog", "riichi-review", "gin", "ofc", "riichi", "tricks"]),
    ("parquet", &["datasets"]),
];

/// The doors: programs that own files, the environment and the clock.
const DOORS: [&str; 4] = ["server", "cli", "python", "testkit"];

/// The doors that others carry: `python -m facedown` is the command line, `facedown serve` the server.
const CARRIED: [(&str, &str); 2] = [("python", "cli"), ("cli", "server")];

/// Words that reach for the system, and the files below the doors that may use them: the clock
/// that the native doors install, the override of the SIMD level, and the readers of the feature
/// `fs`.
const SYSTEM: [(&str, &[&str]); 7] = [
    (
        "std::fs",
        &[
            "riichi-logs/src/fs.rs",
            "riichi-logs/src/fs/archive.rs",
            "ofc-solver/src/book/file.rs",
            "datasets/src/folder.rs",
        ],
    ),
    ("std::env", &["gin/src/kernel/backend.rs", "nets/src/level.rs"]),
    ("std::net", &[]),
    ("std::process", &["ofc-solver/src/book/file.rs"]),
    ("std::io::stdin", &[]),
    ("Instant::now", &["game/src/clock.rs"]),
    ("SystemTime", &[]),
];

/// Crates with hardly a dependency.
const BARE: [(&str, &[&str]); 3] =
    [("game", &["libm"]), ("cards", &["game"]), ("tiles", &["game"])];

/// Each crate's ordinary dependencies with their features, ours without their prefix.
fn dependencies_with_features() -> BTreeMap<String, Vec<(String, Value)>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let short = |name: &Value| {
        let name = name.as_str().unwrap_or_default();
        name.strip_prefix("facedown-").unwrap_or(name).to_owned()
    };
    let packages = metadata["packages"].as_array().expect("there are packages");
    packages
        .iter()
        .map(|package| {
            let all = package["dependencies"].as_array().expect("there are dependencies");
            let ordinary = all.iter().filter(|d| d["kind"].is_null());
            let named = ordinary.map(|d| (short(&d["name"]), d["features"].clone()));
            (short(&package["name"]), named.collect())
        })
        .collect()
}

/// Each crate's ordinary dependencies, ours without their prefix.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let names = |needs: Vec<(String, Value)>| needs.into_iter().map(|(name, _)| name).collect();
    dependencies_with_features().into_iter().map(|(name, needs)| (name, names(needs))).collect()
}

fn place(name: &str) -> Option<usize> {
    ORDER.iter().position(|n| *n == name)
}

#[test]
fn every_crate_depends_only_on_crates_below_it() {
    for (name, needs) in dependencies() {
        let own = place(&name).unwrap_or_else(|| panic!("{name} has no place in the order"));
        // The testkit serves the tests of everything and stands beside, on `game` alone.
        for need in needs.iter().filter(|need| place(need).is_some()) {
            assert!(place(need) < Some(own), "{name} depends on {need}");
            assert!(name != "testkit" || need == "game", "testkit depends on {need}");
            let carried = CARRIED.contains(&(name.as_str(), need.as_str()));
            assert!(carried || !DOORS.contains(&need.as_str()), "{name} ships the door {need}");
        }
    }
}

#[test]
fn a_game_knows_no_other_game_and_nothing_above_it() {
    let all = dependencies();
    for game in GAMES {
        for need in &all[game] {
            let ours = place(need).is_some();
            assert!(
                !ours || ["game", "cards", "tiles", "nets"].contains(&need.as_str()),
                "{game} needs {need}"
            );
        }
    }
    let rooms: [(&str, &[&str]); 4] = [
        ("riichi-features", &["game", "tiles", "riichi"]),
        ("riichi-logs", &["game", "tiles", "riichi"]),
        ("riichi-analysis", &["game", "tiles", "nets", "riichi", "riichi-features"]),
        ("riichi-review", &["game", "tiles", "nets", "riichi", "riichi-analysis", "riichi-logs"]),
    ];
    for (room, allowed) in rooms {
        for need in all[room].iter().filter(|need| place(need).is_some()) {
            assert!(allowed.contains(&need.as_str()), "{room} needs {need}");
        }
    }
    for general in ["search", "nets", "arena"] {
        let needs = all.get(general).cloned().unwrap_or_default();
        assert!(needs.iter().all(|need| !GAMES.contains(&need.as_str())), "{general} names a game");
    }
}

#[test]
fn a_solver_knows_its_own_game_alone() {
    for need in &dependencies()["ofc-solver"] {
        let ours = place(need).is_some();
        let allowed = ["game", "cards", "ofc", "search", "nets"].contains(&need.as_str());
        assert!(!ours || allowed, "ofc-solver needs {need}");
    }
}

#[test]
fn outside_crates_stay_in_their_homes() {
    for (name, needs) in dependencies() {
        for (outside, homes) in HOMES {
            let at_home = homes.contains(&name.as_str());
            assert!(at_home || !needs.iter().any(|n| n == outside), "{name} depends on {outside}");
        }
        for (bare, allowed) in BARE {
            if name == bare {
                assert_eq!(needs, allowed, "{bare}");
            }
        }
    }
}

#[test]
fn only_the_doors_and_data_sets_read_log_files() {
    for (name, needs) in dependencies_with_features() {
        let logs = needs.iter().find(|(need, _)| need == "riichi-logs");
        let reads_files = logs.is_some_and(|(_, features)| features.to_string().contains("fs"));
        assert_eq!(
            reads_files,
            logs.is_some() && ["cli", "python", "datasets"].contains(&name.as_str()),
            "{name}"
        );
    }
}

/// All Rust files below a folder.
fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("a crate has sources");
    for path in entries.map(|entry| entry.expect("the folder can be read").path()) {
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// The code of a file before its unit tests, without comments.
fn shipped_code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source is text");
    let shipped = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let code = |line: &&str| !line.trim_start().starts_with("//");
    shipped.lines().filter(code).collect::<Vec<_>>().join("\n")
}

#[test]
fn nothing_below_the_doors_reaches_for_files_clock_or_environment() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("crates/");
    let mut used = Vec::new();
    for name in ORDER.iter().filter(|name| !DOORS.contains(name)) {
        let mut files = Vec::new();
        sources(&crates.join(name).join("src"), &mut files);
        for path in files {
            let code = shipped_code(&path);
            let file = path.strip_prefix(crates).expect("below crates/").to_string_lossy();
            let file = file.replace('\\', "/");
            for (word, allowed) in SYSTEM.iter().filter(|(word, _)| code.contains(word)) {
                assert!(allowed.contains(&file.as_str()), "{file} uses {word}");
                used.push((*word, file.clone()));
            }
        }
    }
    for (word, allowed) in SYSTEM {
        for file in allowed {
            let is_used = used.iter().any(|(w, f)| *w == word && f == file);
            assert!(is_used, "{file} no longer uses {word}: take it off the list");
        }
    }
}
