//! Reads one round of a tenhou/6 log.

use super::result::{WIN, draw_kind, parse_points, parse_yaku};
use super::{DRAWN_TILE, parse_call, tile};
use crate::error::{LogError, Place, Reason, StepError};
use crate::record::builder::Builder;
use crate::record::{DrawRecord, HandValue, LogRules, Points, Round, Step, WinRecord};
use facedown_game::Seat;
use facedown_tiles::Tile;
use serde_json::Value;

/// A list of the round, consumed from the front.
#[derive(Clone, Copy)]
struct List<'a> {
    number: usize,
    next: usize,
    entries: &'a [Value],
}

impl<'a> List<'a> {
    fn peek(&self) -> Option<&'a Value> {
        self.entries.get(self.next)
    }

    fn take(&mut self) -> Option<&'a Value> {
        let entry = self.peek();
        self.next += usize::from(entry.is_some());
        entry
    }
}

/// A call in a list of draws.
enum CallEntry {
    Chi([Tile; 2]),
    Pon([Tile; 2]),
    OpenKan([Tile; 3]),
}

/// The kan whose replacement has not been drawn yet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PendingKan {
    None,
    Open,
    Closed,
}

/// Reads a round by following turns and calls.
pub(super) struct RoundReader<'a> {
    number: usize,
    seats: usize,
    round: &'a [Value],
    dora: &'a [Value],
    draws: Vec<List<'a>>,
    discards: Vec<List<'a>>,
    /// The number of indicators turned.
    turned: usize,
    /// Indicators of open and added kans that the next discard or replacement turns.
    due: usize,
    pending_kan: PendingKan,
    /// Whether each discard that a call could take is taken, in order.
    choices: Vec<bool>,
    next_choice: usize,
}

impl<'a> RoundReader<'a> {
    pub(super) fn new(
        number: usize,
        round: &'a Value,
        rules: LogRules,
        choices: Vec<bool>,
    ) -> Result<Self, LogError> {
        let place = Place::Entry { round: number, list: 0, entry: 0 };
        let missing = |name| LogError::new(place, Reason::Missing(name));
        let round = round.as_array().ok_or_else(|| missing("round"))?;
        let list = |list: usize| {
            let entries = round.get(list).and_then(Value::as_array);
            let place = Place::Entry { round: number, list, entry: 0 };
            entries.map(Vec::as_slice).ok_or(LogError::new(place, Reason::Missing("list")))
        };
        let seats = rules.seats();
        let lists = |first: usize| {
            let of = |seat: usize| {
                let list_number = 4 + 3 * seat + first;
                Ok(List { number: list_number, next: 0, entries: list(list_number)? })
            };
            (0..seats).map(of).collect::<Result<Vec<_>, LogError>>()
        };
        let (draws, discards) = (lists(1)?, lists(2)?);
        let dora = list(2)?;
        Ok(Self {
            number,
            seats,
            round,
            dora,
            draws,
            discards,
            turned: 1,
            due: 0,
            pending_kan: PendingKan::None,
            choices,
            next_choice: 0,
        })
    }

    /// Returns the choices made, for the next attempt.
    pub(super) fn into_choices(self) -> Vec<bool> {
        self.choices
    }

    fn error(&self, list: usize, entry: usize, reason: impl Into<Reason>) -> LogError {
        LogError::new(Place::Entry { round: self.number, list, entry }, reason.into())
    }

    fn bad(&self, list: usize, entry: usize, name: &'static str, value: &Value) -> LogError {
        self.error(list, entry, Reason::value(name, value.to_string()))
    }

    fn numbers(&self, list: usize, count: usize) -> Result<Vec<i32>, LogError> {
        let entries = self.round.get(list).and_then(Value::as_array);
        let entries = entries.ok_or_else(|| self.error(list, 0, Reason::Missing("list")))?;
        if entries.len() < count {
            return Err(self.error(list, entries.len(), Reason::Missing("number")));
        }
        let number = |(i, value): (usize, &Value)| {
            let number = value.as_i64().and_then(|n| i32::try_from(n).ok());
            number.ok_or_else(|| self.bad(list, i, "number", value))
        };
        entries.iter().enumerate().map(number).collect()
    }

    fn tiles(&self, list: usize) -> Result<Vec<Tile>, LogError> {
        let tiles = self.numbers(list, 0)?.into_iter().enumerate().map(|(i, number)| {
            let known = u64::try_from(number).ok().and_then(tile);
            known.ok_or_else(|| self.error(list, i, Reason::value("tile", number.to_string())))
        });
        tiles.collect()
    }

    fn points(&self, numbers: &[i32]) -> Points {
        let mut points = [0; 4];
        let count = numbers.len().min(self.seats);
        points[..count].copy_from_slice(&numbers[..count]);
        points
    }

    pub(super) fn read(&mut self, to: &mut Builder) -> Result<(), LogError> {
        let dealer = self.deal(to)?;
        self.play(dealer, to)?;
        for list in self.draws.iter().chain(&self.discards) {
            if let Some(value) = list.peek() {
                return Err(self.bad(list.number, list.next, "turn", value));
            }
        }
        self.result(to)
    }

    fn deal(&self, to: &mut Builder) -> Result<Seat, LogError> {
        let [number, honba, sticks] = self.numbers(0, 3)?[..3] else {
            return Err(self.error(0, 0, Reason::Missing("number")));
        };
        let small = |entry: usize, n: i32, most: i32| {
            let fits = (0..=most).contains(&n);
            let bad = || self.error(0, entry, Reason::value("number", n.to_string()));
            fits.then_some(n as u16).ok_or_else(bad)
        };
        let number = small(0, number, 15)? as u8;
        let dealer = to.seat(usize::from(number) % 4).map_err(|e| self.error(0, 0, e))?;
        let mut hands = Vec::with_capacity(self.seats);
        for seat in 0..self.seats {
            let tiles = self.tiles(4 + 3 * seat)?;
            let dealt = StepError::Dealt(Seat::new(seat), tiles.len());
            let hand = <[Tile; 13]>::try_from(tiles);
            hands.push(hand.map_err(|_| self.error(4 + 3 * seat, 0, dealt))?);
        }
        let indicator = self.tiles(2)?.first().copied();
        let round = Round {
            number,
            honba: small(1, honba, 999)?,
            sticks: small(2, sticks, 999)?,
            dealer,
            scores: self.points(&self.numbers(1, self.seats)?),
            indicator: indicator.ok_or_else(|| self.error(2, 0, Reason::Missing("dora")))?,
            hands,
            steps: Vec::new(),
            end: None,
        };
        to.round(round).map_err(|e| self.error(4, 0, e))?;
        Ok(dealer)
    }

    /// Follows turns and calls until a list ends.
    fn play(&mut self, dealer: Seat, to: &mut Builder) -> Result<(), LogError> {
        let mut seat = dealer;
        let mut drawn = self.draw(seat, to)?;
        while drawn {
            let Some(discarded) = self.act(seat, to)? else { return Ok(()) };
            let Some(tile) = discarded else {
                drawn = self.draw_replacement(seat, to)?;
                continue;
            };
            if let Some((caller, replaces)) = self.call(seat, tile, to)? {
                seat = caller;
                drawn = !replaces || self.draw_replacement(seat, to)?;
            } else {
                seat = seat.next(self.seats);
                drawn = self.draw(seat, to)?;
            }
        }
        Ok(())
    }

    fn step(&self, list: List, step: Step, to: &mut Builder) -> Result<(), LogError> {
        to.step(step).map_err(|e| self.error(list.number, list.next.saturating_sub(1), e))
    }

    fn draw_replacement(&mut self, seat: Seat, to: &mut Builder) -> Result<bool, LogError> {
        if self.draws[seat.index()].peek().is_some() {
            self.turn_for_replacement(to)?;
        }
        self.draw(seat, to)
    }

    /// Reads the next draw of a seat; `false` at the end of its list.
    fn draw(&mut self, seat: Seat, to: &mut Builder) -> Result<bool, LogError> {
        let list = &mut self.draws[seat.index()];
        let (at, entry) = (list.next, list.take());
        let Some(value) = entry else { return Ok(false) };
        let list = *list;
        let drawn = value.as_u64().and_then(tile);
        let tile = drawn.ok_or_else(|| self.bad(list.number, at, "draw", value))?;
        self.accept(to)?;
        self.step(list, Step::Draw { seat, tile }, to)?;
        Ok(true)
    }

    /// Accepts a riichi whose discard was not won on.
    fn accept(&self, to: &mut Builder) -> Result<(), LogError> {
        let steps = to.last_round().map_or(&[][..], |round| &round.steps);
        if let [.., Step::Riichi { seat }, Step::Discard { .. }] = *steps {
            let step = Step::RiichiAccepted { seat };
            return to.step(step).map_err(|e| self.error(0, 0, e));
        }
        Ok(())
    }

    /// Reads the next action of a seat: `None` at the end of its list, `Some(None)` if it draws again,
    /// else the discard.
    #[expect(clippy::option_option, reason = "three outcomes, one caller")]
    fn act(&mut self, seat: Seat, to: &mut Builder) -> Result<Option<Option<Tile>>, LogError> {
        let list = &mut self.discards[seat.index()];
        let (at, entry) = (list.next, list.take());
        let Some(value) = entry else { return Ok(None) };
        let list = *list;
        let bad = || self.bad(list.number, at, "discard", value);
        let riichi = value.as_str().and_then(|text| text.strip_prefix('r'));
        let number = match riichi {
            Some(digits) => digits.parse().ok(),
            None => value.as_u64(),
        };
        let Some(number) = number else {
            let text = value.as_str().ok_or_else(bad)?;
            let (letter, _, tiles) = parse_call(text).ok_or_else(bad)?;
            let first = *tiles.first().ok_or_else(bad)?;
            return self.own_meld(seat, letter, first, text, list, to).map(|()| Some(None));
        };
        let held = to.drawn_tile();
        let drawn = number == DRAWN_TILE;
        let tile = if drawn { held } else { tile(number) }.ok_or_else(bad)?;
        self.turn_due(to)?;
        if riichi.is_some() {
            self.step(list, Step::Riichi { seat }, to)?;
        }
        self.step(list, Step::Discard { seat, tile, drawn }, to)?;
        Ok(Some(Some(tile)))
    }

    /// Reads a kan from the hand or a north set aside.
    fn own_meld(
        &mut self,
        seat: Seat,
        letter: u8,
        first: Tile,
        text: &str,
        list: List,
        to: &mut Builder,
    ) -> Result<(), LogError> {
        let step = match letter {
            b'a' => Step::ClosedKan { seat, kind: first.kind() },
            b'f' => Step::Nuki { seat },
            b'k' => {
                // The added tile follows the letter.
                let at = text.find('k').unwrap_or(0) + 1;
                let added = text.get(at..at + 2).and_then(|t| t.parse().ok()).and_then(tile);
                let bad = || self.error(list.number, list.next - 1, Reason::value("kan", text));
                Step::AddedKan { seat, tile: added.ok_or_else(bad)? }
            }
            _ => {
                return Err(self.error(list.number, list.next - 1, Reason::value("discard", text)));
            }
        };
        self.step(list, step, to)?;
        self.pending_kan = match letter {
            b'a' => PendingKan::Closed,
            b'k' => PendingKan::Open,
            _ => PendingKan::None,
        };
        Ok(())
    }

    /// Turns the indicators that are due, before a discard or a replacement.
    fn turn_due(&mut self, to: &mut Builder) -> Result<(), LogError> {
        while self.due > 0 {
            self.due -= 1;
            self.turn(to)?;
        }
        Ok(())
    }

    /// Turns the indicators before a replacement: those that are due, and that of its own kan if it is
    /// closed. A robbed kan has no replacement and turns nothing.
    fn turn_for_replacement(&mut self, to: &mut Builder) -> Result<(), LogError> {
        self.turn_due(to)?;
        match std::mem::replace(&mut self.pending_kan, PendingKan::None) {
            PendingKan::None => Ok(()),
            PendingKan::Closed => self.turn(to),
            PendingKan::Open => {
                self.due = 1;
                Ok(())
            }
        }
    }

    /// Turns the next indicator.
    fn turn(&mut self, to: &mut Builder) -> Result<(), LogError> {
        let at = self.turned;
        let value = self.dora.get(at).ok_or_else(|| self.error(2, at, Reason::Missing("dora")))?;
        let indicator = value.as_u64().and_then(tile);
        let indicator = indicator.ok_or_else(|| self.bad(2, at, "dora", value))?;
        self.turned += 1;
        to.step(Step::Dora { indicator }).map_err(|e| self.error(2, at, e))
    }

    /// Reads a call of the discard: the caller, and whether it draws a replacement.
    fn call(
        &mut self,
        from: Seat,
        called: Tile,
        to: &mut Builder,
    ) -> Result<Option<(Seat, bool)>, LogError> {
        let mut found: Option<(Seat, CallEntry)> = None;
        for places in 1..self.seats {
            let seat = from.plus(places, self.seats);
            if let Some(call) = self.call_of(seat, from, called) {
                // A pon or kan overrides a chi, whose seat comes first.
                if found.is_none() || matches!(found, Some((_, CallEntry::Chi(_)))) {
                    found = Some((seat, call));
                }
            }
        }
        let Some((seat, call)) = found else { return Ok(None) };
        if self.choices.len() == self.next_choice {
            self.choices.push(true);
        }
        self.next_choice += 1;
        if !self.choices[self.next_choice - 1] {
            return Ok(None);
        }
        self.accept(to)?;
        self.draws[seat.index()].take();
        let list = self.draws[seat.index()];
        let (step, kan) = match call {
            CallEntry::Chi(own) => (Step::Chi { seat, from, called, own }, false),
            CallEntry::Pon(own) => (Step::Pon { seat, from, called, own }, false),
            CallEntry::OpenKan(own) => (Step::OpenKan { seat, from, called, own }, true),
        };
        self.step(list, step, to)?;
        if kan {
            let discards = &mut self.discards[seat.index()];
            if discards.peek().and_then(Value::as_u64) == Some(0) {
                discards.take();
            }
            self.pending_kan = PendingKan::Open;
        }
        Ok(Some((seat, kan)))
    }

    /// Returns the next draw entry of a seat if it is a call of this discard.
    fn call_of(&self, seat: Seat, from: Seat, called: Tile) -> Option<CallEntry> {
        let text = self.draws[seat.index()].peek()?.as_str()?;
        let (letter, at, mut tiles) = parse_call(text)?;
        // The letter precedes the called tile; its position is the source: left, across, right.
        let places = match (letter, at) {
            (_, 0) => 3,
            (_, 1) => 2,
            (b'p', 2) | (b'm', 3) => 1,
            _ => return None,
        };
        if (seat.index() + places) % 4 != from.index() || tiles.get(at) != Some(&called) {
            return None;
        }
        tiles.remove(at);
        tiles.sort_unstable();
        match (letter, &tiles[..]) {
            (b'c', &[a, b]) => Some(CallEntry::Chi([a, b])),
            (b'p', &[a, b]) => Some(CallEntry::Pon([a, b])),
            (b'm', &[a, b, c]) => Some(CallEntry::OpenKan([a, b, c])),
            _ => None,
        }
    }

    fn result(&self, to: &mut Builder) -> Result<(), LogError> {
        // Three-seat logs carry empty lists for the fourth seat.
        let Some((list, result)) = self
            .round
            .iter()
            .enumerate()
            .skip(4 + 3 * self.seats)
            .find(|(_, value)| value[0].is_string())
        else {
            return Ok(());
        };
        let name = result[0].as_str().unwrap_or("");
        let deltas = |entry: usize| -> Result<Option<Points>, LogError> {
            let Some(numbers) = result[entry].as_array() else { return Ok(None) };
            let mut out = [0; 4];
            for (out, value) in out.iter_mut().zip(numbers.iter().take(self.seats)) {
                let number = value.as_i64().and_then(|n| i32::try_from(n).ok());
                *out = number.ok_or_else(|| self.bad(list, entry, "deltas", value))?;
            }
            Ok(Some(out))
        };
        if name != WIN {
            let kind = draw_kind(name).ok_or_else(|| self.bad(list, 0, "result", &result[0]))?;
            self.accept(to)?;
            let deltas = deltas(1)?.or(Some([0; 4]));
            let draw = DrawRecord { kind: Some(kind), shown: vec![None; self.seats], deltas };
            return to.drawn(draw).map_err(|e| self.error(list, 0, e));
        }
        let ura = self.tiles(3)?;
        let mut entry = 1;
        while result.get(entry).is_some() {
            let deltas = deltas(entry)?;
            let win = self.win(list, entry + 1, &result[entry + 1], &ura, deltas, to)?;
            to.win(win).map_err(|e| self.error(list, entry + 1, e))?;
            entry += 2;
        }
        Ok(())
    }

    /// Reads `[winner, from, liable, points, yaku…]`.
    fn win(
        &self,
        list: usize,
        entry: usize,
        value: &Value,
        ura: &[Tile],
        deltas: Option<Points>,
        to: &Builder,
    ) -> Result<WinRecord, LogError> {
        let bad = |part: &Value| self.bad(list, entry, "win", part);
        let seat = |i: usize| {
            let number = value[i].as_u64().ok_or_else(|| bad(&value[i]))?;
            to.seat(number as usize).map_err(|e| self.error(list, entry, e))
        };
        let (winner, from, liable) = (seat(0)?, seat(1)?, seat(2)?);
        let hand_value = match value[3].as_str() {
            None => None,
            Some(text) => {
                let points = parse_points(text, self.seats);
                let (fu, points) = points.ok_or_else(|| bad(&value[3]))?;
                Some(HandValue { yaku: yaku(value), fu, points })
            }
        };
        let steps = to.last_round().map_or(&[][..], |round| &round.steps);
        let riichi = steps.contains(&Step::RiichiAccepted { seat: winner });
        Ok(WinRecord {
            seat: winner,
            from,
            tile: None,
            hand: None,
            ura: if riichi { ura.to_vec() } else { Vec::new() },
            value: hand_value,
            liable: (liable != winner).then_some(liable),
            deltas,
        })
    }
}

/// Returns the yaku of a win; `None` if a name is not Tenhou's, as in logs of other sites.
fn yaku(win: &Value) -> Option<Vec<(u8, u8)>> {
    let texts = win.as_array()?.iter().skip(4);
    let mut yaku: Vec<_> = texts.map(|text| parse_yaku(text.as_str()?)).collect::<Option<_>>()?;
    yaku.retain(|(_, han)| *han > 0);
    yaku.sort_unstable();
    Some(yaku)
}
