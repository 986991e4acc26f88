//! Vectorised environments: n games stepped by an array of actions into the caller's arrays.
//!
//! Each environment of the batch plays hand after hand on its own. A step applies one action in
//! every environment and plays the chance turns that follow. When an episode ends, the step reports
//! its reward and deals the next hand, so every environment is always at a decision.
//!
//! An episode is a single hand or a whole match: see [`Episodes`].
//!
//! Hand h of environment i is dealt from the stream `(`[`child_seed`]`(seed, i), h)`, so
//! trajectories depend on the seed and the actions, not on the size of the batch or the number of
//! threads.
//!
//! The legal actions of all environments are kept as one contiguous bit set, so that all actions are
//! checked in a short pass before the first is applied: a rejected step changes nothing.
//!
//! ```
//! use facedown_arena::{Batch, VecEnv};
//! use facedown_testkit::toys::{Leduc, LeducActions, LeducEncoder};
//!
//! let mut env = VecEnv::new(Leduc, LeducEncoder, LeducActions, 8, 42)?;
//! let mut batch = Batch::<u8>::new(&env);
//! let mut actions = [0; 8];
//! env.reset(batch.buffers())?;
//! while env.episodes() < 100 {
//!     env.sample_actions(7, &mut actions)?; // or the actions of a network
//!     env.step(&actions, batch.buffers())?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod buffers;
mod episodes;
mod error;
mod nontemporal;
mod opponents;
mod parallel_for;
mod pure;
mod slot;
mod thread_pool;

pub use buffers::{Batch, Buffers};
pub use episodes::{
    EpisodeState, Episodes, HandEpisodes, HandId, HandReward, HandStart, MatchEpisodes,
    MatchReward, reward_by_place, scaled_scores,
};
pub use error::{BufferError, NewVecEnvError, RestoreError, StepError};
pub use opponents::{Opponent, Opponents};

pub use pure::{PureEnv, PureOptions, digest};

use crate::stream::child_seed;
use buffers::{Sizes, SlotBuffers};
use facedown_game::{ActionSpace, Element, Encoder, Game, MAX_SEATS, Rng, Seat};
use nontemporal::{RowBuffers, Rows};
use opponents::Table;
use parallel_for::{ActionSpan, SlotSpan, StateSpan, parallel_for};
use slot::{SavedSlot, Slot, SlotContext};
use std::fmt;
use std::sync::{Mutex, PoisonError};
use thread_pool::ThreadPool;

/// The least number of environments per thread: waking a thread takes tens of microseconds.
const ENVS_PER_THREAD: usize = 128;

/// The number of chunks per thread, so that a thread that starts late does not hold up the others,
/// and the least size of a chunk.
const CHUNKS_PER_THREAD: usize = 16;
const MIN_CHUNK: usize = 16;

/// Options of a [`VecEnv`] whose episodes are hands; `S` is [`Game::Setup`].
#[derive(Clone, PartialEq, Debug)]
pub struct VecEnvOptions<S> {
    /// The number of threads; 0 for one per core. Small batches use fewer.
    pub threads: usize,
    /// The reward of each point.
    pub reward_scale: f32,
    /// The setups of hands, in turn: hand h of environment i starts from setup i + h, cyclically.
    /// Empty for [`Game::first_setup`] always.
    pub setups: Vec<S>,
}

impl<S> Default for VecEnvOptions<S> {
    fn default() -> Self {
        Self { threads: 0, reward_scale: 1.0, setups: Vec::new() }
    }
}

/// Options of a batch with any kind of episodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BatchOptions {
    /// The number of threads; 0 for one per core. Small batches use fewer.
    pub threads: usize,
    /// Observations are those of every seat, in order, not of the seat to act alone.
    pub all_seats: bool,
}

/// A batch of environments of the game `G`, with the encoder `E`, the action space `A` and the
/// [`EpisodeState`] `P`.
pub struct VecEnv<G: Game, E, A, P = ()> {
    context: SlotContext<G, E, A, P>,
    sizes: Sizes,
    slots: Vec<Slot<G, P>>,
    legal: Vec<u64>,          // of each slot, the ids of legal actions as bits
    pool: Option<ThreadPool>, // works beside the caller's thread
    threads: usize,
    grain: usize, // slots that a thread takes at a time
    row_buffers: RowBuffers,
    seed: u64,
    steps: u64, // since the last reset
    opponents: Option<Opponents<G>>,
    tables: Vec<Table<G>>, // of each slot, if there are opponents
    broken: bool,          // an opponent failed
}

/// The state of a [`VecEnv`], to return to; `S` is [`Game::State`].
#[derive(Clone, PartialEq, Debug)]
pub struct Snapshot<S, P = ()> {
    seed: u64,
    steps: u64,
    slots: Vec<SavedSlot<S, P>>,
}

impl<G, E, A> VecEnv<G, E, A>
where
    G: Game<LegalActions: Send>,
    E: Encoder<G>,
    A: ActionSpace<G>,
{
    /// Creates n environments with the default options. Every hand is an episode.
    pub fn new(game: G, encoder: E, space: A, n: usize, seed: u64) -> Result<Self, NewVecEnvError> {
        Self::with_options(game, encoder, space, n, seed, VecEnvOptions::default())
    }

    /// Creates n environments, each at the first decision of its first hand. Every hand is an
    /// episode.
    pub fn with_options(
        game: G,
        encoder: E,
        space: A,
        n: usize,
        seed: u64,
        options: VecEnvOptions<G::Setup>,
    ) -> Result<Self, NewVecEnvError> {
        let VecEnvOptions { threads, reward_scale, setups } = options;
        let episodes = HandEpisodes::cycling(setups, scaled_scores(reward_scale), ());
        let options = BatchOptions { threads, all_seats: false };
        Self::with_episodes(game, encoder, space, n, seed, Box::new(episodes), options)
    }
}

impl<G, E, A, P> VecEnv<G, E, A, P>
where
    G: Game<LegalActions: Send>,
    E: Encoder<G>,
    A: ActionSpace<G>,
    P: EpisodeState,
{
    /// Creates n environments, each at the first decision of its first hand.
    pub fn with_episodes(
        game: G,
        encoder: E,
        space: A,
        n: usize,
        seed: u64,
        episodes: Box<dyn Episodes<G, P>>,
        options: BatchOptions,
    ) -> Result<Self, NewVecEnvError> {
        let (all_seats, encoder_len) = (options.all_seats, encoder.len());
        let observers = if all_seats { game.seats() } else { 1 };
        let sizes = Sizes::new(n, observers * encoder_len, space.len(), game.seats())?;
        let threads = match options.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let threads = threads.min(n / ENVS_PER_THREAD).max(1);
        let pool = (threads > 1)
            .then(|| ThreadPool::new(threads - 1))
            .transpose()
            .map_err(|error| NewVecEnvError::Threads(error.to_string()))?;
        let blank = game.blank_view(&game.first_setup(), Seat::new(0));
        let lists = true; // until a slot tells
        let mut context =
            SlotContext { game, encoder, space, episodes, encoder_len, all_seats, blank, lists };
        let (mut slots, mut legal) = (Vec::new(), Vec::new());
        slots.try_reserve_exact(n).map_err(|_| NewVecEnvError::TooManyEnvs(n))?;
        legal.try_reserve_exact(n * sizes.words).map_err(|_| NewVecEnvError::TooManyEnvs(n))?;
        slots.extend((0..n).map(|i| Slot::new(&context, i, child_seed(seed, i as u64))));
        legal.resize(n * sizes.words, 0);
        let first: &Slot<G, P> = &slots[0];
        context.lists = !context.space.legal_ids(&context.game, first.state(), &mut legal);
        let grain = match threads {
            1 => n,
            _ => n.div_ceil(threads * CHUNKS_PER_THREAD).max(MIN_CHUNK),
        };
        let row_buffers = RowBuffers::default();
        let mut env = Self {
            context,
            sizes,
            slots,
            legal,
            pool,
            threads,
            grain,
            row_buffers,
            seed,
            steps: 0,
            opponents: None,
            tables: Vec::new(),
            broken: false,
        };
        env.write_legal();
        Ok(env)
    }

    /// Lets bots play all seats but one of each environment. The environments are then to be reset.
    ///
    /// # Panics
    /// If there is not one bot for each other seat, or the caller's seat is none of the table's.
    #[must_use]
    pub fn with_opponents(mut self, opponents: Opponents<G>) -> Self {
        let seats = self.seats();
        assert_eq!(opponents.bots.len() + 1, seats, "an opponent for each other seat");
        assert!(opponents.seat.is_none_or(|seat| seat.index() < seats), "a seat of the table");
        self.tables = (0..self.n()).map(|_| opponents.table()).collect();
        self.opponents = Some(opponents);
        self.broken = true; // nobody has played to the caller's first decisions yet
        self
    }

    /// Returns the number of environments.
    pub const fn n(&self) -> usize {
        self.sizes.envs
    }

    /// Returns the number of seats of the game.
    pub const fn seats(&self) -> usize {
        self.sizes.seats
    }

    /// Returns the number of elements of one environment's observation.
    pub const fn observation_len(&self) -> usize {
        self.sizes.observation
    }

    /// Returns the game.
    pub const fn game(&self) -> &G {
        &self.context.game
    }

    /// Returns the encoder of observations.
    pub const fn encoder(&self) -> &E {
        &self.context.encoder
    }

    /// Returns the action space.
    pub const fn space(&self) -> &A {
        &self.context.space
    }

    /// Returns the seed of the last reset.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the number of steps since the last reset.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the number of episodes that have ended since the last reset, in all environments.
    pub fn episodes(&self) -> u64 {
        self.slots.iter().map(Slot::finished).sum()
    }

    /// Returns the full state of environment `i`, hidden cards included: for tests, not for bots.
    pub fn state(&self, i: usize) -> &G::State {
        self.slots[i].state()
    }

    /// Returns the view of the seat to act in environment `i`.
    pub fn view(&self, i: usize) -> G::View {
        self.context.game.view(self.state(i), self.slots[i].seat())
    }

    /// Returns the generator of the remaining chance turns of environment `i`.
    pub fn rng(&self, i: usize) -> &Rng {
        self.slots[i].rng()
    }

    /// Returns the episode state of environment `i`.
    pub fn episode_state(&self, i: usize) -> &P {
        self.slots[i].episode()
    }

    /// Restarts every environment at its hand 0, with the same deals as after the last reset.
    pub fn reset<T: Element>(&mut self, out: Buffers<'_, T>) -> Result<(), StepError> {
        self.reset_with(self.seed, out)
    }

    /// Restarts every environment at its hand 0, with the deals of another seed.
    pub fn reset_with<T: Element>(
        &mut self,
        seed: u64,
        mut out: Buffers<'_, T>,
    ) -> Result<(), StepError> {
        out.check(&self.sizes)?;
        self.seed = seed;
        self.steps = 0;
        if self.opponents.is_none() {
            self.for_each_slot(out, |i, context, slot, _, mut out| {
                *slot = Slot::new(context, i, child_seed(seed, i as u64));
                out.clear_outcome();
                slot.observe(context, &mut out);
            });
            return Ok(());
        }
        self.for_each_slot(out.reborrow(), |i, context, slot, table, _| {
            *slot = Slot::new(context, i, child_seed(seed, i as u64));
            if let Some(table) = table {
                table.reset();
            }
        });
        // Episodes that end before the caller has a decision are reported to nobody.
        self.play_opponents(out.reborrow(), false)?;
        self.observe(out)?;
        Ok(())
    }

    /// Writes the current decisions again, with zero rewards and nothing done.
    pub fn observe<T: Element>(&mut self, out: Buffers<'_, T>) -> Result<(), BufferError> {
        out.check(&self.sizes)?;
        self.for_each_slot(out, |_, context, slot, _, mut out| {
            out.clear_outcome();
            slot.observe(context, &mut out);
        });
        Ok(())
    }

    /// Applies one action in every environment, given by its id. Where an episode ends, `reward` and
    /// `done` report it, and everything else already belongs to the next hand.
    ///
    /// A step that fails has changed neither games nor buffers, unless an opponent failed. Hands that
    /// end before any seat has acted are skipped: no step could report them.
    pub fn step<T: Element>(
        &mut self,
        actions: &[i32],
        mut out: Buffers<'_, T>,
    ) -> Result<(), StepError> {
        if self.broken {
            return Err(StepError::Broken);
        }
        out.check(&self.sizes)?;
        self.check_actions(actions)?;
        self.steps += 1;
        if self.opponents.is_none() {
            self.for_each_slot(out, |i, context, slot, _, mut out| {
                slot.act(context, i, actions[i] as usize, &mut out);
                slot.observe(context, &mut out);
            });
            return Ok(());
        }
        self.for_each_slot(out.reborrow(), |i, context, slot, _, mut out| {
            slot.act(context, i, actions[i] as usize, &mut out);
        });
        self.play_opponents(out.reborrow(), true)?;
        self.for_each_slot(out, |_, context, slot, _, mut out| slot.observe(context, &mut out));
        Ok(())
    }

    /// Plays every environment on to the caller's next decision, and reports what happens meanwhile,
    /// unless nobody asked.
    fn play_opponents<T: Element>(
        &mut self,
        mut out: Buffers<'_, T>,
        reports: bool,
    ) -> Result<(), StepError> {
        let Some(opponents) = self.opponents.take() else { return Ok(()) };
        let played = self.played_by(&opponents, &mut out, reports);
        self.broken = played.is_err();
        self.opponents = Some(opponents);
        played
    }

    fn played_by<T: Element>(
        &mut self,
        opponents: &Opponents<G>,
        out: &mut Buffers<'_, T>,
        reports: bool,
    ) -> Result<(), StepError> {
        let failed: Mutex<Option<(usize, StepError)>> = Mutex::new(None);
        loop {
            self.for_each_slot(out.reborrow(), |i, context, slot, table, out| {
                let Some(table) = table else { return };
                let mut unseen = ([0.0; MAX_SEATS], 1);
                let outcome = if reports {
                    (out.reward, out.done)
                } else {
                    (&mut unseen.0[..], &mut unseen.1)
                };
                if let Err(error) = table.play(opponents, context, (i, slot), outcome) {
                    let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                    if failed.as_ref().is_none_or(|(first, _)| i < *first) {
                        *failed = Some((i, error));
                    }
                }
            });
            let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((_, error)) = failed.take() {
                return Err(error);
            }
            if !opponents.batched() {
                return Ok(());
            }
            let game = &self.context.game;
            if !opponents.answer(game, &self.slots, &mut self.tables)? {
                return Ok(());
            }
        }
    }

    /// Draws a legal action for each environment, uniformly. The draws depend on `seed`, the number
    /// of steps and the environment, so one seed serves a whole run.
    pub fn sample_actions(&mut self, seed: u64, out: &mut [i32]) -> Result<(), BufferError> {
        BufferError::check("actions", self.n(), out.len())?;
        let (seed, words) = (child_seed(seed, self.steps), self.sizes.words);
        let span = ActionSpan { legal: &self.legal, words, out };
        parallel_for(
            self.pool.as_mut(),
            self.grain,
            span,
            |first, ActionSpan { legal, out, .. }| {
                for (i, (bits, action)) in legal.chunks_exact(words).zip(out).enumerate() {
                    *action = slot::sample(bits, &mut Rng::stream(seed, (first + i) as u64));
                }
            },
        );
        Ok(())
    }

    /// Encodes the full state of every environment, hidden cards included, into `len` elements each,
    /// from the perspective of the seat to act; if all seats observe, of every seat in order.
    pub fn encode_states<T: Element>(
        &mut self,
        len: usize,
        out: &mut [T],
        encode: impl Fn(&G, &G::State, Seat, &mut [T]) + Sync,
    ) -> Result<(), BufferError> {
        let context = &self.context;
        let each = if context.all_seats { len * self.sizes.seats } else { len };
        BufferError::check("oracle", self.n() * each, out.len())?;
        let span = StateSpan { slots: &mut self.slots, each, out };
        parallel_for(self.pool.as_mut(), self.grain, span, |_, StateSpan { slots, out, .. }| {
            for (i, slot) in slots.iter().enumerate() {
                let out = &mut out[i * each..][..each];
                slot.each_observer(context.all_seats, out, len, |seat, out| {
                    encode(&context.game, slot.state(), seat, out);
                });
            }
        });
        Ok(())
    }

    /// Returns a snapshot of all environments.
    pub fn snapshot(&self) -> Snapshot<G::State, P> {
        Snapshot {
            seed: self.seed,
            steps: self.steps,
            slots: self.slots.iter().map(Slot::save).collect(),
        }
    }

    /// Returns to a snapshot of a batch of the same size, rules and options, without opponents, whose
    /// memory a snapshot does not hold. [`VecEnv::observe`] then writes its decisions.
    pub fn restore(&mut self, snapshot: &Snapshot<G::State, P>) -> Result<(), RestoreError> {
        if snapshot.slots.len() != self.n() {
            return Err(RestoreError { envs: self.n(), saved: snapshot.slots.len() });
        }
        self.seed = snapshot.seed;
        self.steps = snapshot.steps;
        for (slot, saved) in self.slots.iter_mut().zip(&snapshot.slots) {
            slot.restore(&self.context, saved);
        }
        self.write_legal();
        Ok(())
    }

    /// Writes the legality bits of all slots.
    fn write_legal(&mut self) {
        for (i, slot) in self.slots.iter_mut().enumerate() {
            let bits = &mut self.legal[i * self.sizes.words..][..self.sizes.words];
            slot.list_legal(&self.context, bits);
        }
    }

    fn check_actions(&self, actions: &[i32]) -> Result<(), StepError> {
        BufferError::check("actions", self.n(), actions.len())?;
        let (words, space) = (self.sizes.words, self.sizes.mask);
        let is_legal = |(i, action): (usize, &i32)| {
            let id = *action as usize; // a negative id becomes a huge one
            id < space && self.legal[i * words + id / 64] >> (id % 64) & 1 == 1
        };
        let Some(env) = actions.iter().enumerate().position(|action| !is_legal(action)) else {
            return Ok(());
        };
        let (action, seat) = (actions[env], self.slots[env].seat());
        Err(if usize::try_from(action).is_ok_and(|id| id < space) {
            let bits = &self.legal[env * words..][..words];
            let legal = bits.iter().map(|word| word.count_ones() as usize).sum();
            StepError::Illegal { env, action, seat, legal }
        } else {
            StepError::OutOfRange { env, action, seat, space }
        })
    }

    /// Calls `body` with every slot and its part of the buffers, on all threads.
    fn for_each_slot<T: Element>(
        &mut self,
        out: Buffers<'_, T>,
        body: impl Fn(
            usize,
            &SlotContext<G, E, A, P>,
            &mut Slot<G, P>,
            Option<&mut Table<G>>,
            SlotBuffers<'_, T>,
        ) + Sync,
    ) {
        let (context, sizes) = (&self.context, &self.sizes);
        let rows = self.row_buffers.rows(out.observation, self.threads, context.encoder_len);
        let (slots, tables) = (&mut self.slots, &mut self.tables);
        let span = SlotSpan { slots, tables, legal: &mut self.legal, out, sizes };
        parallel_for(self.pool.as_mut(), self.grain, span, |first, mut span| {
            let mut row = rows.and_then(Rows::take);
            for i in 0..span.slots.len() {
                if let Some(next) = span.slots.get(i + 1) {
                    next.prefetch(context);
                }
                let out = span.out.slot(i, sizes, span.legal, row.as_deref_mut());
                body(first + i, context, &mut span.slots[i], span.tables.get_mut(i), out);
            }
            if let (Some(rows), Some(row)) = (rows, row) {
                rows.give_back(row);
            }
        });
    }
}

impl<G: Game, E, A, P> fmt::Debug for VecEnv<G, E, A, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VecEnv")
            .field("n", &self.slots.len())
            .field("seed", &self.seed)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}
