//! No thread allocates in a step of a batch that exceeds the caches.
//!
//! A single test in its binary, because the allocations of all threads are counted.

use facedown_arena::{Batch, BatchOptions, HandEpisodes, VecEnv, scaled_scores};
use facedown_game::{Element, Encoder, Half, Match};
use facedown_riichi::{ActionIds, Riichi, Rules, Standing};
use facedown_riichi_features::Features;
use facedown_testkit::{CountingAlloc, allocations_in_all_threads, is_counting};
use std::fmt::Debug;

#[global_allocator]
static ALLOC: CountingAlloc = CountingAlloc;

type Env = VecEnv<Riichi, Features, ActionIds, Standing>;

fn env(envs: usize, threads: usize) -> Env {
    let game = Riichi::new(Rules::TENHOU).unwrap();
    let course = HandEpisodes::cycling(Vec::new(), scaled_scores(1.0), game.begin());
    let encoder = Features::named("riichi-base-1", 4).unwrap();
    let options = BatchOptions { threads, all_seats: false };
    VecEnv::with_episodes(game, encoder, ActionIds, envs, 3, Box::new(course), options).unwrap()
}

fn check<T: Element + Debug>(envs: usize, steps: usize) {
    let mut env = env(envs, 2);
    let (mut batch, mut actions) = (Batch::<T>::new(&env), vec![0; envs]);
    assert!(size_of_val(&batch.observation[..]) > 8 << 20, "larger than the caches");
    env.reset(batch.buffers()).unwrap();
    let count = allocations_in_all_threads(|| {
        for _ in 0..steps {
            env.sample_actions(1, &mut actions).unwrap();
            env.step(&actions, batch.buffers()).unwrap();
        }
    });
    assert_eq!(count, 0);
    assert!(env.episodes() > 0, "some rounds ended");
    let len = env.encoder().len();
    let mut expected = vec![T::default(); len];
    for (index, row) in batch.observation.chunks_exact(len).enumerate() {
        env.encoder().encode(env.game(), &env.view(index), &mut expected);
        assert_eq!(row, expected, "environment {index}");
    }
}

#[test]
fn steps_of_two_threads_on_a_large_batch_allocate_nothing() {
    assert!(is_counting());
    assert!(allocations_in_all_threads(|| std::thread::spawn(|| vec![1u8; 9]).join().unwrap()) > 0);
    check::<f32>(1_000, 120);
    check::<Half>(2_000, 120);
    check::<u8>(4_000, 120);
}
