//! Temporary.
use facedown_catalog::{AnyBuffers, VecSpec, game};
use facedown_game::ObservationMut;
use serde_json::Map;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let n: usize = a[3].parse().unwrap();
    let rounds: usize = a[4].parse().unwrap();
    let g = game(&a[1], &Map::new()).unwrap();
    let encoder = if a[2] == "default" { None } else { Some(a[2].as_str()) };
    let mut env =
        g.vec_env_with(&VecSpec { n, seed: 1, threads: 1, ..VecSpec::default() }, encoder).unwrap();
    let len: usize = env.encoder().shape.iter().product();
    let mut obs = vec![0u8; n * len];
    let mut mask = vec![0u8; n * g.action_count()];
    let (mut seat, mut done) = (vec![0u8; n], vec![0u8; n]);
    let mut reward = vec![0f32; n * g.seats()];
    let mut actions = vec![0i32; n];
    macro_rules! b {
        () => {
            AnyBuffers {
                observation: ObservationMut::U8(&mut obs),
                mask: &mut mask,
                seat: &mut seat,
                reward: &mut reward,
                done: &mut done,
            }
        };
    }
    env.reset(1, b!()).unwrap();
    let mut best = f64::MAX;
    for r in 0..rounds {
        let t = std::time::Instant::now();
        for s in 0..8 {
            env.sample_actions((r * 8 + s) as u64, &mut actions).unwrap();
            env.step(&actions, b!()).unwrap();
        }
        best = best.min(t.elapsed().as_secs_f64() / (8 * n) as f64);
    }
    println!("{:.0}", best * 1e9);
}
