//! A step allocates nothing.

mod common;

use common::{Numbers, Totals, Twelve};
use facedown_arena::{Batch, VecEnv, VecEnvOptions};
use facedown_testkit::{CountingAlloc, allocations, is_counting};

#[global_allocator]
static ALLOC: CountingAlloc = CountingAlloc;

fn allocations_in_steps(threads: usize, steps: u64) -> u64 {
    let options = VecEnvOptions { threads, ..VecEnvOptions::default() };
    let mut env =
        VecEnv::with_options(Twelve { seats: 2 }, Totals, Numbers, 600, 1, options).unwrap();
    let (mut batch, mut actions) = (Batch::<u8>::new(&env), vec![0; 600]);
    env.reset(batch.buffers()).unwrap();
    let count = allocations(|| {
        for _ in 0..steps {
            env.sample_actions(3, &mut actions).unwrap();
            env.step(&actions, batch.buffers()).unwrap();
        }
    });
    assert!(env.episodes() > steps * 100, "hands ended and were dealt on the way");
    count
}

#[test]
fn steps_resets_of_hands_and_sampling_allocate_nothing() {
    assert!(is_counting());
    assert_eq!(allocations_in_steps(1, 200), 0);
}

#[test]
fn handing_work_to_threads_allocates_no_more_than_the_queue_does() {
    // Work enters a pool through rayon's queue, which asks for a block of memory once in 63 entries.
    assert!(allocations_in_steps(2, 630) <= 2 * 630 / 63 + 2);
}
