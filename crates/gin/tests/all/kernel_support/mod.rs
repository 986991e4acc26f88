//! A plain computation of deadwood that shares no code with the kernel, and hands to compare on.

use facedown_cards::CardSet;

/// SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Returns a hand with random cards added until it has `size`.
    pub(crate) fn fill(&mut self, mut hand: u64, size: u32) -> u64 {
        while hand.count_ones() < size {
            hand |= 1 << self.below(52);
        }
        hand
    }
}

pub(crate) fn set(hand: u64) -> CardSet {
    CardSet::from_bits(hand).expect("cards only")
}

pub(crate) fn cards(hand: u64) -> Vec<usize> {
    (0..52).filter(|card| hand >> card & 1 == 1).collect()
}

pub(crate) fn points(hand: u64) -> u32 {
    cards(hand).into_iter().map(|card| (card as u32 % 13 + 1).min(10)).sum()
}

/// Returns all 329 melds, each as its cards.
pub(crate) fn all_melds() -> Vec<u64> {
    let mut melds = Vec::new();
    for rank in 0..13 {
        for suits in 0..16u64 {
            if suits.count_ones() >= 3 {
                melds.push((0..4).map(|s| (suits >> s & 1) << (13 * s + rank)).sum());
            }
        }
    }
    for suit in 0..4 {
        for low in 0..13 {
            for high in low + 2..13 {
                melds.push((low..=high).map(|rank| 1 << (13 * suit + rank)).sum());
            }
        }
    }
    assert_eq!(melds.len(), 329);
    melds
}

pub(crate) fn held(hand: u64, melds: &[u64]) -> Vec<u64> {
    melds.iter().copied().filter(|meld| meld & !hand == 0).collect()
}

/// Returns the least deadwood by trying every set of disjoint melds.
pub(crate) fn least(hand: u64, melds: &[u64]) -> u32 {
    fn search(rest: u64, held: &[u64]) -> u32 {
        let mut least = points(rest);
        for (i, meld) in held.iter().enumerate() {
            if meld & !rest == 0 {
                least = least.min(search(rest & !meld, &held[i + 1..]));
            }
        }
        least
    }
    search(hand, &held(hand, melds))
}

/// Returns every set of disjoint melds of a hand, with its loose cards.
pub(crate) fn groupings(hand: u64, melds: &[u64]) -> Vec<(Vec<u64>, u64)> {
    fn search(rest: u64, held: &[u64], laid: &mut Vec<u64>, found: &mut Vec<(Vec<u64>, u64)>) {
        found.push((laid.clone(), rest));
        for (i, &meld) in held.iter().enumerate() {
            if meld & !rest == 0 {
                laid.push(meld);
                search(rest & !meld, &held[i + 1..], laid, found);
                laid.pop();
            }
        }
    }
    let mut found = Vec::new();
    search(hand, &held(hand, melds), &mut Vec::new(), &mut found);
    found
}

/// The three kinds of hands every comparison runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Dealt,
    MeldRich,
    Played,
}

impl Kind {
    pub(crate) const ALL: [Self; 3] = [Self::Dealt, Self::MeldRich, Self::Played];
}

/// Hands of one kind and size; those from play have ten or eleven cards.
pub(crate) fn hands(kind: Kind, size: u32, count: usize, seed: u64) -> Vec<u64> {
    let random = &mut Random(seed ^ u64::from(size) << 32 ^ (kind as u64) << 40);
    let melds = all_melds();
    let mut hands = Vec::with_capacity(count);
    while hands.len() < count {
        match kind {
            Kind::Dealt => hands.push(random.fill(0, size)),
            Kind::MeldRich => hands.extend(meld_rich(size, random)),
            Kind::Played => play(size, random, &melds, &mut hands),
        }
    }
    hands.truncate(count);
    hands
}

/// Melds that may overlap, near each other in rank and suit, and random cards to fill up.
fn meld_rich(size: u32, random: &mut Random) -> Option<u64> {
    let mut hand = 0;
    let near = random.below(9);
    for _ in 0..=random.below(4) {
        if random.below(2) == 0 {
            let rank = if random.below(3) > 0 { near + random.below(5) } else { random.below(13) };
            let lacking = random.below(5);
            for suit in (0..4).filter(|&suit| suit != lacking) {
                hand |= 1 << (13 * suit + rank);
            }
        } else {
            let length = 3 + random.below(3);
            let low = (near + random.below(4)).min(13 - length);
            hand |= ((1 << length) - 1) << (13 * random.below(4) + low);
        }
    }
    (u64::count_ones(hand) <= size).then(|| random.fill(hand, size))
}

/// One hand in play: draw, discard for the least deadwood, sixteen times or until gin.
fn play(size: u32, random: &mut Random, melds: &[u64], hands: &mut Vec<u64>) {
    assert!(size == 10 || size == 11);
    let mut hand = random.fill(0, 10);
    for _ in 0..16 {
        let full = random.fill(hand, 11);
        hands.push(if size == 11 { full } else { hand });
        let drop = cards(full)
            .into_iter()
            .min_by_key(|card| (least(full ^ 1 << card, melds), std::cmp::Reverse(card % 13)))
            .expect("eleven cards");
        hand = full ^ 1 << drop;
        if least(hand, melds) == 0 {
            break;
        }
    }
}
