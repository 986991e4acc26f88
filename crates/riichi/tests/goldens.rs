//! What must not change unnoticed: counts of action sequences, and whole rounds in words.
//!
//! `FACEDOWN_BLESS=1 cargo test -p facedown-riichi --test goldens` rewrites the files.

use facedown_game::{ActionBuf, Game, Log, Policy, Rng, Seat, Turn};
use facedown_riichi::{Event, HeuristicPolicy, Legal, Riichi, Rules};
use facedown_testkit::perft;
use std::fmt::Write;
use std::path::PathBuf;

fn testdata(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/riichi").join(name)
}

#[test]
fn the_sequences_of_actions_and_what_seats_witness_are_those_recorded() {
    for preset in Rules::PRESETS {
        let game = Riichi::new(Rules::preset(preset).unwrap()).unwrap();
        perft::check_file(&game, testdata(&format!("{preset}.perft")));
    }
}

/// A round of light players: every action, and every event with its witnesses.
fn round_in_words(game: &Riichi, seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut log = Log::default();
    let mut state = game.deal(&game.first_setup(), &mut rng, &mut log);
    let mut legal = Legal::default();
    let mut out = String::new();
    let mut told = 0;
    let mut tell = |log: &Log<Event>, out: &mut String| {
        for (to, event) in &log.entries[told..] {
            let seats: Vec<usize> = to.iter().map(Seat::index).collect();
            writeln!(out, "  to {seats:?}: {event:?}").unwrap();
        }
        told = log.entries.len();
    };
    tell(&log, &mut out);
    loop {
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => game.play_chance(&mut state, &mut rng, &mut log),
            Turn::Act(seat) => {
                let view = game.view(&state, seat);
                game.legal_actions(&state, &mut legal);
                let action = HeuristicPolicy.choose(game, &view, legal.as_slice(), &mut rng);
                writeln!(out, "{seat}: {action}").unwrap();
                game.apply(&mut state, action, &mut log);
            }
        }
        tell(&log, &mut out);
    }
    writeln!(out, "scores {:?}", game.scores(&state)).unwrap();
    out
}

#[test]
fn whole_rounds_are_those_recorded() {
    for (preset, seed) in [("tenhou", 1), ("mjsoul", 2), ("tenhou3", 3), ("mjsoul3", 4)] {
        let game = Riichi::new(Rules::preset(preset).unwrap()).unwrap();
        let path = testdata(&format!("{preset}-{seed}.txt"));
        let now = round_in_words(&game, seed);
        if std::env::var_os("FACEDOWN_BLESS").is_some() {
            std::fs::write(&path, &now).unwrap();
        }
        let recorded = std::fs::read_to_string(&path).expect("the golden file is there");
        assert_eq!(now, recorded, "{}", path.display());
    }
}
