//! Sets of small things as one word.

/// Makes a set of things with indices below a bound: a `u64` with a bit for each, and an iterator over
/// a set. Between the two stands what makes a thing of its index.
///
/// ```
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// pub struct Day(u8);
///
/// impl Day {
///     const fn index(self) -> usize {
///         self.0 as usize
///     }
/// }
///
/// facedown_game::bit_set! {
///     /// Days of a week.
///     #[derive(Debug)]
///     pub struct Days: Day = Day, below 7;
///     /// All days.
///     const WEEK;
///     /// The days of a set in ascending order.
///     pub struct DaysOf;
/// }
///
/// let weekend = Days::only(Day(5)).with(Day(6));
/// assert_eq!((Days::WEEK - weekend).len(), 5);
/// assert_eq!(weekend.iter().collect::<Vec<_>>(), [Day(5), Day(6)]);
/// ```
#[macro_export]
macro_rules! bit_set {
    (
        $(#[$about:meta])*
        pub struct $set:ident: $item:ty = $make:path, below $count:literal;
        $(#[$about_all:meta])*
        const $all:ident;
        $(#[$about_iter:meta])*
        pub struct $iter:ident;
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $set(u64); // no bit at or above the count

        impl $set {
            /// The empty set.
            pub const EMPTY: Self = Self(0);
            $(#[$about_all])*
            pub const $all: Self = Self((1 << $count) - 1);

            /// Returns the set's bits.
            #[inline]
            pub const fn bits(self) -> u64 {
                self.0
            }

            /// Returns the set of one element.
            #[inline]
            pub const fn only(item: $item) -> Self {
                Self(1 << item.index())
            }

            /// Returns the number of elements.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Returns whether the set is empty.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns whether the set contains the element.
            #[inline]
            pub const fn contains(self, item: $item) -> bool {
                self.0 >> item.index() & 1 == 1
            }

            /// Returns whether the set contains every element of `other`.
            #[inline]
            pub const fn is_superset(self, other: Self) -> bool {
                other.0 & !self.0 == 0
            }

            /// Adds an element.
            #[inline]
            pub const fn insert(&mut self, item: $item) {
                self.0 |= 1 << item.index();
            }

            /// Removes an element.
            #[inline]
            pub const fn remove(&mut self, item: $item) {
                self.0 &= !(1 << item.index());
            }

            /// Returns the set with this element added.
            #[inline]
            #[must_use]
            pub const fn with(self, item: $item) -> Self {
                Self(self.0 | 1 << item.index())
            }

            /// Returns the set without this element.
            #[inline]
            #[must_use]
            pub const fn without(self, item: $item) -> Self {
                Self(self.0 & !(1 << item.index()))
            }

            /// Returns the lowest element.
            #[inline]
            pub const fn first(self) -> Option<$item> {
                if self.0 == 0 { None } else { Some($make(self.0.trailing_zeros() as u8)) }
            }

            /// Returns the highest element.
            #[inline]
            pub const fn last(self) -> Option<$item> {
                if self.0 == 0 { None } else { Some($make(63 - self.0.leading_zeros() as u8)) }
            }

            /// Returns the elements in ascending order.
            #[inline]
            pub const fn iter(self) -> $iter {
                $iter(self)
            }
        }

        impl $crate::Packed for $set {
            const SIZE: usize = <u64 as $crate::Packed>::SIZE;

            #[inline]
            fn pack(&self, out: &mut $crate::Packer<'_>) {
                $crate::Packed::pack(&self.0, out);
            }

            #[inline]
            fn unpack(&mut self, input: &mut $crate::Unpacker<'_>) {
                let bits = u64::from_le_bytes(*input.take());
                input.check(bits & !Self::$all.0 == 0);
                *self = Self(bits & Self::$all.0);
            }
        }

        $(#[$about_iter])*
        #[derive(Clone, Debug)]
        pub struct $iter($set);

        impl Iterator for $iter {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> Option<$item> {
                let item = self.0.first()?;
                self.0.0 &= self.0.0 - 1;
                Some(item)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.0.len(), Some(self.0.len()))
            }
        }

        impl ExactSizeIterator for $iter {}

        impl IntoIterator for $set {
            type Item = $item;
            type IntoIter = $iter;

            #[inline]
            fn into_iter(self) -> $iter {
                self.iter()
            }
        }

        impl FromIterator<$item> for $set {
            #[inline]
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                items.into_iter().fold(Self::EMPTY, Self::with)
            }
        }

        $crate::bit_set! { @operators $set
            BitOr bitor BitOrAssign bitor_assign (a, b) a | b;
            BitAnd bitand BitAndAssign bitand_assign (a, b) a & b;
            BitXor bitxor BitXorAssign bitxor_assign (a, b) a ^ b;
            Sub sub SubAssign sub_assign (a, b) a & !b;
        }

        impl std::ops::Not for $set {
            type Output = Self;

            #[inline]
            fn not(self) -> Self {
                Self(!self.0 & Self::$all.0)
            }
        }
    };
    (@operators $set:ident
        $($trait:ident $name:ident $assign:ident $assign_name:ident
            ($a:ident, $b:ident) $result:expr;)*
    ) => {$(
        impl std::ops::$trait for $set {
            type Output = Self;

            #[inline]
            fn $name(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($result)
            }
        }

        impl std::ops::$assign for $set {
            #[inline]
            fn $assign_name(&mut self, other: Self) {
                let ($a, $b) = (self.0, other.0);
                self.0 = $result;
            }
        }
    )*};
}
