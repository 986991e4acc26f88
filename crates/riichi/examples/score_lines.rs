//! Scores hands given as JSON lines on standard input, one JSON line of answer for each: the door
//! through which `bench/score_vs_mahjong.py` compares scores with another scorer.
//!
//! Tiles are ids 0-135, winds kinds 27-30. A line:
//! `{"tiles":[…],"win":4,"melds":[["pon",[…]]],"tsumo":true,"seat":27,"round":27,"riichi":0,
//! "ippatsu":false,"last_tile":false,"after_kan":false,"robbed_kan":false,"first_turn":false,
//! "dora":[…],"ura":[…],"nuki":0,"three":false,"rules":{…}}`; all but `tiles` and `win` may be
//! left out.

use facedown_riichi::score::{
    Cost, Riichi, ScoreRules, Situation, WinningHand, explain, try_score,
};
use facedown_tiles::{Kind, Meld, MeldShape, TileId};
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::{BufRead, Write};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact about the win")]
struct Line {
    tiles: Vec<usize>,
    win: usize,
    #[serde(default)]
    melds: Vec<(String, Vec<usize>)>,
    #[serde(default)]
    tsumo: bool,
    #[serde(default = "east")]
    seat: usize,
    #[serde(default = "east")]
    round: usize,
    #[serde(default)]
    riichi: u8,
    #[serde(default)]
    open_riichi: bool,
    #[serde(default)]
    ippatsu: bool,
    #[serde(default)]
    last_tile: bool,
    #[serde(default)]
    after_kan: bool,
    #[serde(default)]
    robbed_kan: bool,
    #[serde(default)]
    first_turn: bool,
    #[serde(default)]
    eighth_in_row: bool,
    #[serde(default)]
    dora: Vec<usize>,
    #[serde(default)]
    ura: Vec<usize>,
    #[serde(default)]
    nuki: u8,
    #[serde(default)]
    three: bool,
    #[serde(default)]
    rules: ScoreRules,
}

const fn east() -> usize {
    27
}

type Failure = Box<dyn std::error::Error>;

fn tile(id: usize) -> Result<TileId, String> {
    TileId::from_index(id).ok_or_else(|| format!("no tile {id}, expected 0-135"))
}

fn kinds(ids: &[usize]) -> Result<Vec<Kind>, String> {
    ids.iter().map(|&id| Ok(tile(id)?.kind())).collect()
}

fn meld((name, ids): &(String, Vec<usize>)) -> Result<Meld, String> {
    let tiles = ids.iter().map(|&id| tile(id)).collect::<Result<Vec<_>, _>>()?;
    let shape = match name.as_str() {
        "chi" => MeldShape::Chi,
        "pon" => MeldShape::Pon,
        "daiminkan" => MeldShape::OpenKan,
        "kakan" => MeldShape::AddedKan,
        "ankan" => MeldShape::ClosedKan,
        other => return Err(format!("no meld '{other}'")),
    };
    let lowest = tiles.iter().min().ok_or("a meld without tiles")?;
    Ok(Meld {
        shape,
        first: lowest.kind(),
        reds: tiles.iter().filter(|id| id.tile().is_red()).count() as u8,
        called: lowest.tile(),
        from: u8::from(shape != MeldShape::ClosedKan),
    })
}

fn answer(text: &str) -> Result<Value, Failure> {
    let line: Line = serde_json::from_str(text)?;
    let mut closed = [0u8; Kind::COUNT];
    let mut reds = 0;
    for &id in &line.tiles {
        let id = tile(id)?;
        closed[id.kind().index()] += 1;
        reds += u8::from(id.tile().is_red());
    }
    let melds = line.melds.iter().map(meld).collect::<Result<Vec<_>, _>>()?;
    let (dora, ura) = (kinds(&line.dora)?, kinds(&line.ura)?);
    let wind = |index: usize| Kind::from_index(index).ok_or_else(|| format!("no kind {index}"));
    let hand = WinningHand { closed: &closed, reds, melds: &melds, win: tile(line.win)?.tile() };
    let situation = Situation {
        tsumo: line.tsumo,
        seat_wind: wind(line.seat)?,
        round_wind: wind(line.round)?,
        riichi: [Riichi::No, Riichi::Single, Riichi::Double][usize::from(line.riichi.min(2))],
        open_riichi: line.open_riichi,
        ippatsu: line.ippatsu,
        last_tile: line.last_tile,
        after_kan: line.after_kan,
        robbed_kan: line.robbed_kan,
        first_turn: line.first_turn,
        eighth_in_row: line.eighth_in_row,
        dora_indicators: &dora,
        ura_indicators: &ura,
        nuki: line.nuki,
        three_seats: line.three,
    };
    let win = try_score(&hand, &situation, &line.rules)?;
    let seats = if line.three { 3 } else { 4 };
    let cost = match win.cost(seats, &line.rules.payment) {
        Cost::Ron(points) => json!([points]),
        Cost::Tsumo { dealer, other } => json!([dealer, other]),
    };
    let yaku: Vec<(u8, u8)> = win.items(&line.rules).map(|(yaku, han)| (yaku.id(), han)).collect();
    Ok(json!({
        "yaku": yaku,
        "han": win.han,
        "fu": win.fu,
        "yakuman": win.yakuman,
        "limit": win.limit.number(),
        "points": win.points(seats, &line.rules.payment),
        "cost": cost,
        "text": explain(&hand, &situation, &line.rules, &win).to_string(),
    }))
}

fn main() -> Result<(), Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let answer = answer(&line?).unwrap_or_else(|error| json!({ "error": error.to_string() }));
        writeln!(out, "{answer}")?;
    }
    Ok(())
}
