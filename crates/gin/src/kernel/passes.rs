//! Least deadwood of a slice of hands, in chunks that are solved in passes.
//!
//! The first pass solves the hands without a contested rank: 97 of 100 dealt at random, 9 of 10
//! from play. It flags the others, which are queued, and four rounds, each more thorough than the
//! one before, solve what they can and keep the rest in the queue. So the expensive rounds run on
//! vectors full of hands that need them, and nothing is ever solved hand by hand.

#![allow(
    clippy::inline_always,
    reason = "must become part of the caller, which is compiled for the vector instructions"
)]

use super::lanes::{Lanes, MAX_LANES};
use super::layout::MAX_CARDS;
use super::vector::{Contest, Hands};

/// Number of hands that share a queue: enough that few vectors of a round run half empty. A
/// multiple of 64 and of the lanes.
const CHUNK: usize = 1024;
/// The same for batches so small that clearing a long queue would cost more than the hands.
const SMALL_CHUNK: usize = 64;

/// Writes the least deadwood of each hand. With `CHECK`, returns whether all words are hands;
/// without, always true.
#[inline(always)]
pub(super) fn min_deadwood<L: Lanes, const CHECK: bool>(
    lanes: L,
    hands: &[u64],
    out: &mut [u8],
) -> bool {
    if hands.len() <= SMALL_CHUNK {
        in_chunks::<L, CHECK, SMALL_CHUNK>(lanes, hands, out)
    } else {
        in_chunks::<L, CHECK, CHUNK>(lanes, hands, out)
    }
}

#[inline(always)]
fn in_chunks<L: Lanes, const CHECK: bool, const SIZE: usize>(
    lanes: L,
    hands: &[u64],
    out: &mut [u8],
) -> bool {
    let mut queue = Queue { hands: [0; SIZE], places: [0; SIZE], len: 0 };
    let (mut bits, mut counts) = (0, 0);
    for (hands, out) in hands.chunks(SIZE).zip(out.chunks_mut(SIZE)) {
        if CHECK {
            for hand in hands {
                bits |= hand;
                // Sixteen or more from twelve cards on: then the union of all is, too.
                counts |= u64::from(hand.count_ones()) + (15 - MAX_CARDS as u64);
            }
        }
        solve_uncontested(lanes, hands, out, &mut queue);
        solve_contested(lanes, Round::OneRank, &mut queue, out);
        solve_contested(lanes, Round::NotWide, &mut queue, out);
        solve_contested(lanes, Round::OneWide, &mut queue, out);
        solve_contested(lanes, Round::Everything, &mut queue, out);
    }
    bits >> 52 == 0 && counts < 16
}

/// Hands of a chunk that are not solved yet, and their places in it.
struct Queue<const SIZE: usize> {
    hands: [u64; SIZE],
    places: [u16; SIZE],
    len: usize,
}

/// Solves the hands without a contested rank and queues the others.
#[inline(always)]
fn solve_uncontested<L: Lanes, const SIZE: usize>(
    lanes: L,
    hands: &[u64],
    out: &mut [u8],
    queue: &mut Queue<SIZE>,
) {
    // Gathered before they are acted on: a branch on each vector would be mispredicted too often.
    let mut flags = [0u64; CHUNK / 64];
    let whole = hands.len() / L::COUNT * L::COUNT;
    for start in (0..whole).step_by(L::COUNT) {
        let end = start + L::COUNT;
        let contested = solve(lanes, &hands[start..end], &mut out[start..end]);
        flags[start / 64] |= u64::from(contested) << (start % 64);
    }
    let last = hands.len() - whole;
    if last > 0 {
        let (mut filled, mut deadwood) = ([0; MAX_LANES], [0; MAX_LANES]);
        filled[..last].copy_from_slice(&hands[whole..]);
        let contested = solve(lanes, &filled, &mut deadwood);
        flags[whole / 64] |= u64::from(contested) << (whole % 64);
        out[whole..].copy_from_slice(&deadwood[..last]);
    }
    queue.len = 0;
    for (word, mut flags) in flags.into_iter().take(SIZE / 64).enumerate() {
        while flags != 0 {
            let place = 64 * word + flags.trailing_zeros() as usize;
            flags &= flags - 1;
            queue.hands[queue.len] = hands[place];
            queue.places[queue.len] = place as u16;
            queue.len += 1;
        }
    }
}

/// Solves a vector of hands without a contested rank and flags those that it does not solve.
///
/// If many hands are contested, queueing them costs more than solving at once those that the first
/// round would.
#[inline(always)]
fn solve<L: Lanes>(lanes: L, hands: &[u64], out: &mut [u8]) -> u32 {
    let hands = Hands::of(lanes, hands);
    let contested = lanes.nonzero(hands.contested());
    if contested.count_ones() < L::COUNT as u32 / 4 {
        lanes.store(hands.deadwood(lanes), out);
        return contested;
    }
    let contest = Contest::of(lanes, hands);
    lanes.store(contest.one_rank(lanes), out);
    lanes.nonzero(contest.not_one_rank(lanes))
}

/// A pass over the queue, by the hands that it solves.
#[derive(Clone, Copy)]
enum Round {
    /// One contested rank, not wide: most hands.
    OneRank,
    /// Any number of contested ranks, none of them wide.
    NotWide,
    /// One contested rank, wide or not.
    OneWide,
    /// All.
    Everything,
}

/// Solves the queued hands for which the round is thorough enough and keeps the others.
#[inline(always)]
fn solve_contested<L: Lanes, const SIZE: usize>(
    lanes: L,
    round: Round,
    queue: &mut Queue<SIZE>,
    out: &mut [u8],
) {
    let queued = std::mem::take(&mut queue.len);
    for start in (0..queued).step_by(L::COUNT) {
        let hands = Contest::of(lanes, Hands::of(lanes, &queue.hands[start..start + L::COUNT]));
        let (solved, kept) = match round {
            Round::OneRank => (hands.one_rank(lanes), hands.not_one_rank(lanes)),
            Round::NotWide => (hands.all_ranks::<false>(lanes), hands.wide()),
            Round::OneWide => (hands.one_wide_rank(lanes), hands.further(lanes)),
            Round::Everything => (hands.all_ranks::<true>(lanes), lanes.splat(0)),
        };
        let kept = lanes.nonzero(kept);
        let mut deadwood = [0; MAX_LANES];
        lanes.store(solved, &mut deadwood);
        let read = &deadwood[..L::COUNT.min(queued - start)];
        for (lane, &deadwood) in read.iter().enumerate() {
            let place = queue.places[start + lane];
            out[place as usize] = deadwood;
            // Kept hands overwrite entries that are already read.
            queue.hands[queue.len] = queue.hands[start + lane];
            queue.places[queue.len] = place;
            queue.len += (kept >> lane & 1) as usize;
        }
    }
}
