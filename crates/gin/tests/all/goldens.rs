//! Goldens: counts of action sequences, and complete hands.
//!
//! `FACEDOWN_BLESS=1 cargo test -p facedown-gin --test all goldens` rewrites the files.

use facedown_game::{ActionBuf, Game, Log, Policy, Rng, Seat, Turn};
use facedown_gin::bots::Simple;
use facedown_gin::{Gin, Legal, Rules};
use facedown_testkit::perft;
use std::fmt::Write;
use std::path::PathBuf;

fn testdata(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/gin").join(name)
}

#[test]
fn action_sequences_and_observations_are_those_recorded() {
    for preset in ["eaai", "openspiel", "tournament"] {
        let gin = Gin::new(Rules::preset(preset).unwrap()).unwrap();
        perft::check_file(&gin, testdata(&format!("{preset}.perft")));
    }
}

/// Describes a hand of `simple` against itself: every action, and every event with its observers.
fn hand_in_words(gin: &Gin, seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut log = Log::default();
    let mut state = gin.deal(&gin.first_setup(), &mut rng, &mut log);
    let mut bots = [Simple::default(), Simple::default()];
    let mut legal = Legal::default();
    let mut out = String::new();
    let mut logged = 0;
    let mut write_events = |log: &Log<facedown_gin::Event>, out: &mut String| {
        for (to, event) in &log.entries[logged..] {
            let seats: Vec<usize> = to.iter().map(Seat::index).collect();
            writeln!(out, "  to {seats:?}: {event:?}").unwrap();
        }
        logged = log.entries.len();
    };
    write_events(&log, &mut out);
    while let Turn::Act(seat) = gin.turn(&state) {
        let view = gin.view(&state, seat);
        gin.legal_actions(&state, &mut legal);
        let action = bots[seat.index()].choose(gin, &view, legal.as_slice(), &mut rng);
        writeln!(out, "{seat}: {action}").unwrap();
        gin.apply(&mut state, action, &mut log);
        write_events(&log, &mut out);
    }
    writeln!(out, "scores {:?}", gin.scores(&state)).unwrap();
    out
}

#[test]
fn complete_hands_are_those_recorded() {
    for (preset, seed) in [("eaai", 1), ("openspiel", 2), ("oklahoma", 3), ("classic", 4)] {
        let gin = Gin::new(Rules::preset(preset).unwrap()).unwrap();
        let path = testdata(&format!("{preset}-{seed}.txt"));
        let now = hand_in_words(&gin, seed);
        if std::env::var_os("FACEDOWN_BLESS").is_some() {
            std::fs::write(&path, &now).unwrap();
        }
        let recorded = std::fs::read_to_string(&path).expect("the golden file is there");
        assert_eq!(now, recorded, "{}", path.display());
    }
}
