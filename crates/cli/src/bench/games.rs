//! Vectorised environments and bots of every game of the catalog.

use super::{Bench, Measured, least_time};
use anyhow::{Result, ensure};
use facedown_arena::{DuplicateOptions, MatchReport};
use facedown_catalog::{
    AnyBuffers, AnyGame, AnyVecEnv, DuplicateSpec, GAMES, GameInfo, VecSpec, game, searches,
};
use facedown_game::{Control, ObservationMut};
use serde_json::Map;

/// How many hands an environment plays at once.
const LANES: usize = 1024;
/// How many steps a round has.
const STEPS: usize = 32;
/// How many deals a round of bots has, and one of bots that search.
const DEALS: [u64; 2] = [50, 1];
/// What a bot that searches spends on a decision: a count, so that the same seed means the same
/// games.
const ITERATIONS: u64 = 100;

pub(super) fn list(seed: u64, threads: usize) -> Vec<Bench> {
    GAMES.iter().flat_map(|info| of_game(info, seed, threads)).collect()
}

fn of_game(info: &'static GameInfo, seed: u64, threads: usize) -> Vec<Bench> {
    let name = info.name;
    let made = move || game(name, &Map::new());
    let mut benches =
        vec![Bench::new(format!("{name}/env"), "random decision", move || env(&*made()?, seed, 1))];
    if threads > 1 {
        let spread = format!("{name}/env-{threads}-threads");
        benches.push(Bench::new(spread, "random decision", move || env(&*made()?, seed, threads)));
    }
    for (bot, _) in info.bots {
        let what = format!("{name}/bot-{bot}");
        let (played, deals, unit) = if searches(bot) {
            (format!("{bot}:{ITERATIONS}"), DEALS[1], "decision by 100 playouts")
        } else {
            ((*bot).to_owned(), DEALS[0], "decision")
        };
        let play = move || self_play(&*made()?, &played, deals, seed);
        benches.push(Bench::new(what, unit, play));
    }
    benches
}

/// The arrays of an environment.
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
            observation: vec![0; LANES * game.encoder().shape.iter().product::<usize>()],
            mask: vec![0; LANES * game.action_count()],
            seat: vec![0; LANES],
            reward: vec![0.0; LANES * game.seats()],
            done: vec![0; LANES],
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

/// Random decisions in many hands, masks and observations included.
fn env(game: &dyn AnyGame, seed: u64, threads: usize) -> Result<Measured> {
    let mut env = game.vec_env(&VecSpec { n: LANES, seed, threads, ..VecSpec::default() })?;
    let mut arrays = Arrays::of(game);
    let mut actions = vec![0; LANES];
    env.reset(seed, arrays.buffers())?;
    let mut luck = seed;
    let mut ended = 0;
    let mut failed = Ok(());
    let seconds = least_time(LANES * STEPS, || {
        for _ in 0..STEPS {
            luck = luck.wrapping_add(1);
            let stepped = step(&mut *env, luck, &mut actions, &mut arrays);
            ended += stepped.unwrap_or_else(|error| {
                failed = Err(error);
                0
            });
        }
    });
    failed?;
    Ok(Measured { seconds, correct: ended > 0 && ended == env.episodes() })
}

/// One step; how many hands ended in it.
fn step(
    env: &mut dyn AnyVecEnv,
    luck: u64,
    actions: &mut [i32],
    arrays: &mut Arrays,
) -> Result<u64> {
    env.sample_actions(luck, actions)?;
    env.step(actions, arrays.buffers())?;
    Ok(arrays.done.iter().map(|done| u64::from(*done)).sum())
}

/// A bot in every seat, on one thread.
fn self_play(game: &dyn AnyGame, bot: &str, deals: u64, seed: u64) -> Result<Measured> {
    let bots = vec![bot.to_owned(); game.seats()];
    let options = DuplicateOptions { threads: 1, ..DuplicateOptions::new(deals, seed) };
    let mut seconds = f64::MAX;
    let mut reports: Vec<MatchReport> = Vec::new();
    for _ in 0..super::ROUNDS {
        let spec = DuplicateSpec { bots: &bots, params: &Map::new(), matches: false, options };
        let played = game.duplicate_match(&spec, Control::default())?;
        let decisions: u64 = played.report.bots.iter().map(|bot| bot.decisions).sum();
        let thinking: f64 = played.timing.bots.iter().map(|bot| bot.thinking).sum();
        ensure!(decisions > 0, "{bot} had nothing to decide in {deals} deals");
        seconds = seconds.min(thinking.max(1e-9) / decisions as f64);
        reports.push(played.report);
    }
    // The same seed must mean the same games.
    let same = reports.windows(2).all(|pair| pair[0] == pair[1]);
    Ok(Measured { seconds, correct: same && reports[0].clusters == deals })
}
