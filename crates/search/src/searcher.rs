//! The doors: a searcher that keeps its memory, and functions for a single question.

use crate::answer::Answer;
use crate::arena::{LONGEST_BLOCK, Memory};
use crate::budget::{Budget, Control};
use crate::config::{Algorithm, SearchConfig};
use crate::env::Env;
use crate::error::SearchError;
use crate::iterate::World;
use crate::keys::{Each, Observer, One};
use crate::root::Root;
use crate::run::Run;
use crate::tree::{Kind, Tree};
use crate::worker::Worker;
use facedown_game::{
    ActionBuf, Evaluator, GroupKey, Rng, ScoresSoFar, Searchable, Seat, SeatSet, Sink, Turn, Worlds,
};
use facedown_game::{Points, Utility};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;
use std::time::Instant;

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
    evaluator: Arc<dyn Evaluator<G>>,
    trees: Vec<Tree<G::Action>>,
    workers: Vec<Worker<G>>,
    pool: Option<ThreadPool>,
    kept: Option<Kept<G>>,
    priors: Vec<f32>,
}

/// What the trees are about.
struct Kept<G: Searchable> {
    seat: Seat,
    about: About<G::View, G::State>,
    heard: GroupKey,
    moved: bool, // something happened since the search
}

/// What the seat that asks knows.
#[derive(Clone, Copy)]
enum About<V, S> {
    View(V),
    State(S),
}

impl<V: PartialEq, S: PartialEq> About<V, S> {
    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::View(a), Self::View(b)) => a == b,
            (Self::State(a), Self::State(b)) => a == b,
            _ => false,
        }
    }
}

/// How many trees, workers and threads a configuration asks for.
#[derive(PartialEq)]
struct Plan {
    trees: usize,
    workers: usize,
    threads: usize,
    kind: Kind,
    share: u64, // of the memory, for each tree
}

impl Plan {
    fn new(config: &SearchConfig, slots: usize) -> Self {
        let (shared, solver) = (config.is_shared(), config.is_solver());
        let trees = config.trees() as usize;
        let workers = if shared { config.thread_count() } else { trees };
        Self {
            trees,
            workers,
            threads: config.thread_count().min(workers),
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
    /// A searcher with scores as utilities.
    pub fn new(game: G, config: SearchConfig) -> Result<Self, SearchError> {
        config.validate()?;
        let Plan { trees, workers, threads, kind, share } = Plan::new(&config, G::SLOTS);
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
        let pool = pool.transpose().map_err(|error| SearchError::Threads(error.to_string()))?;
        let least = Memory::at_least(Tree::<G::Action>::least_memory());
        if share < least {
            let expected = format!("at least {} bytes for {trees} trees", least * trees as u64);
            let value = config.memory.to_string();
            return Err(SearchError::Config { knob: "memory", value, expected });
        }
        Ok(Self {
            game,
            utility: Arc::new(Points),
            evaluator: Arc::new(ScoresSoFar),
            trees: (0..trees).map(|_| Tree::new(share, kind)).collect(),
            workers: (0..workers).map(|_| Worker::new(kind.shared)).collect(),
            pool,
            kept: None,
            priors: Vec::new(),
            config,
        })
    }

    /// A searcher like a new one that uses the memory of this one, if it is of the right shape.
    pub fn again(self, game: G, config: SearchConfig) -> Result<Self, SearchError> {
        config.validate()?;
        if Plan::new(&config, G::SLOTS) != Plan::new(&self.config, G::SLOTS) {
            return Self::new(game, config);
        }
        let (utility, evaluator) = (Arc::new(Points), Arc::new(ScoresSoFar));
        let (kept, priors) = (None, Vec::new());
        Ok(Self { game, config, utility, evaluator, kept, priors, ..self })
    }

    /// Bytes of the memory that it holds for its trees.
    pub fn held_memory(&self) -> u64 {
        self.trees.iter().map(Tree::held_bytes).sum()
    }

    /// Whether it has threads of its own, which wait between searches.
    pub fn has_threads(&self) -> bool {
        self.pool.is_some()
    }

    /// Seats want this instead of points.
    #[must_use]
    pub fn with_utility(mut self, utility: Arc<dyn Utility>) -> Self {
        (self.utility, self.kept) = (utility, None);
        self
    }

    /// Playouts that are cut off are judged by this.
    #[must_use]
    pub fn with_evaluator(mut self, evaluator: Arc<dyn Evaluator<G>>) -> Self {
        self.evaluator = evaluator;
        self
    }

    /// The configuration.
    pub fn config(&self) -> &SearchConfig {
        &self.config
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Names the random streams of the searches that follow.
    pub fn set_seed(&mut self, seed: u64) {
        self.config.seed = seed;
    }

    /// What seats want in the searches that follow.
    pub fn set_utility(&mut self, utility: Arc<dyn Utility>) {
        (self.utility, self.kept) = (utility, None);
    }

    /// What the next search is to expect of the legal actions, in their order, in points; NaN of an
    /// action about which nothing is known. See [`SearchConfig::prior_visits`].
    pub fn set_priors(&mut self, priors: Option<Vec<f32>>) {
        self.priors = priors.unwrap_or_default();
    }

    /// Answers what the view's seat should do. Each iteration meets a world of `worlds`.
    pub fn search_view(
        &mut self,
        view: &G::View,
        worlds: &dyn Worlds<G>,
        budget: Budget,
        control: Control<'_, G::Action>,
    ) -> Result<Answer<G::Action>, SearchError> {
        let mut list = G::Actions::default();
        self.game.view_actions(view, &mut list);
        let Some(Turn::Act(seat)) = self.game.view_turn(view) else {
            return Err(SearchError::NoLegalAction);
        };
        let about = About::View(*view);
        self.search(seat, list.as_slice(), about, worlds, budget, control)
    }

    /// Answers what the seat to act should do in a state that all know.
    pub fn search_state(
        &mut self,
        state: &G::State,
        budget: Budget,
        control: Control<'_, G::Action>,
    ) -> Result<Answer<G::Action>, SearchError> {
        let mut list = G::Actions::default();
        self.game.legal_actions(state, &mut list);
        let Turn::Act(seat) = self.game.turn(state) else {
            return Err(SearchError::NoLegalAction);
        };
        let about = About::State(*state);
        self.search(seat, list.as_slice(), about, &Known(*state), budget, control)
    }

    /// The seat of the last search witnesses this. If what it knew then and what it heard since
    /// make up the view of the next search, the tree is kept (single-observer search only: what
    /// others witness is not heard).
    pub fn hear(&mut self, event: G::Event) {
        if let Some(kept) = &mut self.kept
            && let About::View(view) = &mut kept.about
        {
            self.game.observe(view, event);
            kept.heard.emit(SeatSet::only(kept.seat), event);
            kept.moved = true;
        }
    }

    /// This action is carried out in the state of the last search. If that makes the state of the
    /// next search, the tree is kept.
    ///
    /// # Panics
    /// Where the game does, for an action that is not legal.
    pub fn advance(&mut self, action: G::Action) {
        if let Some(kept) = &mut self.kept
            && let About::State(state) = &mut kept.about
        {
            self.game.apply(state, action, &mut kept.heard);
            kept.moved = true;
        }
    }

    /// Drops what was kept from the last search.
    pub fn forget(&mut self) {
        self.kept = None;
    }

    fn search(
        &mut self,
        seat: Seat,
        actions: &[G::Action],
        about: About<G::View, G::State>,
        worlds: &dyn Worlds<G>,
        budget: Budget,
        control: Control<'_, G::Action>,
    ) -> Result<Answer<G::Action>, SearchError> {
        let start = Instant::now();
        budget.validate()?;
        if actions.is_empty() {
            return Err(SearchError::NoLegalAction);
        }
        if actions.len() > LONGEST_BLOCK as usize {
            return Err(SearchError::TooManyActions(actions.len()));
        }
        let question = Question { seat, actions, about, worlds, budget, start };
        Ok(match self.config.algorithm {
            Algorithm::Uct | Algorithm::Determinized => {
                let observer = One::everything(self.game.seats());
                self.keep_one(&question, observer, control)
            }
            Algorithm::SoIsmcts | Algorithm::Flat => {
                self.keep_one(&question, One::seat(seat), control)
            }
            Algorithm::MoIsmcts => {
                self.kept = None;
                self.trees.iter_mut().for_each(Tree::clear);
                let mut observer = Each::new(seat, self.config.observer_keys);
                let key = Observer::<G>::arrive(&mut observer, seat);
                self.begin(&question, observer, key, control)
            }
        })
    }

    /// Searches with one observer, whose tree can be kept.
    fn keep_one(
        &mut self,
        question: &Question<'_, G>,
        observer: One,
        control: Control<'_, G::Action>,
    ) -> Answer<G::Action> {
        let kept = self.kept.take().filter(|kept| {
            // The observer must be the same next time, and a world that is taken for the truth too.
            let lasting = match question.about {
                About::View(_) => self.config.algorithm == Algorithm::SoIsmcts,
                About::State(_) => self.config.algorithm == Algorithm::Uct,
            };
            // The trees hold what every mover got, whichever seat asks.
            self.config.reuse && lasting && kept.moved && kept.about.is(&question.about)
        });
        if kept.is_none() {
            self.trees.iter_mut().for_each(Tree::clear);
        }
        let observer = kept.map_or(observer, |kept| observer.at(kept.heard));
        let (seat, about) = (question.seat, question.about);
        self.kept = Some(Kept { seat, about, heard: observer.heard(), moved: false });
        self.begin(question, observer, observer.root(seat), control)
    }

    fn begin<O: Observer<G>>(
        &mut self,
        question: &Question<'_, G>,
        observer: O,
        key: u64,
        mut control: Control<'_, G::Action>,
    ) -> Answer<G::Action> {
        let Question { seat, actions, ref about, worlds, budget, start } = *question;
        let env =
            Env::new(&self.game, &self.config, self.utility.as_ref(), self.evaluator.as_ref());
        let view = match about {
            About::View(view) => Some(view),
            About::State(_) => None,
        };
        // Any world will do to ask how promising actions look to the seat.
        let mut rng = Rng::stream(self.config.seed, 0);
        let (state, weight) = worlds.sample(&mut rng);
        let heuristics = actions.iter().map(|&a| self.game.heuristic(&state, a)).collect();
        let known = self.priors.len() == actions.len();
        let priors = if known { self.priors.as_slice() } else { &[] };
        let root = Root { game: &self.game, seat, actions, heuristics, priors, view, observer };
        debug_assert!(root.admits(&state), "a world contradicts the view: {state:?}");
        self.trees.iter_mut().filter(|tree| tree.is_half_full()).for_each(Tree::clear);
        for (number, worker) in self.workers.iter_mut().enumerate() {
            worker.begin(Rng::stream(self.config.seed, number as u64 + 1), actions.len());
            match self.config.algorithm {
                Algorithm::Uct => worker.fix(World { state, weight }),
                Algorithm::Determinized => {
                    let world = worker.draw(worlds);
                    worker.fix(world);
                }
                Algorithm::SoIsmcts | Algorithm::MoIsmcts | Algorithm::Flat => {}
            }
            let tree = number % self.trees.len();
            worker.find_root(&env, &mut self.trees[tree], key, actions, &state);
        }
        let run = Run {
            env,
            config: &self.config,
            budget,
            root,
            worlds,
            trees: &self.trees,
            workers: &mut self.workers,
            pool: self.pool.as_ref(),
            start,
        };
        run.search(&mut control)
    }
}

/// What a search is asked.
struct Question<'a, G: Searchable> {
    seat: Seat,
    actions: &'a [G::Action],
    about: About<G::View, G::State>,
    worlds: &'a dyn Worlds<G>,
    budget: Budget,
    start: Instant,
}
