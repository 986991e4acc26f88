//! Shanten against published hands of the data folder. Ignored where there is no data.
//!
//! A program of its own, with a harness that can report a test as ignored when it is run.

use facedown_testkit::data::{DataTest, data_folder, run_data_tests};
use facedown_tiles::{Counts, Pack, forms};
use std::io::Read;
use std::process::ExitCode;

fn main() -> ExitCode {
    run_data_tests(&[DataTest {
        name: "it_equals_the_published_hands",
        needs: &["riichi-hands"],
        run: it_equals_the_published_hands,
    }])
}

/// Each line holds 14 kinds, then standard, thirteen-orphans and seven-pairs shanten.
fn it_equals_the_published_hands() {
    for (name, lines) in [("normal", 3_000), ("hon", 3_000), ("tin", 3_000), ("koku", 3_000)] {
        let path = data_folder().join(format!("riichi-hands/shanten_p_{name}_10000.txt.gz"));
        let file = std::fs::File::open(&path).expect("the data file");
        let mut text = String::new();
        flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("gzip");
        assert_eq!(text.lines().count(), lines, "{}", path.display());
        for line in text.lines() {
            let numbers: Vec<i8> = line.split(' ').map(|n| n.parse().expect("numbers")).collect();
            let (kinds, expected) = numbers.split_at(14);
            let mut hand = [0; 34];
            for &kind in kinds {
                hand[kind as usize] += 1;
            }
            let forms = forms(&Counts::new(hand).expect("a hand"), Pack::Four);
            let got = [Some(forms.standard), forms.thirteen_orphans, forms.seven_pairs];
            assert_eq!(got.map(|form| form.expect("whole")), expected, "{name}: {line}");
        }
    }
}
