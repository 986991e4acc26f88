//! Environments in which bots play the other seats.

use facedown_arena::{
    Batch, BatchFailure, BatchOptions, BatchPolicy, Bot, Decision, HandEpisodes, Lineup, Opponent,
    Opponents, StepError, VecEnv, scaled_scores,
};
use facedown_game::{Game, Policy, Seat, UniformPolicy};
use facedown_testkit::toys::{Leduc, LeducAction, LeducActions, LeducEncoder};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

type Env = VecEnv<Leduc, LeducEncoder, LeducActions>;

/// Decides as [`UniformPolicy`], in batches; fails from a number of decisions on.
struct Uniform {
    largest: AtomicUsize,
    left: AtomicUsize,
}

impl Uniform {
    fn new(left: usize) -> Arc<Self> {
        Arc::new(Self { largest: AtomicUsize::new(0), left: AtomicUsize::new(left) })
    }
}

impl BatchPolicy<Leduc> for Uniform {
    fn choose(
        &self,
        game: &Leduc,
        decisions: &mut [Decision<'_, Leduc>],
        actions: &mut Vec<LeducAction>,
    ) -> Result<(), BatchFailure> {
        self.largest.fetch_max(decisions.len(), Ordering::Relaxed);
        for (decision, asked) in decisions.iter_mut().enumerate() {
            if self.left.fetch_sub(1, Ordering::Relaxed) == 0 {
                return Err(BatchFailure { decision, why: "it is Monday".to_owned() });
            }
            let Decision { view, legal, rng, .. } = asked;
            actions.push(UniformPolicy.choose(game, view, legal, rng));
        }
        Ok(())
    }
}

fn uniform() -> Opponent<Leduc> {
    Opponent::new("uniform", Box::new(|| Box::new(UniformPolicy)))
}

fn env(seat: Option<usize>, bot: Opponent<Leduc>, threads: usize) -> Env {
    let episodes = HandEpisodes::cycling(Vec::new(), scaled_scores(1.0), ());
    let options = BatchOptions { threads, all_seats: false };
    let (encoder, space) = (LeducEncoder, LeducActions);
    let env = VecEnv::with_episodes(Leduc, encoder, space, 600, 5, Box::new(episodes), options);
    let opponents = Opponents { seat: seat.map(Seat::new), bots: vec![bot] };
    env.unwrap().with_opponents(opponents)
}

/// Plays so many steps; returns the arrays of each, and the number of episodes.
fn played(mut env: Env, steps: usize) -> (Vec<Batch<u8>>, u64) {
    let mut batch = Batch::<u8>::new(&env);
    let mut actions = vec![0; env.n()];
    env.reset(batch.buffers()).unwrap();
    let mut all = vec![batch.clone()];
    for _ in 0..steps {
        env.sample_actions(7, &mut actions).unwrap();
        env.step(&actions, batch.buffers()).unwrap();
        all.push(batch.clone());
    }
    (all, env.episodes())
}

#[test]
fn opponents_play_alike_alone_and_in_batches_on_any_number_of_threads() {
    let alone = played(env(None, uniform(), 1), 40);
    let policy = Uniform::new(usize::MAX);
    let batched = || Opponent::batched("uniform", policy.clone());
    assert_eq!(played(env(None, uniform(), 3), 40), alone);
    assert_eq!(played(env(None, batched(), 1), 40), alone);
    assert_eq!(played(env(None, batched(), 3), 40), alone);
    assert!(policy.largest.load(Ordering::Relaxed) > 200);
    assert!(alone.1 > 5_000, "{}", alone.1);
}

#[test]
fn every_decision_is_the_callers() {
    for seat in [0, 1] {
        let (batches, episodes) = played(env(Some(seat), uniform(), 2), 40);
        assert!(batches.iter().all(|batch| batch.seat.iter().all(|s| usize::from(*s) == seat)));
        let done: u64 = batches.iter().flat_map(|b| &b.done).map(|done| u64::from(*done)).sum();
        // A hand that ends before the caller has a decision is reported to nobody.
        assert!(done <= episodes && done > episodes / 2, "{done} of {episodes}");
        for batch in &batches {
            for (reward, done) in batch.reward.as_chunks::<2>().0.iter().zip(&batch.done) {
                assert!((reward[0] + reward[1]).abs() < 1e-6);
                assert!(*done == 1 || reward.iter().all(|points| points.abs() < f32::EPSILON));
            }
        }
    }
    let (batches, _) = played(env(None, uniform(), 2), 40);
    let seats: Vec<u8> = batches.into_iter().flat_map(|batch| batch.seat).collect();
    let first: usize = seats.iter().map(|seat| usize::from(*seat == 0)).sum();
    let share = first as f64 / seats.len() as f64;
    assert!((0.4..0.6).contains(&share), "{share}");
}

/// Seat 0 has the first decision of every hand, so that none is skipped.
#[test]
fn the_callers_mean_reward_is_that_of_the_same_bots_at_a_table() {
    let mean = |values: &[f64]| {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        (mean, squares / n / n)
    };
    let (batches, _) = played(env(Some(0), uniform(), 2), 400);
    let ended = |batch: &Batch<u8>| -> Vec<f64> {
        let rows = batch.reward.as_chunks::<2>().0.iter().zip(&batch.done);
        rows.filter(|(_, done)| **done == 1).map(|(reward, _)| f64::from(reward[0])).collect()
    };
    let (found, variance) = mean(&batches.iter().flat_map(ended).collect::<Vec<_>>());
    let bots = (0..2).map(|id| Bot::new(id, Box::new(UniformPolicy))).collect();
    let mut table = Lineup::new(&Leduc, bots);
    let hands = (0..50_000).map(|hand| {
        let state = table.play_hand(&(), 11, hand, &mut ()).unwrap();
        f64::from(Leduc.scores(&state)[Seat::new(0)])
    });
    let (expected, other) = mean(&hands.collect::<Vec<_>>());
    let error = (variance + other).sqrt();
    assert!((found - expected).abs() < 3.5 * error, "{found}, expected {expected} +- {error}");
}

#[test]
fn an_opponent_that_fails_is_named_and_a_reset_helps() {
    let policy = Uniform::new(2_000);
    let mut env = env(None, Opponent::batched("mine", policy.clone()), 2);
    let mut batch = Batch::<u8>::new(&env);
    let mut actions = vec![0; env.n()];
    assert_eq!(env.step(&actions, batch.buffers()), Err(StepError::Broken));
    env.reset(batch.buffers()).unwrap();
    let error = loop {
        env.sample_actions(7, &mut actions).unwrap();
        if let Err(error) = env.step(&actions, batch.buffers()) {
            break error;
        }
    };
    let said = error.to_string();
    assert!(
        said.starts_with("environment ") && said.contains("opponent 'mine' at seat "),
        "{said}"
    );
    assert!(said.ends_with(": it is Monday"), "{said}");
    assert_eq!(env.step(&actions, batch.buffers()), Err(StepError::Broken));
    policy.left.store(usize::MAX, Ordering::Relaxed);
    env.reset(batch.buffers()).unwrap();
    env.sample_actions(7, &mut actions).unwrap();
    env.step(&actions, batch.buffers()).unwrap();
}
