//! Builds records and refuses events that are impossible at a table.
//!
//! All readers use it, so a fifth copy of a tile, a hand of 15 tiles or a discard out of turn is an
//! error at its tag or line in every format. Only the bookkeeping of the table is checked here; the
//! replay checks that moves are *legal*.

use super::table::{Checked, Phase, Table};
use super::{DrawRecord, GameEnd, LogRules, Points, Record, Round, RoundEnd, Step, WinRecord};
use crate::error::StepError;
use crate::wall::Seed;
use facedown_game::Seat;
use facedown_tiles::Tile;

/// Builds a record step by step.
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
        let (date, rounds) = (None, Vec::new());
        self.record = Some(Record { seats, rules, date, names, seed, rounds, end: None });
        Ok(())
    }

    /// Returns the record; an error before the start of the game and after its end.
    fn game(&mut self, what: &'static str) -> Result<&mut Record, StepError> {
        match &mut self.record {
            Some(record) if record.end.is_none() => Ok(record),
            _ => Err(StepError::NoGame(what)),
        }
    }

    /// Returns the seat with this index, if the table has it.
    pub(crate) fn seat(&self, number: usize) -> Result<Seat, StepError> {
        let seats = self.record.as_ref().map_or(4, |record| record.seats);
        if number < seats { Ok(Seat::new(number)) } else { Err(StepError::NoSeat(number)) }
    }

    /// Returns the number of seats; `None` before the start.
    pub(crate) fn seats(&self) -> Option<usize> {
        self.record.as_ref().map(|record| record.seats)
    }

    /// Returns whether the pack has red fives: yes unless the log states otherwise.
    pub(crate) fn red_fives(&self) -> bool {
        self.record.as_ref().and_then(|record| record.rules).is_none_or(|rules| rules.red_fives)
    }

    /// Starts a round. Hands are sorted: the order of the deal belongs to the wall.
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

    /// Returns the current round and its table.
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

    /// Adds a step.
    pub(crate) fn step(&mut self, step: Step) -> Checked {
        let (round, table) = self.parts(step.name())?;
        table.step(step)?;
        round.steps.push(step);
        Ok(())
    }

    /// Adds the riichi of the discard just made, for logs that declare it after the tile.
    pub(crate) fn late_riichi(&mut self, seat: Seat) -> Checked {
        let (round, table) = self.parts("riichi")?;
        let place = round.steps.iter().rposition(|step| !matches!(step, Step::Dora { .. }));
        let discard = place
            .filter(|at| matches!(round.steps[*at], Step::Discard { seat: by, .. } if by == seat));
        let at = discard.ok_or(StepError::OutOfOrder("riichi"))?;
        table.late_riichi(seat)?;
        round.steps.insert(at, Step::Riichi { seat });
        Ok(())
    }

    /// Returns whether this seat has just discarded.
    pub(crate) fn has_discarded(&self, by: Seat) -> bool {
        let phase = self.table.as_ref().map(|table| table.phase);
        matches!(phase, Some(Phase::Offered { seat, .. }) if seat == by)
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

    /// Marks the end of the round.
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

    /// Compares repeated scores with those that follow from the payments.
    pub(crate) fn check_scores(&self, reported: &Points) -> Checked {
        let Some(scores) = self.table.as_ref().and_then(|table| table.scores) else {
            return Ok(());
        };
        let mut seats = Seat::all(self.seats().unwrap_or(4));
        match seats.find(|seat| reported[seat.index()] != scores[seat.index()]) {
            Some(seat) => {
                let [reported, expected] = [reported, &scores].map(|points| points[seat.index()]);
                Err(StepError::Scores { seat, reported, expected })
            }
            None => Ok(()),
        }
    }

    /// Compares repeated counters and sticks with those of the round. Of two wins on one tile only the
    /// first takes them, and logs differ in the numbers at the second.
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
        match both.into_iter().find(|(_, reported, expected)| reported != expected) {
            Some((what, reported, expected)) => {
                Err(StepError::OnTable { what, reported, expected })
            }
            None => Ok(()),
        }
    }

    /// Removes the last round.
    pub(crate) fn retract_round(&mut self) {
        self.table = None;
        if let Some(record) = &mut self.record {
            record.rounds.pop();
        }
    }

    /// Returns the tile that the seat to act has just drawn.
    pub(crate) fn drawn_tile(&self) -> Option<Tile> {
        match self.table.as_ref()?.phase {
            Phase::Act { drawn, .. } => drawn,
            _ => None,
        }
    }

    /// Returns the last round.
    pub(crate) fn last_round(&self) -> Option<&Round> {
        self.record.as_ref()?.rounds.last()
    }

    /// Returns the finished record; `None` if no game has started.
    pub(crate) fn finish(self) -> Option<Record> {
        self.record
    }
}
