//! Golden files: counts of action sequences (perft), and whole rounds as text.
//!
//! `FACEDOWN_BLESS=1 cargo test -p facedown-riichi --test all goldens` rewrites the files.

use facedown_game::{ActionBuf, Game, Log, Policy, Rng, Seat, Turn};
use facedown_riichi::{Event, HeuristicPolicy, Legal, Riichi, Rules};
use facedown_testkit::perft;
use std::fmt::Write;
use std::path::PathBuf;

fn testdata(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/riichi").join(name)
}

#[test]
fn perft_counts_and_event_digests_are_those_recorded() {
    for preset in Rules::PRESETS {
        let game = Riichi::new(Rules::preset(preset).unwrap()).unwrap();
        perft::check_file(&game, testdata(&format!("{preset}.perft")));
    }
}

/// Returns a round of heuristic players: every action, and every event with its observers.
fn round_as_text(game: &Riichi, seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut log = Log::default();
    let mut state = game.deal(&game.first_setup(), &mut rng, &mut log);
    let mut legal = Legal::default();
    let mut out = String::new();
    let mut written = 0;
    let mut write_new = |log: &Log<Event>, out: &mut String| {
        for (to, event) in &log.entries[written..] {
            let seats: Vec<usize> = to.iter().map(Seat::index).collect();
            writeln!(out, "  to {seats:?}: {event:?}").unwrap();
        }
        written = log.entries.len();
    };
    write_new(&log, &mut out);
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
        write_new(&log, &mut out);
    }
    writeln!(out, "scores {:?}", game.scores(&state)).unwrap();
    out
}

#[test]
fn whole_rounds_are_those_recorded() {
    for (preset, seed) in [("tenhou", 1), ("mjsoul", 2), ("tenhou3", 3), ("mjsoul3", 4)] {
        let game = Riichi::new(Rules::preset(preset).unwrap()).unwrap();
        let path = testdata(&format!("{preset}-{seed}.txt"));
        let now = round_as_text(&game, seed);
        if std::env::var_os("FACEDOWN_BLESS").is_some() {
            std::fs::write(&path, &now).unwrap();
        }
        let recorded = std::fs::read_to_string(&path).expect("the golden file is there");
        assert_eq!(now, recorded, "{}", path.display());
    }
}
