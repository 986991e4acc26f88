//! The bot `clone`.

use super::{CloneActions, ClonePlanes, ENCODER};
use facedown_game::{Policy, Rng, math};
use facedown_nets::{HeadError, Network, NetworkPolicy, WeightsError};
use facedown_riichi::bots::Efficient;
use facedown_riichi::knowledge::Expert;
use facedown_riichi::{Action, Riichi, View};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Plays the decision that the network scores best. With three seats, which it has not learnt, it
/// plays as `efficient` does.
#[derive(Clone, Debug)]
pub struct CloneBot {
    policy: NetworkPolicy<ClonePlanes, CloneActions>,
    other: Efficient,
}

/// Why weights are none of a cloned policy.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum CloneError {
    /// They cannot be read.
    Weights(WeightsError),
    /// The network has other inputs or heads.
    Head(HeadError),
}

impl fmt::Display for CloneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Weights(error) => error.fmt(f),
            Self::Head(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CloneError {}

impl CloneBot {
    /// Returns the bot with the weights that ship; `None` if they are not there.
    pub fn shipped() -> Option<Self> {
        static NETWORK: OnceLock<Arc<Network>> = OnceLock::new();
        let network = if let Some(network) = NETWORK.get() {
            network
        } else {
            let network = Network::read(crate::weights::riichi_clone()?, ENCODER).ok()?;
            NETWORK.get_or_init(|| Arc::new(network))
        };
        Self::new(network.clone()).ok()
    }

    /// Reads the weights.
    pub fn read(bytes: &[u8]) -> Result<Self, CloneError> {
        let network = Network::read(bytes, ENCODER).map_err(CloneError::Weights)?;
        Self::new(Arc::new(network)).map_err(CloneError::Head)
    }

    /// Returns the bot of a network.
    pub fn new(network: Arc<Network>) -> Result<Self, HeadError> {
        let policy = NetworkPolicy::new::<Riichi>(network, ClonePlanes, CloneActions, "policy")?;
        Ok(Self { policy, other: Efficient::default() })
    }
}

impl Policy<Riichi> for CloneBot {
    fn choose(&mut self, game: &Riichi, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        match legal {
            [only] => *only,
            _ if view.table().seats() != 4 => self.other.choose(game, view, legal, rng),
            _ => self.policy.choose(game, view, legal, rng),
        }
    }
}

/// The network that ships as an expert of the bot `search`, for four seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CloneExpert;

impl Expert for CloneExpert {
    fn log_chances(&self, game: &Riichi, view: &View, legal: &[Action]) -> Option<Vec<f32>> {
        if view.table().seats() != 4 {
            return None;
        }
        let mut chances = Vec::with_capacity(legal.len());
        CloneBot::shipped()?.policy.probabilities(game, view, legal, &mut chances);
        for chance in &mut chances {
            *chance = math::ln(f64::from(*chance).max(f64::MIN_POSITIVE)) as f32;
        }
        Some(chances)
    }
}
