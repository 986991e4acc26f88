//! The action ids of `riichienv` 0.4.11: red fives share those of plain ones.

use facedown_riichi::{Action as Move, View};
use facedown_tiles::Kind;

/// The size of the action space.
pub(super) const fn count(seats: usize) -> usize {
    if seats == 3 { 60 } else { 82 }
}

/// Returns the id of an action.
pub(super) fn number(view: &View, action: Move) -> usize {
    let three = view.table().seats() == 3;
    let kind = |kind: Kind| match (three, kind.index()) {
        (true, 0..8) => 0,
        (true, index) => index - 7,
        (false, index) => index,
    };
    let by_seats = |four: usize, of_three: usize| if three { of_three } else { four };
    let kan = |k: Kind| by_seats(42, 29) + kind(k);
    let offered = view.table().offered().map(facedown_tiles::Tile::kind);
    match action {
        Move::Discard { tile, .. } => kind(tile.kind()),
        Move::Riichi => by_seats(37, 27),
        Move::Chi(own) => {
            let [low, high] = own.map(facedown_tiles::Tile::kind);
            // The called tile is the lowest, the middle or the highest of the run.
            match offered {
                Some(called) if called < low => 38,
                Some(called) if called < high => 39,
                _ => 40,
            }
        }
        Move::Pon(_) => by_seats(41, 28),
        Move::ClosedKan(k) => kan(k),
        Move::AddedKan(tile) => kan(tile.kind()),
        Move::OpenKan => offered.map_or(0, kan),
        Move::Tsumo | Move::Ron => by_seats(79, 56),
        Move::NineTerminals => by_seats(80, 57),
        Move::Pass => by_seats(81, 58),
        Move::Nuki => 59,
    }
}
