//! The vector operations the kernel is written in.

#![allow(
    clippy::inline_always,
    reason = "must become part of the caller, which is compiled for the vector instructions"
)]

#[cfg(target_arch = "x86_64")]
use super::points::SUIT_POINTS;

/// Vectors of 16-bit lanes, one lane for each hand.
///
/// A value of an implementing type proves that the CPU has the instructions. Which lane belongs to
/// which hand is up to the back end: `split`, `store` and `nonzero` agree on it.
pub(super) trait Lanes: Copy {
    /// Number of lanes, at most [`MAX_LANES`].
    const COUNT: usize;
    /// A vector.
    type Vector: Copy;

    /// Returns the four suits, 13 bits each, of the first `COUNT` of `hands`. Bits from 52 on are
    /// dropped.
    fn split(self, hands: &[u64]) -> [Self::Vector; 4];
    /// Writes the lanes, none above 255, to the first `COUNT` of `out` in the order of the hands.
    fn store(self, v: Self::Vector, out: &mut [u8]);
    /// Returns one bit for each hand, set if the lane is not zero.
    fn nonzero(self, v: Self::Vector) -> u32;

    /// Returns the same number in every lane.
    fn splat(self, lane: u16) -> Self::Vector;
    /// Returns the bits in both.
    fn and(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns the bits in either.
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns the bits of `a` that are not in `b`.
    fn and_not(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns each lane shifted up by one bit.
    fn shift_up(self, v: Self::Vector) -> Self::Vector;
    /// Returns each lane shifted down by one bit.
    fn shift_down(self, v: Self::Vector) -> Self::Vector;
    /// Returns the lowest bit of each lane.
    fn lowest(self, v: Self::Vector) -> Self::Vector;
    /// Returns the smaller of two lanes.
    fn min(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns the points of the ranks in `once` and of the ranks in `twice`, added.
    fn points(self, once: Self::Vector, twice: Self::Vector) -> Self::Vector;
}

/// The largest number of lanes of a back end.
pub(super) const MAX_LANES: usize = 32;

/// Points of each nibble of a suit's 13 bits, for back ends that look up bytes.
#[cfg(target_arch = "x86_64")]
pub(super) const NIBBLE_POINTS: [[u8; 16]; 4] = {
    let mut tables = [[0; 16]; 4];
    let mut nibble = 0;
    while nibble < 4 {
        let mut ranks = 0;
        // The king is alone in his nibble.
        while ranks < if nibble < 3 { 16 } else { 2 } {
            tables[nibble][ranks] = SUIT_POINTS[ranks << (4 * nibble)];
            ranks += 1;
        }
        nibble += 1;
    }
    tables
};

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::io::Write;

    /// Reports, past the test harness's capture, that a back end was not run.
    pub(in super::super) fn report_skipped(instructions: &str) {
        let text =
            format!("SKIPPED: this CPU has no {instructions}, its operations were not run\n");
        std::io::stderr().write_all(text.as_bytes()).expect("standard error is open");
    }

    /// Checks every operation of a back end against plain arithmetic on its lanes.
    pub(in super::super) fn check_operations<L: Lanes>(lanes: L) {
        let mut state = 7u64;
        let mut random = move || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            state ^ state >> 29
        };
        for round in 0..2000 {
            let few = |x: u64, y: u64| if round % 2 == 0 { x } else { x & y };
            let x: Vec<u64> = (0..L::COUNT).map(|_| few(random(), random())).collect();
            let y: Vec<u64> = (0..L::COUNT).map(|_| few(random(), random())).collect();
            check_pair(lanes, &x, &y);
        }
    }

    fn check_pair<L: Lanes>(lanes: L, x: &[u64], y: &[u64]) {
        let (a, b) = (lanes.split(x), lanes.split(y));
        for suit in 0..4 {
            let (a, b) = (a[suit], b[suit]);
            let plain = |hands: &[u64]| -> Vec<u16> {
                hands.iter().map(|hand| (hand >> (13 * suit)) as u16 & 0x1fff).collect()
            };
            let (p, q) = (plain(x), plain(y));
            let both = |f: fn(u16, u16) -> u16| -> Vec<u16> {
                p.iter().zip(&q).map(|(&p, &q)| f(p, q)).collect()
            };
            assert_eq!(read(lanes, a), p, "split");
            assert_eq!(read(lanes, lanes.and(a, b)), both(|p, q| p & q), "and");
            assert_eq!(read(lanes, lanes.or(a, b)), both(|p, q| p | q), "or");
            assert_eq!(read(lanes, lanes.and_not(a, b)), both(|p, q| p & !q), "and_not");
            assert_eq!(read(lanes, lanes.shift_up(a)), both(|p, _| p << 1), "shift_up");
            assert_eq!(read(lanes, lanes.shift_down(a)), both(|p, _| p >> 1), "shift_down");
            let lowest = both(|p, _| p & p.wrapping_neg());
            assert_eq!(read(lanes, lanes.lowest(a)), lowest, "lowest");
            assert_eq!(read(lanes, lanes.min(a, b)), both(u16::min), "min");
            let least = lanes.min(lanes.splat(0x7fff), a);
            assert_eq!(read(lanes, least), p, "min with the highest");
            let points =
                |p: u16, q: u16| u16::from(SUIT_POINTS[p as usize] + SUIT_POINTS[q as usize]);
            assert_eq!(read(lanes, lanes.points(a, b)), both(points), "points");
            let (and, flags) = (lanes.and(a, b), both(|p, q| p & q));
            for (lane, flag) in flags.iter().enumerate() {
                assert_eq!(lanes.nonzero(and) >> lane & 1 == 1, *flag != 0, "nonzero");
            }
            assert_eq!(lanes.nonzero(a).checked_shr(L::COUNT as u32).unwrap_or(0), 0, "nonzero");
            assert_eq!(read(lanes, lanes.splat(p[0])), vec![p[0]; L::COUNT], "splat");
        }
    }

    /// Returns the lanes in the order of the hands, read a bit at a time.
    fn read<L: Lanes>(lanes: L, v: L::Vector) -> Vec<u16> {
        let mut read = vec![0; L::COUNT];
        for bit in 0..16 {
            let mut out = [0xaa; MAX_LANES];
            // 0 or 1 in each lane, whatever the bit's place.
            let one = lanes.and(v, lanes.splat(1 << bit));
            let one = lanes.min(one, lanes.splat(1));
            lanes.store(one, &mut out);
            assert!(out[L::COUNT..].iter().all(|&byte| byte == 0xaa), "only the lanes are written");
            for (lane, byte) in read.iter_mut().zip(out) {
                *lane |= u16::from(byte) << bit;
            }
        }
        let mut bytes = [0; MAX_LANES];
        lanes.store(lanes.min(v, lanes.splat(255)), &mut bytes);
        for (lane, byte) in read.iter().zip(bytes) {
            assert_eq!((*lane).min(255), u16::from(byte), "store");
        }
        read
    }
}
