//! Vectorised environments play the same games as plain loops.

use crate::common::{First, Hand, Numbers, Totals, Twelve};
use facedown_arena::{Batch, NewVecEnvError, StepError, VecEnv, VecEnvOptions, child_seed};
use facedown_game::{ActionBuf, ActionList, ActionSpace, Element, Encoder, Game, Rng, Seat, Turn};

type Env = VecEnv<Twelve, Totals, Numbers>;

fn env(seats: usize, n: usize, seed: u64, options: VecEnvOptions<First>) -> Env {
    VecEnv::with_options(Twelve { seats }, Totals, Numbers, n, seed, options).unwrap()
}

fn threads(threads: usize) -> VecEnvOptions<First> {
    VecEnvOptions { threads, ..VecEnvOptions::default() }
}

/// One environment played with nothing but the game.
struct Plain {
    game: Twelve,
    seed: u64,
    env: u64,
    hand: u64,
    rng: Rng,
    state: Hand,
}

impl Plain {
    fn new(game: Twelve, seed: u64, env: u64) -> Self {
        let rng = Rng::stream(0, 0);
        let state = game.blank_view(&First(0), Seat::new(0)).hand;
        let mut plain = Self { game, seed: child_seed(seed, env), env, hand: 0, rng, state };
        plain.deal();
        plain
    }

    fn deal(&mut self) {
        loop {
            self.rng = Rng::stream(self.seed, self.hand);
            let setup = First(((self.env + self.hand) % 2) as u8);
            self.state = self.game.deal(&setup, &mut self.rng, &mut ());
            if !self.state.dud {
                return;
            }
            self.hand += 1;
        }
    }

    /// Applies an action, and returns the scores if the hand ended.
    fn step(&mut self, action: i32) -> Option<Vec<f32>> {
        let Turn::Act(seat) = self.game.turn(&self.state) else { panic!("no seat is to act") };
        let view = self.game.view(&self.state, seat);
        let action = Numbers.action(&view, self.legal().as_slice(), action as usize).unwrap();
        self.game.try_apply(&mut self.state, action, &mut ()).unwrap();
        while self.game.turn(&self.state) == Turn::Chance {
            self.game.play_chance(&mut self.state, &mut self.rng, &mut ());
        }
        (self.game.turn(&self.state) == Turn::Over).then(|| {
            let scores = self.game.scores(&self.state);
            self.hand += 1;
            self.deal();
            scores.as_slice().iter().map(|score| *score as f32).collect()
        })
    }

    fn legal(&self) -> ActionList<crate::common::Move, 3> {
        let mut legal = ActionList::default();
        self.game.legal_actions(&self.state, &mut legal);
        legal
    }

    fn assert_shown<T: Element + std::fmt::Debug>(&self, i: usize, batch: &Batch<T>) {
        let Turn::Act(seat) = self.game.turn(&self.state) else { panic!("no seat is to act") };
        let view = self.game.view(&self.state, seat);
        let mut observation = [T::default(); 8];
        Totals.encode(&self.game, &view, &mut observation);
        let mut mask = [0; 70];
        for action in self.legal().as_slice() {
            mask[Numbers.index(&view, *action)] = 1;
        }
        assert_eq!(batch.observation[i * 8..][..8], observation);
        assert_eq!(batch.mask[i * 70..][..70], mask);
        assert_eq!(batch.seat[i] as usize, seat.index());
    }
}

/// Returns arrays filled with junk, none of which a step may leave.
fn dirty<T: Element>(env: &Env, junk: T) -> Batch<T> {
    let mut batch = Batch::new(env);
    batch.observation.fill(junk);
    batch.mask.fill(7);
    batch.seat.fill(77);
    batch.reward.fill(1234.5);
    batch.done.fill(9);
    batch
}

fn compare_with_plain_games<T: Element + std::fmt::Debug>(seats: usize, n: usize, junk: T) {
    let setups = vec![First(0), First(1)];
    let mut env = env(seats, n, 40, VecEnvOptions { setups, ..threads(2) });
    let mut plain: Vec<_> = (0..n).map(|i| Plain::new(Twelve { seats }, 40, i as u64)).collect();
    let mut batch = dirty(&env, junk);
    env.reset(batch.buffers()).unwrap();
    let (mut actions, mut episodes) = (vec![0; n], 0);
    for _ in 0..60 {
        for (i, plain) in plain.iter().enumerate() {
            plain.assert_shown(i, &batch);
            assert_eq!(env.state(i), &plain.state);
        }
        env.sample_actions(5, &mut actions).unwrap();
        batch = dirty(&env, junk);
        env.step(&actions, batch.buffers()).unwrap();
        for (i, plain) in plain.iter_mut().enumerate() {
            let ended = plain.step(actions[i]);
            assert_eq!(batch.done[i], u8::from(ended.is_some()));
            episodes += u64::from(ended.is_some());
            let expected = ended.unwrap_or_else(|| vec![0.0; seats]);
            assert_eq!(batch.reward[i * seats..][..seats], expected);
        }
    }
    assert!(episodes > n as u64 * 3, "environments went through several hands: {episodes}");
    assert_eq!((env.episodes(), env.steps()), (episodes, 60));
}

#[test]
fn environments_play_the_same_games_as_plain_stepping() {
    compare_with_plain_games(2, 1, 99u8);
    compare_with_plain_games(3, 50, f32::NAN);
    compare_with_plain_games(4, 700, 99u8);
}

#[test]
fn the_step_that_ends_a_hand_rewards_it_and_deals_the_next() {
    let mut env = env(2, 1, 0, VecEnvOptions { reward_scale: 0.5, ..threads(1) });
    let mut batch = Batch::<u8>::new(&env);
    env.reset(batch.buffers()).unwrap();
    let stand = 3;
    let before = *env.state(0);
    env.step(&[stand], batch.buffers()).unwrap();
    assert_eq!((batch.done[0], batch.seat[0], &batch.reward[..]), (0, 1, &[0.0, 0.0][..]));
    env.step(&[stand], batch.buffers()).unwrap();
    let edge = i8::from(before.total(0) > before.total(1)) * 2 - 1;
    assert_ne!(before.total(0), before.total(1), "the first hand of this seed is no draw");
    assert_eq!(batch.reward, [f32::from(edge) * 0.5, f32::from(edge) * -0.5]);
    assert_eq!((batch.done[0], batch.seat[0], env.episodes()), (1, 0, 1));
    assert_eq!(env.state(0).acted, 0, "the next hand has just been dealt");
    assert_eq!(batch.observation[0], env.state(0).total(0));
}

#[test]
fn an_illegal_action_is_named_and_changes_nothing() {
    let mut env = env(3, 600, 2, threads(2));
    let mut batch = dirty(&env, 99u8);
    let mut actions = vec![0; 600];
    env.sample_actions(1, &mut actions).unwrap();
    let (untouched, before, good) = (batch.clone(), env.snapshot(), actions.clone());
    for (bad, text) in [
        (4, "environment 599: action 4 is not legal for seat 0, expected one of the 3 in the mask"),
        (70, "environment 599: no action 70 for seat 0, expected 0 to 69"),
        (-1, "environment 599: no action -1 for seat 0, expected 0 to 69"),
        (i32::MIN, "environment 599: no action -2147483648 for seat 0, expected 0 to 69"),
    ] {
        actions[599] = bad;
        let error = env.step(&actions, batch.buffers()).unwrap_err();
        assert_eq!(error.to_string(), text);
        assert!((&batch, env.snapshot()) == (&untouched, before.clone()), "{text}");
    }
    actions.clone_from(&good);
    (actions[3], actions[9]) = (0, -5);
    let error = env.step(&actions, batch.buffers()).unwrap_err();
    let first = StepError::Illegal { env: 3, action: 0, seat: Seat::new(0), legal: 3 };
    assert_eq!(error, first, "the first environment is named");
    env.step(&good, batch.buffers()).unwrap();
}

#[test]
fn an_action_is_rejected_once_it_is_no_longer_legal() {
    let mut env = env(2, 300, 2, threads(1));
    let (mut batch, mut actions) = (Batch::<u8>::new(&env), vec![0; 300]);
    let (double, mut rejected) = (66, 0);
    for _ in 0..20 {
        env.sample_actions(1, &mut actions).unwrap();
        env.step(&actions, batch.buffers()).unwrap();
        env.sample_actions(1, &mut actions).unwrap();
        let mask = batch.mask.clone();
        for i in (0..300).filter(|i| mask[i * 70 + double] == 0) {
            let sampled = std::mem::replace(&mut actions[i], double as i32);
            let error = env.step(&actions, batch.buffers()).unwrap_err();
            assert!(matches!(error, StepError::Illegal { env: e, action: 66, .. } if e == i));
            actions[i] = sampled;
            rejected += 1;
        }
    }
    assert!(rejected > 100);
}

type Spoil = fn(&mut Batch<u8>);

#[test]
fn an_array_of_the_wrong_length_is_named_and_changes_nothing() {
    let mut env = env(2, 5, 2, threads(1));
    let mut actions = vec![0; 5];
    env.sample_actions(1, &mut actions).unwrap();
    let before = env.snapshot();
    let spoils: [(&str, Spoil); 5] = [
        ("observation has length 39, expected 40", |batch| batch.observation.truncate(39)),
        ("mask has length 351, expected 350", |batch| batch.mask.push(0)),
        ("seat has length 4, expected 5", |batch| batch.seat.truncate(4)),
        ("reward has length 0, expected 10", |batch| batch.reward.clear()),
        ("done has length 6, expected 5", |batch| batch.done.push(0)),
    ];
    for (text, spoil) in spoils {
        let mut batch = dirty(&env, 99u8);
        spoil(&mut batch);
        let spoilt = batch.clone();
        assert_eq!(env.step(&actions, batch.buffers()).unwrap_err().to_string(), text);
        assert_eq!(env.reset(batch.buffers()).unwrap_err().to_string(), text);
        assert_eq!(env.observe(batch.buffers()).unwrap_err().to_string(), text);
        assert!((batch, env.snapshot()) == (spoilt, before.clone()), "{text}");
    }
    let mut batch = Batch::<u8>::new(&env);
    let error = env.step(&actions[..4], batch.buffers()).unwrap_err();
    assert_eq!(error.to_string(), "actions has length 4, expected 5");
    let error = env.sample_actions(1, &mut actions[..4]).unwrap_err();
    assert_eq!(error.to_string(), "actions has length 4, expected 5");
}

/// Returns all actions and arrays of so many steps of random play.
fn trajectory(mut env: Env, steps: usize) -> Vec<(Vec<i32>, Batch<u8>)> {
    let mut batch = Batch::new(&env);
    env.reset(batch.buffers()).unwrap();
    let mut actions = vec![0; env.n()];
    let step = |_| {
        env.sample_actions(3, &mut actions).unwrap();
        env.step(&actions, batch.buffers()).unwrap();
        (actions.clone(), batch.clone())
    };
    (0..steps).map(step).collect()
}

#[test]
fn neither_threads_nor_other_environments_change_a_trajectory() {
    let one = trajectory(env(2, 1000, 12, threads(1)), 40);
    for count in [2, 4] {
        assert!(one == trajectory(env(2, 1000, 12, threads(count)), 40), "{count} threads");
    }
    let few = trajectory(env(2, 10, 12, threads(4)), 40);
    for ((actions, batch), (few_actions, few_batch)) in one.iter().zip(&few) {
        assert_eq!(actions[..10], few_actions[..]);
        assert_eq!(batch.observation[..80], few_batch.observation);
        assert_eq!(batch.reward[..20], few_batch.reward);
    }
    assert!(one != trajectory(env(2, 1000, 13, threads(1)), 40));
}

#[test]
fn a_reset_repeats_the_deals_and_another_seed_changes_them() {
    let mut env = env(2, 20, 1, threads(1));
    let mut first = Batch::<f32>::new(&env);
    env.reset(first.buffers()).unwrap();
    let start = env.snapshot();
    let (mut batch, mut actions) = (first.clone(), [0; 20]);
    for _ in 0..10 {
        env.sample_actions(3, &mut actions).unwrap();
        env.step(&actions, batch.buffers()).unwrap();
    }
    assert!(env.snapshot() != start);
    env.reset(batch.buffers()).unwrap();
    assert_eq!((&batch, env.snapshot()), (&first, start));
    env.reset_with(2, batch.buffers()).unwrap();
    assert!(batch != first);
    assert_eq!(env.seed(), 2);
}

#[test]
fn a_restored_environment_continues_like_the_saved_one() {
    let mut env = env(3, 200, 1, threads(1));
    let (mut batch, mut actions) = (Batch::<u8>::new(&env), vec![0; 200]);
    let mut play = |env: &mut Env, steps| {
        for _ in 0..steps {
            env.sample_actions(3, &mut actions).unwrap();
            env.step(&actions, batch.buffers()).unwrap();
        }
        batch.clone()
    };
    let shown = play(&mut env, 7);
    let saved = env.snapshot();
    let expected = (play(&mut env, 9), env.snapshot(), env.episodes());

    let mut other = self::env(3, 200, 99, threads(1));
    other.restore(&saved).unwrap();
    let mut observed = dirty(&other, 99u8);
    other.observe(observed.buffers()).unwrap();
    assert_eq!((&observed.observation, &observed.mask), (&shown.observation, &shown.mask));
    assert!(observed.done.iter().all(|done| *done == 0));
    assert_eq!((play(&mut other, 9), other.snapshot(), other.episodes()), expected);

    let error = self::env(3, 2, 1, threads(1)).restore(&saved).unwrap_err();
    assert_eq!(error.to_string(), "a snapshot of 200 environments, expected 2");
}

#[test]
fn sampled_actions_are_uniform_over_the_legal_ones_and_depend_on_the_seed() {
    // Three actions are legal at first. Chi-square with 2 degrees of freedom: 13.8 is the 99.9 %
    // point.
    let mut env = env(2, 30_000, 1, threads(2));
    let mut actions = vec![0; 30_000];
    env.sample_actions(8, &mut actions).unwrap();
    let count = |number| actions.iter().filter(|action| **action == number).count() as f64;
    let chi: f64 = [3, 65, 66].map(|i| (count(i) - 10_000.0).powi(2) / 10_000.0).iter().sum();
    assert!(chi < 13.8, "{chi}");

    let mut again = vec![0; 30_000];
    env.sample_actions(8, &mut again).unwrap();
    assert!(actions == again, "the same step and seed");
    env.sample_actions(9, &mut again).unwrap();
    assert!(actions != again, "another seed");
}

#[test]
fn an_impossible_batch_size_is_rejected() {
    let new = |n| VecEnv::new(Twelve { seats: 2 }, Totals, Numbers, n, 1).unwrap_err();
    assert_eq!(new(0), NewVecEnvError::NoEnvs);
    assert_eq!(new(0).to_string(), "0 environments: expected at least 1");
    for n in [usize::MAX, usize::MAX / 70, usize::MAX / 1000] {
        assert_eq!(new(n), NewVecEnvError::TooManyEnvs(n));
    }
}
