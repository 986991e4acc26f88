//! Reads the wins of an mjlog.

use super::Case;
use super::real::Real;
use facedown_tiles::{Kind, Meld, MeldShape, TileId};

/// Returns the value of an attribute of a tag.
fn get<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    tag[start..].split('"').next()
}

fn numbers(tag: &str, name: &str) -> Vec<i64> {
    let text = get(tag, name).unwrap_or("");
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("{name} of {tag}"));
    text.split(',').filter(|text| !text.is_empty()).map(number).collect()
}

fn ids(tag: &str, name: &str) -> Vec<TileId> {
    numbers(tag, name).into_iter().map(|id| TileId::new(id as u8)).collect()
}

/// Decodes a call: its shape and tiles; `None` for a north set aside.
fn decode(code: i64) -> Option<(MeldShape, Vec<TileId>)> {
    let id = |index: i64| TileId::new(index as u8);
    if code & 4 != 0 {
        let run = (code >> 10) / 3;
        let first = run / 7 * 9 + run % 7;
        let tile = |n: i64| id(4 * (first + n) + (code >> (3 + 2 * n) & 3));
        return Some((MeldShape::Chi, (0..3).map(tile).collect()));
    }
    let kind = (code >> 9) / 3;
    let unused = code >> 5 & 3;
    if code & 8 != 0 {
        let tiles = (0..4).filter(|copy| *copy != unused).map(|copy| id(4 * kind + copy));
        return Some((MeldShape::Pon, tiles.collect()));
    }
    let all = |kind: i64| (0..4).map(|copy| id(4 * kind + copy)).collect();
    match code {
        _ if code & 16 != 0 => Some((MeldShape::AddedKan, all(kind))),
        _ if code & 32 != 0 => None,
        _ if code & 3 != 0 => Some((MeldShape::OpenKan, all((code >> 8) / 4))),
        _ => Some((MeldShape::ClosedKan, all((code >> 8) / 4))),
    }
}

/// Reads all wins of a log.
pub(crate) fn wins(name: &str, text: &str) -> Vec<Real> {
    let (mut lobby, mut round, mut dealer, mut rounds) = (0, 0, 0, 0);
    let mut wins = Vec::new();
    for tag in text.split('<') {
        if tag.starts_with("GO ") {
            lobby = numbers(tag, "type")[0] as u64;
        } else if tag.starts_with("INIT ") {
            round = numbers(tag, "seed")[0];
            dealer = numbers(tag, "oya")[0];
            rounds += 1;
        } else if tag.starts_with("AGARI ") {
            let place = format!("{name} round {rounds}");
            wins.push(win(tag, lobby, round, dealer, place));
        }
    }
    wins
}

fn win(tag: &str, lobby: u64, round: i64, dealer: i64, place: String) -> Real {
    let three_seats = lobby & 16 != 0;
    let seats = if three_seats { 3 } else { 4 };
    let red = |id: &TileId| lobby & 2 == 0 && id.tile().is_red();
    let hand = ids(tag, "hai");
    let mut closed = [0; 34];
    for id in &hand {
        closed[id.kind().index()] += 1;
    }
    let codes = numbers(tag, "m");
    let meld = |(shape, tiles): (MeldShape, Vec<TileId>)| Meld {
        shape,
        first: tiles.iter().map(|id| id.kind()).min().expect("tiles"),
        reds: tiles.iter().filter(|id| red(id)).count() as u8,
        called: tiles[0].tile(),
        from: u8::from(shape != MeldShape::ClosedKan),
    };
    let kinds =
        |name: &str| -> Vec<Kind> { ids(tag, name).into_iter().map(TileId::kind).collect() };
    let ura = kinds("doraHaiUra");
    let mut yaku: Vec<(u8, u8)> =
        numbers(tag, "yaku").chunks(2).map(|pair| (pair[0] as u8, pair[1] as u8)).collect();
    // Tenhou lists ura dora with 0 han for every riichi; our logs leave it out.
    if !ura.is_empty() && !yaku.is_empty() && yaku.iter().all(|(id, _)| *id != 53) {
        yaku.push((53, 0));
    }
    yaku.extend(numbers(tag, "yakuman").into_iter().map(|id| (id as u8, 0)));
    let (ten, ba) = (numbers(tag, "ten"), numbers(tag, "ba"));
    let mut deltas = [0; 4];
    for (seat, pair) in numbers(tag, "sc").chunks(2).enumerate() {
        deltas[seat] = 100 * pair[1] as i32;
    }
    let (who, from) = (numbers(tag, "who")[0], numbers(tag, "fromWho")[0]);
    Real {
        case: Case {
            closed,
            reds: hand.iter().filter(|id| red(id)).count() as u8,
            melds: codes.iter().filter_map(|code| decode(*code)).map(meld).collect(),
            win: ids(tag, "machi")[0].tile(),
        },
        tsumo: who == from,
        round_wind: Kind::new(27 + (round / 4) as u8),
        seat_wind: Kind::new(27 + (who - dealer).rem_euclid(seats) as u8),
        dora: kinds("doraHai"),
        ura,
        nuki: codes.iter().filter(|code| decode(**code).is_none()).count() as u8,
        three_seats,
        yaku,
        fu: ten[0] as u8,
        points: ten[1] as u32,
        limit: ten[2] as u8,
        honba: ba[0] as u32,
        sticks: ba[1] as u32,
        deltas,
        who: who as usize,
        from: from as usize,
        liable: numbers(tag, "paoWho").first().map(|seat| *seat as usize),
        lobby,
        place,
    }
}
