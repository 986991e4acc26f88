//! Environments with states of the caller, of every game, beside the vectorised ones.

use facedown_arena::{StepError, child_seed};
use facedown_catalog::{AnyBuffers, AnyGame, AnyPureEnv, GAMES, VecSpec, game};
use facedown_game::{ObservationMut, Rng};
use serde_json::{Map, json};

const ENVS: usize = 6;
const SEED: u64 = 11;

/// The caller's arrays of a batch.
#[derive(Clone, PartialEq, Debug)]
struct Arrays {
    observation: Vec<u8>,
    mask: Vec<u8>,
    seat: Vec<u8>,
    reward: Vec<f32>,
    done: Vec<u8>,
}

impl Arrays {
    fn new(game: &dyn AnyGame, n: usize) -> Self {
        let observation: usize = game.encoder().shape.iter().product();
        Self {
            observation: vec![7; n * observation],
            mask: vec![7; n * game.action_count()],
            seat: vec![7; n],
            reward: vec![7.0; n * game.seats()],
            done: vec![7; n],
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

    fn random_actions(&self, rng: &mut Rng) -> Vec<i32> {
        let row = self.mask.len() / self.seat.len();
        let draw = |mask: &[u8]| {
            let legal: Vec<i32> = (0..row as i32).filter(|id| mask[*id as usize] == 1).collect();
            *rng.choose(&legal).expect("there is a legal action")
        };
        self.mask.chunks(row).map(draw).collect()
    }
}

fn every_game() -> impl Iterator<Item = Box<dyn AnyGame>> {
    GAMES.iter().map(|info| game(info.name, &Map::new()).expect("the default rules are valid"))
}

fn seeds(n: usize) -> Vec<u64> {
    (0..n as u64).map(|env| child_seed(SEED, env)).collect()
}

fn pure(game: &dyn AnyGame, auto_reset: bool) -> Box<dyn AnyPureEnv> {
    game.pure_env(&VecSpec::default(), None, auto_reset).expect("the options are valid")
}

#[test]
fn with_auto_reset_they_play_as_vectorised_environments_do() {
    for game in every_game() {
        for length in ["hand", "match"] {
            let spec = VecSpec { n: ENVS, seed: SEED, threads: 1, length, ..VecSpec::default() };
            let mut beside = game.vec_env(&spec).expect("the options are valid");
            let env = game.pure_env(&spec, None, true).expect("the options are valid");
            let [mut ours, mut theirs] = [0; 2].map(|_| Arrays::new(&*game, ENVS));
            let mut states = vec![0; ENVS * env.state_len()];
            env.reset(&seeds(ENVS), &mut states, ours.buffers(), 1).unwrap();
            beside.reset(SEED, theirs.buffers()).unwrap();
            let mut rng = Rng::new(5);
            for _ in 0..600 {
                assert_eq!(ours, theirs, "{}", game.info().name);
                let actions = ours.random_actions(&mut rng);
                let mut next = vec![0; states.len()];
                env.step(&states, &actions, &mut next, ours.buffers(), 1).unwrap();
                beside.step(&actions, theirs.buffers()).unwrap();
                states = next;
            }
        }
    }
}

#[test]
fn a_step_is_a_function_of_state_and_action_on_any_number_of_threads() {
    for game in every_game() {
        let (env, n) = (pure(&*game, true), 300);
        let mut arrays = Arrays::new(&*game, n);
        let mut states = vec![0; n * env.state_len()];
        env.reset(&seeds(n), &mut states, arrays.buffers(), 1).unwrap();
        let mut rng = Rng::new(6);
        for _ in 0..40 {
            let actions = arrays.random_actions(&mut rng);
            let mut results = [1, 1, 2].map(|threads| {
                let (mut next, mut out) = (vec![9; states.len()], Arrays::new(&*game, n));
                env.step(&states, &actions, &mut next, out.buffers(), threads).unwrap();
                (next, out)
            });
            assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{}", game.info().name);
            (states, arrays) = std::mem::replace(&mut results[0], (Vec::new(), arrays));
        }
    }
}

#[test]
fn without_auto_reset_a_final_state_stays() {
    for game in every_game() {
        let env = pure(&*game, false);
        let mut arrays = Arrays::new(&*game, 1);
        let mut state = vec![0; env.state_len()];
        env.reset(&[3], &mut state, arrays.buffers(), 1).unwrap();
        let mut rng = Rng::new(7);
        let mut next = state.clone();
        while arrays.done[0] == 0 {
            let actions = arrays.random_actions(&mut rng);
            env.step(&state, &actions, &mut next, arrays.buffers(), 1).unwrap();
            std::mem::swap(&mut state, &mut next);
        }
        let last = arrays.clone();
        assert!(arrays.mask.iter().all(|legal| *legal == 1), "every action is accepted");
        env.step(&state, &[-1], &mut next, arrays.buffers(), 1).unwrap();
        assert_eq!(next, state, "{}", game.info().name);
        assert_eq!((arrays.done[0], &arrays.observation), (1, &last.observation));
        assert!(arrays.reward.iter().all(|reward| *reward == 0.0));
    }
}

#[test]
fn a_state_with_any_bit_changed_is_refused() {
    for game in every_game() {
        let env = pure(&*game, true);
        let mut arrays = Arrays::new(&*game, 1);
        let mut state = vec![0; env.state_len()];
        env.reset(&[3], &mut state, arrays.buffers(), 1).unwrap();
        let actions = arrays.random_actions(&mut Rng::new(8));
        let mut next = state.clone();
        for bit in 0..8 * state.len() {
            state[bit / 8] ^= 1 << (bit % 8);
            let refused = env.step(&state, &actions, &mut next, arrays.buffers(), 1);
            assert_eq!(refused, Err(StepError::State { env: 0 }), "bit {bit}");
            state[bit / 8] ^= 1 << (bit % 8);
        }
        env.step(&state, &actions, &mut next, arrays.buffers(), 1).unwrap();
    }
}

#[test]
fn a_state_of_other_rules_is_refused() {
    let options = |value: serde_json::Value| value.as_object().cloned().unwrap_or_default();
    let [one, other] = [json!({}), json!({"rules": "straight"})].map(options);
    let [one, other] = [one, other].map(|rules| game("gin", &rules).expect("known rules"));
    let mut arrays = Arrays::new(&*one, 1);
    let (from, to) = (pure(&*one, true), pure(&*other, true));
    let mut state = vec![0; from.state_len()];
    from.reset(&[1], &mut state, arrays.buffers(), 1).unwrap();
    let actions = arrays.random_actions(&mut Rng::new(1));
    let mut next = state.clone();
    let refused = to.step(&state, &actions, &mut next, arrays.buffers(), 1).unwrap_err();
    assert!(refused.to_string().contains("not a state"), "{refused}");
}

#[test]
fn the_first_bad_action_is_named() {
    let game = game("gin", &Map::new()).unwrap();
    let (env, n) = (pure(&*game, true), 300);
    let mut arrays = Arrays::new(&*game, n);
    let mut states = vec![0; n * env.state_len()];
    env.reset(&seeds(n), &mut states, arrays.buffers(), 2).unwrap();
    let mut actions = arrays.random_actions(&mut Rng::new(1));
    let mut next = states.clone();
    (actions[77], actions[290]) = (-4, 5000);
    for threads in [1, 2] {
        let refused = env.step(&states, &actions, &mut next, arrays.buffers(), threads);
        let text = refused.unwrap_err().to_string();
        assert!(text.starts_with("environment 77: no action -4"), "{text}");
    }
}
