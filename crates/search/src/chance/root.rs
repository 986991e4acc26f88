//! The choices at the root: equal luck for all, and how they compare.

use super::answer::{ChanceAnswer, ChanceTotals, Choices};
use super::node::{Estimate, Met, Walk, width};
use super::{ChanceConfig, Plan};
use crate::Stop;
use rayon::prelude::*;

/// One choice at the root.
pub(super) struct Candidate<P: Plan> {
    pub(super) after: P::After,
    pub(super) guess: f64,
    pub(super) upper_bound: f64,
    /// The outcomes it met: the n-th has the n-th luck.
    met: Vec<Met<P>>,
    pub(super) visits: u64,
    /// How many rounds it survived.
    pub(super) rounds: u32,
}

/// One outcome to be visited, or to be met first.
struct Task<'a, P: Plan> {
    after: P::After,
    number: u64,
    visits: u64,
    met: &'a mut Met<P>,
}

/// All choices, the ones still compared first.
pub(super) struct Root<'a, P: Plan> {
    plan: &'a P,
    config: &'a ChanceConfig,
    pub(super) candidates: Vec<Candidate<P>>,
    /// How many of them are still compared.
    pub(super) active: usize,
    pub(super) iterations: u64,
    decisions: u64,
    depth: u64,
}

/// How many tasks a thread takes at once, at most.
const PIECE: usize = 8;
/// About what a decision takes with its choices.
const DECISION_BYTES: u64 = 4096;

impl<'a, P: Plan> Root<'a, P> {
    pub(super) fn new(plan: &'a P, config: &'a ChanceConfig, afters: &[P::After]) -> Self {
        let scratch = &mut P::Scratch::default();
        let mut candidates: Vec<Candidate<P>> = afters
            .iter()
            .map(|after| Candidate {
                after: *after,
                guess: plan.guess(scratch, after),
                upper_bound: plan.upper_bound(after),
                met: Vec::new(),
                visits: 0,
                rounds: 0,
            })
            .collect();
        candidates.sort_by(|a, b| b.guess.total_cmp(&a.guess));
        let active = candidates.len().min(config.breadth);
        Self { plan, config, candidates, active, iterations: 0, decisions: 0, depth: 0 }
    }

    /// Visits every active choice so many times more.
    pub(super) fn extend(&mut self, visits: u64) {
        let taken = self.decisions * DECISION_BYTES + self.outcomes() * size_of::<Met<P>>() as u64;
        let full = taken > self.config.memory as u64;
        self.iterations += visits * self.active as u64;
        let mut tasks = Vec::new();
        for candidate in &mut self.candidates[..self.active] {
            candidate.visits += visits;
            let had = candidate.met.len();
            let exact = candidate.met.last().is_some_and(Met::is_exact);
            // Exact outcomes need no second visit, so all visits go to new ones.
            let wanted = if exact {
                candidate.visits as usize
            } else {
                width(candidate.visits, self.config.widening) as usize
            };
            let count = if full && had > 0 { had } else { wanted.max(had) };
            candidate.met.resize_with(count, Met::unmet);
            let target = if exact { 1 } else { candidate.visits.div_ceil(count as u64) };
            let first = if exact { had } else { 0 };
            let after = candidate.after;
            for (number, met) in candidate.met.iter_mut().enumerate().skip(first) {
                let visits = target.saturating_sub(met.visits);
                if visits > 0 {
                    tasks.push(Task { after, number: number as u64, visits, met });
                }
            }
        }
        let (decisions, depth) = work(self.plan, self.config, tasks);
        self.decisions += decisions;
        self.depth = self.depth.max(depth);
    }

    /// Keeps the better half of the active choices, and drops those that cannot be the best.
    pub(super) fn halve(&mut self, keep: usize) {
        let prior = self.config.prior;
        let active = &mut self.candidates[..self.active];
        active.sort_by(|a, b| b.rated(prior).total_cmp(&a.rated(prior)));
        let best = &active[0];
        // Four standard errors: a bound that is below is below for good.
        let least = best.mean() - 4.0 * best.error().unwrap_or(f64::INFINITY);
        let bounded = active.iter().take_while(|c| c.upper_bound >= least).count();
        self.active = keep.min(bounded).max(1);
        for candidate in &mut self.candidates[..self.active] {
            candidate.rounds += 1;
        }
    }

    /// How many outcomes there are in all.
    pub(super) fn outcomes(&self) -> u64 {
        self.candidates.iter().map(|candidate| candidate.met.len() as u64).sum()
    }

    /// What is known now.
    pub(super) fn answer(&self, seconds: f64, stop: Stop) -> ChanceAnswer<P::After> {
        let mut order: Vec<&Candidate<P>> = self.candidates.iter().collect();
        order.sort_by(|a, b| {
            let rank = |c: &Candidate<P>| (c.rounds, !c.met.is_empty());
            let prior = self.config.prior;
            rank(b).cmp(&rank(a)).then(b.rated(prior).total_cmp(&a.rated(prior)))
        });
        let best = order[0];
        let choices = order.iter().map(|candidate| candidate.report(best)).collect();
        let totals = ChanceTotals {
            iterations: self.iterations,
            outcomes: self.outcomes(),
            decisions: self.decisions,
            depth: self.depth,
            seconds,
            stop,
        };
        ChanceAnswer { choices, totals }
    }
}

/// Does the tasks on all threads of the pool; gives how many decisions were made and how deep.
fn work<P: Plan>(plan: &P, config: &ChanceConfig, tasks: Vec<Task<'_, P>>) -> (u64, u64) {
    let (widening, seed) = (config.widening, config.seed);
    let one = |scratch: &mut P::Scratch, task: Task<'_, P>| {
        let mut walk = Walk { plan, scratch, widening, decisions: 0, depth: 0 };
        let Task { after, number, visits, met } = task;
        let mut left = visits;
        if met.visits == 0 {
            left -= 1;
            *met = Met::new(&mut walk, &after, seed, number, 1);
        }
        for _ in 0..if met.is_exact() { 0 } else { left } {
            met.visit(&mut walk, 1);
        }
        (walk.decisions, walk.depth)
    };
    if config.threads == 1 {
        let mut scratch = P::Scratch::default();
        let done = tasks.into_iter().map(|task| one(&mut scratch, task));
        return done.fold((0, 0), |a, b| (a.0 + b.0, a.1.max(b.1)));
    }
    // A piece that one thread has begun is never shared out again, so pieces are small.
    let work = tasks.into_par_iter().with_max_len(PIECE).map_init(P::Scratch::default, one);
    work.reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1.max(b.1)))
}

impl<P: Plan> Candidate<P> {
    /// The mean over outcomes; the guess where there are none.
    pub(super) fn mean(&self) -> f64 {
        let values = self.met.iter().map(|met| met.estimate.value);
        if self.met.is_empty() { self.guess } else { values.sum::<f64>() / self.met.len() as f64 }
    }

    /// The mean with the guess counted as so many outcomes: what choices with equal numbers of
    /// outcomes are ranked by.
    fn rated(&self, prior: f64) -> f64 {
        let n = self.met.len() as f64;
        let all = self.mean() * n + self.guess * prior;
        if self.met.is_empty() { self.guess } else { all / (n + prior) }
    }

    fn error(&self) -> Option<f64> {
        standard_error(self.met.iter().map(|met| met.estimate.value))
    }

    fn report(&self, best: &Self) -> Choices<P::After> {
        let mut sum = Estimate::NOTHING;
        for met in &self.met {
            sum.change(&met.estimate, &Estimate::NOTHING);
        }
        let n = self.met.len();
        let both =
            || best.met.iter().zip(&self.met).map(|(a, b)| a.estimate.value - b.estimate.value);
        let common = best.met.len().min(n);
        let behind = if common > 0 {
            both().sum::<f64>() / common as f64
        } else {
            best.mean() - self.mean()
        };
        Choices {
            after: self.after,
            visits: self.visits,
            outcomes: n as u64,
            value: self.mean(),
            error: self.error(),
            behind,
            behind_error: standard_error(both()),
            told: sum.divided(n.max(1) as f64).told,
            guess: self.guess,
        }
    }
}

/// The standard error of the mean of at least two numbers.
fn standard_error(values: impl Iterator<Item = f64> + Clone) -> Option<f64> {
    let n = values.clone().count() as f64;
    if n < 2.0 {
        return None;
    }
    let mean = values.clone().sum::<f64>() / n;
    let squares: f64 = values.map(|value| (value - mean).powi(2)).sum();
    Some((squares / (n - 1.0) / n).sqrt())
}
