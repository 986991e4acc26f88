//! The weights that ship. `docs/guide/networks.md` has the commands that made them.

use facedown_ofc_solver::Evaluator;

/// The rows of the best Fantasyland setting.
pub const FANTASYLAND_TOP: &[u8] = include_bytes!("../weights/fantasyland-top.safetensors");
/// The same for middles.
pub const FANTASYLAND_MIDDLE: &[u8] = include_bytes!("../weights/fantasyland-middle.safetensors");
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
    let mut all: Vec<_> = own.into_iter().chain(names.into_iter().zip(Evaluator::FILES)).collect();
    all.sort_unstable();
    all
}
