//! Memory for nodes: 32-bit links, blocks that never move, and a hard limit.
//!
//! An arena is a list of segments that are allocated on first use and kept for the next search if
//! they are few. Slots never move, so that threads that share a tree can hold links while others
//! add to it, and growing never copies. Link 0 is no link.

use crate::tree::node::LINKS;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Bytes that the arenas of one tree may take together.
///
/// Every search counts its memory from zero, whatever was kept from the last one, so that both give
/// the same answer. A part of the limit is reserved for kept memory.
pub(crate) struct Memory {
    limit: u64,
    used: CachePadded<AtomicU64>,
    held: AtomicU64,
}

/// One part in this many of the limit may be kept from search to search.
const KEPT: u64 = 4;

impl Memory {
    pub(crate) fn new(limit: u64) -> Self {
        Self { limit, used: CachePadded(AtomicU64::new(0)), held: AtomicU64::new(0) }
    }

    /// Returns the limit with which a search may use this many bytes.
    pub(crate) const fn at_least(used: u64) -> u64 {
        used.div_ceil(KEPT - 1) * KEPT
    }

    /// Reserves bytes, if that many are left.
    pub(crate) fn take(&self, bytes: u64) -> bool {
        let most = self.limit - self.limit / KEPT;
        let taken = |used: u64| used.checked_add(bytes).filter(|sum| *sum <= most);
        self.used.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken).is_ok()
    }

    /// Allocates zeroed memory for `len` values, and counts it as held.
    pub(crate) fn make<T: Zeros>(&self, len: usize) -> Box<[T]> {
        self.held.fetch_add((len * size_of::<T>()) as u64, Ordering::Relaxed);
        zeros(len)
    }

    /// Releases all reservations; returns whether the held memory is small enough to be kept.
    pub(crate) fn clear(&mut self) -> bool {
        *self.used.0.get_mut() = 0;
        let keeps = *self.held.get_mut() <= self.limit / KEPT;
        if !keeps {
            *self.held.get_mut() = 0;
        }
        keeps
    }

    pub(crate) fn limit(&self) -> u64 {
        self.limit
    }

    pub(crate) fn used(&self) -> u64 {
        self.used.0.load(Ordering::Relaxed)
    }

    pub(crate) fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }
}

/// A type for which memory of zeros is a valid value.
///
/// # Safety
/// It must be.
#[allow(
    unsafe_code,
    reason = "segments come from the system as zeros, and untouched pages are free"
)]
pub(crate) unsafe trait Zeros {}

#[allow(unsafe_code, reason = "see `Zeros`")]
// SAFETY: an atomic integer has the representation of the integer.
unsafe impl Zeros for AtomicU32 {}

/// A slice of zeros.
#[allow(unsafe_code, reason = "see `Zeros`")]
fn zeros<T: Zeros>(len: usize) -> Box<[T]> {
    // SAFETY: memory of zeros is a valid `T`, by the contract of `Zeros`.
    unsafe { Box::<[T]>::new_zeroed_slice(len).assume_init() }
}

/// A value alone on its cache lines, to avoid false sharing. Two lines, because processors fetch
/// them in pairs.
#[repr(align(128))]
pub(crate) struct CachePadded<T>(pub(crate) T);

/// The longest block: every segment has room for one.
pub(crate) const LONGEST_BLOCK: u32 = 1 << 12;

/// Number of slots that a thread reserves at a time.
const CHUNK: u32 = 256;

/// Approximate size of a segment, unless the longest block is larger.
const SEGMENT_BYTES: usize = 192 << 10;

/// Slots reserved by one thread, so that its next nodes and edges are on cache lines of its own.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Chunk {
    next: u32,
    end: u32,
}

/// Slots that are allocated once and never move.
pub(crate) struct Arena<T> {
    segments: Box<[OnceLock<Box<[T]>>]>,
    open: AtomicU32, // segments in use
    next: CachePadded<AtomicU32>,
}

impl<T: Zeros> Arena<T> {
    /// Builds an empty arena within this memory.
    pub(crate) fn new(memory: &Memory) -> Self {
        let most = memory.limit() / Self::BYTES + 1;
        let addressable = u64::from(LINKS >> Self::BITS);
        let segments = (0..most.min(addressable)).map(|_| OnceLock::new()).collect();
        Self { segments, open: AtomicU32::new(0), next: CachePadded(AtomicU32::new(1)) }
    }

    const BITS: u32 = {
        let slots = (SEGMENT_BYTES / size_of::<T>()).ilog2();
        if slots > LONGEST_BLOCK.ilog2() { slots } else { LONGEST_BLOCK.ilog2() }
    };
    const SLOTS: u32 = 1 << Self::BITS;
    /// Bytes of a segment.
    pub(crate) const BYTES: u64 = Self::SLOTS as u64 * size_of::<T>() as u64;

    /// Allocates adjacent slots; `None` if no memory is left. Their contents are those of earlier
    /// searches.
    #[inline]
    pub(crate) fn alloc(&self, len: u32, memory: &Memory) -> Option<u32> {
        debug_assert!(len <= LONGEST_BLOCK);
        let mut next = self.next.0.load(Ordering::Relaxed);
        loop {
            let (start, end) = self.place(next, len, memory)?;
            let taken =
                self.next.0.compare_exchange(next, end, Ordering::Relaxed, Ordering::Relaxed);
            match taken {
                Ok(_) => return Some(start),
                Err(now) => next = now,
            }
        }
    }

    /// The same in an arena with one owner, without atomic updates.
    #[inline]
    pub(crate) fn alloc_owned(&self, len: u32, memory: &Memory) -> Option<u32> {
        debug_assert!(len <= LONGEST_BLOCK);
        let next = self.next.0.load(Ordering::Relaxed);
        let (start, end) = self.place(next, len, memory)?;
        self.next.0.store(end, Ordering::Relaxed);
        Some(start)
    }

    /// Returns the start and end of the first block from `next` on that lies in one segment.
    #[inline]
    fn place(&self, next: u32, len: u32, memory: &Memory) -> Option<(u32, u32)> {
        let room = Self::SLOTS - (next & (Self::SLOTS - 1));
        let start = if len <= room { next } else { next.checked_add(room)? };
        self.ensure((start >> Self::BITS) as usize, memory)?;
        Some((start, start.checked_add(len)?))
    }

    /// Allocates adjacent slots from a thread's own chunk, which is refilled if too short. Chunks
    /// of a small arena are small.
    #[inline]
    pub(crate) fn alloc_from(&self, chunk: &mut Chunk, len: u32, memory: &Memory) -> Option<u32> {
        if chunk.end - chunk.next < len {
            let more = (self.len() / 16).min(CHUNK).max(len);
            let taken = |len| Some(Chunk { next: self.alloc(len, memory)?, end: len });
            *chunk = taken(more).or_else(|| taken(len))?;
            chunk.end += chunk.next;
        }
        chunk.next += len;
        Some(chunk.next - len)
    }

    #[inline]
    fn ensure(&self, segment: usize, memory: &Memory) -> Option<()> {
        if segment < self.open.load(Ordering::Relaxed) as usize {
            return Some(());
        }
        let slot = self.segments.get(segment)?;
        if !memory.take(Self::BYTES) {
            return None;
        }
        // Concurrent threads have each reserved memory for the one segment: the limit is reached a
        // few segments early at most.
        slot.get_or_init(|| memory.make(Self::SLOTS as usize));
        self.open.fetch_max(segment as u32 + 1, Ordering::Relaxed);
        Some(())
    }

    /// Returns the slots of a block.
    #[inline]
    pub(crate) fn slice(&self, start: u32, len: u32) -> &[T] {
        let segment = self.segment(start);
        let first = (start & (Self::SLOTS - 1)) as usize;
        &segment[first..first + len as usize]
    }

    /// Returns one slot.
    #[inline]
    pub(crate) fn get(&self, link: u32) -> &T {
        &self.segment(link)[(link & (Self::SLOTS - 1)) as usize]
    }

    #[inline]
    fn segment(&self, link: u32) -> &[T] {
        let made = self.segments[(link >> Self::BITS) as usize].get();
        made.expect("links are given out after their segment is made")
    }

    /// Returns the number of slots in use.
    pub(crate) fn len(&self) -> u32 {
        self.next.0.load(Ordering::Relaxed) - 1
    }

    /// Frees all slots, and keeps the memory or releases it.
    pub(crate) fn clear(&mut self, keep: bool) {
        *self.next.0.get_mut() = 1;
        *self.open.get_mut() = 0;
        if !keep {
            self.segments.iter_mut().for_each(|segment| drop(segment.take()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_do_not_overlap_and_do_not_cross_segments() {
        let memory = Memory::new(4 << 20);
        let arena = Arena::<AtomicU32>::new(&memory);
        let mut last_end = 1;
        let slots = Arena::<AtomicU32>::SLOTS;
        for len in [1, 4_000, 100, LONGEST_BLOCK, 1, 3].into_iter().cycle().take(100) {
            let start = arena.alloc(len, &memory).unwrap();
            assert!(start >= last_end);
            assert_eq!(start / slots, (start + len - 1) / slots);
            assert_eq!(arena.slice(start, len).len(), len as usize);
            last_end = start + len;
        }
    }

    #[test]
    fn an_arena_stops_at_its_memory_limit_and_can_be_used_again() {
        let mut memory = Memory::new(400_000);
        let mut arena = Arena::<AtomicU32>::new(&memory);
        let fill = |arena: &mut Arena<AtomicU32>, memory: &Memory| {
            let mut blocks = 0;
            while arena.alloc(64, memory).is_some() {
                blocks += 1;
            }
            blocks
        };
        let first = fill(&mut arena, &memory);
        assert_eq!(first, 2 * Arena::<AtomicU32>::SLOTS / 64 - 1);
        arena.clear(memory.clear());
        assert_eq!((memory.used(), memory.held()), (0, 0), "too much to be kept");
        assert_eq!(fill(&mut arena, &memory), first);
        assert!(memory.used() <= 300_000);
    }

    #[test]
    fn a_little_memory_is_kept_and_counts_again_when_it_is_used() {
        let mut memory = Memory::new(KEPT * Arena::<AtomicU32>::BYTES);
        let mut arena = Arena::<AtomicU32>::new(&memory);
        arena.alloc(64, &memory).unwrap();
        let one = Arena::<AtomicU32>::BYTES;
        assert_eq!((memory.used(), memory.held()), (one, one));
        arena.clear(memory.clear());
        assert_eq!((memory.used(), memory.held()), (0, one));
        arena.alloc(64, &memory).unwrap();
        assert_eq!((memory.used(), memory.held()), (one, one));
    }

    #[test]
    fn chunks_do_not_overlap_and_use_the_last_of_the_memory() {
        let memory = Memory::new(400_000);
        let arena = Arena::<AtomicU32>::new(&memory);
        let mut chunks = [Chunk::default(); 3];
        let mut given = 0;
        for number in 0.. {
            let len = [1, 7, 64, 300][number % 4];
            let Some(slot) = arena.alloc_from(&mut chunks[number % 3], len, &memory) else { break };
            for cell in arena.slice(slot, len) {
                assert_eq!(cell.fetch_add(1, Ordering::Relaxed), 0);
            }
            given += len;
        }
        assert!(given > Arena::<AtomicU32>::SLOTS, "{given}");
    }

    #[test]
    fn threads_get_different_slots() {
        let memory = Memory::new(1 << 20);
        let arena = Arena::<AtomicU32>::new(&memory);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..3_000 {
                        let slot = arena.alloc(3, &memory).unwrap();
                        for cell in arena.slice(slot, 3) {
                            assert_eq!(cell.fetch_add(1, Ordering::Relaxed), 0);
                        }
                    }
                });
            }
        });
        assert!(arena.len() >= 4 * 3 * 3_000);
    }
}
