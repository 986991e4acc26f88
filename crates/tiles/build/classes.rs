//! Classes of equal costs, and their merging.

use crate::layout::MAX_TILES;
use crate::suits::{Costs, NEVER, Vector};
use std::collections::{BTreeMap, HashMap};

/// All costs of suits, honours and their combinations.
pub(crate) struct Classes {
    /// The costs, each with the fewest tiles that have them.
    fewest: BTreeMap<Costs, usize>,
    /// The ids of the classes, in the same order.
    ids: HashMap<Costs, u8>,
}

impl Classes {
    /// Computes the classes of suits and honours, closed under merging up to 14 tiles.
    pub(crate) fn closed(suits: &[Vector], honors: &[Vector]) -> Self {
        let mut fewest = BTreeMap::new();
        for vector in suits.iter().chain(honors) {
            let tiles = fewest.entry(vector.costs).or_insert(vector.tiles);
            *tiles = vector.tiles.min(*tiles);
        }
        loop {
            let mut grown = fewest.clone();
            for (a, m) in &fewest {
                for (b, n) in &fewest {
                    if m + n <= MAX_TILES {
                        let tiles = grown.entry(merge(a, b)).or_insert(m + n);
                        *tiles = (m + n).min(*tiles);
                    }
                }
            }
            if grown == fewest {
                break;
            }
            fewest = grown;
        }
        assert!(fewest.len() <= 256, "a class fits a byte");
        let ids = fewest.keys().enumerate().map(|(id, costs)| (*costs, id as u8)).collect();
        Self { fewest, ids }
    }

    /// Returns the id of a class.
    pub(crate) fn id(&self, costs: &Costs) -> u8 {
        self.ids[costs]
    }

    /// Returns the merged class of two classes, at `a << 8 | b`; 0 for more than 14 tiles.
    pub(crate) fn merge_table(&self) -> Vec<u8> {
        let mut table = vec![0; 1 << 16];
        for (i, (a, m)) in self.fewest.iter().enumerate() {
            for (j, (b, n)) in self.fewest.iter().enumerate() {
                if m + n <= MAX_TILES {
                    table[i << 8 | j] = self.id(&merge(a, b));
                }
            }
        }
        table
    }

    /// Returns the standard shanten of a class, at `tiles << 8 | class`, less one: a third of the
    /// tiles are groups to make, beside a pair.
    pub(crate) fn final_table(&self) -> Vec<u8> {
        let mut table = vec![0; 16 << 8];
        for (i, costs) in self.fewest.keys().enumerate() {
            for tiles in 0..=MAX_TILES {
                table[tiles << 8 | i] = costs[5 + tiles / 3].wrapping_sub(1);
            }
        }
        table
    }
}

/// Returns whether the standard shanten of two classes together is odd, at `groups << 16 | a << 8 |
/// b`.
pub(crate) fn odd_table(merge: &[u8], finals: &[u8]) -> Vec<u8> {
    let odd = |at: usize| finals[(3 * (at >> 16) + 1) << 8 | merge[at & 0xffff] as usize] & 1;
    (0..5 << 16).map(odd).collect()
}

/// Merges the costs of two sets of tiles: the best way to share the groups and the pair.
fn merge(a: &Costs, b: &Costs) -> Costs {
    let mut costs = [NEVER; 10];
    for (i, &lacking) in a.iter().enumerate() {
        for (j, &more) in b.iter().enumerate() {
            if i / 5 + j / 5 < 2 && i % 5 + j % 5 < 5 {
                let to = &mut costs[i + j];
                *to = lacking.saturating_add(more).min(*to);
            }
        }
    }
    costs
}
