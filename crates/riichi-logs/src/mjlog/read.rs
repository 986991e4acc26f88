//! Reads mjlog.

use super::meld_code::{Call, decode};
use super::{Tag, Tags};
use crate::era::Date;
use crate::error::{LogError, Place, Reason, StepError};
use crate::record::builder::Builder;
use crate::record::{
    DrawRecord, GameEnd, HandValue, LogRules, Points, Record, Round, Step, WinRecord,
};
use crate::wall::{ParseSeedError, Seed, visible_tile};
use facedown_game::Seat;
use facedown_riichi::DrawKind;
use facedown_riichi::score::Yaku;
use facedown_tiles::{Tile, TileId};

/// Reads a game.
///
/// A log that stops early but has its closing tag is a fragment; without the closing tag it is
/// truncated, which is an error.
pub fn read(text: &str) -> Result<Record, LogError> {
    let mut reader = Reader::default();
    for tag in Tags::new(text) {
        reader.tag(&tag?)?;
    }
    if !reader.closed {
        return Err(LogError::new(Place::File, Reason::Truncated));
    }
    let date = reader.date;
    let record = reader.builder.finish().ok_or(LogError::file(Reason::Missing("GO")))?;
    Ok(Record { date, ..record })
}

#[derive(Default)]
struct Reader {
    builder: Builder,
    seed: Option<Seed>,
    rules: Option<LogRules>,
    date: Option<Date>,
    drawn: Option<TileId>,
    numbers: Vec<i32>,
    closed: bool,
}

impl Reader {
    fn tag(&mut self, tag: &Tag) -> Result<(), LogError> {
        if self.closed {
            return Err(tag.error(Reason::Unknown(tag.name.to_owned())));
        }
        if let Some((letter, id)) = tag.tile() {
            return self.tile(tag, letter, id);
        }
        match tag.name {
            "mjloggm" | "BYE" => Ok(()),
            "TAIKYOKU" => {
                self.date = tag.get("log").and_then(Date::in_name);
                Ok(())
            }
            name if name.starts_with('?') => Ok(()),
            "/mjloggm" => {
                self.closed = true;
                Ok(())
            }
            "SHUFFLE" => self.shuffle(tag),
            "GO" => self.go(tag),
            "UN" => self.names(tag),
            "INIT" => self.init(tag),
            "N" => self.call(tag),
            "REACH" => self.reach(tag),
            "DORA" => {
                let indicator = self.one_tile(tag, "hai")?;
                self.step(tag, Step::Dora { indicator })
            }
            "AGARI" => self.win(tag),
            "RYUUKYOKU" => self.draw(tag),
            name => Err(tag.error(Reason::Unknown(name.chars().take(20).collect()))),
        }
    }

    fn step(&mut self, tag: &Tag, step: Step) -> Result<(), LogError> {
        self.builder.step(step).map_err(|e| tag.error(e))
    }

    fn seen(&self, id: TileId) -> Tile {
        visible_tile(id, self.builder.red_fives())
    }

    fn tile(&mut self, tag: &Tag, letter: u8, id: TileId) -> Result<(), LogError> {
        let tile = self.seen(id);
        let base = if letter >= b'T' { b'T' } else { b'D' };
        let seat = self.builder.seat(usize::from(letter - base)).map_err(|e| tag.error(e))?;
        if base == b'T' {
            self.drawn = Some(id);
            return self.step(tag, Step::Draw { seat, tile });
        }
        let drawn = self.drawn.take() == Some(id);
        self.step(tag, Step::Discard { seat, tile, drawn })
    }

    fn shuffle(&mut self, tag: &Tag) -> Result<(), LogError> {
        let seed = tag.need("seed")?;
        self.seed = match Seed::parse(seed) {
            Ok(seed) => Some(seed),
            // Older games were shuffled by other methods; their walls are unknown.
            Err(ParseSeedError::Prefix) => None,
            Err(error) => return Err(tag.error(Reason::Seed(error))),
        };
        Ok(())
    }

    fn go(&mut self, tag: &Tag) -> Result<(), LogError> {
        let bits = tag.number("type")?;
        let rules = LogRules {
            three_seats: bits & 0x10 != 0,
            east_only: bits & 8 == 0,
            red_fives: bits & 2 == 0,
            open_tanyao: bits & 4 == 0,
            rounded_mangan: bits & 0x600 != 0,
        };
        self.rules = Some(rules);
        Ok(())
    }

    /// Reads the players. The tag is repeated for one player who reconnects.
    fn names(&mut self, tag: &Tag) -> Result<(), LogError> {
        if self.builder.seats().is_some() {
            return Ok(());
        }
        let name = |n: &&str| unescape(tag.get(n).unwrap_or(""));
        let mut names: Vec<String> = ["n0", "n1", "n2", "n3"].iter().map(name).collect();
        names.truncate(self.rules.map_or(4, LogRules::seats));
        self.start(tag, names)
    }

    fn start(&mut self, tag: &Tag, names: Vec<String>) -> Result<(), LogError> {
        let rules = self.rules.ok_or_else(|| tag.error(Reason::Missing("GO")))?;
        let seed = self.seed.take();
        self.builder.start(rules.seats(), Some(rules), names, seed).map_err(|e| tag.error(e))
    }

    fn init(&mut self, tag: &Tag) -> Result<(), LogError> {
        if self.builder.seats().is_none() {
            self.start(tag, Vec::new())?;
        }
        let seats = self.builder.seats().unwrap_or(4);
        tag.numbers("seed", &mut self.numbers)?;
        let [number, honba, sticks, _, _, indicator] = self.numbers[..] else {
            return Err(tag.error(Reason::value("seed", tag.need("seed")?)));
        };
        let in_range =
            |n: i32, name| u16::try_from(n).map_err(|_| tag.error(Reason::Missing(name)));
        let number = u8::try_from(number).ok().filter(|n| *n < 16);
        let number = number.ok_or_else(|| tag.error(Reason::Missing("round number")))?;
        let (honba, sticks) = (in_range(honba, "honba")?, in_range(sticks, "sticks")?);
        let indicator = tile_id(tag, "seed", indicator)?;
        let dealer = self.builder.seat(tag.number("oya")?).map_err(|e| tag.error(e))?;
        let scores = self.hundreds(tag, "ten", 1, 0)?;
        let mut hands = Vec::with_capacity(seats);
        for name in &["hai0", "hai1", "hai2", "hai3"][..seats] {
            let tiles = self.tiles(tag, name)?;
            let count = tiles.len();
            let seat = Seat::new(hands.len());
            let dealt = StepError::Dealt(seat, count);
            hands.push(<[Tile; 13]>::try_from(tiles).map_err(|_| tag.error(dealt))?);
        }
        self.drawn = None;
        let indicator = self.seen(indicator);
        let steps = Vec::with_capacity(160);
        let round =
            Round { number, honba, sticks, dealer, scores, indicator, hands, steps, end: None };
        self.builder.round(round).map_err(|e| tag.error(e))
    }

    fn call(&mut self, tag: &Tag) -> Result<(), LogError> {
        let seat = self.builder.seat(tag.number("who")?).map_err(|e| tag.error(e))?;
        let code = tag.need("m")?;
        let bad = || tag.error(Reason::value("m", code));
        let call = code.parse().ok().and_then(decode).ok_or_else(bad)?;
        self.drawn = None;
        let from = |places: u8| {
            let number = (seat.index() + usize::from(places)) % 4;
            self.builder.seat(number).map_err(|e| tag.error(e))
        };
        let two = |own: [TileId; 2]| sorted(own.map(|id| self.seen(id)));
        let step = match call {
            Call::Chi { from: f, called, own } => {
                Step::Chi { seat, from: from(f)?, called: self.seen(called), own: two(own) }
            }
            Call::Pon { from: f, called, own } => {
                Step::Pon { seat, from: from(f)?, called: self.seen(called), own: two(own) }
            }
            Call::OpenKan { from: f, called, own } => {
                let own = sorted(own.map(|id| self.seen(id)));
                Step::OpenKan { seat, from: from(f)?, called: self.seen(called), own }
            }
            Call::ClosedKan { kind } => Step::ClosedKan { seat, kind },
            Call::AddedKan { tile, .. } => Step::AddedKan { seat, tile: self.seen(tile) },
            Call::Nuki { .. } => Step::Nuki { seat },
        };
        self.step(tag, step)
    }

    fn reach(&mut self, tag: &Tag) -> Result<(), LogError> {
        let seat = self.builder.seat(tag.number("who")?).map_err(|e| tag.error(e))?;
        match tag.need("step")? {
            // Some logs have both tags after the discard.
            "1" if self.builder.has_discarded(seat) => {
                self.builder.late_riichi(seat).map_err(|e| tag.error(e))
            }
            "1" => self.step(tag, Step::Riichi { seat }),
            "2" => {
                self.step(tag, Step::RiichiAccepted { seat })?;
                // Old logs do not repeat the scores here.
                if tag.get("ten").is_none() {
                    return Ok(());
                }
                let reported = self.hundreds(tag, "ten", 1, 0)?;
                self.builder.check_scores(&reported).map_err(|e| tag.error(e))
            }
            other => Err(tag.error(Reason::value("step", other))),
        }
    }

    fn win(&mut self, tag: &Tag) -> Result<(), LogError> {
        let seat = |n| self.builder.seat(n).map_err(|e| tag.error(e));
        let (winner, from) = (seat(tag.number("who")?)?, seat(tag.number("fromWho")?)?);
        let liable = match tag.get("paoWho") {
            Some(_) => Some(seat(tag.number("paoWho")?)?),
            None => None,
        };
        let tile = self.one_tile(tag, "machi")?;
        let mut hand = self.tiles(tag, "hai")?;
        hand.sort_unstable();
        let ura = self.tiles(tag, "doraHaiUra")?;
        let value = self.hand_value(tag)?;
        let deltas = self.payments(tag)?;
        let win = WinRecord {
            seat: winner,
            from,
            tile: Some(tile),
            hand: Some(hand),
            ura,
            value: Some(value),
            liable,
            deltas: Some(deltas),
        };
        self.builder.win(win).map_err(|e| tag.error(e))?;
        self.owari(tag)
    }

    fn hand_value(&mut self, tag: &Tag) -> Result<HandValue, LogError> {
        tag.numbers("ten", &mut self.numbers)?;
        let [fu, points, _limit] = self.numbers[..] else {
            return Err(tag.error(Reason::Missing("ten")));
        };
        let fu = u8::try_from(fu).map_err(|_| tag.error(Reason::value("ten", fu.to_string())))?;
        let mut yaku = Vec::new();
        let byte = |n: i32, name| {
            u8::try_from(n).map_err(|_| tag.error(Reason::value(name, n.to_string())))
        };
        let known = |n: i32, name| match byte(n, name) {
            Ok(id) if usize::from(id) >= Yaku::COUNT => {
                Err(tag.error(Reason::value(name, n.to_string())))
            }
            other => other,
        };
        tag.numbers("yaku", &mut self.numbers)?;
        if !self.numbers.len().is_multiple_of(2) {
            return Err(tag.error(Reason::value("yaku", tag.need("yaku")?)));
        }
        for pair in self.numbers.chunks_exact(2) {
            // Tenhou lists ura dora with 0 han for every riichi.
            if pair[1] != 0 {
                yaku.push((known(pair[0], "yaku")?, byte(pair[1], "yaku")?));
            }
        }
        tag.numbers("yakuman", &mut self.numbers)?;
        for id in &self.numbers {
            yaku.push((known(*id, "yakuman")?, 13));
        }
        yaku.sort_unstable();
        Ok(HandValue { yaku: Some(yaku), fu: Some(fu), points })
    }

    fn draw(&mut self, tag: &Tag) -> Result<(), LogError> {
        let kind = match tag.get("type") {
            None => DrawKind::Exhausted,
            Some("nm") => DrawKind::Nagashi,
            Some("yao9") => DrawKind::NineTerminals,
            Some("kaze4") => DrawKind::FourWinds,
            Some("reach4") => DrawKind::FourRiichi,
            Some("kan4") => DrawKind::FourKans,
            Some("ron3") => DrawKind::TripleRon,
            Some(other) => return Err(tag.error(Reason::value("type", other))),
        };
        let deltas = self.payments(tag)?;
        let mut shown = Vec::new();
        for name in &["hai0", "hai1", "hai2", "hai3"][..self.builder.seats().unwrap_or(4)] {
            let mut tiles = self.tiles(tag, name)?;
            tiles.sort_unstable();
            shown.push(tag.get(name).map(|_| tiles));
        }
        let draw = DrawRecord { kind: Some(kind), shown, deltas: Some(deltas) };
        self.builder.drawn(draw).map_err(|e| tag.error(e))?;
        self.owari(tag)
    }

    /// Reads the end of the game: scores in hundreds and results in thousands with one decimal.
    fn owari(&mut self, tag: &Tag) -> Result<(), LogError> {
        let Some(text) = tag.get("owari") else { return Ok(()) };
        let bad = || tag.error(Reason::value("owari", text));
        let mut scores = [0; 4];
        let mut tenths = [0; 4];
        let parts: Vec<&str> = text.split(',').collect();
        let seats = self.builder.seats().unwrap_or(4);
        if parts.len() < seats * 2 {
            return Err(bad());
        }
        for seat in 0..seats {
            let hundreds: i32 = parts[2 * seat].parse().map_err(|_| bad())?;
            scores[seat] = hundreds.checked_mul(100).ok_or_else(bad)?;
            tenths[seat] = parse_tenths(parts[2 * seat + 1]).ok_or_else(bad)?;
        }
        let end = GameEnd { scores: Some(scores), tenths: Some(tenths) };
        self.builder.end(end).map_err(|e| tag.error(e))
    }

    /// Reads payments, and checks the scores, counters and sticks that the tag repeats.
    fn payments(&mut self, tag: &Tag) -> Result<Points, LogError> {
        if tag.get("ba").is_some() {
            tag.numbers("ba", &mut self.numbers)?;
            let [honba, sticks] = self.numbers[..] else {
                return Err(tag.error(Reason::value("ba", tag.need("ba")?)));
            };
            self.builder.check_on_table(honba, sticks).map_err(|e| tag.error(e))?;
        }
        let before = self.hundreds(tag, "sc", 2, 0)?;
        self.builder.check_scores(&before).map_err(|e| tag.error(e))?;
        self.hundreds(tag, "sc", 2, 1)
    }

    /// Reads every `stride`th number of a list from `first` on, given in hundreds.
    fn hundreds(
        &mut self,
        tag: &Tag,
        name: &'static str,
        stride: usize,
        first: usize,
    ) -> Result<Points, LogError> {
        tag.need(name)?;
        tag.numbers(name, &mut self.numbers)?;
        let mut out = [0; 4];
        let seats = self.builder.seats().unwrap_or(4);
        for (seat, out) in out.iter_mut().take(seats).enumerate() {
            let number = self.numbers.get(seat * stride + first);
            let number = number.ok_or_else(|| tag.error(Reason::Missing(name)))?;
            let scaled = number.checked_mul(100);
            *out = scaled.ok_or_else(|| tag.error(Reason::value(name, number.to_string())))?;
        }
        Ok(out)
    }

    fn one_tile(&self, tag: &Tag, name: &'static str) -> Result<Tile, LogError> {
        let number = i32::try_from(tag.number(name)?).unwrap_or(-1);
        Ok(self.seen(tile_id(tag, name, number)?))
    }

    fn tiles(&mut self, tag: &Tag, name: &'static str) -> Result<Vec<Tile>, LogError> {
        tag.numbers(name, &mut self.numbers)?;
        self.numbers.iter().map(|n| Ok(self.seen(tile_id(tag, name, *n)?))).collect()
    }
}

fn tile_id(tag: &Tag, name: &'static str, number: i32) -> Result<TileId, LogError> {
    let id = usize::try_from(number).ok().and_then(TileId::from_index);
    id.ok_or_else(|| tag.error(Reason::value(name, number.to_string())))
}

fn sorted<const N: usize>(mut tiles: [Tile; N]) -> [Tile; N] {
    tiles.sort_unstable();
    tiles
}

/// Parses `-12.5` in tenths.
fn parse_tenths(text: &str) -> Option<i32> {
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let negative = whole.starts_with('-');
    let whole: i32 = whole.parse().ok()?;
    let tenth: i32 = tenth.parse::<u8>().ok().filter(|t| *t < 10)?.into();
    whole.checked_mul(10)?.checked_add(if negative { -tenth } else { tenth })
}

/// Decodes percent-encoding; invalid UTF-8 becomes replacement characters.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digit = |i: usize| after.get(i).and_then(|b| (*b as char).to_digit(16));
        if let (b'%', Some(high), Some(low)) = (first, digit(0), digit(1)) {
            bytes.push((high * 16 + low) as u8);
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unescaped() {
        assert_eq!(unescape("%E9%9B%80a%4"), "雀a%4");
    }

    #[test]
    fn tenths_keep_the_sign_of_small_numbers() {
        assert_eq!(parse_tenths("-0.5"), Some(-5));
        assert_eq!(parse_tenths("46.0"), Some(460));
        assert_eq!(parse_tenths("12"), Some(120));
        assert_eq!(parse_tenths("1.23"), None);
    }
}
