//! How the evaluator is made: boards are played out, street 4 is solved exactly, and the networks
//! learn what came of the boards. Everything is drawn from one seed, so the result is always the same.

use super::evaluator::{Evaluator, net_of, taught, weigh, weights};
use super::features::{FEATURES, Features};
use super::learn::Learner;
use super::net::{FIRST, Net, OUT};
use super::openings::each_choice;
use crate::Rules;
use crate::endgame::{Draws, Endgame, EndgameError, Partial, Worth};
use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use rayon::prelude::*;

/// How much work a fit is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitConfig {
    /// Boards that each network learns from in the last round; earlier rounds have fewer.
    pub boards: usize,
    /// How often it goes through them.
    pub epochs: usize,
    /// Rounds: each plays with what the round before has learnt.
    pub rounds: usize,
    /// What luck is drawn from.
    pub seed: u64,
}

/// What a fit came to, for each network: the mean square of the values, and of the errors on boards
/// that it did not learn from (both hold the luck of one deal).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fitted {
    /// The variance of values.
    pub variance: f64,
    /// The mean squared error.
    pub error: f64,
}

/// A board and what came of it.
struct Sample {
    facts: Features,
    told: [f32; OUT],
}

/// Fits an evaluator for rules like these; `report` is told what each network came to.
pub fn fit(
    rules: &Rules,
    worth: Worth,
    config: FitConfig,
    mut report: impl FnMut(usize, usize, Fitted),
) -> Result<Evaluator, EndgameError> {
    let rules = taught(rules);
    let endgame = Endgame::new(&rules, worth)?;
    let weights = weights(&rules, worth, 1.0);
    let empty = || Net { first: vec![[0.0; FIRST]; FEATURES], ..Net::EMPTY };
    let evaluator = Evaluator { nets: [empty(), empty(), empty()] };
    let mut school = School { endgame, weights, evaluator };
    for round in 0..config.rounds {
        let last = round + 1 == config.rounds;
        let boards = if last { config.boards } else { config.boards / 4 };
        let strays = if round == 0 { 1.0 } else { 0.2 };
        for net in (0..3).rev() {
            let seed = config.seed + (round * 3 + net) as u64;
            let samples = school.samples(net, boards, strays, seed);
            let (test, train) = samples.split_at(boards / 20);
            let mut learner = Learner::new(&school.weights, seed);
            for epoch in 0..config.epochs {
                let rate = 0.002 * (1.0 - epoch as f32 / config.epochs as f32);
                learner.epoch(train.iter().map(|s| (&s.facts, &s.told)).collect(), rate);
            }
            report(round, net, fitted(learner.net(), &school.weights, test));
            school.evaluator.nets[net] = learner.into_net();
        }
    }
    Ok(school.evaluator)
}

fn fitted(net: &Net, weights: &[f32; OUT], test: &[Sample]) -> Fitted {
    let n = test.len().max(1) as f64;
    let value = |told: &[f32; OUT]| f64::from(weigh(weights, told));
    let mean = test.iter().map(|s| value(&s.told)).sum::<f64>() / n;
    let variance = test.iter().map(|s| (value(&s.told) - mean).powi(2)).sum::<f64>() / n;
    let off = |s: &Sample| (value(&s.told) - value(&net.pass(&s.facts).out)).powi(2);
    Fitted { variance, error: test.iter().map(off).sum::<f64>() / n }
}

/// What plays the boards.
struct School {
    endgame: Endgame,
    weights: [f32; OUT],
    evaluator: Evaluator,
}

impl School {
    fn samples(&self, net: usize, boards: usize, strays: f64, seed: u64) -> Vec<Sample> {
        let one = |draws: &mut Draws, i: usize| {
            let mut rng = Rng::stream(seed, i as u64);
            self.sample(draws, net, strays, &mut rng)
        };
        (0..boards).into_par_iter().map_init(Draws::default, one).collect()
    }

    /// Plays to a board for this network, then to the end.
    fn sample(&self, draws: &mut Draws, net: usize, strays: f64, rng: &mut Rng) -> Sample {
        let jokers = usize::from(self.endgame.scorer().rules().jokers);
        let mut pack: Vec<PackCard> = PackCard::all().take(52 + jokers).collect();
        rng.shuffle(&mut pack);
        // Cards of others that are seen; enough are left for all streets.
        let mut unseen: PackSet = pack[rng.below(15) as usize..].iter().copied().collect();
        let mut board = Partial::EMPTY;
        for street in 0..=net {
            let deal = draw(&mut unseen, if street == 0 { 5 } else { 3 }, rng);
            // Half of the boards to be learnt were not the best choice: those are compared too.
            let stray = if street == net { 0.5_f64.max(strays) } else { strays };
            board = if rng.unit() < stray {
                any(&board, &deal, rng)
            } else {
                self.best(&board, &deal, unseen)
            };
        }
        let facts = Features::of(&board, unseen);
        for _ in net..2 {
            let deal = draw(&mut unseen, 3, rng);
            board = self.best(&board, &deal, unseen);
        }
        let deal = draw(&mut unseen, 3, rng);
        let (_, last) = self.endgame.best_on_street_4(draws, &board, &deal, unseen);
        let outlook = self.endgame.sums(draws, &last, unseen).outlook(0);
        let [a, b, c, d, e] = outlook.entry.map(|chance| chance as f32);
        Sample { facts, told: [outlook.royalties as f32, outlook.foul as f32, a, b, c, d, e] }
    }

    /// The best choice by the networks.
    fn best(&self, board: &Partial, deal: &[PackCard], unseen: PackSet) -> Partial {
        let mut best = (f32::NEG_INFINITY, *board);
        each_choice(board, deal, |board, _| {
            let net = &self.evaluator.nets[net_of(&board)];
            let value = weigh(&self.weights, &net.pass(&Features::of(&board, unseen)).out);
            if value > best.0 {
                best = (value, board);
            }
        });
        best.1
    }
}

/// Any choice.
fn any(board: &Partial, deal: &[PackCard], rng: &mut Rng) -> Partial {
    let mut choices = Vec::with_capacity(232);
    each_choice(board, deal, |board, _| choices.push(board));
    rng.choose(&choices).copied().unwrap_or(*board)
}

/// Takes so many cards.
pub(super) fn draw(unseen: &mut PackSet, cards: usize, rng: &mut Rng) -> Vec<PackCard> {
    let mut drawn = Vec::with_capacity(cards);
    for _ in 0..cards {
        let bit = rng.choose_bit(unseen.bits());
        if let Some(card) = PackCard::from_index(bit as usize) {
            drawn.push(card);
            *unseen = *unseen - PackSet::EMPTY.with(card);
        }
    }
    drawn
}
