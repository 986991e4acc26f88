//! The choices at the root: common random numbers for all, and how they compare.

use super::answer::{ChanceAnswer, ChanceTotals, ChoiceReport};
use super::node::{Estimate, OutcomeNode, Walk, width};
use super::{ChanceConfig, ChanceDetail, ChanceParallel, ChanceProblem};
use crate::Stop;
use crate::sorting::sort_descending;
use facedown_game::stats::{SampleMean, Z95};
use rayon::prelude::*;

/// One choice at the root.
pub(super) struct Candidate<P: ChanceProblem> {
    after: P::After,
    estimate: f64,
    upper_bound: f64,
    /// The sampled outcomes: number n is drawn from stream n.
    nodes: Vec<OutcomeNode<P>>,
    /// Visits of all finished steps.
    visits: u64,
    /// Visits of the step in progress.
    step_visits: u64,
    /// The number of rounds survived.
    rounds: u32,
}

/// An outcome to visit, which may have to be sampled first.
#[derive(Clone, Copy)]
struct Task {
    candidate: usize,
    number: usize,
    visits: u64,
}

/// A step in progress: equal visits for all active choices.
#[derive(Default)]
struct Step {
    /// Tasks in the order of candidates and outcomes.
    tasks: Vec<Task>,
    /// Number of finished tasks.
    done: usize,
    /// Visits for each active choice.
    visits: u64,
}

impl Step {
    /// Takes tasks of up to `limit` visits, the last one in part if need be.
    fn take(&mut self, limit: u64) -> Vec<Task> {
        let (mut batch, mut left) = (Vec::new(), limit);
        for task in &mut self.tasks[self.done..] {
            let visits = task.visits.min(left);
            if visits == 0 {
                break;
            }
            batch.push(Task { visits, ..*task });
            task.visits -= visits;
            left -= visits;
            self.done += usize::from(task.visits == 0);
        }
        batch
    }
}

/// All choices, the active ones first.
pub(super) struct Root<P: ChanceProblem> {
    problem: P,
    config: ChanceConfig,
    pub(super) candidates: Vec<Candidate<P>>,
    /// Number of active choices.
    pub(super) active: usize,
    /// Visits of all finished steps.
    pub(super) iterations: u64,
    step: Step,
    decisions: u64,
    depth: u64,
    /// Scratch memory of a single thread.
    scratch: P::Scratch,
}

/// The maximum number of tasks that a thread takes at once.
const PIECE: usize = 8;
/// The approximate size of a decision with its choices.
const DECISION_BYTES: u64 = 4096;

impl<P: ChanceProblem> Root<P> {
    pub(super) fn new(problem: P, config: &ChanceConfig, afters: &[P::After]) -> Self {
        let mut scratch = P::Scratch::default();
        let mut candidates: Vec<Candidate<P>> = afters
            .iter()
            .map(|after| Candidate {
                after: *after,
                estimate: problem.estimate(&mut scratch, after),
                upper_bound: problem.upper_bound(after),
                nodes: Vec::new(),
                visits: 0,
                step_visits: 0,
                rounds: 0,
            })
            .collect();
        sort_descending(&mut candidates, |candidate| candidate.estimate);
        let least = candidates.first().map_or(0.0, |best| best.estimate) - config.margin;
        let near = candidates.iter().take_while(|choice| choice.estimate >= least).count();
        let active = near.max(2).min(config.breadth).min(candidates.len());
        Self {
            problem,
            config: *config,
            candidates,
            active,
            iterations: 0,
            step: Step::default(),
            decisions: 0,
            depth: 0,
            scratch,
        }
    }

    pub(super) const fn problem(&self) -> &P {
        &self.problem
    }

    /// Begins a step of `visits` more visits for every active choice; returns `false` if the memory
    /// is full and there is nothing to visit again.
    pub(super) fn begin_step(&mut self, visits: u64) -> bool {
        let node = size_of::<OutcomeNode<P>>() as u64;
        let taken = self.decisions * DECISION_BYTES + self.outcomes() * node;
        let full = taken > self.config.memory as u64;
        let is_exact =
            |candidate: &Candidate<P>| candidate.nodes.last().is_some_and(OutcomeNode::is_exact);
        if full && self.candidates[..self.active].iter().all(is_exact) {
            return false;
        }
        let tasks = &mut self.step.tasks;
        tasks.clear();
        for (i, candidate) in self.candidates[..self.active].iter().enumerate() {
            let all = candidate.visits + visits;
            let had = candidate.nodes.len();
            let exact = is_exact(candidate);
            // Exact outcomes need no second visit, so all visits go to new ones.
            let wanted =
                if exact { all as usize } else { width(all, self.config.widening) as usize };
            let count = if full && had > 0 { had } else { wanted.max(had) };
            let target = if exact { 1 } else { all.div_ceil(count as u64) };
            for number in if exact { had } else { 0 }..count {
                let before = candidate.nodes.get(number).map_or(0, |node| node.visits);
                let visits = target.saturating_sub(before);
                if visits > 0 {
                    tasks.push(Task { candidate: i, number, visits });
                }
            }
        }
        self.step.done = 0;
        self.step.visits = visits;
        if self.step.tasks.is_empty() {
            self.end_step();
        }
        true
    }

    /// Returns the visits of every active choice in the steps that are over.
    pub(super) fn visits_of_active(&self) -> u64 {
        self.candidates[0].visits
    }

    /// Returns whether a step is in progress.
    pub(super) fn has_step(&self) -> bool {
        self.step.done < self.step.tasks.len()
    }

    /// Does up to `limit` visits of the step; returns their number.
    pub(super) fn work(&mut self, limit: u64) -> u64 {
        let batch = self.step.take(limit);
        let (problem, config) = (&self.problem, &self.config);
        let one = |scratch: &mut P::Scratch, (task, after, node): Work<'_, P>| {
            visit(problem, config, scratch, task, after, node)
        };
        let work = slots(&mut self.candidates, &batch);
        let alone = config.threads == 1 || config.parallel == ChanceParallel::Leaf;
        let (decisions, depth) = if alone {
            let scratch = &mut self.scratch;
            work.into_iter().map(|task| one(scratch, task)).fold((0, 0), joined)
        } else {
            // A piece that one thread has begun is never divided again, so pieces are small.
            let pieces = work.into_par_iter().with_max_len(PIECE);
            pieces.map_init(P::Scratch::default, one).reduce(|| (0, 0), joined)
        };
        self.decisions += decisions;
        self.depth = self.depth.max(depth);
        let mut visits = 0;
        for task in &batch {
            visits += task.visits;
            self.candidates[task.candidate].step_visits += task.visits;
        }
        if !self.has_step() {
            self.end_step();
        }
        visits
    }

    fn end_step(&mut self) {
        let visits = self.step.visits;
        for candidate in &mut self.candidates[..self.active] {
            candidate.visits += visits;
            candidate.step_visits = 0;
        }
        self.iterations += visits * self.active as u64;
        self.step = Step { tasks: std::mem::take(&mut self.step.tasks), done: 0, visits: 0 };
        self.step.tasks.clear();
    }

    /// Drops the rest of the step in progress.
    pub(super) fn abandon_step(&mut self) {
        for candidate in &mut self.candidates[..self.active] {
            let done = candidate.step_visits.min(self.step.visits);
            candidate.visits += done;
            candidate.step_visits = 0;
            self.iterations += done;
        }
        self.step.tasks.clear();
        self.step.done = 0;
    }

    /// Keeps the best `keep` active choices, and drops those that cannot be the best.
    pub(super) fn halve(&mut self, keep: usize) {
        let ChanceConfig { prior, pruning, pruning_margin, .. } = self.config;
        let active = &mut self.candidates[..self.active];
        sort_descending(active, |candidate| candidate.rating(prior));
        let best = &active[0];
        // Four standard errors: an upper bound below this will not win.
        let least = best.mean() - 4.0 * best.error().unwrap_or(f64::INFINITY);
        let least = if pruning { least - pruning_margin } else { f64::NEG_INFINITY };
        let bounded = active.iter().take_while(|c| c.upper_bound >= least).count();
        self.active = keep.min(bounded).max(1);
        if let Some(margin) = self.config.confidence_margin {
            self.drop_behind(margin);
        }
        for candidate in &mut self.candidates[..self.active] {
            candidate.rounds += 1;
        }
    }

    /// Drops active choices that lie behind the best, which comes first, by more than a margin with
    /// 95 % confidence.
    fn drop_behind(&mut self, margin: f64) {
        let visits = self.config.pruning_visits;
        let best = &self.candidates[0];
        let is_behind = |candidate: &Candidate<P>| {
            let (gap, error) = candidate.behind(best);
            let enough = candidate.nodes.len() as u64 >= visits.max(2);
            enough && error.is_some_and(|error| gap - Z95 * error > margin)
        };
        let behind: Vec<bool> = self.candidates[..self.active].iter().map(is_behind).collect();
        let mut kept = 0;
        for (i, behind) in behind.into_iter().enumerate() {
            if !behind {
                // Every choice between the two is dropped, so that their order is of no importance.
                self.candidates.swap(kept, i);
                kept += 1;
            }
        }
        self.active = kept;
    }

    /// Returns the number of outcomes in all.
    pub(super) fn outcomes(&self) -> u64 {
        self.candidates.iter().map(|candidate| candidate.nodes.len() as u64).sum()
    }

    /// Returns the answer so far.
    pub(super) fn answer(&self, seconds: f64, stop: Stop) -> ChanceAnswer<P::After, P::Detail> {
        let mut order: Vec<&Candidate<P>> = self.candidates.iter().collect();
        // Those that stayed longest in the race come first; then by value.
        sort_descending(&mut order, |candidate| candidate.rating(self.config.prior));
        sort_descending(&mut order, |candidate| {
            f64::from(candidate.rounds) * 2.0 + f64::from(!candidate.nodes.is_empty())
        });
        let best = order[0];
        let of = |candidate: &&Candidate<P>| candidate.report(best, self.step.visits);
        let under_way =
            self.candidates.iter().map(|candidate| candidate.step_visits.min(self.step.visits));
        let totals = ChanceTotals {
            iterations: self.iterations + under_way.sum::<u64>(),
            outcomes: self.outcomes(),
            decisions: self.decisions,
            depth: self.depth,
            seconds,
            stop,
        };
        ChanceAnswer { choices: order.iter().map(of).collect(), totals }
    }
}

/// A task with its place in the tree.
type Work<'a, P> = (Task, <P as ChanceProblem>::After, &'a mut OutcomeNode<P>);

/// Returns the nodes of a batch of tasks, with slots for outcomes that are yet to be sampled.
fn slots<'a, P: ChanceProblem>(
    candidates: &'a mut [Candidate<P>],
    batch: &[Task],
) -> Vec<Work<'a, P>> {
    let mut work = Vec::with_capacity(batch.len());
    let (mut rest, mut skipped) = (candidates, 0);
    for tasks in batch.chunk_by(|a, b| a.candidate == b.candidate) {
        let (first, last) = (tasks[0], tasks[tasks.len() - 1]);
        let (candidate, others) = rest[first.candidate - skipped..].split_first_mut().expect("one");
        (rest, skipped) = (others, first.candidate + 1);
        if candidate.nodes.len() <= last.number {
            candidate.nodes.resize_with(last.number + 1, OutcomeNode::empty);
        }
        let mut nodes = candidate.nodes[first.number..=last.number].iter_mut();
        let mut next = first.number;
        for task in tasks {
            if let Some(node) = nodes.nth(task.number - next) {
                work.push((*task, candidate.after, node));
            }
            next = task.number + 1;
        }
    }
    work
}

/// Does one task; returns the number of decisions created, and the depth.
fn visit<P: ChanceProblem>(
    problem: &P,
    config: &ChanceConfig,
    scratch: &mut P::Scratch,
    task: Task,
    after: P::After,
    node: &mut OutcomeNode<P>,
) -> (u64, u64) {
    let widening = config.widening;
    let mut walk = Walk { problem, scratch, widening, decisions: 0, depth: 0 };
    let mut left = task.visits;
    if node.visits == 0 {
        left -= 1;
        *node = OutcomeNode::new(&mut walk, &after, config.seed, task.number as u64, 1);
    }
    for _ in 0..if node.is_exact() { 0 } else { left } {
        node.visit(&mut walk, 1);
    }
    (walk.decisions, walk.depth)
}

fn joined(a: (u64, u64), b: (u64, u64)) -> (u64, u64) {
    (a.0 + b.0, a.1.max(b.1))
}

impl<P: ChanceProblem> Candidate<P> {
    fn values(&self) -> impl Iterator<Item = f64> + Clone {
        self.nodes.iter().map(|node| node.estimate.value)
    }

    /// Returns the mean over outcomes; the estimate if there are none.
    fn mean(&self) -> f64 {
        if self.nodes.is_empty() {
            self.estimate
        } else {
            self.values().sum::<f64>() / self.nodes.len() as f64
        }
    }

    /// Returns the mean with the estimate counted as `prior` outcomes, by which choices with equal
    /// numbers of outcomes are ranked.
    fn rating(&self, prior: f64) -> f64 {
        let n = self.nodes.len() as f64;
        let all = self.mean() * n + self.estimate * prior;
        if self.nodes.is_empty() { self.estimate } else { all / (n + prior) }
    }

    fn error(&self) -> Option<f64> {
        SampleMean::of(self.values()).error
    }

    /// Returns the standard errors of the details, whose means are given.
    fn detail_error(&self, mean: &P::Detail) -> Option<P::Detail> {
        let n = self.nodes.len() as f64;
        if n < 2.0 {
            return None;
        }
        let mut squares = P::Detail::ZERO;
        for node in &self.nodes {
            let apart = node.estimate.detail.zip_with(mean, |value, mean| (value - mean).powi(2));
            squares.replace(&apart, &P::Detail::ZERO);
        }
        let variance = squares.divided((n - 1.0) * n);
        Some(variance.zip_with(&variance, |variance, _| variance.sqrt()))
    }

    /// Returns the gap to the best choice over the outcomes that both have, and its standard error.
    fn behind(&self, best: &Self) -> (f64, Option<f64>) {
        let gap = SampleMean::of(best.values().zip(self.values()).map(|(a, b)| a - b));
        let mean = if gap.count > 0 { gap.mean } else { best.mean() - self.mean() };
        (mean, gap.error)
    }

    fn report(&self, best: &Self, step: u64) -> ChoiceReport<P::After, P::Detail> {
        let mut sum = Estimate::ZERO;
        for node in &self.nodes {
            sum.replace(&node.estimate, &Estimate::ZERO);
        }
        let n = self.nodes.len();
        let detail = sum.divided(n.max(1) as f64).detail;
        let (behind, behind_error) = self.behind(best);
        ChoiceReport {
            after: self.after,
            visits: self.visits + self.step_visits.min(step),
            outcomes: n as u64,
            value: self.mean(),
            error: self.error(),
            behind,
            behind_error,
            detail,
            detail_error: self.detail_error(&detail),
            estimate: self.estimate,
        }
    }
}
