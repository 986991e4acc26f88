//! Seats, sets of seats, and values per seat.

use std::fmt;
use std::ops::{Index, IndexMut};

/// The largest number of seats of any game.
pub const MAX_SEATS: usize = 10;

/// A place at the table, counted from 0 in the order of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8); // always < MAX_SEATS

impl Seat {
    /// Returns the seat with this index.
    ///
    /// # Panics
    /// If the index is not below [`MAX_SEATS`]; [`Seat::from_index`] checks it.
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SEATS, "a seat's index is below MAX_SEATS");
        Self(index as u8)
    }

    /// Returns the seat with this index, or `None` from [`MAX_SEATS`] on.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < MAX_SEATS { Some(Self(index as u8)) } else { None }
    }

    /// Returns the seat's index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the seat that follows at a table of this size.
    #[inline]
    #[must_use]
    pub const fn next(self, seats: usize) -> Self {
        self.plus(1, seats)
    }

    /// Returns the seat `places` further at a table of this size.
    #[inline]
    #[must_use]
    pub const fn plus(self, places: usize, seats: usize) -> Self {
        Self::new((self.index() + places) % seats)
    }

    /// Returns the seats of a table of this size, in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        assert!(seats <= MAX_SEATS, "a table has at most MAX_SEATS seats");
        (0..seats).map(|i| Self(i as u8))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SeatSet(u16);

impl SeatSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Returns the set of all seats of a table of this size.
    #[inline]
    pub const fn all(seats: usize) -> Self {
        assert!(seats <= MAX_SEATS, "a table has at most MAX_SEATS seats");
        Self(((1u32 << seats) - 1) as u16)
    }

    /// Returns the set as bits, one for each seat.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the set with these bits; bits from [`MAX_SEATS`] on are dropped.
    #[inline]
    pub const fn from_bits_truncate(bits: u16) -> Self {
        Self(bits & Self::all(MAX_SEATS).0)
    }

    /// Returns the set of one seat.
    #[inline]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Returns whether the set contains the seat.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Returns the set with this seat added.
    #[inline]
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// Returns the set without this seat.
    #[inline]
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// Returns whether some seat is in both sets.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the number of seats.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the seats in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..MAX_SEATS as u8).map(Seat).filter(move |s| self.contains(*s))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// One value for each seat of a table.
#[derive(Clone, Copy)]
pub struct PerSeat<T> {
    values: [T; MAX_SEATS], // those from `seats` on mean nothing and are never shown
    seats: u8,
}

impl<T: Copy> PerSeat<T> {
    /// Returns the same value for each of `seats` seats.
    #[inline]
    pub const fn filled(seats: usize, value: T) -> Self {
        assert!(seats <= MAX_SEATS, "a table has at most MAX_SEATS seats");
        Self { values: [value; MAX_SEATS], seats: seats as u8 }
    }

    /// Builds the value of each of `seats` seats, at least one, with `of`.
    #[inline]
    pub fn from_fn(seats: usize, mut of: impl FnMut(Seat) -> T) -> Self {
        let mut all = Self::filled(seats, of(Seat(0)));
        for (seat, value) in all.values[..seats].iter_mut().enumerate().skip(1) {
            *value = of(Seat(seat as u8));
        }
        all
    }

    /// Returns the number of seats.
    #[inline]
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// Returns the values in the order of the seats.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.values[..self.seats as usize]
    }

    /// Returns the values with their seats.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Seat, T)> {
        Seat::all(self.seats()).zip(self.as_slice().iter().copied())
    }

    /// Maps the value of each seat.
    #[inline]
    pub fn map<U: Copy>(&self, mut f: impl FnMut(T) -> U) -> PerSeat<U> {
        let mut all = PerSeat::filled(self.seats(), f(self.values[0]));
        for (to, from) in all.values.iter_mut().zip(self.as_slice()).skip(1) {
            *to = f(*from);
        }
        all
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.values[..self.seats as usize][seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.values[..self.seats as usize][seat.index()]
    }
}

impl<T: Copy + PartialEq> PartialEq for PerSeat<T> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Copy + Eq> Eq for PerSeat<T> {}

impl<T: Copy + fmt::Debug> fmt::Debug for PerSeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_follow_each_other_around_the_table() {
        assert_eq!(Seat::new(3).next(4), Seat::new(0));
        assert_eq!(Seat::new(1).plus(3, 4), Seat::new(0));
        assert_eq!(Seat::from_index(MAX_SEATS), None);
    }

    #[test]
    fn values_beyond_the_table_do_not_count_in_a_comparison() {
        let mut a = PerSeat::from_fn(3, Seat::index);
        let b = PerSeat::from_fn(3, Seat::index);
        a.values[5] = 99;
        assert_eq!(a, b);
        assert_eq!(a.iter().count(), 3);
    }

    #[test]
    #[should_panic(expected = "index out of bounds")]
    fn a_seat_beyond_the_table_has_no_value() {
        let _ = PerSeat::filled(2, 0)[Seat::new(2)];
    }

    #[test]
    fn a_set_holds_each_seat_once() {
        let set: SeatSet = [4, 1, 4].map(Seat::new).into_iter().collect();
        assert_eq!(set.len(), 2);
        assert_eq!(set.iter().map(Seat::index).collect::<Vec<_>>(), [1, 4]);
        assert_eq!(SeatSet::all(10).len(), 10);
    }
}
