//! Shanten from first principles, for every suit vector there is.
//!
//! The groups of a suit are found by taking them away; the tiles lacking by adding tiles until the
//! groups are there. Suits are joined by trying every way to share the groups and the pair.

/// Tiles lacking for 0-4 groups, then for 0-4 groups and a pair.
type Lacking = [u8; 10];

/// Every vector of some kinds, by its base-5 number.
struct Kinds {
    lacking: Vec<Lacking>,
}

impl Kinds {
    fn new(kinds: usize, sequences: bool) -> Self {
        let unit = |kind: usize| 5usize.pow(kind as u32);
        let size = unit(kinds);
        let count = |vector: usize, kind: usize| vector / unit(kind) % 5;
        // A bit for each of the ten that the vector holds. Smaller vectors come first.
        let mut holds = vec![0u16; size];
        for vector in 0..size {
            let mut mask = 1u16;
            for kind in 0..kinds {
                if count(vector, kind) >= 3 {
                    mask |= one_more_group(holds[vector - 3 * unit(kind)]);
                }
                if count(vector, kind) >= 2 {
                    mask |= (holds[vector - 2 * unit(kind)] & 0x1f) << 5;
                }
                let row = sequences && kind + 2 < kinds;
                if row && (kind..kind + 3).all(|kind| count(vector, kind) > 0) {
                    let row = unit(kind) + unit(kind + 1) + unit(kind + 2);
                    mask |= one_more_group(holds[vector - row]);
                }
            }
            holds[vector] = mask;
        }
        // A vector lacks one more than the best of its draws. Larger vectors come first.
        let mut lacking = vec![[99; 10]; size];
        for vector in (0..size).rev() {
            let mut least: Lacking = [99; 10];
            for kind in (0..kinds).filter(|&kind| count(vector, kind) < 4) {
                let drawn = lacking[vector + unit(kind)];
                least.iter_mut().zip(drawn).for_each(|(least, drawn)| *least = drawn.min(*least));
            }
            for (what, least) in least.iter_mut().enumerate() {
                let held = holds[vector] >> what & 1 != 0;
                *least = if held { 0 } else { least.saturating_add(1).min(99) };
            }
            lacking[vector] = least;
        }
        Self { lacking }
    }

    fn of(&self, counts: &[u8]) -> &Lacking {
        let vector = counts.iter().rev().fold(0, |vector, &count| 5 * vector + count as usize);
        &self.lacking[vector]
    }
}

fn one_more_group(holds: u16) -> u16 {
    let five = |five: u16| five << 1 & 0x1f;
    five(holds & 0x1f) | five(holds >> 5) << 5
}

fn join(a: &Lacking, b: &Lacking) -> Lacking {
    let mut joined = [99; 10];
    for groups in 0..5 {
        for own in 0..=groups {
            let (i, j) = (own, groups - own);
            joined[groups] = joined[groups].min(a[i] + b[j]);
            joined[groups + 5] = joined[groups + 5].min(a[i + 5] + b[j]).min(a[i] + b[j + 5]);
        }
    }
    joined
}

/// Slow, exact shanten.
pub(crate) struct Oracle {
    suit: Kinds,
    honors: Kinds,
    two: Kinds,
}

impl Oracle {
    pub(crate) fn new() -> Self {
        Self { suit: Kinds::new(9, true), honors: Kinds::new(7, false), two: Kinds::new(2, false) }
    }

    /// Standard form; `three_seats` plays without 2m-8m.
    pub(crate) fn standard(&self, counts: &[u8; 34], three_seats: bool) -> i8 {
        let man = if three_seats {
            self.two.of(&[counts[0], counts[8]])
        } else {
            self.suit.of(&counts[..9])
        };
        let all = join(man, self.suit.of(&counts[9..18]));
        let all = join(&all, self.suit.of(&counts[18..27]));
        let all = join(&all, self.honors.of(&counts[27..]));
        let groups = counts.iter().sum::<u8>() as usize / 3;
        all[5 + groups] as i8 - 1
    }

    /// Seven pairs, of whole hands.
    pub(crate) fn seven_pairs(counts: &[u8; 34]) -> i8 {
        // Take the seven kinds of which most are held.
        let mut held = *counts;
        held.sort_unstable();
        held.iter().rev().take(7).map(|&count| 2 - count.min(2) as i8).sum::<i8>() - 1
    }

    /// Thirteen orphans, of whole hands.
    pub(crate) fn thirteen_orphans(counts: &[u8; 34]) -> i8 {
        const ORPHANS: [usize; 13] = [0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33];
        let lacking = |twice: usize| {
            let of = |&kind: &usize| i8::from(counts[kind] == 0);
            let second = i8::from(counts[twice] < 2);
            ORPHANS.iter().map(of).sum::<i8>() + second
        };
        ORPHANS.iter().map(|&twice| lacking(twice)).min().expect("thirteen") - 1
    }

    pub(crate) fn shanten(&self, counts: &[u8; 34], three_seats: bool) -> i8 {
        let standard = self.standard(counts, three_seats);
        if counts.iter().sum::<u8>() < 13 {
            return standard;
        }
        standard.min(Self::seven_pairs(counts)).min(Self::thirteen_orphans(counts))
    }
}
