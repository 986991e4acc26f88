//! Real games: walls from their seeds, every step replayed, every format read back.

mod common;

use common::{real_logs, replay_all_files};
use facedown_riichi_logs::fs::read_file;
use facedown_riichi_logs::mjlog::Tags;
use facedown_riichi_logs::wall::Wall;
use facedown_riichi_logs::{Count, Record, mjai, mjlog, read, replay, tenhou6, unpack};
use facedown_tiles::TileId;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::path::PathBuf;

fn all_logs() -> Vec<PathBuf> {
    let mut logs = real_logs("tenhou");
    logs.extend(real_logs("tenhou-edge"));
    logs
}

fn records() -> Vec<(PathBuf, Record)> {
    let read = |path: &PathBuf| match read_file(path) {
        Ok(record) => (path.clone(), record),
        Err(error) => panic!("{}: {error}", path.display()),
    };
    all_logs().par_iter().map(read).collect()
}

/// What a round's tags say of its wall, against the wall itself, tile by physical tile.
struct WallCheck {
    wall: Wall,
    seats: usize,
    next: usize,
    replacements: usize,
    replaces: bool,
    indicators: usize,
}

impl WallCheck {
    fn new(wall: Wall, seats: usize) -> Self {
        let next = wall.tiles.len();
        Self { wall, seats, next, replacements: 0, replaces: false, indicators: 0 }
    }

    fn draw(&mut self) -> TileId {
        let place = if std::mem::take(&mut self.replaces) {
            self.replacements += 1;
            (self.replacements - 1) ^ 1
        } else {
            self.next -= 1;
            self.next
        };
        self.wall.tiles[place]
    }

    fn indicator(&mut self, hidden: usize) -> TileId {
        let first = if self.seats == 3 { 9 } else { 5 };
        self.indicators += 1;
        self.wall.tiles[first + 2 * (self.indicators - 1) - hidden]
    }

    fn deal(&mut self, dealer: usize) -> Vec<Vec<TileId>> {
        let mut hands = vec![Vec::new(); self.seats];
        for block in [4, 4, 4, 1] {
            for turn in 0..self.seats {
                let hand = &mut hands[(dealer + turn) % self.seats];
                hand.extend((0..block).map(|_| self.draw()));
            }
        }
        hands
    }
}

fn ids(text: &str) -> Vec<TileId> {
    let id = |part: &str| TileId::from_index(part.parse().unwrap()).unwrap();
    text.split(',').filter(|part| !part.is_empty()).map(id).collect()
}

/// Compares a whole log with the walls of its seed; how many tiles were compared.
fn check_walls(text: &str) -> usize {
    let record = read(text.as_bytes()).unwrap();
    let seats = record.seats;
    let mut walls = record.seed.unwrap().walls(seats);
    let mut compared = 0;
    let mut check = None::<WallCheck>;
    for tag in Tags::new(text).map(Result::unwrap) {
        if let Some((letter, id)) = tag.tile() {
            if (b'T'..=b'W').contains(&letter) {
                assert_eq!(check.as_mut().unwrap().draw(), id, "{:?}", tag.place);
                compared += 1;
            }
            continue;
        }
        match tag.name {
            "INIT" => {
                let mut round = WallCheck::new(walls.next_wall(), seats);
                let dealer = tag.get("oya").unwrap().parse().unwrap();
                for (seat, hand) in round.deal(dealer).into_iter().enumerate() {
                    let name = ["hai0", "hai1", "hai2", "hai3"][seat];
                    assert_eq!(ids(tag.get(name).unwrap()), hand, "{:?}", tag.place);
                    compared += 13;
                }
                let numbers: Vec<usize> =
                    tag.get("seed").unwrap().split(',').map(|n| n.parse().unwrap()).collect();
                let dice = round.wall.dice.map(|die| usize::from(die) - 1);
                assert_eq!([numbers[3], numbers[4]], dice, "{:?}", tag.place);
                assert_eq!(numbers[5], round.indicator(0).index(), "{:?}", tag.place);
                check = Some(round);
            }
            "N" => {
                let code: u16 = tag.get("m").unwrap().parse().unwrap();
                check.as_mut().unwrap().replaces = code & 0b1100 == 0;
            }
            "DORA" => {
                let indicator = check.as_mut().unwrap().indicator(0);
                assert_eq!(ids(tag.get("hai").unwrap()), [indicator], "{:?}", tag.place);
                compared += 1;
            }
            "AGARI" => {
                for (name, hidden) in [("doraHai", 0), ("doraHaiUra", 1)] {
                    let shown = ids(tag.get(name).unwrap_or(""));
                    let round = check.as_mut().unwrap();
                    let turned = std::mem::take(&mut round.indicators);
                    let under: Vec<TileId> =
                        shown.iter().map(|_| round.indicator(hidden)).collect();
                    round.indicators = turned;
                    assert_eq!(shown, under, "{:?}", tag.place);
                    compared += shown.len();
                }
            }
            _ => {}
        }
    }
    compared
}

#[test]
fn walls_from_the_seeds_give_every_tile_of_every_game() {
    let check = |path: &PathBuf| {
        let bytes = std::fs::read(path).unwrap();
        let plain = unpack(&bytes).unwrap();
        check_walls(std::str::from_utf8(&plain).unwrap())
    };
    let logs = all_logs();
    let compared: usize = logs.par_iter().map(check).sum();
    assert!(logs.is_empty() || compared > 500_000, "{compared} tiles compared");
}

#[test]
fn every_game_agrees_with_the_engine_at_every_step() {
    let logs = all_logs();
    let report = replay_all_files(&logs, 0);
    assert_eq!(report.agreed(), logs.len(), "{report}");
    if logs.len() != 656 {
        return;
    }
    // What the data holds, so that a count that drops shows that something is no longer checked.
    let at_least = [
        (Count::Games, 656),
        (Count::Rounds, 6_219),
        (Count::Decisions, 350_000),
        (Count::Draws, 260_000),
        (Count::Chi, 3_700),
        (Count::Pon, 6_300),
        (Count::OpenKan, 35),
        (Count::ClosedKan, 290),
        (Count::RiichiKan, 60),
        (Count::AddedKan, 200),
        (Count::Nuki, 3_800),
        (Count::KanDora, 510),
        (Count::Riichi, 4_500),
        (Count::DoubleRiichi, 10),
        (Count::RefusedRiichi, 180),
        (Count::Tsumo, 2_200),
        (Count::Ron, 2_900),
        (Count::DoubleRon, 29),
        (Count::Ippatsu, 440),
        (Count::Chankan, 3),
        (Count::Rinshan, 50),
        (Count::Haitei, 20),
        (Count::Houtei, 20),
        (Count::Yakuman, 12),
        (Count::Kazoe, 1),
        (Count::Pao, 1),
        (Count::Exhausted, 890),
        (Count::Nagashi, 4),
        (Count::NineTerminals, 104),
        (Count::FourWinds, 8),
        (Count::FourRiichi, 1),
        (Count::Extension, 50),
        (Count::Tobi, 150),
        (Count::Yame, 90),
        (Count::OnTime, 400),
        (Count::Fragments, 4),
    ];
    for (count, least) in at_least {
        assert!(report.counts.get(count) >= least, "{}: {report}", count.name());
    }
}

#[test]
fn the_report_does_not_depend_on_the_number_of_threads() {
    let logs = real_logs("tenhou-edge");
    assert_eq!(replay_all_files(&logs, 1), replay_all_files(&logs, 3));
}

#[test]
fn every_format_gives_back_the_same_record() {
    let check = |(path, record): &(PathBuf, Record)| {
        let path = path.display();
        let as_mjai = mjai::write(record);
        assert_eq!(read(as_mjai.as_bytes()).as_ref(), Ok(record), "{path}");
        let as_mjlog = mjlog::write(record).expect("tiles of one pack");
        assert_eq!(read(as_mjlog.as_bytes()).as_ref(), Ok(record), "{path}");
        let as_json = tenhou6::write(record);
        let again = read(as_json.as_bytes()).map(|record| record.portable());
        assert_eq!(again, Ok(record.portable()), "{path}");
    };
    records().par_iter().for_each(check);
}

#[test]
fn logs_without_a_seed_are_replayed_as_well() {
    let check = |(path, record): &(PathBuf, Record)| {
        let bare = Record { seed: None, ..record.clone() };
        let viewer = tenhou6::read(&tenhou6::write(record)).unwrap();
        for unseeded in [&bare, &viewer] {
            assert_eq!(replay(unseeded), replay(record), "{}", path.display());
        }
    };
    records().par_iter().for_each(check);
}
