//! A transposition table of exact values, of fixed size and shared by threads without locks.
//!
//! Only exact values go in, so that no entry is better than another and a slot is simply
//! overwritten: estimates that still change live in the nodes of a tree. The check word of a slot
//! is the exclusive or of the key and all data words, so that a slot written by two threads at once
//! fails its check and counts as empty.

use std::sync::atomic::{AtomicU64, Ordering};

/// One slot: a check word and `N` data words.
#[derive(Debug)]
struct Slot<const N: usize> {
    check: AtomicU64,
    data: [AtomicU64; N],
}

/// A fixed number of entries of `N` words, found by 64-bit keys.
///
/// ```
/// use facedown_search::Transpositions;
///
/// let table = Transpositions::with_bytes(1 << 20);
/// table.put(17, [2.5_f64.to_bits(), 3]);
/// assert_eq!(table.get(17).map(|[value, _]| f64::from_bits(value)), Some(2.5));
/// assert_eq!(table.get(18), None);
/// ```
#[derive(Debug)]
pub struct Transpositions<const N: usize> {
    slots: Box<[Slot<N>]>,
}

impl<const N: usize> Transpositions<N> {
    /// Returns an empty table with the largest power of two of slots that fits into so many bytes,
    /// at least one.
    pub fn with_bytes(bytes: usize) -> Self {
        let slots = (bytes / size_of::<Slot<N>>()).max(1);
        let empty = || Slot { check: AtomicU64::new(0), data: [const { AtomicU64::new(0) }; N] };
        Self { slots: (0..1_usize << slots.ilog2()).map(|_| empty()).collect() }
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.slots)
    }

    /// Returns the entry of a key, if it is still there.
    pub fn get(&self, key: u64) -> Option<[u64; N]> {
        let slot = self.slot(key);
        let check = slot.check.load(Ordering::Relaxed);
        let data = slot.data.each_ref().map(|word| word.load(Ordering::Relaxed));
        // An empty slot checks as key 0, which `nonzero` never returns.
        (data.iter().fold(check, |check, word| check ^ word) == nonzero(key)).then_some(data)
    }

    /// Stores an entry, in place of another one with the same slot.
    pub fn put(&self, key: u64, data: [u64; N]) {
        let slot = self.slot(key);
        let check = data.iter().fold(nonzero(key), |check, word| check ^ word);
        slot.check.store(check, Ordering::Relaxed);
        for (slot, word) in slot.data.iter().zip(data) {
            slot.store(word, Ordering::Relaxed);
        }
    }

    fn slot(&self, key: u64) -> &Slot<N> {
        // Keys may be weak in their low bits; the high bits of a product depend on all of them.
        let spread =
            (u128::from(key.wrapping_mul(0x9E37_79B9_7F4A_7C15)) * self.slots.len() as u128) >> 64;
        &self.slots[spread as usize]
    }
}

/// Returns the key, or another number for 0.
const fn nonzero(key: u64) -> u64 {
    if key == 0 { 0x5851_F42D_4C95_7F2D } else { key }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(n: u64) -> [u64; 4] {
        std::array::from_fn(|i| (n * 7 + i as u64).wrapping_mul(0x9E37_79B9))
    }

    #[test]
    fn an_entry_is_found_or_overwritten_but_never_wrong() {
        let table = Transpositions::with_bytes(1 << 12);
        for key in 0..5000 {
            table.put(key, entry(key));
        }
        let there = (0..5000).filter(|key| table.get(*key).is_some()).count();
        assert!(there > 30 && there <= 64, "{there}");
        for key in 0..5000 {
            assert!(table.get(key).is_none_or(|found| found == entry(key)));
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
                        table.put(key, entry(key));
                        let other = i * 4 + (thread + 1) % 4;
                        assert!(table.get(other).is_none_or(|found| found == entry(other)));
                    }
                });
            }
        });
    }
}
