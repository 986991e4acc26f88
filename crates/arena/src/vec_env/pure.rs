//! Environments as values: a state is a row of bytes, and a step is a function of state and action.
//!
//! Programs that keep states themselves (JAX under `jit` and `scan`) can copy, store and branch
//! them. A row ends in a digest of its bytes and of the rules. Rows that come back are checked by
//! it, and every field is checked as it is read, so that even a forged row is a value of its type:
//! the worst that it can do is to make a game panic.
//!
//! From the same seed and actions, an environment gives what a [`VecEnv`](super::VecEnv) does.

use super::buffers::{Buffers, Sizes, SlotBuffers};
use super::slot::{Slot, SlotContext};
use super::{BufferError, EpisodeState, Episodes, NewVecEnvError, StepError};
use facedown_game::{ActionSpace, Element, Encoder, Game, Packed, Packer, Seat, Unpacker};
use rayon::prelude::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

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
    state_len: usize,
    options: PureOptions,
}

/// Rows of states and their parts of the caller's arrays.
struct Chunk<'a, T> {
    first: usize,
    states: &'a mut [u8],
    out: Buffers<'a, T>,
}

impl<G, E, A, P> PureEnv<G, E, A, P>
where
    G: Game<State: Packed, Actions: Send>,
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
        let first: Slot<G, P> = Slot::new(&context, 0, 0);
        let mut counter = Packer::new(&mut []);
        first.pack(&mut counter);
        // One byte tells whether the episode is over; the digest reads words of eight bytes.
        let state_len = (counter.len() + 1).next_multiple_of(8) + DIGEST;
        Ok(Self { context, row, state_len, options })
    }

    /// Returns the number of bytes of a state.
    pub const fn state_len(&self) -> usize {
        self.state_len
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
        self.each(seeds.len(), states, out, threads, |i, state, out| {
            let mut slot = Slot::new(&self.context, 0, seeds[i]);
            out.clear_outcome();
            slot.observe(&self.context, out);
            self.write(&slot, false, state);
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
        BufferError::check("states", actions.len() * self.state_len, states.len())?;
        self.each(actions.len(), next, out, threads, |i, next, out| {
            let state = &states[i * self.state_len..][..self.state_len];
            let (mut slot, over) = self.read(state).ok_or(StepError::State { env: i })?;
            if over {
                out.clear_outcome();
                *out.done = 1;
                self.observe_end(&slot, out);
                next.copy_from_slice(state);
                return Ok(());
            }
            let action = self.check(i, &mut slot, actions[i], out.legal)?;
            let goes_on = if self.options.auto_reset {
                slot.act(&self.context, 0, action, out);
                true
            } else {
                slot.act_in_episode(&self.context, action, out)
            };
            if goes_on {
                slot.observe(&self.context, out);
            } else {
                self.observe_end(&slot, out);
            }
            self.write(&slot, !goes_on, next);
            Ok(())
        })
    }

    /// Writes observation and mask of a final state: every action is accepted, and changes nothing.
    fn observe_end<T: Element>(&self, slot: &Slot<G, P>, out: &mut SlotBuffers<'_, T>) {
        slot.encode(&self.context, out);
        out.mask.fill(1);
    }

    /// Lists the legal actions of a slot and checks an action.
    fn check(
        &self,
        env: usize,
        slot: &mut Slot<G, P>,
        action: i32,
        bits: &mut [u64],
    ) -> Result<usize, StepError> {
        slot.list_legal(&self.context, bits);
        let (seat, space) = (slot.seat(), self.row.mask);
        let Some(id) = usize::try_from(action).ok().filter(|id| *id < space) else {
            return Err(StepError::OutOfRange { env, action, seat, space });
        };
        if bits[id / 64] >> (id % 64) & 1 == 1 {
            return Ok(id);
        }
        let legal = bits.iter().map(|word| word.count_ones() as usize).sum();
        Err(StepError::Illegal { env, action, seat, legal })
    }

    fn write(&self, slot: &Slot<G, P>, over: bool, state: &mut [u8]) {
        let (body, end) = state.split_at_mut(self.state_len - DIGEST);
        let mut packer = Packer::new(body);
        slot.pack(&mut packer);
        over.pack(&mut packer);
        let len = packer.len();
        body[len..].fill(0);
        end.copy_from_slice(&digest(self.options.key, body).to_le_bytes());
    }

    /// Reads a state, and whether it is final.
    fn read(&self, state: &[u8]) -> Option<(Slot<G, P>, bool)> {
        let (body, end) = state.split_last_chunk::<DIGEST>()?;
        if digest(self.options.key, body) != u64::from_le_bytes(*end) {
            return None;
        }
        let mut input = Unpacker::new(body);
        let slot = Slot::unpack(&mut input);
        let over = bool::unpack(&mut input);
        input.is_valid().then_some((slot, over))
    }

    /// Calls `body` with every environment's row of `states` and of the arrays, and returns the
    /// error of the first that fails.
    fn each<T: Element>(
        &self,
        n: usize,
        states: &mut [u8],
        out: Buffers<'_, T>,
        threads: usize,
        body: impl Fn(usize, &mut [u8], &mut SlotBuffers<'_, T>) -> Result<(), StepError> + Sync,
    ) -> Result<(), StepError> {
        BufferError::check("states", n * self.state_len, states.len())?;
        out.check(&Sizes { envs: n, ..self.row })?;
        let threads = match threads {
            0 => rayon::current_num_threads(),
            threads => threads,
        };
        let threads = threads.min(n / ENVS_PER_THREAD).max(1);
        let run = |mut chunk: Chunk<'_, T>| {
            let mut legal = vec![0; self.row.words];
            chunk.states.chunks_exact_mut(self.state_len).enumerate().try_for_each(|(i, state)| {
                let row = Sizes { words: 0, ..self.row };
                let mut out = chunk.out.slot(i, &row, &mut [], None);
                out.legal = &mut legal;
                body(chunk.first + i, state, &mut out)
            })
        };
        let mut rest = Chunk { first: 0, states, out };
        if threads == 1 {
            return run(rest);
        }
        // Several chunks for each thread, so that one that starts late does not hold up the others.
        let grain = n.div_ceil(4 * threads);
        let mut chunks = Vec::with_capacity(4 * threads);
        while rest.states.len() > grain * self.state_len {
            let (chunk, more) = rest.split_at(grain, self.state_len, &self.row);
            chunks.push(chunk);
            rest = more;
        }
        chunks.push(rest);
        let results: Vec<_> = chunks.into_par_iter().with_max_len(1).map(run).collect();
        results.into_iter().collect()
    }
}

impl<T> Chunk<'_, T> {
    fn split_at(self, mid: usize, state_len: usize, row: &Sizes) -> (Self, Self) {
        let (states, more_states) = self.states.split_at_mut(mid * state_len);
        let (out, more_out) = self.out.split_at(mid, row);
        (
            Self { first: self.first, states, out },
            Self { first: self.first + mid, states: more_states, out: more_out },
        )
    }
}

/// Returns a 64-bit digest of a key and some bytes, for detecting changes by accident.
pub fn digest(key: u64, bytes: &[u8]) -> u64 {
    // The multiplication of wyhash: both halves of the product of two words, each with a secret.
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let word = |bytes: &[u8]| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(word)
    };
    let secret = [0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db];
    let mut lanes = [key ^ secret[0], key ^ secret[1]];
    let (blocks, rest) = bytes.as_chunks::<32>();
    for block in blocks {
        let [a, b, c, d] = [0, 8, 16, 24].map(|at| word(&block[at..at + 8]));
        lanes[0] = fold(a ^ secret[0], b ^ lanes[0]);
        lanes[1] = fold(c ^ secret[1], d ^ lanes[1]);
    }
    for part in rest.chunks(8) {
        lanes[0] = fold(word(part) ^ secret[1], lanes[0] ^ secret[0]);
    }
    fold(lanes[0] ^ secret[1], lanes[1] ^ bytes.len() as u64 ^ secret[0])
}
