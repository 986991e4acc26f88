//! Writes tenhou/6 logs.

use super::result::{WIN, draw_name, points_text, yaku_text};
use super::{DRAWN_TILE, code};
use crate::record::{Record, Round, RoundEnd, Step, WinRecord};
use facedown_game::Seat;
use facedown_riichi::DrawKind;
use facedown_tiles::Tile;
use serde_json::{Value, json};

/// Writes a game. With three seats the lists of the fourth are empty, as Tenhou has them.
pub fn write(record: &Record) -> String {
    let rules = record.rules;
    let mut display = String::from(if record.seats == 3 { "三般" } else { "般" });
    display.push(if rules.is_some_and(|rules| rules.east_only) { '東' } else { '南' });
    if rules.is_none_or(|rules| rules.open_tanyao) {
        display.push('喰');
    }
    let reds = rules.is_none_or(|rules| rules.red_fives);
    if reds {
        display.push('赤');
    }
    let rounds: Vec<Value> = record.rounds.iter().map(|round| round_value(round, record)).collect();
    let mut value = json!({
        "ver": 2.3,
        "title": ["", ""],
        "name": record.names,
        "rule": { "disp": display, "aka": u8::from(reds) },
        "log": rounds,
    });
    if let Some(end) = &record.end
        && let (Some(scores), Some(tenths)) = (end.scores, end.tenths)
    {
        let both = scores.iter().zip(tenths).take(record.seats);
        let pairs = both.flat_map(|(score, t)| [json!(score), json!(f64::from(t) / 10.0)]);
        value["sc"] = pairs.collect();
    }
    value.to_string()
}

fn codes(tiles: &[Tile]) -> Vec<u64> {
    tiles.iter().map(|tile| code(*tile)).collect()
}

fn round_value(round: &Round, record: &Record) -> Value {
    let mut dora = vec![code(round.indicator)];
    let mut lists = Lists::new(record);
    for step in &round.steps {
        match step {
            Step::Dora { indicator } => dora.push(code(*indicator)),
            other => lists.step(*other),
        }
    }
    let ura = match &round.end {
        Some(RoundEnd::Wins(wins)) => wins.iter().map(|win| &win.ura).max_by_key(|ura| ura.len()),
        _ => None,
    };
    let mut value = vec![
        json!([round.number, round.honba, round.sticks]),
        json!(round.scores),
        json!(dora),
        json!(ura.map_or(Vec::new(), |ura| codes(ura))),
    ];
    for seat in 0..4 {
        let hand = round.hands.get(seat).map_or(Vec::new(), |hand| codes(hand));
        value.extend([json!(hand), json!(lists.draws[seat]), json!(lists.discards[seat])]);
    }
    if let Some(result) = result(round, record.seats) {
        value.push(result);
    }
    Value::Array(value)
}

/// The parallel lists of draws and discards of each seat.
struct Lists {
    draws: [Vec<Value>; 4],
    discards: [Vec<Value>; 4],
    pons: [[Option<Pon>; 34]; 4],
    reds: bool,
    riichi: bool,
}

/// A pon, which an added kan repeats.
#[derive(Clone, Copy)]
struct Pon {
    before: usize,
    called: Tile,
    own: [Tile; 2],
}

impl Lists {
    fn new(record: &Record) -> Self {
        let reds = record.rules.is_none_or(|rules| rules.red_fives);
        let draws = std::array::from_fn(|_| Vec::new());
        Self { discards: draws.clone(), draws, pons: [[None; 34]; 4], reds, riichi: false }
    }

    fn step(&mut self, step: Step) {
        let Some(seat) = step.seat() else { return };
        let (draws, discards) = (&mut self.draws[seat.index()], &mut self.discards[seat.index()]);
        match step {
            Step::Draw { tile, .. } => draws.push(json!(code(tile))),
            Step::Discard { tile, drawn, .. } => {
                let number = if drawn { DRAWN_TILE } else { code(tile) };
                let riichi = std::mem::take(&mut self.riichi);
                discards.push(if riichi { json!(format!("r{number}")) } else { json!(number) });
            }
            Step::Riichi { .. } => self.riichi = true,
            Step::RiichiAccepted { .. } | Step::Dora { .. } => {}
            Step::Chi { called, own, .. } => draws.push(text('c', 0, &[called], &own)),
            Step::Pon { from, called, own, .. } => {
                let before = letter_position(seat, from, 2);
                self.pons[seat.index()][called.kind().index()] = Some(Pon { before, called, own });
                draws.push(text('p', before, &[called], &own));
            }
            Step::OpenKan { from, called, own, .. } => {
                draws.push(text('m', letter_position(seat, from, 3), &[called], &own));
                discards.push(json!(0));
            }
            Step::ClosedKan { kind, .. } => {
                let plain = Tile::plain(kind);
                let red = Tile::red_five(kind.suit()).filter(|_| self.reds && kind.is_five());
                let last = red.unwrap_or(plain);
                discards.push(text('a', 3, &[last], &[plain; 3]));
            }
            Step::AddedKan { tile, .. } => {
                let kind = tile.kind();
                let unknown = Pon { before: 0, called: tile, own: [Tile::plain(kind); 2] };
                let pon = self.pons[seat.index()][kind.index()].unwrap_or(unknown);
                discards.push(text('k', pon.before, &[tile, pon.called], &pon.own));
            }
            Step::Nuki { .. } => discards.push(json!("f44")),
        }
    }
}

/// Returns the number of tiles before the letter: 0 for the left neighbour's discard, 1 for that of
/// the seat across, `right` for the right neighbour's.
fn letter_position(seat: Seat, from: Seat, right: usize) -> usize {
    match (from.index() + 4 - seat.index()) % 4 {
        3 => 0,
        2 => 1,
        _ => right,
    }
}

/// Formats a call: `before` own tiles, the letter, the called tiles, the other own tiles.
fn text(letter: char, before: usize, called: &[Tile], own: &[Tile]) -> Value {
    let mut text = String::new();
    let mut push = |tiles: &[Tile]| tiles.iter().for_each(|t| text.push_str(&code(*t).to_string()));
    push(&own[..before]);
    text.push(letter);
    let mut push = |tiles: &[Tile]| tiles.iter().for_each(|t| text.push_str(&code(*t).to_string()));
    push(called);
    push(&own[before..]);
    Value::String(text)
}

fn result(round: &Round, seats: usize) -> Option<Value> {
    let wins = match round.end.as_ref()? {
        RoundEnd::Drawn(draw) => {
            let name = draw_name(draw.kind.unwrap_or(DrawKind::Exhausted));
            return Some(json!([name, draw.deltas.unwrap_or_default()]));
        }
        RoundEnd::Wins(wins) => wins,
    };
    let mut result = vec![json!(WIN)];
    for win in wins {
        result.push(json!(win.deltas.unwrap_or_default()));
        result.push(win_value(win, round.dealer, seats));
    }
    Some(Value::Array(result))
}

fn win_value(win: &WinRecord, dealer: Seat, seats: usize) -> Value {
    let liable = win.liable.unwrap_or(win.seat);
    let mut parts = vec![json!(win.seat.index()), json!(win.from.index()), json!(liable.index())];
    if let Some(value) = &win.value {
        parts.push(json!(points_text(win, value, dealer, seats)));
        let yaku = value.yaku.as_deref().unwrap_or_default();
        parts.extend(yaku.iter().map(|(id, han)| json!(yaku_text(*id, *han))));
    }
    Value::Array(parts)
}
