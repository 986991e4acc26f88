//! A step allocates nothing, on any thread.
//!
//! One test alone in its binary, since the allocations of all threads are counted.

#[path = "all/common/mod.rs"]
mod common;

use common::{Numbers, Totals, Twelve};
use facedown_arena::{Batch, VecEnv, VecEnvOptions};
use facedown_game::{Element, Half};
use facedown_testkit::{CountingAlloc, allocations_in_all_threads, is_counting};
use std::time::Duration;

#[global_allocator]
static ALLOC: CountingAlloc = CountingAlloc;

/// Returns the allocations of all threads in so many steps, the hands dealt on the way included.
fn allocations_in_steps<T: Element>(n: usize, threads: usize, steps: u64) -> u64 {
    let options = VecEnvOptions { threads, ..VecEnvOptions::default() };
    let mut env =
        VecEnv::with_options(Twelve { seats: 2 }, Totals, Numbers, n, 1, options).unwrap();
    let (mut batch, mut actions) = (Batch::<T>::new(&env), vec![0; n]);
    env.reset(batch.buffers()).unwrap();
    allocations_in_all_threads(|| {
        for _ in 0..steps {
            env.sample_actions(3, &mut actions).unwrap();
            env.step(&actions, batch.buffers()).unwrap();
        }
        assert!(env.episodes() > n as u64 * steps / 10, "hands ended and were dealt on the way");
        env.observe(batch.buffers()).unwrap();
        env.reset_with(2, batch.buffers()).unwrap();
    })
}

#[test]
fn steps_and_sampling_allocate_nothing() {
    assert!(is_counting());
    let on_another_thread = || std::thread::spawn(|| vec![1u8; 9]).join().unwrap();
    assert!(allocations_in_all_threads(on_another_thread) > 0, "all threads are counted");
    // The harness allocates on its own thread just after it has started a test, and says nowhere that
    // it has: quiet for a while is all there is to wait for.
    while allocations_in_all_threads(|| std::thread::sleep(Duration::from_millis(20))) > 0 {}
    for threads in [1, 2, 4] {
        assert_eq!(allocations_in_steps::<u8>(600, threads, 1000), 0, "{threads} threads");
        assert_eq!(allocations_in_steps::<Half>(600, threads, 1000), 0, "{threads} threads");
        // Large enough for rows that are copied past the caches.
        assert_eq!(allocations_in_steps::<f32>(1 << 18, threads, 10), 0, "{threads} threads");
    }
}
