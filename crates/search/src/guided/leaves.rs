//! The leaves of a guided search, valued in batches.

use crate::guided::tree::Step;
use crate::run::context::Context;
use facedown_game::{Guide, GuideBatch, PerSeat, Rng, Searchable, Seat};
use rayon::ThreadPool;
use std::ops::Range;

/// A leaf on its way to a value.
pub(super) struct Leaf {
    /// Its path among the steps of the batch.
    pub(super) steps: Range<usize>,
    pub(super) weight: f32,
    pub(super) end: LeafEnd,
}

/// Where a selection path ended.
pub(super) enum LeafEnd {
    /// The hand is over, with these utilities.
    Over(PerSeat<f32>),
    /// An information set that is new, or lacks some of the legal actions.
    Open {
        /// Its number among the positions of the batch.
        position: usize,
        key: u64,
    },
}

/// A batch of leaves. Memory is used again from batch to batch.
pub(super) struct Leaves<G: Searchable> {
    pub(super) all: Vec<Leaf>,
    pub(super) steps: Vec<Step>,
    states: Vec<G::State>,
    seats: Vec<Seat>,
    streams: Vec<Rng>,
    actions: Vec<G::Action>,
    ends: Vec<usize>,
    priors: Vec<f32>,
    values: Vec<PerSeat<f32>>,
}

impl<G: Searchable> Leaves<G> {
    pub(super) fn new() -> Self {
        Self {
            all: Vec::new(),
            steps: Vec::new(),
            states: Vec::new(),
            seats: Vec::new(),
            streams: Vec::new(),
            actions: Vec::new(),
            ends: Vec::new(),
            priors: Vec::new(),
            values: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.steps.clear();
        self.states.clear();
        self.seats.clear();
        self.streams.clear();
        self.actions.clear();
        self.ends.clear();
    }

    /// Adds a position for the guide; returns its number. The stream is that of its rollout.
    pub(super) fn add(
        &mut self,
        state: G::State,
        mover: Seat,
        legal: &[G::Action],
        stream: Rng,
    ) -> usize {
        self.states.push(state);
        self.seats.push(mover);
        self.streams.push(stream);
        self.actions.extend_from_slice(legal);
        self.ends.push(self.actions.len());
        self.states.len() - 1
    }

    /// Returns the seat to act of a position, its legal actions, their priors, and each seat's
    /// utility.
    pub(super) fn valued(&self, position: usize) -> (Seat, &[G::Action], &[f32], &PerSeat<f32>) {
        let from = if position == 0 { 0 } else { self.ends[position - 1] };
        let actions = from..self.ends[position];
        let (legal, priors) = (&self.actions[actions.clone()], &self.priors[actions]);
        (self.seats[position], legal, priors, &self.values[position])
    }

    /// Values all positions of the batch. Threads share the positions; the value of a position does
    /// not depend on its neighbours.
    pub(super) fn value(
        &mut self,
        ctx: &Context<'_, G>,
        (guide, share): (&dyn Guide<G>, f32),
        pool: Option<&ThreadPool>,
    ) {
        let count = self.states.len();
        self.priors.clear();
        self.priors.resize(self.actions.len(), 0.0);
        self.values.clear();
        self.values.resize(count, PerSeat::filled(ctx.game.seats(), f32::NAN));
        if count == 0 {
            return;
        }
        let batch = GuideBatch::new(&self.states, &self.seats, &self.actions, &self.ends);
        let (priors, values) = (&mut self.priors[..], &mut self.values[..]);
        let job = Job { batch, priors, values, streams: &mut self.streams };
        match pool {
            None => job.run(ctx, guide, share),
            Some(pool) => {
                let pieces = pool.current_num_threads().min(count);
                pool.scope(|scope| {
                    for piece in job.split(pieces) {
                        scope.spawn(move |_| piece.run(ctx, guide, share));
                    }
                });
            }
        }
    }
}

/// Some of the positions of a batch.
struct Job<'a, G: Searchable> {
    batch: GuideBatch<'a, G>,
    priors: &'a mut [f32],
    values: &'a mut [PerSeat<f32>],
    streams: &'a mut [Rng],
}

impl<G: Searchable> Job<'_, G> {
    /// Splits the positions into pieces of about the same size.
    fn split(self, pieces: usize) -> Vec<Self> {
        let (count, mut from) = (self.batch.len(), 0);
        let (mut priors, mut values, mut streams) = (self.priors, self.values, self.streams);
        let mut all = Vec::with_capacity(pieces);
        for piece in 1..=pieces {
            let to = count * piece / pieces;
            let batch = self.batch.slice(from..to);
            let (own_priors, other_priors) = priors.split_at_mut(batch.action_count());
            let (own_values, other_values) = values.split_at_mut(to - from);
            let (own_streams, other_streams) = streams.split_at_mut(to - from);
            all.push(Self { batch, priors: own_priors, values: own_values, streams: own_streams });
            (priors, values, streams, from) = (other_priors, other_values, other_streams, to);
        }
        all
    }

    /// Asks the guide, and rolls hands out where it has no opinion or rollouts count too.
    fn run(self, ctx: &Context<'_, G>, guide: &dyn Guide<G>, share: f32) {
        let Self { batch, priors, values, streams } = self;
        guide.guide(ctx.game, &batch, priors, values);
        let mut list = G::LegalActions::default();
        for (((state, ..), value), rng) in batch.iter().zip(values).zip(streams) {
            let has_opinion = value.as_slice().iter().all(|score| score.is_finite());
            let share = if has_opinion { share } else { 1.0 };
            let guided = if has_opinion { Some(ctx.utility.utility(value)) } else { None };
            let rollout = (share > 0.0).then(|| ctx.playout(&mut { *state }, &mut list, rng));
            *value = match (guided, rollout) {
                (Some(guided), Some(rollout)) => PerSeat::from_fn(rollout.seats(), |seat| {
                    guided[seat] + share * (rollout[seat] - guided[seat])
                }),
                (Some(utility), None) | (None, Some(utility)) => utility,
                (None, None) => unreachable!("without an opinion the hand is rolled out"),
            };
        }
    }
}
