//! Fixed work for counting instructions: `bench/instructions.py` runs this under callgrind and
//! counts only inside the functions named `measured_…`.
//!
//! Clocks are noisy on shared machines, instruction counts are not: the same binary on the same
//! input executes the same number, so a slower kernel or step shows at once.

use facedown_arena::{Batch, VecEnv};
use facedown_cards::{Card, CardSet};
use facedown_game::{Game, Policy, Rng, Seat};
use facedown_gin::bots::Greedy;
use facedown_gin::kernel::{best_melds, deadwood_after_discards, min_deadwood_batch};
use facedown_gin::{Actions, Gin, Legal, Planes, Rules};
use std::hint::black_box;

/// Random hands of so many cards.
fn hands(n: usize, cards: usize) -> Vec<u64> {
    let mut rng = Rng::new(2);
    let mut pack: Vec<Card> = Card::all().collect();
    let mut deal = || {
        rng.shuffle(&mut pack);
        pack[..cards].iter().copied().collect::<CardSet>().bits()
    };
    (0..n).map(|_| deal()).collect()
}

#[inline(never)]
fn measured_deadwood(hands: &[u64], out: &mut [u8]) {
    min_deadwood_batch(hands, out);
}

#[inline(never)]
fn measured_discards(hands: &[u64]) -> u64 {
    let after =
        hands.iter().map(|hand| deadwood_after_discards(CardSet::from_bits_truncate(*hand)));
    after.map(|after| after.iter().map(|d| u64::from(*d)).sum::<u64>()).sum()
}

#[inline(never)]
fn measured_melds(hands: &[u64]) -> u64 {
    let best = hands.iter().map(|hand| best_melds(CardSet::from_bits_truncate(*hand)));
    best.map(|best| u64::from(best.deadwood())).sum()
}

#[inline(never)]
fn measured_step(env: &mut VecEnv<Gin, Planes, Actions>, actions: &[i32], batch: &mut Batch<u8>) {
    env.step(actions, batch.buffers()).expect("sampled actions are legal");
}

#[inline(never)]
fn measured_greedy(gin: &Gin, seeds: u64) -> u64 {
    let mut bot = Greedy::default();
    let mut legal = Legal::default();
    let mut sum = 0;
    for seed in 0..seeds {
        let mut rng = Rng::new(seed);
        let state = gin.deal(&gin.first_setup(), &mut rng, &mut ());
        gin.legal_actions(&state, &mut legal);
        let view = gin.view(&state, Seat::new(0));
        let action = bot.choose(gin, &view, facedown_game::ActionBuf::as_slice(&legal), &mut rng);
        sum += Actions::id(action) as u64;
    }
    sum
}

fn main() {
    let what = std::env::args().nth(1).unwrap_or_default();
    let gin = Gin::new(Rules::EAAI).expect("a preset makes a game");
    match what.as_str() {
        "deadwood" => {
            let hands = hands(20_000, 10);
            let mut out = vec![0; hands.len()];
            measured_deadwood(&hands, &mut out);
            black_box(out);
        }
        "discards" => {
            black_box(measured_discards(&hands(5_000, 11)));
        }
        "melds" => {
            black_box(measured_melds(&hands(5_000, 10)));
        }
        "greedy" => {
            black_box(measured_greedy(&gin, 200));
        }
        "step" => {
            let mut env = VecEnv::new(gin, Planes, Actions, 64, 5).expect("64 lanes");
            let mut batch = Batch::<u8>::new(&env);
            let mut actions = vec![0; env.n()];
            env.reset(batch.buffers()).expect("the batch fits");
            for _ in 0..200 {
                env.sample_actions(6, &mut actions).expect("one action a lane");
                measured_step(&mut env, &actions, &mut batch);
            }
            black_box(batch.mask[0]);
        }
        other => {
            eprintln!("no work '{other}', expected deadwood, discards, melds, greedy or step");
            std::process::exit(2);
        }
    }
}
