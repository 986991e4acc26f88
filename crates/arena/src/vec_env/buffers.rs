//! The caller's arrays, and their parts.

use super::{BufferError, NewVecEnvError, Progress, VecEnv};
use facedown_game::{ActionSpace, Element, Encoder, Game};

/// Where a step writes: the caller's arrays, lane after lane.
#[derive(Debug)]
pub struct Buffers<'a, T> {
    /// What the seat to act sees: `n` times the encoder's length; where all seats observe, `n` times
    /// seats times that.
    pub observation: &'a mut [T],
    /// 1 for the numbers of legal actions, 0 for others: `n` times the action space's length.
    pub mask: &'a mut [u8],
    /// The seat to act: `n`.
    pub seat: &'a mut [u8],
    /// The scaled scores of a hand that ended in this step, else 0: `n` times the number of seats.
    pub reward: &'a mut [f32],
    /// 1 where a hand ended in this step, else 0: `n`.
    pub done: &'a mut [u8],
}

/// How long the arrays are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    pub(super) lanes: usize,
    pub(super) observation: usize, // of one lane, and so on
    pub(super) mask: usize,
    pub(super) words: usize, // that hold a lane's mask as bits
    pub(super) seats: usize,
}

impl Sizes {
    /// The sizes for so many lanes: at least one, and no more than lengths can count.
    ///
    /// # Panics
    /// When the action space has more numbers than an `i32`.
    pub(super) fn new(
        lanes: usize,
        observation: usize,
        mask: usize,
        seats: usize,
    ) -> Result<Self, NewVecEnvError> {
        if lanes == 0 {
            return Err(NewVecEnvError::NoLanes);
        }
        assert!(i32::try_from(mask).is_ok(), "the numbers of an action space fit an i32");
        let longest = observation.max(mask).max(seats);
        if lanes.checked_mul(longest).is_none() {
            return Err(NewVecEnvError::TooManyLanes(lanes));
        }
        Ok(Self { lanes, observation, mask, words: mask.div_ceil(64), seats })
    }
}

/// One lane's part of the arrays, and of the bits of legal actions.
pub(super) struct LaneBuffers<'a, T> {
    pub(super) observation: &'a mut [T],
    pub(super) mask: &'a mut [u8],
    pub(super) legal: &'a mut [u64],
    pub(super) seat: &'a mut u8,
    pub(super) reward: &'a mut [f32],
    pub(super) done: &'a mut u8,
    /// Where a row is made that is then copied past the caches.
    pub(super) aside: Option<&'a mut [T]>,
}

impl<T> LaneBuffers<'_, T> {
    /// Says that no hand ended.
    #[inline]
    pub(super) fn nothing_ended(&mut self) {
        self.reward.fill(0.0);
        *self.done = 0;
    }
}

impl<T> Buffers<'_, T> {
    /// Whether every array has its length.
    pub(super) fn check(&self, sizes: &Sizes) -> Result<(), BufferError> {
        let n = sizes.lanes;
        BufferError::check("observation", n * sizes.observation, self.observation.len())?;
        BufferError::check("mask", n * sizes.mask, self.mask.len())?;
        BufferError::check("seat", n, self.seat.len())?;
        BufferError::check("reward", n * sizes.seats, self.reward.len())?;
        BufferError::check("done", n, self.done.len())
    }

    /// The arrays of the first `lanes` lanes, and of the others.
    pub(super) fn split_at(self, lanes: usize, sizes: &Sizes) -> (Self, Self) {
        let (observation, more_observation) =
            self.observation.split_at_mut(lanes * sizes.observation);
        let (mask, more_mask) = self.mask.split_at_mut(lanes * sizes.mask);
        let (seat, more_seat) = self.seat.split_at_mut(lanes);
        let (reward, more_reward) = self.reward.split_at_mut(lanes * sizes.seats);
        let (done, more_done) = self.done.split_at_mut(lanes);
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

    /// The part of lane `i`, with its part of the bits of legal actions, and a place for a row.
    #[inline]
    pub(super) fn lane<'b>(
        &'b mut self,
        i: usize,
        sizes: &Sizes,
        legal: &'b mut [u64],
        aside: Option<&'b mut [T]>,
    ) -> LaneBuffers<'b, T> {
        LaneBuffers {
            observation: &mut self.observation[i * sizes.observation..][..sizes.observation],
            mask: &mut self.mask[i * sizes.mask..][..sizes.mask],
            legal: &mut legal[i * sizes.words..][..sizes.words],
            seat: &mut self.seat[i],
            reward: &mut self.reward[i * sizes.seats..][..sizes.seats],
            done: &mut self.done[i],
            aside,
        }
    }
}

/// Arrays of the right lengths for one environment, for callers that have none of their own.
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
    /// Arrays for this environment, all 0.
    pub fn new<G, E, A, P>(env: &VecEnv<G, E, A, P>) -> Self
    where
        G: Game<Actions: Send>,
        E: Encoder<G>,
        A: ActionSpace<G>,
        P: Progress,
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

    /// The arrays, to be written.
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
