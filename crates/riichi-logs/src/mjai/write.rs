//! Writes MJAI logs.

use super::{Event, Hora, Pai, REASONS, north, yaku_name};
use crate::record::{DrawRecord, Record, Round, RoundEnd, Step, WinRecord};
use facedown_game::Seat;
use facedown_riichi::DrawKind;
use facedown_riichi::score::Yaku;
use facedown_tiles::{Kind, Tile};

/// Writes a game, one event per line.
pub fn write(record: &Record) -> String {
    let mut text = String::new();
    for event in events(record) {
        text.push_str(&serde_json::to_string(&event).expect("an event serialises"));
        text.push('\n');
    }
    text
}

/// Returns the events of a game.
pub fn events(record: &Record) -> Vec<Event> {
    let mut events = vec![Event::StartGame {
        id: None,
        names: record.names.clone(),
        rules: record.rules,
        shuffle: record.seed.as_ref().map(ToString::to_string),
    }];
    let seats = record.seats;
    for round in &record.rounds {
        events.extend(round_events(record, round));
        if round.end.is_none() {
            return events;
        }
    }
    if let Some(end) = &record.end {
        let scores = end.scores.map(|scores| scores[..seats].to_vec());
        let results = end.tenths.map(|t| t[..seats].iter().map(|t| f64::from(*t) / 10.0).collect());
        events.push(Event::EndGame { scores, results });
    }
    events
}

/// Returns the events of a round of a game: its start, event *n* for step *n* counted from 1, its end.
pub fn round_events(record: &Record, round: &Round) -> Vec<Event> {
    let seats = record.seats;
    let reds = record.rules.is_none_or(|rules| rules.red_fives);
    let mut events = vec![round_start(round, seats)];
    let mut writer = StepWriter { reds, pons: [[None; 34]; 4] };
    events.extend(round.steps.iter().map(|step| writer.event(*step)));
    match &round.end {
        None => return events,
        Some(RoundEnd::Wins(wins)) => {
            events.extend(wins.iter().map(|win| Event::Hora(Box::new(hora(win, seats)))));
        }
        Some(RoundEnd::Drawn(draw)) => events.push(ryukyoku(round, draw, seats)),
    }
    events.push(Event::EndKyoku);
    events
}

fn pais(tiles: &[Tile]) -> Vec<Pai> {
    tiles.iter().map(|tile| Pai(Some(*tile))).collect()
}

fn round_start(round: &Round, seats: usize) -> Event {
    let wind = Kind::new(Kind::EAST.index() as u8 + round.number / 4 % 4);
    Event::StartKyoku {
        bakaze: Tile::plain(wind).into(),
        dora_marker: round.indicator.into(),
        kyoku: round.number % 4 + 1,
        honba: round.honba,
        kyotaku: round.sticks,
        oya: round.dealer.index(),
        scores: round.scores[..seats].to_vec(),
        tehais: round.hands.iter().map(|hand| pais(hand)).collect(),
    }
}

/// Converts steps to events; an added kan repeats its pon.
struct StepWriter {
    reds: bool,
    pons: [[Option<[Tile; 3]>; 34]; 4],
}

impl StepWriter {
    fn event(&mut self, step: Step) -> Event {
        let two = |own: [Tile; 2]| own.map(Pai::from);
        match step {
            Step::Draw { seat, tile } => Event::Tsumo { actor: seat.index(), pai: tile.into() },
            Step::Discard { seat, tile, drawn } => {
                Event::Dahai { actor: seat.index(), pai: tile.into(), tsumogiri: drawn }
            }
            Step::Riichi { seat } => Event::Reach { actor: seat.index() },
            Step::RiichiAccepted { seat } => Event::ReachAccepted { actor: seat.index() },
            Step::Chi { seat, from, called, own } => {
                let (actor, target, pai) = (seat.index(), from.index(), called.into());
                Event::Chi { actor, target, pai, consumed: two(own) }
            }
            Step::Pon { seat, from, called, own } => {
                self.pons[seat.index()][called.kind().index()] = Some([called, own[0], own[1]]);
                let (actor, target, pai) = (seat.index(), from.index(), called.into());
                Event::Pon { actor, target, pai, consumed: two(own) }
            }
            Step::OpenKan { seat, from, called, own } => {
                let (actor, target, pai) = (seat.index(), from.index(), called.into());
                Event::Daiminkan { actor, target, pai, consumed: own.map(Pai::from) }
            }
            Step::ClosedKan { seat, kind } => {
                let is_red = self.reds && kind.is_five();
                let red = if is_red { Tile::red_five(kind.suit()) } else { None };
                let plain = Pai::from(Tile::plain(kind));
                let consumed = [red.map_or(plain, Pai::from), plain, plain, plain];
                Event::Ankan { actor: seat.index(), consumed }
            }
            Step::AddedKan { seat, tile } => {
                let kind = tile.kind();
                let pon = self.pons[seat.index()][kind.index()].unwrap_or([Tile::plain(kind); 3]);
                Event::Kakan { actor: seat.index(), pai: tile.into(), consumed: pon.map(Pai::from) }
            }
            Step::Nuki { seat } => Event::Nukidora { actor: seat.index(), pai: north() },
            Step::Dora { indicator } => Event::Dora { dora_marker: indicator.into() },
        }
    }
}

fn hora(win: &WinRecord, seats: usize) -> Hora {
    let name = |id: u8| Yaku::ALL.get(usize::from(id)).map_or(String::new(), |y| yaku_name(*y));
    let items = win.value.as_ref().and_then(|value| value.yaku.as_ref());
    let yaku = items.map(|yaku| yaku.iter().map(|(id, han)| (name(*id), *han)).collect());
    Hora {
        actor: win.seat.index(),
        target: win.from.index(),
        pai: win.tile.map(Pai::from),
        ura_markers: pais(&win.ura),
        hora_tehais: win.hand.as_ref().map(|hand| pais(hand)),
        yaku,
        fu: win.value.as_ref().and_then(|value| value.fu),
        hora_points: win.value.as_ref().map(|value| value.points),
        liable: win.liable.map(Seat::index),
        deltas: win.deltas.map(|deltas| deltas[..seats].to_vec()),
    }
}

fn ryukyoku(round: &Round, draw: &DrawRecord, seats: usize) -> Event {
    let name = |kind: DrawKind| REASONS.iter().find(|(k, _)| *k == kind).map(|(_, n)| *n);
    let hidden = |seat: usize| vec![Pai(None); closed_tiles(round, seat)];
    let hand = |(seat, hand): (usize, &Option<Vec<Tile>>)| match hand {
        Some(tiles) => pais(tiles),
        None => hidden(seat),
    };
    Event::Ryukyoku {
        reason: draw.kind.and_then(name).map(str::to_owned),
        tehais: Some(draw.shown.iter().enumerate().map(hand).collect()),
        deltas: draw.deltas.map(|deltas| deltas[..seats].to_vec()),
    }
}

/// Returns the number of closed tiles of a seat at the end of the round.
fn closed_tiles(round: &Round, seat: usize) -> usize {
    let own = round.steps.iter().filter(|step| step.seat().map(Seat::index) == Some(seat));
    own.fold(13, |tiles: usize, step| match step {
        Step::Draw { .. } => tiles + 1,
        Step::Discard { .. } | Step::AddedKan { .. } | Step::Nuki { .. } => tiles.saturating_sub(1),
        Step::Chi { .. } | Step::Pon { .. } => tiles.saturating_sub(2),
        Step::OpenKan { .. } => tiles.saturating_sub(3),
        Step::ClosedKan { .. } => tiles.saturating_sub(4),
        _ => tiles,
    })
}
