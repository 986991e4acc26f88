//! The bot `clone`.

use super::{CloneActions, ClonePlanes, ENCODER, VALUE_SCALE};
use facedown_game::{Game, Guide, Policy, Rng, math};
use facedown_nets::{HeadError, Network, NetworkGuide, NetworkPolicy, WeightsError};
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
        Self::new(shipped_network()?).ok()
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

/// Returns the network that ships; `None` if its weights are not there.
fn shipped_network() -> Option<Arc<Network>> {
    static NETWORK: OnceLock<Arc<Network>> = OnceLock::new();
    if let Some(network) = NETWORK.get() {
        return Some(Arc::clone(network));
    }
    let network = Network::read(crate::weights::riichi_clone()?, ENCODER).ok()?;
    Some(Arc::clone(NETWORK.get_or_init(|| Arc::new(network))))
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

impl CloneExpert {
    /// Returns the network as the guide of a tree search of this game; `None` with three seats.
    pub fn guide(self, game: &Riichi) -> Option<Arc<dyn Guide<Riichi>>> {
        if game.seats() != 4 {
            return None;
        }
        let guide =
            NetworkGuide::new::<Riichi>(shipped_network()?, ClonePlanes, CloneActions, "policy");
        Some(Arc::new(guide.ok()?.with_gains("value", VALUE_SCALE).ok()?))
    }
}
