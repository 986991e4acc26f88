//! The weights that bots and solvers play by. `docs/guide/networks.md` has the commands that made them;
//! the Python package has more.
//!
//! On WebAssembly the host installs those of the riichi clone when a request first needs them, because a
//! module is downloaded.

#[cfg(not(target_family = "wasm"))]
pub use embedded::{RIICHI_CLONE, shipped};
#[cfg(target_family = "wasm")]
pub(crate) use host::riichi_clone;
#[cfg(target_family = "wasm")]
pub use host::{install, take_asked};

/// Returns the weights of the riichi clone.
#[cfg(not(target_family = "wasm"))]
#[allow(clippy::unnecessary_wraps, reason = "on WebAssembly they may not be there yet")]
pub(crate) fn riichi_clone() -> Option<&'static [u8]> {
    Some(RIICHI_CLONE)
}

#[cfg(not(target_family = "wasm"))]
mod embedded {
    use facedown_ofc_solver::Evaluator;

    /// Decisions of riichi players.
    pub const RIICHI_CLONE: &[u8] = include_bytes!("../weights/riichi-clone.safetensors");

    /// Returns the weight files that bots and solvers play by, with their names.
    pub fn shipped() -> [(&'static str, &'static [u8]); 4] {
        let [five, seven, nine] = Evaluator::FILES;
        [
            ("ofc-value-5", five),
            ("ofc-value-7", seven),
            ("ofc-value-9", nine),
            ("riichi-clone", RIICHI_CLONE),
        ]
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
