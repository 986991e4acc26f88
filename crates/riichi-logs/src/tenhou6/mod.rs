//! The JSON of Tenhou's log viewer (`tenhou.net/6`).
//!
//! ```text
//! {"title":["",""], "name":["A","B","C","D"], "rule":{"disp":"般南喰赤","aka":1},
//!  "log":[[[0,0,0],[25000,25000,25000,25000],[44],[],
//!          [deal of seat 0],[its draws],[its discards], …, ["和了",[deltas],[0,1,0,"30符1飜1000点","役牌 中(1飜)"]]]]}
//! ```
//!
//! Tiles are two digits: 11-19 characters, 21-29 circles, 31-39 bamboo, 41-47 honours, 51 52 53 the
//! red fives. Each seat has parallel lists of draws and discards. A call takes the place of a draw
//! (`c` chi, `p` pon, `m` open kan; the position of the letter encodes the seat that discarded), a kan
//! from the hand the place of a discard (`a` closed, `k` added). `f44` is a north set aside, `r` marks
//! riichi, 60 is the tile just drawn, and 0 stands for the discard that an open kan does not have.
//! The order across seats is implicit; the reader finds it by following turns and calls.

mod read;
mod result;
mod round;
mod write;

pub use read::read;
pub use write::write;

use facedown_tiles::{Kind, Tile};

/// The code of a discard of the tile just drawn.
const DRAWN_TILE: u64 = 60;

/// Returns the tile of a two-digit code.
fn tile(code: u64) -> Option<Tile> {
    let (suit, number) = (code / 10, code % 10);
    match (suit, number) {
        (5, 1..=3) => Tile::from_index(33 + number as usize),
        (1..=3, 1..=9) | (4, 1..=7) => {
            Kind::from_index(((suit - 1) * 9 + number - 1) as usize).map(Tile::plain)
        }
        _ => None,
    }
}

/// Returns the two-digit code of a tile.
fn code(tile: Tile) -> u64 {
    if tile.is_red() {
        return 51 + tile.kind().suit().index() as u64;
    }
    let kind = tile.kind();
    (kind.suit().index() as u64 + 1) * 10 + u64::from(kind.number())
}

/// Parses a call: returns its letter, the number of tiles before the letter, and the tiles.
fn parse_call(text: &str) -> Option<(u8, usize, Vec<Tile>)> {
    let bytes = text.as_bytes();
    let at = bytes.iter().position(u8::is_ascii_lowercase)?;
    let digits: Vec<u8> = bytes.iter().copied().filter(u8::is_ascii_digit).collect();
    if digits.len() + 1 != bytes.len() || !at.is_multiple_of(2) || !digits.len().is_multiple_of(2) {
        return None;
    }
    let two = |pair: &[u8]| tile(u64::from(pair[0] - b'0') * 10 + u64::from(pair[1] - b'0'));
    let tiles: Option<Vec<Tile>> = digits.chunks_exact(2).map(two).collect();
    Some((bytes[at], at / 2, tiles?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_has_a_code() {
        for tile_ in (0..37).map(Tile::new) {
            assert_eq!(tile(code(tile_)), Some(tile_));
        }
        assert_eq!([0, 10, 20, 48, 50, 54, 60].map(tile), [None; 7]);
    }

    #[test]
    fn a_call_is_parsed_with_the_position_of_its_letter() {
        let t = |c| tile(c).unwrap();
        assert_eq!(parse_call("c275226"), Some((b'c', 0, vec![t(27), t(52), t(26)])));
        assert_eq!(parse_call("4141p41").map(|(l, at, _)| (l, at)), Some((b'p', 2)));
        assert_eq!(parse_call("4p14141"), None);
        assert_eq!(parse_call("p"), Some((b'p', 0, vec![])));
        assert_eq!(parse_call("p99"), None);
    }
}
