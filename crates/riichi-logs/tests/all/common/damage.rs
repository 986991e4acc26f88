//! Damages the bytes of logs.

use facedown_game::Rng;
use facedown_riichi_logs::{mjai, mjlog, read, replay, tenhou6};
use proptest::prelude::{Strategy, any, prop_oneof};

/// A change of bytes.
#[derive(Clone, Debug)]
pub(crate) enum Damage {
    Cut(usize),
    Put(usize, u8),
    Remove(usize, usize),
    Repeat(usize, usize),
    Digit(usize, u8),
}

impl Damage {
    /// Returns a strategy for property tests.
    pub(crate) fn any() -> impl Strategy<Value = Self> {
        let at = any::<usize>();
        prop_oneof![
            1 => at.prop_map(Self::Cut),
            3 => (at, any::<u8>()).prop_map(|(at, byte)| Self::Put(at, byte)),
            2 => (at, 1..40usize).prop_map(|(at, length)| Self::Remove(at, length)),
            2 => (at, 1..40usize).prop_map(|(at, length)| Self::Repeat(at, length)),
            6 => (at, b'0'..=b'9').prop_map(|(at, digit)| Self::Digit(at, digit)),
        ]
    }

    fn random(rng: &mut Rng) -> Self {
        let at = rng.below(1 << 30) as usize;
        match rng.below(8) {
            0 => Self::Cut(at),
            1 => Self::Put(at, rng.below(256) as u8),
            2 => Self::Remove(at, 1 + rng.below(40) as usize),
            3 => Self::Repeat(at, 1 + rng.below(40) as usize),
            _ => Self::Digit(at, b'0' + rng.below(10) as u8),
        }
    }

    /// Applies the change.
    pub(crate) fn apply(&self, bytes: &mut Vec<u8>) {
        let length = bytes.len().max(1);
        match *self {
            Self::Cut(at) => bytes.truncate(at % length),
            Self::Put(at, byte) => bytes.get_mut(at % length).into_iter().for_each(|b| *b = byte),
            Self::Remove(at, count) => {
                let from = (at % length).min(bytes.len());
                let to = (from + count).min(bytes.len());
                bytes.drain(from..to);
            }
            Self::Repeat(at, count) => {
                let from = (at % length).min(bytes.len());
                let to = (from + count).min(bytes.len());
                let copy = bytes[from..to].to_vec();
                bytes.splice(from..from, copy);
            }
            Self::Digit(at, digit) => {
                // Only digits change, so that the damage gets past the parsers.
                let from = at % length;
                let found = bytes.iter().skip(from).position(u8::is_ascii_digit);
                if let Some(place) = found {
                    bytes[from + place] = digit;
                }
            }
        }
    }
}

/// Reads and, if possible, replays and writes: anything but a panic is fine. Returns whether the log
/// was read.
pub(crate) fn survives(bytes: &[u8]) -> bool {
    let Ok(record) = read(bytes) else { return false };
    let _ = replay(&record);
    let _ = (mjai::write(&record), mjlog::write(&record), tenhou6::write(&record));
    true
}

/// Damages a log at random, packed and plain; returns the number of times it was still read.
pub(crate) fn check_damaged(packed: &[u8], plain: &[u8], rng: &mut Rng) -> usize {
    let mut read = 0;
    for number in 0..40 {
        let mut bytes = if number % 8 == 0 { packed.to_vec() } else { plain.to_vec() };
        for _ in 0..=rng.below(2) {
            Damage::random(rng).apply(&mut bytes);
        }
        read += usize::from(survives(&bytes));
    }
    read
}
