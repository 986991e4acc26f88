//! Many hands at once behind [`AnyVecEnv`].

use crate::CatalogError;
use crate::erased::{AnyVecEnv, EncoderInfo, VecSpec};
use crate::listed::Listed;
use facedown_arena::{Buffers, StepError, VecEnv, VecEnvOptions};
use facedown_game::{Encoder, Half};

pub(crate) struct VecEnvOf<G: Listed, E: Encoder<G>>(VecEnv<G, E, G::Space>);

impl<G: Listed, E: Encoder<G>> VecEnvOf<G, E> {
    pub(crate) fn new(game: G, encoder: E, spec: &VecSpec) -> Result<Self, CatalogError> {
        let options = VecEnvOptions {
            threads: spec.threads,
            reward_scale: spec.reward_scale,
            setups: Vec::new(),
        };
        VecEnv::with_options(game, encoder, G::Space::default(), spec.n, spec.seed, options)
            .map(Self)
            .map_err(|error| CatalogError::Arena(error.to_string()))
    }
}

impl<G: Listed, E: Encoder<G>> AnyVecEnv for VecEnvOf<G, E> {
    fn n(&self) -> usize {
        self.0.n()
    }

    fn episodes(&self) -> u64 {
        self.0.episodes()
    }

    fn encoder(&self) -> EncoderInfo {
        let encoder = self.0.encoder();
        EncoderInfo {
            id: encoder.id(),
            shape: encoder.shape().to_vec(),
            scales: encoder.scales().to_vec(),
            channels: encoder.channels().to_vec(),
        }
    }

    fn reset_half(&mut self, seed: u64, out: Buffers<'_, Half>) -> Result<(), StepError> {
        Ok(self.0.reset_with(seed, out)?)
    }

    fn step_half(&mut self, actions: &[i32], out: Buffers<'_, Half>) -> Result<(), StepError> {
        self.0.step(actions, out)
    }

    fn reset_raw(&mut self, seed: u64, out: Buffers<'_, u8>) -> Result<(), StepError> {
        Ok(self.0.reset_with(seed, out)?)
    }

    fn reset(&mut self, seed: u64, out: Buffers<'_, f32>) -> Result<(), StepError> {
        Ok(self.0.reset_with(seed, out)?)
    }

    fn step_raw(&mut self, actions: &[i32], out: Buffers<'_, u8>) -> Result<(), StepError> {
        self.0.step(actions, out)
    }

    fn step(&mut self, actions: &[i32], out: Buffers<'_, f32>) -> Result<(), StepError> {
        self.0.step(actions, out)
    }

    fn sample_actions(&mut self, seed: u64, out: &mut [i32]) -> Result<(), StepError> {
        Ok(self.0.sample_actions(seed, out)?)
    }
}
