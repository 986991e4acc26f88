//! How networks see a game: numbered actions, and views as arrays.

use crate::Game;

/// A numbering of a game's actions.
///
/// Law: for every legal action, `action(view, legal, index(view, a)) == Some(a)`.
pub trait ActionSpace<G: Game>: Send + Sync {
    /// How many numbers there are.
    fn len(&self) -> usize;

    /// Whether there is no number.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of an action that the view's seat may take.
    fn index(&self, view: &G::View, action: G::Action) -> usize;

    /// The legal action with this number, if there is one.
    fn action(&self, view: &G::View, legal: &[G::Action], index: usize) -> Option<G::Action>;
}

/// A number that observations are made of.
///
/// A feature has a raw small count and a published scale: `u8` holds the raw count, `f32` the count
/// times the scale.
pub trait Element: Copy + Default + PartialEq + Send + Sync + 'static {
    /// The feature with this raw count and scale.
    fn from_count(count: u8, scale: f32) -> Self;

    /// Writes the lowest bits of a word as zeros and ones, one for each slot; at most 64.
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

/// The bits of each byte, one to a byte.
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
}

/// Turns a view into an array.
///
/// Law: `encode` overwrites every slot of `out`.
pub trait Encoder<G: Game>: Send + Sync {
    /// The encoding's name and version.
    fn id(&self) -> String;

    /// The array's shape; its first axis is the channel.
    fn shape(&self) -> &[usize];

    /// The scale of each channel.
    fn scales(&self) -> &[f32];

    /// What each channel means, in words.
    fn channels(&self) -> &[&'static str];

    /// How many numbers the array has.
    fn len(&self) -> usize {
        self.shape().iter().product()
    }

    /// Whether the array is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes the view into `out`, whose length is [`Encoder::len`].
    fn encode<T: Element>(&self, game: &G, view: &G::View, out: &mut [T]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_become_zeros_and_ones_in_order() {
        for bits in [0, u64::MAX, 0x8040_2010_0804_0201, 0x0123_4567_89ab_cdef, 1 << 51] {
            for len in [0, 1, 7, 8, 52, 64] {
                let (mut raw, mut scaled) = (vec![9u8; len], vec![9f32; len]);
                u8::write_bits(bits, &mut raw);
                f32::write_bits(bits, &mut scaled);
                let expected: Vec<u8> = (0..len).map(|i| (bits >> i & 1) as u8).collect();
                assert_eq!(raw, expected);
                assert_eq!(scaled, expected.iter().map(|bit| f32::from(*bit)).collect::<Vec<_>>());
            }
        }
    }
}
