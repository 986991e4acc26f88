//! Nanoseconds a decision of the vectorised environment and of the one whose states belong to the
//! caller (JAX), on one thread with the same random actions, in turns: the least of each, the ratio
//! of their rates, and the median of the turns' ratios.
//!
//! `cargo research environments [GAME…]`

use facedown_catalog::{AnyBuffers, AnyGame, GAMES, VecSpec, game};
use facedown_game::ObservationMut;
use serde_json::Map;
use std::time::Instant;

const ROUNDS: usize = 15;

/// The arrays of a batch.
struct Arrays {
    observation: Vec<u8>,
    mask: Vec<u8>,
    seat: Vec<u8>,
    reward: Vec<f32>,
    done: Vec<u8>,
}

impl Arrays {
    fn new(game: &dyn AnyGame, n: usize) -> Self {
        let len: usize = game.encoder().shape.iter().product();
        Self {
            observation: vec![0; n * len],
            mask: vec![0; n * game.action_count()],
            seat: vec![0; n],
            reward: vec![0.0; n * game.seats()],
            done: vec![0; n],
        }
    }

    fn buffers(&mut self) -> AnyBuffers<'_> {
        AnyBuffers {
            observation: ObservationMut::U8(&mut self.observation),
            mask: &mut self.mask,
            seat: &mut self.seat,
            reward: &mut self.reward,
            done: &mut self.done,
        }
    }
}

/// Returns the time of a call in seconds: processor time where the system tells it, so that other
/// programs do not count.
fn seconds(round: impl FnOnce()) -> f64 {
    let (start, processor) = (Instant::now(), processor_seconds());
    round();
    match (processor, processor_seconds()) {
        (Some(start), Some(end)) => end - start,
        _ => start.elapsed().as_secs_f64(),
    }
}

fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(|nanoseconds: f64| nanoseconds / 1e9)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn compare(name: &str, n: usize, steps: usize) {
    let game = game(name, &Map::new()).expect("a game of the registry");
    let mut arrays = Arrays::new(&*game, n);
    let spec = VecSpec { n, seed: 1, threads: 1, ..VecSpec::default() };
    let mut env = game.vec_env(&spec).expect("valid options");
    env.reset(1, arrays.buffers()).expect("buffers of these sizes");
    let mut actions = vec![vec![0; n]; steps];
    for (step, row) in actions.iter_mut().enumerate() {
        env.sample_actions(step as u64, row).expect("a row of this length");
        env.step(row, arrays.buffers()).expect("legal actions");
    }
    let pure = game.pure_env(&spec, None, true).expect("valid options");
    let seeds: Vec<u64> = (0..n).map(|i| facedown_arena::child_seed(1, i as u64)).collect();
    let mut states = [vec![0; n * pure.state_len()], vec![0; n * pure.state_len()]];
    let (mut least, mut ratios) = ([f64::MAX; 2], Vec::new());
    for _ in 0..ROUNDS {
        let vec_time = seconds(|| {
            env.reset(1, arrays.buffers()).expect("buffers of these sizes");
            for row in &actions {
                env.step(row, arrays.buffers()).expect("legal actions");
            }
        });
        let last = arrays.observation.clone();
        let pure_time = seconds(|| {
            let [now, next] = &mut states;
            pure.reset(&seeds, now, arrays.buffers(), 1).expect("buffers of these sizes");
            for row in &actions {
                pure.step(now, row, next, arrays.buffers(), 1).expect("legal actions");
                std::mem::swap(now, next);
            }
        });
        assert!(last == arrays.observation, "both played the same games");
        least = [least[0].min(vec_time), least[1].min(pure_time)];
        ratios.push(vec_time / pure_time);
    }
    let [vec_time, pure_time] = least.map(|time| time / (n * steps) as f64 * 1e9);
    let (best, ratio) = (vec_time / pure_time, median(ratios));
    println!("{name:10} {vec_time:6.0} ns  {pure_time:6.0} ns  {best:.2}, median {ratio:.2}");
}

fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let (n, steps) = (1024, 60);
    for info in GAMES {
        if names.is_empty() || names.iter().any(|name| name == info.name) {
            compare(info.name, n, steps);
        }
    }
}
