//! Tiles as text, counts and ids.

use crate::errors::value_error;
use crate::values::Integer;
use facedown_game::excerpt;
use facedown_tiles::{Counts, Tile, TileId, notation};
use pyo3::prelude::{PyResult, pyfunction};

/// Counts the tiles of each kind in a text.
#[pyfunction]
pub(super) fn riichi_counts(text: &str) -> PyResult<Vec<u8>> {
    let counts: Counts = text
        .parse()
        .map_err(|error| value_error(format_args!("'{text}': {error}", text = excerpt(text))))?;
    Ok(counts.as_array().to_vec())
}

#[pyfunction]
pub(super) fn riichi_format_counts(counts: [u8; 34]) -> PyResult<String> {
    Ok(Counts::new(counts).map_err(value_error)?.to_string())
}

#[pyfunction]
pub(super) fn riichi_format_ids(ids: Vec<Integer<'_>>) -> PyResult<String> {
    let tile = |id: Integer<'_>| {
        let tile = id.below(136).and_then(TileId::from_index).map(TileId::tile);
        tile.ok_or_else(|| value_error(format_args!("no tile {id}: ids are 0 to 135")))
    };
    let tiles = ids.into_iter().map(tile).collect::<PyResult<Vec<Tile>>>()?;
    Ok(notation::tiles(&tiles).to_string())
}
