//! Action ids and observations: how networks see a game.

use crate::Game;
use std::borrow::Cow;

/// A discrete action space: a mapping between actions and ids.
///
/// Law: for every legal action, `action(view, legal, index(view, a)) == Some(a)`.
pub trait ActionSpace<G: Game>: Send + Sync {
    /// Returns whether ids depend on the view; if not, any view will do.
    fn reads_view(&self) -> bool {
        true
    }

    /// Returns the size of the space.
    fn len(&self) -> usize;

    /// Returns whether the space is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the id of an action that is legal for the view's seat.
    fn index(&self, view: &G::View, action: G::Action) -> usize;

    /// Returns the legal action with this id.
    fn action(&self, view: &G::View, legal: &[G::Action], index: usize) -> Option<G::Action>;

    /// Returns whether [`Self::known_action`] searches the list; if not, any list will do.
    fn reads_list(&self) -> bool {
        true
    }

    /// Returns the action with this id, which the caller knows to be legal; spaces that need not
    /// search the list override it.
    ///
    /// # Panics
    /// If it finds no legal action with the id.
    #[inline]
    fn known_action(&self, view: &G::View, legal: &[G::Action], index: usize) -> G::Action {
        self.action(view, legal, index).expect("a legal action is found by its id")
    }

    /// Sets the bits of the ids of the seat to act's legal actions, if the space can tell them from
    /// the state without a list; `ids` is all zeros and has a bit for every id. Returns whether it
    /// can, which is the same for all states. [`Self::known_action`] is then called without a list.
    ///
    /// Law: the bits are the ids of the actions that [`Game::legal_actions`] lists.
    #[inline]
    fn legal_ids(&self, _game: &G, _state: &G::State, _ids: &mut [u64]) -> bool {
        false
    }
}

/// An element type of observations.
///
/// A feature is a small raw count with a published scale: `u8` holds the raw count, `f32` the count
/// times the scale.
pub trait Element: Copy + Default + PartialEq + Send + Sync + 'static {
    /// Converts a raw count.
    fn from_count(count: u8, scale: f32) -> Self;

    /// Converts a scaled value; `u8` holds the nearest count of its scale, from 0 to 255.
    fn from_value(value: f32, scale: f32) -> Self;

    /// Converts a count of `of`, whose scale is `1 / of`.
    #[inline]
    fn from_fraction(count: u8, of: u8) -> Self {
        let of = f32::from(of);
        Self::from_value(f32::from(count) / of, 1.0 / of)
    }

    /// Writes ones at the positions of the set bits of a word; the elements are all zeros.
    #[inline]
    fn mark_bits(mut bits: u64, out: &mut [Self]) {
        let one = Self::from_count(1, 1.0);
        while bits != 0 {
            out[bits.trailing_zeros() as usize] = one;
            bits &= bits - 1;
        }
    }

    /// Writes the lowest bits of a word as zeros and ones, one per element; at most 64.
    #[inline]
    fn write_bits(bits: u64, out: &mut [Self]) {
        let values = [Self::from_count(0, 1.0), Self::from_count(1, 1.0)];
        for (i, slot) in out.iter_mut().enumerate() {
            *slot = values[(bits >> i & 1) as usize];
        }
    }
}

impl Element for u8 {
    #[inline]
    fn from_count(count: u8, _: f32) -> Self {
        count
    }

    #[inline]
    fn from_value(value: f32, scale: f32) -> Self {
        (value / scale + 0.5) as Self // what does not fit becomes 0 or 255
    }

    #[inline]
    fn from_fraction(count: u8, _: u8) -> Self {
        count
    }

    #[inline]
    fn mark_bits(bits: u64, out: &mut [Self]) {
        Self::write_bits(bits, out);
    }

    #[inline]
    fn write_bits(bits: u64, out: &mut [Self]) {
        let bytes = bits.to_le_bytes();
        let (chunks, rest) = out.as_chunks_mut::<8>();
        for (chunk, byte) in chunks.iter_mut().zip(bytes) {
            *chunk = SPREAD[usize::from(byte)];
        }
        if !rest.is_empty() {
            let last = SPREAD[usize::from(bytes[chunks.len()])];
            rest.copy_from_slice(&last[..rest.len()]);
        }
    }
}

/// The bits of each byte, one per byte.
static SPREAD: [[u8; 8]; 256] = {
    let mut spread = [[0; 8]; 256];
    let mut at = 0;
    while at < 256 * 8 {
        spread[at / 8][at % 8] = (((at / 8) >> (at % 8)) & 1) as u8;
        at += 1;
    }
    spread
};

impl Element for f32 {
    #[inline]
    fn from_count(count: u8, scale: f32) -> Self {
        f32::from(count) * scale
    }

    #[inline]
    fn from_value(value: f32, _: f32) -> Self {
        value
    }
}

/// A half-precision float, IEEE binary16: NumPy's `float16`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(transparent)]
pub struct Half(u16);

impl Half {
    /// Rounds to the nearest half, ties to even.
    pub const fn new(value: f32) -> Self {
        let bits = value.to_bits();
        let (sign, bits) = ((bits >> 16 & 0x8000) as u16, bits & 0x7fff_ffff);
        if bits > 0x7f80_0000 {
            return Self(sign | 0x7e00); // not a number
        }
        if bits >= 0x477f_f000 {
            return Self(sign | 0x7c00); // rounds to 65536 or more: infinity
        }
        // Subnormal below 2^-14: the significand is shifted to the least exponent.
        let exponent = bits >> 23;
        let (significand, shift) = match exponent {
            0..102 => return Self(sign), // below half of the least
            102..113 => (bits & 0x7f_ffff | 0x80_0000, 126 - exponent),
            _ => (bits - (112 << 23), 13),
        };
        let kept = significand >> shift;
        let lost = significand & ((1 << shift) - 1);
        let half = 1 << (shift - 1);
        let up = lost > half || lost == half && kept & 1 == 1;
        Self(sign | (kept + up as u32) as u16)
    }

    /// Returns the bits.
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// Returns the half of these bits.
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Converts to single precision, which holds every half exactly.
    pub const fn to_f32(self) -> f32 {
        let (sign, bits) = ((self.0 as u32 & 0x8000) << 16, self.0 as u32 & 0x7fff);
        match bits {
            0x7c00.. => f32::from_bits(sign | 0x7f80_0000 | bits << 13),
            0x0400.. => f32::from_bits(sign | ((bits << 13) + (112 << 23))),
            // Subnormal: multiples of 2^-24.
            _ => f32::from_bits(sign | (bits as f32 / 16_777_216.0).to_bits()),
        }
    }
}

impl Element for Half {
    #[inline]
    fn from_count(count: u8, scale: f32) -> Self {
        Self::new(f32::from(count) * scale)
    }

    #[inline]
    fn from_value(value: f32, _: f32) -> Self {
        Self::new(value)
    }
}

/// Name and layout of an encoding.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout<'a> {
    /// Name and version: `gin-planes-1`.
    pub id: Cow<'static, str>,
    /// The array's shape; the first axis is the channel.
    pub shape: &'a [usize],
    /// The scale of each channel: `f32` observations are raw counts times the scale.
    pub scales: &'a [f32],
    /// The meaning of each channel.
    pub channels: &'a [&'static str],
}

/// Encodes views as arrays.
///
/// Law: `encode` overwrites every element of `out`.
pub trait Encoder<G: Game>: Send + Sync {
    /// Returns the encoding's name and layout.
    fn layout(&self) -> Layout<'_>;

    /// Returns the encoding's name and version.
    fn id(&self) -> String {
        self.layout().id.into_owned()
    }

    /// Returns the array's shape; its first axis is the channel.
    fn shape(&self) -> &[usize] {
        self.layout().shape
    }

    /// Returns the scale of each channel.
    fn scales(&self) -> &[f32] {
        self.layout().scales
    }

    /// Returns the meaning of each channel.
    fn channels(&self) -> &[&'static str] {
        self.layout().channels
    }

    /// Returns the number of elements of the array.
    fn len(&self) -> usize {
        self.shape().iter().product()
    }

    /// Returns whether the array is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Encodes a view into `out`, whose length is [`Encoder::len`].
    fn encode<T: Element>(&self, game: &G, view: &G::View, out: &mut [T]);
}

/// A buffer for observations, of one of the supported element types.
#[derive(PartialEq, Debug)]
pub enum ObservationMut<'a> {
    /// Raw counts.
    U8(&'a mut [u8]),
    /// Scaled values in half precision.
    F16(&'a mut [Half]),
    /// Scaled values.
    F32(&'a mut [f32]),
}

impl<'a> From<&'a mut [u8]> for ObservationMut<'a> {
    fn from(out: &'a mut [u8]) -> Self {
        Self::U8(out)
    }
}

impl<'a> From<&'a mut [Half]> for ObservationMut<'a> {
    fn from(out: &'a mut [Half]) -> Self {
        Self::F16(out)
    }
}

impl<'a> From<&'a mut [f32]> for ObservationMut<'a> {
    fn from(out: &'a mut [f32]) -> Self {
        Self::F32(out)
    }
}

impl ObservationMut<'_> {
    /// Returns the number of elements.
    pub const fn len(&self) -> usize {
        match self {
            Self::U8(out) => out.len(),
            Self::F16(out) => out.len(),
            Self::F32(out) => out.len(),
        }
    }

    /// Returns whether there are no elements.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the value of a half, by the definition of the format.
    fn value_of(half: Half) -> f64 {
        let bits = half.to_bits();
        let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023) / 1024.0);
        let size = match exponent {
            0 => fraction * 2f64.powi(-14),
            31 => f64::INFINITY,
            _ => (1.0 + fraction) * 2f64.powi(exponent - 15),
        };
        if bits >> 15 == 1 { -size } else { size }
    }

    #[test]
    fn halves_are_the_nearest() {
        let finite: Vec<f64> = (0..0x7c00).map(|bits| value_of(Half(bits))).collect();
        for (i, pair) in finite.windows(2).enumerate() {
            let [low, high] = [pair[0], pair[1]];
            let middle = f64::midpoint(low, high);
            let even = if i % 2 == 0 { low } else { high };
            for (value, nearest) in [
                (low, low),
                (low + (high - low) * 0.49, low),
                (middle, even),
                (low + (high - low) * 0.51, high),
            ] {
                let value = value as f32;
                assert_eq!(value_of(Half::new(value)).to_bits(), nearest.to_bits(), "{value}");
                assert_eq!(value_of(Half::new(-value)).to_bits(), (-nearest).to_bits(), "-{value}");
            }
        }
        for bits in 0..=u16::MAX {
            let half = Half::from_bits(bits);
            if half.to_f32().is_nan() {
                assert!(bits & 0x7fff > 0x7c00);
            } else {
                assert_eq!(f64::from(half.to_f32()).to_bits(), value_of(half).to_bits());
                assert_eq!(Half::new(half.to_f32()), half);
            }
        }
        assert_eq!(Half::new(65519.0).to_bits(), 0x7bff);
        assert_eq!(Half::new(65520.0).to_bits(), 0x7c00);
        assert_eq!(Half::new(f32::INFINITY).to_bits(), 0x7c00);
        assert_eq!(Half::new(f32::NAN).to_bits(), 0x7e00);
    }

    #[test]
    fn a_byte_holds_the_nearest_count() {
        let byte = |value| u8::from_value(value, 0.004);
        assert_eq!([byte(0.251), byte(0.2519), byte(-1.0), byte(9.0)], [63, 63, 0, 255]);
        assert_eq!(u8::from_value(7.0 / 24.0, 1.0 / 24.0), 7);
    }

    #[test]
    fn a_fraction_is_the_value_on_its_scale() {
        for of in 1..=255u8 {
            let scale = 1.0 / f32::from(of);
            for count in 0..=255u8 {
                let value = f32::from(count) / f32::from(of);
                assert_eq!(u8::from_fraction(count, of), u8::from_value(value, scale));
                assert_eq!(f32::from_fraction(count, of).to_bits(), value.to_bits());
                assert_eq!(Half::from_fraction(count, of), Half::new(value));
            }
        }
    }

    #[test]
    fn bits_become_zeros_and_ones_in_order() {
        for bits in [0, u64::MAX, 0x8040_2010_0804_0201, 0x0123_4567_89ab_cdef, 1 << 51] {
            for len in [0, 1, 7, 8, 52, 64] {
                let (mut raw, mut scaled) = (vec![9u8; len], vec![9f32; len]);
                u8::write_bits(bits, &mut raw);
                f32::write_bits(bits, &mut scaled);
                let (mut marked, mut floats) = (vec![0u8; len], vec![0f32; len]);
                let low = if len == 64 { bits } else { bits & ((1 << len) - 1) };
                u8::mark_bits(low, &mut marked);
                f32::mark_bits(low, &mut floats);
                assert_eq!((&marked, &floats), (&raw, &scaled));
                let expected: Vec<u8> = (0..len).map(|i| (bits >> i & 1) as u8).collect();
                assert_eq!(raw, expected);
                assert_eq!(scaled, expected.iter().map(|bit| f32::from(*bit)).collect::<Vec<_>>());
            }
        }
    }
}
