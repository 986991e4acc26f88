//! What is published is described, carries its page and its licences, and needs nothing that stays here.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The crates that are not published: tests, and two libraries that other languages load.
const HERE: [&str; 3] = ["facedown-python", "facedown-testkit", "facedown-wasm"];

/// The categories of crates.io that are used; it refuses words of one's own.
const CATEGORIES: [&str; 8] = [
    "algorithms",
    "command-line-utilities",
    "data-structures",
    "game-engines",
    "games",
    "mathematics",
    "parser-implementations",
    "simulation",
];

fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    metadata["packages"].as_array().expect("there are packages").clone()
}

fn name(package: &Value) -> &str {
    package["name"].as_str().expect("a package has a name")
}

fn published() -> Vec<Value> {
    packages().into_iter().filter(|package| package["publish"].is_null()).collect()
}

fn words(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

#[test]
fn three_crates_stay_here() {
    let all = packages();
    let mut here: Vec<&str> = all.iter().filter(|p| !p["publish"].is_null()).map(name).collect();
    here.sort_unstable();
    assert_eq!(here, HERE);
}

#[test]
fn every_published_crate_is_described() {
    for package in published() {
        let name = name(&package);
        for key in ["description", "license", "repository", "rust_version"] {
            assert!(package[key].as_str().is_some_and(|text| !text.is_empty()), "{name}: {key}");
        }
        let keywords = words(&package["keywords"]);
        assert!((1..=5).contains(&keywords.len()), "{name}: {keywords:?}");
        for keyword in keywords {
            let fits = keyword.len() <= 20
                && keyword.starts_with(|first: char| first.is_ascii_alphanumeric())
                && keyword.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_+".contains(&b));
            assert!(fits, "{name}: {keyword}");
        }
        let categories = words(&package["categories"]);
        assert!((1..=5).contains(&categories.len()), "{name}: {categories:?}");
        for category in categories {
            let known =
                category == "web-programming::http-server" || CATEGORIES.contains(&category);
            assert!(known, "{name}: {category}");
        }
    }
}

#[test]
fn every_published_crate_carries_its_page_and_its_licences() {
    for package in published() {
        let name = name(&package);
        let manifest = package["manifest_path"].as_str().expect("a package has a manifest");
        let folder = Path::new(manifest).parent().expect("a manifest is in a folder");
        assert_eq!(package["readme"], "README.md", "{name}");
        let page = fs::read_to_string(folder.join("README.md")).expect("the page can be read");
        assert!(page.starts_with(&format!("# {name}\n")), "{name}: the title of its page");
        assert!(page.contains("```"), "{name}: its page has no example");
        // A link to a file would lead nowhere on docs.rs.
        let repository = package["repository"].as_str().expect("the crate names its repository");
        for link in page.split("](").skip(1) {
            assert!(link.starts_with(repository), "{name}: {}", link.lines().next().unwrap_or(""));
        }
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let text = fs::read_to_string(folder.join(licence));
            assert!(text.is_ok_and(|text| text.len() > 500), "{name}: {licence}");
        }
    }
}

#[test]
fn a_published_crate_needs_none_that_stays_here() {
    for package in published() {
        let name = name(&package);
        for needed in package["dependencies"].as_array().expect("there are dependencies") {
            if !needed["path"].is_string() {
                continue;
            }
            // A development dependency without a version is left out of the package.
            if needed["kind"] == "dev" && needed["req"] == "*" {
                continue;
            }
            let other = needed["name"].as_str().expect("a dependency has a name");
            assert!(!HERE.contains(&other), "{name} needs {other}");
            assert_ne!(needed["req"], "*", "{name} needs {other} of no version");
        }
    }
}
