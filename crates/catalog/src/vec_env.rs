//! Vectorised environments behind [`AnyVecEnv`], and those with states of the caller behind
//! [`AnyPureEnv`].

use crate::advise::BotMaker;
use crate::entry::CatalogGame;
use crate::environments::{AnyBuffers, AnyPureEnv, AnyVecEnv, VecSpec};
use crate::episodes::episodes;
use crate::erased::{AnyHand, EncoderInfo};
use crate::hand::HandOf;
use crate::{CatalogError, GameInfo};
use facedown_arena::{
    BatchOptions, Buffers, Opponent, Opponents, PureEnv, PureOptions, StepError, VecEnv, digest,
};
use facedown_game::{Element, Encoder, Game, Layout, ObservationMut, Seat};
use serde_json::Map;

pub(crate) struct VecEnvOf<G: CatalogGame, E: Encoder<G>> {
    env: VecEnv<G, E, G::Space, G::Standing>,
    oracle: Option<EncoderInfo>,
    info: &'static GameInfo,
}

impl<G: CatalogGame, E: Encoder<G>> VecEnvOf<G, E> {
    pub(crate) fn new(
        (game, info): (&G, &'static GameInfo),
        encoder: E,
        spec: &VecSpec<'_>,
    ) -> Result<Self, CatalogError> {
        let oracle = game.oracle();
        if spec.oracle && oracle.is_none() {
            let why = "oracle: this game has no oracle observation";
            return Err(CatalogError::BadOption(why.to_owned()));
        }
        let (episodes, game) = (episodes(game, spec)?, game.clone());
        let options = BatchOptions { threads: spec.threads, all_seats: spec.all_seats };
        let space = G::Space::default();
        let opponents = opponents(&game, info, spec)?;
        let env = VecEnv::with_episodes(game, encoder, space, spec.n, spec.seed, episodes, options);
        let mut env = env.map_err(|error| CatalogError::Arena(error.to_string()))?;
        if let Some(opponents) = opponents {
            env = env.with_opponents(opponents);
        }
        Ok(Self { env, oracle: oracle.filter(|_| spec.oracle), info })
    }

    fn encode_states<T: Element>(&mut self, out: &mut [T]) -> Result<(), StepError> {
        let len = self.oracle.as_ref().map_or(0, |oracle| oracle.shape.iter().product());
        let encode = |game: &G, state: &G::State, seat, out: &mut [T]| {
            game.encode_oracle(state, seat, out);
        };
        Ok(self.env.encode_states(len, out, encode)?)
    }
}

/// Returns the bots in the other seats, if the caller plays one alone.
fn opponents<G: CatalogGame>(
    game: &G,
    info: &'static GameInfo,
    spec: &VecSpec<'_>,
) -> Result<Option<Opponents<G>>, CatalogError> {
    let seats = game.seats();
    let given = spec.opponents;
    if given.is_empty() {
        return Ok(None);
    }
    if given.len() + 1 != seats {
        let (found, expected) = (given.len(), seats - 1);
        return Err(CatalogError::BadOption(format!(
            "{found} opponents, expected {expected}: one for each other seat"
        )));
    }
    if let Some(seat) = spec.seat.filter(|seat| *seat >= seats) {
        return Err(CatalogError::Seat { seat, seats });
    }
    let params = Map::new();
    let makers = BotMaker::of_table(game, info, given, &params, None)?;
    let bots = given.iter().zip(makers).map(|(player, maker)| {
        if let Some(own) = maker.own() {
            Opponent::batched(player.name.as_str(), own.clone())
        } else {
            let make = move || maker.bot().expect("the bot was made before");
            Opponent::new(player.name.as_str(), Box::new(make))
        }
    });
    Ok(Some(Opponents { seat: spec.seat.map(Seat::new), bots: bots.collect() }))
}

/// Evaluates an expression with [`AnyBuffers`] as [`Buffers`] of their element type.
macro_rules! with_typed {
    ($any:expr, $typed:ident => $body:expr) => {{
        let AnyBuffers { observation, mask, seat, reward, done } = $any;
        match observation {
            ObservationMut::U8(observation) => {
                let $typed = Buffers { observation, mask, seat, reward, done };
                $body
            }
            ObservationMut::F16(observation) => {
                let $typed = Buffers { observation, mask, seat, reward, done };
                $body
            }
            ObservationMut::F32(observation) => {
                let $typed = Buffers { observation, mask, seat, reward, done };
                $body
            }
        }
    }};
}

/// Returns an owned copy of an encoder's layout.
pub(crate) fn info<G: Game>(encoder: &impl Encoder<G>) -> EncoderInfo {
    EncoderInfo {
        id: encoder.id(),
        shape: encoder.shape().to_vec(),
        scales: encoder.scales().to_vec(),
        channels: encoder.channels().to_vec(),
    }
}

/// The empty observation, for policies that need the mask alone or ask for views.
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

impl<G: CatalogGame, E: Encoder<G>> AnyVecEnv for VecEnvOf<G, E> {
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

    fn hand(&self, env: usize) -> Option<Box<dyn AnyHand>> {
        (env < self.n()).then(|| {
            let (state, rng) = (*self.env.state(env), self.env.rng(env).clone());
            Box::new(HandOf::new(self.env.game().clone(), self.info, state, rng))
                as Box<dyn AnyHand>
        })
    }

    fn standing(&self, env: usize) -> Option<Vec<i32>> {
        let scores = |env| self.env.game().match_scores(self.env.episode_state(env));
        (env < self.n()).then(|| scores(env).as_slice().to_vec())
    }

    fn reset(&mut self, seed: u64, out: AnyBuffers<'_>) -> Result<(), StepError> {
        with_typed!(out, out => self.env.reset_with(seed, out))
    }

    fn step(&mut self, actions: &[i32], out: AnyBuffers<'_>) -> Result<(), StepError> {
        with_typed!(out, out => self.env.step(actions, out))
    }

    fn sample_actions(&mut self, seed: u64, out: &mut [i32]) -> Result<(), StepError> {
        Ok(self.env.sample_actions(seed, out)?)
    }

    fn encode_oracle(&mut self, out: ObservationMut<'_>) -> Result<(), StepError> {
        match out {
            ObservationMut::U8(out) => self.encode_states(out),
            ObservationMut::F16(out) => self.encode_states(out),
            ObservationMut::F32(out) => self.encode_states(out),
        }
    }
}

/// The version of packed states, part of their key.
const STATE_FORMAT: u64 = 2;

pub(crate) struct PureEnvOf<G: CatalogGame, E: Encoder<G>>(PureEnv<G, E, G::Space, G::Standing>);

impl<G: CatalogGame, E: Encoder<G>> PureEnvOf<G, E> {
    pub(crate) fn new(
        (game, info): (&G, &'static GameInfo),
        encoder: E,
        spec: &VecSpec<'_>,
        auto_reset: bool,
    ) -> Result<Self, CatalogError> {
        let rules =
            format!("{} {} {:?} {}", info.name, spec.length, spec.hand, game.rules_record());
        let key = digest(STATE_FORMAT, rules.as_bytes());
        let options = PureOptions { key, all_seats: spec.all_seats, auto_reset };
        let (episodes, space) = (episodes(game, spec)?, G::Space::default());
        PureEnv::new(game.clone(), encoder, space, episodes, options)
            .map(Self)
            .map_err(|error| CatalogError::Arena(error.to_string()))
    }
}

impl<G: CatalogGame, E: Encoder<G>> AnyPureEnv for PureEnvOf<G, E> {
    fn state_len(&self) -> usize {
        self.0.state_len()
    }

    fn encoder(&self) -> EncoderInfo {
        info(self.0.encoder())
    }

    fn reset(
        &self,
        seeds: &[u64],
        states: &mut [u8],
        out: AnyBuffers<'_>,
        threads: usize,
    ) -> Result<(), StepError> {
        with_typed!(out, out => self.0.reset(seeds, states, out, threads))
    }

    fn step(
        &self,
        states: &[u8],
        actions: &[i32],
        next: &mut [u8],
        out: AnyBuffers<'_>,
        threads: usize,
    ) -> Result<(), StepError> {
        with_typed!(out, out => self.0.step(states, actions, next, out, threads))
    }
}
