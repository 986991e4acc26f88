//! Hands as keys, and the hash table that numbers them.

use facedown_tiles::Kind;

/// The counts of the 34 kinds, three bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Packed(u128);

impl Packed {
    pub(super) fn new(counts: &[u8; Kind::COUNT]) -> Self {
        Self(counts.iter().rev().fold(0, |bits, &count| bits << 3 | u128::from(count)))
    }

    /// Returns the key with one more tile of a kind.
    #[inline]
    pub(super) const fn plus(self, kind: Kind) -> Self {
        Self(self.0 + (1 << (3 * kind.index())))
    }

    /// Returns the key with one tile less of a kind.
    #[inline]
    pub(super) const fn minus(self, kind: Kind) -> Self {
        Self(self.0 - (1 << (3 * kind.index())))
    }

    /// Returns the counts.
    #[inline]
    pub(super) fn counts(self) -> [u8; Kind::COUNT] {
        let (low, high) = (self.0 as u64, (self.0 >> 51) as u64); // 17 kinds each
        std::array::from_fn(|k| {
            let (half, place) = if k < 17 { (low, k) } else { (high, k - 17) };
            (half >> (3 * place) & 7) as u8
        })
    }

    #[inline]
    fn hash(self) -> u64 {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let mixed =
            low.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ high.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}

/// An empty place.
const NONE: u32 = u32::MAX;

/// Numbers keys in the order of their first appearance: open addressing, at most half full.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbering {
    pub(super) keys: Vec<Packed>,
    places: Vec<u32>,
}

impl Numbering {
    /// Forgets all keys and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.keys.clear();
        self.places.clear();
        self.places.resize(1 << 12, NONE);
    }

    /// Returns the place of a key: where it is, or where it would be.
    #[inline]
    fn place(&self, key: Packed) -> usize {
        let mask = self.places.len() - 1;
        let mut place = (key.hash() >> 32) as usize & mask;
        loop {
            let number = self.places[place];
            if number == NONE || self.keys[number as usize] == key {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    /// Returns the number of a key, if it has one.
    pub(super) fn find(&self, key: Packed) -> Option<u32> {
        let number = self.places[self.place(key)];
        (number != NONE).then_some(number)
    }

    /// Returns the number of a key, and whether it is new.
    #[inline]
    pub(super) fn number(&mut self, key: Packed) -> (u32, bool) {
        let place = self.place(key);
        let number = self.places[place];
        if number != NONE {
            return (number, false);
        }
        let number = self.keys.len() as u32;
        self.keys.push(key);
        self.places[place] = number;
        if self.keys.len() * 2 > self.places.len() {
            self.grow();
        }
        (number, true)
    }

    #[cold]
    fn grow(&mut self) {
        let places = self.places.len() * 4;
        self.places.clear();
        self.places.resize(places, NONE);
        let mask = places - 1;
        for (number, key) in self.keys.iter().enumerate() {
            let mut place = (key.hash() >> 32) as usize & mask;
            while self.places[place] != NONE {
                place = (place + 1) & mask;
            }
            self.places[place] = number as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_hold_the_counts_and_are_numbered_once() {
        let mut counts = [0; 34];
        (counts[0], counts[16], counts[17], counts[33]) = (4, 3, 2, 1);
        let key = Packed::new(&counts);
        assert_eq!(key.counts(), counts);
        assert_eq!(key.plus(Kind::new(20)).minus(Kind::new(20)), key);
        let mut numbering = Numbering::default();
        numbering.clear();
        let keys: Vec<Packed> = (0..34u8)
            .flat_map(|a| (0..34u8).map(move |b| (a, b)))
            .map(|(a, b)| {
                Packed::new(&[0; 34]).plus(Kind::new(a)).plus(Kind::new(a)).plus(Kind::new(b))
            })
            .collect();
        for _ in 0..2 {
            for key in &keys {
                numbering.number(*key);
            }
        }
        assert_eq!(numbering.keys.len(), 34 * 34);
        assert!(
            keys.iter().all(|&key| numbering.keys[numbering.find(key).unwrap() as usize] == key)
        );
        assert_eq!(numbering.find(key), None);
    }
}
