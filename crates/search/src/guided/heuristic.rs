//! The guide of a game without a network.

use facedown_game::{Guide, GuideBatch, PerSeat, Searchable, math};

/// Guides a search by the game's heuristic: priors are its softmax, values are left to rollouts.
#[derive(Clone, Copy, Debug)]
pub struct HeuristicGuide {
    temperature: f32,
}

impl HeuristicGuide {
    /// Builds the guide; the temperature of the softmax is at least 0.01.
    pub const fn new(temperature: f32) -> Self {
        Self { temperature: temperature.max(0.01) }
    }
}

impl<G: Searchable> Guide<G> for HeuristicGuide {
    fn guide(
        &self,
        game: &G,
        batch: &GuideBatch<'_, G>,
        priors: &mut [f32],
        values: &mut [PerSeat<f32>],
    ) {
        let mut rest = priors;
        for (state, _, legal) in batch.iter() {
            let (own, others) = rest.split_at_mut(legal.len());
            let mut places = own.iter_mut();
            game.heuristics(state, legal, |heuristic| {
                if let Some(place) = places.next() {
                    *place = heuristic / self.temperature;
                }
            });
            let greatest = own.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            for prior in own.iter_mut() {
                *prior = math::exp(f64::from(*prior - greatest)) as f32;
            }
            rest = others;
        }
        values.fill(PerSeat::filled(game.seats(), f32::NAN));
    }
}
