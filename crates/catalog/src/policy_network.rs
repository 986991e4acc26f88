//! Networks that play, and that guide searches.

use crate::CatalogError;
use crate::entry::CatalogGame;
use facedown_game::{Encoder, Guide, excerpt};
use facedown_nets::{Network, NetworkGuide, Weights};
use std::sync::Arc;

/// A network with a head `policy`, one output for every action id, and perhaps a head `value`, the
/// seat's expected score of the hand.
#[derive(Clone, Debug)]
pub struct PolicyNetwork {
    /// The network.
    pub network: Arc<Network>,
    /// The encoder that it was trained for.
    pub encoder: String,
    /// Points of one unit of `value`.
    pub value_scale: f32,
}

impl PolicyNetwork {
    /// Reads a weight file, whose metadata name the encoder and the points of one unit of its value.
    pub fn read(bytes: &[u8]) -> Result<Self, CatalogError> {
        let bad = |why: String| CatalogError::BadOption(format!("network: {why}"));
        let weights = Weights::read(bytes).map_err(|error| bad(error.to_string()))?;
        let config = weights.config().map_err(|error| bad(error.to_string()))?;
        let network = Network::new(&config, &weights).map_err(|error| bad(error.to_string()))?;
        let metadata = |name: &str| weights.metadata.get(name).map(String::as_str);
        Self::new(Arc::new(network), metadata("encoder"), metadata("value_scale"))
    }

    /// Takes a network with what its metadata say: the encoder, and the points of one unit of its
    /// value, 1 by default.
    pub fn new(
        network: Arc<Network>,
        encoder: Option<&str>,
        value_scale: Option<&str>,
    ) -> Result<Self, CatalogError> {
        let value_scale = match value_scale {
            None => 1.0,
            Some(text) => {
                text.parse().ok().filter(|scale: &f32| scale.is_finite()).ok_or_else(|| {
                    let text = excerpt(text);
                    let why = format!("network: value_scale is '{text}', expected a number");
                    CatalogError::BadOption(why)
                })?
            }
        };
        Ok(Self { network, encoder: encoder.unwrap_or_default().to_owned(), value_scale })
    }

    /// Returns the network as the guide of a game's searches.
    pub(crate) fn guide<G: CatalogGame>(&self) -> Result<Arc<dyn Guide<G>>, CatalogError> {
        let bad = |why: String| CatalogError::BadOption(format!("network: {why}"));
        let encoder = G::DefaultEncoder::default();
        let expected = encoder.id();
        if self.encoder != expected && !G::EARLIER_ENCODER_IDS.contains(&self.encoder.as_str()) {
            let found = excerpt(&self.encoder);
            return Err(bad(format!("its encoder is '{found}', expected '{expected}'")));
        }
        let (network, space) = (Arc::clone(&self.network), G::Space::default());
        let guide = NetworkGuide::new::<G>(network, encoder, space, "policy");
        let guide = guide.map_err(|error| bad(error.to_string()))?;
        if self.network.head("value").is_none() {
            return Ok(Arc::new(guide));
        }
        let guide = guide.with_values("value", self.value_scale);
        Ok(Arc::new(guide.map_err(|error| bad(error.to_string()))?))
    }
}
