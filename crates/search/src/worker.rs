//! A worker: a random stream, its notes, and iterations one after the other until it is told to
//! stop.

use crate::env::Env;
use crate::grow::Chunks;
use crate::hot::Hot;
use crate::iterate::{Forced, Notes, Step, World};
use crate::keys::Observer;
use crate::proof;
use crate::root::{Links, Root, Tally};
use crate::tree::Tree;
use facedown_game::{Rng, Searchable, Worlds};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How far a worker goes on.
#[derive(Clone, Copy)]
pub(crate) struct Slice<'a> {
    /// Until it has done so many iterations since the search began.
    pub(crate) target: u64,
    /// Until this time.
    pub(crate) until: Option<Instant>,
    /// For so long.
    pub(crate) length: Option<Duration>,
    /// Until its tree has so many nodes.
    pub(crate) nodes: Option<u64>,
    /// Until somebody wants no more.
    pub(crate) cancel: Option<&'a AtomicBool>,
    /// The root actions that share iterations equally; none where bounds decide.
    pub(crate) active: Option<&'a [usize]>,
}

/// A world that the root actions in play meet one after the other.
struct Pass<S> {
    world: World<S>,
    rng: Rng,
    met: usize, // how many have met it
}

/// Iterations that a thread spends on a root action before it chooses again, where it shares the tree
/// with others: what lies below that action stays in its core's cache meanwhile. An action gets so
/// many at once only when that is a small part of all iterations.
#[derive(Clone, Copy, Default)]
struct Stay {
    edge: u32,
    left: u64,
}

impl Stay {
    const LONGEST: u64 = 64;
    const PART: u64 = 128;

    /// A choice was made after so many iterations.
    fn begin(edge: u32, iterations: u64) -> Self {
        Self { edge, left: (iterations / Self::PART).min(Self::LONGEST - 1) }
    }
}

/// Works on one tree. Workers lie side by side and each writes to itself all the time: none shares a
/// cache line, nor a pair of lines that are fetched together, with its neighbour.
#[repr(align(128))]
pub(crate) struct Worker<G: Searchable> {
    path: Vec<Step>,
    hot: Hot,
    rng: Rng,
    noise: Rng, // for the order of untried actions
    fixed: Option<World<G::State>>,
    pass: Option<Pass<G::State>>,
    stay: Stay,
    clock: Clock,
    growth: Growth,
    pub(crate) links: Links,
    pub(crate) tally: Tally,
}

impl<G: Searchable> Worker<G> {
    /// For a tree that it has to itself, or shares.
    pub(crate) fn new(shared: bool) -> Self {
        Self {
            path: Vec::with_capacity(256),
            hot: if shared { Hot::new() } else { Hot::default() },
            rng: Rng::new(0),
            noise: Rng::new(0),
            fixed: None,
            pass: None,
            stay: Stay::default(),
            clock: Clock::new(),
            growth: Growth::default(),
            links: Links::default(),
            tally: Tally::default(),
        }
    }

    /// Begins a search with this random stream.
    pub(crate) fn begin(&mut self, rng: Rng, actions: usize) {
        self.rng = rng;
        self.noise = self.rng.fork(1);
        (self.fixed, self.pass, self.stay) = (None, None, Stay::default());
        self.hot.chunks = Chunks::default();
        self.clock = Clock::new();
        self.growth = Growth::default();
        self.tally.begin(actions);
    }

    /// Every iteration meets this world.
    pub(crate) fn fix(&mut self, world: World<G::State>) {
        self.fixed = Some(world);
    }

    /// Finds the root in the worker's tree, or makes it.
    pub(crate) fn find_root(
        &mut self,
        env: &Env<'_, G>,
        tree: &mut Tree<G::Action>,
        key: u64,
        actions: &[G::Action],
        world: &G::State,
    ) {
        let order = env.order(world, &mut self.noise);
        self.links.find(tree, key, actions, G::slot, order);
        if env.solver {
            let (turn, seats) = (env.game.turn(world), env.game.seats());
            proof::renew_root(tree, self.links.node, turn, seats, env.greatest);
        }
    }

    /// A world from this worker's stream.
    pub(crate) fn draw(&mut self, worlds: &dyn Worlds<G>) -> World<G::State> {
        self.tally.worlds += 1;
        let (state, weight) = worlds.sample(&mut self.rng);
        World { state, weight }
    }

    /// Goes on for a slice.
    pub(crate) fn run<O: Observer<G>>(
        &mut self,
        env: &Env<'_, G>,
        tree: &Tree<G::Action>,
        worlds: &dyn Worlds<G>,
        root: &Root<G, O>,
        slice: Slice<'_>,
    ) {
        let until = match (slice.until, slice.length) {
            (None, None) => None,
            (until, length) => {
                let now = self.clock.start();
                let ends = [until, length.map(|length| now + length)];
                let end = ends.into_iter().flatten().min();
                // On a machine so busy that the time is over before it began, an answer still has
                // something to stand on.
                if end.is_some_and(|end| now >= end) && self.tally.iterations > 0 {
                    return;
                }
                end
            }
        };
        let mut notes = Notes::new(std::mem::take(&mut self.path), std::mem::take(&mut self.hot));
        while self.tally.iterations < slice.target {
            let late = until.is_some_and(|until| self.clock.is_past(until));
            if late && self.tally.iterations > 0
                || slice.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
                || slice.nodes.is_some_and(|most| self.growth.is_over(tree, most, &self.tally))
            {
                break;
            }
            self.once(&mut notes, env, tree, worlds, root, slice.active);
        }
        notes.hot.hand_over(tree);
        (self.path, self.hot) = (notes.path, notes.hot);
    }

    fn once<O: Observer<G>>(
        &mut self,
        notes: &mut Notes<G>,
        env: &Env<'_, G>,
        tree: &Tree<G::Action>,
        worlds: &dyn Worlds<G>,
        root: &Root<G, O>,
        active: Option<&[usize]>,
    ) {
        self.tally.iterations += 1;
        let (world, forced) = match active {
            None => {
                let edge = self.stay.edge;
                let forced = (self.stay.left > 0).then_some(Forced { edge, alone: false });
                self.stay.left = self.stay.left.saturating_sub(1);
                (self.world(worlds, root), forced)
            }
            Some(active) => {
                let (world, place) = self.next_of_pass(worlds, root, active);
                (world, Some(Forced { edge: self.links.edges[place], alone: true }))
            }
        };
        // A world that cannot be counts for nothing.
        if !(world.weight > 0.0 && world.weight.is_finite()) {
            return;
        }
        let observer = root.observer.clone();
        let start = (self.links.node, forced);
        let rng = match &mut self.pass {
            // Each action meets the same playout stream.
            Some(pass) if active.is_some() => &mut pass.rng.clone(),
            _ => &mut self.rng,
        };
        let streams = (rng, &mut self.noise);
        let got = notes.iterate(env, tree, start, world, observer, streams);
        if let Some(first) = notes.path.first() {
            let place = root.place(tree.edge(first.edge).action());
            self.tally.add(place, notes.path.len(), world.weight, got[root.seat]);
            if tree.shared && !tree.solver && forced.is_none() {
                self.stay = Stay::begin(first.edge, self.tally.iterations);
            }
        }
    }

    /// The world of one iteration.
    fn world<O>(&mut self, worlds: &dyn Worlds<G>, root: &Root<G, O>) -> World<G::State> {
        let world = match self.fixed {
            Some(world) => world,
            None => self.draw(worlds),
        };
        debug_assert!(root.admits(&world.state), "a world contradicts the view: {world:?}");
        world
    }

    fn next_of_pass<O>(
        &mut self,
        worlds: &dyn Worlds<G>,
        root: &Root<G, O>,
        active: &[usize],
    ) -> (World<G::State>, usize) {
        if self.pass.as_ref().is_none_or(|pass| pass.met >= active.len()) {
            let world = self.world(worlds, root);
            let rng = self.rng.fork(0);
            self.pass = Some(Pass { world, rng, met: 0 });
        }
        let pass = self.pass.as_mut().expect("made above");
        pass.met += 1;
        (pass.world, active[pass.met - 1])
    }

    /// The actions in play have changed.
    pub(crate) fn end_pass(&mut self) {
        self.pass = None;
    }

    /// Whether the tree has stopped growing.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.growth.stalled
    }
}

/// Looks at the clock seldom enough to cost nothing and often enough to be on time.
struct Clock {
    every: u32,
    left: u32,
    last: Instant,
}

impl Clock {
    const OFTEN: Duration = Duration::from_micros(20);
    const SELDOM: Duration = Duration::from_micros(100);

    fn new() -> Self {
        Self { every: 1, left: 1, last: Instant::now() }
    }

    /// A slice begins: what went on before does not count.
    fn start(&mut self) -> Instant {
        (self.left, self.last) = (self.every, Instant::now());
        self.last
    }

    #[inline]
    fn is_past(&mut self, until: Instant) -> bool {
        self.left -= 1;
        if self.left > 0 {
            return false;
        }
        let now = Instant::now();
        let since = now.duration_since(self.last);
        if since < Self::OFTEN {
            self.every = (self.every * 2).min(4_096);
        } else if since > Self::SELDOM {
            // By what was measured, in one step: an iteration can suddenly take a hundred times as
            // long as the ones before.
            let per = since.as_nanos() / u128::from(self.every);
            self.every = (Self::OFTEN.as_nanos() / per.max(1)).clamp(1, 4_096) as u32;
        }
        (self.left, self.last) = (self.every, now);
        now >= until
    }
}

/// Notices that a tree no longer grows.
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

    #[test]
    fn the_clock_is_read_seldom_for_short_iterations_and_always_for_long_ones() {
        let mut clock = Clock::new();
        let far = Instant::now() + Duration::from_hours(1);
        for _ in 0..100_000 {
            assert!(!clock.is_past(far));
        }
        assert!(clock.every > 16, "{}", clock.every);
        for _ in 0..8_192 {
            if clock.left == 1 {
                std::thread::sleep(Duration::from_millis(60));
                clock.is_past(far);
                break;
            }
            clock.is_past(far);
        }
        assert!(clock.every < 16, "{}", clock.every);
        clock.left = 1;
        assert!(clock.is_past(Instant::now()));
    }
}
