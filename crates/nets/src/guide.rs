//! Networks as guides of searches: a policy head for priors, a value head for leaves.

use crate::players::{Scratch, head_of};
use crate::{HeadError, Network, softmax};
use facedown_game::{ActionSpace, Encoder, Game, Guide, GuideBatch, PerSeat, Seat};
use std::sync::{Arc, Mutex};

/// Guides a search by a network. The priors of a position are the softmax of the policy head over
/// the legal actions, as the seat to act sees it; the values are those of the value head, for each
/// seat as its own view shows it.
#[derive(Debug)]
pub struct NetworkGuide<E, S> {
    network: Arc<Network>,
    encoder: E,
    actions: S,
    policy: usize,
    value: Option<ValueHead>,
    /// Memory for as many threads as ask at once.
    idle: Mutex<Vec<Scratch>>,
}

/// A value head.
#[derive(Clone, Copy, Debug)]
struct ValueHead {
    place: usize,
    /// Points of one unit of the output.
    scale: f32,
    /// Whether it predicts what is still to come, not the final score.
    gains: bool,
}

impl<E, S> NetworkGuide<E, S> {
    /// Returns the guide of this policy head, which has an output for every action id. It has no
    /// values: searches roll hands out.
    pub fn new<G: Game>(
        network: Arc<Network>,
        encoder: E,
        actions: S,
        policy: &str,
    ) -> Result<Self, HeadError>
    where
        E: Encoder<G>,
        S: ActionSpace<G>,
    {
        let policy = head_of(&network, encoder.len(), policy, actions.len())?;
        Ok(Self { network, encoder, actions, policy, value: None, idle: Mutex::default() })
    }

    /// Adds the values of this head, which has one output in units of `scale` points and predicts
    /// the final score.
    pub fn with_values(mut self, head: &str, scale: f32) -> Result<Self, HeadError> {
        let place = head_of(&self.network, self.network.inputs(), head, 1)?;
        self.value = Some(ValueHead { place, scale, gains: false });
        Ok(self)
    }

    /// Adds the values of this head, which predicts the points still to come.
    pub fn with_gains(self, head: &str, scale: f32) -> Result<Self, HeadError> {
        let mut guide = self.with_values(head, scale)?;
        guide.value = guide.value.map(|value| ValueHead { gains: true, ..value });
        Ok(guide)
    }
}

impl<G: Game, E: Encoder<G>, S: ActionSpace<G>> Guide<G> for NetworkGuide<E, S> {
    fn guide(
        &self,
        game: &G,
        batch: &GuideBatch<'_, G>,
        priors: &mut [f32],
        values: &mut [PerSeat<f32>],
    ) {
        let idle = || self.idle.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut scratch = idle().pop().unwrap_or_default();
        let seats = game.seats();
        // The row of the seat to act comes first; those of the others are for their values.
        let rows = if self.value.is_some() { seats } else { 1 };
        scratch.prepare(&self.network, batch.len() * rows);
        let mut inputs = scratch.inputs.chunks_exact_mut(self.network.inputs());
        for (state, mover, _) in batch.iter() {
            for place in 0..rows {
                let row = inputs.next().expect("a row for every seat of every position");
                let view = game.view(state, mover.plus(place, seats));
                self.encoder.encode(game, &view, row);
            }
        }
        scratch.run(&self.network).expect("the room was made for all rows");
        let mut outputs = scratch.outputs.chunks_exact(self.network.outputs() * rows);
        let (mut rest, mut values) = (priors, values.iter_mut());
        for (state, mover, legal) in batch.iter() {
            let position = outputs.next().expect("outputs for every position");
            let (own, others) = rest.split_at_mut(legal.len());
            let (scores, view) = (&position[self.policy..], game.view(state, mover));
            for (prior, action) in own.iter_mut().zip(legal) {
                *prior = scores[self.actions.index(&view, *action)];
            }
            softmax(own);
            rest = others;
            let value = values.next().expect("a value for every position");
            *value = self.values(game, state, mover, position);
        }
        idle().push(scratch);
    }
}

impl<E, S> NetworkGuide<E, S> {
    /// Returns each seat's expected final score by the outputs of its row; NaN without a value
    /// head.
    fn values<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        mover: Seat,
        position: &[f32],
    ) -> PerSeat<f32> {
        let seats = game.seats();
        let Some(ValueHead { place, scale, gains }) = self.value else {
            return PerSeat::filled(seats, f32::NAN);
        };
        let scores = game.scores(state);
        PerSeat::from_fn(seats, |seat| {
            let row = (seat.index() + seats - mover.index()) % seats;
            let value = position[row * self.network.outputs() + place] * scale;
            if gains { scores[seat] as f32 + value } else { value }
        })
    }
}
