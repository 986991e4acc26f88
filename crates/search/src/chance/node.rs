//! The tree below one outcome of a root choice.

use super::{ChanceDetail, ChanceProblem, ExactValue};
use facedown_game::math;

/// A value that may still change, and its details.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate<D> {
    pub(super) value: f64,
    pub(super) detail: D,
}

impl<D: ChanceDetail> Estimate<D> {
    pub(super) const ZERO: Self = Self { value: 0.0, detail: D::ZERO };

    fn exact(found: &ExactValue<D>) -> Self {
        Self { value: found.value, detail: found.detail }
    }

    /// Adds one estimate to a sum, and subtracts another.
    pub(super) fn replace(&mut self, new: &Self, old: &Self) {
        self.value += new.value - old.value;
        self.detail.replace(&new.detail, &old.detail);
    }

    pub(super) fn divided(&self, n: f64) -> Self {
        Self { value: self.value / n, detail: self.detail.divided(n) }
    }
}

/// A sampled outcome, and the decision that it leads to if its value is not exact.
pub(super) struct OutcomeNode<P: ChanceProblem> {
    pub(super) estimate: Estimate<P::Detail>,
    pub(super) visits: u64,
    decision: Option<Box<Decision<P>>>,
    /// The seed of the tree below: the same for all choices with this outcome.
    seed: u64,
}

struct Decision<P: ChanceProblem> {
    /// By estimate, the best first; with few visits only the first ones are tried.
    choices: Vec<Choice<P>>,
}

struct Choice<P: ChanceProblem> {
    after: P::After,
    estimate: f64,
    visits: u64,
    sum: Estimate<P::Detail>,
    /// The number of outcomes in the sum.
    outcomes: u64,
    /// Outcomes that are not exact.
    nodes: Vec<OutcomeNode<P>>,
}

/// The shared context of visits.
pub(super) struct Walk<'a, P: ChanceProblem> {
    pub(super) problem: &'a P,
    pub(super) scratch: &'a mut P::Scratch,
    pub(super) widening: f64,
    /// Decisions created, and the maximum depth.
    pub(super) decisions: u64,
    pub(super) depth: u64,
}

/// Returns the number of outcomes of a choice with so many visits.
pub(super) fn width(visits: u64, widening: f64) -> u64 {
    (math::powf(visits as f64, widening).ceil() as u64).max(1)
}

impl<P: ChanceProblem> OutcomeNode<P> {
    /// Returns a slot for an outcome that is yet to be sampled.
    pub(super) const fn empty() -> Self {
        Self { estimate: Estimate::ZERO, visits: 0, decision: None, seed: 0 }
    }

    /// Samples outcome `number` after a choice; its decision has depth `depth` below the root.
    pub(super) fn new(
        walk: &mut Walk<'_, P>,
        after: &P::After,
        seed: u64,
        number: u64,
        depth: u64,
    ) -> Self {
        // With as many outcomes as visits nothing is visited again, so that no tree is needed.
        if walk.widening >= 1.0 {
            let estimate = play_out(walk, after, seed, number, depth);
            return Self { estimate, visits: 1, decision: None, seed };
        }
        let (outcome, mut rng) = walk.problem.numbered_outcome(after, seed, number);
        let seed = rng.next_u64();
        if let Some(found) = walk.problem.exact(walk.scratch, after, &outcome) {
            return Self { estimate: Estimate::exact(&found), visits: 1, decision: None, seed };
        }
        let mut afters = Vec::with_capacity(32);
        walk.problem.choices(after, &outcome, &mut afters);
        let mut choices: Vec<Choice<P>> = afters
            .into_iter()
            .map(|after| Choice::new(after, walk.problem.estimate(walk.scratch, &after)))
            .collect();
        choices.sort_by(|a, b| b.estimate.total_cmp(&a.estimate));
        walk.decisions += 1;
        let decision = Some(Box::new(Decision { choices }));
        let mut node = Self { estimate: Estimate::ZERO, visits: 0, decision, seed };
        node.visit(walk, depth);
        node
    }

    /// Returns whether the value is final.
    pub(super) fn is_exact(&self) -> bool {
        self.decision.is_none()
    }

    /// Visits the tree once more.
    pub(super) fn visit(&mut self, walk: &mut Walk<'_, P>, depth: u64) {
        self.visits += 1;
        walk.depth = walk.depth.max(depth);
        if let Some(decision) = &mut self.decision {
            let exploration = walk.problem.exploration();
            if let Some(choice) = decision.select(self.visits, exploration) {
                choice.visit(walk, self.seed, depth);
            }
            self.estimate = decision.estimate();
        }
    }
}

/// Plays outcome `number` of a choice out, with the best estimate at every later decision: the
/// value of the first visit of a tree.
fn play_out<P: ChanceProblem>(
    walk: &mut Walk<'_, P>,
    after: &P::After,
    mut seed: u64,
    mut number: u64,
    mut depth: u64,
) -> Estimate<P::Detail> {
    let mut after = *after;
    let mut choices = Vec::with_capacity(32);
    loop {
        let (outcome, mut rng) = walk.problem.numbered_outcome(&after, seed, number);
        if let Some(found) = walk.problem.exact(walk.scratch, &after, &outcome) {
            return Estimate::exact(&found);
        }
        walk.depth = walk.depth.max(depth);
        let best = walk.problem.best(walk.scratch, &after, &outcome, &mut choices);
        let Some(next) = best else { return Estimate::ZERO };
        (after, seed, number, depth) = (next, rng.next_u64(), 0, depth + 1);
    }
}

impl<P: ChanceProblem> Decision<P> {
    /// Returns the choice with the greatest upper confidence bound; an estimate counts as one
    /// visit.
    fn select(&mut self, visits: u64, exploration: f64) -> Option<&mut Choice<P>> {
        let log = math::ln(visits as f64);
        let bound = |choice: &Choice<P>| {
            let n = choice.visits as f64 + 1.0;
            let known = choice.mean().map_or(0.0, |mean| mean.value * choice.visits as f64);
            (choice.estimate + known) / n + exploration * (log / n).sqrt()
        };
        let mut best = (f64::NEG_INFINITY, None);
        for (i, choice) in self.choices.iter().enumerate() {
            let bound = bound(choice);
            if bound > best.0 {
                best = (bound, Some(i));
            }
            // Estimates fall from here on, and none of these choices was visited.
            if choice.visits == 0 {
                break;
            }
        }
        best.1.map(|i| &mut self.choices[i])
    }

    /// Returns the value of the most visited choice; of equals, the one with the better estimate.
    /// The means themselves must not decide: the largest of a few noisy means is biased upwards.
    fn estimate(&self) -> Estimate<P::Detail> {
        let tried = self.choices.iter().filter_map(|choice| Some((choice.visits, choice.mean()?)));
        let most = tried.reduce(|best, next| if next.0 > best.0 { next } else { best });
        most.map_or(Estimate::ZERO, |(_, mean)| mean)
    }
}

impl<P: ChanceProblem> Choice<P> {
    fn new(after: P::After, estimate: f64) -> Self {
        Self { after, estimate, visits: 0, sum: Estimate::ZERO, outcomes: 0, nodes: Vec::new() }
    }

    fn mean(&self) -> Option<Estimate<P::Detail>> {
        (self.outcomes > 0).then(|| self.sum.divided(self.outcomes as f64))
    }

    fn visit(&mut self, walk: &mut Walk<'_, P>, seed: u64, depth: u64) {
        self.visits += 1;
        let explicit = self.nodes.len() as u64;
        if explicit == 0 || explicit < width(self.visits, walk.widening) {
            let node = OutcomeNode::new(walk, &self.after, seed, self.outcomes, depth + 1);
            self.sum.replace(&node.estimate, &Estimate::ZERO);
            self.outcomes += 1;
            if !node.is_exact() {
                self.nodes.push(node);
            }
            return;
        }
        let place = (self.visits % explicit) as usize;
        let node = &mut self.nodes[place];
        let old = node.estimate;
        node.visit(walk, depth + 1);
        self.sum.replace(&node.estimate, &old);
    }
}
