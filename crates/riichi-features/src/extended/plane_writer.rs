//! Sequential writing of planes, each once.

use facedown_game::Element;
use facedown_tiles::{Kind, KindSet};
use std::slice;

/// The number of slots of a plane with four seats, and with three, without 2m-8m.
pub(super) const WIDE: usize = 34;
pub(super) const NARROW: usize = 27;

/// A value for each kind.
pub(super) type Each<T> = [T; Kind::COUNT];

/// The planes still to be written.
pub(super) struct PlaneWriter<'a, T, const W: usize> {
    rows: slice::IterMut<'a, [T; W]>,
    scales: slice::Iter<'a, f32>,
}

impl<'a, T: Element, const W: usize> PlaneWriter<'a, T, W> {
    pub(super) fn new(out: &'a mut [T], scales: &'a [f32]) -> Self {
        Self { rows: out.as_chunks_mut().0.iter_mut(), scales: scales.iter() }
    }

    /// Returns whether every plane is written.
    pub(super) fn is_full(&self) -> bool {
        self.rows.len() == 0
    }

    #[inline]
    fn next(&mut self) -> (&'a mut [T; W], f32) {
        let row = self.rows.next().expect("as many planes as there are names");
        (row, self.scales.next().copied().unwrap_or(1.0))
    }

    /// Writes the same value into all slots.
    #[inline]
    pub(super) fn fill(&mut self, value: f32) {
        let (row, scale) = self.next();
        *row = [T::from_value(value, scale); W];
    }

    /// Writes 1 into all slots if `holds`, else 0.
    #[inline]
    pub(super) fn flag(&mut self, holds: bool) {
        let (row, _) = self.next();
        *row = [T::from_count(u8::from(holds), 1.0); W];
    }

    /// Writes 1 into the slots of these kinds, else 0.
    #[inline]
    pub(super) fn mark(&mut self, kinds: KindSet) {
        let (row, _) = self.next();
        let bits = kinds.bits();
        // Without 2m-8m, 9m follows 1m.
        T::write_bits(if W == NARROW { bits & 1 | bits >> 7 & !1 } else { bits }, row);
    }

    /// Writes a count for each kind, divided by `whole`.
    #[inline]
    pub(super) fn tally(&mut self, counts: &Each<u8>, whole: f32) {
        self.each(counts, |count| f32::from(count) / whole);
    }

    /// Writes a value for each kind.
    #[inline]
    pub(super) fn values(&mut self, values: &Each<f32>) {
        self.each(values, |value| value);
    }

    #[inline]
    fn each<V: Copy + Default + PartialEq>(&mut self, all: &Each<V>, of: impl Fn(V) -> f32) {
        let (row, scale) = self.next();
        *row = [T::default(); W];
        for (kind, value) in all.iter().enumerate().filter(|(_, value)| **value != V::default()) {
            let slot = match (W, kind) {
                (NARROW, 1..8) => continue,
                (NARROW, 8..) => kind - 7,
                _ => kind,
            };
            row[slot] = T::from_value(of(*value), scale);
        }
    }
}
