//! A table of exact values by key: of fixed size, and shared by threads without locks.
//!
//! Only values that are exact go in, so that none is ever worse than another and a slot is simply
//! written over: estimates that still change live in the nodes of a tree. A slot's check word is the
//! exclusive or of the key and of all that is stored, so that a slot written by two threads at once
//! fails its check and counts as empty.

use super::chance::{Found, TOLD};
use std::sync::atomic::{AtomicU64, Ordering};

/// Words of a slot: the check, the value, and what is told beside it.
const WORDS: usize = 2 + TOLD / 4;

/// A fixed number of exact values, found by 64-bit keys.
///
/// ```
/// use facedown_search::{Found, Transpositions};
///
/// let table = Transpositions::with_bytes(1 << 20);
/// table.put(17, Found { value: 2.5, ..Found::default() });
/// assert_eq!(table.get(17).map(|found| found.value), Some(2.5));
/// assert_eq!(table.get(18), None);
/// ```
#[derive(Debug)]
pub struct Transpositions {
    slots: Box<[[AtomicU64; WORDS]]>,
}

impl Transpositions {
    /// A table of the largest power of two of slots that fits into so many bytes; one at least.
    pub fn with_bytes(bytes: usize) -> Self {
        let slots = (bytes / size_of::<[AtomicU64; WORDS]>()).max(1);
        let slots = 1_usize << slots.ilog2();
        Self { slots: (0..slots).map(|_| Default::default()).collect() }
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.slots)
    }

    /// The value under a key, if it is still there.
    pub fn get(&self, key: u64) -> Option<Found> {
        let words = self.slot(key).each_ref().map(|word| word.load(Ordering::Relaxed));
        let check = words[1..].iter().fold(words[0], |check, word| check ^ word);
        // An empty slot has check 0: the key 0 is kept out by `marked`.
        (check == marked(key)).then(|| unpack(&words))
    }

    /// Stores a value that is exact, in place of what was there.
    pub fn put(&self, key: u64, found: Found) {
        let mut words = pack(&found);
        words[0] = words[1..].iter().fold(marked(key), |check, word| check ^ word);
        for (slot, word) in self.slot(key).iter().zip(words) {
            slot.store(word, Ordering::Relaxed);
        }
    }

    fn slot(&self, key: u64) -> &[AtomicU64; WORDS] {
        // Keys may be weak in their low bits; the high bits of a product depend on all of them.
        let spread =
            (u128::from(key.wrapping_mul(0x9E37_79B9_7F4A_7C15)) * self.slots.len() as u128) >> 64;
        &self.slots[spread as usize]
    }
}

/// A key that is not 0.
const fn marked(key: u64) -> u64 {
    if key == 0 { 0x5851_F42D_4C95_7F2D } else { key }
}

fn pack(found: &Found) -> [u64; WORDS] {
    let mut words = [0; WORDS];
    words[1] = found.value.to_bits();
    for (i, told) in found.told.iter().enumerate() {
        words[2 + i / 4] |= u64::from(*told) << (16 * (i % 4));
    }
    words
}

fn unpack(words: &[u64; WORDS]) -> Found {
    let mut told = [0; TOLD];
    for (i, told) in told.iter_mut().enumerate() {
        *told = (words[2 + i / 4] >> (16 * (i % 4))) as u16;
    }
    Found { value: f64::from_bits(words[1]), told }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(n: u64) -> Found {
        let told = std::array::from_fn(|i| (n * 7 + i as u64) as u16);
        Found { value: n as f64 / 3.0, told }
    }

    #[test]
    fn what_was_stored_is_found_or_gone_but_never_wrong() {
        let table = Transpositions::with_bytes(1 << 12);
        for key in 0..5000 {
            table.put(key, found(key));
        }
        let there = (0..5000).filter(|key| table.get(*key).is_some()).count();
        assert!(there > 30 && there <= 64, "{there}");
        for key in 0..5000 {
            assert!(table.get(key).is_none_or(|value| value == found(key)));
        }
        assert!(table.bytes() <= 1 << 12);
    }

    #[test]
    fn threads_that_write_one_slot_leave_no_mixture() {
        let table = Transpositions::with_bytes(1);
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..20_000 {
                        let key = i * 4 + thread;
                        table.put(key, found(key));
                        let other = i * 4 + (thread + 1) % 4;
                        assert!(table.get(other).is_none_or(|value| value == found(other)));
                    }
                });
            }
        });
    }
}
