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
    use facedown_ofc_solver::NetworkSet;

    /// Decisions of riichi players.
    pub const RIICHI_CLONE: &[u8] = include_bytes!("../weights/riichi-clone.safetensors");

    /// Returns the weight files that bots and solvers play by, with their names: `ofc-value-5` and so
    /// on are those of the rules `standard`, `ofc-value-5-ultimate` those of another preset.
    pub fn shipped() -> Vec<(String, &'static [u8])> {
        let mut all = Vec::new();
        for (set, files) in NetworkSet::SHIPPED.into_iter().zip(NetworkSet::FILES) {
            let preset = match set {
                NetworkSet::Standard => String::new(),
                other => format!("-{}", other.preset()),
            };
            for (cards, file) in [5, 7, 9].into_iter().zip(files) {
                all.push((format!("ofc-value-{cards}{preset}"), file));
            }
        }
        all.push(("riichi-clone".to_owned(), RIICHI_CLONE));
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
