//! Sums the trees and puts the actions in order.

use crate::config::{Algorithm, Choice, RootAllocation, SearchConfig};
use crate::root::answer::{ActionReport, Answer, Stop, Totals};
use crate::root::arms;
use crate::root::priors;
use crate::root::question::{Moments, Root};
use crate::run::worker::Worker;
use crate::tree::store::Tree;
use facedown_game::{Searchable, math};
use std::sync::atomic::Ordering::{Acquire, Relaxed};
use std::time::Duration;

/// The longest principal variation.
const LONGEST_LINE: usize = 32;

/// Statistics of a root action over all trees.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pooled {
    pub(crate) visits: u64,
    pub(crate) available: u64,
    weight: f64,
    sum: f64,
    /// The arm whose outcomes these are; the action's own without plans.
    arm: usize,
    /// The values in the fixed worlds of determinized search, each world once.
    worlds: Moments,
    /// The mean outcomes there, proofs aside.
    tried: Moments,
    pub(crate) proven: Option<f64>,
    /// The prior and its weight in visits.
    pub(crate) expected: Option<[f64; 2]>,
}

impl Pooled {
    /// Sums the outcomes of an arm.
    pub(crate) fn of_arm<'a>(arm: usize, all: impl Iterator<Item = &'a Moments>) -> Self {
        let mut pooled = Self { arm, ..Self::default() };
        for moments in all {
            pooled.weight += moments.weight();
            pooled.sum += moments.sum();
        }
        pooled
    }

    /// Returns the sum of the outcomes' weights.
    pub(crate) fn weight(&self) -> f64 {
        self.weight
    }

    pub(crate) fn mean(&self) -> Option<f64> {
        let outcomes = || (self.weight > 0.0).then(|| self.sum / self.weight);
        self.proven.or_else(|| self.worlds.mean()).or_else(outcomes)
    }

    /// Returns the mean of outcomes and prior, by which actions are compared.
    pub(crate) fn posterior_mean(&self) -> Option<f64> {
        match (self.proven, self.expected) {
            (None, Some([value, visits])) => {
                Some((self.sum + value * visits) / (self.weight + visits))
            }
            _ => self.mean(),
        }
    }
}

/// Returns each tree once, with a worker that has links to its root.
pub(crate) fn pairs<'a, G: Searchable>(
    trees: &'a [Tree<G::Action>],
    workers: &'a [Worker<G>],
) -> impl Iterator<Item = (&'a Tree<G::Action>, &'a Worker<G>)> {
    trees.iter().zip(workers)
}

/// Sums the statistics of each root action over the trees.
pub(crate) fn pool<G: Searchable, O>(
    root: &Root<'_, G, O>,
    config: &SearchConfig,
    trees: &[Tree<G::Action>],
    workers: &[Worker<G>],
) -> Vec<Pooled> {
    let (algorithm, prior_visits) = (config.algorithm, config.prior_visits);
    let determinized = algorithm == Algorithm::Determinized;
    let blank = |arm| Pooled { arm, ..Pooled::default() };
    let mut all: Vec<Pooled> = (0..root.actions.len()).map(blank).collect();
    for (tree, worker) in pairs(trees, workers) {
        let node = tree.node(worker.links.node);
        let whole = node.whole.load(Relaxed);
        for (pooled, link) in all.iter_mut().zip(&worker.links.edges) {
            let edge = tree.edge(*link);
            let [weight, sum] = edge.sums();
            let edge_ref = tree.edge_ref(node, *link, G::slot);
            let available = if tree.solver { 0 } else { edge_ref.available.load(Relaxed) };
            pooled.visits += u64::from(edge.visits.load(Relaxed));
            pooled.available += u64::from(available.wrapping_add(whole));
            pooled.weight += weight;
            pooled.sum += sum;
            let proof = tree.proof(edge);
            if determinized && weight > 0.0 {
                let proven = (proof != 0).then(|| f64::from(tree.proven(proof, root.seat)));
                pooled.worlds.add(worker.world_weight(), proven.unwrap_or(sum / weight));
                pooled.tried.add(worker.world_weight(), sum / weight);
            }
            // A proof in one of several sampled worlds proves nothing.
            if proof != 0 && algorithm == Algorithm::Uct {
                pooled.proven = Some(f64::from(tree.proven(proof, root.seat)));
            }
        }
    }
    // Trees in which an action hardly matters may visit it most: each world counts once.
    for pooled in &mut all {
        if let Some(mean) = pooled.worlds.mean() {
            pooled.sum = mean * pooled.weight;
        }
    }
    if !config.has_plans() {
        priors::apply(root.priors, prior_visits, &mut all);
        return all;
    }
    let by_arm = arms::pool(root, config, workers);
    let best = arms::best_of_actions(root.arms, &by_arm, all.len());
    for (pooled, best) in all.iter_mut().zip(best) {
        if let Some(Pooled { weight, sum, arm, expected, .. }) = best {
            *pooled = Pooled { weight, sum, arm, expected, ..*pooled };
        }
    }
    all
}

/// Returns the indices of the actions, the best first.
pub(crate) fn rank(
    all: &[Pooled],
    heuristics: &[f32],
    config: &SearchConfig,
    active: Option<&[usize]>,
    root_proven: bool,
) -> Vec<usize> {
    let mean = |place: usize| all[place].posterior_mean().unwrap_or(f64::NEG_INFINITY);
    let unproven = all.iter().filter(|pooled| pooled.proven.is_none());
    // Of the unproven means the most visited is the most reliable.
    let unproven_mean = unproven.max_by_key(|pooled| pooled.visits).and_then(Pooled::mean);
    let most_visits = all.iter().map(|pooled| pooled.visits).max().unwrap_or(0);
    let most_worlds = all.iter().map(|pooled| pooled.worlds.weight()).fold(0.0, f64::max);
    let determinized = config.algorithm == Algorithm::Determinized;
    let blend = blend(all, heuristics, config);
    // A lower class ranks first, whatever visits and means are.
    let class = |place: usize| match (all[place].proven, active) {
        (Some(value), _) if root_proven || unproven_mean.is_none_or(|other| value >= other) => 0,
        (Some(_), _) => 4,
        (None, _) if root_proven => 3,
        (_, Some(active)) if !active.contains(&place) => 2,
        // Means over few of the worlds do not compare with means over nearly all.
        (None, None) if determinized => {
            1 + u8::from(all[place].worlds.weight() * 2.0 < most_worlds)
        }
        (None, None) if config.choice == Choice::Value => {
            1 + u8::from(all[place].visits * 10 < most_visits)
        }
        _ => 1,
    };
    let by_mean = config.root != RootAllocation::Ucb
        || config.choice == Choice::Value
        || determinized && config.choice == Choice::Visits;
    let mut places: Vec<usize> = (0..all.len()).collect();
    places.sort_by(|&a, &b| {
        let visits = all[b].visits.cmp(&all[a].visits);
        // Equal against best play in every world: the one that gains if others err.
        let [tried_a, tried_b] = [a, b].map(|place| all[place].tried.mean().unwrap_or(0.0));
        let means = mean(b).total_cmp(&mean(a)).then(tried_b.total_cmp(&tried_a));
        class(a).cmp(&class(b)).then_with(|| match config.choice {
            _ if class(a) == 0 => means.then(visits),
            _ if class(a) > 1 => visits.then(means),
            _ if by_mean => means.then(visits),
            Choice::Blend => blend[b].total_cmp(&blend[a]),
            Choice::Visits | Choice::Value => visits.then(means),
        })
    });
    places
}

/// Returns the weighted sum of visits, mean and heuristic of each action, each scaled to 0 to 1.
fn blend(all: &[Pooled], heuristics: &[f32], config: &SearchConfig) -> Vec<f64> {
    let scaled = |of: &dyn Fn(usize) -> f64| {
        let raw: Vec<f64> = (0..all.len()).map(of).collect();
        let low = raw.iter().copied().fold(f64::INFINITY, f64::min);
        let high = raw.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let range = if high > low { high - low } else { 1.0 };
        raw.into_iter().map(|x| (x - low) / range).collect::<Vec<_>>()
    };
    let worst = all.iter().filter_map(Pooled::mean).fold(f64::INFINITY, f64::min);
    let worst = if worst.is_finite() { worst } else { 0.0 };
    let visits = scaled(&|i| math::ln_1p(all[i].visits as f64));
    let values = scaled(&|i| all[i].mean().unwrap_or(worst));
    let heuristic = scaled(&|i| f64::from(heuristics[i]));
    let weights = config.ordering;
    (0..all.len())
        .map(|i| {
            f64::from(weights.visits) * visits[i]
                + f64::from(weights.value) * values[i]
                + f64::from(weights.heuristic) * heuristic[i]
        })
        .collect()
}

/// Returns the answer as things stand.
pub(crate) fn answer<G: Searchable, O>(
    root: &Root<'_, G, O>,
    config: &SearchConfig,
    trees: &[Tree<G::Action>],
    workers: &[Worker<G>],
    active: Option<&[usize]>,
    (elapsed, stop): (Duration, Stop),
) -> Answer<G::Action> {
    let active = active.map(|arms| arms.iter().map(|arm| root.arms[*arm].place).collect());
    let active: Option<Vec<usize>> = active;
    let all = pool(root, config, trees, workers);
    let proven = is_proven(config.algorithm, trees);
    let order = rank(&all, root.heuristics, config, active.as_deref(), proven);
    let totals = totals(trees, workers, (elapsed, stop));
    let visits: u64 = all.iter().map(|pooled| pooled.visits).sum();
    let looks: u64 = trees
        .iter()
        .zip(workers)
        .map(|(tree, worker)| u64::from(tree.node(worker.links.node).visits()))
        .sum();
    let reports = order.into_iter().map(|place| {
        let pooled = all[place];
        let mut moments = pooled.worlds;
        if config.algorithm != Algorithm::Determinized {
            for worker in workers {
                moments.join(&worker.tally.arms[pooled.arm]);
            }
        }
        let interval = pooled.mean().zip(moments.half_width());
        ActionReport {
            action: root.actions[place],
            moves: Vec::new(),
            visits: pooled.visits,
            mean: pooled.mean(),
            interval: interval.map(|(mean, half)| [mean - half, mean + half]),
            proven: pooled.proven,
            share: pooled.visits as f64 / visits.max(1) as f64,
            availability: (pooled.available as f64 / looks.max(1) as f64).min(1.0),
            line: line(place, trees, workers),
        }
    });
    Answer { seat: root.seat, actions: reports.collect(), totals }
}

/// Returns whether the value of each root action is proven in every tree.
pub(crate) fn is_solved<G: Searchable>(trees: &[Tree<G::Action>], workers: &[Worker<G>]) -> bool {
    let counts = |worker: &Worker<G>| worker.world_weight() > 0.0;
    pairs(trees, workers).filter(|(_, worker)| counts(worker)).all(|(tree, worker)| {
        worker.links.edges.iter().all(|link| tree.proof(tree.edge(*link)) != 0)
    })
}

/// Returns whether the root's value is proven.
pub(crate) fn is_proven<A: Copy + Ord>(algorithm: Algorithm, trees: &[Tree<A>]) -> bool {
    algorithm == Algorithm::Uct && trees.iter().any(|t| t.root_proof.load(Acquire) != 0)
}

fn totals<G: Searchable>(
    trees: &[Tree<G::Action>],
    workers: &[Worker<G>],
    (elapsed, stop): (Duration, Stop),
) -> Totals {
    let sum = |of: fn(&Worker<G>) -> u64| workers.iter().map(of).sum::<u64>();
    let iterations = sum(|worker| worker.tally.iterations);
    Totals {
        iterations,
        worlds: sum(|worker| worker.tally.worlds),
        trees: trees.len() as u64,
        nodes: trees.iter().map(Tree::node_count).sum(),
        bytes: trees.iter().map(Tree::bytes).sum(),
        memory_full: trees.iter().any(Tree::is_full),
        mean_depth: sum(|worker| worker.tally.decisions) as f64 / iterations.max(1) as f64,
        max_depth: workers.iter().map(|worker| worker.tally.deepest).max().unwrap_or(0),
        seconds: elapsed.as_secs_f64(),
        stop,
    }
}

/// Returns the principal variation of a root action, from the tree that visited it most.
fn line<G: Searchable>(
    place: usize,
    trees: &[Tree<G::Action>],
    workers: &[Worker<G>],
) -> Vec<G::Action> {
    let edges = pairs(trees, workers).map(|(tree, worker)| {
        let edge = tree.edge(worker.links.edges[place]);
        (edge.visits.load(Relaxed), tree, edge)
    });
    // The first of equals, so that the line does not depend on anything but the counts.
    let most = edges.reduce(|best, next| if next.0 > best.0 { next } else { best });
    let Some((_, tree, mut edge)) = most else { return Vec::new() };
    let mut line = vec![edge.action()];
    while line.len() < LONGEST_LINE {
        let child = edge.child();
        if child == 0 {
            break;
        }
        let tried = tree.edges_of(tree.node(child)).map(|(_, edge)| edge);
        let tried = tried.map(|edge| (edge.visits.load(Relaxed), edge)).filter(|(n, _)| *n > 0);
        let best = tried.reduce(|best, next| if next.0 > best.0 { next } else { best });
        let Some((_, next)) = best else { break };
        edge = next;
        line.push(edge.action());
    }
    line
}
