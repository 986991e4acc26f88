//! The main loop of a search: workers, goals, and the reasons to stop.

use crate::budget::Budget;
use crate::config::{Algorithm, Choice, RootAllocation, SearchConfig};
use crate::root::answer::{Answer, Stop};
use crate::root::arms;
use crate::root::question::Root;
use crate::root::report::{self, Pooled};
use crate::run::context::Context;
use crate::run::schedule::Schedule;
use crate::run::scheduling;
use crate::run::worker::{Stretch, Worker};
use crate::slice::Slice;
use crate::sorting::sort_descending;
use crate::tree::observer::Observer;
use crate::tree::store::Tree;
use facedown_game::{Control, Searchable, Worlds};
use rayon::ThreadPool;
use std::time::Duration;

/// A search during one slice.
pub(crate) struct Run<'a, G: Searchable, O> {
    pub(crate) ctx: Context<'a, G>,
    pub(crate) config: &'a SearchConfig,
    pub(crate) budget: Budget,
    pub(crate) root: Root<'a, G, O>,
    pub(crate) worlds: &'a dyn Worlds<G>,
    /// One for each worker, or one for all.
    pub(crate) trees: &'a [Tree<G::Action>],
    pub(crate) workers: &'a mut [Worker<G>],
    pub(crate) pool: Option<&'a ThreadPool>,
    pub(crate) stage: &'a mut Stage,
}

/// The state that a search keeps between slices.
pub(crate) struct Stage {
    schedule: Schedule,
    /// The arms that share iterations equally; none if upper confidence bounds decide.
    pub(crate) active: Option<Vec<usize>>,
    /// Time spent in earlier slices.
    pub(crate) spent: Duration,
    /// Why the search ended.
    pub(crate) stop: Option<Stop>,
}

impl Stage {
    /// Builds the stage of a search that begins now.
    pub(crate) fn new(
        config: &SearchConfig,
        budget: &Budget,
        workers: usize,
        active: Vec<usize>,
    ) -> Self {
        let parallelism = (workers, config.thread_count());
        let schedule = Schedule::new(budget, config, parallelism, active.len(), Duration::ZERO);
        let active = (config.root != RootAllocation::Ucb).then_some(active);
        Self { schedule, active, spent: Duration::ZERO, stop: None }
    }
}

/// The end of a slice.
struct SliceEnd {
    /// The iterations that each worker may have done by then.
    targets: Option<Vec<u64>>,
    /// The iterations of all workers together.
    iterations: u64,
    time: Option<Duration>,
}

impl SliceEnd {
    fn new<G: Searchable>(slice: Slice, workers: &[Worker<G>], now: Duration) -> Self {
        let done = |worker: &Worker<G>| worker.tally.iterations;
        let all: u64 = workers.iter().map(done).sum();
        // Equal quotas: a worker whose tree has all its nodes leaves the others theirs.
        let quota = |n: u64| n.div_ceil(workers.len() as u64).max(1);
        let targets = |n| workers.iter().map(|w| done(w).saturating_add(quota(n))).collect();
        Self {
            targets: slice.iterations.map(targets),
            iterations: slice.iterations.map_or(u64::MAX, |n| all.saturating_add(n.max(1))),
            time: slice.end(now),
        }
    }

    fn target(&self, worker: usize) -> u64 {
        self.targets.as_ref().map_or(u64::MAX, |targets| targets[worker])
    }
}

impl<G: Searchable, O: Observer<G>> Run<'_, G, O> {
    /// Searches until there is a reason to stop, or the slice ends.
    pub(crate) fn search(
        &mut self,
        slice: Slice,
        control: &mut Control<'_, Answer<G::Action>>,
        now: Duration,
    ) {
        let start = now.saturating_sub(self.stage.spent);
        self.stage.schedule.start = start;
        let end = SliceEnd::new(slice, self.workers, now);
        let mut due = control.progress.as_ref().map(|_| now + control.every);
        while self.stage.stop.is_none() {
            self.work(control, due, &end);
            let now = control.clock.now();
            self.stage.spent = now.saturating_sub(start);
            self.stage.stop = self.reason_to_stop(control, now);
            if self.stage.stop.is_some() {
                return;
            }
            if due.is_some_and(|due| now >= due) {
                control.report(&self.answer(Stop::Running));
                due = Some(control.clock.now() + control.every);
            }
            self.decide(now);
            let paused = self.has_reached(&end);
            if paused || end.time.is_some_and(|end| now >= end) {
                return;
            }
        }
    }

    /// Returns whether every worker has reached the end of this slice.
    fn has_reached(&self, end: &SliceEnd) -> bool {
        if self.config.is_shared() {
            return self.done() >= end.iterations;
        }
        let reached = |number: usize| self.workers[number].tally.iterations >= end.target(number);
        (0..self.workers.len()).all(|number| reached(number) || self.has_enough_nodes(number))
    }

    /// Halves, settles and sets the next goal, where the schedule allows.
    fn decide(&mut self, now: Duration) {
        let at_goal = self.is_at_goal();
        if !at_goal && !self.stage.schedule.is_timed() {
            return;
        }
        let done = self.done();
        let nodes = self.budget.nodes.map(|most| [self.nodes(), most]);
        if let Some(mut active) = self.stage.active.take() {
            if self.stage.schedule.halve(done, nodes, now) {
                self.halve(&mut active);
            }
            self.stage.active = Some(active);
        }
        // With a count the search settles at goals alone, wherever its slices end.
        if (at_goal || self.budget.iterations.is_none()) && self.is_settled(done, now) {
            self.stage.stop = Some(Stop::Settled);
        } else if at_goal {
            let least = self.undecided(done);
            self.stage.schedule.advance(least);
        }
    }

    /// Runs every worker up to the next goal or end.
    fn work(
        &mut self,
        control: &Control<'_, Answer<G::Action>>,
        due: Option<Duration>,
        end: &SliceEnd,
    ) {
        let done = self.done();
        let schedule = &self.stage.schedule;
        let until = [schedule.deadline(), schedule.round_deadline(), due, end.time];
        let stretch = Stretch {
            target: 0,
            until: until.into_iter().flatten().min(),
            length: schedule.slice,
            nodes: None,
            cancel: control.cancel,
            active: self.stage.active.as_deref(),
            clock: control.clock,
        };
        let nodes = |worker| self.budget.nodes.map(|all| node_share(all, self.trees.len(), worker));
        let (ctx, trees, worlds, root) = (&self.ctx, self.trees, self.worlds, &self.root);
        let target = |number: usize| schedule.share(number).min(end.target(number));
        let run_worker = |number: usize, worker: &mut Worker<G>, target| {
            let tree = number % trees.len();
            let stretch = Stretch { target, nodes: nodes(tree), ..stretch };
            worker.run(ctx, &trees[tree], worlds, root, stretch);
        };
        match self.pool {
            None => {
                for (number, worker) in self.workers.iter_mut().enumerate() {
                    run_worker(number, worker, target(number));
                }
            }
            Some(pool) if self.config.is_shared() => {
                let goal = schedule.goal.min(end.iterations);
                scheduling::share_tree(pool, self.workers, goal.saturating_sub(done), run_worker);
            }
            Some(pool) => scheduling::share_trees(pool, self.workers, target, run_worker),
        }
    }

    fn done(&self) -> u64 {
        self.workers.iter().map(|worker| worker.tally.iterations).sum()
    }

    fn nodes(&self) -> u64 {
        self.trees.iter().map(Tree::node_count).sum()
    }

    /// Returns whether a worker is done because its tree has all its nodes.
    fn has_enough_nodes(&self, number: usize) -> bool {
        self.budget.nodes.is_some_and(|all| {
            let tree = number % self.trees.len();
            let most = node_share(all, self.trees.len(), tree);
            self.trees[tree].node_count() >= most || self.workers[number].is_exhausted()
        })
    }

    fn is_at_goal(&self) -> bool {
        let schedule = &self.stage.schedule;
        if self.config.is_shared() && self.done() >= schedule.goal {
            return true;
        }
        let at_goal = |(number, worker): (usize, &Worker<G>)| {
            worker.tally.iterations >= schedule.share(number) || self.has_enough_nodes(number)
        };
        self.workers.iter().enumerate().all(at_goal)
    }

    /// Returns the reason to stop at once, if there is one.
    fn reason_to_stop(
        &self,
        control: &Control<'_, Answer<G::Action>>,
        now: Duration,
    ) -> Option<Stop> {
        let schedule = &self.stage.schedule;
        if control.is_cancelled() {
            return Some(Stop::Cancelled);
        }
        if schedule.deadline().is_some_and(|deadline| now >= deadline) {
            return Some(Stop::Time);
        }
        if self.budget.iterations.is_some_and(|all| self.done() >= all) {
            return Some(Stop::Iterations);
        }
        if (0..self.workers.len()).all(|number| self.has_enough_nodes(number)) {
            let stalled = self.workers.iter().any(Worker::is_exhausted);
            return Some(if stalled { Stop::Exhausted } else { Stop::Nodes });
        }
        let proven = self.is_at_goal() || schedule.is_timed() && self.budget.iterations.is_none();
        (proven && report::is_proven(self.config.algorithm, self.trees)).then_some(Stop::Proven)
    }

    /// Returns whether no other action can catch up with the leader.
    fn is_settled(&self, done: u64, now: Duration) -> bool {
        if self.has_one_action_left() {
            return true;
        }
        if !self.can_settle() {
            return false;
        }
        if self.root.actions.len() == 1 {
            return done > 0;
        }
        if self.config.algorithm == Algorithm::Determinized {
            return report::is_solved(self.trees, self.workers);
        }
        let Some(left) = self.stage.schedule.iterations_left(done, now) else { return false };
        let [first, second] = self.most_visited();
        first - second > left
    }

    /// Returns whether halving has left arms of one action alone, which differ in their plans.
    fn has_one_action_left(&self) -> bool {
        let arms = self.stage.active.as_deref().filter(|_| self.config.early_stop);
        let mut places = arms.unwrap_or_default().iter().map(|arm| self.root.arms[*arm].place);
        let first = places.next();
        let halved = self.stage.schedule.has_halved();
        halved && first.is_some() && places.all(|place| Some(place) == first)
    }

    /// Returns whether the search may stop because no other action can catch up.
    fn can_settle(&self) -> bool {
        let can_settle = match self.config.algorithm {
            // A proof can still change the ranking.
            Algorithm::Uct => false,
            // Once everything is proven; blends count visits, which go on.
            Algorithm::Determinized => self.config.choice != Choice::Blend,
            _ => self.config.root == RootAllocation::Ucb && self.config.choice == Choice::Visits,
        };
        self.config.early_stop && (can_settle || self.root.actions.len() == 1)
    }

    /// Returns the visits of the two most visited actions.
    fn most_visited(&self) -> [u64; 2] {
        let [mut first, mut second] = [0; 2];
        for Pooled { visits, .. } in self.pooled() {
            if visits > first {
                (first, second) = (visits, first);
            } else {
                second = second.max(visits);
            }
        }
        [first, second]
    }

    /// Returns the iterations that are needed before anything can be decided, the ends of rounds of
    /// halving aside.
    fn undecided(&self, done: u64) -> u64 {
        let Some(left) = self.budget.iterations.map(|all| all.saturating_sub(done)) else {
            return 0;
        };
        if self.config.is_solver() || self.budget.nodes.is_some() {
            return 0;
        }
        if !self.can_settle() {
            return left;
        }
        // If all of them went to the first, it would lead by more than are then left.
        let [first, second] = self.most_visited();
        left.saturating_sub(first - second) / 2
    }

    fn pooled(&self) -> Vec<Pooled> {
        report::pool(&self.root, self.config, self.trees, self.workers)
    }

    /// Keeps the better half of the active arms.
    fn halve(&mut self, active: &mut Vec<usize>) {
        let all = if self.config.has_plans() {
            arms::pool(&self.root, self.config, self.workers)
        } else {
            self.pooled()
        };
        let mean = |arm: usize| all[arm].posterior_mean().unwrap_or(f64::NEG_INFINITY);
        active.sort_unstable();
        sort_descending(active, |arm| mean(*arm));
        active.truncate(active.len().div_ceil(2));
        active.sort_unstable();
        self.workers.iter_mut().for_each(Worker::end_pass);
    }

    /// Returns the answer as things stand.
    pub(crate) fn answer(&self, stop: Stop) -> Answer<G::Action> {
        let (active, when) = (self.stage.active.as_deref(), (self.stage.spent, stop));
        report::answer(&self.root, self.config, self.trees, self.workers, active, when)
    }
}

/// Returns the share of a node budget of a tree; at least the root.
fn node_share(all: u64, trees: usize, tree: usize) -> u64 {
    let trees = trees as u64;
    (all / trees + u64::from((tree as u64) < all % trees)).max(1)
}
