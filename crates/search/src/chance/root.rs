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
    met: &'a mut Option<Met<P>>,
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
        let full = self.decisions * DECISION_BYTES > self.config.memory as u64;
        let mut slots: Vec<Vec<Option<Met<P>>>> = Vec::with_capacity(self.active);
        let mut plans = Vec::with_capacity(self.active);
        for candidate in &mut self.candidates[..self.active] {
            candidate.visits += visits;
            let mut met: Vec<Option<Met<P>>> = candidate.met.drain(..).map(Some).collect();
            let exact = met.last().and_then(Option::as_ref).is_some_and(Met::is_exact);
            // Exact outcomes need no second visit, so all visits go to new ones.
            let wanted = if exact {
                candidate.visits
            } else {
                width(candidate.visits, self.config.widening)
            };
            let grows = !full || met.is_empty();
            let count = if grows { wanted.max(met.len() as u64) } else { met.len() as u64 };
            met.resize_with(count as usize, || None);
            plans.push((candidate.after, candidate.visits.div_ceil(count), exact));
            slots.push(met);
        }
        self.iterations += visits * self.active as u64;
        let tasks: Vec<Task<'_, P>> = slots
            .iter_mut()
            .zip(&plans)
            .flat_map(|(met, (after, target, exact))| {
                met.iter_mut().enumerate().filter_map(move |(number, met)| {
                    let visited = met.as_ref().map_or(0, |met| met.visits);
                    let target = if *exact { 1 } else { *target };
                    let visits = target.saturating_sub(visited);
                    let task = Task { after: *after, number: number as u64, visits, met };
                    (visits > 0).then_some(task)
                })
            })
            .collect();
        let (decisions, depth) = self.work(tasks);
        self.decisions += decisions;
        self.depth = self.depth.max(depth);
        for (candidate, met) in self.candidates.iter_mut().zip(slots) {
            candidate.met = met.into_iter().flatten().collect();
        }
    }

    /// Does the tasks on all threads of the pool; gives how many decisions were made and how deep.
    fn work(&self, tasks: Vec<Task<'_, P>>) -> (u64, u64) {
        let (plan, widening, seed) = (self.plan, self.config.widening, self.config.seed);
        let one = |scratch: &mut P::Scratch, task: Task<'_, P>| {
            let mut walk = Walk { plan, scratch, widening, decisions: 0, depth: 0 };
            let Task { after, number, visits, met } = task;
            let mut left = visits;
            let met = met.get_or_insert_with(|| {
                left -= 1;
                Met::new(&mut walk, &after, seed, number, 1)
            });
            for _ in 0..if met.is_exact() { 0 } else { left } {
                met.visit(&mut walk, 1);
            }
            (walk.decisions, walk.depth)
        };
        if self.config.threads == 1 {
            let mut scratch = P::Scratch::default();
            let done = tasks.into_iter().map(|task| one(&mut scratch, task));
            return done.fold((0, 0), |a, b| (a.0 + b.0, a.1.max(b.1)));
        }
        let work = tasks.into_par_iter().with_min_len(4).map_init(P::Scratch::default, one);
        work.reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1.max(b.1)))
    }

    /// Keeps the better half of the active choices, and drops those that cannot be the best.
    pub(super) fn halve(&mut self, keep: usize) {
        let active = &mut self.candidates[..self.active];
        active.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
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
            rank(b).cmp(&rank(a)).then(b.mean().total_cmp(&a.mean()))
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

impl<P: Plan> Candidate<P> {
    /// The mean over outcomes; the guess where there are none.
    pub(super) fn mean(&self) -> f64 {
        let values = self.met.iter().map(|met| met.estimate.value);
        if self.met.is_empty() { self.guess } else { values.sum::<f64>() / self.met.len() as f64 }
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
