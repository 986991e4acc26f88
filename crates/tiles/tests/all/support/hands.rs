//! Random hands of several styles.

/// A small generator (`SplitMix64`), so that every run compares the same hands.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ z >> 31) * n as u128) >> 64) as usize
    }
}

/// The distribution of the tiles of a hand.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Style {
    /// All 136 tiles.
    Any,
    /// One suit.
    Flush,
    /// One suit and honours.
    HalfFlush,
    /// Terminals and honours mostly.
    Outside,
    /// A complete hand with some tiles exchanged.
    NearComplete,
}

impl Style {
    pub(crate) const ALL: [Self; 5] =
        [Self::Any, Self::Flush, Self::HalfFlush, Self::Outside, Self::NearComplete];

    fn weight(self, kind: usize, suit: usize) -> usize {
        let outside = kind >= 27 || matches!(kind % 9, 0 | 8);
        match self {
            Self::Any | Self::NearComplete => 1,
            Self::Flush => usize::from(kind / 9 == suit),
            Self::HalfFlush => usize::from(kind / 9 == suit || kind >= 27),
            Self::Outside => 1 + 12 * usize::from(outside),
        }
    }
}

/// Returns a hand of `tiles` tiles out of the kinds for which `exists` holds.
pub(crate) fn random_hand(
    dice: &mut Dice,
    style: Style,
    tiles: usize,
    exists: impl Fn(usize) -> bool,
) -> [u8; 34] {
    let mut counts = [0u8; 34];
    let suit = if exists(1) { dice.below(3) } else { 1 + dice.below(2) };
    if matches!(style, Style::NearComplete) {
        fill_with_groups(dice, tiles, &exists, &mut counts);
        for _ in 0..dice.below(4) {
            discard(dice, &mut counts);
        }
    }
    while counts.iter().sum::<u8>() < tiles as u8 {
        let weights = (0..34).map(|kind| {
            let copies = usize::from(exists(kind)) * usize::from(4 - counts[kind]);
            style.weight(kind, suit) * copies
        });
        let mut at = dice.below(weights.clone().sum());
        let kind = weights.clone().position(|weight| {
            let hit = at < weight;
            at = at.wrapping_sub(weight);
            hit
        });
        counts[kind.expect("a tile is left")] += 1;
    }
    counts
}

fn fill_with_groups(
    dice: &mut Dice,
    tiles: usize,
    exists: &impl Fn(usize) -> bool,
    counts: &mut [u8; 34],
) {
    let pair = dice.below(34);
    if exists(pair) && tiles >= 2 {
        counts[pair] += 2;
    }
    for _ in 0..20 {
        if counts.iter().sum::<u8>() as usize + 3 > tiles {
            break;
        }
        let kind = dice.below(34);
        let row = dice.below(3) > 0 && kind < 27 && kind % 9 < 7;
        let group = if row { [kind, kind + 1, kind + 2] } else { [kind; 3] };
        let mut next = *counts;
        for kind in group {
            next[kind] += 1;
        }
        if group.iter().all(|&kind| exists(kind) && next[kind] <= 4) {
            *counts = next;
        }
    }
}

fn discard(dice: &mut Dice, counts: &mut [u8; 34]) {
    let kind = dice.below(34);
    let held = (0..34).map(|i| (kind + i) % 34).find(|&kind| counts[kind] > 0);
    if let Some(kind) = held {
        counts[kind] -= 1;
    }
}
