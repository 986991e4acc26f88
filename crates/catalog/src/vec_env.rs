//! Many hands at once behind [`AnyVecEnv`].

use crate::CatalogError;
use crate::erased::{AnyVecEnv, VecSpec};
use crate::listed::Listed;
use facedown_arena::{Buffers, StepError, VecEnv, VecEnvOptions};

pub(crate) struct VecEnvOf<G: Listed>(VecEnv<G, G::Planes, G::Space>);

impl<G: Listed> VecEnvOf<G> {
    pub(crate) fn new(game: G, spec: &VecSpec) -> Result<Self, CatalogError> {
        let options = VecEnvOptions {
            threads: spec.threads,
            reward_scale: spec.reward_scale,
            setups: Vec::new(),
        };
        let (planes, space) = (G::Planes::default(), G::Space::default());
        VecEnv::with_options(game, planes, space, spec.n, spec.seed, options)
            .map(Self)
            .map_err(|error| CatalogError::Arena(error.to_string()))
    }
}

impl<G: Listed> AnyVecEnv for VecEnvOf<G> {
    fn n(&self) -> usize {
        self.0.n()
    }

    fn episodes(&self) -> u64 {
        self.0.episodes()
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
