//! Many games at once, stepped by an array of actions into the caller's arrays.
//!
//! Each of the n *lanes* plays hand after hand on its own. A step carries out one action in every
//! lane; chance turns are played on the way, and where a hand ends, its scores are reported and the
//! lane's next hand is dealt in the same step. So there is always a decision in every lane.
//!
//! A hand is an episode of its own, or one of a match: see [`Course`].
//!
//! Hand h of lane i is dealt from the stream `(`[`child_seed`]`(seed, i), h)`, so what happens
//! depends on the seed and the actions, not on the number of lanes or threads.
//!
//! What a step needs is kept with each lane: its legal list, and which action numbers are legal, as
//! bits. Those bits lie together, so all actions are checked in a short pass over little
//! memory before the first one is carried out: a refused step has changed nothing.
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
//!     env.sample_actions(7, &mut actions)?; // or whatever a network makes of the batch
//!     env.step(&actions, batch.buffers())?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod buffers;
mod course;
mod crew;
mod error;
mod lane;
mod spread;
mod stream;

pub use buffers::{Batch, Buffers};
pub use course::{
    Course, HandPayoff, Hands, MatchPayoff, Matches, Progress, by_place, scaled_scores,
};
pub use error::{BufferError, NewVecEnvError, RestoreError, StepError};

use crate::stream::child_seed;
use buffers::{LaneBuffers, Sizes};
use crew::Crew;
use facedown_game::{ActionSpace, Element, Encoder, Game, Rng, Seat};
use lane::{Lane, Rules, SavedLane};
use spread::{Choices, Span, Worlds, spread};
use std::fmt;
use stream::{Places, Rows, fetch};

/// A thread is worth waking, which takes tens of microseconds, for so many lanes.
const LANES_PER_THREAD: usize = 128;

/// The helpings of each thread, and how few lanes are not worth one.
const HELPINGS: usize = 16;
const LEAST_LANES: usize = 16;

/// How a [`VecEnv`] plays a game whose hands start from an `S` ([`Game::Setup`]).
#[derive(Clone, PartialEq, Debug)]
pub struct VecEnvOptions<S> {
    /// How many threads step; 0 for one on each core. Few lanes are stepped by fewer threads.
    pub threads: usize,
    /// What scores are multiplied by to become rewards.
    pub reward_scale: f32,
    /// What hands start from, in turn: hand h of lane i from number i + h, and round again. Empty
    /// for [`Game::first_setup`] always.
    pub setups: Vec<S>,
}

impl<S> Default for VecEnvOptions<S> {
    fn default() -> Self {
        Self { threads: 0, reward_scale: 1.0, setups: Vec::new() }
    }
}

/// Who observes, and how many threads step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LaneOptions {
    /// How many threads step; 0 for one on each core. Few lanes are stepped by fewer threads.
    pub threads: usize,
    /// An observation is that of every seat, in order, not of the seat to act alone.
    pub all_seats: bool,
}

/// n games of `G`, seen through the encoder `E` and played by the action numbers of `A`. `P` is
/// where an episode of several hands stands, see [`Course`].
pub struct VecEnv<G: Game, E, A, P = ()> {
    rules: Rules<G, E, A, P>,
    sizes: Sizes,
    lanes: Vec<Lane<G, P>>,
    legal: Vec<u64>,    // for each lane, the action numbers that are legal, as bits
    crew: Option<Crew>, // the caller's thread works too
    threads: usize,
    grain: usize, // lanes that one thread takes at a time
    places: Places,
    seed: u64,
    steps: u64, // since the last reset
}

/// The games of a [`VecEnv`] at one moment, each a hand in the state `S` ([`Game::State`]).
#[derive(Clone, PartialEq, Debug)]
pub struct Snapshot<S, P = ()> {
    seed: u64,
    steps: u64,
    lanes: Vec<SavedLane<S, P>>,
}

impl<G, E, A> VecEnv<G, E, A>
where
    G: Game<Actions: Send>,
    E: Encoder<G>,
    A: ActionSpace<G>,
{
    /// n games, each at the first decision of its first hand, with the default options.
    pub fn new(game: G, encoder: E, space: A, n: usize, seed: u64) -> Result<Self, NewVecEnvError> {
        Self::with_options(game, encoder, space, n, seed, VecEnvOptions::default())
    }

    /// n games, each at the first decision of its first hand. Every hand is an episode.
    pub fn with_options(
        game: G,
        encoder: E,
        space: A,
        n: usize,
        seed: u64,
        options: VecEnvOptions<G::Setup>,
    ) -> Result<Self, NewVecEnvError> {
        let VecEnvOptions { threads, reward_scale, setups } = options;
        let course = Hands::new(&game, setups, scaled_scores(reward_scale), ());
        let options = LaneOptions { threads, all_seats: false };
        Self::with_course(game, encoder, space, n, seed, Box::new(course), options)
    }
}

impl<G, E, A, P> VecEnv<G, E, A, P>
where
    G: Game<Actions: Send>,
    E: Encoder<G>,
    A: ActionSpace<G>,
    P: Progress,
{
    /// n games, each at the first decision of its first hand, whose hands follow a course.
    pub fn with_course(
        game: G,
        encoder: E,
        space: A,
        n: usize,
        seed: u64,
        course: Box<dyn Course<G, P>>,
        options: LaneOptions,
    ) -> Result<Self, NewVecEnvError> {
        let seen = if options.all_seats { game.seats() } else { 1 };
        let sizes = Sizes::new(n, seen * encoder.len(), space.len(), game.seats())?;
        let threads = match options.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let threads = threads.min(n / LANES_PER_THREAD).max(1);
        let crew = (threads > 1)
            .then(|| Crew::new(threads - 1))
            .transpose()
            .map_err(|error| NewVecEnvError::Threads(error.to_string()))?;
        let blank = game.blank_view(&game.first_setup(), Seat::new(0));
        let rules = Rules { game, encoder, space, course, all_seats: options.all_seats, blank };
        let (mut lanes, mut legal) = (Vec::new(), Vec::new());
        lanes.try_reserve_exact(n).map_err(|_| NewVecEnvError::TooManyLanes(n))?;
        legal.try_reserve_exact(n * sizes.words).map_err(|_| NewVecEnvError::TooManyLanes(n))?;
        lanes.extend((0..n).map(|i| Lane::new(&rules, i, child_seed(seed, i as u64))));
        legal.resize(n * sizes.words, 0);
        // Many helpings for each thread, so that one that is late does not hold up the others long.
        let grain = if threads == 1 { n } else { n.div_ceil(threads * HELPINGS).max(LEAST_LANES) };
        let places = Places::default();
        let mut env =
            Self { rules, sizes, lanes, legal, crew, threads, grain, places, seed, steps: 0 };
        env.note_legal();
        Ok(env)
    }

    /// How many lanes there are.
    pub const fn n(&self) -> usize {
        self.sizes.lanes
    }

    /// How many seats each game has.
    pub const fn seats(&self) -> usize {
        self.sizes.seats
    }

    /// How many numbers the observation of one lane has.
    pub const fn observation_len(&self) -> usize {
        self.sizes.observation
    }

    /// The rules.
    pub const fn game(&self) -> &G {
        &self.rules.game
    }

    /// What writes the observations.
    pub const fn encoder(&self) -> &E {
        &self.rules.encoder
    }

    /// What numbers the actions.
    pub const fn space(&self) -> &A {
        &self.rules.space
    }

    /// The seed of the last reset.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// How many steps were taken since the last reset.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// How many episodes have ended since the last reset, in all lanes.
    pub fn episodes(&self) -> u64 {
        self.lanes.iter().map(Lane::finished).sum()
    }

    /// The whole world of lane `i`, hidden cards included: for tests, not for bots.
    pub fn state(&self, i: usize) -> &G::State {
        self.lanes[i].state()
    }

    /// What the seat to act in lane `i` knows.
    pub fn view(&self, i: usize) -> G::View {
        self.rules.game.view(self.state(i), self.lanes[i].seat())
    }

    /// What the chance turns still to come in lane `i` are played with.
    pub fn stream(&self, i: usize) -> &Rng {
        self.lanes[i].stream()
    }

    /// Where the episode of lane `i` stands.
    pub fn progress(&self, i: usize) -> &P {
        self.lanes[i].progress()
    }

    /// Starts again at hand 0 of every lane, with the same hands as after the last reset.
    pub fn reset<T: Element>(&mut self, out: Buffers<'_, T>) -> Result<(), BufferError> {
        self.reset_with(self.seed, out)
    }

    /// Starts again at hand 0 of every lane, with the hands of another seed.
    pub fn reset_with<T: Element>(
        &mut self,
        seed: u64,
        out: Buffers<'_, T>,
    ) -> Result<(), BufferError> {
        out.check(&self.sizes)?;
        self.seed = seed;
        self.steps = 0;
        self.each_lane(out, |i, rules, lane, mut out| {
            *lane = Lane::new(rules, i, child_seed(seed, i as u64));
            out.nothing_ended();
            lane.show(rules, &mut out);
        });
        Ok(())
    }

    /// Writes the present decisions again, with no reward and nothing done.
    pub fn observe<T: Element>(&mut self, out: Buffers<'_, T>) -> Result<(), BufferError> {
        out.check(&self.sizes)?;
        self.each_lane(out, |_, rules, lane, mut out| {
            out.nothing_ended();
            lane.show(rules, &mut out);
        });
        Ok(())
    }

    /// Carries out one action in every lane, given by number. Where an episode ends, `reward` and
    /// `done` tell of it, and everything else already shows the lane's next hand.
    ///
    /// An error has changed nothing, neither games nor buffers. A hand that is over before any seat
    /// acted is passed over: no step could report it.
    pub fn step<T: Element>(
        &mut self,
        actions: &[i32],
        out: Buffers<'_, T>,
    ) -> Result<(), StepError> {
        out.check(&self.sizes)?;
        self.check_actions(actions)?;
        self.steps += 1;
        self.each_lane(out, |i, rules, lane, mut out| {
            lane.act(rules, i, actions[i] as usize, &mut out);
            lane.show(rules, &mut out);
        });
        Ok(())
    }

    /// A legal action for each lane, each with the same chance. The choice depends on `seed`, the
    /// number of steps taken and the lane, so one seed will do for a whole run.
    pub fn sample_actions(&mut self, seed: u64, out: &mut [i32]) -> Result<(), BufferError> {
        BufferError::check("actions", self.n(), out.len())?;
        let (seed, words) = (child_seed(seed, self.steps), self.sizes.words);
        let span = Choices { legal: &self.legal, words, out };
        spread(self.crew.as_mut(), self.grain, span, |first, Choices { legal, out, .. }| {
            for (i, (bits, action)) in legal.chunks_exact(words).zip(out).enumerate() {
                *action = lane::sample(bits, &mut Rng::stream(seed, (first + i) as u64));
            }
        });
        Ok(())
    }

    /// Writes `len` numbers about each lane's whole world, hidden cards included, as the seat to act
    /// would want to know it; for all seats in order where observations are.
    pub fn show_worlds<T: Element>(
        &mut self,
        len: usize,
        out: &mut [T],
        write: impl Fn(&G, &G::State, Seat, &mut [T]) + Sync,
    ) -> Result<(), BufferError> {
        let rules = &self.rules;
        let each = if rules.all_seats { len * self.sizes.seats } else { len };
        BufferError::check("oracle", self.n() * each, out.len())?;
        let span = Worlds { lanes: &mut self.lanes, each, out };
        spread(self.crew.as_mut(), self.grain, span, |_, Worlds { lanes, out, .. }| {
            for (i, lane) in lanes.iter().enumerate() {
                let out = &mut out[i * each..][..each];
                lane.each_seen(rules.all_seats, out, len, |seat, out| {
                    write(&rules.game, lane.state(), seat, out);
                });
            }
        });
        Ok(())
    }

    /// The games as they are now, to return to.
    pub fn snapshot(&self) -> Snapshot<G::State, P> {
        Snapshot {
            seed: self.seed,
            steps: self.steps,
            lanes: self.lanes.iter().map(Lane::save).collect(),
        }
    }

    /// Returns to a snapshot of an environment with as many lanes and the same rules and options.
    /// [`VecEnv::observe`] then shows where it stands.
    pub fn restore(&mut self, snapshot: &Snapshot<G::State, P>) -> Result<(), RestoreError> {
        if snapshot.lanes.len() != self.n() {
            return Err(RestoreError { lanes: self.n(), saved: snapshot.lanes.len() });
        }
        self.seed = snapshot.seed;
        self.steps = snapshot.steps;
        for (lane, saved) in self.lanes.iter_mut().zip(&snapshot.lanes) {
            lane.restore(&self.rules, saved);
        }
        self.note_legal();
        Ok(())
    }

    /// Enters every lane's legal actions into the bits.
    fn note_legal(&mut self) {
        for (i, lane) in self.lanes.iter().enumerate() {
            let bits = &mut self.legal[i * self.sizes.words..][..self.sizes.words];
            lane.note_legal(&self.rules, bits);
        }
    }

    fn check_actions(&self, actions: &[i32]) -> Result<(), StepError> {
        BufferError::check("actions", self.n(), actions.len())?;
        let (words, space) = (self.sizes.words, self.sizes.mask);
        let is_legal = |(i, action): (usize, &i32)| {
            let number = *action as usize; // a negative number becomes a huge one
            number < space && self.legal[i * words + number / 64] >> (number % 64) & 1 == 1
        };
        let Some(lane) = actions.iter().enumerate().position(|lane| !is_legal(lane)) else {
            return Ok(());
        };
        let (action, seat) = (actions[lane], self.lanes[lane].seat());
        Err(if usize::try_from(action).is_ok_and(|number| number < space) {
            StepError::Illegal { lane, action, seat, legal: self.lanes[lane].legal().len() }
        } else {
            StepError::OutOfRange { lane, action, seat, space }
        })
    }

    /// Does something with every lane and its part of the buffers, on all threads.
    fn each_lane<T: Element>(
        &mut self,
        out: Buffers<'_, T>,
        work: impl Fn(usize, &Rules<G, E, A, P>, &mut Lane<G, P>, LaneBuffers<'_, T>) + Sync,
    ) {
        let (rules, sizes) = (&self.rules, &self.sizes);
        let rows = self.places.rows(out.observation, self.threads, rules.encoder.len());
        let span = Span { lanes: &mut self.lanes, legal: &mut self.legal, out, sizes };
        spread(self.crew.as_mut(), self.grain, span, |first, mut span| {
            let mut row = rows.and_then(Rows::take);
            for i in 0..span.lanes.len() {
                if let Some(next) = span.lanes.get(i + 1) {
                    fetch(next);
                }
                let out = span.out.lane(i, sizes, span.legal, row.as_deref_mut());
                work(first + i, rules, &mut span.lanes[i], out);
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
            .field("n", &self.lanes.len())
            .field("seed", &self.seed)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}
