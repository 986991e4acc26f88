//! The caller's arrays, and each slot's part of them.

use super::{BufferError, EpisodeState, NewVecEnvError, VecEnv};
use facedown_game::{ActionSpace, Element, Encoder, Game};

/// The caller's arrays that a step writes, environment after environment.
#[derive(Debug)]
pub struct Buffers<'a, T> {
    /// The observation of the seat to act: `n` times the encoder's length; if all seats observe, `n`
    /// times the number of seats times that.
    pub observation: &'a mut [T],
    /// 1 for the ids of legal actions, else 0: `n` times the size of the action space.
    pub mask: &'a mut [u8],
    /// The seat to act: `n`.
    pub seat: &'a mut [u8],
    /// The reward of each seat in this step: `n` times the number of seats.
    pub reward: &'a mut [f32],
    /// 1 if an episode ended in this step, else 0: `n`.
    pub done: &'a mut [u8],
}

/// The lengths of the arrays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    pub(super) envs: usize,
    pub(super) observation: usize, // of one environment, like all that follow
    pub(super) mask: usize,
    pub(super) words: usize, // that hold the mask as bits
    pub(super) seats: usize,
}

impl Sizes {
    /// Computes the lengths for at least one environment, and no more than a `usize` can index.
    ///
    /// # Panics
    /// If action ids do not fit an `i32`.
    pub(super) fn new(
        envs: usize,
        observation: usize,
        mask: usize,
        seats: usize,
    ) -> Result<Self, NewVecEnvError> {
        if envs == 0 {
            return Err(NewVecEnvError::NoEnvs);
        }
        assert!(i32::try_from(mask).is_ok(), "action ids fit an i32");
        let longest = observation.max(mask).max(seats);
        if envs.checked_mul(longest).is_none() {
            return Err(NewVecEnvError::TooManyEnvs(envs));
        }
        Ok(Self { envs, observation, mask, words: mask.div_ceil(64), seats })
    }
}

/// One slot's part of the arrays and of the legality bits.
pub(super) struct SlotBuffers<'a, T> {
    pub(super) observation: &'a mut [T],
    pub(super) mask: &'a mut [u8],
    pub(super) legal: &'a mut [u64],
    pub(super) seat: &'a mut u8,
    pub(super) reward: &'a mut [f32],
    pub(super) done: &'a mut u8,
    /// A buffer for rows that are then copied past the caches.
    pub(super) row: Option<&'a mut [T]>,
}

impl<T> SlotBuffers<'_, T> {
    /// Clears reward and done.
    #[inline]
    pub(super) fn clear_outcome(&mut self) {
        self.reward.fill(0.0);
        *self.done = 0;
    }
}

impl<T> Buffers<'_, T> {
    /// Checks the length of every array.
    pub(super) fn check(&self, sizes: &Sizes) -> Result<(), BufferError> {
        let n = sizes.envs;
        BufferError::check("observation", n * sizes.observation, self.observation.len())?;
        BufferError::check("mask", n * sizes.mask, self.mask.len())?;
        BufferError::check("seat", n, self.seat.len())?;
        BufferError::check("reward", n * sizes.seats, self.reward.len())?;
        BufferError::check("done", n, self.done.len())
    }

    /// Returns the same arrays, for a shorter time.
    pub(super) fn reborrow(&mut self) -> Buffers<'_, T> {
        Buffers {
            observation: self.observation,
            mask: self.mask,
            seat: self.seat,
            reward: self.reward,
            done: self.done,
        }
    }

    /// Returns the arrays of the first `mid` environments, and of the rest.
    pub(super) fn split_at(self, mid: usize, sizes: &Sizes) -> (Self, Self) {
        let (observation, more_observation) =
            self.observation.split_at_mut(mid * sizes.observation);
        let (mask, more_mask) = self.mask.split_at_mut(mid * sizes.mask);
        let (seat, more_seat) = self.seat.split_at_mut(mid);
        let (reward, more_reward) = self.reward.split_at_mut(mid * sizes.seats);
        let (done, more_done) = self.done.split_at_mut(mid);
        (
            Self { observation, mask, seat, reward, done },
            Self {
                observation: more_observation,
                mask: more_mask,
                seat: more_seat,
                reward: more_reward,
                done: more_done,
            },
        )
    }

    /// Returns the part of slot `i`, with its part of the legality bits, and a row buffer.
    #[inline]
    pub(super) fn slot<'b>(
        &'b mut self,
        i: usize,
        sizes: &Sizes,
        legal: &'b mut [u64],
        row: Option<&'b mut [T]>,
    ) -> SlotBuffers<'b, T> {
        SlotBuffers {
            observation: &mut self.observation[i * sizes.observation..][..sizes.observation],
            mask: &mut self.mask[i * sizes.mask..][..sizes.mask],
            legal: &mut legal[i * sizes.words..][..sizes.words],
            seat: &mut self.seat[i],
            reward: &mut self.reward[i * sizes.seats..][..sizes.seats],
            done: &mut self.done[i],
            row,
        }
    }
}

/// Owned arrays of the right lengths for one environment.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch<T> {
    /// See [`Buffers::observation`].
    pub observation: Vec<T>,
    /// See [`Buffers::mask`].
    pub mask: Vec<u8>,
    /// See [`Buffers::seat`].
    pub seat: Vec<u8>,
    /// See [`Buffers::reward`].
    pub reward: Vec<f32>,
    /// See [`Buffers::done`].
    pub done: Vec<u8>,
}

impl<T: Element> Batch<T> {
    /// Creates arrays of zeros for the environment.
    pub fn new<G, E, A, P>(env: &VecEnv<G, E, A, P>) -> Self
    where
        G: Game<LegalActions: Send>,
        E: Encoder<G>,
        A: ActionSpace<G>,
        P: EpisodeState,
    {
        let n = env.n();
        Self {
            observation: vec![T::default(); n * env.observation_len()],
            mask: vec![0; n * env.space().len()],
            seat: vec![0; n],
            reward: vec![0.0; n * env.seats()],
            done: vec![0; n],
        }
    }

    /// Returns the arrays as the arguments of a step.
    pub fn buffers(&mut self) -> Buffers<'_, T> {
        Buffers {
            observation: &mut self.observation,
            mask: &mut self.mask,
            seat: &mut self.seat,
            reward: &mut self.reward,
            done: &mut self.done,
        }
    }
}
