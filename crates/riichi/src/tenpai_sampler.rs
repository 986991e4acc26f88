//! Random tenpai hands out of unseen tiles, with exact weights.
//!
//! A seat in riichi is tenpai, and one deal in thousands is, so such hands cannot be found by
//! dealing at random. They are built instead: complete groups one after the other, a pair and an
//! unfinished group (or a lone tile to be paired), each drawn with a chance in proportion to the
//! ways in which the tiles left can form it. Call that sequence a path. A hand that `n` paths lead
//! to is drawn along one of them with the chance `q(path)`; the weight `ways(hand) / (n q(path))`,
//! where `ways` counts the sets of physical tiles that make the hand, turns this into the uniform
//! distribution over deals: summed over the `n` paths, `q` times the weight is `ways(hand)`.

use facedown_game::Rng;
use facedown_tiles::{Hand, Kind, Pack, Tile};

/// How many tiles of each kind.
pub(crate) type Kinds = [u8; Kind::COUNT];

/// What a hand that is not four groups and a pair is tried for, out of 64.
const SEVEN_PAIRS: u32 = 4;
const ORPHANS: u32 = 1;
const FORMS: u32 = 64;

/// The chance of each form where the hand has no melds.
const STANDARD: f64 = (FORMS - SEVEN_PAIRS - ORPHANS) as f64 / FORMS as f64;

/// A hand and its weight.
#[derive(Clone, Copy)]
pub(crate) struct Drawn {
    pub(crate) hand: Kinds,
    pub(crate) weight: f64,
}

/// Draws a tenpai hand that lays `groups` groups beside a pair, or `None` where the path led
/// nowhere: then begin again.
pub(crate) fn draw(left: &Kinds, groups: usize, pack: Pack, rng: &mut Rng) -> Option<Drawn> {
    let mut path = Path { left: *left, hand: [0; 34], chance: 1.0 };
    if groups == 4 {
        let form = rng.below(FORMS);
        if form < ORPHANS {
            path.chance = f64::from(ORPHANS) / f64::from(FORMS);
            path.orphans(rng)?;
        } else if form < ORPHANS + SEVEN_PAIRS {
            path.chance = f64::from(SEVEN_PAIRS) / f64::from(FORMS);
            path.pairs(rng)?;
        } else {
            path.chance = STANDARD;
            path.standard(groups, rng)?;
        }
    } else {
        path.standard(groups, rng)?;
    }
    if waits_for_nothing(&path.hand, pack) {
        return None;
    }
    let ways = (0..34).map(|kind| choose(left[kind], path.hand[kind])).product::<f64>();
    let weight = ways / (f64::from(paths(&mut path.hand, groups)) * path.chance);
    Some(Drawn { hand: path.hand, weight })
}

/// Whether no tile completes the hand: the only ones that would are a fifth copy.
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

/// The groups and unfinished groups that can begin with a kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Triplet,
    Row,
    Pair,
    Neighbours,
    Gap,
    Single,
}

impl Shape {
    /// How many tiles it takes of its first kind and the two that follow.
    const fn tiles(self) -> [u8; 3] {
        match self {
            Self::Triplet => [3, 0, 0],
            Self::Row => [1, 1, 1],
            Self::Pair => [2, 0, 0],
            Self::Neighbours => [1, 1, 0],
            Self::Gap => [1, 0, 1],
            Self::Single => [1, 0, 0],
        }
    }

    /// Whether it can begin with this kind.
    const fn fits(self, kind: usize) -> bool {
        let span = match self {
            Self::Triplet | Self::Pair | Self::Single => return true,
            Self::Row | Self::Gap => 2,
            Self::Neighbours => 1,
        };
        kind < 27 && kind % 9 + span < 9
    }

    /// In how many ways the tiles left form it.
    fn ways(self, left: &Kinds, kind: usize) -> u32 {
        let n = |step: usize| u32::from(left[kind + step]);
        match self {
            Self::Triplet => n(0) * n(0).saturating_sub(1) * n(0).saturating_sub(2) / 6,
            Self::Pair => n(0) * n(0).saturating_sub(1) / 2,
            Self::Single => n(0),
            _ if !self.fits(kind) => 0,
            Self::Row => n(0) * n(1) * n(2),
            Self::Neighbours => n(0) * n(1),
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

const GROUPS: [Shape; 2] = [Shape::Triplet, Shape::Row];
const UNFINISHED: [Shape; 3] = [Shape::Pair, Shape::Neighbours, Shape::Gap];

struct Path {
    left: Kinds,
    hand: Kinds,
    chance: f64,
}

impl Path {
    /// Adds one of these shapes, each with a chance in proportion to its ways.
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
                    self.chance *= f64::from(count) / f64::from(total);
                    return Some(());
                }
                place -= count;
            }
        }
        None
    }

    /// Groups but one, a pair and an unfinished group; or all groups and a lone tile.
    fn standard(&mut self, groups: usize, rng: &mut Rng) -> Option<()> {
        let lone = groups == 0 || rng.below(4) == 0;
        if groups > 0 {
            self.chance *= if lone { 0.25 } else { 0.75 };
        }
        for _ in 0..groups - usize::from(!lone) {
            self.add(&GROUPS, rng)?;
        }
        if lone {
            return self.add(&[Shape::Single], rng);
        }
        self.add(&[Shape::Pair], rng)?;
        self.add(&UNFINISHED, rng)
    }

    /// Six pairs and a lone tile of seven kinds.
    fn pairs(&mut self, rng: &mut Rng) -> Option<()> {
        for _ in 0..6 {
            self.add(&[Shape::Pair], rng)?;
            self.bar_held();
        }
        self.add(&[Shape::Single], rng)
    }

    /// Kinds in the hand can no longer be drawn.
    fn bar_held(&mut self) {
        for (left, held) in self.left.iter_mut().zip(self.hand) {
            *left = if held > 0 { 0 } else { *left };
        }
    }

    /// Thirteen kinds of terminals and honours, or twelve of them and one twice.
    fn orphans(&mut self, rng: &mut Rng) -> Option<()> {
        let outside = || Kind::all().filter(|kind| kind.is_outside()).map(Kind::index);
        let missing = rng.below(14) as usize; // 13 means none
        self.chance /= 14.0;
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
        self.chance /= 12.0;
        if !Shape::Single.take(&mut self.left, kind) {
            return None;
        }
        self.hand[kind] += 1;
        Some(())
    }
}

/// How many paths lead to a hand.
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
            for shape in UNFINISHED {
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

/// In how many orders these tiles are so many groups. `of` is the orders of all groups; equal rows
/// have fewer.
fn orders(counts: &mut Kinds, from: usize, groups: usize, of: u32) -> u32 {
    let Some(kind) = (from..34).find(|kind| counts[*kind] > 0) else {
        return if groups == 0 { of } else { 0 };
    };
    let count = counts[kind];
    let mut total = 0;
    // Whatever of the lowest kind is no triplet begins rows.
    for triplets in 0..=count / 3 {
        let rows = count - 3 * triplets;
        let used = usize::from(triplets + rows);
        let fits = rows == 0
            || Shape::Row.fits(kind) && counts[kind + 1] >= rows && counts[kind + 2] >= rows;
        if used > groups || !fits {
            continue;
        }
        counts[kind] = 0;
        if rows > 0 {
            counts[kind + 1] -= rows;
            counts[kind + 2] -= rows;
        }
        total += orders(counts, kind + 1, groups - used, of / factorial(usize::from(rows)));
        if rows > 0 {
            counts[kind + 1] += rows;
            counts[kind + 2] += rows;
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
        // A lone tile beside one row; the row's ends may be the lone tile's neighbours too.
        assert_eq!(paths(&mut kinds("123m1z"), 1), 1);
        // 1m alone or 4m alone, or 11m and 23m, … : only 1m+234m, 4m+123m.
        assert_eq!(paths(&mut kinds("1234m"), 1), 2);
        // Two pairs: each may be the unfinished one.
        assert_eq!(paths(&mut kinds("1122z"), 1), 2);
        // Three equal rows have one order, three different ones six.
        assert_eq!(orders(&mut kinds("111222333m"), 0, 3, 6), 1 + 6);
        assert_eq!(orders(&mut kinds("123m456p789s"), 0, 3, 6), 6);
    }

    /// Every tenpai hand of four tiles out of a small pool comes with its share of deals.
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
