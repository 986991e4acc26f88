//! Distribution of iterations over the threads of a search.
//!
//! Cores are not equally fast, and with equal shares every thread would wait for the slowest. So
//! work is divided into small pieces: if each worker has a tree of its own, a free thread takes the
//! worker that has waited longest and runs a piece of its iterations; if all share one tree, it
//! takes a piece of the remaining ones.

use crate::run::worker::Worker;
use facedown_game::Searchable;
use rayon::ThreadPool;
use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Minimum number of iterations of a piece. Otherwise it is half of the remaining ones: large
/// pieces keep a tree in the cache at first, small ones shorten the wait at the end.
const LEAST: u64 = 64;

/// A worker, its number, and its target.
struct Turn<'a, G: Searchable> {
    number: usize,
    worker: &'a mut Worker<G>,
    target: u64,
}

/// Runs each worker up to its share in its own tree, so that results do not depend on the threads.
/// A worker that stops before its target has a reason and is not run again.
///
/// A thread first takes turns with its own workers, whose trees are in the cache of its core, then
/// helps others: their trees have advanced equally by then, so that enough are left for every
/// thread.
pub(crate) fn share_trees<G: Searchable>(
    pool: &ThreadPool,
    workers: &mut [Worker<G>],
    share: impl Fn(usize) -> u64,
    run_worker: impl Fn(usize, &mut Worker<G>, u64) + Sync,
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
            run_worker(turn.number, turn.worker, target);
            if (target..turn.target).contains(&turn.worker.tally.iterations) {
                lock(queue).push_back(turn);
            }
        }
    });
}

/// Runs `all` iterations in the tree that all workers share, one worker per thread.
pub(crate) fn share_tree<G: Searchable>(
    pool: &ThreadPool,
    workers: &mut [Worker<G>],
    all: u64,
    run_worker: impl Fn(usize, &mut Worker<G>, u64) + Sync,
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
            run_worker(number, worker, target);
            if worker.tally.iterations < target {
                return;
            }
        }
    });
}
