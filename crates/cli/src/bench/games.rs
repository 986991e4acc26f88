//! Vectorised environments and bots of every game.

use super::{Bench, Measured, Rounds};
use anyhow::{Result, ensure};
use facedown_arena::{DuplicateOptions, MatchReport};
use facedown_catalog::{
    AnyBuffers, AnyGame, AnyVecEnv, DuplicateSpec, GAMES, GameInfo, VecSpec, game, searches,
};
use facedown_game::{Control, ObservationMut};
use serde_json::Map;

/// The number of environments of a batch.
const ENVS: usize = 1024;
/// The number of steps of a round.
const STEPS: usize = 32;
/// The number of steps within which one of so many hands ends.
const LONGEST_HAND: usize = 1000;
/// The number of deals of a round of bots, and of bots that search.
const DEALS: [u64; 2] = [50, 1];
/// Bots that do not search and take milliseconds for a decision.
const SLOW_BOTS: [&str; 1] = ["tempo"];
/// The iterations of a search per decision: a count, so that equal seeds play equal games.
const ITERATIONS: u64 = 100;

pub(super) fn list(seed: u64, threads: usize, rounds: Rounds) -> Vec<Bench> {
    GAMES.iter().flat_map(|info| of_game(info, seed, threads, rounds)).collect()
}

fn of_game(info: &'static GameInfo, seed: u64, threads: usize, rounds: Rounds) -> Vec<Bench> {
    let name = info.name;
    let made = move || game(name, &Map::new());
    let mut benches = vec![Bench::new(format!("{name}/env"), "random decision", move || {
        env(&*made()?, seed, 1, rounds)
    })];
    if threads > 1 {
        let spread = format!("{name}/env-{threads}-threads");
        benches.push(Bench::new(spread, "random decision", move || {
            env(&*made()?, seed, threads, rounds)
        }));
    }
    for (bot, _) in info.bots {
        let what = format!("{name}/bot-{bot}");
        let (played, deals, unit) = if searches(bot) {
            (format!("{bot}:{ITERATIONS}"), DEALS[1], "decision by 100 iterations")
        } else {
            let slow = SLOW_BOTS.contains(bot);
            ((*bot).to_owned(), DEALS[usize::from(slow)], "decision")
        };
        let play = move || self_play(&*made()?, &played, deals, seed, rounds);
        benches.push(Bench::new(what, unit, play));
    }
    benches
}

/// The caller's arrays of a vectorised environment.
struct Arrays {
    observation: Vec<u8>,
    mask: Vec<u8>,
    seat: Vec<u8>,
    reward: Vec<f32>,
    done: Vec<u8>,
}

impl Arrays {
    fn of(game: &dyn AnyGame) -> Self {
        Self {
            observation: vec![0; ENVS * game.encoder().shape.iter().product::<usize>()],
            mask: vec![0; ENVS * game.action_count()],
            seat: vec![0; ENVS],
            reward: vec![0.0; ENVS * game.seats()],
            done: vec![0; ENVS],
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

/// Times random decisions in many environments, masks and observations included.
fn env(game: &dyn AnyGame, seed: u64, threads: usize, rounds: Rounds) -> Result<Measured> {
    let spec = VecSpec { n: ENVS, seed, threads, hand: Some(0), ..VecSpec::default() };
    let mut env = game.vec_env(&spec)?;
    let mut arrays = Arrays::of(game);
    let mut actions = vec![0; ENVS];
    env.reset(seed, arrays.buffers())?;
    let mut action_seed = seed;
    let mut ended = 0;
    let mut failed = Ok(());
    let seconds = rounds.least_time(ENVS * STEPS, || {
        for _ in 0..STEPS {
            action_seed = action_seed.wrapping_add(1);
            let stepped = step(&mut *env, action_seed, &mut actions, &mut arrays);
            ended += stepped.unwrap_or_else(|error| {
                failed = Err(error);
                0
            });
        }
    });
    failed?;
    // A few rounds may not reach the end of a hand.
    for _ in 0..LONGEST_HAND {
        if ended > 0 {
            break;
        }
        action_seed = action_seed.wrapping_add(1);
        ended += step(&mut *env, action_seed, &mut actions, &mut arrays)?;
    }
    Ok(Measured { seconds, correct: ended > 0 && ended == env.episodes() })
}

/// Steps all environments once; returns the number of hands that ended.
fn step(
    env: &mut dyn AnyVecEnv,
    seed: u64,
    actions: &mut [i32],
    arrays: &mut Arrays,
) -> Result<u64> {
    env.sample_actions(seed, actions)?;
    env.step(actions, arrays.buffers())?;
    Ok(arrays.done.iter().map(|done| u64::from(*done)).sum())
}

/// Times a bot in every seat, on one thread.
fn self_play(
    game: &dyn AnyGame,
    bot: &str,
    deals: u64,
    seed: u64,
    rounds: Rounds,
) -> Result<Measured> {
    let bots = vec![bot.into(); game.seats()];
    let options = DuplicateOptions { threads: 1, ..DuplicateOptions::new(deals, seed) };
    let mut seconds = f64::MAX;
    let mut reports: Vec<MatchReport> = Vec::new();
    for _ in 0..rounds.of_long_work() {
        let spec = DuplicateSpec {
            bots: &bots,
            params: &Map::new(),
            network: None,
            matches: false,
            hand: None,
            luck: None,
            options,
        };
        let played = game.duplicate_match(&spec, Control::default())?;
        let decisions: u64 = played.report.bots.iter().map(|bot| bot.decisions).sum();
        let thinking: f64 = played.timing.bots.iter().map(|bot| bot.thinking).sum();
        ensure!(decisions > 0, "{bot} had nothing to decide in {deals} deals");
        seconds = seconds.min(thinking.max(1e-9) / decisions as f64);
        reports.push(played.report);
    }
    // Equal seeds must play equal games.
    let same = reports.windows(2).all(|pair| pair[0] == pair[1]);
    Ok(Measured { seconds, correct: same && reports[0].clusters == deals })
}
