//! Nothing is allocated by any thread in a step of a big batch, whose rows go past the caches.
//!
//! One test alone in its binary, since the allocations of all threads are counted.

use facedown_arena::{Batch, Hands, LaneOptions, VecEnv, scaled_scores};
use facedown_game::{Element, Encoder, Half, Match};
use facedown_riichi::features::Features;
use facedown_riichi::{Actions, Riichi, Rules, Standing};
use facedown_testkit::{CountingAlloc, allocations_in_all_threads, is_counting};
use std::fmt::Debug;

#[global_allocator]
static ALLOC: CountingAlloc = CountingAlloc;

type Env = VecEnv<Riichi, Features, Actions, Standing>;

fn env(lanes: usize, threads: usize) -> Env {
    let game = Riichi::new(Rules::TENHOU).unwrap();
    let course = Hands::new(&game, Vec::new(), scaled_scores(1.0), game.begin());
    let encoder = Features::named("riichi-base-1", 4).unwrap();
    let options = LaneOptions { threads, all_seats: false };
    VecEnv::with_course(game, encoder, Actions, lanes, 3, Box::new(course), options).unwrap()
}

fn check<T: Element + Debug>(lanes: usize, steps: usize) {
    let mut env = env(lanes, 2);
    let (mut batch, mut actions) = (Batch::<T>::new(&env), vec![0; lanes]);
    assert!(size_of_val(&batch.observation[..]) > 8 << 20, "more than the caches hold");
    env.reset(batch.buffers()).unwrap();
    let count = allocations_in_all_threads(|| {
        for _ in 0..steps {
            env.sample_actions(1, &mut actions).unwrap();
            env.step(&actions, batch.buffers()).unwrap();
        }
    });
    assert_eq!(count, 0);
    assert!(env.episodes() > 0, "rounds ended on the way");
    let len = env.encoder().len();
    let mut expected = vec![T::default(); len];
    for (lane, row) in batch.observation.chunks_exact(len).enumerate() {
        env.encoder().encode(env.game(), &env.view(lane), &mut expected);
        assert_eq!(row, expected, "lane {lane}");
    }
}

#[test]
fn steps_of_two_threads_past_the_caches_allocate_nothing() {
    assert!(is_counting());
    assert!(allocations_in_all_threads(|| std::thread::spawn(|| vec![1u8; 9]).join().unwrap()) > 0);
    check::<f32>(1_000, 120);
    check::<Half>(2_000, 120);
    check::<u8>(4_000, 120);
}
