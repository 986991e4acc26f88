//! Checks of whole logs, for recorded bots and for real games.

use facedown_riichi::Rules;
use facedown_riichi_logs::mjlog::Tags;
use facedown_riichi_logs::wall::Wall;
use facedown_riichi_logs::{Record, mjai, mjlog, read, replay_with_rules, tenhou6};
use facedown_tiles::TileId;

/// A wall whose tiles are taken in the order of the tags of a round.
struct WallCursor {
    wall: Wall,
    seats: usize,
    next: usize,
    replacements: usize,
    replaces: bool,
    indicators: usize,
}

impl WallCursor {
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

/// Compares every physical tile of an mjlog with the walls of its seed; returns their number.
pub(crate) fn check_walls(text: &str) -> usize {
    let record = read(text.as_bytes()).unwrap();
    let seats = record.seats;
    let mut walls = record.seed.unwrap().walls(seats);
    let mut compared = 0;
    let mut cursor = None::<WallCursor>;
    for tag in Tags::new(text).map(Result::unwrap) {
        if let Some((letter, id)) = tag.tile() {
            if (b'T'..=b'W').contains(&letter) {
                assert_eq!(cursor.as_mut().unwrap().draw(), id, "{:?}", tag.place);
                compared += 1;
            }
            continue;
        }
        match tag.name {
            "INIT" => {
                let mut round = WallCursor::new(walls.next_wall(), seats);
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
                cursor = Some(round);
            }
            "N" => {
                let code: u16 = tag.get("m").unwrap().parse().unwrap();
                cursor.as_mut().unwrap().replaces = code & 0b1100 == 0;
            }
            "DORA" => {
                let indicator = cursor.as_mut().unwrap().indicator(0);
                assert_eq!(ids(tag.get("hai").unwrap()), [indicator], "{:?}", tag.place);
                compared += 1;
            }
            "AGARI" => {
                for (name, hidden) in [("doraHai", 0), ("doraHaiUra", 1)] {
                    let shown = ids(tag.get(name).unwrap_or(""));
                    let round = cursor.as_mut().unwrap();
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

/// Writes a record in every format that can state its rules, and reads it back.
pub(crate) fn check_formats(record: &Record, name: &str) {
    // No format keeps the date, which is that of the file.
    let record = &Record { date: None, ..record.clone() };
    assert_eq!(read(mjai::write(record).as_bytes()).as_ref(), Ok(record), "{name}");
    if record.rules.is_none() {
        return;
    }
    let tags = mjlog::write(record).expect("tiles of one pack");
    assert_eq!(read(tags.as_bytes()).as_ref(), Ok(record), "{name}");
    let viewer = read(tenhou6::write(record).as_bytes()).map(|record| record.portable());
    assert_eq!(viewer, Ok(record.portable()), "{name}");
}

/// Replays a record without its seed, as it is and by way of tenhou/6: the result must be the same.
pub(crate) fn check_without_seed(record: &Record, rules: Rules, name: &str) {
    let bare = Record { seed: None, ..record.clone() };
    let viewer = tenhou6::read(&tenhou6::write(record)).unwrap();
    for unseeded in [&bare, &viewer] {
        let [unseeded, seeded] = [unseeded, record].map(|record| replay_with_rules(record, rules));
        assert_eq!(unseeded, seeded, "{name}");
    }
}
