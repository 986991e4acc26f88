//! Vectorised environments of every game behind [`AnyVecEnv`].

use facedown_catalog::{AnyBuffers, AnyGame, AnyVecEnv, GAMES, VecSpec, game};
use facedown_game::{Half, ObservationMut, Turn};
use facedown_testkit::{allocations, is_counting};
use serde_json::Map;

const ENVS: usize = 16;

/// One array for observations of each element type, and the other arrays of a batch.
struct Arrays {
    counts: Vec<u8>,
    halves: Vec<Half>,
    values: Vec<f32>,
    mask: Vec<u8>,
    seat: Vec<u8>,
    reward: Vec<f32>,
    done: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Counts,
    Halves,
    Values,
}

impl Arrays {
    fn new(game: &dyn AnyGame) -> Self {
        let len = ENVS * game.encoder().shape.iter().product::<usize>();
        Self {
            counts: vec![99; len],
            halves: vec![Half::new(99.0); len],
            values: vec![f32::NAN; len],
            mask: vec![0; ENVS * game.action_count()],
            seat: vec![0; ENVS],
            reward: vec![0.0; ENVS * game.seats()],
            done: vec![0; ENVS],
        }
    }

    fn buffers(&mut self, kind: Kind) -> AnyBuffers<'_> {
        AnyBuffers {
            observation: match kind {
                Kind::Counts => ObservationMut::U8(&mut self.counts),
                Kind::Halves => ObservationMut::F16(&mut self.halves),
                Kind::Values => ObservationMut::F32(&mut self.values),
            },
            mask: &mut self.mask,
            seat: &mut self.seat,
            reward: &mut self.reward,
            done: &mut self.done,
        }
    }
}

fn play(env: &mut dyn AnyVecEnv, arrays: &mut Arrays, kind: Kind, actions: &mut [i32]) {
    for _ in 0..50 {
        env.sample_actions(3, actions).unwrap();
        env.step(actions, arrays.buffers(kind)).unwrap();
    }
}

#[test]
fn every_element_type_holds_the_same_observations_and_none_allocates() {
    assert!(is_counting());
    for info in GAMES {
        let game = game(info.name, &Map::new()).unwrap();
        let spec = VecSpec { n: ENVS, seed: 5, threads: 1, ..VecSpec::default() };
        let mut env = game.vec_env(&spec).unwrap();
        let (mut arrays, mut actions) = (Arrays::new(&*game), vec![0; ENVS]);
        for kind in [Kind::Counts, Kind::Halves, Kind::Values] {
            env.reset(5, arrays.buffers(kind)).unwrap();
            let count = allocations(|| play(&mut *env, &mut arrays, kind, &mut actions));
            assert_eq!(count, 0, "{} {kind:?}", info.name);
        }
        let len = arrays.values.len() / ENVS;
        let scales = game.encoder().scales;
        for (i, value) in arrays.values.iter().enumerate() {
            assert_eq!(arrays.halves[i], Half::new(*value));
            let scale = scales[i % len / (len / scales.len())];
            assert!((f32::from(arrays.counts[i]) * scale - value).abs() <= scale / 2.0 + 1e-6);
        }
        for i in 0..ENVS {
            let hand = env.hand(i).unwrap();
            let Turn::Act(seat) = hand.turn() else { panic!("every environment is at a decision") };
            let (mut counts, mut values) = (vec![99; len], vec![f32::NAN; len]);
            let view = hand.view(seat.index()).unwrap();
            view.encode_into(ObservationMut::U8(&mut counts));
            view.encode_into(ObservationMut::F32(&mut values));
            assert_eq!(counts, arrays.counts[i * len..][..len], "{}", info.name);
            assert_eq!(values, arrays.values[i * len..][..len], "{}", info.name);
        }
    }
}
