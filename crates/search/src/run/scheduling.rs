//! How the threads of a search share out its iterations.
//!
//! Cores are not equally fast, and a thread that has done its part would wait for the slowest. So
//! work is handed out in small pieces: where each worker has a tree of its own, a free thread takes
//! the worker that has waited longest and brings it a piece further; where all share one tree, it
//! takes a piece of what is left.

use crate::run::worker::Worker;
use facedown_game::Searchable;
use rayon::ThreadPool;
use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A piece is half of what is left, which keeps a tree in the cache at first and leaves little to
/// wait for at the end, but not less than this many iterations.
const LEAST: u64 = 64;

/// A worker, its number, and how far it has to go.
struct Turn<'a, G: Searchable> {
    number: usize,
    worker: &'a mut Worker<G>,
    target: u64,
}

/// Brings each worker to its share, each in its own tree: what comes of it does not depend on the
/// threads. A worker that stops before its target has a reason, and is left alone.
///
/// A thread goes round the workers that are its own, whose trees its core has in its cache, and then
/// helps others: their trees are all equally far by then, so that there are enough for everyone.
pub(crate) fn share_trees<G: Searchable>(
    pool: &ThreadPool,
    workers: &mut [Worker<G>],
    share: impl Fn(usize) -> u64,
    go_on: impl Fn(usize, &mut Worker<G>, u64) + Sync,
) {
    let threads = pool.current_num_threads();
    let mut queues: Vec<_> = (0..threads).map(|_| Mutex::new(VecDeque::new())).collect();
    for (number, worker) in workers.iter_mut().enumerate() {
        let target = share(number);
        let queue = queues[number % threads].get_mut().expect("nobody holds it");
        queue.push_back(Turn { number, worker, target });
    }
    let lock = |queue: usize| queues[queue % threads].lock().expect("no holder panics");
    pool.broadcast(|thread| {
        let own = thread.index();
        let next =
            || (own..own + threads).find_map(|queue| Some((queue, lock(queue).pop_front()?)));
        while let Some((queue, turn)) = next() {
            let done = turn.worker.tally.iterations;
            let piece = (turn.target.saturating_sub(done) / 2).max(LEAST);
            let target = turn.target.min(done.saturating_add(piece));
            go_on(turn.number, turn.worker, target);
            if (target..turn.target).contains(&turn.worker.tally.iterations) {
                lock(queue).push_back(turn);
            }
        }
    });
}

/// Spends so many iterations on the tree that all workers share, one worker to a thread.
pub(crate) fn share_tree<G: Searchable>(
    pool: &ThreadPool,
    workers: &mut [Worker<G>],
    all: u64,
    go_on: impl Fn(usize, &mut Worker<G>, u64) + Sync,
) {
    let parts = 2 * workers.len() as u64;
    let piece = |left: u64| (left / parts).max(LEAST).min(left);
    let left = AtomicU64::new(all);
    let take = || {
        let rest = |left| (left > 0).then(|| left - piece(left));
        let before = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest);
        before.ok().map(piece)
    };
    let queue = Mutex::new(workers.iter_mut().enumerate());
    pool.broadcast(|_| {
        let Some((number, worker)) = queue.lock().expect("no holder panics").next() else {
            return;
        };
        while let Some(piece) = take() {
            let target = worker.tally.iterations.saturating_add(piece);
            go_on(number, worker, target);
            if worker.tally.iterations < target {
                return;
            }
        }
    });
}
