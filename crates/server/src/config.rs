//! The configuration of a server.

use facedown_service::Limits;
use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// How a server listens, and how much it takes on.
#[derive(Clone)]
#[non_exhaustive]
pub struct Config {
    /// The address; by default loopback alone.
    pub listen: SocketAddr,
    /// Names by which clients may call the server, besides `localhost` and IP addresses.
    pub hosts: Vec<String>,
    /// Origins of other pages that may call it; none by default.
    pub origins: Vec<String>,
    /// The bearer token that calls need; none by default.
    pub token: Option<String>,
    /// The file of tables; in memory if none.
    pub data: Option<PathBuf>,
    /// The number of searches at a time; 0 for one per core.
    pub workers: usize,
    /// The number of requests that may be in work or waiting; 0 for 16 per worker.
    pub queue: usize,
    /// The number of open connections.
    pub connections: usize,
    /// The number of open event streams.
    pub streams: usize,
    /// The most bytes of a request.
    pub body_bytes: usize,
    /// The time in which a request must have arrived.
    pub read_timeout: Duration,
    /// Limits of a single request.
    pub limits: Limits,
    /// Whether each request is logged, as a line of JSON on the standard error.
    pub log: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 7070)),
            hosts: Vec::new(),
            origins: Vec::new(),
            token: None,
            data: None,
            workers: 0,
            queue: 0,
            connections: 1024,
            streams: 64,
            body_bytes: 8 << 20,
            read_timeout: Duration::from_secs(10),
            limits: Limits::default(),
            log: false,
        }
    }
}

/// Why a configuration is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ConfigError {
    /// A token that is too short to be a secret.
    ShortToken(usize),
    /// The server would be reachable from other machines by anyone.
    OpenToAll(SocketAddr),
    /// An origin that is no scheme and host.
    Origin(String),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ShortToken(length) => {
                write!(f, "a token of {length} characters, expected at least 16")
            }
            Self::OpenToAll(address) => {
                write!(f, "{address} is reachable from other machines: a token is needed")
            }
            Self::Origin(origin) => {
                write!(f, "'{origin}' is no origin, expected one like https://cards.example")
            }
        }
    }
}

impl std::error::Error for ConfigError {}

impl Config {
    /// Returns the number of workers in effect.
    pub(crate) fn workers(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        if self.workers == 0 { cores() } else { self.workers.min(256) }
    }

    /// Returns the queue limit in effect.
    pub(crate) fn queue(&self) -> usize {
        if self.queue == 0 { 16 * self.workers() } else { self.queue }
    }

    /// Checks the configuration.
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        match &self.token {
            Some(token) if token.len() < 16 => return Err(ConfigError::ShortToken(token.len())),
            None if !self.listen.ip().is_loopback() => {
                return Err(ConfigError::OpenToAll(self.listen));
            }
            _ => {}
        }
        let is_origin = |origin: &&String| {
            let host = origin.split_once("://").map(|(_, host)| host);
            host.is_none_or(|host| host.is_empty() || host.contains('/'))
        };
        match self.origins.iter().find(is_origin) {
            Some(origin) => Err(ConfigError::Origin(origin.clone())),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config").field("listen", &self.listen).finish_non_exhaustive()
    }
}
