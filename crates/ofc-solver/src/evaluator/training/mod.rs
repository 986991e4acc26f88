//! Training of the evaluator: boards are played out, street 4 is solved exactly, and the networks learn
//! the results. All randomness comes from one seed, so the result is always the same.

mod adam;

use super::features::{FEATURES, Features};
use super::net::{FIRST, Net, OUT};
use super::{Evaluator, net_of, training_rules, weigh, weights};
use crate::choices::{draw, each_choice};
use adam::Adam;
use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use facedown_ofc::endgame::{Draws, Endgame, EndgameError, Partial, Sums};
use facedown_ofc::{Dealing, Rules, Stakes};
use rayon::prelude::*;

/// The parameters of a training run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingConfig {
    /// Boards that each network is trained on in the last round; earlier rounds have fewer.
    pub boards: usize,
    /// Passes over the boards.
    pub epochs: usize,
    /// Rounds: each plays by the networks of the round before.
    pub rounds: usize,
    /// Random seed.
    pub seed: u64,
}

/// The loss of a network on held-out boards. Both numbers include the variance of a single deal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    /// The variance of values.
    pub variance: f64,
    /// The mean squared error.
    pub error: f64,
}

/// A board and its outcome.
struct Sample {
    features: Features,
    target: [f32; OUT],
}

/// Trains an evaluator for such rules; `report` receives round, network and loss.
pub fn train(
    rules: &Rules,
    stakes: Stakes,
    config: TrainingConfig,
    mut report: impl FnMut(usize, usize, Loss),
) -> Result<Evaluator, EndgameError> {
    let rules = training_rules(rules);
    let endgame = Endgame::new(&rules, stakes)?;
    let weights = weights(&rules, stakes, 1.0);
    let empty = || Net { first: vec![[0.0; FIRST]; FEATURES], ..Net::EMPTY };
    let evaluator = Evaluator { nets: [empty(), empty(), empty()] };
    let mut trainer = Trainer { endgame, weights, evaluator };
    for round in 0..config.rounds {
        let last = round + 1 == config.rounds;
        let boards = if last { config.boards } else { config.boards / 4 };
        let random = if round == 0 { 1.0 } else { 0.2 };
        for net in (0..3).rev() {
            let seed = config.seed + (round * 3 + net) as u64;
            let samples = trainer.samples(net, boards, random, seed);
            let (test, train) = samples.split_at(boards / 20);
            let mut adam = Adam::new(&trainer.weights, seed);
            for epoch in 0..config.epochs {
                let rate = 0.002 * (1.0 - epoch as f32 / config.epochs as f32);
                adam.epoch(train.iter().map(|s| (&s.features, &s.target)).collect(), rate);
            }
            report(round, net, loss(adam.net(), &trainer.weights, test));
            trainer.evaluator.nets[net] = adam.into_net();
        }
    }
    Ok(trainer.evaluator)
}

fn loss(net: &Net, weights: &[f32; OUT], test: &[Sample]) -> Loss {
    let n = test.len().max(1) as f64;
    let value = |target: &[f32; OUT]| f64::from(weigh(weights, target));
    let mean = test.iter().map(|s| value(&s.target)).sum::<f64>() / n;
    let variance = test.iter().map(|s| (value(&s.target) - mean).powi(2)).sum::<f64>() / n;
    let off = |s: &Sample| (value(&s.target) - value(&net.pass(&s.features).out)).powi(2);
    Loss { variance, error: test.iter().map(off).sum::<f64>() / n }
}

/// Plays boards by the networks so far.
struct Trainer {
    endgame: Endgame,
    weights: [f32; OUT],
    evaluator: Evaluator,
}

impl Trainer {
    fn samples(&self, net: usize, boards: usize, random: f64, seed: u64) -> Vec<Sample> {
        let one = |draws: &mut Draws, i: usize| {
            let mut rng = Rng::stream(seed, i as u64);
            self.sample(draws, net, random, &mut rng)
        };
        (0..boards).into_par_iter().map_init(Draws::default, one).collect()
    }

    /// Plays to a board for this network, with a share of random placements, then to the end.
    fn sample(&self, draws: &mut Draws, net: usize, random: f64, rng: &mut Rng) -> Sample {
        let jokers = usize::from(self.endgame.scorer().rules().jokers);
        let mut pack: Vec<PackCard> = PackCard::all().take(52 + jokers).collect();
        rng.shuffle(&mut pack);
        // Some cards are visible on other boards; enough are left for all streets.
        let mut unseen: PackSet = pack[rng.below(15) as usize..].iter().copied().collect();
        if self.endgame.scorer().rules().dealing == Dealing::Classic {
            return self.classic_sample(unseen, net, random, rng);
        }
        let mut board = Partial::EMPTY;
        for street in 0..=net {
            let deal = draw(&mut unseen, if street == 0 { 5 } else { 3 }, rng);
            // Half of the training boards are random choices: those are compared too.
            let share = if street == net { 0.5_f64.max(random) } else { random };
            board = if rng.unit() < share {
                any(&board, &deal, rng)
            } else {
                self.best(&board, &deal, unseen)
            };
        }
        let features = Features::of(&board, unseen);
        for _ in net..2 {
            let deal = draw(&mut unseen, 3, rng);
            board = self.best(&board, &deal, unseen);
        }
        let deal = draw(&mut unseen, 3, rng);
        let (_, last) = self.endgame.best_on_street_4(draws, &board, &deal, unseen);
        Sample { features, target: target(&self.endgame.sums(draws, &last, unseen)) }
    }

    /// The same with classic dealing: to a board of one of two sizes, then by the networks up to ten
    /// cards; the last three cards are solved exactly.
    fn classic_sample(
        &self,
        mut unseen: PackSet,
        net: usize,
        random: f64,
        rng: &mut Rng,
    ) -> Sample {
        let size = 5 + 2 * net + usize::from(rng.below(2) == 1);
        let mut board = Partial::EMPTY;
        while board.cards().len() < size {
            let deal = draw(&mut unseen, if board.cards().is_empty() { 5 } else { 1 }, rng);
            let last = board.cards().len() + deal.len() == size;
            let share = if last { 0.5_f64.max(random) } else { random };
            board = if rng.unit() < share {
                any(&board, &deal, rng)
            } else {
                self.best(&board, &deal, unseen)
            };
        }
        let features = Features::of(&board, unseen);
        while board.cards().len() < 10 {
            let deal = draw(&mut unseen, 1, rng);
            board = self.best(&board, &deal, unseen);
        }
        let deal = draw(&mut unseen, 1, rng);
        Sample { features, target: target(&self.endgame.single_sums(&board, deal[0], unseen)) }
    }

    /// Returns the best placement by the networks.
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

/// Returns the outputs that a network should have for these sums.
fn target(sums: &Sums) -> [f32; OUT] {
    let expectation = sums.expectation(0);
    let [a, b, c, d, e] = expectation.entry.map(|chance| chance as f32);
    [expectation.royalties as f32, expectation.foul as f32, a, b, c, d, e]
}

/// Returns a random placement.
fn any(board: &Partial, deal: &[PackCard], rng: &mut Rng) -> Partial {
    let mut choices = Vec::with_capacity(232);
    each_choice(board, deal, |board, _| choices.push(board));
    rng.choose(&choices).copied().unwrap_or(*board)
}
