//! Every win of real games is scored and paid as on Tenhou. Ignored where there is no data;
//! `all/score_recorded.rs` has the same checks on committed games.
//!
//! A program of its own, with a harness that can report a test as ignored when it is run.

#[path = "all/scoring/mod.rs"]
mod scoring;

use facedown_testkit::data::{DataTest, run_data_tests};
use scoring::check::{check, tenhou_rules};
use scoring::real::read;
use std::process::ExitCode;

fn main() -> ExitCode {
    run_data_tests(&[
        DataTest {
            name: "every_real_win_of_four_seats_scores_and_pays_as_on_tenhou",
            needs: &["riichi-hands/wins_4p.jsonl.gz"],
            run: || {
                let wins = read("wins_4p.jsonl.gz", false).expect("the data");
                check(&wins, 3_761, tenhou_rules);
            },
        },
        DataTest {
            name: "every_real_win_of_three_seats_scores_and_pays_as_on_tenhou",
            needs: &["riichi-hands/wins_3p.jsonl.gz"],
            run: || {
                let wins = read("wins_3p.jsonl.gz", true).expect("the data");
                check(&wins, 1_278, tenhou_rules);
            },
        },
    ])
}
