//! Training of the evaluator: boards are played out, street 4 is solved exactly, and the networks learn
//! the results. All randomness comes from one seed, so the result is always the same.
//!
//! The network for 9 cards learns exact values of a few deals of street 4; those for 7 and 5 cards learn
//! what the network of the next street says about the best placement of a few deals.

mod adam;

use super::facts::{Facts, RowFacts, TopEntry};
use super::features::{FEATURES, Features, RankCounts};
use super::net::{Net, OUT};
use super::{BoardNet, Estimator, Evaluator, training_rules, weigh, weights};
use crate::choices::{draw, each_choice};
use adam::Adam;
use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use facedown_ofc::endgame::{Draws, Endgame, EndgameError, Partial, Sums};
use facedown_ofc::{Dealing, Row, Rules, Stakes};
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

/// The loss of a network on held-out boards. Both numbers include the variance of the deals.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    /// The variance of values.
    pub variance: f64,
    /// The mean squared error.
    pub error: f64,
}

/// Deals that a target is the mean of, for boards of 5, 7 and 9 cards.
const DEALS: [usize; 3] = [8, 8, 3];

/// A board and its outcome.
struct Sample {
    features: Vec<u16>,
    /// What the network should say.
    target: [f32; OUT],
    /// How much its outputs count in the value of this board, and what counts beside them.
    weights: [f32; OUT],
    certain: f32,
}

impl Sample {
    /// Returns the sample of a board whose outcome has these means; `None` if nothing is to be learnt.
    fn new(
        trainer: &Trainer,
        board: &Partial,
        unseen: PackSet,
        outcome: [f32; OUT],
    ) -> Option<Self> {
        let rows = Row::ALL.map(|row| RowFacts::of(row, board.row(row)));
        let facts = Facts::of(trainer.endgame.scorer().rules(), rows.each_ref());
        if facts.foul {
            return None;
        }
        let (mut target, mut weights) = (outcome, trainer.weights);
        let mut certain = facts.earned * weights[0];
        target[0] -= facts.earned * (1.0 - outcome[1]);
        if let TopEntry::Closed(output) = facts.entry {
            certain += output.map_or(0.0, |output| weights[output]);
            weights[2..].fill(0.0);
        }
        // What is certain is lost with a foul.
        weights[1] -= certain;
        Some(Self { features: features(board, unseen), target, weights, certain })
    }

    fn value(&self) -> f64 {
        f64::from(self.certain + weigh(&self.weights, &self.target))
    }
}

/// Returns all active features of a board.
fn features(board: &Partial, unseen: PackSet) -> Vec<u16> {
    let left = RankCounts::of(unseen);
    let rows = Row::ALL.map(|row| Features::of_row(row, board.row(row), unseen, &left));
    let order = Features::of_order(
        rows.each_ref().map(|(_, made)| *made),
        Row::ALL.map(|row| board.room(row)),
    );
    let mut all = Features::of_unseen(unseen, &left).list().to_vec();
    for (features, _) in &rows {
        all.extend(features.list());
    }
    all.extend(order);
    all
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
    let evaluator = Evaluator { nets: [(); 3].map(|()| Net::zeros(FEATURES)) };
    // The first round is played by the networks of `steady`.
    let first = Some(Estimator::steady(&rules, stakes, 0));
    let mut trainer = Trainer { endgame, weights, evaluator, first };
    for round in 0..config.rounds {
        let last = round + 1 == config.rounds;
        let boards = if last { config.boards } else { config.boards / 2 };
        for net in (0..3).rev() {
            let seed = config.seed + (round * 3 + net) as u64;
            let samples = trainer.samples(net, boards, seed);
            let (test, train) = samples.split_at(samples.len() / 20);
            let known = (round > 0).then(|| trainer.evaluator.nets[net].clone());
            let mut adam = Adam::new(known, seed);
            for epoch in 0..config.epochs {
                let rate = 0.002 * (1.0 - epoch as f32 / config.epochs as f32);
                adam.epoch(train.iter().collect(), rate);
            }
            report(round, net, loss(adam.net(), test));
            trainer.evaluator.nets[net] = adam.into_net();
        }
        trainer.first = None;
    }
    Ok(trainer.evaluator)
}

/// Plays hands by an evaluator, streets 4 and 5 exactly, and returns their mean value with its standard
/// error: royalties, Fantasyland and fouls.
pub fn play_alone(
    evaluator: &Evaluator,
    rules: &Rules,
    stakes: Stakes,
    hands: usize,
    seed: u64,
) -> Result<[f64; 2], EndgameError> {
    let trainer = Trainer {
        endgame: Endgame::new(rules, stakes)?,
        weights: weights(rules, stakes, 1.0),
        evaluator: evaluator.clone(),
        first: None,
    };
    let one = |draws: &mut Draws, i: usize| {
        let mut rng = Rng::stream(seed, i as u64);
        let mut unseen: PackSet = trainer.pack().into_iter().collect();
        let mut board = Partial::EMPTY;
        for street in 0..3 {
            let deal = draw(&mut unseen, if street == 0 { 5 } else { 3 }, &mut rng);
            board = trainer.best(&board, &deal, unseen);
        }
        let deal = draw(&mut unseen, 3, &mut rng);
        let (_, last) = trainer.endgame.best_on_street_4(draws, &board, &deal, unseen);
        trainer.endgame.sums(draws, &last, unseen).expectation(0).value
    };
    let values: Vec<f64> = (0..hands).into_par_iter().map_init(Draws::default, one).collect();
    let n = hands.max(2) as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Ok([mean, (squares / (n - 1.0) / n).sqrt()])
}

fn loss(net: &BoardNet, test: &[Sample]) -> Loss {
    let n = test.len().max(1) as f64;
    let mean = test.iter().map(Sample::value).sum::<f64>() / n;
    let variance = test.iter().map(|s| (s.value() - mean).powi(2)).sum::<f64>() / n;
    let off = |s: &Sample| {
        let out = net.pass(&s.features).out;
        (s.value() - f64::from(s.certain + weigh(&s.weights, &out))).powi(2)
    };
    Loss { variance, error: test.iter().map(off).sum::<f64>() / n }
}

/// Plays boards by the networks so far.
struct Trainer {
    endgame: Endgame,
    weights: [f32; OUT],
    evaluator: Evaluator,
    /// Who plays in the first round.
    first: Option<Estimator>,
}

impl Trainer {
    fn samples(&self, net: usize, boards: usize, seed: u64) -> Vec<Sample> {
        let one = |draws: &mut Draws, i: usize| {
            let mut rng = Rng::stream(seed, i as u64);
            self.sample(draws, net, &mut rng)
        };
        (0..boards).into_par_iter().map_init(Draws::default, one).flatten_iter().collect()
    }

    fn pack(&self) -> Vec<PackCard> {
        let jokers = usize::from(self.endgame.scorer().rules().jokers);
        PackCard::all().take(52 + jokers).collect()
    }

    /// Plays to a board for this network, with a share of random placements, then to the end.
    fn sample(&self, draws: &mut Draws, net: usize, rng: &mut Rng) -> Option<Sample> {
        let mut pack = self.pack();
        rng.shuffle(&mut pack);
        // Some cards are visible on other boards; enough are left for all streets.
        let mut unseen: PackSet = pack[rng.below(15) as usize..].iter().copied().collect();
        if self.endgame.scorer().rules().dealing == Dealing::Classic {
            return self.classic_sample(unseen, net, rng);
        }
        let mut board = Partial::EMPTY;
        for street in 0..=net {
            let deal = draw(&mut unseen, if street == 0 { 5 } else { 3 }, rng);
            board = self.place(&board, &deal, unseen, street == net, rng);
        }
        let mut outcome = [0.0; OUT];
        for _ in 0..DEALS[net] {
            let mut left = unseen;
            let deal = draw(&mut left, 3, rng);
            let one = if net == 2 {
                let (_, last) = self.endgame.best_on_street_4(draws, &board, &deal, left);
                means(&self.endgame.sums(draws, &last, left))
            } else {
                self.best_prediction(&board, &deal, left)
            };
            for (sum, one) in outcome.iter_mut().zip(one) {
                *sum += one / DEALS[net] as f32;
            }
        }
        Sample::new(self, &board, unseen, outcome)
    }

    /// The same with classic dealing: to a board of one of two sizes, then by the networks up to ten
    /// cards; the last three cards are solved exactly.
    fn classic_sample(&self, mut unseen: PackSet, net: usize, rng: &mut Rng) -> Option<Sample> {
        let size = 5 + 2 * net + usize::from(rng.below(2) == 1);
        let mut board = Partial::EMPTY;
        while board.cards().len() < size {
            let deal = draw(&mut unseen, if board.cards().is_empty() { 5 } else { 1 }, rng);
            let last = board.cards().len() + deal.len() == size;
            board = self.place(&board, &deal, unseen, last, rng);
        }
        let (first, first_unseen) = (board, unseen);
        while board.cards().len() < 10 {
            let deal = draw(&mut unseen, 1, rng);
            board = self.best(&board, &deal, unseen);
        }
        let deal = draw(&mut unseen, 1, rng);
        let outcome = means(&self.endgame.single_sums(&board, deal[0], unseen));
        Sample::new(self, &first, first_unseen, outcome)
    }

    /// Places a deal: by the networks, or by chance. Of boards that are trained on more are random,
    /// since those are compared too.
    fn place(
        &self,
        board: &Partial,
        deal: &[PackCard],
        unseen: PackSet,
        trained: bool,
        rng: &mut Rng,
    ) -> Partial {
        let [any, good] = if trained { [0.25, 0.35] } else { [0.05, 0.1] };
        let chance = rng.unit();
        let mut choices: Vec<(f64, Partial)> = Vec::with_capacity(232);
        if chance < any {
            each_choice(board, deal, |board, _| choices.push((0.0, board)));
        } else {
            self.each_choice(board, deal, unseen, |board, value| choices.push((value, board)));
            choices.sort_by(|a, b| b.0.total_cmp(&a.0));
            choices.truncate(if chance < any + good { 8 } else { 1 });
        }
        rng.choose(&choices).map_or(*board, |(_, board)| *board)
    }

    /// Returns the best placement by the networks.
    fn best(&self, board: &Partial, deal: &[PackCard], unseen: PackSet) -> Partial {
        let mut best = (f64::NEG_INFINITY, *board);
        self.each_choice(board, deal, unseen, |board, value| {
            if value > best.0 {
                best = (value, board);
            }
        });
        best.1
    }

    /// Visits every placement with its value by the networks.
    fn each_choice(
        &self,
        board: &Partial,
        deal: &[PackCard],
        unseen: PackSet,
        mut visit: impl FnMut(Partial, f64),
    ) {
        if let Some(first) = &self.first {
            first.each_choice(board, deal, unseen, |board, _, value| visit(board, value));
            return;
        }
        let rules = self.endgame.scorer().rules();
        self.evaluator.each_choice(rules, board, deal, unseen, |board, _, predicted| {
            visit(board, f64::from(weigh(&self.weights, &predicted)));
        });
    }

    /// Returns what the networks predict after the best placement.
    fn best_prediction(&self, board: &Partial, deal: &[PackCard], unseen: PackSet) -> [f32; OUT] {
        let rules = self.endgame.scorer().rules();
        let mut best = (f32::NEG_INFINITY, [0.0; OUT]);
        self.evaluator.each_choice(rules, board, deal, unseen, |_, _, predicted| {
            let value = weigh(&self.weights, &predicted);
            if value > best.0 {
                best = (value, predicted);
            }
        });
        best.1
    }
}

/// Returns the outcome of a board with these sums.
fn means(sums: &Sums) -> [f32; OUT] {
    let expectation = sums.expectation(0);
    let [a, b, c, d, e] = expectation.entry.map(|chance| chance as f32);
    [expectation.royalties as f32, expectation.foul as f32, a, b, c, d, e]
}
