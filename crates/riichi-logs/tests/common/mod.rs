//! Games for the tests of logs: real ones of the data folder, and ones that the engine plays.

#![allow(dead_code, reason = "each test program uses its own part")]

use facedown_game::{ActionBuf, Control, Game, Match, Rng, Seat, Turn};
use facedown_riichi::{Action, Legal, Riichi, Rules, State};
use facedown_riichi_logs::fs::LogFile;
use facedown_riichi_logs::wall::Seed;
use facedown_riichi_logs::{Record, Recorder, ReplayOptions, Report, replay_all};
use std::path::{Path, PathBuf};

/// The files of a folder of the shared data; none, said plainly, where there is no data.
pub(crate) fn real_logs(folder: &str) -> Vec<PathBuf> {
    let near = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let data = std::env::var_os("FACEDOWN_DATA").map_or(near, PathBuf::from);
    let path = data.join(folder);
    let Ok(entries) = std::fs::read_dir(&path) else {
        println!("skipped: there is no {}", path.display());
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// A file of our own under `testdata/riichi`.
pub(crate) fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/riichi").join(name)
}

/// A seed of walls in Tenhou's manner.
pub(crate) fn seed(number: u64) -> Seed {
    let mut rng = Rng::new(number);
    Seed::from_words(std::array::from_fn(|_| rng.below(u32::MAX)))
}

/// A game that the engine plays with itself, on the walls of a seed.
pub(crate) fn self_play(rules: Rules, number: u64) -> Record {
    let game = Riichi::new(rules).expect("rules that make a game");
    let seed = seed(number);
    let mut walls = seed.walls(game.seats());
    let names = ["東", "South & <co>", "w\"est", ""];
    let names = names[..game.seats()].iter().map(|name| (*name).to_owned()).collect();
    let mut recorder = Recorder::new(&game, names, Some(seed));
    let (mut rng, mut standing) = (Rng::new(number), game.begin());
    while let Some(setup) = game.next_hand(&standing) {
        recorder.begin_round(&setup);
        let wall = walls.next_wall().tiles;
        let mut state = game.deal_from_wall(&setup, &wall, &mut recorder).expect("a whole wall");
        play_round(&game, &mut state, &mut rng, &mut recorder);
        game.finish_hand(&mut standing, &state);
    }
    recorder.finish(&standing)
}

fn play_round(game: &Riichi, state: &mut State, rng: &mut Rng, recorder: &mut Recorder) {
    let mut legal = Legal::default();
    loop {
        match game.turn(state) {
            Turn::Over => return,
            Turn::Chance => game.play_chance(state, rng, recorder),
            Turn::Act(seat) => {
                game.legal_actions(state, &mut legal);
                let action = choose(game, state, seat, legal.as_slice(), rng);
                game.try_apply(state, action, recorder).expect("a legal action");
            }
        }
    }
}

/// Wins, declares and lays down kans whenever it can, calls now and then, and keeps the hand as
/// near to tenpai as it can: so that short games hold all that logs write down.
fn choose(game: &Riichi, state: &State, seat: Seat, legal: &[Action], rng: &mut Rng) -> Action {
    let mut percent = |chance: u32| rng.below(100) < chance;
    for action in legal {
        let take = match action {
            Action::Tsumo | Action::Ron | Action::Riichi => percent(95),
            Action::ClosedKan(_) | Action::AddedKan(_) | Action::OpenKan => percent(70),
            Action::Nuki => percent(90),
            Action::NineTerminals => percent(50),
            Action::Pon(_) => percent(35),
            Action::Chi(_) => percent(15),
            Action::Discard { .. } | Action::Pass => false,
        };
        if take {
            return *action;
        }
    }
    let mut after = |action: &Action| match action {
        Action::Discard { tile, .. } => {
            let mut hand = *state.hand(seat);
            hand.remove(*tile);
            (hand.shanten(game.pack()), rng.below(100))
        }
        Action::Pass => (0, 0),
        _ => (9, 0),
    };
    *legal.iter().min_by_key(|action| after(action)).expect("a legal action")
}

/// Replays files on so many threads.
pub(crate) fn replay_all_files(paths: &[PathBuf], threads: usize) -> Report {
    let logs: Vec<LogFile> = paths.iter().map(LogFile::new).collect();
    let options = ReplayOptions { threads, ..ReplayOptions::default() };
    replay_all(&logs, &options, &mut Control::default())
}
