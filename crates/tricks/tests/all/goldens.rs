//! Golden files: perft counts and whole hands as text.
//!
//! `FACEDOWN_BLESS=1 cargo test -p facedown-tricks --test all goldens` rewrites the files.

use crate::common::{euchre, game};
use facedown_game::{ActionBuf, Game, Log, Policy, Rng, Seat, Turn};
use facedown_testkit::perft;
use facedown_tricks::bots::Rule;
use facedown_tricks::{Event, Legal, Rules, Setup, Tricks};
use std::fmt::Write;
use std::path::PathBuf;

fn testdata(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/tricks").join(name)
}

#[test]
fn perft_counts_and_digests_are_those_recorded() {
    for preset in ["oh-hell", "el-dorado", "hearts", "spades"] {
        let game = game(Rules::preset(preset).unwrap());
        perft::check_file(&game, testdata(&format!("{preset}.perft")));
    }
}

/// Writes a hand of `rule` against itself: every action, and every event with its observers.
fn hand_text(game: &Tricks, setup: &Setup, seed: u64) -> String {
    let (mut rng, mut log) = (Rng::new(seed), Log::default());
    let mut state = game.deal(setup, &mut rng, &mut log);
    let (mut legal, mut out, mut written) = (Legal::default(), String::new(), 0);
    let mut write_events = |log: &Log<Event>, out: &mut String| {
        for (to, event) in &log.entries[written..] {
            let seats: Vec<usize> = to.iter().map(Seat::index).collect();
            writeln!(out, "  to {seats:?}: {event:?}").unwrap();
        }
        written = log.entries.len();
    };
    write_events(&log, &mut out);
    while let Turn::Act(seat) = game.turn(&state) {
        let view = game.view(&state, seat);
        game.legal_actions(&state, &mut legal);
        let action = Rule.choose(game, &view, legal.as_slice(), &mut rng);
        writeln!(out, "{seat}: {action}").unwrap();
        game.apply(&mut state, action, &mut log);
        write_events(&log, &mut out);
    }
    writeln!(out, "scores {:?}", game.scores(&state)).unwrap();
    out
}

type Change<'a> = &'a dyn Fn(&mut Setup);

#[test]
fn whole_hands_are_those_recorded() {
    let blind = |setup: &mut Setup| setup.scores = [0, 150, 0, 150, 0, 0, 0, 0, 0, 0];
    let hands: [(&str, Rules, u64, Change<'_>); 6] = [
        ("oh-hell", Rules::oh_hell(4), 1, &|setup| setup.hand = 5),
        ("el-dorado", Rules::el_dorado(7), 2, &|setup| setup.hand = 6),
        ("hearts", Rules::hearts(4), 3, &|_| {}),
        ("hearts-five", Rules::hearts(5), 4, &|setup| setup.hand = 3),
        ("spades", Rules::spades(), 5, &blind),
        ("euchre", euchre(true), 6, &|_| {}),
    ];
    for (name, rules, seed, change) in hands {
        let game = game(rules);
        let mut setup = game.first_setup();
        change(&mut setup);
        let path = testdata(&format!("{name}-{seed}.txt"));
        let now = hand_text(&game, &setup, seed);
        if std::env::var_os("FACEDOWN_BLESS").is_some() {
            std::fs::write(&path, &now).unwrap();
        }
        let recorded = std::fs::read_to_string(&path).expect("the golden file is there");
        assert_eq!(now, recorded, "{}", path.display());
    }
}
