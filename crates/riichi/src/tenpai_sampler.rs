//! Importance sampling of tenpai hands from unseen tiles, with exact weights.
//!
//! A seat in riichi is tenpai, but only one random deal in thousands is, so rejection sampling is
//! hopeless. Hands are built instead: sets one after the other, a pair and an incomplete set (or a
//! single tile to be paired), each drawn with a probability proportional to the number of ways in
//! which the tiles left can form it. Call that sequence a path. A hand that `n` paths lead to is
//! drawn along one of them with probability `q(path)`; the weight `ways(hand) / (n q(path))`, where
//! `ways` counts the sets of physical tiles that make the hand, turns this into the uniform
//! distribution over deals: summed over the `n` paths, `q` times the weight is `ways(hand)`.

use facedown_game::Rng;
use facedown_tiles::{Hand, Kind, Pack, Tile};

/// The number of tiles of each kind.
pub(crate) type Kinds = [u8; Kind::COUNT];

/// Shares of the proposal, out of 64, for hands that are not four sets and a pair.
const SEVEN_PAIRS: u32 = 4;
const ORPHANS: u32 = 1;
const FORMS: u32 = 64;

/// The probability of proposing four sets and a pair to a hand without melds.
const STANDARD: f64 = (FORMS - SEVEN_PAIRS - ORPHANS) as f64 / FORMS as f64;

/// A sampled hand and its weight.
#[derive(Clone, Copy)]
pub(crate) struct Drawn {
    pub(crate) hand: Kinds,
    pub(crate) weight: f64,
}

/// Draws a tenpai hand that lacks one tile of `groups` sets and a pair; `None` at a dead end: then
/// try again.
pub(crate) fn draw(left: &Kinds, groups: usize, pack: Pack, rng: &mut Rng) -> Option<Drawn> {
    let mut path = Path { left: *left, hand: [0; 34], probability: 1.0 };
    if groups == 4 {
        let form = rng.below(FORMS);
        if form < ORPHANS {
            path.probability = f64::from(ORPHANS) / f64::from(FORMS);
            path.orphans(rng)?;
        } else if form < ORPHANS + SEVEN_PAIRS {
            path.probability = f64::from(SEVEN_PAIRS) / f64::from(FORMS);
            path.pairs(rng)?;
        } else {
            path.probability = STANDARD;
            path.standard(groups, rng)?;
        }
    } else {
        path.standard(groups, rng)?;
    }
    if waits_for_nothing(&path.hand, pack) {
        return None;
    }
    let ways = (0..34).map(|kind| choose(left[kind], path.hand[kind])).product::<f64>();
    let weight = ways / (f64::from(paths(&mut path.hand, groups)) * path.probability);
    Some(Drawn { hand: path.hand, weight })
}

/// Returns whether no tile completes the hand: it waits only for a fifth copy.
pub(crate) fn waits_for_nothing(hand: &Kinds, pack: Pack) -> bool {
    let mut tiles = Hand::default();
    for (kind, count) in Kind::all().zip(hand) {
        (0..*count).for_each(|_| tiles.add(Tile::plain(kind)));
    }
    tiles.waits(pack).is_empty()
}

fn choose(n: u8, k: u8) -> f64 {
    const ROWS: [[f64; 5]; 5] = [
        [1.0, 0.0, 0.0, 0.0, 0.0],
        [1.0, 1.0, 0.0, 0.0, 0.0],
        [1.0, 2.0, 1.0, 0.0, 0.0],
        [1.0, 3.0, 3.0, 1.0, 0.0],
        [1.0, 4.0, 6.0, 4.0, 1.0],
    ];
    ROWS[usize::from(n)][usize::from(k)]
}

/// A set or incomplete set, by its lowest kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Triplet,
    Run,
    Pair,
    Adjacent,
    Gap,
    Single,
}

impl Shape {
    /// Returns the number of tiles of its lowest kind and the two that follow.
    const fn tiles(self) -> [u8; 3] {
        match self {
            Self::Triplet => [3, 0, 0],
            Self::Run => [1, 1, 1],
            Self::Pair => [2, 0, 0],
            Self::Adjacent => [1, 1, 0],
            Self::Gap => [1, 0, 1],
            Self::Single => [1, 0, 0],
        }
    }

    /// Returns whether this can be its lowest kind.
    const fn fits(self, kind: usize) -> bool {
        let span = match self {
            Self::Triplet | Self::Pair | Self::Single => return true,
            Self::Run | Self::Gap => 2,
            Self::Adjacent => 1,
        };
        kind < 27 && kind % 9 + span < 9
    }

    /// Returns the number of ways in which the tiles left form it.
    fn ways(self, left: &Kinds, kind: usize) -> u32 {
        let n = |step: usize| u32::from(left[kind + step]);
        match self {
            Self::Triplet => n(0) * n(0).saturating_sub(1) * n(0).saturating_sub(2) / 6,
            Self::Pair => n(0) * n(0).saturating_sub(1) / 2,
            Self::Single => n(0),
            _ if !self.fits(kind) => 0,
            Self::Run => n(0) * n(1) * n(2),
            Self::Adjacent => n(0) * n(1),
            Self::Gap => n(0) * n(2),
        }
    }

    fn take(self, counts: &mut Kinds, kind: usize) -> bool {
        let tiles = self.tiles();
        let enough = |step: usize| tiles[step] == 0 || counts[kind + step] >= tiles[step];
        if !self.fits(kind) || !(0..3).all(enough) {
            return false;
        }
        (0..3).filter(|step| tiles[*step] > 0).for_each(|step| counts[kind + step] -= tiles[step]);
        true
    }

    fn put_back(self, counts: &mut Kinds, kind: usize) {
        let tiles = self.tiles();
        (0..3).filter(|step| tiles[*step] > 0).for_each(|step| counts[kind + step] += tiles[step]);
    }
}

const GROUPS: [Shape; 2] = [Shape::Triplet, Shape::Run];
const INCOMPLETE: [Shape; 3] = [Shape::Pair, Shape::Adjacent, Shape::Gap];

struct Path {
    left: Kinds,
    hand: Kinds,
    probability: f64,
}

impl Path {
    /// Adds one of these shapes, with probability proportional to its number of ways.
    fn add(&mut self, shapes: &[Shape], rng: &mut Rng) -> Option<()> {
        let mut ways = [[0u16; 34]; 3];
        let mut total = 0;
        for (row, shape) in ways.iter_mut().zip(shapes) {
            for (kind, slot) in row.iter_mut().enumerate() {
                let count = shape.ways(&self.left, kind);
                *slot = count as u16;
                total += count;
            }
        }
        if total == 0 {
            return None;
        }
        let mut place = rng.below(total);
        for (row, shape) in ways.iter().zip(shapes) {
            for (kind, count) in row.iter().enumerate() {
                let count = u32::from(*count);
                if place < count {
                    shape.take(&mut self.left, kind);
                    shape.put_back(&mut self.hand, kind);
                    self.probability *= f64::from(count) / f64::from(total);
                    return Some(());
                }
                place -= count;
            }
        }
        None
    }

    /// Adds all sets but one, a pair and an incomplete set; or all sets and a single tile.
    fn standard(&mut self, groups: usize, rng: &mut Rng) -> Option<()> {
        let single = groups == 0 || rng.below(4) == 0;
        if groups > 0 {
            self.probability *= if single { 0.25 } else { 0.75 };
        }
        for _ in 0..groups - usize::from(!single) {
            self.add(&GROUPS, rng)?;
        }
        if single {
            return self.add(&[Shape::Single], rng);
        }
        self.add(&[Shape::Pair], rng)?;
        self.add(&INCOMPLETE, rng)
    }

    /// Adds six pairs and a single tile, of seven kinds.
    fn pairs(&mut self, rng: &mut Rng) -> Option<()> {
        for _ in 0..6 {
            self.add(&[Shape::Pair], rng)?;
            self.bar_held();
        }
        self.add(&[Shape::Single], rng)
    }

    /// Removes the kinds of the hand from the tiles left.
    fn bar_held(&mut self) {
        for (left, held) in self.left.iter_mut().zip(self.hand) {
            *left = if held > 0 { 0 } else { *left };
        }
    }

    /// Adds all thirteen terminals and honours, or twelve of them and one twice.
    fn orphans(&mut self, rng: &mut Rng) -> Option<()> {
        let outside = || Kind::all().filter(|kind| kind.is_outside()).map(Kind::index);
        let missing = rng.below(14) as usize; // 13 means none
        self.probability /= 14.0;
        for (_, kind) in outside().enumerate().filter(|(number, _)| *number != missing) {
            if !Shape::Single.take(&mut self.left, kind) {
                return None;
            }
            self.hand[kind] += 1;
        }
        if missing == 13 {
            return Some(());
        }
        let twice = outside().enumerate().filter(|(number, _)| *number != missing);
        let (_, kind) = twice.clone().nth(rng.below(12) as usize)?;
        self.probability /= 12.0;
        if !Shape::Single.take(&mut self.left, kind) {
            return None;
        }
        self.hand[kind] += 1;
        Some(())
    }
}

/// Returns the number of paths that lead to a hand.
pub(crate) fn paths(hand: &mut Kinds, groups: usize) -> u32 {
    let mut count = 0;
    for kind in 0..34 {
        if Shape::Single.take(hand, kind) {
            count += orders(hand, 0, groups, factorial(groups));
            Shape::Single.put_back(hand, kind);
        }
        if groups == 0 || !Shape::Pair.take(hand, kind) {
            continue;
        }
        for first in 0..34 {
            for shape in INCOMPLETE {
                if shape.take(hand, first) {
                    count += orders(hand, 0, groups - 1, factorial(groups - 1));
                    shape.put_back(hand, first);
                }
            }
        }
        Shape::Pair.put_back(hand, kind);
    }
    if groups == 4 {
        let held = |copies: u8| Kind::all().filter(|kind| hand[kind.index()] == copies).count();
        if held(2) == 6 && held(1) == 1 {
            count += 720;
        }
        let outside = Kind::all().filter(|kind| kind.is_outside() && hand[kind.index()] > 0);
        let inside = Kind::all().any(|kind| !kind.is_outside() && hand[kind.index()] > 0);
        count += u32::from(!inside && outside.count() >= 12);
    }
    count
}

const fn factorial(n: usize) -> u32 {
    [1, 1, 2, 6, 24][n]
}

/// Returns the number of ordered divisions of these tiles into `groups` sets. `of` is the number of
/// orders of distinct sets; equal runs have fewer.
fn orders(counts: &mut Kinds, from: usize, groups: usize, of: u32) -> u32 {
    let Some(kind) = (from..34).find(|kind| counts[*kind] > 0) else {
        return if groups == 0 { of } else { 0 };
    };
    let count = counts[kind];
    let mut total = 0;
    // Tiles of the lowest kind that are in no triplet begin runs.
    for triplets in 0..=count / 3 {
        let runs = count - 3 * triplets;
        let used = usize::from(triplets + runs);
        let fits = runs == 0
            || Shape::Run.fits(kind) && counts[kind + 1] >= runs && counts[kind + 2] >= runs;
        if used > groups || !fits {
            continue;
        }
        counts[kind] = 0;
        if runs > 0 {
            counts[kind + 1] -= runs;
            counts[kind + 2] -= runs;
        }
        total += orders(counts, kind + 1, groups - used, of / factorial(usize::from(runs)));
        if runs > 0 {
            counts[kind + 1] += runs;
            counts[kind + 2] += runs;
        }
        counts[kind] = count;
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn kinds(text: &str) -> Kinds {
        *text.parse::<Hand>().unwrap().counts().as_array()
    }

    #[test]
    fn paths_are_counted() {
        // A single tile beside one run.
        assert_eq!(paths(&mut kinds("123m1z"), 1), 1);
        // Only 1m+234m and 4m+123m.
        assert_eq!(paths(&mut kinds("1234m"), 1), 2);
        // Two pairs: each may be the incomplete set.
        assert_eq!(paths(&mut kinds("1122z"), 1), 2);
        // Three equal runs have one order, three different sets six.
        assert_eq!(orders(&mut kinds("111222333m"), 0, 3, 6), 1 + 6);
        assert_eq!(orders(&mut kinds("123m456p789s"), 0, 3, 6), 6);
    }

    /// Every tenpai hand of four tiles from a small pool has its share of deals.
    #[test]
    fn weighted_hands_are_uniform_over_deals() {
        let left = kinds("1123344567m2233z");
        let mut rng = Rng::new(5);
        let mut seen: HashMap<Kinds, f64> = HashMap::new();
        let mut total = 0.0;
        for _ in 0..400_000 {
            if let Some(drawn) = draw(&left, 1, Pack::Four, &mut rng) {
                *seen.entry(drawn.hand).or_default() += drawn.weight;
                total += drawn.weight;
            }
        }
        let mut expected: HashMap<Kinds, f64> = HashMap::new();
        every_hand(&left, 0, 4, &mut [0; 34], &mut expected);
        let all: f64 = expected.values().sum();
        assert_eq!(seen.len(), expected.len());
        for (hand, ways) in expected {
            let (share, got) = (ways / all, seen[&hand] / total);
            assert!((got - share).abs() < 0.05 * share + 0.0005, "{share} {got} {hand:?}");
        }
    }

    fn every_hand(
        left: &Kinds,
        from: usize,
        size: u8,
        hand: &mut Kinds,
        out: &mut HashMap<Kinds, f64>,
    ) {
        if size == 0 {
            if !waits_for_nothing(hand, Pack::Four) {
                let ways = (0..34).map(|kind| choose(left[kind], hand[kind])).product();
                out.insert(*hand, ways);
            }
            return;
        }
        for kind in from..34 {
            for count in 1..=left[kind].min(size) {
                hand[kind] = count;
                every_hand(left, kind + 1, size - count, hand, out);
                hand[kind] = 0;
            }
        }
    }
}
