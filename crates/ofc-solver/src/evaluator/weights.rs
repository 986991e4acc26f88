//! The weights of the networks: part of the program, or on WebAssembly installed by the host when a
//! request first needs them, because a module is downloaded and most visitors never play this game.

use super::Evaluator;
use super::steady::SteadyEvaluator;
use std::fmt;

/// All networks.
pub(super) struct Weights {
    pub(super) standard: Evaluator,
    pub(super) plain: SteadyEvaluator,
    pub(super) jokers: SteadyEvaluator,
    pub(super) classic: SteadyEvaluator,
    pub(super) low: SteadyEvaluator,
}

impl Weights {
    /// Reads the networks; `None` if the bytes have the wrong length.
    fn read([standard, plain, jokers, classic, low]: [&[u8]; 5]) -> Option<Self> {
        Some(Self {
            standard: Evaluator::read(standard)?,
            plain: SteadyEvaluator::read(plain)?,
            jokers: SteadyEvaluator::read(jokers)?,
            classic: SteadyEvaluator::read(classic)?,
            low: SteadyEvaluator::read(low)?,
        })
    }
}

/// The networks are not installed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MissingWeights;

impl fmt::Display for MissingWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the network weights of ofc are not loaded")
    }
}

impl std::error::Error for MissingWeights {}

/// Checks that the networks are there, before anything is done that would ask them.
pub fn require() -> Result<(), MissingWeights> {
    if all().is_some() {
        return Ok(());
    }
    #[cfg(target_family = "wasm")]
    host::ask();
    Err(MissingWeights)
}

#[cfg(not(target_family = "wasm"))]
pub(super) fn all() -> Option<&'static Weights> {
    static EMBEDDED: std::sync::LazyLock<Option<Weights>> = std::sync::LazyLock::new(|| {
        Weights::read([
            include_bytes!("standard.net"),
            include_bytes!("steady/plain.net"),
            include_bytes!("steady/jokers.net"),
            include_bytes!("steady/classic.net"),
            include_bytes!("steady/low.net"),
        ])
    });
    EMBEDDED.as_ref()
}

#[cfg(target_family = "wasm")]
pub(super) use host::all;
#[cfg(target_family = "wasm")]
pub use host::{install, take_asked};

#[cfg(target_family = "wasm")]
mod host {
    use super::super::steady::SteadyEvaluator;
    use super::{Evaluator, Weights};
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, Ordering};

    static INSTALLED: OnceLock<Weights> = OnceLock::new();
    static ASKED: AtomicBool = AtomicBool::new(false);

    pub(in super::super) fn all() -> Option<&'static Weights> {
        INSTALLED.get()
    }

    pub(super) fn ask() {
        ASKED.store(true, Ordering::Relaxed);
    }

    /// Returns whether something needed the networks since the last call, and did not have them.
    pub fn take_asked() -> bool {
        ASKED.swap(false, Ordering::Relaxed)
    }

    /// Installs the networks: the files `standard.net`, `plain.net`, `jokers.net`, `classic.net` and
    /// `low.net` one after another. Returns whether they are.
    pub fn install(bytes: &[u8]) -> bool {
        let steady = SteadyEvaluator::BYTES;
        if bytes.len() != Evaluator::BYTES + 4 * steady {
            return false;
        }
        let (standard, rest) = bytes.split_at(Evaluator::BYTES);
        let of = |n: usize| &rest[n * steady..(n + 1) * steady];
        let read = Weights::read([standard, of(0), of(1), of(2), of(3)]);
        // Installed twice, they are the same.
        read.map(|weights| INSTALLED.get_or_init(|| weights)).is_some()
    }
}
