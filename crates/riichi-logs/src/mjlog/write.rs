//! Writes mjlog.
//!
//! A record has tiles, an mjlog physical copies: they come from the wall of the seed or from a
//! reconstructed one. A record does not distinguish equal copies; the lowest is discarded first.

use super::meld_code::{Call, encode};
use crate::record::{
    DrawRecord, GameEnd, LogRules, Record, Round, RoundEnd, Step, WinRecord, tenhou_limit,
};
use crate::wall::{Wall, reconstruct_wall, visible_tile};
use facedown_game::Seat;
use facedown_riichi::DrawKind;
use facedown_tiles::{Kind, Tile, TileId};
use std::fmt::Write;

/// Writes a game; `None` if its tiles do not come from one pack.
pub fn write(record: &Record) -> Option<String> {
    let rules = record.rules.unwrap_or(LogRules {
        three_seats: record.seats == 3,
        east_only: false,
        red_fives: true,
        open_tanyao: true,
        rounded_mangan: false,
    });
    let mut out = String::from("<mjloggm ver=\"2.3\">");
    if let Some(seed) = &record.seed {
        push(&mut out, format_args!("<SHUFFLE seed=\"{seed}\" ref=\"\"/>"));
    }
    push(&mut out, format_args!("<GO type=\"{}\" lobby=\"0\"/><UN", type_bits(rules)));
    for (seat, name) in record.names.iter().enumerate() {
        push(&mut out, format_args!(" n{seat}=\"{}\"", escape(name)));
    }
    out.push_str("/><TAIKYOKU oya=\"0\"/>");
    let mut walls = record.seed.as_ref().map(|seed| seed.walls(record.seats));
    for (number, round) in record.rounds.iter().enumerate() {
        let wall = match &mut walls {
            Some(walls) => walls.next_wall(),
            None => Wall {
                tiles: reconstruct_wall(round, record.seats, rules.red_fives)?,
                dice: [1, 1],
            },
        };
        let last = number + 1 == record.rounds.len();
        let end = record.end.as_ref().filter(|_| last);
        RoundWriter::new(round, record.seats, rules.red_fives, wall).write(end, &mut out)?;
    }
    out.push_str("</mjloggm>");
    Some(out)
}

fn push(out: &mut String, text: std::fmt::Arguments) {
    out.write_fmt(text).expect("writing to a string succeeds");
}

/// Returns the attribute `type` of the tag `GO`.
fn type_bits(rules: LogRules) -> u16 {
    let bits = [
        (true, 1),
        (!rules.red_fives, 2),
        (!rules.open_tanyao, 4),
        (!rules.east_only, 8),
        (rules.three_seats, 16),
        (rules.rounded_mangan, 0x200),
    ];
    bits.iter().filter(|(set, _)| *set).map(|(_, bit)| bit).sum()
}

/// Percent-encodes a name.
fn escape(name: &str) -> String {
    name.bytes().fold(String::new(), |mut text, byte| {
        push(&mut text, format_args!("%{byte:02X}"));
        text
    })
}

fn list(ids: impl IntoIterator<Item = TileId>) -> String {
    let texts: Vec<String> = ids.into_iter().map(|id| id.index().to_string()).collect();
    texts.join(",")
}

/// Writes one round.
struct RoundWriter<'a> {
    round: &'a Round,
    seats: usize,
    reds: bool,
    wall: Wall,
    hands: Vec<Vec<TileId>>,
    melds: Vec<Vec<Call>>,
    scores: [i32; 4],
    drawn: Option<TileId>,
    /// The last discard or added tile.
    offered: Option<TileId>,
    /// The position above the next tile of the live wall.
    next: usize,
    replacements: usize,
    /// Whether the next draw is a replacement.
    replaces: bool,
    indicators: usize,
}

impl<'a> RoundWriter<'a> {
    fn new(round: &'a Round, seats: usize, reds: bool, wall: Wall) -> Self {
        Self {
            round,
            seats,
            reds,
            hands: vec![Vec::new(); seats],
            melds: vec![Vec::new(); seats],
            scores: round.scores,
            drawn: None,
            offered: None,
            next: wall.tiles.len(),
            replacements: 0,
            replaces: false,
            indicators: 1,
            wall,
        }
    }

    fn write(mut self, end: Option<&GameEnd>, out: &mut String) -> Option<()> {
        self.init(out);
        for step in &self.round.steps {
            self.step(*step, out)?;
        }
        let wins = match &self.round.end {
            None => return Some(()),
            Some(RoundEnd::Drawn(draw)) => {
                self.drawn_round(draw, end, out);
                return Some(());
            }
            Some(RoundEnd::Wins(wins)) => wins,
        };
        for (number, win) in wins.iter().enumerate() {
            self.win(win, end.filter(|_| number + 1 == wins.len()), out)?;
        }
        Some(())
    }

    fn first_indicator(&self) -> usize {
        if self.seats == 3 { 9 } else { 5 }
    }

    fn init(&mut self, out: &mut String) {
        for block in [4, 4, 4, 1] {
            for turn in 0..self.seats {
                let seat = self.round.dealer.plus(turn, self.seats).index();
                self.next -= block;
                let tiles = &self.wall.tiles[self.next..self.next + block];
                self.hands[seat].extend(tiles.iter().rev());
            }
        }
        let Round { number, honba, sticks, dealer, scores, .. } = self.round;
        let dice = self.wall.dice.map(|die| die - 1);
        let indicator = self.wall.tiles[self.first_indicator()].index();
        let ten = scores.map(|score| (score / 100).to_string()).join(",");
        push(
            out,
            format_args!(
                "<INIT seed=\"{number},{honba},{sticks},{},{},{indicator}\" ten=\"{ten}\" oya=\"{}\"",
                dice[0],
                dice[1],
                dealer.index()
            ),
        );
        for (seat, hand) in self.hands.iter().enumerate() {
            push(out, format_args!(" hai{seat}=\"{}\"", list(hand.iter().copied())));
        }
        out.push_str("/>");
    }

    fn seen(&self, id: TileId) -> Tile {
        visible_tile(id, self.reds)
    }

    /// Removes a copy of the tile from a hand, the drawn one last.
    fn take(&mut self, seat: Seat, tile: Tile) -> Option<TileId> {
        let hand = &self.hands[seat.index()];
        let copies = hand.iter().copied().filter(|id| self.seen(*id) == tile);
        let id = copies.min_by_key(|id| (Some(*id) == self.drawn, *id))?;
        self.hands[seat.index()].retain(|held| *held != id);
        Some(id)
    }

    fn step(&mut self, step: Step, out: &mut String) -> Option<()> {
        match step {
            Step::Draw { seat, .. } => {
                let id = self.draw()?;
                self.hands[seat.index()].push(id);
                self.drawn = Some(id);
                let letter = ['T', 'U', 'V', 'W'][seat.index()];
                push(out, format_args!("<{letter}{}/>", id.index()));
            }
            Step::Discard { seat, tile, drawn } => {
                let id = match self.drawn.filter(|_| drawn) {
                    Some(id) => {
                        self.hands[seat.index()].retain(|held| *held != id);
                        id
                    }
                    None => self.take(seat, tile)?,
                };
                (self.drawn, self.offered) = (None, Some(id));
                let letter = ['D', 'E', 'F', 'G'][seat.index()];
                push(out, format_args!("<{letter}{}/>", id.index()));
            }
            Step::Riichi { seat } => {
                push(out, format_args!("<REACH who=\"{}\" step=\"1\"/>", seat.index()));
            }
            Step::RiichiAccepted { seat } => {
                let score = &mut self.scores[seat.index()];
                *score = score.saturating_sub(1000);
                let ten = self.scores.map(|score| (score / 100).to_string()).join(",");
                let who = seat.index();
                push(out, format_args!("<REACH who=\"{who}\" ten=\"{ten}\" step=\"2\"/>"));
            }
            Step::Dora { .. } => {
                let id = self.wall.tiles.get(self.first_indicator() + 2 * self.indicators)?;
                self.indicators += 1;
                push(out, format_args!("<DORA hai=\"{}\" />", id.index()));
            }
            call => self.call(call, out)?,
        }
        Some(())
    }

    fn draw(&mut self) -> Option<TileId> {
        let place = if std::mem::take(&mut self.replaces) {
            self.replacements += 1;
            (self.replacements - 1) ^ 1
        } else {
            self.next = self.next.checked_sub(1)?;
            self.next
        };
        self.wall.tiles.get(place).copied()
    }

    fn call(&mut self, step: Step, out: &mut String) -> Option<()> {
        let seat = step.seat()?;
        let places = |from: Seat| ((from.index() + 4 - seat.index()) % 4) as u8;
        let call = match step {
            Step::Chi { from, own, .. } => {
                let own = [self.take(seat, own[0])?, self.take(seat, own[1])?];
                Call::Chi { from: places(from), called: self.offered?, own }
            }
            Step::Pon { from, own, .. } => {
                let own = [self.take(seat, own[0])?, self.take(seat, own[1])?];
                Call::Pon { from: places(from), called: self.offered?, own }
            }
            Step::OpenKan { from, own, .. } => {
                let [a, b, c] = own;
                let own = [self.take(seat, a)?, self.take(seat, b)?, self.take(seat, c)?];
                Call::OpenKan { from: places(from), called: self.offered?, own }
            }
            Step::ClosedKan { kind, .. } => {
                self.hands[seat.index()].retain(|id| id.kind() != kind);
                Call::ClosedKan { kind }
            }
            Step::AddedKan { tile, .. } => self.added(seat, tile)?,
            Step::Nuki { .. } => Call::Nuki { tile: self.take(seat, Tile::plain(Kind::NORTH))? },
            _ => return None,
        };
        if !matches!(call, Call::Chi { .. } | Call::Pon { .. }) {
            self.replaces = true;
        }
        if let Call::Nuki { tile } = call {
            self.offered = Some(tile);
        }
        if !matches!(call, Call::AddedKan { .. }) {
            self.melds[seat.index()].push(call);
        }
        self.drawn = None;
        push(out, format_args!("<N who=\"{}\" m=\"{}\" />", seat.index(), encode(call)));
        Some(())
    }

    /// Turns a pon into an added kan in place.
    fn added(&mut self, seat: Seat, tile: Tile) -> Option<Call> {
        let id = self.take(seat, tile)?;
        self.offered = Some(id);
        let melds = self.melds[seat.index()].iter_mut();
        let pon = |meld: &&mut Call| matches!(meld, Call::Pon { called, .. } if called.kind() == tile.kind());
        let place = melds.into_iter().find(pon)?;
        let Call::Pon { from, called, .. } = *place else { return None };
        *place = Call::AddedKan { from, tile: id, called };
        Some(*place)
    }

    /// Applies payments and returns the attribute `sc`: score and payment of each seat.
    fn pairs(&mut self, deltas: [i32; 4]) -> String {
        let mut parts = Vec::new();
        for (score, delta) in self.scores.iter_mut().zip(deltas) {
            parts.push((*score / 100).to_string());
            parts.push((delta / 100).to_string());
            *score = score.saturating_add(delta);
        }
        parts.join(",")
    }

    /// Returns the riichi sticks at the end of the round.
    fn sticks(&self) -> u16 {
        let accepted = |step: &&Step| matches!(step, Step::RiichiAccepted { .. });
        self.round.sticks + self.round.steps.iter().filter(accepted).count() as u16
    }

    fn win(&mut self, win: &WinRecord, end: Option<&GameEnd>, out: &mut String) -> Option<()> {
        let machi = if win.seat == win.from { self.drawn? } else { self.offered? };
        let mut hand = self.hands[win.seat.index()].clone();
        if win.seat != win.from {
            hand.push(machi);
        }
        hand.sort_unstable();
        let (honba, sticks) = (self.round.honba, self.sticks());
        push(out, format_args!("<AGARI ba=\"{honba},{sticks}\" hai=\"{}\"", list(hand)));
        let melds = self.melds[win.seat.index()].iter().rev();
        let codes: Vec<String> = melds.map(|meld| encode(*meld).to_string()).collect();
        if !codes.is_empty() {
            push(out, format_args!(" m=\"{}\"", codes.join(",")));
        }
        let value = win.value.as_ref()?;
        let limit = tenhou_limit(win, value, self.round.dealer, self.seats);
        let fu = value.fu.unwrap_or(0);
        let ten =
            format_args!(" machi=\"{}\" ten=\"{fu},{},{limit}\"", machi.index(), value.points);
        push(out, ten);
        let is_yakuman = |id: u8| (37..=51).contains(&id);
        let items = value.yaku.as_deref().unwrap_or_default();
        let yakuman: Vec<String> =
            items.iter().filter(|y| is_yakuman(y.0)).map(|y| y.0.to_string()).collect();
        if yakuman.is_empty() {
            let yaku: Vec<String> = items.iter().map(|(id, han)| format!("{id},{han}")).collect();
            push(out, format_args!(" yaku=\"{}\"", yaku.join(",")));
        } else {
            push(out, format_args!(" yakuman=\"{}\"", yakuman.join(",")));
        }
        let first = self.first_indicator();
        let tiles = &self.wall.tiles;
        let dora = (0..self.indicators).map(|i| tiles[first + 2 * i]);
        push(out, format_args!(" doraHai=\"{}\"", list(dora)));
        if !win.ura.is_empty() {
            let ura = (0..win.ura.len()).map(|i| tiles[first - 1 + 2 * i]);
            push(out, format_args!(" doraHaiUra=\"{}\"", list(ura)));
        }
        let (who, from) = (win.seat.index(), win.from.index());
        push(out, format_args!(" who=\"{who}\" fromWho=\"{from}\""));
        if let Some(liable) = win.liable {
            push(out, format_args!(" paoWho=\"{}\"", liable.index()));
        }
        let pairs = self.pairs(win.deltas?);
        push(out, format_args!(" sc=\"{pairs}\"{} />", owari(end, self.seats)));
        Some(())
    }

    fn drawn_round(&mut self, draw: &DrawRecord, end: Option<&GameEnd>, out: &mut String) {
        out.push_str("<RYUUKYOKU");
        let name = match draw.kind.unwrap_or(DrawKind::Exhausted) {
            DrawKind::Exhausted => None,
            DrawKind::Nagashi => Some("nm"),
            DrawKind::NineTerminals => Some("yao9"),
            DrawKind::FourWinds => Some("kaze4"),
            DrawKind::FourRiichi => Some("reach4"),
            DrawKind::FourKans => Some("kan4"),
            DrawKind::TripleRon => Some("ron3"),
        };
        if let Some(name) = name {
            push(out, format_args!(" type=\"{name}\""));
        }
        let (honba, sticks) = (self.round.honba, self.sticks());
        let pairs = self.pairs(draw.deltas.unwrap_or_default());
        push(out, format_args!(" ba=\"{honba},{sticks}\" sc=\"{pairs}\""));
        for (seat, shown) in draw.shown.iter().enumerate().take(self.seats) {
            if shown.is_some() {
                let mut hand = self.hands[seat].clone();
                hand.sort_unstable();
                push(out, format_args!(" hai{seat}=\"{}\"", list(hand)));
            }
        }
        push(out, format_args!("{} />", owari(end, self.seats)));
    }
}

/// Returns the attribute `owari`, if the game ends: final scores in hundreds, results in thousands.
fn owari(end: Option<&GameEnd>, seats: usize) -> String {
    let both = end.and_then(|end| end.scores.zip(end.tenths));
    let Some((scores, tenths)) = both else { return String::new() };
    let mut parts = Vec::new();
    for (score, tenths) in scores.iter().zip(tenths).take(seats) {
        let sign = if tenths < 0 { "-" } else { "" };
        let size = tenths.abs();
        parts.push(format!("{},{sign}{}.{}", score / 100, size / 10, size % 10));
    }
    format!(" owari=\"{}\"", parts.join(","))
}
