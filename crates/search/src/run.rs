//! A search under way: workers, goals, and the reasons to stop.

use crate::answer::{Answer, Stop};
use crate::budget::{Budget, Control};
use crate::config::{Algorithm, Choice, RootAllocation, SearchConfig};
use crate::crew;
use crate::env::Env;
use crate::keys::Observer;
use crate::prior;
use crate::report::{self, Pooled};
use crate::root::Root;
use crate::schedule::Schedule;
use crate::tree::Tree;
use crate::worker::{Slice, Worker};
use facedown_game::{Searchable, Worlds};
use rayon::ThreadPool;
use std::time::Instant;

/// All that a search works with.
pub(crate) struct Run<'a, G: Searchable, O> {
    pub(crate) env: Env<'a, G>,
    pub(crate) config: &'a SearchConfig,
    pub(crate) budget: Budget,
    pub(crate) root: Root<'a, G, O>,
    pub(crate) worlds: &'a dyn Worlds<G>,
    /// One for each worker, or one for all.
    pub(crate) trees: &'a [Tree<G::Action>],
    pub(crate) workers: &'a mut [Worker<G>],
    pub(crate) pool: Option<&'a ThreadPool>,
    pub(crate) start: Instant,
}

impl<G: Searchable, O: Observer<G>> Run<'_, G, O> {
    /// Searches until there is a reason to stop.
    pub(crate) fn search(mut self, control: &mut Control<'_, G::Action>) -> Answer<G::Action> {
        let candidates =
            prior::candidates(self.root.priors, self.config.candidates, self.root.actions.len());
        let actions = candidates.len();
        let crew = (self.workers.len(), self.config.thread_count());
        let mut schedule = Schedule::new(&self.budget, self.config, crew, actions, self.start);
        let shared_out = self.config.root != RootAllocation::Ucb;
        let mut active = shared_out.then_some(candidates);
        let mut due = control.progress.as_ref().map(|_| self.start + control.every);
        loop {
            self.work(&schedule, active.as_deref(), control, due);
            let now = Instant::now();
            if let Some(stop) = self.stop(&schedule, control, now) {
                return self.answer(active.as_deref(), stop);
            }
            if due.is_some_and(|due| now >= due) {
                self.report_progress(active.as_deref(), control);
                due = Some(Instant::now() + control.every);
            }
            let at_goal = self.is_at_goal(&schedule);
            // Time has no goals: with it, one may look whenever there is an occasion.
            if !at_goal && schedule.slice.is_none() {
                continue;
            }
            let done = self.done();
            let nodes = self.budget.nodes.map(|most| [self.nodes(), most]);
            if let Some(active) = &mut active
                && schedule.halve(done, nodes, now)
            {
                self.halve(active);
            }
            if self.is_settled(&schedule, done, now) {
                return self.answer(active.as_deref(), Stop::Settled);
            }
            if at_goal {
                schedule.advance(self.undecided(done));
            }
        }
    }

    /// Lets each worker go on for a slice.
    fn work(
        &mut self,
        schedule: &Schedule,
        active: Option<&[usize]>,
        control: &Control<'_, G::Action>,
        due: Option<Instant>,
    ) {
        let until = [schedule.deadline(), schedule.round_deadline(), due];
        let slice = Slice {
            target: 0,
            until: until.into_iter().flatten().min(),
            length: schedule.slice,
            nodes: None,
            cancel: control.cancel,
            active,
        };
        let nodes = |worker| self.budget.nodes.map(|all| node_share(all, self.trees.len(), worker));
        let (env, trees, worlds, root) = (&self.env, self.trees, self.worlds, &self.root);
        let go_on = |number: usize, worker: &mut Worker<G>, target| {
            let tree = number % trees.len();
            let slice = Slice { target, nodes: nodes(tree), ..slice };
            worker.run(env, &trees[tree], worlds, root, slice);
        };
        let done = self.done();
        match self.pool {
            None => {
                for (number, worker) in self.workers.iter_mut().enumerate() {
                    go_on(number, worker, schedule.share(number));
                }
            }
            Some(pool) if self.config.is_shared() => {
                let left = schedule.goal.saturating_sub(done);
                crew::share_tree(pool, self.workers, left, go_on);
            }
            Some(pool) => crew::share_trees(pool, self.workers, |n| schedule.share(n), go_on),
        }
    }

    fn done(&self) -> u64 {
        self.workers.iter().map(|worker| worker.tally.iterations).sum()
    }

    fn nodes(&self) -> u64 {
        self.trees.iter().map(Tree::node_count).sum()
    }

    /// Whether a worker has nothing to do because of its tree's nodes.
    fn has_enough_nodes(&self, number: usize) -> bool {
        self.budget.nodes.is_some_and(|all| {
            let tree = number % self.trees.len();
            let most = node_share(all, self.trees.len(), tree);
            self.trees[tree].node_count() >= most || self.workers[number].is_exhausted()
        })
    }

    fn is_at_goal(&self, schedule: &Schedule) -> bool {
        if self.config.is_shared() && self.done() >= schedule.goal {
            return true;
        }
        let at_goal = |(number, worker): (usize, &Worker<G>)| {
            worker.tally.iterations >= schedule.share(number) || self.has_enough_nodes(number)
        };
        self.workers.iter().enumerate().all(at_goal)
    }

    /// The reason to stop at once, if there is one.
    fn stop(
        &self,
        schedule: &Schedule,
        control: &Control<'_, G::Action>,
        now: Instant,
    ) -> Option<Stop> {
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
        let proven = self.is_at_goal(schedule) || schedule.slice.is_some();
        (proven && report::is_proven(self.config.algorithm, self.trees)).then_some(Stop::Proven)
    }

    /// Whether no other action can catch up with the one that leads.
    fn is_settled(&self, schedule: &Schedule, done: u64, now: Instant) -> bool {
        if !self.can_settle() {
            return false;
        }
        if self.root.actions.len() == 1 {
            return done > 0;
        }
        let Some(left) = schedule.iterations_left(done, now) else { return false };
        let [first, second] = self.most_visited();
        first - second > left
    }

    /// Whether the search may end because no other action can catch up.
    fn can_settle(&self) -> bool {
        // A proof can still turn the order around.
        let by_visits = self.config.root == RootAllocation::Ucb
            && self.config.choice == Choice::Visits
            && self.config.algorithm != Algorithm::Uct;
        self.config.early_stop && (by_visits || self.root.actions.len() == 1)
    }

    /// The visits of the two actions that have most.
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

    /// How many more iterations are needed before anything can be decided, the ends of rounds of
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

    /// Keeps the better half of the actions in play.
    fn halve(&mut self, active: &mut Vec<usize>) {
        let all = self.pooled();
        let mean = |place: usize| all[place].judged().unwrap_or(f64::NEG_INFINITY);
        active.sort_by(|&a, &b| mean(b).total_cmp(&mean(a)).then(a.cmp(&b)));
        active.truncate(active.len().div_ceil(2));
        active.sort_unstable();
        self.workers.iter_mut().for_each(Worker::end_pass);
    }

    fn report_progress(&self, active: Option<&[usize]>, control: &mut Control<'_, G::Action>) {
        if let Some(progress) = &mut control.progress {
            progress(&self.answer(active, Stop::Running));
        }
    }

    fn answer(&self, active: Option<&[usize]>, stop: Stop) -> Answer<G::Action> {
        let when = (self.start, stop);
        report::answer(&self.root, self.config, self.trees, self.workers, active, when)
    }
}

/// The part of a budget of nodes that falls to a tree; at least the root.
fn node_share(all: u64, trees: usize, tree: usize) -> u64 {
    let trees = trees as u64;
    (all / trees + u64::from((tree as u64) < all % trees)).max(1)
}
