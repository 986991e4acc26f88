//! The wins of real games in the data folder.

use super::Case;
use facedown_riichi::score::{Riichi, Situation};
use facedown_testkit::data::data_folder;
use facedown_tiles::{Kind, Meld, MeldShape, TileId};
use serde_json::Value;
use std::io::{BufRead, BufReader};

/// A win of a real game with its score on Tenhou.
pub(crate) struct Real {
    pub(crate) case: Case,
    pub(crate) tsumo: bool,
    pub(crate) round_wind: Kind,
    pub(crate) seat_wind: Kind,
    pub(crate) dora: Vec<Kind>,
    pub(crate) ura: Vec<Kind>,
    pub(crate) nuki: u8,
    pub(crate) three_seats: bool,
    /// Id and han; han 0 for yakuman.
    pub(crate) yaku: Vec<(u8, u8)>,
    pub(crate) fu: u8,
    pub(crate) points: u32,
    pub(crate) limit: u8,
    pub(crate) honba: u32,
    pub(crate) sticks: u32,
    pub(crate) deltas: [i32; 4],
    pub(crate) who: usize,
    pub(crate) from: usize,
    pub(crate) liable: Option<usize>,
    pub(crate) lobby: u64,
    /// Names the game and the round.
    pub(crate) place: String,
}

/// Reads the wins of a data file; `None` if there is no such file.
pub(crate) fn read(file: &str, three_seats: bool) -> Option<Vec<Real>> {
    let bytes = std::fs::File::open(data_folder().join("riichi-hands").join(file)).ok()?;
    let lines = BufReader::new(flate2::read::GzDecoder::new(bytes)).lines();
    Some(
        lines
            .map(|line| {
                let value = serde_json::from_str(&line.expect("text")).expect("a record");
                real(&value, three_seats)
            })
            .collect(),
    )
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().expect("a list").iter().map(|v| v.as_i64().expect("a number")).collect()
}

fn ids(value: &Value) -> Vec<TileId> {
    numbers(value).into_iter().map(|id| TileId::new(id as u8)).collect()
}

fn kinds(value: &Value) -> Vec<Kind> {
    ids(value).into_iter().map(TileId::kind).collect()
}

fn real(value: &Value, three_seats: bool) -> Real {
    let lobby = value["type"].as_u64().expect("a lobby");
    // Bit 1 of a lobby's type: no red fives.
    let red = |id: &TileId| lobby & 2 == 0 && id.tile().is_red();
    let hand = ids(&value["hand"]);
    let mut closed = [0; 34];
    for id in &hand {
        closed[id.kind().index()] += 1;
    }
    let mut melds = Vec::new();
    let mut nuki = 0;
    for meld in value["melds"].as_array().expect("melds") {
        let held = ids(&meld[1]);
        let shape = match meld[0].as_str().expect("a name") {
            "chi" => MeldShape::Chi,
            "pon" => MeldShape::Pon,
            "daiminkan" => MeldShape::OpenKan,
            "kakan" => MeldShape::AddedKan,
            "ankan" => MeldShape::ClosedKan,
            "nuki" => {
                nuki += 1;
                continue;
            }
            other => panic!("no meld {other}"),
        };
        melds.push(Meld {
            shape,
            first: held.iter().map(|id| id.kind()).min().expect("tiles"),
            reds: held.iter().filter(|id| red(id)).count() as u8,
            called: held[0].tile(),
            from: u8::from(shape != MeldShape::ClosedKan),
        });
    }
    let wind = |key: &str| Kind::new(27 + value[key].as_u64().expect("a wind") as u8);
    let mut yaku: Vec<(u8, u8)> =
        numbers(&value["yaku"]).chunks(2).map(|pair| (pair[0] as u8, pair[1] as u8)).collect();
    yaku.extend(numbers(&value["yakuman"]).into_iter().map(|id| (id as u8, 0)));
    let ten = numbers(&value["ten"]);
    let ba = numbers(&value["ba"]);
    let mut deltas = [0; 4];
    for (seat, pair) in numbers(&value["sc"]).chunks(2).enumerate() {
        deltas[seat] = 100 * pair[1] as i32;
    }
    Real {
        case: Case {
            closed,
            reds: hand.iter().filter(|id| red(id)).count() as u8,
            melds,
            win: TileId::new(value["win"].as_u64().expect("a tile") as u8).tile(),
        },
        tsumo: value["tsumo"].as_bool().expect("tsumo"),
        round_wind: wind("rw"),
        seat_wind: wind("sw"),
        dora: kinds(&value["dora"]),
        ura: kinds(&value["ura"]),
        nuki,
        three_seats,
        yaku,
        fu: ten[0] as u8,
        points: ten[1] as u32,
        limit: ten[2] as u8,
        honba: ba[0] as u32,
        sticks: ba[1] as u32,
        deltas,
        who: value["who"].as_u64().expect("a seat") as usize,
        from: value["from"].as_u64().expect("a seat") as usize,
        liable: value["paoWho"].as_u64().map(|seat| seat as usize),
        lobby,
        place: format!("{} round {}", value["game"], value["round"]),
    }
}

impl Real {
    /// Returns the situation, with flags from the yaku in the log.
    pub(crate) fn situation(&self) -> Situation<'_> {
        let has = |id: u8| self.yaku.iter().any(|&(yaku, _)| yaku == id);
        Situation {
            tsumo: self.tsumo,
            seat_wind: self.seat_wind,
            round_wind: self.round_wind,
            riichi: match (has(1), has(21)) {
                (_, true) => Riichi::Double,
                (true, _) => Riichi::Single,
                // A yakuman hides riichi, but ura indicators are shown only after it.
                _ if !self.ura.is_empty() => Riichi::Single,
                _ => Riichi::No,
            },
            ippatsu: has(2),
            last_tile: has(5) || has(6),
            after_kan: has(4),
            robbed_kan: has(3),
            first_turn: has(37) || has(38),
            dora_indicators: &self.dora,
            ura_indicators: &self.ura,
            nuki: self.nuki,
            three_seats: self.three_seats,
            ..Situation::RON
        }
    }

    pub(crate) fn seats(&self) -> usize {
        if self.three_seats { 3 } else { 4 }
    }
}
