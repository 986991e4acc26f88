//! Luck adjustment: a result minus what chance did.
//!
//! [`Luck`] records a hand and sums each seat's luck by a [`Baseline`]. Its random numbers come from
//! a stream of its own, so that play is the same with and without it.

use crate::play::Recorder;
use crate::stream::luck_stream;
use facedown_game::{Baseline, Game, PerSeat, Seat, SeatSet, Sink, Step};
use std::fmt;
use std::ops::Deref;

/// A baseline whose value is not finite.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct BadBaseline {
    /// The name of the baseline.
    pub name: String,
    /// The seat.
    pub seat: Seat,
    /// The luck that was computed from the value.
    pub value: f64,
}

impl fmt::Display for BadBaseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, seat, value } = self;
        write!(f, "baseline '{name}' gives {seat} a luck of {value}, expected a finite number")
    }
}

impl std::error::Error for BadBaseline {}

/// A baseline that is shared, or made for one hand.
pub(crate) enum BaselineRef<'a, G: Game> {
    Shared(&'a dyn Baseline<G>),
    Own(Box<dyn Baseline<G>>),
}

impl<'a, G: Game> Deref for BaselineRef<'a, G> {
    type Target = dyn Baseline<G> + 'a;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Shared(baseline) => *baseline,
            Self::Own(baseline) => &**baseline,
        }
    }
}

/// Sums the luck of each seat over the chance events of a hand.
pub struct Luck<'a, G: Game> {
    game: &'a G,
    baseline: BaselineRef<'a, G>,
    seed: u64,
    hand: u64,
    events: u64,
    setup: Option<G::Setup>,
    before: Option<G::State>,
    total: PerSeat<f64>,
    bad: Option<BadBaseline>,
}

impl<'a, G: Game> Luck<'a, G> {
    /// Creates a recorder of luck by a baseline, whose random numbers derive from a seed.
    pub fn new(game: &'a G, baseline: &'a dyn Baseline<G>, seed: u64) -> Self {
        Self::with(game, BaselineRef::Shared(baseline), seed)
    }

    pub(crate) fn with(game: &'a G, baseline: BaselineRef<'a, G>, seed: u64) -> Self {
        let total = PerSeat::filled(game.seats(), 0.0);
        Self {
            game,
            baseline,
            seed,
            hand: 0,
            events: 0,
            setup: None,
            before: None,
            total,
            bad: None,
        }
    }

    /// Returns the luck of each seat so far.
    pub fn total(&self) -> Result<PerSeat<f64>, BadBaseline> {
        match &self.bad {
            Some(bad) => Err(bad.clone()),
            None => Ok(self.total),
        }
    }

    /// Adds the luck of one event.
    fn add(&mut self, luck: &PerSeat<f64>) {
        for (seat, value) in luck.iter() {
            if !value.is_finite() && self.bad.is_none() {
                self.bad = Some(BadBaseline { name: self.baseline.name().into(), seat, value });
            }
            self.total[seat] += value;
        }
    }

    /// Returns the random stream of the next event.
    fn next_stream(&mut self) -> facedown_game::Rng {
        self.events += 1;
        luck_stream(self.seed, self.hand, self.events)
    }
}

impl<G: Game> Sink<G::Event> for Luck<'_, G> {
    fn emit(&mut self, _: SeatSet, _: G::Event) {}
}

impl<G: Game> Recorder<G> for Luck<'_, G> {
    fn begin_hand(&mut self, hand: u64, setup: &G::Setup) {
        self.hand = hand;
        self.events = 0;
        self.setup = Some(*setup);
    }

    fn dealt(&mut self, state: &G::State) {
        let mut rng = self.next_stream();
        let Some(setup) = self.setup else { return };
        self.add(&self.baseline.deal_luck(self.game, &setup, state, &mut rng));
    }

    fn before_step(&mut self, state: &G::State, _: Step<G::Action>) {
        self.before = Some(*state);
    }

    fn after_step(&mut self, state: &G::State, step: Step<G::Action>) {
        let Some(before) = self.before.take() else { return };
        let mut rng = luck_stream(self.seed, self.hand, self.events + 1);
        if let Some(luck) = self.baseline.step_luck(self.game, &before, step, state, &mut rng) {
            self.events += 1;
            self.add(&luck);
        }
    }
}

impl<G: Game> fmt::Debug for Luck<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Luck")
            .field("baseline", &self.baseline.name())
            .field("hand", &self.hand)
            .field("total", &self.total)
            .finish_non_exhaustive()
    }
}
