//! Many hands at once behind [`AnyVecEnv`].

use crate::CatalogError;
use crate::episodes::episodes;
use crate::erased::{AnyHand, AnyVecEnv, EncoderInfo, VecSpec};
use crate::hand::HandOf;
use crate::listed::Listed;
use facedown_arena::{BatchOptions, Buffers, StepError, VecEnv};
use facedown_game::{Element, Encoder, Game, Half, Layout};

pub(crate) struct VecEnvOf<G: Listed, E: Encoder<G>> {
    env: VecEnv<G, E, G::Space, G::Standing>,
    oracle: Option<EncoderInfo>,
}

impl<G: Listed, E: Encoder<G>> VecEnvOf<G, E> {
    pub(crate) fn new(game: &G, encoder: E, spec: &VecSpec<'_>) -> Result<Self, CatalogError> {
        let oracle = game.oracle();
        if spec.oracle && oracle.is_none() {
            let why = "oracle: this game has no observation of what is hidden";
            return Err(CatalogError::BadOption(why.to_owned()));
        }
        let (episodes, game) = (episodes(game, spec)?, game.clone());
        let options = BatchOptions { threads: spec.threads, all_seats: spec.all_seats };
        let space = G::Space::default();
        let env = VecEnv::with_episodes(game, encoder, space, spec.n, spec.seed, episodes, options);
        let env = env.map_err(|error| CatalogError::Arena(error.to_string()))?;
        Ok(Self { env, oracle: oracle.filter(|_| spec.oracle) })
    }

    fn encode_states<T: Element>(&mut self, out: &mut [T]) -> Result<(), StepError> {
        let len = self.oracle.as_ref().map_or(0, |oracle| oracle.shape.iter().product());
        let write = |game: &G, state: &G::State, seat, out: &mut [T]| {
            game.write_world(state, seat, out);
        };
        Ok(self.env.encode_states(len, out, write)?)
    }
}

/// What an encoder tells of itself.
pub(crate) fn info<G: Game>(encoder: &impl Encoder<G>) -> EncoderInfo {
    EncoderInfo {
        id: encoder.id(),
        shape: encoder.shape().to_vec(),
        scales: encoder.scales().to_vec(),
        channels: encoder.channels().to_vec(),
    }
}

/// No observation at all: for policies that look at masks alone, and for those that ask for views.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoPlanes;

impl NoPlanes {
    pub(crate) const ID: &str = "none";
}

impl<G: Game> Encoder<G> for NoPlanes {
    fn layout(&self) -> Layout<'_> {
        Layout { id: Self::ID.into(), shape: &[0], scales: &[], channels: &[] }
    }

    fn encode<T: Element>(&self, _: &G, _: &G::View, _: &mut [T]) {}
}

impl<G: Listed, E: Encoder<G>> AnyVecEnv for VecEnvOf<G, E> {
    fn n(&self) -> usize {
        self.env.n()
    }

    fn episodes(&self) -> u64 {
        self.env.episodes()
    }

    fn encoder(&self) -> EncoderInfo {
        info(self.env.encoder())
    }

    fn oracle(&self) -> Option<&EncoderInfo> {
        self.oracle.as_ref()
    }

    fn hand(&self, lane: usize) -> Option<Box<dyn AnyHand>> {
        (lane < self.n()).then(|| {
            let (state, stream) = (*self.env.state(lane), self.env.rng(lane).clone());
            Box::new(HandOf::new(self.env.game().clone(), state, stream)) as Box<dyn AnyHand>
        })
    }

    fn standing(&self, lane: usize) -> Option<Vec<i32>> {
        let scores = |lane| self.env.game().match_scores(self.env.episode_state(lane));
        (lane < self.n()).then(|| scores(lane).as_slice().to_vec())
    }

    fn reset_half(&mut self, seed: u64, out: Buffers<'_, Half>) -> Result<(), StepError> {
        Ok(self.env.reset_with(seed, out)?)
    }

    fn step_half(&mut self, actions: &[i32], out: Buffers<'_, Half>) -> Result<(), StepError> {
        self.env.step(actions, out)
    }

    fn reset_raw(&mut self, seed: u64, out: Buffers<'_, u8>) -> Result<(), StepError> {
        Ok(self.env.reset_with(seed, out)?)
    }

    fn reset(&mut self, seed: u64, out: Buffers<'_, f32>) -> Result<(), StepError> {
        Ok(self.env.reset_with(seed, out)?)
    }

    fn step_raw(&mut self, actions: &[i32], out: Buffers<'_, u8>) -> Result<(), StepError> {
        self.env.step(actions, out)
    }

    fn step(&mut self, actions: &[i32], out: Buffers<'_, f32>) -> Result<(), StepError> {
        self.env.step(actions, out)
    }

    fn sample_actions(&mut self, seed: u64, out: &mut [i32]) -> Result<(), StepError> {
        Ok(self.env.sample_actions(seed, out)?)
    }

    fn worlds_half(&mut self, out: &mut [Half]) -> Result<(), StepError> {
        self.encode_states(out)
    }

    fn worlds_raw(&mut self, out: &mut [u8]) -> Result<(), StepError> {
        self.encode_states(out)
    }

    fn worlds(&mut self, out: &mut [f32]) -> Result<(), StepError> {
        self.encode_states(out)
    }
}
