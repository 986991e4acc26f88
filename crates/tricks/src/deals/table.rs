//! The table that deals are sampled from.

use super::plan::{Layer, Plan, Step, StepKind};
use super::reduce::{Group, PlaneEncoder, Reduced};
use super::sample::Instructions;
use super::{Deal, DealProblem, ImpossibleDeal, count};
use facedown_game::Rng;

/// Counts of cards: 0 to 104, the cards of two packs.
const COUNTS: usize = 105;

/// The distribution over the deals of a problem, ready for sampling.
///
/// Building it takes microseconds with few different holders, and milliseconds in the worst case of
/// ten seats with all kinds of voids. Sampling allocates nothing and takes a fraction of a
/// microsecond.
#[derive(Clone, Debug)]
pub struct DealTable {
    pub(super) reduced: Reduced,
    pub(super) plan: Plan,
    pub(super) transfers: Vec<Transfer>,
    /// The index terms of all transfers.
    pub(super) terms: Vec<Term>,
    /// The total weight of all continuations, for each combination of rests of each layer.
    pub(super) values: Vec<f64>,
    /// Rows of w^k / k!, one for each weight w.
    pub(super) powers: Vec<f64>,
    /// The rest of each vertex and its cards before the first transfer.
    pub(super) start: Vec<(i32, PlaneEncoder)>,
    pub(super) shares: Vec<Share>,
    pub(super) instructions: Instructions,
}

/// A term of an index: the rest of a vertex times a stride.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    pub(super) vertex: usize,
    pub(super) stride: i32,
}

/// The share of a holder in the cards of its group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    pub(super) group: usize,
    pub(super) holder: usize,
    pub(super) need: usize,
    /// Whether this holder gets the remaining cards.
    pub(super) last: bool,
}

/// A step of the plan, compiled.
#[derive(Clone, Debug)]
pub(super) struct Transfer {
    pub(super) vertex: usize,
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) kind: StepKind,
    /// The possible rests after the transfer.
    vertex_range: (i32, i32),
    first_range: (i32, i32),
    second_range: (i32, i32),
    /// The index after the transfer is `origin` plus the terms, plus `slope` for each card moved,
    /// plus `whole` for each card of the vertex's rest.
    origin: i32,
    slope: i32,
    whole: i32,
    terms: (usize, usize),
    /// The starts of the edges' rows in `powers`.
    pub(super) first_row: usize,
    pub(super) second_row: usize,
    /// The start of the next layer in `values`.
    pub(super) next: usize,
    /// The divisor of the values of the layer before the transfer.
    pub(super) peak: f64,
}

/// The possible decisions of a transfer: `least` to `most` cards, with the index `base` plus `slope`
/// for each card in the next layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    pub(super) least: i32,
    pub(super) most: i32,
    pub(super) base: i32,
    pub(super) slope: i32,
}

impl Transfer {
    fn new(step: Step, next: &Layer, terms: &mut Vec<Term>) -> Self {
        let Step { vertex, first, kind } = step;
        let second = if let StepKind::Split(second) = kind { second } else { first };
        let (slope, whole) = match kind {
            StepKind::All => (0, -next.stride(first)),
            StepKind::Some => (-next.stride(first) - next.stride(vertex), 0),
            StepKind::Split(_) => (next.stride(second) - next.stride(first), -next.stride(second)),
        };
        let begin = terms.len();
        terms.extend(next.dims.iter().map(|d| Term { vertex: d.vertex, stride: d.stride }));
        Self {
            vertex,
            first,
            second,
            kind,
            vertex_range: next.ranges[vertex],
            first_range: next.ranges[first],
            second_range: next.ranges[second],
            origin: -next.dims.iter().map(|dim| dim.low * dim.stride).sum::<i32>(),
            slope,
            whole,
            terms: (begin, terms.len()),
            first_row: 0,
            second_row: 0,
            next: 0,
            peak: 1.0,
        }
    }

    /// Returns the decisions with these rests; none if `least` is above `most`.
    #[inline]
    pub(super) fn options(&self, terms: &[Term], rests: &[i32]) -> Options {
        let (rest, first) = (rests[self.vertex], rests[self.first]);
        let (mut least, mut most) = match self.kind {
            StepKind::All => (rest, rest),
            StepKind::Some => (rest - self.vertex_range.1, rest - self.vertex_range.0),
            StepKind::Split(_) => {
                let over = rest - rests[self.second];
                (over + self.second_range.0, rest.min(over + self.second_range.1))
            }
        };
        least = least.max(0).max(first - self.first_range.1);
        most = most.min(first - self.first_range.0);
        let mut base = self.origin + self.whole * rest;
        for term in &terms[self.terms.0..self.terms.1] {
            base += term.stride * rests[term.vertex];
        }
        Options { least, most, base, slope: self.slope }
    }
}

impl DealTable {
    /// Builds the table of a problem, or reports why there is no deal.
    pub fn new(problem: &DealProblem) -> Result<Self, ImpossibleDeal> {
        let reduced = Reduced::new(problem)?;
        let plan = Plan::new(&reduced)
            .map_err(|entries| ImpossibleDeal::TooManyConstraints { entries })?;
        let mut terms = Vec::new();
        let transfers = plan.steps.iter().zip(&plan.layers[1..]);
        let transfers =
            transfers.map(|(&step, next)| Transfer::new(step, next, &mut terms)).collect();
        let mut table = Self {
            transfers,
            terms,
            values: Vec::new(),
            powers: Vec::new(),
            start: start(&reduced),
            shares: shares(&reduced),
            instructions: Instructions::detect(),
            reduced,
            plan,
        };
        table.set_rows();
        table.fill()?;
        Ok(table)
    }

    /// Returns the number of assignments of the physical cards with a positive weight, or `None`
    /// from 2^128 on.
    ///
    /// This counts again in integers, which takes longer than building the table.
    pub fn count(&self) -> Option<u128> {
        count::count(self)
    }

    /// Samples a deal.
    #[inline]
    pub fn sample(&self, rng: &mut Rng) -> Deal {
        self.draw(rng)
    }

    pub(super) fn is_group(&self, vertex: usize) -> bool {
        vertex < self.reduced.groups.len()
    }

    /// Tabulates w^k / k! for the weights of all edges.
    fn set_rows(&mut self) {
        let mut weights = Vec::new();
        for i in 0..self.transfers.len() {
            let Transfer { vertex, first, second, .. } = self.transfers[i];
            let mut row = |a: usize, b: usize| {
                let groups = self.reduced.groups.len();
                let weight = self.reduced.classes[a.max(b) - groups].weights[a.min(b)];
                let known = weights.iter().position(|&w: &f64| w.to_bits() == weight.to_bits());
                COUNTS
                    * known.unwrap_or_else(|| {
                        weights.push(weight);
                        weights.len() - 1
                    })
            };
            let rows = (row(vertex, first), row(vertex, second));
            (self.transfers[i].first_row, self.transfers[i].second_row) = rows;
        }
        self.powers.reserve_exact(COUNTS * weights.len());
        for weight in weights {
            let mut power = 1.0;
            for k in 1..=COUNTS {
                self.powers.push(power);
                power *= weight / k as f64;
            }
        }
    }

    /// Computes the layers, the last first.
    fn fill(&mut self) -> Result<(), ImpossibleDeal> {
        let entries = self.plan.layers.iter().map(|layer| layer.entries).sum();
        self.values = vec![0.0; entries];
        let mut next = entries - 1;
        self.values[next] = 1.0;
        for i in (0..self.transfers.len()).rev() {
            self.transfers[i].next = next;
            let here = next - self.plan.layers[i].entries;
            let peak = self.fill_layer(i, here);
            if peak <= 0.0 {
                return Err(ImpossibleDeal::VanishingWeights);
            }
            // Without weights no value leaves the range of f64: they lie between 1/104! and 1.
            if self.reduced.weighted {
                self.values[here..next].iter_mut().for_each(|value| *value /= peak);
                self.transfers[i].peak = peak;
            }
            next = here;
        }
        if self.values[next] > 0.0 { Ok(()) } else { Err(ImpossibleDeal::VanishingWeights) }
    }

    /// Computes the layer that starts at `here` and returns its maximum.
    fn fill_layer(&mut self, i: usize, here: usize) -> f64 {
        let (step, layer) = (&self.transfers[i], &self.plan.layers[i]);
        let mut rests: Vec<i32> = layer.ranges.iter().map(|range| range.0).collect();
        let groups = self.reduced.groups.len();
        let sign = |vertex: usize| if vertex < groups { 1 } else { -1 };
        let (implied, (low, high)) = (layer.implied, layer.ranges[layer.implied]);
        rests[implied] = 0;
        let excess: i32 = rests.iter().enumerate().map(|(vertex, rest)| sign(vertex) * rest).sum();
        // The implied rest makes the totals of groups and classes equal.
        rests[implied] = -excess * sign(implied);
        let (before, after) = self.values.split_at_mut(step.next);
        let mut peak = 0.0;
        for value in &mut before[here..] {
            if (low..=high).contains(&rests[implied]) {
                let options = step.options(&self.terms, &rests);
                *value = total(step, options, rests[step.vertex], after, &self.powers);
                peak = f64::max(peak, *value);
            }
            for dim in &layer.dims {
                let step = -sign(dim.vertex) * sign(implied);
                rests[dim.vertex] += 1;
                rests[implied] += step;
                if rests[dim.vertex] < dim.low + dim.len {
                    break;
                }
                rests[dim.vertex] = dim.low;
                rests[implied] -= step * dim.len;
            }
        }
        peak
    }
}

/// Returns the total weight of all continuations of a transfer.
fn total(step: &Transfer, options: Options, rest: i32, after: &[f64], powers: &[f64]) -> f64 {
    let Options { least, most, base, slope } = options;
    let (first, second) = (&powers[step.first_row..], &powers[step.second_row..]);
    let value = |k: i32| after[(base + k * slope) as usize];
    if step.kind == StepKind::Split(step.second) {
        (least..=most).map(|k| first[k as usize] * second[(rest - k) as usize] * value(k)).sum()
    } else {
        (least..=most).map(|k| first[k as usize] * value(k)).sum()
    }
}

fn start(reduced: &Reduced) -> Vec<(i32, PlaneEncoder)> {
    let groups = reduced.groups.iter().map(|group| (group.room as i32, group.certain));
    let classes = reduced.classes.iter().map(|class| (class.len() as i32, class.cards));
    groups.chain(classes).collect()
}

fn shares(reduced: &Reduced) -> Vec<Share> {
    let mut shares = Vec::new();
    for (group, Group { members, .. }) in reduced.groups.iter().enumerate() {
        for (i, &(holder, need)) in members.iter().enumerate() {
            shares.push(Share { group, holder, need, last: i + 1 == members.len() });
        }
    }
    shares
}
