//! A hash index of nodes by key.
//!
//! Chained buckets in levels of growing size. A node goes into the newest level and stays there;
//! a new level begins when the last is full. Nothing moves and nothing is rehashed, so that threads
//! can look up and insert concurrently, and three nodes of four are found in the newest level.

use crate::tree::node_alloc::Memory;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

const FIRST_BITS: u32 = 10;
const GROWTH_BITS: u32 = 2;
const LEVELS: usize = 10;

/// Access to the nodes of the index: their keys and bucket chains.
pub(crate) trait Chained {
    /// The node's key.
    fn key(&self, link: u32) -> u64;
    /// The link to the next node of its bucket.
    fn next(&self, link: u32) -> &AtomicU32;
    /// An upper bound of the number of nodes, never decreasing.
    fn count(&self) -> u32;
}

/// Links to nodes, by key.
pub(crate) struct Table {
    levels: [OnceLock<Box<[AtomicU32]>>; LEVELS],
    open: AtomicU32, // a bit for each level in use
}

impl Table {
    /// Bytes of the first level.
    pub(crate) const MIN_BYTES: u64 = (size_of::<AtomicU32>() as u64) << FIRST_BITS;

    pub(crate) fn new() -> Self {
        Self { levels: [const { OnceLock::new() }; LEVELS], open: AtomicU32::new(0) }
    }

    /// Returns the newest level for this many nodes: levels 0 to k hold a little more than
    /// 2^(10 + 2k).
    #[inline]
    fn level(count: u32) -> usize {
        let beyond = (count >> FIRST_BITS).max(1).ilog2().div_ceil(GROWTH_BITS);
        (beyond as usize).min(LEVELS - 1)
    }

    /// Returns the node with this key.
    #[inline]
    pub(crate) fn find(&self, key: u64, nodes: &impl Chained) -> Option<u32> {
        let newest = Self::level(nodes.count());
        for level in self.levels[..=newest].iter().rev() {
            let Some(buckets) = level.get() else { continue };
            // Acquire: pairs with the release store that links an initialised node.
            let head = buckets[key as usize & (buckets.len() - 1)].load(Ordering::Acquire);
            if let Some(link) = in_chain(head, 0, key, nodes) {
                return Some(link);
            }
        }
        None
    }

    /// Links a new node, or returns the one that another thread linked first.
    pub(crate) fn insert(
        &self,
        link: u32,
        key: u64,
        nodes: &impl Chained,
        memory: &Memory,
    ) -> Option<u32> {
        let level = Self::level(nodes.count());
        let buckets = self.buckets(level, memory)?;
        let bucket = &buckets[key as usize & (buckets.len() - 1)];
        let (mut head, mut seen) = (bucket.load(Ordering::Acquire), 0);
        loop {
            if let Some(other) = in_chain(head, seen, key, nodes) {
                return Some(other);
            }
            nodes.next(link).store(head, Ordering::Relaxed);
            seen = head;
            let linked = bucket.compare_exchange(head, link, Ordering::Release, Ordering::Acquire);
            match linked {
                Ok(_) => return Some(link),
                Err(now) => head = now,
            }
        }
    }

    /// Links a new node whose key is not there yet, in an index with one owner.
    #[inline]
    pub(crate) fn insert_owned(
        &self,
        link: u32,
        key: u64,
        nodes: &impl Chained,
        memory: &Memory,
    ) -> Option<u32> {
        let buckets = self.buckets(Self::level(nodes.count()), memory)?;
        let bucket = &buckets[key as usize & (buckets.len() - 1)];
        nodes.next(link).store(bucket.load(Ordering::Relaxed), Ordering::Relaxed);
        bucket.store(link, Ordering::Release);
        Some(link)
    }

    /// Returns the buckets of this level, or of the newest below it if memory is short.
    fn buckets(&self, level: usize, memory: &Memory) -> Option<&[AtomicU32]> {
        for level in (0..=level).rev() {
            let slot = &self.levels[level];
            // Acquire: an open level has been allocated.
            if self.open.load(Ordering::Acquire) >> level & 1 == 1 {
                return slot.get().map(AsRef::as_ref);
            }
            let len = 1 << (FIRST_BITS + GROWTH_BITS * level as u32);
            if memory.take(len as u64 * size_of::<AtomicU32>() as u64) {
                let made = slot.get_or_init(|| memory.make(len));
                self.open.fetch_or(1 << level, Ordering::Release);
                return Some(made);
            }
        }
        None
    }

    /// Removes all nodes, `count` of them, and keeps the memory or releases it.
    pub(crate) fn clear(&mut self, count: u32, keep: bool) {
        *self.open.get_mut() = 0;
        if !keep {
            self.levels.iter_mut().for_each(|level| drop(level.take()));
        }
        let newest = Self::level(count);
        for level in self.levels[..=newest].iter_mut().filter_map(OnceLock::get_mut) {
            level.iter_mut().for_each(|bucket| *bucket.get_mut() = 0);
        }
    }
}

/// Searches a chain from `link` to its end, or to `end`.
#[inline]
fn in_chain(mut link: u32, end: u32, key: u64, nodes: &impl Chained) -> Option<u32> {
    while link != 0 && link != end {
        if nodes.key(link) == key {
            return Some(link);
        }
        link = nodes.next(link).load(Ordering::Relaxed);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nodes, and the number of them in use.
    struct Nodes(Vec<(u64, AtomicU32)>, AtomicU32);

    impl Chained for Nodes {
        fn key(&self, link: u32) -> u64 {
            self.0[link as usize].0
        }

        fn next(&self, link: u32) -> &AtomicU32 {
            &self.0[link as usize].1
        }

        fn count(&self) -> u32 {
            self.1.load(Ordering::Relaxed)
        }
    }

    fn nodes(count: u64) -> Nodes {
        // Keys that collide in their low bits, too.
        let all = (0..=count).map(|n| (n << 4 | n >> 40, AtomicU32::new(0))).collect();
        Nodes(all, AtomicU32::new(0))
    }

    #[test]
    fn every_node_is_found_through_many_levels() {
        let (memory, nodes, mut table) = (Memory::new(1 << 30), nodes(200_000), Table::new());
        for round in 0..3 {
            for link in 1..=200_000u32 {
                let key = nodes.key(link);
                assert_eq!(table.find(key, &nodes), None, "round {round}");
                nodes.1.store(link, Ordering::Relaxed);
                assert_eq!(table.insert(link, key, &nodes, &memory), Some(link));
            }
            for link in 1..=200_000 {
                assert_eq!(table.find(nodes.key(link), &nodes), Some(link));
            }
            table.clear(nodes.count(), round == 0);
            nodes.1.store(0, Ordering::Relaxed);
        }
    }

    #[test]
    fn a_table_without_memory_for_more_levels_still_finds_everything() {
        let (memory, nodes, table) = (Memory::new(6_000), nodes(20_000), Table::new());
        for link in 1..=20_000u32 {
            nodes.1.store(link, Ordering::Relaxed);
            assert_eq!(table.insert(link, nodes.key(link), &nodes, &memory), Some(link));
        }
        assert!((1..=20_000).all(|link| table.find(nodes.key(link), &nodes) == Some(link)));
        assert!(memory.used() <= 5_000);
    }

    #[test]
    fn of_two_nodes_with_one_key_the_first_wins() {
        let (memory, table) = (Memory::new(1 << 20), Table::new());
        let nodes = Nodes((0..3).map(|_| (7, AtomicU32::new(0))).collect(), AtomicU32::new(2));
        assert_eq!(table.insert(1, 7, &nodes, &memory), Some(1));
        assert_eq!(table.insert(2, 7, &nodes, &memory), Some(1));
    }

    #[test]
    fn threads_that_add_the_same_keys_agree() {
        let (memory, nodes, table) = (Memory::new(1 << 24), nodes(8_000), Table::new());
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (memory, nodes, table) = (&memory, &nodes, &table);
                scope.spawn(move || {
                    for link in (1..=8_000u32).filter(|link| link % 4 == thread) {
                        nodes.1.fetch_add(1, Ordering::Relaxed);
                        table.insert(link, nodes.key(link), nodes, memory).unwrap();
                    }
                });
            }
        });
        assert!((1..=8_000).all(|link| table.find(nodes.key(link), &nodes) == Some(link)));
    }
}
