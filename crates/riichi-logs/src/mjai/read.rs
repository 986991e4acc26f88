//! Reads MJAI logs.

use super::{Event, Hora, Pai, REASONS, parse_event, yaku_name};
use crate::error::{LogError, Place, Reason, StepError};
use crate::record::builder::Builder;
use crate::record::{
    DrawRecord, GameEnd, HandValue, LogRules, Points, Record, Round, Step, WinRecord,
};
use crate::wall::Seed;
use facedown_game::Seat;
use facedown_riichi::score::Yaku;
use facedown_tiles::{Kind, Tile};

/// Reads a game, one event per line; empty lines are skipped.
///
/// A log that stops after a complete line is a fragment.
pub fn read(text: &str) -> Result<Record, LogError> {
    let mut builder = Builder::default();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = Place::Line(number + 1);
        let event = parse_event(line).map_err(|reason| LogError::new(place, reason))?;
        add(&mut builder, event).map_err(|reason| LogError::new(place, reason))?;
    }
    builder.finish().ok_or(LogError::file(Reason::Missing("start_game")))
}

/// Adds an event to the record.
fn add(to: &mut Builder, event: Event) -> Result<(), Reason> {
    match event {
        Event::StartGame { names, rules, shuffle, .. } => start_game(to, names, rules, shuffle),
        Event::StartKyoku { .. } => start_round(to, event),
        Event::Hora(hora) => win(to, *hora),
        Event::Ryukyoku { reason, tehais, deltas } => drawn(to, reason, tehais, deltas),
        Event::EndKyoku => Ok(to.round_over()?),
        Event::EndGame { scores, results } => {
            let seats = to.seats().unwrap_or(4);
            let scores = scores.map(|s| points("scores", &s, seats)).transpose()?;
            let tenths = |r: Vec<f64>| r.iter().map(|r| (r * 10.0).round() as i32).collect();
            let tenths: Option<Vec<i32>> = results.map(tenths);
            let tenths = tenths.map(|t| points("results", &t, seats)).transpose()?;
            Ok(to.end(GameEnd { scores, tenths })?)
        }
        other => {
            let step = step(to, &other)?;
            Ok(to.step(step)?)
        }
    }
}

fn start_game(
    to: &mut Builder,
    names: Vec<String>,
    rules: Option<LogRules>,
    shuffle: Option<String>,
) -> Result<(), Reason> {
    let seats = rules.map_or(if names.len() == 3 { 3 } else { 4 }, LogRules::seats);
    let seed = shuffle.map(|s| Seed::parse(&s)).transpose().map_err(Reason::Seed)?;
    Ok(to.start(seats, rules, names, seed)?)
}

fn start_round(to: &mut Builder, event: Event) -> Result<(), Reason> {
    let Event::StartKyoku { bakaze, dora_marker, kyoku, honba, kyotaku, oya, scores, tehais } =
        event
    else {
        return Ok(());
    };
    let seats = to.seats().ok_or(StepError::NoGame("start_kyoku"))?;
    let wind = bakaze.visible("bakaze")?.kind();
    if wind < Kind::EAST || wind > Kind::NORTH {
        return Err(Reason::value("bakaze", wind.mjai()));
    }
    if !(1..=4).contains(&kyoku) {
        return Err(Reason::value("kyoku", kyoku.to_string()));
    }
    if tehais.len() < seats || tehais[seats..].iter().any(|h| h.iter().any(|p| p.0.is_some())) {
        return Err(Reason::value("tehais", format!("{} hands", tehais.len())));
    }
    let mut hands = Vec::with_capacity(seats);
    for (seat, tehai) in tehais.iter().take(seats).enumerate() {
        let tiles = tiles("tehais", tehai)?;
        let dealt = StepError::Dealt(Seat::new(seat), tiles.len());
        hands.push(<[Tile; 13]>::try_from(tiles).map_err(|_| dealt)?);
    }
    let round = Round {
        number: (wind.index() - Kind::EAST.index()) as u8 * 4 + kyoku - 1,
        honba,
        sticks: kyotaku,
        dealer: to.seat(oya)?,
        scores: points("scores", &scores, seats)?,
        indicator: dora_marker.visible("dora_marker")?,
        hands,
        steps: Vec::new(),
        end: None,
    };
    Ok(to.round(round)?)
}

fn step(to: &Builder, event: &Event) -> Result<Step, Reason> {
    let seat = |number: &usize| to.seat(*number);
    let tile = |pai: &Pai| pai.visible("pai");
    Ok(match event {
        Event::Tsumo { actor, pai } => Step::Draw { seat: seat(actor)?, tile: tile(pai)? },
        Event::Dahai { actor, pai, tsumogiri } => {
            Step::Discard { seat: seat(actor)?, tile: tile(pai)?, drawn: *tsumogiri }
        }
        Event::Reach { actor } => Step::Riichi { seat: seat(actor)? },
        Event::ReachAccepted { actor } => Step::RiichiAccepted { seat: seat(actor)? },
        Event::Chi { actor, target, pai, consumed } => {
            let (seat, from, called) = (seat(actor)?, seat(target)?, tile(pai)?);
            Step::Chi { seat, from, called, own: own(*consumed)? }
        }
        Event::Pon { actor, target, pai, consumed } => {
            let (seat, from, called) = (seat(actor)?, seat(target)?, tile(pai)?);
            Step::Pon { seat, from, called, own: own(*consumed)? }
        }
        Event::Daiminkan { actor, target, pai, consumed } => {
            let (seat, from, called) = (seat(actor)?, seat(target)?, tile(pai)?);
            Step::OpenKan { seat, from, called, own: own(*consumed)? }
        }
        Event::Ankan { actor, consumed } => {
            let (seat, tiles) = (seat(actor)?, own(*consumed)?);
            let kind = tiles[0].kind();
            if tiles.iter().any(|tile| tile.kind() != kind) {
                return Err(StepError::NoMeld(seat, "closed kan").into());
            }
            Step::ClosedKan { seat, kind }
        }
        Event::Kakan { actor, pai, .. } => Step::AddedKan { seat: seat(actor)?, tile: tile(pai)? },
        Event::Nukidora { actor, pai } => {
            let north = tile(pai)?;
            if north.kind() != Kind::NORTH {
                return Err(Reason::value("pai", north.mjai()));
            }
            Step::Nuki { seat: seat(actor)? }
        }
        Event::Dora { dora_marker } => {
            Step::Dora { indicator: dora_marker.visible("dora_marker")? }
        }
        _ => return Err(Reason::Format),
    })
}

fn win(to: &mut Builder, hora: Hora) -> Result<(), Reason> {
    let seats = to.seats().ok_or(StepError::NoGame("hora"))?;
    let yaku = hora.yaku.as_ref().map(|list| yaku_ids(list)).transpose()?;
    let value = hora.hora_points.map(|points| HandValue { yaku, fu: hora.fu, points });
    let mut hand = hora.hora_tehais.map(|h| tiles("hora_tehais", &h)).transpose()?;
    if let Some(hand) = &mut hand {
        hand.sort_unstable();
    }
    let win = WinRecord {
        seat: to.seat(hora.actor)?,
        from: to.seat(hora.target)?,
        tile: hora.pai.map(|pai| pai.visible("pai")).transpose()?,
        hand,
        ura: tiles("ura_markers", &hora.ura_markers)?,
        value,
        liable: hora.liable.map(|seat| to.seat(seat)).transpose()?,
        deltas: hora.deltas.map(|d| points("deltas", &d, seats)).transpose()?,
    };
    Ok(to.win(win)?)
}

fn yaku_ids(list: &[(String, u8)]) -> Result<Vec<(u8, u8)>, Reason> {
    let id = |name: &str| Yaku::ALL.iter().find(|yaku| yaku_name(**yaku) == name);
    let mut ids = Vec::with_capacity(list.len());
    for (name, han) in list {
        let yaku = id(name).ok_or_else(|| Reason::value("yaku", name.as_str()))?;
        ids.push((*yaku as u8, *han));
    }
    ids.sort_unstable();
    Ok(ids)
}

fn drawn(
    to: &mut Builder,
    reason: Option<String>,
    tehais: Option<Vec<Vec<Pai>>>,
    deltas: Option<Vec<i32>>,
) -> Result<(), Reason> {
    let seats = to.seats().ok_or(StepError::NoGame("ryukyoku"))?;
    let kind = match reason {
        None => None,
        Some(text) => {
            let found = REASONS.iter().find(|(_, name)| *name == text);
            Some(found.ok_or_else(|| Reason::value("reason", text.as_str()))?.0)
        }
    };
    let mut hands = vec![None; seats];
    for (hand, tehai) in hands.iter_mut().zip(tehais.unwrap_or_default()) {
        if tehai.iter().all(|pai| pai.0.is_some()) && !tehai.is_empty() {
            let mut tiles = tiles("tehais", &tehai)?;
            tiles.sort_unstable();
            *hand = Some(tiles);
        }
    }
    let deltas = deltas.map(|d| points("deltas", &d, seats)).transpose()?;
    Ok(to.drawn(DrawRecord { kind, shown: hands, deltas })?)
}

fn tiles(name: &'static str, pais: &[Pai]) -> Result<Vec<Tile>, Reason> {
    pais.iter().map(|pai| pai.visible(name)).collect()
}

/// Returns the tiles from the hand, sorted.
fn own<const N: usize>(pais: [Pai; N]) -> Result<[Tile; N], Reason> {
    let mut tiles = Pai::consumed(pais)?;
    tiles.sort_unstable();
    Ok(tiles)
}

/// Returns one number for each seat. Some programs write a fourth one for an absent seat.
fn points(name: &'static str, numbers: &[i32], seats: usize) -> Result<Points, Reason> {
    let mut points = [0; 4];
    if numbers.len() < seats || numbers.len() > 4 {
        return Err(Reason::value(name, format!("{} numbers", numbers.len())));
    }
    points[..seats].copy_from_slice(&numbers[..seats]);
    Ok(points)
}
