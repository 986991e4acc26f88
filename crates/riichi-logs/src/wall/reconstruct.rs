//! Reconstructs a wall from a recorded round, for logs without a seed.
//!
//! The tiles that the round shows (hands, draws, indicators) take their places in Tenhou's order and
//! the unseen tiles fill the rest, so that the engine deals logs with and without a seed alike.

use super::{pack, visible_tile};
use crate::record::{Round, RoundEnd, Step};
use facedown_tiles::{Tile, TileId};

/// Reconstructs a wall that deals the round. Returns `None` if the round shows more copies of a tile
/// than the pack has, or more draws than the wall has.
pub(crate) fn reconstruct_wall(round: &Round, seats: usize, reds: bool) -> Option<Vec<TileId>> {
    let mut builder = WallBuilder::new(seats, reds);
    builder.deal(round, seats)?;
    builder.place(first_indicator(seats), round.indicator)?;
    builder.play(round, seats)?;
    if let Some(RoundEnd::Wins(wins)) = &round.end {
        let ura = wins.iter().map(|win| &win.ura).max_by_key(|ura| ura.len());
        for (number, tile) in ura.into_iter().flatten().enumerate() {
            builder.place(first_indicator(seats) - 1 + 2 * number, *tile)?;
        }
    }
    Some(builder.finish())
}

/// Returns the position of the first dora indicator.
const fn first_indicator(seats: usize) -> usize {
    if seats == 3 { 9 } else { 5 }
}

struct WallBuilder {
    wall: Vec<Option<TileId>>,
    /// The copies of each tile that are not placed yet.
    unused: Vec<Vec<TileId>>,
}

impl WallBuilder {
    fn new(seats: usize, reds: bool) -> Self {
        let pack = pack(seats == 3);
        let mut unused = vec![Vec::new(); Tile::COUNT];
        for id in pack.iter().rev() {
            unused[visible_tile(*id, reds).index()].push(*id);
        }
        Self { wall: vec![None; pack.len()], unused }
    }

    /// Places a copy of the tile.
    fn place(&mut self, place: usize, tile: Tile) -> Option<()> {
        let id = self.unused[tile.index()].pop()?;
        self.wall.get_mut(place)?.replace(id).is_none().then_some(())
    }

    /// Places the hands: from the dealer on three times four tiles each, then one, from the top down.
    fn deal(&mut self, round: &Round, seats: usize) -> Option<()> {
        let mut place = self.wall.len();
        for block in [0..4, 4..8, 8..12, 12..13] {
            for turn in 0..seats {
                let seat = round.dealer.plus(turn, seats);
                for tile in &round.hands.get(seat.index())?[block.clone()] {
                    place -= 1;
                    self.place(place, *tile)?;
                }
            }
        }
        Some(())
    }

    /// Places draws, replacements and indicators.
    fn play(&mut self, round: &Round, seats: usize) -> Option<()> {
        let mut next = self.wall.len() - 13 * seats;
        let (mut replacements, mut indicators, mut replaces) = (0, 1, false);
        for step in &round.steps {
            match step {
                Step::Draw { tile, .. } if replaces => {
                    self.place(replacements ^ 1, *tile)?;
                    replacements += 1;
                    replaces = false;
                }
                Step::Draw { tile, .. } => {
                    next = next.checked_sub(1)?;
                    self.place(next, *tile)?;
                }
                Step::Dora { indicator } => {
                    self.place(first_indicator(seats) + 2 * indicators, *indicator)?;
                    indicators += 1;
                }
                Step::OpenKan { .. }
                | Step::ClosedKan { .. }
                | Step::AddedKan { .. }
                | Step::Nuki { .. } => replaces = true,
                _ => {}
            }
        }
        Some(())
    }

    /// Fills the rest with unseen tiles.
    fn finish(self) -> Vec<TileId> {
        let mut rest = self.unused.into_iter().flatten();
        let fill = |place: Option<TileId>| place.or_else(|| rest.next());
        self.wall.into_iter().filter_map(fill).collect()
    }
}
