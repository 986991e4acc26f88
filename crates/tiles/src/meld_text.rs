//! Melds as text: `4-06p`.

use crate::notation::{self, ParseTileError};
use crate::{Meld, MeldError, MeldShape, Tile};
use std::fmt;
use std::str::FromStr;

/// The marks, by the seat of the called tile counted from the owner.
const MARKS: [char; 4] = [' ', '+', '=', '-'];

impl fmt::Display for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The called tile goes last of those alike, which leaves the red fives to the others.
        let mut tiles = [self.called; 4];
        let tiles = &mut tiles[..self.len()];
        let mut called_at = tiles.len() - 1;
        for (slot, tile) in tiles.iter_mut().zip(self.tiles()) {
            *slot = tile;
        }
        match self.shape {
            MeldShape::Chi => {
                called_at = self.called.kind().index().saturating_sub(self.first.index());
            }
            MeldShape::ClosedKan => {}
            MeldShape::Pon | MeldShape::OpenKan | MeldShape::AddedKan => {
                called_at = if self.shape == MeldShape::AddedKan { 2 } else { called_at };
                if let Some(held) = tiles.iter().position(|&tile| tile == self.called) {
                    tiles.swap(held, called_at);
                }
            }
        }
        for (i, tile) in tiles.iter().enumerate() {
            write!(f, "{}", tile.digit())?;
            if i == called_at && self.shape != MeldShape::ClosedKan {
                write!(f, "{}", MARKS.get(self.from as usize).unwrap_or(&'?'))?;
            }
        }
        write!(f, "{}", self.first.suit().letter())
    }
}

/// Why a text is not a meld.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseMeldError {
    /// It is not a list of tiles, marks aside.
    Tile(ParseTileError),
    /// The number of tiles is not three or four.
    Count(usize),
    /// The number of marks is wrong: three tiles need one, four have one or none.
    Marks(usize),
    /// The mark of a called tile stands at an impossible place, after this many tiles.
    Place(usize),
    /// The tiles are not a meld.
    Meld(MeldError),
}

impl fmt::Display for ParseMeldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tile(error) => error.fmt(f),
            Self::Count(tiles) => write!(f, "{tiles} tiles: a meld has three or four"),
            Self::Marks(marks) => {
                write!(f, "{marks} marks: one of + = - follows the tile taken from another seat")
            }
            Self::Place(tiles) => write!(f, "the mark of a called tile stands after {tiles} tiles"),
            Self::Meld(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ParseMeldError {}

impl From<ParseTileError> for ParseMeldError {
    fn from(error: ParseTileError) -> Self {
        Self::Tile(error)
    }
}

impl From<MeldError> for ParseMeldError {
    fn from(error: MeldError) -> Self {
        Self::Meld(error)
    }
}

impl FromStr for Meld {
    type Err = ParseMeldError;

    fn from_str(text: &str) -> Result<Self, ParseMeldError> {
        let mark = |c: char| MARKS[1..].iter().position(|&known| known == c);
        let marks = text.chars().filter(|&c| mark(c).is_some()).count();
        let plain: String = text.chars().filter(|&c| mark(c).is_none()).collect();
        let tiles = notation::parse_tiles(&plain)?;
        if !matches!(tiles.len(), 3 | 4) {
            return Err(ParseMeldError::Count(tiles.len()));
        }
        if let (&[a, b, c, d], 0) = (tiles.as_slice(), marks) {
            return Ok(Self::closed_kan([a, b, c, d])?);
        }
        let at = text.find(|c| mark(c).is_some()).filter(|_| marks == 1);
        let at = at.ok_or(ParseMeldError::Marks(marks))?;
        let from = text[at..].chars().next().and_then(mark).map_or(0, |from| from as u8 + 1);
        let digits = text[..at].chars().filter(char::is_ascii_digit).count();
        let misplaced = ParseMeldError::Place(digits);
        let called = *digits.checked_sub(1).and_then(|i| tiles.get(i)).ok_or(misplaced)?;
        parse_called(&tiles, called, digits - 1, from).unwrap_or(Err(misplaced))
    }
}

/// Builds the meld of tiles of which the one at `at` was called; `None` if it cannot stand there.
fn parse_called(
    tiles: &[Tile],
    called: Tile,
    at: usize,
    from: u8,
) -> Option<Result<Meld, ParseMeldError>> {
    let meld = match (tiles, at) {
        (&[a, b, c], _) if a.kind() != b.kind() => {
            let own = match at {
                0 => [b, c],
                1 => [a, c],
                _ => [a, b],
            };
            if from == 3 { Meld::chi(called, own) } else { return None }
        }
        (&[a, b, _], 2) => Meld::pon(called, [a, b], from),
        (&[a, b, c, _], 3) => Meld::open_kan(called, [a, b, c], from),
        (&[a, b, _, d], 2) => Meld::pon(called, [a, b], from).and_then(|pon| pon.with_added(d)),
        _ => return None,
    };
    Some(meld.map_err(ParseMeldError::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn melds_round_trip() {
        for text in [
            "4-06p", "40-6p", "406-p", "1-23m", "12-3m", "789-s", "550=s", "505+s", "055-s",
            "111+z", "777=z", "1111-z", "5550+p", "0555=p", "555=5p", "550=5p", "055=5p", "555=0p",
            "1111m", "5550s", "9999s", "111+1z",
        ] {
            let meld: Meld = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            let again: Meld = meld.to_string().parse().expect("own notation");
            assert_eq!(again, meld, "{text} {meld}");
        }
        for text in ["4-06p", "40-6p", "550=s", "111+z", "5550+p", "555=5p", "1111m"] {
            assert_eq!(text.parse::<Meld>().expect("a meld").to_string(), text);
        }
    }

    #[test]
    fn an_invalid_meld_is_named() {
        let error = |text: &str| text.parse::<Meld>().expect_err("no meld").to_string();
        assert_eq!(error("12m"), "2 tiles: a meld has three or four");
        assert_eq!(error("123m"), "0 marks: one of + = - follows the tile taken from another seat");
        assert_eq!(
            error("1-2-3m"),
            "2 marks: one of + = - follows the tile taken from another seat"
        );
        assert_eq!(error("1-24m"), "1m 2m 4m are not three in a row of a suit");
        assert_eq!(error("7-8z9m"), "no tile 8z: z takes 1-7");
        assert_eq!(error("1-23z"), "1z 2z 3z are not three in a row of a suit");
        assert_eq!(error("1+23m"), "the mark of a called tile stands after 1 tiles");
        assert_eq!(error("1-11m"), "the mark of a called tile stands after 1 tiles");
        assert_eq!(error("112-m"), "2m and 1m are not alike");
        assert_eq!(error("1112m"), "1m and 2m are not alike");
        assert_eq!(error("-111m"), "the mark of a called tile stands after 0 tiles");
    }
}
