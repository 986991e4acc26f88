//! Solved hands as JSON lines: `{"hand": [...], "top": [...], "middle": [...], "bottom": [...]}`.

use super::encode::{HandError, sorted};
use super::samples::{FantasyRow, FantasySamples, fantasy_solver};
use facedown_cards::{PackCard, PackSet, parse_pack};
use facedown_nets::{Batch, Samples};
use facedown_ofc::{Board, Row};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One line; cards are texts, `X` is a joker.
#[derive(Serialize, Deserialize)]
struct Line {
    hand: Vec<String>,
    top: Vec<String>,
    middle: Vec<String>,
    bottom: Vec<String>,
}

/// Why a line is no solved hand.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LineError {
    /// Not such JSON.
    Json(String),
    /// A card cannot be read.
    Cards(String),
    /// The cards are no hand.
    Hand(HandError),
    /// The rows are not three, five and five cards of the hand.
    Rows,
    /// The rows are a foul.
    Foul,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(why) | Self::Cards(why) => facedown_game::excerpt(why).fmt(f),
            Self::Hand(error) => write!(f, "hand: {error}"),
            Self::Rows => f.write_str("expected three, five and five different cards of the hand"),
            Self::Foul => f.write_str("the rows are a foul"),
        }
    }
}

impl std::error::Error for LineError {}

impl FantasyRow {
    /// Reads a line. The value is computed, so that what is read is legal.
    pub fn parse(line: &str) -> Result<Self, LineError> {
        let line: Line =
            serde_json::from_str(line).map_err(|error| LineError::Json(error.to_string()))?;
        let parse = |cards: &[String]| {
            parse_pack(&cards.join(" ")).map_err(|error| LineError::Cards(error.to_string()))
        };
        let hand = sorted(&parse(&line.hand)?).map_err(LineError::Hand)?;
        // Jokers are numbered through all rows.
        let rows = parse(&[line.top.clone(), line.middle.clone(), line.bottom.clone()].concat())?;
        let sizes = [line.top.len(), line.middle.len(), line.bottom.len()];
        if sizes != [3, 5, 5] || rows.len() != 13 || !rows.iter().all(|card| hand.contains(card)) {
            return Err(LineError::Rows);
        }
        let set = |cards: &[PackCard]| cards.iter().copied().collect::<PackSet>();
        let board = [set(&rows[..3]), set(&rows[3..8]), set(&rows[8..])];
        let board = Board::new(board).map_err(|_| LineError::Rows)?;
        let value = super::samples::value(fantasy_solver().scorer(), &board);
        let value = value.ok_or(LineError::Foul)?;
        Ok(Self::of_board(hand, &board, value))
    }

    /// Writes the hand as a line.
    pub fn line(&self) -> String {
        let board = self.board();
        let texts = |cards: &mut dyn Iterator<Item = PackCard>| -> Vec<String> {
            cards.map(|card| card.to_string()).collect()
        };
        let row = |row| texts(&mut board.row(row).iter());
        let line = Line {
            hand: texts(&mut self.hand.iter().copied()),
            top: row(Row::Top),
            middle: row(Row::Middle),
            bottom: row(Row::Bottom),
        };
        serde_json::to_string(&line).expect("cards are JSON")
    }
}

/// Solved hands in memory, as samples of one of the two networks.
#[derive(Debug)]
pub struct FantasyRows {
    rows: Vec<FantasyRow>,
    kind: FantasySamples,
}

impl FantasyRows {
    /// Reads JSON lines; an error names the line.
    pub fn read(text: &str, is_middle: bool) -> Result<Self, (usize, LineError)> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let parse = |(i, line)| FantasyRow::parse(line).map_err(|error| (i + 1, error));
        let rows = lines.map(parse).collect::<Result<Vec<_>, _>>()?;
        let kind = if is_middle { FantasySamples::middles } else { FantasySamples::tops };
        Ok(Self { rows, kind: kind(0, 0) })
    }
}

impl Samples for FantasyRows {
    fn encoder(&self) -> String {
        self.kind.encoder()
    }

    fn rules(&self) -> String {
        self.kind.rules()
    }

    fn describe(&self) -> String {
        // A checksum, so that a checkpoint is not continued on other hands.
        let key = self
            .rows
            .iter()
            .flat_map(|row| row.hand)
            .fold(0u64, |key, card| key.wrapping_mul(0x0100_0000_01b3) ^ card.index() as u64);
        format!("{} solved hands from a file, {key:016x}", self.rows.len())
    }

    fn len(&self) -> u64 {
        self.rows.len() as u64
    }

    fn read(&self, indices: &[u64], batch: &mut Batch) {
        for index in indices {
            self.kind.add(&self.rows[*index as usize], batch);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fantasyland::{HAND, deal};

    #[test]
    fn lines_read_back() {
        let solver = fantasy_solver();
        for index in 0..60 {
            let hand = deal(2, index);
            let row = FantasyRow::new(hand, &solver.solve(&hand).expect("a hand is solved"));
            let again = FantasyRow::parse(&row.line()).expect("a line");
            assert_eq!((again.hand, again.value.to_bits()), (row.hand, row.value.to_bits()));
            if hand.iter().filter(|card| card.is_joker()).count() < 2 {
                assert_eq!(again, row);
            }
        }
    }

    #[test]
    fn bad_lines_are_named() {
        let hand = deal(2, 1);
        let row = FantasyRow::new(hand, &fantasy_solver().solve(&hand).expect("solved"));
        let line = row.line();
        assert_eq!(hand.len(), HAND);
        let error = FantasyRow::parse("{}").unwrap_err().to_string();
        assert!(error.contains("missing field `hand`"), "{error}");
        let moved = line.replace("\"bottom\"", "\"x\"").replace("\"middle\"", "\"bottom\"");
        let moved = moved.replace("\"x\"", "\"middle\"");
        assert_eq!(FantasyRow::parse(&moved), Err(LineError::Foul));
        let (at, error) =
            FantasyRows::read(&format!("{line}\n\n[]\n"), false).expect_err("the third line");
        assert_eq!((at, matches!(error, LineError::Json(_))), (3, true));
    }
}
