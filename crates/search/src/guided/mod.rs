//! Search guided by priors and values, such as a network's: PUCT over information sets.
//!
//! Every iteration samples a world and follows the highest upper bounds of PUCT to an information
//! set of the root's seat that is not in the tree. Leaves are collected in batches, with virtual
//! losses, and valued in one pass of the [`Guide`]; threads share the positions of a batch. An
//! iteration has a random stream of its own, so that the answer depends on the seed and the number
//! of iterations alone, not on threads or slices.

mod heuristic;
mod leaves;
mod tree;

pub use heuristic::HeuristicGuide;

use crate::budget::Budget;
use crate::config::{Choice, SearchConfig};
use crate::root::answer::{ActionReport, Answer, Stop, Totals};
use crate::root::question::Moments;
use crate::run::context::Context;
use crate::slice::Slice;
use crate::tree::observer::{Observer, SingleObserver};
use facedown_game::{
    ActionBuf, Control, Guide, PerSeat, Rng, Searchable, Seat, Turn, Utility, Worlds,
};
use leaves::{Leaf, LeafEnd, Leaves};
use rayon::ThreadPool;
use std::time::Duration;
use tree::{Puct, Step, Tree};

/// The longest principal variation.
const LONGEST_LINE: usize = 32;

/// A guided search in progress.
pub(crate) struct Guided<G: Searchable> {
    tree: Tree<G::Action>,
    batch: Leaves<G>,
    found: Vec<u32>,
    seat: Seat,
    actions: Vec<G::Action>,
    budget: Budget,
    root: u64,
    outcomes: Vec<Moments>,
    iterations: u64,
    decisions: u64,
    deepest: u64,
    memory_full: bool,
    spent: Duration,
    stop: Option<Stop>,
}

/// The constants of a guided search.
pub(crate) struct Setting<'a, G: Searchable> {
    pub(crate) game: &'a G,
    pub(crate) config: &'a SearchConfig,
    pub(crate) utility: &'a dyn Utility,
    pub(crate) guide: &'a dyn Guide<G>,
    pub(crate) worlds: &'a dyn Worlds<G>,
    pub(crate) pool: Option<&'a ThreadPool>,
}

impl<G: Searchable> Guided<G> {
    /// Begins a search for a seat with these legal actions.
    pub(crate) fn begin(
        before: Option<Self>,
        seat: Seat,
        actions: &[G::Action],
        budget: Budget,
    ) -> Self {
        let (mut tree, batch) = before
            .map_or_else(|| (Tree::new(), Leaves::new()), |before| (before.tree, before.batch));
        tree.clear();
        Self {
            tree,
            batch,
            found: Vec::new(),
            seat,
            actions: actions.to_vec(),
            budget,
            root: SingleObserver::seat(seat).root(seat),
            outcomes: vec![Moments::default(); actions.len()],
            iterations: 0,
            decisions: 0,
            deepest: 0,
            memory_full: false,
            spent: Duration::ZERO,
            stop: None,
        }
    }

    /// Returns the bytes of its tree.
    pub(crate) fn bytes(&self) -> u64 {
        self.tree.bytes()
    }

    /// Returns whether the search has ended.
    pub(crate) fn has_ended(&self) -> bool {
        self.stop.is_some()
    }

    /// Searches until there is a reason to stop, or the slice ends.
    pub(crate) fn search(
        &mut self,
        setting: &Setting<'_, G>,
        slice: Slice,
        control: &mut Control<'_, Answer<G::Action>>,
        now: Duration,
    ) {
        let ctx = Context::new(setting.game, setting.config, setting.utility);
        let start = now.saturating_sub(self.spent);
        let last = slice.iterations.map_or(u64::MAX, |n| self.iterations.saturating_add(n.max(1)));
        let end = slice.end(now);
        let mut due = control.progress.as_ref().map(|_| now + control.every);
        while self.stop.is_none() {
            let size = self.batch_size(setting.config);
            self.iterate(&ctx, setting, size);
            let now = control.clock.now();
            self.spent = now.saturating_sub(start);
            self.stop = self.reason_to_stop(setting.config, control);
            if self.stop.is_none() && due.is_some_and(|due| now >= due) {
                control.report(&self.answer(setting.config));
                due = Some(control.clock.now() + control.every);
            }
            if self.iterations >= last || end.is_some_and(|end| now >= end) {
                return;
            }
        }
    }

    /// Returns the number of leaves of the next batch. The first holds the root alone. With a time
    /// limit the last ones are as small as the rest of the time.
    fn batch_size(&self, config: &SearchConfig) -> u64 {
        let mut size = u64::from(config.leaf_batch);
        if self.iterations == 0 {
            return 1;
        }
        if let Some(iterations) = self.budget.iterations {
            size = size.min(iterations.saturating_sub(self.iterations));
        }
        if let Some(limit) = self.budget.duration() {
            let each = self.spent.as_secs_f64() / self.iterations as f64;
            let left = limit.saturating_sub(self.spent).as_secs_f64();
            size = size.min((left / each.max(1e-9)) as u64);
        }
        size.max(1)
    }

    /// Runs one batch: selects leaves, values them, and backs them up.
    fn iterate(&mut self, ctx: &Context<'_, G>, setting: &Setting<'_, G>, size: u64) {
        let Setting { config, .. } = *setting;
        let puct = Puct {
            exploration: config.exploration,
            fpu: config.fpu,
            virtual_loss: config.virtual_loss,
        };
        self.batch.clear();
        let mut list = G::LegalActions::default();
        for number in 0..size {
            let mut rng = Rng::stream(config.seed, self.iterations + number + 1);
            let (state, weight) = setting.worlds.sample(&mut rng);
            // A world without weight says nothing.
            if weight.is_finite() && weight > 0.0 {
                self.descend(ctx, puct, (state, weight), &mut list, rng);
            }
        }
        let guide = (setting.guide, config.rollout_share);
        self.batch.value(ctx, guide, setting.pool);
        for number in 0..self.batch.all.len() {
            self.back_up(number, config.memory);
        }
        self.iterations += size;
    }

    /// Follows the highest bounds to a leaf, and puts it into the batch.
    fn descend(
        &mut self,
        ctx: &Context<'_, G>,
        puct: Puct,
        (mut state, weight): (G::State, f32),
        list: &mut G::LegalActions,
        mut rng: Rng,
    ) {
        let mut observer = SingleObserver::seat(self.seat);
        Observer::<G>::begin(&mut observer, ctx.game, &state);
        let from = self.batch.steps.len();
        let mut key = self.root;
        let end = loop {
            let mover = match ctx.game.turn(&state) {
                Turn::Over => break LeafEnd::Over(ctx.outcome(&state)),
                Turn::Chance => {
                    ctx.game.play_chance(&mut state, &mut rng, &mut observer);
                    continue;
                }
                Turn::Act(seat) => seat,
            };
            if self.batch.steps.len() > from {
                key = Observer::<G>::arrive(&mut observer, mover);
            }
            ctx.game.legal_actions(&state, list);
            let legal = list.as_slice();
            let found = &mut self.found;
            let known = self.tree.find(key);
            let chosen = known.and_then(|node| {
                let edge = self.tree.select(node, mover, legal, puct, found)?;
                Some(Step { node, edge, mover })
            });
            let Some(step) = chosen else {
                let position = self.batch.add(state, mover, legal, rng);
                break LeafEnd::Open { position, key };
            };
            self.batch.steps.push(step);
            ctx.game.apply(&mut state, self.tree.edge(step.edge).action, &mut observer);
        };
        let steps = from..self.batch.steps.len();
        self.decisions += steps.len() as u64;
        self.deepest = self.deepest.max(steps.len() as u64);
        self.batch.all.push(Leaf { steps, weight, end });
    }

    /// Adds a valued leaf to the tree, and its utilities to its path.
    fn back_up(&mut self, number: usize, memory: u64) {
        let Leaf { steps, weight, end } = &self.batch.all[number];
        let (path, weight) = (&self.batch.steps[steps.clone()], f64::from(*weight));
        let utilities: PerSeat<f32> = match end {
            LeafEnd::Over(utilities) => *utilities,
            LeafEnd::Open { position, key } => {
                let (mover, legal, priors, utilities) = self.batch.valued(*position);
                self.memory_full = self.tree.bytes() >= memory;
                // The root always has a place.
                if !self.memory_full || *key == self.root {
                    let node = self.tree.expand(*key, legal, priors);
                    self.tree.value(node, weight, weight * f64::from(utilities[mover]));
                    if let Some(step) = path.last() {
                        self.tree.link(step.edge, node);
                    }
                }
                *utilities
            }
        };
        self.tree.back_up(path, weight, &utilities);
        if let Some(first) = path.first() {
            let action = self.tree.edge(first.edge).action;
            if let Ok(place) = self.actions.binary_search(&action) {
                self.outcomes[place].add(weight, f64::from(utilities[self.seat]));
            }
        }
    }

    fn reason_to_stop(
        &self,
        config: &SearchConfig,
        control: &Control<'_, Answer<G::Action>>,
    ) -> Option<Stop> {
        if control.is_cancelled() {
            return Some(Stop::Cancelled);
        }
        if self.budget.duration().is_some_and(|limit| self.spent >= limit) {
            return Some(Stop::Time);
        }
        if self.budget.iterations.is_some_and(|all| self.iterations >= all) {
            return Some(Stop::Iterations);
        }
        if self.budget.nodes.is_some_and(|most| self.tree.node_count() >= most) {
            return Some(Stop::Nodes);
        }
        let full_of_nodes = self.memory_full && self.budget.nodes.is_some();
        let alone = self.budget.seconds.is_none() && self.budget.iterations.is_none();
        if full_of_nodes && alone {
            return Some(Stop::Exhausted);
        }
        (config.early_stop && self.is_settled(config)).then_some(Stop::Settled)
    }

    /// Returns whether no other action can catch up in visits.
    fn is_settled(&self, config: &SearchConfig) -> bool {
        if self.actions.len() == 1 {
            return true;
        }
        let Some(all) = self.budget.iterations.filter(|_| config.choice == Choice::Visits) else {
            return false;
        };
        let [mut first, mut second] = [0; 2];
        for (_, edge) in self.tree.find(self.root).into_iter().flat_map(|n| self.tree.edges_of(n)) {
            let visits = u64::from(edge.visits);
            if visits > first {
                (first, second) = (visits, first);
            } else {
                second = second.max(visits);
            }
        }
        first - second > all.saturating_sub(self.iterations)
    }

    /// Returns the answer as things stand.
    pub(crate) fn answer(&self, config: &SearchConfig) -> Answer<G::Action> {
        let node = self.tree.find(self.root);
        let edges = || node.into_iter().flat_map(|node| self.tree.edges_of(node));
        let all: u64 = edges().map(|(_, edge)| u64::from(edge.visits)).sum();
        let reports = self.actions.iter().zip(&self.outcomes).map(|(action, outcomes)| {
            let known = edges().find(|(_, edge)| edge.action == *action);
            let visits = known.map_or(0, |(_, edge)| u64::from(edge.visits));
            let mean = outcomes.mean();
            let half = mean.zip(outcomes.half_width());
            let interval = half.map(|(mean, half)| [mean - half, mean + half]);
            let mut report = ActionReport::new(*action, visits, mean, interval);
            report.share = visits as f64 / all.max(1) as f64;
            report.line = known.map_or_else(|| vec![*action], |(link, _)| self.line(link));
            report
        });
        let mut actions: Vec<_> = reports.collect();
        let mean = |report: &ActionReport<G::Action>| report.mean.unwrap_or(f64::NEG_INFINITY);
        let most = actions.iter().map(|report| report.visits).max().unwrap_or(0);
        let counts = |report: &ActionReport<G::Action>| match config.choice {
            Choice::Visits | Choice::Blend => report.visits,
            Choice::Value => u64::from(report.visits * 10 >= most.max(1)),
        };
        actions.sort_by(|a, b| counts(b).cmp(&counts(a)).then(mean(b).total_cmp(&mean(a))));
        let totals = Totals {
            worlds: self.iterations,
            trees: 1,
            nodes: self.tree.node_count(),
            bytes: self.tree.bytes(),
            memory_full: self.memory_full,
            mean_depth: self.decisions as f64 / self.iterations.max(1) as f64,
            max_depth: self.deepest,
            ..Totals::new(
                self.iterations,
                self.spent.as_secs_f64(),
                self.stop.unwrap_or(Stop::Running),
            )
        };
        Answer { seat: self.seat, actions, totals }
    }

    /// Returns the principal variation that begins with an edge.
    fn line(&self, link: u32) -> Vec<G::Action> {
        let mut edge = self.tree.edge(link);
        let mut line = vec![edge.action];
        while line.len() < LONGEST_LINE && edge.child != 0 {
            let tried = self.tree.edges_of(edge.child).filter(|(_, edge)| edge.visits > 0);
            let best =
                tried.reduce(|best, next| if next.1.visits > best.1.visits { next } else { best });
            let Some((_, next)) = best else { break };
            edge = next;
            line.push(edge.action);
        }
        line
    }
}
