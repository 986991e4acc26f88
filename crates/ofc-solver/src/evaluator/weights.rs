//! The weights of the networks: part of the program, or installed by the host when they are first needed.
//! The host installs them on WebAssembly, because a module is downloaded and most visitors never play this
//! game, and without the feature `weights`.

use super::steady::SteadyEvaluator;
use super::{Evaluator, NetworkSet};
use std::fmt;
use std::sync::Arc;

/// All networks.
pub(super) struct Weights {
    /// The value networks in the order of [`NetworkSet::SHIPPED`].
    values: [Arc<Evaluator>; SETS],
    pub(super) plain: SteadyEvaluator,
    pub(super) jokers: SteadyEvaluator,
    pub(super) classic: SteadyEvaluator,
    pub(super) low: SteadyEvaluator,
}

const SETS: usize = NetworkSet::SHIPPED.len();

impl Weights {
    /// Reads the value networks and those of `steady`; `None` if they are no such files.
    fn read(values: [[&[u8]; 3]; SETS], [plain, jokers, classic, low]: [&[u8]; 4]) -> Option<Self> {
        let mut sets = NetworkSet::SHIPPED.map(Evaluator::new);
        for (set, files) in sets.iter_mut().zip(values) {
            for file in files {
                set.add(file).ok()?;
            }
        }
        Some(Self {
            values: sets.map(Arc::new),
            plain: SteadyEvaluator::read(plain).ok()?,
            jokers: SteadyEvaluator::read(jokers).ok()?,
            classic: SteadyEvaluator::read(classic).ok()?,
            low: SteadyEvaluator::read(low).ok()?,
        })
    }

    /// Returns the value networks of a set, if they ship.
    pub(super) fn values(&self, set: NetworkSet) -> Option<Arc<Evaluator>> {
        let found = self.values.iter().zip(NetworkSet::SHIPPED).find(|(_, of)| *of == set);
        found.map(|(evaluator, _)| evaluator.clone())
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
    #[cfg(not(all(feature = "weights", not(target_family = "wasm"))))]
    host::ask();
    Err(MissingWeights)
}

#[cfg(all(feature = "weights", not(target_family = "wasm")))]
pub(super) fn all() -> Option<&'static Weights> {
    static EMBEDDED: std::sync::LazyLock<Option<Weights>> = std::sync::LazyLock::new(|| {
        let steady: [&[u8]; 4] = [
            include_bytes!("steady/plain.safetensors"),
            include_bytes!("steady/jokers.safetensors"),
            include_bytes!("steady/classic.safetensors"),
            include_bytes!("steady/low.safetensors"),
        ];
        Weights::read(NetworkSet::FILES, steady)
    });
    EMBEDDED.as_ref()
}

/// Weight files of a preset.
#[cfg(all(feature = "weights", not(target_family = "wasm")))]
macro_rules! files {
    ($preset:literal) => {
        [
            include_bytes!(concat!($preset, "-5.safetensors")),
            include_bytes!(concat!($preset, "-7.safetensors")),
            include_bytes!(concat!($preset, "-9.safetensors")),
        ]
    };
}

#[cfg(all(feature = "weights", not(target_family = "wasm")))]
impl NetworkSet {
    /// The weight files for boards of 5, 7 and 9 cards, in the order of [`NetworkSet::SHIPPED`].
    pub const FILES: [[&[u8]; 3]; SETS] = [
        files!("standard"),
        files!("progressive"),
        files!("ultimate"),
        files!("joker-ultimate"),
        files!("2-7"),
    ];
}

#[cfg(not(all(feature = "weights", not(target_family = "wasm"))))]
pub(super) use host::all;
#[cfg(not(all(feature = "weights", not(target_family = "wasm"))))]
pub use host::{install, take_asked};

#[cfg(not(all(feature = "weights", not(target_family = "wasm"))))]
mod host {
    use super::{SETS, Weights};
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

    /// Installs the networks: a line with the sizes of the files, then the files: the value networks for
    /// 5, 7 and 9 cards, set by set in the order of [`NetworkSet::SHIPPED`](super::NetworkSet::SHIPPED),
    /// then `plain`, `jokers`, `classic` and `low` of `steady`. Returns whether they are.
    pub fn install(bytes: &[u8]) -> bool {
        // Installed twice, they are the same.
        read(bytes).map(|weights| INSTALLED.get_or_init(|| weights)).is_some()
    }

    fn read(bytes: &[u8]) -> Option<Weights> {
        let line = bytes.iter().position(|byte| *byte == b'\n')?;
        let (sizes, mut rest) = (std::str::from_utf8(&bytes[..line]).ok()?, &bytes[line + 1..]);
        let mut files = Vec::with_capacity(3 * SETS + 4);
        for size in sizes.split(' ') {
            let (file, after) = rest.split_at_checked(size.parse().ok()?)?;
            files.push(file);
            rest = after;
        }
        let (values, of_steady) = files.split_at_checked(3 * SETS)?;
        let values = values.as_chunks::<3>().0.try_into().ok()?;
        let all = Weights::read(values, of_steady.try_into().ok()?)?;
        rest.is_empty().then_some(all)
    }
}
