//! States as bytes of a fixed length, for programs that keep states in arrays.
//!
//! Every field is written in turn, little-endian, and checked when it is read: a byte that is no
//! card is noticed, so that any bytes give a value of its type, or are refused. That the fields
//! agree with each other is not checked here; a digest of bytes written earlier does that.
//!
//! ```
//! use facedown_game::{Packed, Packer, Seat, Unpacker, packed_struct};
//!
//! #[derive(PartialEq, Debug)]
//! struct Trick {
//!     leader: Seat,
//!     cards: [u8; 4],
//! }
//! packed_struct!(Trick { leader, cards });
//!
//! let trick = Trick { leader: Seat::new(2), cards: [9, 8, 7, 6] };
//! let mut bytes = [0; 5];
//! trick.pack(&mut Packer::new(&mut bytes));
//! assert_eq!(bytes, [2, 9, 8, 7, 6]);
//! assert_eq!(Unpacker::read(&bytes), Some(trick));
//! bytes[0] = 77; // no seat
//! assert_eq!(Unpacker::read::<Trick>(&bytes), None);
//! ```

use crate::{MAX_SEATS, Rng, Seat, SeatSet};

/// A value that is written as a fixed number of bytes.
///
/// Law: all values of a type have the same number of bytes, and reading them gives an equal value.
/// [`packed_struct!`](crate::packed_struct), [`packed_enum!`](crate::packed_enum) and
/// [`packed_byte!`](crate::packed_byte) implement it.
pub trait Packed: Sized {
    /// Writes the value.
    fn pack(&self, out: &mut Packer<'_>);

    /// Reads a value. Bytes that are none are reported to [`Unpacker::check`], and any value is
    /// returned.
    fn unpack(input: &mut Unpacker<'_>) -> Self;

    /// Writes an array; types of one byte write it at once.
    #[inline]
    fn pack_array<const N: usize>(items: &[Self; N], out: &mut Packer<'_>) {
        for item in items {
            item.pack(out);
        }
    }

    /// Reads an array.
    #[inline]
    fn unpack_array<const N: usize>(input: &mut Unpacker<'_>) -> [Self; N] {
        std::array::from_fn(|_| Self::unpack(input))
    }
}

/// A value with an index below `u16::MAX`, so that `Option` of it is packed as well.
pub trait Indexed: Copy {
    /// Returns the index.
    fn to_index(self) -> u16;

    /// Returns the value with this index; `None` if there is none.
    fn from_index(index: u16) -> Option<Self>;
}

/// Writes packed values one after the other.
#[derive(Debug)]
pub struct Packer<'a> {
    out: &'a mut [u8],
    len: usize,
}

impl<'a> Packer<'a> {
    /// Creates a packer that writes to the beginning of `out`. What does not fit is counted but not
    /// written.
    pub const fn new(out: &'a mut [u8]) -> Self {
        Self { out, len: 0 }
    }

    /// Returns the number of bytes of a packed value.
    pub fn measure(value: &impl Packed) -> usize {
        let mut counter = Packer::new(&mut []);
        value.pack(&mut counter);
        counter.len
    }

    /// Returns the number of bytes so far.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns whether nothing has been written.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Writes bytes.
    #[inline]
    pub fn put<const N: usize>(&mut self, bytes: &[u8; N]) {
        if let Some(place) = self.out.get_mut(self.len..self.len + N) {
            place.copy_from_slice(bytes);
        }
        self.len += N;
    }
}

/// Reads packed values one after the other.
#[derive(Debug)]
pub struct Unpacker<'a> {
    rest: &'a [u8],
    valid: bool,
}

impl<'a> Unpacker<'a> {
    /// Creates an unpacker that reads from the beginning of `bytes`.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, valid: true }
    }

    /// Reads a value of exactly these bytes; `None` if they are none.
    pub fn read<T: Packed>(bytes: &'a [u8]) -> Option<T> {
        let mut input = Self::new(bytes);
        let value = T::unpack(&mut input);
        (input.is_valid() && input.rest.is_empty()).then_some(value)
    }

    /// Returns whether everything read so far was valid.
    pub const fn is_valid(&self) -> bool {
        self.valid
    }

    /// Reports whether something just read is valid.
    #[inline]
    pub const fn check(&mut self, valid: bool) {
        self.valid &= valid;
    }

    /// Reads bytes; zeros, which are reported as invalid, where there are too few.
    #[inline]
    pub fn take<const N: usize>(&mut self) -> [u8; N] {
        if let Some((bytes, rest)) = self.rest.split_first_chunk() {
            self.rest = rest;
            *bytes
        } else {
            self.valid = false;
            [0; N]
        }
    }
}

/// Implements [`Packed`](crate::Packed) for a struct by its fields, all of which are named.
#[macro_export]
macro_rules! packed_struct {
    ($type:ty { $($field:tt),+ $(,)? }) => {
        impl $crate::Packed for $type {
            #[inline]
            fn pack(&self, out: &mut $crate::Packer<'_>) {
                $($crate::Packed::pack(&self.$field, out);)+
            }

            #[inline]
            fn unpack(input: &mut $crate::Unpacker<'_>) -> Self {
                Self { $($field: $crate::Packed::unpack(input)),+ }
            }
        }
    };
}

/// Implements [`Packed`](crate::Packed) for an enum without fields by its variants, all of which are
/// named in their order.
#[macro_export]
macro_rules! packed_enum {
    ($type:ty { $($variant:ident),+ $(,)? }) => {
        impl $crate::Packed for $type {
            #[inline]
            fn pack(&self, out: &mut $crate::Packer<'_>) {
                out.put(&[*self as u8]);
            }

            #[inline]
            fn unpack(input: &mut $crate::Unpacker<'_>) -> Self {
                const ALL: &[$type] = &[$(<$type>::$variant),+];
                let [byte] = input.take();
                let found = ALL.get(usize::from(byte)).copied();
                input.check(found.is_some());
                found.unwrap_or(ALL[0])
            }
        }
    };
}

/// Implements [`Packed`](crate::Packed) and [`Indexed`](crate::Indexed) for a struct around one byte
/// below a bound.
#[macro_export]
macro_rules! packed_byte {
    ($type:ident, $count:expr) => {
        impl $crate::Packed for $type {
            #[inline]
            fn pack(&self, out: &mut $crate::Packer<'_>) {
                out.put(&[self.0]);
            }

            #[inline]
            fn unpack(input: &mut $crate::Unpacker<'_>) -> Self {
                let [item] = Self::unpack_array(input);
                item
            }

            #[inline]
            fn pack_array<const N: usize>(items: &[Self; N], out: &mut $crate::Packer<'_>) {
                out.put(&items.map(|item| item.0));
            }

            #[inline]
            fn unpack_array<const N: usize>(input: &mut $crate::Unpacker<'_>) -> [Self; N] {
                let bytes: [u8; N] = input.take();
                let valid =
                    bytes.iter().fold(true, |valid, byte| valid & (usize::from(*byte) < $count));
                input.check(valid);
                bytes.map(|byte| Self(if valid { byte } else { 0 }))
            }
        }

        impl $crate::Indexed for $type {
            #[inline]
            fn to_index(self) -> u16 {
                u16::from(self.0)
            }

            #[inline]
            fn from_index(index: u16) -> Option<Self> {
                (usize::from(index) < $count).then_some(Self(index as u8))
            }
        }
    };
}

macro_rules! packed_integer {
    ($($type:ty),+) => {$(
        impl Packed for $type {
            #[inline]
            fn pack(&self, out: &mut Packer<'_>) {
                out.put(&self.to_le_bytes());
            }

            #[inline]
            fn unpack(input: &mut Unpacker<'_>) -> Self {
                Self::from_le_bytes(input.take())
            }
        }
    )+};
}

packed_integer!(u16, u32, u64, i16, i32);

impl Packed for u8 {
    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        out.put(&[*self]);
    }

    #[inline]
    fn unpack(input: &mut Unpacker<'_>) -> Self {
        let [byte] = input.take();
        byte
    }

    #[inline]
    fn pack_array<const N: usize>(items: &[Self; N], out: &mut Packer<'_>) {
        out.put(items);
    }

    #[inline]
    fn unpack_array<const N: usize>(input: &mut Unpacker<'_>) -> [Self; N] {
        input.take()
    }
}

impl Packed for bool {
    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        out.put(&[u8::from(*self)]);
    }

    #[inline]
    fn unpack(input: &mut Unpacker<'_>) -> Self {
        let [byte] = input.take();
        input.check(byte < 2);
        byte == 1
    }
}

impl Packed for () {
    fn pack(&self, _: &mut Packer<'_>) {}

    fn unpack(_: &mut Unpacker<'_>) -> Self {}
}

impl<T: Packed, const N: usize> Packed for [T; N] {
    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        T::pack_array(self, out);
    }

    #[inline]
    fn unpack(input: &mut Unpacker<'_>) -> Self {
        T::unpack_array(input)
    }
}

const NOTHING: u16 = u16::MAX;

impl<T: Indexed> Packed for Option<T> {
    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        self.map_or(NOTHING, T::to_index).pack(out);
    }

    #[inline]
    fn unpack(input: &mut Unpacker<'_>) -> Self {
        let index = u16::unpack(input);
        let found = T::from_index(index);
        input.check(found.is_some() || index == NOTHING);
        found
    }
}

impl Packed for Seat {
    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        out.put(&[self.index() as u8]);
    }

    #[inline]
    fn unpack(input: &mut Unpacker<'_>) -> Self {
        let [byte] = input.take();
        let found = Self::from_index(usize::from(byte));
        input.check(found.is_some());
        found.unwrap_or(Self::new(0))
    }
}

impl Indexed for Seat {
    #[inline]
    fn to_index(self) -> u16 {
        self.index() as u16
    }

    #[inline]
    fn from_index(index: u16) -> Option<Self> {
        Self::from_index(usize::from(index))
    }
}

impl Packed for SeatSet {
    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        self.bits().pack(out);
    }

    #[inline]
    fn unpack(input: &mut Unpacker<'_>) -> Self {
        let bits = u16::unpack(input);
        input.check(bits >> MAX_SEATS == 0);
        Self::from_bits_truncate(bits)
    }
}

impl Packed for Rng {
    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        self.words().pack(out);
    }

    /// A generator of zeros alone would stay at zero, and is refused.
    #[inline]
    fn unpack(input: &mut Unpacker<'_>) -> Self {
        let words: [u64; 4] = Packed::unpack(input);
        input.check(words != [0; 4]);
        Self::from_words(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    enum Colour {
        Red,
        Black,
    }
    packed_enum!(Colour { Red, Black });

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Die(u8);
    packed_byte!(Die, 6);

    #[derive(Clone, PartialEq, Debug)]
    struct Everything {
        colours: [Colour; 2],
        dice: [Die; 3],
        last: Option<Die>,
        next: Option<Seat>,
        seats: SeatSet,
        scores: [i16; 2],
        large: (u64, u8),
        done: bool,
        rng: Rng,
    }
    packed_struct!(Everything { colours, dice, last, next, seats, scores, large, done, rng });

    impl Packed for (u64, u8) {
        fn pack(&self, out: &mut Packer<'_>) {
            self.0.pack(out);
            self.1.pack(out);
        }

        fn unpack(input: &mut Unpacker<'_>) -> Self {
            (u64::unpack(input), u8::unpack(input))
        }
    }

    fn everything() -> Everything {
        Everything {
            colours: [Colour::Black, Colour::Red],
            dice: [Die(0), Die(5), Die(3)],
            last: None,
            next: Some(Seat::new(9)),
            seats: SeatSet::all(10),
            scores: [-3, 300],
            large: (u64::MAX - 5, 255),
            done: true,
            rng: Rng::stream(3, 4),
        }
    }

    fn packed(value: &Everything) -> Vec<u8> {
        let mut bytes = vec![0; Packer::measure(value)];
        value.pack(&mut Packer::new(&mut bytes));
        bytes
    }

    #[test]
    fn packed_values_are_read_back() {
        let value = everything();
        assert_eq!(Unpacker::read(&packed(&value)), Some(value));
    }

    #[test]
    fn too_few_and_too_many_bytes_are_refused() {
        let mut bytes = packed(&everything());
        assert_eq!(Unpacker::read::<Everything>(&bytes[1..]), None);
        bytes.push(0);
        assert_eq!(Unpacker::read::<Everything>(&bytes), None);
    }

    #[test]
    fn bytes_that_are_no_value_are_refused() {
        let bytes = packed(&everything());
        // A colour, a die, the absent die, a seat, a set of seats, a truth value.
        for (place, byte) in [(0, 2), (3, 6), (5, 6), (7, 10), (10, 4), (24, 2)] {
            let mut bad = bytes.clone();
            bad[place] = byte;
            assert_ne!(bad, bytes);
            assert_eq!(Unpacker::read::<Everything>(&bad), None, "byte {place}");
        }
    }
}
