//! Every win of the committed games in `testdata/riichi/logs` is scored and paid as recorded.

use crate::scoring::check::{check, tenhou_rules};
use crate::scoring::mjlog::wins;
use crate::scoring::real::Real;
use facedown_riichi::Rules;

/// Reads the wins of a preset's logs of both lengths.
fn recorded(preset: &str, seats: &str) -> Vec<Real> {
    let read = |length: &str| {
        let name = format!("{preset}/{length}{seats}.mjlog");
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/riichi/logs");
        let text = std::fs::read_to_string(format!("{root}/{name}"));
        wins(&name, &text.unwrap_or_else(|error| panic!("{name}: {error}")))
    };
    ["hanchan", "east"].into_iter().flat_map(read).collect()
}

#[test]
fn wins_of_four_seats_by_the_rules_of_tenhou() {
    check(&recorded("tenhou", ""), 10, tenhou_rules);
}

#[test]
fn wins_of_three_seats_by_the_rules_of_tenhou() {
    check(&recorded("tenhou", "3"), 10, tenhou_rules);
}

#[test]
fn wins_of_four_seats_by_the_rules_of_mahjong_soul() {
    check(&recorded("mjsoul", ""), 10, |_| Rules::MJSOUL.score);
}

#[test]
fn wins_of_three_seats_by_the_rules_of_mahjong_soul() {
    check(&recorded("mjsoul", "3"), 10, |_| Rules::MJSOUL3.score);
}
