//! A worker: a random stream, scratch memory, and a sequence of iterations.

use crate::root::arms::Arm;
use crate::root::question::{Links, Root, Tally};
use crate::run::context::Context;
use crate::run::iteration::{Forced, Simulation, Step, World};
use crate::tree::expansion::Chunks;
use crate::tree::local_counters::LocalCounters;
use crate::tree::observer::Observer;
use crate::tree::store::Tree;
use facedown_game::{Clock, Rng, Searchable, Worlds};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The limits of one run of a worker.
#[derive(Clone, Copy)]
pub(crate) struct Stretch<'a> {
    /// Number of iterations since the search began.
    pub(crate) target: u64,
    /// The time at which it ends.
    pub(crate) until: Option<Duration>,
    /// The longest duration.
    pub(crate) length: Option<Duration>,
    /// Number of nodes of its tree.
    pub(crate) nodes: Option<u64>,
    /// The flag that cancels the search.
    pub(crate) cancel: Option<&'a AtomicBool>,
    /// The arms that share iterations equally; `None` if confidence bounds decide.
    pub(crate) active: Option<&'a [usize]>,
    /// Where the time comes from.
    pub(crate) clock: &'a dyn Clock,
}

/// A world in which the active arms are played one after the other.
struct Pass<S> {
    world: World<S>,
    rng: Rng,
    played: usize, // number of arms played in it
}

/// Consecutive iterations of a thread on one root action in a shared tree, so that the subtree
/// below the action stays in the cache of its core. A batch is a small part of all iterations.
#[derive(Clone, Copy, Default)]
struct RootBatch {
    edge: u32,
    remaining: u64,
}

impl RootBatch {
    const LONGEST: u64 = 64;
    const PART: u64 = 128;

    /// Begins a batch after an action was selected in this iteration.
    fn begin(edge: u32, iterations: u64) -> Self {
        Self { edge, remaining: (iterations / Self::PART).min(Self::LONGEST - 1) }
    }
}

/// Runs iterations in one tree. Aligned to two cache lines, which processors fetch in pairs, so
/// that neighbouring workers do not share any.
#[repr(align(128))]
pub(crate) struct Worker<G: Searchable> {
    path: Vec<Step>,
    local: LocalCounters,
    rng: Rng,
    noise: Rng, // for the order of untried actions
    fixed: Option<World<G::State>>,
    pass: Option<Pass<G::State>>,
    batch: RootBatch,
    timer: Timer,
    growth: Growth,
    pub(crate) links: Links,
    pub(crate) tally: Tally,
}

impl<G: Searchable> Worker<G> {
    /// Builds a worker for a tree of its own, or for a shared one.
    pub(crate) fn new(shared: bool) -> Self {
        Self {
            path: Vec::with_capacity(256),
            local: if shared { LocalCounters::new() } else { LocalCounters::default() },
            rng: Rng::new(0),
            noise: Rng::new(0),
            fixed: None,
            pass: None,
            batch: RootBatch::default(),
            timer: Timer::new(),
            growth: Growth::default(),
            links: Links::default(),
            tally: Tally::default(),
        }
    }

    /// Begins a search with this random stream.
    pub(crate) fn begin(&mut self, rng: Rng, arms: usize) {
        self.rng = rng;
        self.noise = self.rng.fork(1);
        (self.fixed, self.pass, self.batch) = (None, None, RootBatch::default());
        self.local.chunks = Chunks::default();
        self.timer = Timer::new();
        self.growth = Growth::default();
        self.tally.begin(arms);
    }

    /// Uses this world in every iteration.
    pub(crate) fn fix(&mut self, world: World<G::State>) {
        self.fixed = Some(world);
    }

    /// Returns the weight of the world that every iteration uses; 1 if there is none.
    pub(crate) fn world_weight(&self) -> f64 {
        self.fixed.as_ref().map_or(1.0, |(_, weight)| f64::from(*weight))
    }

    /// Finds the root in the worker's tree, or creates it.
    pub(crate) fn find_root(
        &mut self,
        ctx: &Context<'_, G>,
        tree: &mut Tree<G::Action>,
        key: u64,
        (actions, heuristics): (&[G::Action], &[f32]),
    ) {
        let heuristic = |action| actions.binary_search(&action).map_or(0.0, |at| heuristics[at]);
        let order = |action| ctx.noisy(|| heuristic(action), &mut self.noise);
        self.links.find(tree, key, actions, G::slot, order);
    }

    /// Samples a world from this worker's stream.
    #[inline]
    pub(crate) fn draw(&mut self, worlds: &dyn Worlds<G>) -> World<G::State> {
        self.tally.worlds += 1;
        worlds.sample(&mut self.rng)
    }

    /// Runs iterations for a stretch.
    pub(crate) fn run<O: Observer<G>>(
        &mut self,
        ctx: &Context<'_, G>,
        tree: &Tree<G::Action>,
        worlds: &dyn Worlds<G>,
        root: &Root<G, O>,
        stretch: Stretch<'_>,
    ) {
        let until = match (stretch.until, stretch.length) {
            (None, None) => None,
            (until, length) => {
                let now = self.timer.start(stretch.clock);
                let ends = [until, length.map(|length| now + length)];
                let end = ends.into_iter().flatten().min();
                // Even if the time is over before it began, an answer needs one iteration.
                if end.is_some_and(|end| now >= end) && self.tally.iterations > 0 {
                    return;
                }
                end
            }
        };
        let mut simulation =
            Simulation::new(std::mem::take(&mut self.path), std::mem::take(&mut self.local));
        while self.tally.iterations < stretch.target {
            let late = until.is_some_and(|until| self.timer.is_past(until, stretch.clock));
            if late && self.tally.iterations > 0
                || stretch.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
                || stretch.nodes.is_some_and(|most| self.growth.is_over(tree, most, &self.tally))
            {
                break;
            }
            self.once(&mut simulation, ctx, tree, worlds, root, stretch.active);
        }
        simulation.local.flush(tree);
        (self.path, self.local) = (simulation.path, simulation.local);
    }

    fn once<O: Observer<G>>(
        &mut self,
        simulation: &mut Simulation<G>,
        ctx: &Context<'_, G>,
        tree: &Tree<G::Action>,
        worlds: &dyn Worlds<G>,
        root: &Root<G, O>,
        active: Option<&[usize]>,
    ) {
        self.tally.iterations += 1;
        let mut played = None;
        let forced = match active {
            None => {
                let edge = self.batch.edge;
                let forced =
                    (self.batch.remaining > 0).then_some(Forced { edge, plan: 0, alone: false });
                self.batch.remaining = self.batch.remaining.saturating_sub(1);
                forced
            }
            Some(active) => {
                let number = self.next_of_pass(worlds, active);
                let Arm { place, plan } = root.arms[number];
                played = Some(number);
                Some(Forced { edge: self.links.edges[place], plan, alone: true })
            }
        };
        // States are large: the world is made where it is played.
        let mut world = match (&self.pass, &self.fixed) {
            (Some(pass), _) if active.is_some() => pass.world,
            (_, Some(world)) => *world,
            _ => self.draw(worlds),
        };
        debug_assert!(root.admits(&world.0), "a world contradicts the view: {world:?}");
        let weight = world.1;
        // Worlds without a positive, finite weight are skipped.
        if !(weight > 0.0 && weight.is_finite()) {
            return;
        }
        let observer = root.observer.clone();
        let start = (self.links.node, forced);
        let rng = match &mut self.pass {
            // Common random numbers: every action has the same playout stream.
            Some(pass) if active.is_some() => &mut pass.rng.clone(),
            _ => &mut self.rng,
        };
        let streams = (rng, &mut self.noise);
        let got = simulation.iterate(ctx, tree, start, &mut world, observer, streams);
        if let Some(first) = simulation.path.first() {
            let place = || root.place(tree.edge(first.edge).action());
            self.tally.add(
                played.unwrap_or_else(place),
                simulation.path.len(),
                weight,
                got[root.seat],
            );
            if tree.shared && !tree.solver && forced.is_none() {
                self.batch = RootBatch::begin(first.edge, self.tally.iterations);
            }
        }
    }

    /// Returns the arm of the next iteration of the pass, in whose world it is played.
    fn next_of_pass(&mut self, worlds: &dyn Worlds<G>, active: &[usize]) -> usize {
        if self.pass.as_ref().is_none_or(|pass| pass.played >= active.len()) {
            let world = self.fixed.unwrap_or_else(|| self.draw(worlds));
            let rng = self.rng.fork(0);
            self.pass = Some(Pass { world, rng, played: 0 });
        }
        let pass = self.pass.as_mut().expect("made above");
        pass.played += 1;
        active[pass.played - 1]
    }

    /// Ends the pass, since the active arms have changed.
    pub(crate) fn end_pass(&mut self) {
        self.pass = None;
    }

    /// Returns whether the tree has stopped growing.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.growth.stalled
    }
}

/// Adapts the interval between readings of the clock to the duration of iterations.
struct Timer {
    every: u32,
    left: u32,
    last: Duration,
}

impl Timer {
    const OFTEN: Duration = Duration::from_micros(20);
    const SELDOM: Duration = Duration::from_micros(100);

    const fn new() -> Self {
        Self { every: 1, left: 1, last: Duration::ZERO }
    }

    /// Begins a slice: time before it does not count.
    fn start(&mut self, clock: &dyn Clock) -> Duration {
        (self.left, self.last) = (self.every, clock.now());
        self.last
    }

    #[inline]
    fn is_past(&mut self, until: Duration, clock: &dyn Clock) -> bool {
        self.left -= 1;
        if self.left > 0 {
            return false;
        }
        let now = clock.now();
        let since = now.saturating_sub(self.last);
        if since < Self::OFTEN {
            self.every = (self.every * 2).min(4_096);
        } else if since > Self::SELDOM {
            // In one step, from the measured time: an iteration can suddenly take a hundred times
            // as long as the ones before.
            let per = since.as_nanos() / u128::from(self.every);
            self.every = (Self::OFTEN.as_nanos() / per.max(1)).clamp(1, 4_096) as u32;
        }
        (self.left, self.last) = (self.every, now);
        now >= until
    }
}

/// Detects that a tree no longer grows.
#[derive(Clone, Copy, Default)]
struct Growth {
    nodes: u64,
    since: u64, // the iteration at which the last node came
    stalled: bool,
}

impl Growth {
    fn is_over<A: Copy + Ord>(&mut self, tree: &Tree<A>, most: u64, tally: &Tally) -> bool {
        let nodes = tree.node_count();
        if nodes != self.nodes {
            *self = Self { nodes, since: tally.iterations, stalled: false };
        }
        self.stalled = tally.iterations - self.since > 1_000 + 4 * nodes;
        nodes >= most || self.stalled
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    /// A clock that goes on by a step, in microseconds, whenever it is read.
    struct Steps {
        now: AtomicU64,
        step: AtomicU64,
    }

    impl Clock for Steps {
        fn now(&self) -> Duration {
            let step = self.step.load(Ordering::Relaxed);
            Duration::from_micros(self.now.fetch_add(step, Ordering::Relaxed) + step)
        }
    }

    #[test]
    fn the_clock_is_read_seldom_for_short_iterations_and_always_for_long_ones() {
        let clock = Steps { now: AtomicU64::new(0), step: AtomicU64::new(1) };
        let mut timer = Timer::new();
        let far = Duration::from_hours(1);
        for _ in 0..100_000 {
            assert!(!timer.is_past(far, &clock));
        }
        assert_eq!(timer.every, 4_096);
        clock.step.store(60_000, Ordering::Relaxed);
        for _ in 0..4_096 {
            assert!(!timer.is_past(far, &clock));
        }
        assert_eq!(timer.every, 1);
        assert!(timer.is_past(Duration::ZERO, &clock));
    }
}
