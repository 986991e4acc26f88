//! Rows in order of strength.

use super::goal::Key;

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

/// Candidates with bounds, taken best first.
#[derive(Default, Debug)]
pub(super) struct Queue(Vec<(Key, Candidate)>);

impl Queue {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    pub(super) fn push(&mut self, bound: Key, candidate: Candidate) {
        self.0.push((bound, candidate));
    }

    /// Takes the candidate with the best bound, if that beats `best`. Few are ever taken, so that
    /// looking for each costs less than sorting them all.
    pub(super) fn take(&mut self, best: Key) -> Option<Candidate> {
        self.0.retain(|(bound, _)| bound.beats(best));
        let mut first = 0;
        for i in 1..self.0.len() {
            if self.0[i].0.beats(self.0[first].0) {
                first = i;
            }
        }
        (!self.0.is_empty()).then(|| self.0.swap_remove(first).1)
    }
}
