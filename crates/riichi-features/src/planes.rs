//! Random access to the planes of an observation, with one slot for each kind in play.

use super::Base;
use facedown_game::Element;
use facedown_tiles::{Kind, KindSet, Pack};

/// The number of slots of a plane with four seats: one for each kind.
pub(super) const WIDE: usize = 34;
/// The number of slots with three seats, without 2m-8m.
pub(super) const NARROW: usize = 27;

/// Returns the slot of a kind: its index, with three seats its rank among the kinds in play.
#[inline]
pub(super) const fn slot<const W: usize>(kind: Kind) -> usize {
    let index = kind.index();
    match (W, index) {
        (NARROW, 0..8) => 0,
        (NARROW, _) => index - 7,
        _ => index,
    }
}

/// Returns the slots of these kinds, as bits.
#[inline]
const fn slots<const W: usize>(kinds: KindSet) -> u64 {
    let bits = kinds.bits();
    if W == NARROW { bits & 1 | bits >> 7 & !1 } else { bits }
}

/// The planes of an observation; each is written at most once.
pub(super) struct Planes<'a, T, const W: usize, const N: usize = { Base::COUNT }> {
    rows: &'a mut [[T; W]; N],
    scales: &'a [f32; N],
    one: T,
}

impl<'a, T: Element, const W: usize, const N: usize> Planes<'a, T, W, N> {
    /// Clears an array.
    ///
    /// # Panics
    /// Panics if it has another length.
    #[inline]
    pub(super) fn new(out: &'a mut [T], scales: &'a [f32; N]) -> Self {
        out.fill(T::default());
        let rows = out.as_chunks_mut().0.try_into().expect("the encoder's length");
        Self { rows, scales, one: T::from_value(1.0, 1.0) }
    }

    /// Writes the same number into all slots of a plane.
    #[inline]
    pub(super) fn fill(&mut self, plane: usize, value: f32) {
        self.rows[plane] = [T::from_value(value, self.scales[plane]); W];
    }

    /// Writes a number into all slots of each of `count` consecutive planes of the same scale.
    #[inline]
    pub(super) fn fill_all(&mut self, first: usize, count: usize, values: [f32; 4]) {
        let scale = self.scales[first];
        let values = values.map(|value| T::from_value(value, scale));
        let rows = self.rows[first..][..4].iter_mut().zip(values);
        rows.take(count).for_each(|(row, value)| *row = [value; W]);
    }

    /// Writes 1 into all slots of a plane of flags if `holds`.
    #[inline]
    pub(super) fn flag(&mut self, plane: usize, holds: bool) {
        if holds {
            self.rows[plane] = [self.one; W];
        }
    }

    /// Writes 1 into the slot of a kind of a plane of flags.
    #[inline]
    pub(super) fn set(&mut self, plane: usize, kind: Kind) {
        self.rows[plane][slot::<W>(kind)] = self.one;
    }

    /// Writes 1 into the slots of these kinds of a plane of flags, which is all zeros.
    #[inline]
    pub(super) fn mark(&mut self, plane: usize, kinds: KindSet) {
        T::mark_bits(slots::<W>(kinds), &mut self.rows[plane]);
    }

    /// Writes a count of `of` into all slots of a plane whose scale is `1 / of`.
    #[inline]
    pub(super) fn fraction(&mut self, plane: usize, count: usize, of: u8) {
        self.rows[plane] = [T::from_fraction(count.min(255) as u8, of); W];
    }

    /// Writes the count of each kind, times the scale of the plane.
    #[inline]
    pub(super) fn count(&mut self, plane: usize, counts: &[u8; Kind::COUNT]) {
        let scale = self.scales[plane];
        let row = &mut self.rows[plane];
        if W == WIDE {
            let slots = row.iter_mut().zip(counts);
            slots.for_each(|(slot, count)| *slot = T::from_count(*count, scale));
        } else {
            for kind in Pack::Three.kinds() {
                row[slot::<W>(kind)] = T::from_count(counts[kind.index()], scale);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_of_three_seats_are_consecutive() {
        let places: Vec<usize> = Pack::Three.kinds().iter().map(slot::<NARROW>).collect();
        assert_eq!(places, (0..NARROW).collect::<Vec<_>>());
        assert!(Kind::all().all(|kind| slot::<WIDE>(kind) == kind.index()));
        for kind in Pack::Three.kinds() {
            assert_eq!(slots::<NARROW>(KindSet::only(kind)), 1 << slot::<NARROW>(kind));
            assert_eq!(slots::<WIDE>(KindSet::only(kind)), 1 << kind.index());
        }
    }
}
