//! The yaku and their names.

use facedown_riichi::score::Yaku;
use pyo3::prelude::pyfunction;
use serde_json::json;

/// Returns every yaku: name, id, English name, Japanese name, han closed and open, whether it is a
/// yakuman.
type YakuRow = (String, u8, &'static str, &'static str, u8, u8, bool);

#[pyfunction]
pub(super) fn riichi_yaku() -> Vec<YakuRow> {
    let row = |yaku: Yaku| {
        let name = json!(yaku).as_str().unwrap_or_default().to_owned();
        let han = [true, false].map(|closed| yaku.han(closed));
        (name, yaku.id(), yaku.english(), yaku.romaji(), han[0], han[1], yaku.is_yakuman())
    };
    Yaku::ALL.into_iter().map(row).collect()
}
