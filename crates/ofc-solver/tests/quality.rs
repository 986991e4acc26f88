//! The solver's choices compared with positions whose values are known (`testdata/ofc`). This is the
//! quick part; `make strength` has the rest.

#[path = "../examples/quality/file.rs"]
mod file;

use facedown_catalog::placements::{
    How, PlacementsAnswer, PlacementsConfig, PlacementsWatch, solve_placements,
};
use facedown_search::Budget;
use file::{PositionFile, Valued, code};
use std::path::Path;

fn read(name: &str) -> PositionFile {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/ofc");
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn ask(file: &PositionFile, valued: &Valued, tries: u64, threads: usize) -> PlacementsAnswer {
    let worth = Some(file.worth[&valued.preset].into());
    let config = PlacementsConfig { worth, threads, ..PlacementsConfig::default() };
    let position = valued.position().unwrap();
    let budget = Budget::iterations(tries);
    solve_placements(&position, &config, budget, PlacementsWatch::default()).unwrap()
}

/// How far the answer's first placement is behind the best of the file.
fn loss(valued: &Valued, answer: &PlacementsAnswer) -> f64 {
    let position = valued.position().unwrap();
    let chosen = code(position.deal(), &answer.placements[0].board);
    valued.placements[&chosen].behind
}

#[test]
fn streets_4_and_5_have_the_values_of_the_file_and_lose_nothing() {
    let mut checked = 0;
    let files = [read("positions-street-4.json"), read("positions-street-5.json")];
    for (file, valued) in files.iter().flat_map(|f| f.positions.iter().map(move |v| (f, v))) {
        let answer = ask(file, valued, 1, 1);
        assert!(answer.exact);
        assert_eq!(answer.placements.len(), valued.placements.len());
        let deal = valued.position().unwrap();
        for placement in &answer.placements {
            let expected = valued.placements[&code(deal.deal(), &placement.board)].value;
            let value = placement.expectation.value;
            assert!((value - expected).abs() < 1e-9, "{value} {expected} {}", placement.board);
        }
        assert!(loss(valued, &answer) < 1e-9);
        checked += 1;
    }
    assert!(checked >= 160, "{checked}");
}

#[test]
fn a_short_search_of_street_3_loses_little() {
    let file = read("positions-street-3.json");
    assert!(file.positions.len() >= 40);
    let some: Vec<&Valued> = file.positions.iter().step_by(4).collect();
    let mut sum = 0.0;
    for valued in &some {
        let answer = ask(&file, valued, 2_000, 2);
        assert_eq!(answer.how, How::Searched);
        sum += loss(valued, &answer);
    }
    let mean = sum / some.len() as f64;
    assert!(mean <= 0.15, "a mean loss of {mean} points");
}

#[test]
fn one_to_eight_threads_give_one_answer() {
    let file = read("positions-street-2.json");
    let valued = &file.positions[0];
    let one = ask(&file, valued, 800, 1);
    for threads in 2..=8 {
        let more = ask(&file, valued, 800, threads);
        assert_eq!(more.placements, one.placements, "{threads} threads");
    }
}

#[test]
fn sampled_references_are_as_sure_as_they_should_be() {
    for (name, street) in [("positions-street-1.json", 1), ("positions-street-2.json", 2)] {
        let file = read(name);
        assert!(file.positions.len() >= 30);
        for valued in &file.positions {
            assert_eq!(valued.position().unwrap().street(), street);
            let mut values: Vec<_> = valued.placements.values().collect();
            values.sort_by(|a, b| a.behind.total_cmp(&b.behind));
            assert!(values.len() >= 3);
            assert!(values[0].behind.abs() < 1e-12);
            assert!(values[1].error <= 0.03, "{} {}", valued.board, valued.deal);
        }
    }
}
