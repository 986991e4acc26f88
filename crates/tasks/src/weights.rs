//! The weights that ship. `docs/guide/networks.md` has the commands that made them.
//!
//! On WebAssembly the host installs those of the riichi clone when a request first needs them, because a
//! module is downloaded.

#[cfg(not(target_family = "wasm"))]
pub use embedded::{DEADWOOD, FANTASYLAND_MIDDLE, FANTASYLAND_TOP, RIICHI_CLONE, shipped};
#[cfg(target_family = "wasm")]
pub(crate) use host::riichi_clone;
#[cfg(target_family = "wasm")]
pub use host::{install, take_asked};

/// Returns the weights of the riichi clone.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn riichi_clone() -> Option<&'static [u8]> {
    Some(RIICHI_CLONE)
}

#[cfg(not(target_family = "wasm"))]
mod embedded {
    use facedown_ofc_solver::Evaluator;

    /// The top row of the best Fantasyland setting.
    pub const FANTASYLAND_TOP: &[u8] = include_bytes!("../weights/fantasyland-top.safetensors");
    /// Its middle row.
    pub const FANTASYLAND_MIDDLE: &[u8] =
        include_bytes!("../weights/fantasyland-middle.safetensors");
    /// The deadwood of a gin hand.
    pub const DEADWOOD: &[u8] = include_bytes!("../weights/deadwood.safetensors");
    /// Decisions of riichi players.
    pub const RIICHI_CLONE: &[u8] = include_bytes!("../weights/riichi-clone.safetensors");

    /// Returns all weight files that ship, with their names.
    pub fn shipped() -> Vec<(&'static str, &'static [u8])> {
        let own = [
            ("deadwood", DEADWOOD),
            ("fantasyland-middle", FANTASYLAND_MIDDLE),
            ("fantasyland-top", FANTASYLAND_TOP),
            ("riichi-clone", RIICHI_CLONE),
        ];
        let names = ["ofc-value-5", "ofc-value-7", "ofc-value-9"];
        let values = names.into_iter().zip(Evaluator::FILES);
        let mut all: Vec<_> = own.into_iter().chain(values).collect();
        all.sort_unstable();
        all
    }
}

#[cfg(target_family = "wasm")]
mod host {
    use crate::riichi_clone::CloneBot;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, Ordering};

    static INSTALLED: OnceLock<Vec<u8>> = OnceLock::new();
    static ASKED: AtomicBool = AtomicBool::new(false);

    /// Returns the weights of the riichi clone; if there are none yet, the host is asked for them.
    pub(crate) fn riichi_clone() -> Option<&'static [u8]> {
        let found = INSTALLED.get();
        ASKED.fetch_or(found.is_none(), Ordering::Relaxed);
        found.map(Vec::as_slice)
    }

    /// Returns whether something needed the weights since the last call, and did not have them.
    pub fn take_asked() -> bool {
        ASKED.swap(false, Ordering::Relaxed)
    }

    /// Installs the weights of the riichi clone. Returns whether they are.
    pub fn install(bytes: &[u8]) -> bool {
        // Installed twice, they are the same.
        CloneBot::read(bytes).is_ok() && !INSTALLED.get_or_init(|| bytes.to_vec()).is_empty()
    }
}
