//! The Mersenne Twister MT19937.

/// Words of the state.
pub(super) const WORDS: usize = 624;
const SHIFT: usize = 397;

/// The generator of Matsumoto and Nishimura, seeded by `init_by_array`.
#[derive(Clone)]
pub(super) struct Twister {
    state: Box<[u32; WORDS]>,
    next: usize,
}

impl Twister {
    /// Seeds the generator with a key.
    pub(super) fn new(key: &[u32]) -> Self {
        let mut s = Box::new([0u32; WORDS]);
        s[0] = 19_650_218;
        for i in 1..WORDS {
            s[i] = mixed(s[i - 1]).wrapping_mul(1_812_433_253).wrapping_add(i as u32);
        }
        let mut i = 1;
        let mut step = |s: &mut [u32; WORDS], factor: u32, add: &dyn Fn(usize) -> u32| {
            s[i] = (s[i] ^ mixed(s[i - 1]).wrapping_mul(factor)).wrapping_add(add(i));
            i += 1;
            if i == WORDS {
                s[0] = s[WORDS - 1];
                i = 1;
            }
        };
        for n in 0..WORDS.max(key.len()) {
            let j = n % key.len();
            step(&mut s, 1_664_525, &|_| key[j].wrapping_add(j as u32));
        }
        for _ in 1..WORDS {
            step(&mut s, 1_566_083_941, &|i| (i as u32).wrapping_neg());
        }
        s[0] = 0x8000_0000;
        Self { state: s, next: WORDS }
    }

    fn refill(&mut self) {
        for k in 0..WORDS {
            let high = self.state[k] & 0x8000_0000;
            let y = high | self.state[(k + 1) % WORDS] & 0x7fff_ffff;
            let odd = if y & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[k] = self.state[(k + SHIFT) % WORDS] ^ (y >> 1) ^ odd;
        }
        self.next = 0;
    }

    /// Returns the next 32-bit output.
    pub(super) fn next_word(&mut self) -> u32 {
        if self.next == WORDS {
            self.refill();
        }
        let mut y = self.state[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }
}

const fn mixed(word: u32) -> u32 {
    word ^ (word >> 30)
}

#[cfg(test)]
mod tests {
    use super::Twister;

    #[test]
    fn the_output_equals_the_reference_implementation() {
        // mt19937ar.out of the reference implementation.
        let mut twister = Twister::new(&[0x123, 0x234, 0x345, 0x456]);
        let words: Vec<u32> = (0..5).map(|_| twister.next_word()).collect();
        let published = [1_067_595_299, 955_945_823, 477_289_528, 4_107_218_783, 4_228_976_476];
        assert_eq!(words, published);
    }
}
