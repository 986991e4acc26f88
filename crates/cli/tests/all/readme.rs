//! The commands of the README run as they are printed.

use crate::common::run;

#[test]
fn the_commands_of_the_readme_run() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    let page = std::fs::read_to_string(page).expect("the README is there");
    let block = page.split("```sh\n").nth(1).expect("commands for players");
    let block = block.split("```").next().expect("the end of the block");
    let mut ran = 0;
    for line in block.lines().filter(|line| line.starts_with("facedown ")) {
        let words = shell_words(line);
        let args: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        let run = run(&args);
        assert!(run.code == Some(0) && !run.out.is_empty(), "{line}: {} {}", run.out, run.err);
        ran += 1;
    }
    assert!(ran >= 4, "{ran}");
}

/// Splits a line into words; quotes keep words together.
fn shell_words(line: &str) -> Vec<String> {
    let (mut words, mut quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().expect("there is a word").push(letter),
        }
    }
    words
}
