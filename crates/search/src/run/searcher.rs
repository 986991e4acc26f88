//! A searcher for one game, which keeps its memory from search to search.

use crate::budget::Budget;
use crate::config::{Algorithm, Choice, SearchConfig};
use crate::error::SearchError;
use crate::guided::{Guided, HeuristicGuide, Setting};
use crate::root::answer::Answer;
use crate::root::answer::Stop;
use crate::root::arms::{self, Arm};
use crate::root::question::Root;
use crate::root::{priors, report};
use crate::run::context::Context;
use crate::run::search_loop::{Run, Stage};
use crate::run::worker::Worker;
use crate::slice::Slice;
use crate::tree::node_alloc::{LONGEST_BLOCK, Memory};
use crate::tree::observer::{Observer, SeatObservers, SingleObserver};
use crate::tree::store::{Kind, Tree};
use facedown_game::{
    ActionBuf, Control, Guide, Points, Rng, Searchable, Seat, Turn, Utility, Worlds,
};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;
use std::time::Duration;

/// Searches for one game with one configuration, and keeps its memory from search to search.
///
/// ```
/// use facedown_game::{Game, Hidden, Rng, Seat};
/// use facedown_search::{Budget, Control, SearchConfig, Searcher};
/// use facedown_testkit::toys::Kuhn;
///
/// let mut searcher = Searcher::new(Kuhn, SearchConfig::default()).unwrap();
/// let state = Kuhn.deal(&(), &mut Rng::new(1), &mut ());
/// let view = Kuhn.view(&state, Seat::new(0));
/// let worlds = Kuhn.worlds(&view).unwrap();
/// let budget = Budget::iterations(2_000);
/// let answer = searcher.search_view(&view, &worlds, budget, Control::default()).unwrap();
/// assert_eq!(answer.actions.len(), 2);
/// println!("{}", answer.text(|action| format!("{action:?}")));
/// ```
pub struct Searcher<G: Searchable> {
    game: G,
    config: SearchConfig,
    utility: Arc<dyn Utility>,
    guide: Option<Arc<dyn Guide<G>>>,
    trees: Vec<Tree<G::Action>>,
    workers: Vec<Worker<G>>,
    pool: Option<ThreadPool>,
    priors: Vec<f32>,
    running: Option<Running<G>>,
    /// The search in progress, if it is guided by priors and values.
    guided: Option<Guided<G>>,
}

/// The search in progress, between two slices.
struct Running<G: Searchable> {
    seat: Seat,
    actions: Vec<G::Action>,
    arms: Vec<Arm>,
    heuristics: Vec<f32>,
    position: Position<G::View, G::State>,
    observer: AnyObserver,
    budget: Budget,
    stage: Stage,
}

/// The observer of a search in progress.
#[derive(Clone, Copy)]
enum AnyObserver {
    Single(SingleObserver),
    PerSeat(SeatObservers),
}

/// The root position: a view, or a state of perfect information.
#[derive(Clone, Copy)]
enum Position<V, S> {
    View(V),
    State(S),
}

impl<V, S> Position<V, S> {
    fn view(&self) -> Option<&V> {
        match self {
            Self::View(view) => Some(view),
            Self::State(_) => None,
        }
    }
}

/// The trees, workers and threads of a configuration.
#[derive(PartialEq)]
struct Shape {
    trees: usize,
    workers: usize,
    threads: usize,
    kind: Kind,
    share: u64, // of the memory, for each tree
}

impl Shape {
    fn new(config: &SearchConfig, slots: usize) -> Self {
        let (shared, solver) = (config.is_shared(), config.is_solver());
        let trees = config.trees() as usize;
        let workers = if shared { config.thread_count() } else { trees };
        // A guided search has one tree, and threads that value its leaves.
        let most = if config.algorithm == Algorithm::Puct { usize::MAX } else { workers };
        Self {
            trees,
            workers,
            threads: config.thread_count().min(most),
            kind: Kind { shared, solver, slots },
            share: config.memory / trees as u64,
        }
    }
}

/// A world that is known for certain.
struct Known<S>(S);

impl<G: Searchable> Worlds<G> for Known<G::State> {
    fn sample(&self, _: &mut Rng) -> (G::State, f32) {
        (self.0, 1.0)
    }
}

impl<G: Searchable> Searcher<G> {
    /// Checks that a configuration makes a searcher of this game.
    pub fn check(config: &SearchConfig) -> Result<(), SearchError> {
        config.validate()?;
        let Shape { trees, share, .. } = Shape::new(config, G::SLOTS);
        let least = Memory::at_least(Tree::<G::Action>::least_memory());
        if share < least {
            let expected = format!("at least {} bytes for {trees} trees", least * trees as u64);
            let value = config.memory.to_string();
            return Err(SearchError::Config { param: "memory", value, expected });
        }
        Ok(())
    }

    /// Makes a searcher that maximises points.
    pub fn new(game: G, config: SearchConfig) -> Result<Self, SearchError> {
        Self::check(&config)?;
        let Shape { trees, workers, threads, kind, share } = Shape::new(&config, G::SLOTS);
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
        let pool = pool.transpose().map_err(|error| SearchError::Threads(error.to_string()))?;
        Ok(Self {
            game,
            utility: Arc::new(Points),
            guide: None,
            trees: (0..trees).map(|_| Tree::new(share, kind)).collect(),
            workers: (0..workers).map(|_| Worker::new(kind.shared)).collect(),
            pool,
            priors: Vec::new(),
            running: None,
            guided: None,
            config,
        })
    }

    /// Makes a new searcher that reuses the memory of this one if it has the right shape.
    pub fn again(self, game: G, config: SearchConfig) -> Result<Self, SearchError> {
        Self::check(&config)?;
        if Shape::new(&config, G::SLOTS) != Shape::new(&self.config, G::SLOTS) {
            return Self::new(game, config);
        }
        let (utility, guide) = (Arc::new(Points), None);
        let (priors, running) = (Vec::new(), None);
        Ok(Self { game, config, utility, guide, priors, running, ..self })
    }

    /// Returns the bytes that it holds for its trees.
    pub fn held_memory(&self) -> u64 {
        let guided = self.guided.as_ref().map_or(0, Guided::bytes);
        self.trees.iter().map(Tree::held_bytes).sum::<u64>() + guided
    }

    /// Returns whether it has threads of its own, which wait between searches.
    pub fn has_threads(&self) -> bool {
        self.pool.is_some()
    }

    /// Replaces points by this utility.
    #[must_use]
    pub fn with_utility(mut self, utility: Arc<dyn Utility>) -> Self {
        self.utility = utility;
        self
    }

    /// Sets the guide of the searches that follow with [`Algorithm::Puct`]; `None` for the game's
    /// heuristic and rollouts.
    pub fn set_guide(&mut self, guide: Option<Arc<dyn Guide<G>>>) {
        self.guide = guide;
    }

    /// Returns the configuration.
    pub fn config(&self) -> &SearchConfig {
        &self.config
    }

    /// Returns the game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Sets the random seed of the searches that follow.
    pub fn set_seed(&mut self, seed: u64) {
        self.config.seed = seed;
    }

    /// Sets the utility of the searches that follow.
    pub fn set_utility(&mut self, utility: Arc<dyn Utility>) {
        self.utility = utility;
    }

    /// Sets the priors of the legal actions of the next search, in their order, in points; NaN if
    /// nothing is known of an action, empty if nothing is known of any. See
    /// [`SearchConfig::prior_visits`].
    pub fn set_priors(&mut self, priors: Vec<f32>) {
        self.priors = priors;
    }

    /// Searches for the view's seat. Each iteration samples a world of `worlds`.
    pub fn search_view(
        &mut self,
        view: &G::View,
        worlds: &dyn Worlds<G>,
        budget: Budget,
        mut control: Control<'_, Answer<G::Action>>,
    ) -> Result<Answer<G::Action>, SearchError> {
        let start = control.clock.now();
        self.begin_view(view, worlds, budget)?;
        self.run(worlds, Slice::ALL, &mut control, start);
        Ok(self.answer())
    }

    /// Searches for the seat to act in a state of perfect information.
    pub fn search_state(
        &mut self,
        state: &G::State,
        budget: Budget,
        mut control: Control<'_, Answer<G::Action>>,
    ) -> Result<Answer<G::Action>, SearchError> {
        let start = control.clock.now();
        self.begin_state(state, budget)?;
        self.run(&Known(*state), Slice::ALL, &mut control, start);
        Ok(self.answer())
    }

    /// Begins a search for the view's seat, to be advanced in slices by [`Searcher::advance`] with
    /// the same worlds.
    ///
    /// ```
    /// use facedown_game::{Control, Game, Hidden, Rng, Seat};
    /// use facedown_search::{Budget, SearchConfig, Searcher, Slice};
    /// use facedown_testkit::toys::Kuhn;
    ///
    /// let view = Kuhn.view(&Kuhn.deal(&(), &mut Rng::new(1), &mut ()), Seat::new(0));
    /// let worlds = Kuhn.worlds(&view).unwrap();
    /// let mut searcher = Searcher::new(Kuhn, SearchConfig::default()).unwrap();
    /// searcher.begin_view(&view, &worlds, Budget::iterations(2_000)).unwrap();
    /// while !searcher.advance(&worlds, Slice::iterations(300), &mut Control::default()) {}
    /// assert_eq!(searcher.answer().actions.len(), 2);
    /// ```
    pub fn begin_view(
        &mut self,
        view: &G::View,
        worlds: &dyn Worlds<G>,
        budget: Budget,
    ) -> Result<(), SearchError> {
        let mut list = G::LegalActions::default();
        self.game.view_actions(view, &mut list);
        let Some(Turn::Act(seat)) = self.game.view_turn(view) else {
            return Err(SearchError::NoLegalAction);
        };
        self.begin(seat, list.as_slice(), Position::View(*view), worlds, budget)
    }

    fn begin_state(&mut self, state: &G::State, budget: Budget) -> Result<(), SearchError> {
        let mut list = G::LegalActions::default();
        self.game.legal_actions(state, &mut list);
        let Turn::Act(seat) = self.game.turn(state) else {
            return Err(SearchError::NoLegalAction);
        };
        self.begin(seat, list.as_slice(), Position::State(*state), &Known(*state), budget)
    }

    /// Advances the search in progress by a slice; returns whether it has ended.
    ///
    /// # Panics
    /// If no search has begun.
    pub fn advance(
        &mut self,
        worlds: &dyn Worlds<G>,
        slice: Slice,
        control: &mut Control<'_, Answer<G::Action>>,
    ) -> bool {
        let now = control.clock.now();
        self.run(worlds, slice, control, now);
        match &self.guided {
            Some(guided) => guided.has_ended(),
            None => self.running.as_ref().is_some_and(|running| running.stage.stop.is_some()),
        }
    }

    /// Returns the answer of the search in progress, as things stand.
    ///
    /// # Panics
    /// If no search has begun.
    pub fn answer(&self) -> Answer<G::Action> {
        if let Some(guided) = &self.guided {
            return guided.answer(&self.config);
        }
        let running = self.running.as_ref().expect("a search has begun");
        let stage = &running.stage;
        let when = (stage.spent, stage.stop.unwrap_or(Stop::Running));
        let (root, active) = (self.root(running, ()), stage.active.as_deref());
        report::answer(&root, &self.config, &self.trees, &self.workers, active, when)
    }

    fn begin(
        &mut self,
        seat: Seat,
        actions: &[G::Action],
        position: Position<G::View, G::State>,
        worlds: &dyn Worlds<G>,
        budget: Budget,
    ) -> Result<(), SearchError> {
        self.running = None;
        let before = self.guided.take();
        budget.validate()?;
        if actions.is_empty() {
            return Err(SearchError::NoLegalAction);
        }
        if actions.len() > LONGEST_BLOCK as usize {
            return Err(SearchError::TooManyActions(actions.len()));
        }
        if self.config.algorithm == Algorithm::Puct {
            self.guided = Some(Guided::begin(before, seat, actions, budget));
            return Ok(());
        }
        self.trees.iter_mut().for_each(Tree::clear);
        let single =
            |observer: SingleObserver| (AnyObserver::Single(observer), observer.root(seat));
        let (observer, key) = match self.config.algorithm {
            Algorithm::Uct | Algorithm::Determinized => {
                single(SingleObserver::everything(self.game.seats()))
            }
            Algorithm::SoIsmcts | Algorithm::Flat | Algorithm::Puct => {
                single(SingleObserver::seat(seat))
            }
            Algorithm::MoIsmcts => {
                let mut observer = SeatObservers::new(seat, self.config.observer_keys);
                let key = Observer::<G>::arrive(&mut observer, seat);
                (AnyObserver::PerSeat(observer), key)
            }
        };
        let arms = arms::arms(&self.game, &self.config, actions);
        let heuristics = self.prepare((actions, arms.len()), worlds, key);
        let priors = known_priors(&self.priors, actions.len());
        let candidates = priors::candidates(priors, self.config.candidates, actions.len());
        let is_active = |arm: &usize| candidates.contains(&arms[*arm].place);
        let active = (0..arms.len()).filter(is_active).collect();
        let stage = Stage::new(&self.config, &budget, self.workers.len(), active);
        let actions = actions.to_vec();
        self.running =
            Some(Running { seat, actions, arms, heuristics, position, observer, budget, stage });
        Ok(())
    }

    /// Prepares trees and workers; returns the heuristic values of the root's actions.
    fn prepare(
        &mut self,
        (actions, arms): (&[G::Action], usize),
        worlds: &dyn Worlds<G>,
        key: u64,
    ) -> Vec<f32> {
        let ctx = Context::new(&self.game, &self.config, self.utility.as_ref());
        // The heuristic reads only the seat's own knowledge, so that any world will do.
        let mut rng = Rng::stream(self.config.seed, 0);
        let (state, weight) = worlds.sample(&mut rng);
        let mut heuristics = Vec::with_capacity(actions.len());
        if ctx.uses_heuristic() || self.config.choice == Choice::Blend {
            self.game.heuristics(&state, actions, |value| heuristics.push(value));
        }
        heuristics.resize(actions.len(), 0.0);
        for (number, worker) in self.workers.iter_mut().enumerate() {
            worker.begin(Rng::stream(self.config.seed, number as u64 + 1), arms);
            match self.config.algorithm {
                Algorithm::Uct => worker.fix((state, weight)),
                Algorithm::Determinized => {
                    let world = worker.draw(worlds);
                    worker.fix(world);
                }
                Algorithm::SoIsmcts | Algorithm::MoIsmcts | Algorithm::Flat | Algorithm::Puct => {}
            }
            let tree = number % self.trees.len();
            worker.find_root(&ctx, &mut self.trees[tree], key, (actions, &heuristics));
        }
        heuristics
    }

    fn root<'a, O>(&'a self, running: &'a Running<G>, observer: O) -> Root<'a, G, O> {
        Root {
            game: &self.game,
            seat: running.seat,
            actions: &running.actions,
            arms: &running.arms,
            heuristics: &running.heuristics,
            priors: known_priors(&self.priors, running.actions.len()),
            view: running.position.view(),
            observer,
        }
    }

    fn run(
        &mut self,
        worlds: &dyn Worlds<G>,
        slice: Slice,
        control: &mut Control<'_, Answer<G::Action>>,
        now: Duration,
    ) {
        if let Some(guided) = &mut self.guided {
            let heuristic = HeuristicGuide::new(self.config.temperature);
            let setting = Setting {
                game: &self.game,
                config: &self.config,
                utility: self.utility.as_ref(),
                guide: self.guide.as_deref().unwrap_or(&heuristic),
                worlds,
                pool: self.pool.as_ref(),
            };
            return guided.search(&setting, slice, control, now);
        }
        let mut running = self.running.take().expect("a search has begun");
        match running.observer {
            AnyObserver::Single(observer) => {
                self.run_with(&mut running, worlds, observer).search(slice, control, now);
            }
            AnyObserver::PerSeat(observer) => {
                self.run_with(&mut running, worlds, observer).search(slice, control, now);
            }
        }
        self.running = Some(running);
    }

    fn run_with<'a, O: Observer<G>>(
        &'a mut self,
        running: &'a mut Running<G>,
        worlds: &'a dyn Worlds<G>,
        observer: O,
    ) -> Run<'a, G, O> {
        let Running { seat, actions, arms, heuristics, position, budget, stage, .. } = running;
        let root = Root {
            game: &self.game,
            seat: *seat,
            actions,
            arms,
            heuristics,
            priors: known_priors(&self.priors, actions.len()),
            view: position.view(),
            observer,
        };
        Run {
            ctx: Context::new(&self.game, &self.config, self.utility.as_ref()),
            config: &self.config,
            budget: *budget,
            root,
            worlds,
            trees: &self.trees,
            workers: &mut self.workers,
            pool: self.pool.as_ref(),
            stage,
        }
    }
}

/// Returns the priors if they are those of so many actions.
fn known_priors(priors: &[f32], actions: usize) -> &[f32] {
    if priors.len() == actions { priors } else { &[] }
}
