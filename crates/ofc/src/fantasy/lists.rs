//! Candidate rows in order of strength or bound.

use super::goal::Key;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A set of cards and its strength in one word, so that sorting words sorts by strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Candidate(u32); // strength * 2^17 + mask

impl Candidate {
    #[inline]
    pub(super) fn new(mask: u32, strength: u16) -> Self {
        Self(u32::from(strength) << 17 | mask)
    }

    #[inline]
    pub(super) fn mask(self) -> u32 {
        self.0 & 0x1_ffff
    }

    #[inline]
    pub(super) fn strength(self) -> u16 {
        (self.0 >> 17) as u16
    }
}

/// A candidate with its upper bound.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Bounded {
    bound: Key,
    candidate: Candidate,
}

impl Eq for Bounded {}

impl PartialOrd for Bounded {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Bounded {
    /// Compares by bound, which is never NaN, then by candidate.
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let bounds = self.bound.partial_cmp(&other.bound).unwrap_or(Ordering::Equal);
        bounds.then(self.candidate.cmp(&other.candidate))
    }
}

/// A priority queue of candidates, the best bound first.
#[derive(Default, Debug)]
pub(super) struct Queue {
    waiting: Vec<Bounded>,
    heap: BinaryHeap<Bounded>,
}

impl Queue {
    pub(super) fn clear(&mut self) {
        self.waiting.clear();
        self.heap.clear();
    }

    #[inline]
    pub(super) fn push(&mut self, bound: Key, candidate: Candidate) {
        self.waiting.push(Bounded { bound, candidate });
    }

    /// Ends pushing, before the first is taken: building a heap at once is cheaper than growing it.
    pub(super) fn close(&mut self) {
        let mut all = std::mem::take(&mut self.heap).into_vec();
        std::mem::swap(&mut all, &mut self.waiting);
        self.heap = BinaryHeap::from(all);
    }

    /// Takes the candidate with the best bound, if that beats `best`.
    pub(super) fn take(&mut self, best: Key) -> Option<Candidate> {
        let first = self.heap.pop().filter(|first| first.bound.beats(best))?;
        Some(first.candidate)
    }
}
