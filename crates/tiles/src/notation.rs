//! Tiles as text: `123m406p99s1z`, and the names of the MJAI protocol.
//!
//! A group is digits, then the letter of their suit: `m` characters, `p` circles, `s` bamboo, `z`
//! honours (`1z`-`7z` are East South West North White Green Red). `0` is a red five. The names of
//! the MJAI protocol mix freely with groups: `5mr` is a red five, `E S W N` are the winds and
//! `P F C` the dragons. Spaces and commas may stand between groups and names, not inside a group.
//!
//! ```
//! use facedown_tiles::{Tile, notation};
//!
//! let tiles = notation::parse_tiles("406p, 5mr E")?;
//! assert_eq!(notation::tiles(&tiles).to_string(), "406p0m1z");
//! assert_eq!(notation::mjai(&tiles).to_string(), "4p 5pr 6p 5mr E");
//! assert_eq!(
//!     notation::parse_tiles("12m8z").unwrap_err().to_string(),
//!     "no tile 8z: z takes 1-7"
//! );
//! # Ok::<(), notation::ParseTileError>(())
//! ```

use crate::{Kind, Suit, Tile};
use std::fmt;
use std::str::FromStr;

/// The letters of MJAI for the honours, in the order of the kinds.
const HONOR_LETTERS: &str = "ESWNPFC";

/// Why a text is not a tile, or not a list of tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseTileError {
    /// An unexpected character, and its position from 1.
    Character(char, usize),
    /// A digit that no suit letter follows, and its position from 1.
    NoSuit(char, usize),
    /// A suit letter that no digit precedes, and its position from 1.
    NoNumber(char, usize),
    /// A number that the suit does not have.
    Number(char, Suit),
    /// The `r` of a red five after anything but a single plain five; its position.
    RedMark(usize),
    /// This many tiles where one was expected.
    NotOne(usize),
    /// A red five where a kind was expected.
    RedKind(Tile),
}

impl fmt::Display for ParseTileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Character(c, at) => write!(
                f,
                "no tile has {c:?} (character {at}): expected digits and one of mpsz, or a name \
                 such as 5mr or E"
            ),
            Self::NoSuit(c, at) => {
                write!(f, "no suit after {c:?} (character {at}): expected one of mpsz")
            }
            Self::NoNumber(c, at) => {
                write!(f, "no number before {c:?} (character {at}): expected digits")
            }
            Self::Number(c, Suit::Honor) => write!(f, "no tile {c}z: z takes 1-7"),
            Self::Number(c, suit) => write!(f, "no tile {c}{}", suit.letter()),
            Self::RedMark(at) => {
                write!(f, "'r' (character {at}) marks a single red five: 5mr, 5pr or 5sr")
            }
            Self::NotOne(n) => write!(f, "expected one tile, got {n}"),
            Self::RedKind(tile) => write!(f, "expected a kind, got the red five {tile}"),
        }
    }
}

impl std::error::Error for ParseTileError {}

/// Returns the tile of a digit and a suit.
fn tile_of(digit: char, suit: Suit) -> Result<Tile, ParseTileError> {
    let bad = ParseTileError::Number(digit, suit);
    let number = digit.to_digit(10).ok_or(bad)?;
    if number == 0 {
        return Tile::red_five(suit).ok_or(bad);
    }
    let highest = if suit == Suit::Honor { 7 } else { 9 };
    if number > highest {
        return Err(bad);
    }
    Ok(Tile::plain(Kind::new(9 * suit as u8 + number as u8 - 1)))
}

/// Parses tiles and passes each to `take`.
///
/// An error of `take` ends the parsing.
pub(crate) fn read_tiles<E: From<ParseTileError>>(
    text: &str,
    mut take: impl FnMut(Tile) -> Result<(), E>,
) -> Result<(), E> {
    let mut group: Option<usize> = None; // where digits begin that wait for their suit
    let mut single_five = None; // a group `5m` just read, which `r` can redden
    let mut place = 0;
    for (at, c) in text.char_indices() {
        place += 1;
        if c != 'r'
            && let Some(five) = single_five.take()
        {
            take(five)?;
        }
        match (c, group) {
            ('0'..='9', None) => group = Some(at),
            ('0'..='9', Some(_)) | (' ' | ',' | '\t', None) => {}
            ('m' | 'p' | 's' | 'z', Some(from)) => {
                let suit = Suit::from_letter(c).expect("one of mpsz");
                let digits = &text[from..at];
                if digits == "5" && suit != Suit::Honor {
                    single_five = Some(tile_of('5', suit)?);
                } else {
                    digits.chars().try_for_each(|digit| take(tile_of(digit, suit)?))?;
                }
                group = None;
            }
            ('m' | 'p' | 's' | 'z', None) => return Err(ParseTileError::NoNumber(c, place).into()),
            (_, Some(_)) => return Err(no_suit(text, at, place - 1).into()),
            ('r', None) => {
                let five: Tile = single_five.take().ok_or(ParseTileError::RedMark(place))?;
                take(Tile::red_five(five.kind().suit()).expect("a five of a suit"))?;
            }
            (_, None) => {
                let honor = HONOR_LETTERS.find(c).ok_or(ParseTileError::Character(c, place))?;
                take(Tile::plain(Kind::new(27 + honor as u8)))?;
            }
        }
    }
    if group.is_some() {
        return Err(no_suit(text, text.len(), place).into());
    }
    single_five.map_or(Ok(()), take)
}

/// Returns the error of the last digit before byte `end`, which no suit follows.
fn no_suit(text: &str, end: usize, place: usize) -> ParseTileError {
    ParseTileError::NoSuit(text[..end].chars().next_back().unwrap_or(' '), place)
}

/// Parses a list of tiles. The empty text is the empty list.
pub fn parse_tiles(text: &str) -> Result<Vec<Tile>, ParseTileError> {
    let mut tiles = Vec::new();
    read_tiles(text, |tile| {
        tiles.push(tile);
        Ok::<(), ParseTileError>(())
    })?;
    Ok(tiles)
}

/// Writes tiles in groups, in the order given.
pub(crate) fn write_tiles(
    out: &mut impl fmt::Write,
    tiles: impl Iterator<Item = Tile>,
) -> fmt::Result {
    let mut suit: Option<Suit> = None;
    for tile in tiles {
        let next = tile.kind().suit();
        if let Some(before) = suit.filter(|&before| before != next) {
            out.write_char(before.letter())?;
        }
        suit = Some(next);
        out.write_char(tile.digit())?;
    }
    suit.map_or(Ok(()), |last| out.write_char(last.letter()))
}

/// Displays tiles as `406p1z`, in the order given.
pub fn tiles(tiles: &[Tile]) -> impl fmt::Display + '_ {
    Groups(tiles)
}

/// Displays tiles as MJAI names with spaces between: `4p 5pr 6p E`.
pub fn mjai(tiles: &[Tile]) -> impl fmt::Display + '_ {
    Names(tiles)
}

struct Groups<'a>(&'a [Tile]);

impl fmt::Display for Groups<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_tiles(f, self.0.iter().copied())
    }
}

struct Names<'a>(&'a [Tile]);

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, tile) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            f.write_str(tile.mjai())?;
        }
        Ok(())
    }
}

impl Suit {
    /// Returns the suit with this letter: one of `mpsz`.
    #[inline]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'm' => Some(Self::Man),
            'p' => Some(Self::Pin),
            's' => Some(Self::Sou),
            'z' => Some(Self::Honor),
            _ => None,
        }
    }
}

/// The names of MJAI by the tile's index.
const MJAI: [&str; Tile::COUNT] = [
    "1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", //
    "1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p", //
    "1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", //
    "E", "S", "W", "N", "P", "F", "C", //
    "5mr", "5pr", "5sr",
];

impl Tile {
    /// Returns the name in the MJAI protocol: `4p`, `5pr`, `E`.
    #[inline]
    pub const fn mjai(self) -> &'static str {
        MJAI[self.index()]
    }

    /// Returns the digit of the notation: `0` for a red five.
    #[inline]
    pub const fn digit(self) -> char {
        if self.is_red() { '0' } else { (b'0' + self.kind().number()) as char }
    }
}

impl Kind {
    /// Returns the name in the MJAI protocol: `4p`, `E`.
    #[inline]
    pub const fn mjai(self) -> &'static str {
        MJAI[self.index()]
    }
}

impl FromStr for Tile {
    type Err = ParseTileError;

    fn from_str(text: &str) -> Result<Self, ParseTileError> {
        let (mut first, mut count) = (None, 0);
        read_tiles(text, |tile| {
            first = first.or(Some(tile));
            count += 1;
            Ok::<(), ParseTileError>(())
        })?;
        first.filter(|_| count == 1).ok_or(ParseTileError::NotOne(count))
    }
}

impl FromStr for Kind {
    type Err = ParseTileError;

    fn from_str(text: &str) -> Result<Self, ParseTileError> {
        let tile: Tile = text.parse()?;
        if tile.is_red() { Err(ParseTileError::RedKind(tile)) } else { Ok(tile.kind()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        match parse_tiles(text) {
            Ok(list) => tiles(&list).to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn every_tile_round_trips_in_both_notations() {
        for tile in (0..37).map(Tile::new) {
            assert_eq!(tile.to_string().parse(), Ok(tile));
            assert_eq!(tile.mjai().parse(), Ok(tile));
        }
        for kind in Kind::all() {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert_eq!(kind.mjai().parse(), Ok(kind));
        }
    }

    #[test]
    fn groups_names_spaces_and_commas_mix() {
        assert_eq!(read("123m406p99s1z"), "123m406p99s1z");
        assert_eq!(read("1m2m3m 4p,5pr, 6p\t99sE"), "123m406p99s1z");
        assert_eq!(read("5mr5m5mr"), "050m");
        assert_eq!(read("ESWNPFC"), "1234567z");
        assert_eq!(read(" , "), "");
        assert_eq!(read(""), "");
    }

    #[test]
    fn the_offending_character_is_named() {
        assert_eq!(
            read("12mx"),
            "no tile has 'x' (character 4): expected digits and one of mpsz, or a name such as \
             5mr or E"
        );
        assert_eq!(read("1m23"), "no suit after '3' (character 4): expected one of mpsz");
        assert_eq!(read("12 3m"), "no suit after '2' (character 2): expected one of mpsz");
        assert_eq!(read("5E"), "no suit after '5' (character 1): expected one of mpsz");
        assert_eq!(read("mm"), "no number before 'm' (character 1): expected digits");
        assert_eq!(read("19z"), "no tile 9z: z takes 1-7");
        assert_eq!(read("0z"), "no tile 0z: z takes 1-7");
        assert_eq!(read("55mr"), "'r' (character 4) marks a single red five: 5mr, 5pr or 5sr");
        assert_eq!(read("5m r"), "'r' (character 4) marks a single red five: 5mr, 5pr or 5sr");
        assert_eq!(read("4mr"), "'r' (character 3) marks a single red five: 5mr, 5pr or 5sr");
        assert_eq!(read("5zr"), "'r' (character 3) marks a single red five: 5mr, 5pr or 5sr");
        assert_eq!(read("1m東"), ParseTileError::Character('東', 3).to_string());
        assert_eq!(read("1東"), ParseTileError::NoSuit('1', 1).to_string());
    }

    #[test]
    fn one_tile_is_one_tile() {
        assert_eq!("12m".parse::<Tile>(), Err(ParseTileError::NotOne(2)));
        assert_eq!("".parse::<Tile>(), Err(ParseTileError::NotOne(0)));
        assert_eq!("0p".parse::<Kind>(), Err(ParseTileError::RedKind(Tile::new(35))));
    }
}
