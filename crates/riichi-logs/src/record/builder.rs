//! Puts a record together and refuses what cannot have happened at a table.
//!
//! All readers feed this, so a fifth copy, a hand of 15 tiles or a discard out of turn is an error
//! at the very tag or line, in every format. Only the table's arithmetic is checked here; whether a
//! move was *legal* is for the replay.

use super::{DrawRecord, GameEnd, LogRules, Points, Record, Round, RoundEnd, Step, WinRecord};
use crate::error::StepError;
use crate::wall::Seed;
use facedown_game::Seat;
use facedown_tiles::{Kind, Tile, TileId};

type Checked = Result<(), StepError>;

/// A record in the making.
#[derive(Default)]
pub(crate) struct Builder {
    record: Option<Record>,
    table: Option<Table>,
}

impl Builder {
    /// Starts the game. A second start is an error: one log is one game.
    pub(crate) fn start(
        &mut self,
        seats: usize,
        rules: Option<LogRules>,
        names: Vec<String>,
        seed: Option<Seed>,
    ) -> Checked {
        if self.record.is_some() {
            return Err(StepError::Inside("a game's start"));
        }
        self.record = Some(Record { seats, rules, names, seed, rounds: Vec::new(), end: None });
        Ok(())
    }

    /// The game in the making; an error before its start and after its end.
    fn game(&mut self, what: &'static str) -> Result<&mut Record, StepError> {
        match &mut self.record {
            Some(record) if record.end.is_none() => Ok(record),
            _ => Err(StepError::NoGame(what)),
        }
    }

    /// The seat with this number.
    pub(crate) fn seat(&self, number: usize) -> Result<Seat, StepError> {
        let seats = self.record.as_ref().map_or(4, |record| record.seats);
        if number < seats { Ok(Seat::new(number)) } else { Err(StepError::NoSeat(number)) }
    }

    /// How many seats the game has.
    pub(crate) fn seats(&self) -> Option<usize> {
        self.record.as_ref().map(|record| record.seats)
    }

    /// Whether the pack has red fives: it has unless the log says otherwise.
    pub(crate) fn red_fives(&self) -> bool {
        self.record.as_ref().and_then(|record| record.rules).is_none_or(|rules| rules.red_fives)
    }

    /// Deals a round. Hands are kept ascending: the order of the deal is the wall's.
    pub(crate) fn round(&mut self, mut round: Round) -> Checked {
        round.hands.iter_mut().for_each(|hand| hand.sort_unstable());
        let reds = self.red_fives();
        let over =
            self.table.as_ref().is_none_or(|t| matches!(t.phase, Phase::Over | Phase::Won(_)));
        let record = self.game("a deal")?;
        if !over {
            return Err(StepError::Inside("a deal"));
        }
        let table = Table::deal(record.seats, reds, &round)?;
        record.rounds.push(round);
        self.table = Some(table);
        Ok(())
    }

    fn parts(&mut self, what: &'static str) -> Result<(&mut Round, &mut Table), StepError> {
        let record = match &mut self.record {
            Some(record) if record.end.is_none() => record,
            _ => return Err(StepError::NoGame(what)),
        };
        match (record.rounds.last_mut(), &mut self.table) {
            (Some(round), Some(table)) => Ok((round, table)),
            _ => Err(StepError::NoRound(what)),
        }
    }

    /// Adds what happened.
    pub(crate) fn step(&mut self, step: Step) -> Checked {
        let (round, table) = self.parts(step.name())?;
        table.step(step)?;
        round.steps.push(step);
        Ok(())
    }

    /// Adds a win.
    pub(crate) fn win(&mut self, win: WinRecord) -> Checked {
        let (round, table) = self.parts("a win")?;
        table.win(&win)?;
        table.pay(win.deltas);
        match &mut round.end {
            Some(RoundEnd::Wins(wins)) => wins.push(win),
            _ => round.end = Some(RoundEnd::Wins(vec![win])),
        }
        Ok(())
    }

    /// Ends the round without a win.
    pub(crate) fn drawn(&mut self, draw: DrawRecord) -> Checked {
        let (round, table) = self.parts("a drawn round")?;
        if matches!(table.phase, Phase::Over | Phase::Won(_)) {
            return Err(StepError::NoRound("a drawn round"));
        }
        table.phase = Phase::Over;
        table.pay(draw.deltas);
        round.end = Some(RoundEnd::Drawn(draw));
        Ok(())
    }

    /// Says that the round is over.
    pub(crate) fn round_over(&mut self) -> Checked {
        let (_, table) = self.parts("a round's end")?;
        if !matches!(table.phase, Phase::Over | Phase::Won(_)) {
            return Err(StepError::OutOfOrder("a round's end"));
        }
        table.phase = Phase::Over;
        Ok(())
    }

    /// Ends the game.
    pub(crate) fn end(&mut self, end: GameEnd) -> Checked {
        let over =
            self.table.as_ref().is_some_and(|t| matches!(t.phase, Phase::Over | Phase::Won(_)));
        let record = self.game("a game's end")?;
        if !over {
            return Err(StepError::OutOfOrder("a game's end"));
        }
        record.end = Some(end);
        Ok(())
    }

    /// Compares scores that the log repeats with those that follow from what it said before.
    pub(crate) fn check_scores(&self, told: &Points) -> Checked {
        let Some(scores) = self.table.as_ref().and_then(|table| table.scores) else {
            return Ok(());
        };
        let mut seats = Seat::all(self.seats().unwrap_or(4));
        match seats.find(|seat| told[seat.index()] != scores[seat.index()]) {
            Some(seat) => {
                let [told, expected] = [told, &scores].map(|points| points[seat.index()]);
                Err(StepError::Scores { seat, told, expected })
            }
            None => Ok(()),
        }
    }

    /// Compares counters and sticks that the log repeats at the end of a round with its own. Of two
    /// wins on one tile only the first takes them, and logs differ in what they write at the second.
    pub(crate) fn check_on_table(&self, honba: i32, sticks: i32) -> Checked {
        let (Some(round), Some(table)) = (self.last_round(), &self.table) else { return Ok(()) };
        if matches!(table.phase, Phase::Won(_)) {
            return Ok(());
        }
        let accepted = |step: &&Step| matches!(step, Step::RiichiAccepted { .. });
        let paid = round.steps.iter().filter(accepted).count() as i32;
        let both = [
            ("counters", honba, i32::from(round.honba)),
            ("sticks", sticks, i32::from(round.sticks) + paid),
        ];
        match both.into_iter().find(|(_, told, expected)| told != expected) {
            Some((what, told, expected)) => Err(StepError::OnTable { what, told, expected }),
            None => Ok(()),
        }
    }

    /// Takes the last round back.
    pub(crate) fn retract_round(&mut self) {
        self.table = None;
        if let Some(record) = &mut self.record {
            record.rounds.pop();
        }
    }

    /// The tile that the seat has just drawn.
    pub(crate) fn drawn_tile(&self) -> Option<Tile> {
        match self.table.as_ref()?.phase {
            Phase::Act { drawn, .. } => drawn,
            _ => None,
        }
    }

    /// The round in the making, if there is one.
    pub(crate) fn last_round(&self) -> Option<&Round> {
        self.record.as_ref()?.rounds.last()
    }

    /// The finished record; `None` if no game has started.
    pub(crate) fn finish(self) -> Option<Record> {
        self.record
    }
}

/// What a table is waiting for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// A draw, the first one or a replacement.
    Draw(Seat),
    /// This seat's action, with a tile more than between turns.
    Act { seat: Seat, drawn: Option<Tile>, declared: bool },
    /// A call of the discard, or the next draw.
    Offered { seat: Seat, tile: Tile, declared: bool },
    /// Another win on the same tile, or the end.
    Won(Option<Seat>),
    /// Nothing any more.
    Over,
}

struct Table {
    seats: usize,
    unseen: [u8; Tile::COUNT],
    hands: [[u8; Tile::COUNT]; 4],
    pons: [u64; 4],
    indicators: u8,
    /// What each seat has now; unknown after payments that the log does not tell.
    scores: Option<Points>,
    phase: Phase,
}

/// What a riichi costs.
const STICK: i32 = 1_000;

impl Table {
    fn deal(seats: usize, reds: bool, round: &Round) -> Result<Self, StepError> {
        let mut unseen = [0; Tile::COUNT];
        for id in crate::wall::pack(seats == 3) {
            unseen[visible_tile(id, reds).index()] += 1;
        }
        let phase = Phase::Draw(round.dealer);
        let hands = [[0; Tile::COUNT]; 4];
        let scores = Some(round.scores);
        let mut table = Self { seats, unseen, hands, pons: [0; 4], indicators: 1, scores, phase };
        for (seat, hand) in round.hands.iter().enumerate() {
            for tile in hand {
                table.see(*tile)?;
                table.hands[seat][tile.index()] += 1;
            }
        }
        table.see(round.indicator)?;
        Ok(table)
    }

    fn see(&mut self, tile: Tile) -> Checked {
        let left = &mut self.unseen[tile.index()];
        *left = left.checked_sub(1).ok_or(StepError::ExtraCopy(tile))?;
        Ok(())
    }

    /// Each seat gains or pays; numbers beyond any game make the scores unknown.
    fn pay(&mut self, deltas: Option<Points>) {
        self.scores = self.scores.zip(deltas).and_then(|(mut scores, deltas)| {
            for (score, delta) in scores.iter_mut().zip(deltas) {
                *score = score.checked_add(delta)?;
            }
            Some(scores)
        });
    }

    fn lose(&mut self, seat: Seat, tiles: &[Tile]) -> Checked {
        for tile in tiles {
            let held = &mut self.hands[seat.index()][tile.index()];
            *held = held.checked_sub(1).ok_or(StepError::NotHeld(seat, *tile))?;
        }
        Ok(())
    }

    /// The seat must be the one to act; returns what it drew.
    fn acting(&self, by: Seat, what: &'static str) -> Result<Option<Tile>, StepError> {
        match self.phase {
            Phase::Act { seat, drawn, declared: false } if seat == by => Ok(drawn),
            Phase::Act { seat, declared: true, .. } if seat == by => {
                Err(StepError::OutOfOrder(what))
            }
            Phase::Act { .. } => Err(StepError::OutOfTurn(by, what)),
            _ => Err(StepError::OutOfOrder(what)),
        }
    }

    fn step(&mut self, step: Step) -> Checked {
        match step {
            Step::Draw { seat, tile } => self.draw(seat, tile),
            Step::Discard { seat, tile, drawn } => self.discard(seat, tile, drawn),
            Step::Riichi { seat } => {
                let drawn = self.acting(seat, "riichi")?;
                self.phase = Phase::Act { seat, drawn, declared: true };
                Ok(())
            }
            Step::RiichiAccepted { seat: by } => match self.phase {
                Phase::Offered { seat, tile, declared: true } if seat == by => {
                    self.phase = Phase::Offered { seat, tile, declared: false };
                    let mut stick = [0; 4];
                    stick[seat.index()] = -STICK;
                    self.pay(Some(stick));
                    Ok(())
                }
                _ => Err(StepError::OutOfOrder("riichi accepted")),
            },
            Step::Chi { seat, from, called, own } | Step::Pon { seat, from, called, own } => {
                self.call(step, seat, from, called, &own)
            }
            Step::OpenKan { seat, from, called, own } => self.call(step, seat, from, called, &own),
            Step::ClosedKan { seat, kind } => self.closed_kan(seat, kind),
            Step::AddedKan { seat, tile } => self.added_kan(seat, tile),
            Step::Nuki { seat } => {
                self.acting(seat, "nuki")?;
                self.lose(seat, &[Tile::plain(Kind::NORTH)])?;
                self.phase = Phase::Draw(seat);
                Ok(())
            }
            Step::Dora { indicator } => {
                if matches!(self.phase, Phase::Won(_) | Phase::Over) {
                    return Err(StepError::OutOfOrder("dora"));
                }
                self.indicators += 1;
                if self.indicators > 5 {
                    return Err(StepError::Indicators);
                }
                self.see(indicator)
            }
        }
    }

    fn draw(&mut self, by: Seat, tile: Tile) -> Checked {
        let next = match self.phase {
            Phase::Draw(seat) => seat,
            Phase::Offered { seat, declared: false, .. } => seat.next(self.seats),
            _ => return Err(StepError::OutOfOrder("draw")),
        };
        if next != by {
            return Err(StepError::OutOfTurn(by, "draw"));
        }
        self.see(tile)?;
        self.hands[by.index()][tile.index()] += 1;
        self.phase = Phase::Act { seat: by, drawn: Some(tile), declared: false };
        Ok(())
    }

    fn discard(&mut self, by: Seat, tile: Tile, drawn: bool) -> Checked {
        let Phase::Act { seat, drawn: last, declared } = self.phase else {
            return Err(StepError::OutOfOrder("discard"));
        };
        if seat != by {
            return Err(StepError::OutOfTurn(by, "discard"));
        }
        if drawn && last != Some(tile) {
            return Err(StepError::NotDrawn(by, tile));
        }
        self.lose(by, &[tile])?;
        self.phase = Phase::Offered { seat: by, tile, declared };
        Ok(())
    }

    fn call(&mut self, step: Step, by: Seat, from: Seat, called: Tile, own: &[Tile]) -> Checked {
        let Phase::Offered { seat, tile, declared: false } = self.phase else {
            return Err(StepError::OutOfOrder(step.name()));
        };
        if seat != from || tile != called {
            return Err(StepError::NotDiscarded(by, called));
        }
        if by == from {
            return Err(StepError::OutOfTurn(by, step.name()));
        }
        let same = own.iter().all(|t| t.kind() == called.kind());
        let fits = match step {
            Step::Chi { .. } => is_run(own[0].kind(), own[1].kind(), called.kind()),
            _ => same,
        };
        if !fits {
            return Err(StepError::NoMeld(by, step.name()));
        }
        self.lose(by, own)?;
        if matches!(step, Step::Pon { .. }) {
            self.pons[by.index()] |= 1 << called.kind().index();
        }
        self.phase = match step {
            Step::OpenKan { .. } => Phase::Draw(by),
            _ => Phase::Act { seat: by, drawn: None, declared: false },
        };
        Ok(())
    }

    fn closed_kan(&mut self, by: Seat, kind: Kind) -> Checked {
        self.acting(by, "closed kan")?;
        let hand = &mut self.hands[by.index()];
        let red = if kind.is_five() { Tile::red_five(kind.suit()) } else { None };
        let held = |hand: &[u8], tile: Tile| hand[tile.index()];
        let total = held(hand, Tile::plain(kind)) + red.map_or(0, |red| held(hand, red));
        if total != 4 {
            return Err(StepError::NoMeld(by, "closed kan"));
        }
        hand[kind.index()] = 0;
        if let Some(red) = red {
            hand[red.index()] = 0;
        }
        self.phase = Phase::Draw(by);
        Ok(())
    }

    fn added_kan(&mut self, by: Seat, tile: Tile) -> Checked {
        self.acting(by, "added kan")?;
        let bit = 1 << tile.kind().index();
        if self.pons[by.index()] & bit == 0 {
            return Err(StepError::NoPon(by, tile));
        }
        self.lose(by, &[tile])?;
        self.pons[by.index()] &= !bit;
        self.phase = Phase::Draw(by);
        Ok(())
    }

    fn win(&mut self, win: &WinRecord) -> Checked {
        let own = win.seat == win.from;
        if win.ura.len() > 5 {
            return Err(StepError::Indicators);
        }
        let fits = match self.phase {
            Phase::Act { seat, drawn, declared: false } => {
                own && seat == win.seat && drawn.is_some()
            }
            Phase::Offered { seat, .. } | Phase::Draw(seat) => !own && seat == win.from,
            Phase::Won(from) => !own && from == Some(win.from),
            Phase::Over | Phase::Act { .. } => false,
        };
        if !fits {
            return Err(StepError::OutOfOrder("a win"));
        }
        self.phase = Phase::Won((!own).then_some(win.from));
        Ok(())
    }
}

/// The tile that players see: the red fives are plain where the rules have none.
pub(crate) fn visible_tile(id: TileId, reds: bool) -> Tile {
    if reds { id.tile() } else { Tile::plain(id.kind()) }
}

fn is_run(a: Kind, b: Kind, c: Kind) -> bool {
    let mut k = [a.index(), b.index(), c.index()];
    k.sort_unstable();
    !a.is_honor() && k[0] + 1 == k[1] && k[1] + 1 == k[2] && k[0] / 9 == k[2] / 9
}
