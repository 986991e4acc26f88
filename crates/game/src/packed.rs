//! States as bytes of a fixed length, for programs that keep states in arrays.
//!
//! Every field is written in turn, little-endian, and checked when it is read: a byte that is no
//! card is noticed, so that any bytes give a value of its type, or are refused. That the fields
//! agree with each other is not checked here; a digest of bytes written earlier does that.
//!
//! Sizes are constants of the types, so that a struct checks once that there are enough bytes and
//! finds each field at a fixed place; and a value is read in place, without copies on the way.
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
//! let mut bytes = [0; Trick::SIZE];
//! trick.pack(&mut Packer::new(&mut bytes));
//! assert_eq!(bytes, [2, 9, 8, 7, 6]);
//! let mut read = Trick { leader: Seat::new(0), cards: [0; 4] };
//! assert!(Unpacker::read(&bytes, &mut read));
//! assert_eq!(read, trick);
//! bytes[0] = 77; // no seat
//! assert!(!Unpacker::read(&bytes, &mut read));
//! ```

use crate::{MAX_SEATS, Rng, Seat, SeatSet};

/// A value that is written as a fixed number of bytes.
///
/// Law: packing writes [`Packed::SIZE`] bytes, and reading them gives an equal value.
/// [`packed_struct!`](crate::packed_struct), [`packed_enum!`](crate::packed_enum) and
/// [`packed_byte!`](crate::packed_byte) implement it.
pub trait Packed: Sized {
    /// The number of bytes.
    const SIZE: usize;

    /// Writes the value.
    ///
    /// # Panics
    /// If there is too little room.
    fn pack(&self, out: &mut Packer<'_>);

    /// Reads a value into this one. Bytes that are none are reported to [`Unpacker::check`], and
    /// give any value.
    ///
    /// # Panics
    /// If there are too few bytes.
    fn unpack(&mut self, input: &mut Unpacker<'_>);

    /// Writes an array; types of one byte write it at once.
    #[inline]
    fn pack_array<const N: usize>(items: &[Self; N], out: &mut Packer<'_>) {
        let mut out = out.part(N * Self::SIZE);
        for item in items {
            item.pack(&mut out);
        }
    }

    /// Reads an array.
    #[inline]
    fn unpack_array<const N: usize>(items: &mut [Self; N], input: &mut Unpacker<'_>) {
        let mut part = input.part(N * Self::SIZE);
        for item in items {
            item.unpack(&mut part);
        }
        input.check(part.is_valid());
    }
}

/// Returns the size of a field, named by the function that returns it.
pub const fn size_of_field<T, F: Packed>(_: fn(&T) -> &F) -> usize {
    F::SIZE
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
    room: &'a mut [u8],
}

impl<'a> Packer<'a> {
    /// Creates a packer that writes to the beginning of `out`.
    pub const fn new(out: &'a mut [u8]) -> Self {
        Self { room: out }
    }

    /// Returns a packer for the next `size` bytes.
    ///
    /// # Panics
    /// If there are fewer.
    #[inline]
    #[must_use]
    pub fn part(&mut self, size: usize) -> Self {
        let (room, rest) = std::mem::take(&mut self.room).split_at_mut(size);
        self.room = rest;
        Self { room }
    }

    /// Writes bytes.
    ///
    /// # Panics
    /// If there is no room for them.
    #[inline]
    pub fn put<const N: usize>(&mut self, bytes: &[u8; N]) {
        self.part(N).room.copy_from_slice(bytes);
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

    /// Reads a value of exactly these bytes; returns whether they are one.
    pub fn read<T: Packed>(bytes: &'a [u8], value: &mut T) -> bool {
        if bytes.len() != T::SIZE {
            return false;
        }
        let mut input = Self::new(bytes);
        value.unpack(&mut input);
        input.is_valid()
    }

    /// Returns whether everything read so far was valid.
    #[inline]
    pub const fn is_valid(&self) -> bool {
        self.valid
    }

    /// Reports whether something just read is valid.
    #[inline]
    pub const fn check(&mut self, valid: bool) {
        self.valid &= valid;
    }

    /// Returns an unpacker of the next `size` bytes.
    ///
    /// # Panics
    /// If there are fewer.
    #[inline]
    #[must_use]
    pub fn part(&mut self, size: usize) -> Self {
        let (part, rest) = self.rest.split_at(size);
        self.rest = rest;
        Self::new(part)
    }

    /// Reads bytes.
    ///
    /// # Panics
    /// If there are too few.
    #[inline]
    pub fn take<const N: usize>(&mut self) -> &'a [u8; N] {
        let (bytes, rest) = self.rest.split_first_chunk().expect("as many bytes as were written");
        self.rest = rest;
        bytes
    }

    /// Reads a byte.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn byte(&mut self) -> u8 {
        let [byte] = *self.take();
        byte
    }
}

/// Implements [`Packed`](crate::Packed) for a struct by its fields, all of which are named.
#[macro_export]
macro_rules! packed_struct {
    ($type:ty { $($field:tt),+ $(,)? }) => {
        impl $crate::Packed for $type {
            const SIZE: usize = 0 $(+ $crate::size_of_field(|value: &Self| &value.$field))+;

            #[inline]
            fn pack(&self, out: &mut $crate::Packer<'_>) {
                let mut out = out.part(Self::SIZE);
                $($crate::Packed::pack(&self.$field, &mut out);)+
            }

            #[inline]
            fn unpack(&mut self, input: &mut $crate::Unpacker<'_>) {
                let mut part = input.part(Self::SIZE);
                $($crate::Packed::unpack(&mut self.$field, &mut part);)+
                input.check(part.is_valid());
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
            const SIZE: usize = 1;

            #[inline]
            fn pack(&self, out: &mut $crate::Packer<'_>) {
                out.put(&[*self as u8]);
            }

            #[inline]
            fn unpack(&mut self, input: &mut $crate::Unpacker<'_>) {
                let byte = input.byte();
                // Compiles to a copy of the byte.
                *self = match byte {
                    $(byte if byte == <$type>::$variant as u8 => <$type>::$variant,)+
                    _ => [$(<$type>::$variant),+][0],
                };
                input.check(byte == *self as u8);
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
            const SIZE: usize = 1;

            #[inline]
            fn pack(&self, out: &mut $crate::Packer<'_>) {
                out.put(&[self.0]);
            }

            #[inline]
            fn unpack(&mut self, input: &mut $crate::Unpacker<'_>) {
                Self::unpack_array(std::array::from_mut(self), input);
            }

            #[inline]
            fn pack_array<const N: usize>(items: &[Self; N], out: &mut $crate::Packer<'_>) {
                out.put(&items.map(|item| item.0));
            }

            #[inline]
            fn unpack_array<const N: usize>(
                items: &mut [Self; N],
                input: &mut $crate::Unpacker<'_>,
            ) {
                const LAST: u8 = ($count - 1) as u8;
                // Least and greatest of bytes are single instructions on vectors.
                let mut most = 0;
                for (item, byte) in items.iter_mut().zip(input.take::<N>()) {
                    *item = Self((*byte).min(LAST));
                    most = most.max(*byte);
                }
                input.check(most <= LAST);
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
            const SIZE: usize = size_of::<Self>();

            #[inline]
            fn pack(&self, out: &mut Packer<'_>) {
                out.put(&self.to_le_bytes());
            }

            #[inline]
            fn unpack(&mut self, input: &mut Unpacker<'_>) {
                *self = Self::from_le_bytes(*input.take());
            }
        }
    )+};
}

packed_integer!(u16, u32, u64, i16, i32);

impl Packed for u8 {
    const SIZE: usize = 1;

    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        out.put(&[*self]);
    }

    #[inline]
    fn unpack(&mut self, input: &mut Unpacker<'_>) {
        *self = input.byte();
    }

    #[inline]
    fn pack_array<const N: usize>(items: &[Self; N], out: &mut Packer<'_>) {
        out.put(items);
    }

    #[inline]
    fn unpack_array<const N: usize>(items: &mut [Self; N], input: &mut Unpacker<'_>) {
        *items = *input.take();
    }
}

impl Packed for bool {
    const SIZE: usize = 1;

    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        out.put(&[u8::from(*self)]);
    }

    #[inline]
    fn unpack(&mut self, input: &mut Unpacker<'_>) {
        let byte = input.byte();
        input.check(byte < 2);
        *self = byte == 1;
    }
}

impl Packed for () {
    const SIZE: usize = 0;

    #[inline]
    fn pack(&self, _: &mut Packer<'_>) {}

    #[inline]
    fn unpack(&mut self, _: &mut Unpacker<'_>) {}
}

impl<T: Packed, const N: usize> Packed for [T; N] {
    const SIZE: usize = N * T::SIZE;

    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        T::pack_array(self, out);
    }

    #[inline]
    fn unpack(&mut self, input: &mut Unpacker<'_>) {
        T::unpack_array(self, input);
    }
}

const NOTHING: u16 = u16::MAX;

impl<T: Indexed> Packed for Option<T> {
    const SIZE: usize = u16::SIZE;

    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        self.map_or(NOTHING, T::to_index).pack(out);
    }

    #[inline]
    fn unpack(&mut self, input: &mut Unpacker<'_>) {
        let index = u16::from_le_bytes(*input.take());
        *self = T::from_index(index);
        input.check(self.is_some() || index == NOTHING);
    }
}

impl Packed for Seat {
    const SIZE: usize = 1;

    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        out.put(&[self.index() as u8]);
    }

    #[inline]
    fn unpack(&mut self, input: &mut Unpacker<'_>) {
        let found = Self::from_index(usize::from(input.byte()));
        input.check(found.is_some());
        *self = found.unwrap_or(Self::new(0));
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
    const SIZE: usize = u16::SIZE;

    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        self.bits().pack(out);
    }

    #[inline]
    fn unpack(&mut self, input: &mut Unpacker<'_>) {
        let bits = u16::from_le_bytes(*input.take());
        input.check(bits >> MAX_SEATS == 0);
        *self = Self::from_bits_truncate(bits);
    }
}

impl Packed for Rng {
    const SIZE: usize = <[u64; 4]>::SIZE;

    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        self.words().pack(out);
    }

    /// A generator of zeros alone would stay at zero, and is refused.
    #[inline]
    fn unpack(&mut self, input: &mut Unpacker<'_>) {
        let mut words = [0u64; 4];
        words.unpack(input);
        input.check(words != [0; 4]);
        *self = Self::from_words(words);
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
        const SIZE: usize = u64::SIZE + u8::SIZE;

        fn pack(&self, out: &mut Packer<'_>) {
            self.0.pack(out);
            self.1.pack(out);
        }

        fn unpack(&mut self, input: &mut Unpacker<'_>) {
            self.0.unpack(input);
            self.1.unpack(input);
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
        let mut bytes = vec![0; Everything::SIZE];
        value.pack(&mut Packer::new(&mut bytes));
        bytes
    }

    fn read(bytes: &[u8]) -> Option<Everything> {
        let mut value = Everything {
            colours: [Colour::Red; 2],
            dice: [Die(1); 3],
            last: Some(Die(1)),
            next: None,
            seats: SeatSet::EMPTY,
            scores: [0; 2],
            large: (0, 0),
            done: false,
            rng: Rng::new(0),
        };
        Unpacker::read(bytes, &mut value).then_some(value)
    }

    #[test]
    fn packed_values_are_read_back() {
        let value = everything();
        assert_eq!(read(&packed(&value)), Some(value));
    }

    #[test]
    fn too_few_and_too_many_bytes_are_refused() {
        let mut bytes = packed(&everything());
        assert_eq!(read(&bytes[1..]), None);
        bytes.push(0);
        assert_eq!(read(&bytes), None);
    }

    #[test]
    fn bytes_that_are_no_value_are_refused() {
        let bytes = packed(&everything());
        // A colour, a die, the absent die, a seat, a set of seats, a truth value.
        for (place, byte) in [(0, 2), (3, 6), (5, 6), (7, 10), (10, 4), (24, 2)] {
            let mut bad = bytes.clone();
            bad[place] = byte;
            assert_ne!(bad, bytes);
            assert_eq!(read(&bad), None, "byte {place}");
        }
    }
}
