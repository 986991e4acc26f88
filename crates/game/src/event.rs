//! Events: the single source of what happened.
//!
//! The same stream determines views, game records, a service's history, and the keys of a search
//! tree. An event goes to the seats that observe it; other seats must not learn of it.

use crate::{MAX_SEATS, Seat, SeatSet};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A receiver of a game's events.
pub trait Sink<E> {
    /// Receives an event that the seats in `to`, and no others, observe.
    fn emit(&mut self, to: SeatSet, event: E);
}

/// Discards events, at no cost.
impl<E> Sink<E> for () {
    #[inline(always)]
    fn emit(&mut self, _: SeatSet, _: E) {}
}

impl<E, S: Sink<E>> Sink<E> for &mut S {
    #[inline]
    fn emit(&mut self, to: SeatSet, event: E) {
        (**self).emit(to, event);
    }
}

/// All events, with their observers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Log<E> {
    /// The events in order, each with the seats that observe it.
    pub entries: Vec<(SeatSet, E)>,
}

impl<E> Default for Log<E> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<E: Copy> Log<E> {
    /// Returns the events that a seat observed, in order.
    pub fn seen_by(&self, seat: Seat) -> impl Iterator<Item = E> {
        self.entries.iter().filter(move |(to, _)| to.contains(seat)).map(|(_, event)| *event)
    }
}

impl<E> Sink<E> for Log<E> {
    fn emit(&mut self, to: SeatSet, event: E) {
        self.entries.push((to, event));
    }
}

/// The events that one seat observes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatLog<E> {
    seat: Seat,
    /// The events in order.
    pub events: Vec<E>,
}

impl<E> SeatLog<E> {
    /// Builds an empty log of one seat.
    pub const fn new(seat: Seat) -> Self {
        Self { seat, events: Vec::new() }
    }
}

impl<E> Sink<E> for SeatLog<E> {
    fn emit(&mut self, to: SeatSet, event: E) {
        if to.contains(self.seat) {
            self.events.push(event);
        }
    }
}

/// A running 64-bit hash of each seat's observations: the keys of a search tree's nodes.
///
/// Equal streams give equal keys on every machine.
///
/// ```
/// use facedown_game::{Seat, SeatKeys, SeatSet, Sink};
///
/// let mut keys = SeatKeys::default();
/// keys.emit(SeatSet::only(Seat::new(1)), 42u8);
/// assert_eq!(keys.key(Seat::new(0)), SeatKeys::default().key(Seat::new(0)));
/// assert_ne!(keys.key(Seat::new(1)), SeatKeys::default().key(Seat::new(1)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatKeys([u64; MAX_SEATS]);

impl SeatKeys {
    /// Returns the key of a seat's observations so far.
    pub const fn key(&self, seat: Seat) -> u64 {
        self.0[seat.index()]
    }
}

impl<E: Hash> Sink<E> for SeatKeys {
    #[inline]
    fn emit(&mut self, to: SeatSet, event: E) {
        let mut hasher = Fold(0x243f_6a88_85a3_08d3);
        event.hash(&mut hasher);
        let hash = hasher.finish();
        for seat in to.iter() {
            let key = &mut self.0[seat.index()];
            *key = mix(key.rotate_left(23) ^ hash);
        }
    }
}

/// A running 64-bit hash of a group's observations: each event that at least one of its seats
/// observes counts once.
///
/// ```
/// use facedown_game::{GroupKey, Seat, SeatSet, Sink};
///
/// let mut one = GroupKey::new(SeatSet::only(Seat::new(0)));
/// let before = one.key();
/// one.emit(SeatSet::only(Seat::new(1)), 42u8);
/// assert_eq!(one.key(), before);
/// one.emit(SeatSet::all(2), 42u8);
/// assert_ne!(one.key(), before);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GroupKey {
    seats: SeatSet,
    key: u64,
}

impl GroupKey {
    /// Builds the key of a group before the first event.
    pub const fn new(seats: SeatSet) -> Self {
        Self { seats, key: 0 }
    }

    /// Returns the key of the group's observations so far.
    pub const fn key(&self) -> u64 {
        self.key
    }
}

impl<E: Hash> Sink<E> for GroupKey {
    #[inline]
    fn emit(&mut self, to: SeatSet, event: E) {
        if self.seats.meets(to) {
            self.key = mix(self.key.rotate_left(23) ^ hash_of(&event));
        }
    }
}

/// Returns a 64-bit hash of a value, the same on every machine: for
/// [`Searchable::view_key`](crate::Searchable).
#[inline]
pub fn stable_key(value: &impl Hash) -> u64 {
    hash_of(value)
}

#[inline]
fn hash_of(event: &impl Hash) -> u64 {
    let mut hasher = Fold(0x243f_6a88_85a3_08d3);
    event.hash(&mut hasher);
    hasher.finish()
}

/// Returns a hash of a value's `Debug` text, without allocating it.
pub(crate) fn text_key(value: &impl fmt::Debug) -> u64 {
    struct Text(Fold);
    impl fmt::Write for Text {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            // Byte by byte, because a text may arrive in any pieces.
            text.bytes().for_each(|byte| self.0.write_u8(byte));
            Ok(())
        }
    }
    let mut text = Text(Fold(0x243f_6a88_85a3_08d3));
    // `Text` never fails, so only a broken `Debug` does, and deterministically.
    let _ = fmt::write(&mut text, format_args!("{value:?}"));
    text.0.finish()
}

/// A multiply-and-fold hasher with a fixed seed, so that keys are the same everywhere.
struct Fold(u64);

#[inline]
fn mix(x: u64) -> u64 {
    let wide = u128::from(x ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
    (wide as u64) ^ ((wide >> 64) as u64)
}

impl Hasher for Fold {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word) ^ (chunk.len() as u64) << 56);
        }
    }

    #[inline]
    fn write_u8(&mut self, i: u8) {
        self.write_u64(u64::from(i));
    }

    #[inline]
    fn write_u16(&mut self, i: u16) {
        self.write_u64(u64::from(i));
    }

    #[inline]
    fn write_u32(&mut self, i: u32) {
        self.write_u64(u64::from(i));
    }

    #[inline]
    fn write_u64(&mut self, i: u64) {
        self.0 = mix(self.0.rotate_left(5) ^ i);
    }

    #[inline]
    fn write_usize(&mut self, i: usize) {
        self.write_u64(i as u64);
    }

    #[inline]
    fn write_isize(&mut self, i: isize) {
        self.write_u64(i as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_log_holds_only_the_events_that_the_seat_observes() {
        let (a, b) = (Seat::new(0), Seat::new(1));
        let mut log = SeatLog::new(a);
        log.emit(SeatSet::only(a), 1);
        log.emit(SeatSet::only(b), 2);
        log.emit(SeatSet::all(2), 3);
        assert_eq!(log.events, [1, 3]);
    }

    #[test]
    fn a_group_of_one_seat_has_the_key_of_that_seat() {
        let seat = Seat::new(1);
        let (mut group, mut keys) = (GroupKey::new(SeatSet::only(seat)), SeatKeys::default());
        for (to, event) in
            [(SeatSet::all(3), 7u16), (SeatSet::only(Seat::new(0)), 8), (SeatSet::only(seat), 9)]
        {
            group.emit(to, event);
            keys.emit(to, event);
        }
        assert_eq!(group.key(), keys.key(seat));
    }

    #[test]
    fn a_group_observes_an_event_once_however_many_of_its_seats_do() {
        let (mut both, mut one) = (GroupKey::new(SeatSet::all(2)), GroupKey::new(SeatSet::all(2)));
        both.emit(SeatSet::all(2), 5u8);
        one.emit(SeatSet::only(Seat::new(1)), 5u8);
        assert_eq!(both.key(), one.key());
        one.emit(SeatSet::only(Seat::new(2)), 6u8);
        assert_eq!(both.key(), one.key());
    }

    #[test]
    fn texts_that_differ_have_different_keys() {
        let keys: std::collections::HashSet<u64> = (0..1_000u32)
            .flat_map(|n| [text_key(&n), text_key(&Some(n)), text_key(&(n, 1))])
            .collect();
        assert_eq!(keys.len(), 3_000);
        assert_eq!(text_key(&"a"), text_key(&"a"));
    }

    #[test]
    fn keys_depend_on_the_order_of_events() {
        let all = SeatSet::all(2);
        let (mut x, mut y) = (SeatKeys::default(), SeatKeys::default());
        x.emit(all, (1u8, 2u16));
        x.emit(all, (3u8, 4u16));
        y.emit(all, (3u8, 4u16));
        y.emit(all, (1u8, 2u16));
        assert_ne!(x.key(Seat::new(0)), y.key(Seat::new(0)));
        assert_eq!(x.key(Seat::new(0)), x.key(Seat::new(1)));
    }

    #[test]
    fn keys_of_many_short_streams_do_not_collide() {
        let mut seen = std::collections::HashSet::new();
        for a in 0..300u16 {
            for b in 0..300u16 {
                let mut keys = SeatKeys::default();
                keys.emit(SeatSet::all(1), a);
                keys.emit(SeatSet::all(1), b);
                assert!(seen.insert(keys.key(Seat::new(0))), "{a} {b}");
            }
        }
    }
}
