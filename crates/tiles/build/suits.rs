//! The costs of every suit vector: tiles lacking for every number of groups, with and without a
//! pair.
//!
//! A dynamic program over the kinds 1 to 9 of a suit. Its state, a [`Front`], holds the tiles
//! lacking so far for every choice of groups and of sequences still open. Different counts often
//! reach the same front, so each distinct front is advanced only once.

use crate::layout::{HONOR_UNITS, MAX_TILES, UNITS};
use std::collections::HashMap;

/// Unreachable.
pub(crate) const NEVER: u8 = 99;

/// Tiles lacking for 0-4 groups without a pair, then for 0-4 groups and a pair.
pub(crate) type Costs = [u8; 10];

/// A count vector.
#[derive(Clone, Copy)]
pub(crate) struct Vector {
    /// Its index in the layout.
    pub(crate) index: u32,
    pub(crate) tiles: usize,
    pub(crate) costs: Costs,
}

/// Tiles lacking so far, by [`slot`].
type Front = [u8; 90];

/// Returns the index into a front: `before` sequences began two kinds ago and end at the next kind,
/// `last` began at the last kind.
const fn slot(before: usize, last: usize, pairs: usize, groups: usize) -> usize {
    ((before * 3 + last) * 2 + pairs) * 5 + groups
}

/// Advances a front by `count` tiles of the kind `number` (from 0).
fn advance(front: &Front, number: usize, count: usize) -> Front {
    let mut next = [NEVER; 90];
    for (at, &so_far) in front.iter().enumerate().filter(|&(_, &cost)| cost != NEVER) {
        let (groups, pairs, last, before) = (at % 5, at / 5 % 2, at / 10 % 3, at / 30);
        // Three equal sequences are three triplets: two are enough. None begins at 8 or 9.
        for begin in 0..=(if number < 7 { 2 } else { 0 }) {
            for (triplet, pair) in [(0, 0), (1, 0), (0, 1)] {
                let target = before + last + begin + 3 * triplet + 2 * pair;
                let (groups, pairs) = (groups + begin + triplet, pairs + pair);
                if target > 4 || groups > 4 || pairs > 1 {
                    continue; // a target never has a fifth tile
                }
                let lacking = so_far + target.saturating_sub(count) as u8;
                let to = &mut next[slot(last, begin, pairs, groups)];
                *to = lacking.min(*to);
            }
        }
    }
    next
}

/// Distinct fronts, and their transitions by number and count.
struct Fronts {
    list: Vec<Front>,
    ids: HashMap<Front, usize>,
    moves: HashMap<(usize, usize, usize), usize>,
}

impl Fronts {
    fn advance(&mut self, from: usize, number: usize, count: usize) -> usize {
        if let Some(&to) = self.moves.get(&(from, number, count)) {
            return to;
        }
        let front = advance(&self.list[from], number, count);
        let to = *self.ids.entry(front).or_insert_with(|| {
            self.list.push(front);
            self.list.len() - 1
        });
        self.moves.insert((from, number, count), to);
        to
    }

    /// Continues from a front at `number` with the tiles so far.
    fn visit(&mut self, front: usize, number: usize, so_far: Vector, out: &mut Vec<Vector>) {
        if number == 9 {
            let costs = std::array::from_fn(|i| self.list[front][slot(0, 0, i / 5, i % 5)]);
            out.push(Vector { costs, ..so_far });
            return;
        }
        for count in 0..=(MAX_TILES - so_far.tiles).min(4) {
            let next = self.advance(front, number, count);
            let vector = Vector {
                index: so_far.index + UNITS[number] * count as u32,
                tiles: so_far.tiles + count,
                costs: so_far.costs,
            };
            self.visit(next, number + 1, vector, out);
        }
    }
}

/// Returns every vector of nine counts with at most 14 tiles.
pub(crate) fn all() -> Vec<Vector> {
    let mut start = [NEVER; 90];
    start[slot(0, 0, 0, 0)] = 0;
    let mut fronts = Fronts { list: vec![start], ids: HashMap::new(), moves: HashMap::new() };
    let mut out = Vec::new();
    let nothing = Vector { index: 0, tiles: 0, costs: [NEVER; 10] };
    fronts.visit(0, 0, nothing, &mut out);
    out
}

/// Returns every set of seven honours with at most 14 tiles, by the numbers held once, twice and
/// more.
pub(crate) fn honors() -> Vec<Vector> {
    let mut out = Vec::new();
    for triplets in 0..=4 {
        for pairs in 0..=7 - triplets {
            for singles in 0..=7 - triplets - pairs {
                let mut counts = [0; 7];
                counts[..triplets].fill(3);
                counts[triplets..triplets + pairs].fill(2);
                counts[triplets + pairs..triplets + pairs + singles].fill(1);
                let tiles: usize = counts.iter().sum();
                if tiles <= MAX_TILES {
                    let steps = counts.iter().flat_map(|&count| &HONOR_UNITS[..count]);
                    let index = steps.sum();
                    out.push(Vector { index, tiles, costs: honor_costs(&counts) });
                }
            }
        }
    }
    out
}

/// Returns the costs of honours: a target is a choice of kinds to make triplets, and one to make a
/// pair.
fn honor_costs(counts: &[usize; 7]) -> Costs {
    let mut costs = [NEVER; 10];
    costs[0] = 0;
    for &count in counts {
        let before = costs;
        for at in 0..10 {
            let (groups, pairs) = (at % 5, at / 5);
            if groups > 0 {
                costs[at] = costs[at].min(before[at - 1].saturating_add(3 - count as u8));
            }
            if pairs > 0 {
                let lacking = 2usize.saturating_sub(count) as u8;
                costs[at] = costs[at].min(before[at - 5].saturating_add(lacking));
            }
        }
    }
    costs
}
