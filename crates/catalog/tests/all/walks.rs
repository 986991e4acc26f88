//! The walks of `docs/design.md`: each file makes the call that its row names, and the file of the next
//! row has a function of that name.

use std::fs;
use std::path::Path;

/// A row: a file below `crates/`, and the call that leaves it; none in the last row of a walk.
type Step = (String, Option<String>);

/// Returns the walks of the page.
fn walks() -> Vec<Vec<Step>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/design.md")).expect("the page is there");
    let (_, page) = page.split_once("\n## Walks").expect("the page has walks");
    let mut walks: Vec<Vec<Step>> = Vec::new();
    for line in page.lines() {
        if line.starts_with("|---") {
            walks.push(Vec::new());
        } else if let Some(rest) = line.strip_prefix("| `") {
            let mut cells = rest.split('|').map(|cell| cell.trim_matches(['`', ' ']));
            let file = cells.next().expect("a row begins with a file").to_owned();
            let call = cells.next().filter(|call| !call.is_empty()).map(str::to_owned);
            walks.last_mut().expect("a row is in a table").push((file, call));
        }
    }
    walks
}

fn source(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Returns whether a file calls a function of this name: the name and an opening bracket, or its type
/// arguments, where it is not defined.
fn calls(source: &str, name: &str) -> bool {
    let at = |(place, _): (usize, &str)| {
        let (before, after) = (&source[..place], &source[place + name.len()..]);
        let whole = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        whole && !before.ends_with("fn ") && (after.starts_with('(') || after.starts_with("::<"))
    };
    source.match_indices(name).any(at)
}

/// Returns whether a file defines a function of this name.
fn defines(source: &str, name: &str) -> bool {
    let text = format!("fn {name}");
    source.match_indices(&text).any(|(place, _)| {
        let after = &source[place + text.len()..];
        after.starts_with('(') || after.starts_with('<')
    })
}

#[test]
fn each_file_of_a_walk_makes_its_call_and_the_next_one_answers_it() {
    let walks = walks();
    assert!(walks.len() >= 4, "{} walks", walks.len());
    for walk in walks {
        assert!(walk.len() >= 2, "{walk:?}");
        for pair in walk.windows(2) {
            let [(file, Some(call)), (next, _)] = pair else { panic!("no call in {pair:?}") };
            assert!(calls(&source(file), call), "{file} does not call {call}");
            assert!(defines(&source(next), call), "{next} does not define {call}");
        }
        assert!(walk.last().is_some_and(|(_, call)| call.is_none()), "{walk:?}");
    }
}

#[test]
fn a_definition_is_no_call() {
    assert!(calls("let x = search.begin(now);", "begin"));
    assert!(calls("begin::<Gin>()", "begin"));
    assert!(!calls("fn begin(&self) {}", "begin"));
    assert!(!calls("let beginning = other_begin(1);", "begin"));
    assert!(defines("fn begin<T>(&self) {}", "begin") && !defines("fn beginning() {}", "begin"));
}
