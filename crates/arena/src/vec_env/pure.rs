//! Environments as values: a state is a row of bytes, and a step is a function of state and action.
//!
//! Programs that keep states themselves (JAX under `jit` and `scan`) can copy, store and branch
//! them. A row is the packed slot, whether the episode is over, and the legal actions as bits, which
//! would otherwise be found a second time to check the action that comes back. It ends in a digest
//! of its bytes and of the rules. Rows that come back are checked by it, and every field is checked
//! as it is read, so that even a forged row is a value of its type: the worst that it can do is to
//! make a game panic.
//!
//! From the same seed and actions, an environment gives what a [`VecEnv`](super::VecEnv) does.

use super::buffers::{Buffers, Sizes, SlotBuffers};
use super::parallel_for::{Split, parallel_for};
use super::slot::{SavedSlot, Slot, SlotContext};
use super::thread_pool::ThreadPool;
use super::{BufferError, EpisodeState, Episodes, NewVecEnvError, StepError};
use facedown_game::{ActionSpace, Element, Encoder, Game, Packed, Packer, Seat, Unpacker};
use std::sync::{Mutex, PoisonError, TryLockError};

/// The least number of environments per thread.
const ENVS_PER_THREAD: usize = 128;

const DIGEST: usize = 8;

/// Options of a [`PureEnv`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PureOptions {
    /// Identifies the rules: states of an environment with another key are refused.
    pub key: u64,
    /// Observations are those of every seat, in order, not of the seat to act alone.
    pub all_seats: bool,
    /// A step that ends an episode begins the next one. Otherwise it returns a final state, which
    /// any action leaves as it is.
    pub auto_reset: bool,
}

/// An environment of the game `G` whose states belong to the caller, as rows of bytes.
pub struct PureEnv<G: Game, E, A, P> {
    context: SlotContext<G, E, A, P>,
    row: Sizes,
    first: SavedSlot<G::State, P>, // of any seed: what rows are read into
    options: PureOptions,
    pool: Mutex<Option<Pool>>,
}

/// The threads of the last call that needed more than one.
struct Pool {
    workers: usize,
    threads: ThreadPool,
}

/// Rows of states and their parts of the caller's arrays.
struct Chunk<'a, T> {
    states: &'a mut [u8],
    state_len: usize,
    out: Buffers<'a, T>,
    row: &'a Sizes,
}

impl<G, E, A, P> PureEnv<G, E, A, P>
where
    G: Game<State: Packed, LegalActions: Send>,
    E: Encoder<G>,
    A: ActionSpace<G>,
    P: EpisodeState + Packed,
{
    /// Creates an environment.
    pub fn new(
        game: G,
        encoder: E,
        space: A,
        episodes: Box<dyn Episodes<G, P>>,
        options: PureOptions,
    ) -> Result<Self, NewVecEnvError> {
        let (all_seats, encoder_len) = (options.all_seats, encoder.len());
        let observers = if all_seats { game.seats() } else { 1 };
        let row = Sizes::new(1, observers * encoder_len, space.len(), game.seats())?;
        let blank = game.blank_view(&game.first_setup(), Seat::new(0));
        let context = SlotContext {
            game,
            encoder,
            space,
            episodes,
            encoder_len,
            all_seats,
            blank,
            lists: true,
        };
        let first = Slot::new(&context, 0, 0).save();
        Ok(Self { context, row, first, options, pool: Mutex::default() })
    }

    /// The place of the legality bits in a row: after the slot and whether the episode is over.
    const LEGAL: usize = (Slot::<G, P>::SIZE + bool::SIZE).next_multiple_of(8);

    /// Returns the number of bytes of a state.
    pub const fn state_len(&self) -> usize {
        Self::LEGAL + 8 * self.row.words + DIGEST
    }

    /// Returns the encoder of observations.
    pub const fn encoder(&self) -> &E {
        &self.context.encoder
    }

    /// Writes the state of a first episode for each seed: environment `i` of a
    /// [`VecEnv`](super::VecEnv) has the seed [`child_seed`](crate::child_seed)`(seed, i)`.
    pub fn reset<T: Element>(
        &self,
        seeds: &[u64],
        states: &mut [u8],
        out: Buffers<'_, T>,
        threads: usize,
    ) -> Result<(), StepError> {
        self.each(seeds.len(), states, out, threads, |i, slot, state, out| {
            *slot = Slot::new(&self.context, 0, seeds[i]);
            out.clear_outcome();
            slot.observe(&self.context, out);
            self.write(slot, false, out.legal, state);
            Ok(())
        })
    }

    /// Applies one action to each state and writes the next states. After an error, what was written
    /// is unspecified.
    pub fn step<T: Element>(
        &self,
        states: &[u8],
        actions: &[i32],
        next: &mut [u8],
        out: Buffers<'_, T>,
        threads: usize,
    ) -> Result<(), StepError> {
        let len = self.state_len();
        BufferError::check("states", actions.len() * len, states.len())?;
        self.each(actions.len(), next, out, threads, |i, slot, next, out| {
            let state = &states[i * len..][..len];
            let over = self.read(state, slot).ok_or(StepError::State { env: i })?;
            if over {
                out.clear_outcome();
                *out.done = 1;
                self.observe_end(slot, out);
                next.copy_from_slice(state);
                return Ok(());
            }
            let legal = &state[Self::LEGAL..len - DIGEST];
            let action = self.check(i, slot.seat(), actions[i], legal)?;
            slot.list_actions(&self.context);
            let goes_on = if self.options.auto_reset {
                slot.act(&self.context, 0, action, out);
                true
            } else {
                slot.act_in_episode(&self.context, action, out)
            };
            if goes_on {
                slot.observe(&self.context, out);
            } else {
                self.observe_end(slot, out);
            }
            self.write(slot, !goes_on, out.legal, next);
            Ok(())
        })
    }

    /// Writes observation and mask of a final state: every action is accepted, and changes nothing.
    fn observe_end<T: Element>(&self, slot: &Slot<G, P>, out: &mut SlotBuffers<'_, T>) {
        slot.encode(&self.context, out);
        out.mask.fill(1);
        out.legal.fill(0);
    }

    /// Checks an action by the legality bits of a row.
    #[inline]
    fn check(&self, env: usize, seat: Seat, action: i32, bits: &[u8]) -> Result<usize, StepError> {
        let space = self.row.mask;
        let Some(id) = usize::try_from(action).ok().filter(|id| *id < space) else {
            return Err(StepError::OutOfRange { env, action, seat, space });
        };
        if bits[id / 8] >> (id % 8) & 1 == 1 {
            return Ok(id);
        }
        let legal = bits.iter().map(|byte| byte.count_ones() as usize).sum();
        Err(StepError::Illegal { env, action, seat, legal })
    }

    /// Writes the row of a state.
    #[inline]
    fn write(&self, slot: &Slot<G, P>, over: bool, legal: &[u64], state: &mut [u8]) {
        let (body, end) = state.split_at_mut(self.state_len() - DIGEST);
        let (packed, bits) = body.split_at_mut(Self::LEGAL);
        let (slot_bytes, rest) = packed.split_at_mut(Slot::<G, P>::SIZE);
        slot.pack(&mut Packer::new(slot_bytes));
        rest.fill(0);
        rest[0] = u8::from(over);
        for (place, word) in bits.as_chunks_mut().0.iter_mut().zip(legal) {
            *place = word.to_le_bytes();
        }
        end.copy_from_slice(&digest(self.options.key, body).to_le_bytes());
    }

    /// Reads a state into a slot, and returns whether it is final; `None` if it is no state.
    #[inline]
    fn read(&self, state: &[u8], slot: &mut Slot<G, P>) -> Option<bool> {
        let (body, end) = state.split_last_chunk::<DIGEST>()?;
        if digest(self.options.key, body) != u64::from_le_bytes(*end) {
            return None;
        }
        let (mut input, mut over) = (Unpacker::new(body), false);
        slot.unpack(&mut input);
        over.unpack(&mut input);
        input.is_valid().then_some(over)
    }

    /// Calls `body` with every environment's row of `states` and of the arrays, beside a slot to
    /// work on, and returns the error of the first that fails.
    fn each<T: Element>(
        &self,
        n: usize,
        states: &mut [u8],
        out: Buffers<'_, T>,
        threads: usize,
        body: impl Fn(
            usize,
            &mut Slot<G, P>,
            &mut [u8],
            &mut SlotBuffers<'_, T>,
        ) -> Result<(), StepError>
        + Sync,
    ) -> Result<(), StepError> {
        let len = self.state_len();
        BufferError::check("states", n * len, states.len())?;
        out.check(&Sizes { envs: n, ..self.row })?;
        let threads = match threads {
            0 => rayon::current_num_threads(),
            threads => threads,
        };
        let threads = threads.min(n / ENVS_PER_THREAD).max(1);
        let failed = Mutex::new(None);
        let run = |first: usize, mut chunk: Chunk<'_, T>| {
            let (mut slot, mut legal) = (self.first.slot(), vec![0; self.row.words]);
            let row = Sizes { words: 0, ..self.row };
            for (i, state) in chunk.states.chunks_exact_mut(len).enumerate() {
                let mut out = chunk.out.slot(i, &row, &mut [], None);
                out.legal = &mut legal;
                let env = first + i;
                if let Err(error) = body(env, &mut slot, state, &mut out) {
                    let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                    if failed.as_ref().is_none_or(|(before, _)| env < *before) {
                        *failed = Some((env, error));
                    }
                    return;
                }
            }
        };
        let rows = Chunk { states, state_len: len, out, row: &self.row };
        // Several chunks for each thread, so that one that starts late does not hold up the others.
        let grain = n.div_ceil(4 * threads);
        self.with_pool(threads, |pool| parallel_for(pool, grain, rows, run));
        let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.map_or(Ok(()), |(_, error)| Err(error))
    }

    /// Calls `f` with so many threads, this one included: with none to help while another call uses
    /// them.
    fn with_pool(&self, threads: usize, f: impl FnOnce(Option<&mut ThreadPool>)) {
        if threads == 1 {
            return f(None);
        }
        let mut pool = match self.pool.try_lock() {
            Ok(pool) => pool,
            // A game panicked in an earlier call; the threads are as good as before.
            Err(TryLockError::Poisoned(error)) => error.into_inner(),
            Err(TryLockError::WouldBlock) => return f(None),
        };
        let workers = threads - 1;
        if pool.as_ref().is_none_or(|pool| pool.workers != workers) {
            *pool = ThreadPool::new(workers).ok().map(|threads| Pool { workers, threads });
        }
        f(pool.as_mut().map(|pool| &mut pool.threads));
    }
}

impl<T: Element> Split for Chunk<'_, T> {
    fn len(&self) -> usize {
        self.states.len() / self.state_len
    }

    fn split_at(self, mid: usize) -> (Self, Self) {
        let Self { states, state_len, out, row } = self;
        let (states, more_states) = states.split_at_mut(mid * state_len);
        let (out, more_out) = out.split_at(mid, row);
        (
            Self { states, state_len, out, row },
            Self { states: more_states, state_len, out: more_out, row },
        )
    }
}

/// Returns a 64-bit digest of a key and some bytes, for detecting changes by accident.
///
/// The sum of products of pairs of words, each with secrets that differ from place to place. No
/// product waits for another, so that a processor overlaps them.
pub fn digest(key: u64, bytes: &[u8]) -> u64 {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    const SECRETS: [u64; 4] = [
        0xa076_1d64_78bd_642f,
        0xe703_7ed1_a0b4_28db,
        0x8ebc_6af0_9c88_c6e3,
        0x5899_65cc_7537_4cc3,
    ];
    let (mut sums, mut secrets) = ([0u64; 4], SECRETS.map(|secret| key ^ secret));
    let mut add = |pairs: &[[u8; 16]]| {
        for (place, pair) in pairs.iter().enumerate() {
            let pair = u128::from_le_bytes(*pair);
            let product = fold(pair as u64 ^ secrets[place], (pair >> 64) as u64 ^ SECRETS[place]);
            sums[place] = sums[place].wrapping_add(product);
            secrets[place] = secrets[place].wrapping_add(STEP);
        }
    };
    let (pairs, rest) = bytes.as_chunks::<16>();
    let (blocks, more) = pairs.as_chunks::<4>();
    for block in blocks {
        add(block);
    }
    add(more);
    let mut last = [0; 16];
    last[..rest.len()].copy_from_slice(rest);
    add(&[last]);
    let [a, b, c, d] = sums;
    fold(a ^ b.rotate_left(32) ^ SECRETS[0], c ^ d.rotate_left(32) ^ bytes.len() as u64)
}

/// Returns both halves of a product, combined: the multiplication of wyhash.
#[inline]
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}
