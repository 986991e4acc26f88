//! Bots by name, and networks by the path of their file: wherever a bot is named.

use anyhow::{Context, Result};
use facedown_catalog::{OwnPolicy, Player, PolicyNetwork};
use facedown_game::{path_excerpt, read_at_most};
use std::fs::File;
use std::path::Path;

/// The largest weight file that is read.
const MAX_NETWORK_BYTES: usize = 256 << 20;

/// Returns the bot of a name; a name that ends like a weight file is the path of a network, which
/// plays by itself.
pub(crate) fn player(name: &str) -> Result<Player> {
    if !name.ends_with(".safetensors") {
        return Ok(name.into());
    }
    Ok(Player::own(name, OwnPolicy::Network(network(Path::new(name))?)))
}

/// Returns the bots of some names.
pub(crate) fn players(names: &[String]) -> Result<Vec<Player>> {
    names.iter().map(|name| player(name)).collect()
}

/// Reads the network of a weight file.
pub(crate) fn network(path: &Path) -> Result<PolicyNetwork> {
    let named = || format!("'{}'", path_excerpt(path));
    let bytes = File::open(path).and_then(|file| read_at_most(file, MAX_NETWORK_BYTES));
    PolicyNetwork::read(&bytes.with_context(named)?).with_context(named)
}
