//! Vectorised riichi: steps do not allocate, and a rejected step changes nothing.

use facedown_arena::{
    Batch, BatchOptions, Episodes, HandEpisodes, MatchEpisodes, StepError, VecEnv, scaled_scores,
};
use facedown_game::{Element, Encoder, Game, Match};
use facedown_riichi::rules::Length;
use facedown_riichi::{ActionIds, Riichi, Rules, Standing};
use facedown_riichi_features::{Features, Oracle};
use facedown_testkit::{allocations, is_counting};

const ENVS: usize = 48;

type Env = VecEnv<Riichi, Features, ActionIds, Standing>;

fn env(encoder: &str, matches: bool, all_seats: bool) -> Env {
    let mut rules = Rules::TENHOU;
    rules.matches.length = Length::Tonpu;
    let game = Riichi::new(rules).unwrap();
    let episodes: Box<dyn Episodes<Riichi, Standing>> = if matches {
        let reward = |game: &Riichi, standing: &Standing, reward: &mut [f32]| {
            for (seat, score) in game.match_scores(standing).iter() {
                reward[seat.index()] += score as f32;
            }
        };
        Box::new(MatchEpisodes { reward: Box::new(reward), shaping: 0.0 })
    } else {
        Box::new(HandEpisodes::cycling(Vec::new(), scaled_scores(1.0), game.begin()))
    };
    let encoder = Features::named(encoder, 4).unwrap();
    let options = BatchOptions { threads: 1, all_seats };
    VecEnv::with_episodes(game, encoder, ActionIds, ENVS, 3, episodes, options).unwrap()
}

fn play<T: Element>(env: &mut Env, batch: &mut Batch<T>, actions: &mut [i32], steps: usize) {
    for _ in 0..steps {
        env.sample_actions(1, actions).unwrap();
        env.step(actions, batch.buffers()).unwrap();
    }
}

#[test]
fn steps_with_any_encoding_allocate_nothing() {
    assert!(is_counting());
    for name in ["base", "decay", "yaku", "furiten", "shanten", "extended"] {
        for all_seats in [false, true] {
            let mut env = env(&format!("riichi-{name}-1"), true, all_seats);
            let (mut batch, mut actions) = (Batch::<f32>::new(&env), vec![0; ENVS]);
            env.reset(batch.buffers()).unwrap();
            let steps = if all_seats { 100 } else { 400 };
            let count = allocations(|| play(&mut env, &mut batch, &mut actions, steps));
            assert_eq!(count, 0, "{name}");
            assert!(all_seats || env.episode_state(0).rounds() > 0, "rounds ended on the way");
        }
    }
}

#[test]
fn oracle_observations_do_not_allocate() {
    let mut env = env("riichi-furiten-1", false, false);
    let oracle = Oracle::new(4);
    oracle.channels(); // allocates on the first call
    let mut out = vec![7u8; ENVS * oracle.len()];
    let count = allocations(|| {
        env.encode_states(oracle.len(), &mut out, |_, state, seat, out: &mut [u8]| {
            oracle.encode(state, seat, out);
        })
        .unwrap();
    });
    assert_eq!(count, 0);
    assert!(out.iter().all(|number| *number <= 1), "every slot is written");
}

#[test]
fn a_rejected_step_changes_no_environment() {
    let mut env = env("riichi-base-1", true, false);
    let (mut batch, mut actions) = (Batch::<u8>::new(&env), vec![0; ENVS]);
    env.reset(batch.buffers()).unwrap();
    for _ in 0..40 {
        env.sample_actions(2, &mut actions).unwrap();
        let (games, shown) = (env.snapshot(), batch.clone());
        let (i, good) = (17, actions[17]);
        let illegal = (0..249).find(|action| shown.mask[i * 249 + *action as usize] == 0);
        for bad in [illegal.unwrap(), 249, -1, i32::MAX] {
            actions[i] = bad;
            let rejected = env.step(&actions, batch.buffers()).unwrap_err();
            match rejected {
                StepError::Illegal { env: at, action, .. }
                | StepError::OutOfRange { env: at, action, .. } => {
                    assert_eq!((at, action), (i, bad));
                }
                other => panic!("{other}"),
            }
            assert_eq!(env.snapshot(), games);
            assert_eq!(batch, shown);
        }
        actions[i] = good;
        assert!(matches!(env.step(&actions[1..], batch.buffers()), Err(StepError::Buffer(_))));
        assert_eq!((&env.snapshot(), &batch), (&games, &shown));
        env.step(&actions, batch.buffers()).unwrap();
    }
}

#[test]
fn matches_are_those_of_the_rules() {
    let mut env = env("riichi-furiten-1", true, false);
    let (mut batch, mut actions) = (Batch::<u8>::new(&env), vec![0; ENVS]);
    env.reset(batch.buffers()).unwrap();
    let mut ended = 0;
    while ended < 30 {
        let before: Vec<Standing> = (0..ENVS).map(|i| *env.episode_state(i)).collect();
        play(&mut env, &mut batch, &mut actions, 1);
        for (i, before) in before.iter().enumerate() {
            let reward = &batch.reward[4 * i..][..4];
            if batch.done[i] == 1 {
                ended += 1;
                assert_eq!(env.episode_state(i).rounds(), 0, "a new match begins");
                assert!(before.rounds() >= 1 || reward.iter().any(|points| *points < 0.0));
                // Tenhou's results, with the return and the bonuses of places, sum to zero.
                assert!(reward.iter().sum::<f32>().abs() < 0.5, "{reward:?}");
            } else {
                assert_eq!(reward, [0.0; 4]);
                assert!(env.episode_state(i).rounds() - before.rounds() <= 1);
                let setup = env.game().next_hand(env.episode_state(i)).unwrap();
                assert_eq!(*env.state(i).table().setup(), setup);
            }
        }
    }
}

#[test]
fn observations_of_all_seats_are_those_of_their_views() {
    let mut env = env("riichi-base-1", false, true);
    let (mut batch, mut actions) = (Batch::<f32>::new(&env), vec![0; ENVS]);
    env.reset(batch.buffers()).unwrap();
    play(&mut env, &mut batch, &mut actions, 37);
    let len = env.encoder().len();
    let mut expected = vec![0f32; len];
    for i in 0..ENVS {
        for seat in facedown_game::Seat::all(4) {
            let view = env.game().shown_view(env.state(i), seat);
            env.encoder().encode(env.game(), &view, &mut expected);
            assert_eq!(batch.observation[(4 * i + seat.index()) * len..][..len], expected);
        }
    }
}
