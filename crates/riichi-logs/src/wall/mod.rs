//! Tenhou's walls, rebuilt from the shuffle seed that its logs publish.
//!
//! The seed of a game is 2,496 bytes in base64: 624 words for `init_by_array` of the Mersenne
//! Twister. Each round takes the next 288 words, hashes them by SHA-512 in nine blocks of 128 bytes
//! into 144 words, shuffles the pack with the first of them and throws the dice with words 135 and
//! 136. Walls therefore come in order: round n continues the generator of round n-1.

mod mt19937;
mod reconstruct;

pub(crate) use reconstruct::reconstruct_wall;

use facedown_tiles::{Tile, TileId};
use mt19937::{Twister, WORDS};
use sha2::{Digest, Sha512};
use std::fmt;

const DRAWN_WORDS: usize = 288;
const HASHED_WORDS: usize = 144;
const BLOCK_BYTES: usize = 128;

/// The name of this shuffling method in Tenhou's logs.
pub const SEED_PREFIX: &str = "mt19937ar-sha512-n288-base64,";

/// The shuffle seed of a game.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed(Box<[u32; WORDS]>);

/// An invalid shuffle seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseSeedError {
    /// It does not start with [`SEED_PREFIX`]: an older shuffling method.
    Prefix,
    /// A byte that is no base64 digit, and its position.
    Byte(u8, usize),
    /// It decodes to this many bytes instead of 2,496.
    Length(usize),
}

impl fmt::Display for ParseSeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Prefix => write!(f, "the seed does not start with '{SEED_PREFIX}'"),
            Self::Byte(byte, at) => {
                write!(f, "no base64 digit '{}' at byte {at} of the seed", byte.escape_ascii())
            }
            Self::Length(bytes) => write!(f, "the seed has {bytes} bytes, expected {}", WORDS * 4),
        }
    }
}

impl std::error::Error for ParseSeedError {}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed({:08x}…)", self.0[0])
    }
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const VALUES: [u8; 256] = {
    let mut values = [255; 256];
    let mut i = 0;
    while i < 64 {
        values[DIGITS[i] as usize] = i as u8;
        i += 1;
    }
    values
};

impl Seed {
    /// Parses a seed in Tenhou's notation: `mt19937ar-sha512-n288-base64,` and the digits.
    pub fn parse(text: &str) -> Result<Self, ParseSeedError> {
        let digits = text.strip_prefix(SEED_PREFIX).ok_or(ParseSeedError::Prefix)?;
        let digits = digits.trim_end_matches('=').as_bytes();
        let bytes = digits.len() * 3 / 4;
        if bytes != WORDS * 4 {
            return Err(ParseSeedError::Length(bytes));
        }
        let mut words = Box::new([0u32; WORDS]);
        // 624 words are a whole number of groups of 12 bytes, which are 16 digits each.
        for (g, group) in digits.chunks_exact(16).enumerate() {
            let mut bits = 0u128;
            for (i, digit) in group.iter().enumerate() {
                let value = VALUES[*digit as usize];
                if value == 255 {
                    return Err(ParseSeedError::Byte(*digit, SEED_PREFIX.len() + g * 16 + i));
                }
                bits = bits << 6 | u128::from(value);
            }
            for i in 0..3 {
                words[g * 3 + i] = ((bits >> (64 - 32 * i)) as u32).swap_bytes();
            }
        }
        Ok(Self(words))
    }

    /// Creates a seed from its words.
    pub fn from_words(words: [u32; WORDS]) -> Self {
        Self(Box::new(words))
    }

    /// Returns the walls of the rounds in order. The pack of three seats has no 2m-8m.
    pub fn walls(&self, seats: usize) -> Walls {
        Walls { twister: Twister::new(&*self.0), three_seats: seats == 3 }
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(SEED_PREFIX.len() + WORDS * 16 / 3);
        text.push_str(SEED_PREFIX);
        for three in self.0.chunks_exact(3) {
            let bits = three.iter().fold(0u128, |b, w| b << 32 | u128::from(w.swap_bytes()));
            for i in (0..16).rev() {
                text.push(DIGITS[(bits >> (6 * i)) as usize & 63] as char);
            }
        }
        f.write_str(&text)
    }
}

/// The tiles of one round in Tenhou's order, and its dice.
///
/// Tiles are dealt and drawn from the last one downwards; replacement tiles and indicators are at the
/// front.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wall {
    /// 136 tiles, or 108 with three seats.
    pub tiles: Vec<TileId>,
    /// The two dice, each 1-6.
    pub dice: [u8; 2],
}

/// An endless iterator over the walls of a game.
#[derive(Clone)]
pub struct Walls {
    twister: Twister,
    three_seats: bool,
}

impl fmt::Debug for Walls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Walls").field("three_seats", &self.three_seats).finish_non_exhaustive()
    }
}

impl Walls {
    /// Returns the wall of the next round.
    pub fn next_wall(&mut self) -> Wall {
        let mut bytes = [0u8; DRAWN_WORDS * 4];
        for word in bytes.chunks_exact_mut(4) {
            word.copy_from_slice(&self.twister.next_word().to_le_bytes());
        }
        let mut random = [0u32; HASHED_WORDS];
        for (block, out) in bytes.chunks_exact(BLOCK_BYTES).zip(random.chunks_exact_mut(16)) {
            let hash = Sha512::digest(block);
            for (word, bytes) in out.iter_mut().zip(hash.chunks_exact(4)) {
                *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            }
        }
        let mut tiles = pack(self.three_seats);
        let count = tiles.len();
        for (i, word) in random.iter().enumerate().take(count - 1) {
            tiles.swap(i, i + *word as usize % (count - i));
        }
        Wall { tiles, dice: [135, 136].map(|i| (random[i] % 6) as u8 + 1) }
    }
}

impl Iterator for Walls {
    type Item = Wall;

    fn next(&mut self) -> Option<Wall> {
        Some(self.next_wall())
    }
}

/// Returns the pack in ascending order.
pub(crate) fn pack(three_seats: bool) -> Vec<TileId> {
    (0..136).filter(|id| !three_seats || !(4..32).contains(id)).map(TileId::new).collect()
}

/// Returns the tile that players see: red fives are plain if the rules have none.
pub(crate) fn visible_tile(id: TileId, reds: bool) -> Tile {
    if reds { id.tile() } else { Tile::plain(id.kind()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed() -> Seed {
        Seed::from_words(std::array::from_fn(|i| (i as u32).wrapping_mul(0x9e37_79b9)))
    }

    #[test]
    fn a_seed_round_trips() {
        let text = seed().to_string();
        assert_eq!(Seed::parse(&text), Ok(seed()));
    }

    #[test]
    fn an_invalid_seed_is_explained() {
        let text = seed().to_string();
        assert_eq!(Seed::parse("x"), Err(ParseSeedError::Prefix));
        assert_eq!(Seed::parse(&text[..text.len() - 4]), Err(ParseSeedError::Length(2493)));
        let odd = text.replacen(",A", ",%", 1);
        assert_eq!(Seed::parse(&odd), Err(ParseSeedError::Byte(b'%', SEED_PREFIX.len())));
    }

    #[test]
    fn every_wall_is_a_permutation_of_its_pack() {
        for seats in [3, 4] {
            for wall in seed().walls(seats).take(5) {
                let mut tiles = wall.tiles.clone();
                assert_ne!(tiles, pack(seats == 3));
                tiles.sort();
                assert_eq!(tiles, pack(seats == 3));
                assert!(wall.dice.iter().all(|d| (1..=6).contains(d)));
            }
        }
    }
}
