//! A riichi hand of a request, checked.

use super::bad;
use super::hand::HandRequest;
use crate::ServiceError;
use facedown_tiles::{
    Counts, Hand, InvalidHand, Kind, Meld, MeldShape, Pack, Tile, Unseen, notation,
};

/// A hand and the tiles that its seat sees.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HandInput {
    /// The closed tiles.
    pub closed: Hand,
    /// The melds.
    pub melds: Vec<Meld>,
    /// The kinds of the dora indicators.
    pub dora: Vec<Kind>,
    /// The tiles that are played with.
    pub pack: Pack,
    /// All visible tiles, those of the hand included.
    seen: Counts,
}

impl HandInput {
    /// Reads the hand of a request; an error names the field.
    pub fn read(request: &HandRequest) -> Result<Self, ServiceError> {
        let tiles = &request.tiles;
        if !(3..=4).contains(&request.seats) {
            let why = format!("{}, expected 3 or 4", request.seats);
            return Err(ServiceError::invalid("seats", why));
        }
        let pack = Pack::of_seats(request.seats == 3);
        let closed: Hand = tiles.parse().map_err(|error| bad("tiles", tiles, &error))?;
        let mut seen = *closed.counts();
        let mut melds = Vec::new();
        if request.melds.len() > 4 {
            return Err(ServiceError::too_large("melds", request.melds.len(), 4));
        }
        for (i, text) in request.melds.iter().enumerate() {
            let wrong = |why: &dyn std::fmt::Display| bad(format!("melds[{i}]"), text, why);
            let meld = read_meld(text, pack).map_err(|why| wrong(&why))?;
            see(&mut seen, meld.tiles(), pack).map_err(|why| wrong(&why))?;
            melds.push(meld);
        }
        check_size(&closed, melds.len(), pack).map_err(|why| bad("tiles", tiles, &why))?;
        let nuki = request.nuki.to_string();
        if request.nuki > 4 || request.nuki > 0 && pack == Pack::Four {
            return Err(bad("nuki", &nuki, &"expected 0 to 4, with three seats only"));
        }
        let norths = std::iter::repeat_n(Tile::plain(Kind::NORTH), request.nuki.into());
        see(&mut seen, norths, pack).map_err(|why| bad("nuki", &nuki, &why))?;
        let mut more = |field: &str, text: &str| {
            let tiles = notation::parse_tiles(text).map_err(|error| bad(field, text, &error))?;
            see(&mut seen, tiles.iter().copied(), pack).map_err(|why| bad(field, text, &why))?;
            Ok::<_, ServiceError>(tiles.into_iter().map(Tile::kind).collect::<Vec<Kind>>())
        };
        let dora = more("dora", &request.dora)?;
        more("visible", &request.visible)?;
        if dora.len() > 5 {
            return Err(bad("dora", &request.dora, &"more than five indicators"));
        }
        Ok(Self { closed, melds, dora, pack, seen })
    }

    /// Returns the tiles that the seat does not see.
    pub fn unseen(&self) -> Unseen {
        Unseen::beside(&self.seen)
    }

    /// Parses tiles none of which is visible already.
    pub fn unseen_kinds(&self, field: &str, text: &str) -> Result<Vec<Kind>, ServiceError> {
        let tiles = notation::parse_tiles(text).map_err(|error| bad(field, text, &error))?;
        see(&mut self.seen.clone(), tiles.iter().copied(), self.pack)
            .map_err(|why| bad(field, text, &why))?;
        Ok(tiles.into_iter().map(Tile::kind).collect())
    }

    /// Returns the closed tiles with the winning one, which is one more or already among them.
    pub fn with_winning_tile(&self, text: &str) -> Result<(Hand, Tile), ServiceError> {
        let wrong = |why: &dyn std::fmt::Display| bad("win.tile", text, why);
        let tile: Tile = text.parse().map_err(|error| wrong(&error))?;
        let (mut closed, whole) = (self.closed, 14 - 3 * self.melds.len());
        if closed.len() == whole {
            closed.try_remove(tile).map_err(|error| wrong(&error))?;
            return Ok((self.closed, tile));
        }
        let tiles = closed.len();
        if tiles + 1 != whole {
            let why =
                format!("{tiles} tiles, expected {}, or {whole} with the winning one", whole - 1);
            return Err(bad("tiles", &closed.to_string(), &why));
        }
        see(&mut self.seen.clone(), [tile], self.pack).map_err(|why| wrong(&why))?;
        closed.try_add(tile).map_err(|error| wrong(&error))?;
        Ok((closed, tile))
    }
}

/// Adds tiles to the visible ones.
fn see(seen: &mut Counts, tiles: impl IntoIterator<Item = Tile>, pack: Pack) -> Result<(), String> {
    for tile in tiles {
        let kind = tile.kind();
        if !pack.contains(kind) {
            return Err(InvalidHand::NotInPack(kind).to_string());
        }
        if seen.try_add(kind).is_err() {
            return Err(format!("a fifth {kind}: the other tiles have all four"));
        }
    }
    Ok(())
}

fn read_meld(text: &str, pack: Pack) -> Result<Meld, String> {
    let meld: Meld =
        text.parse().map_err(|error: facedown_tiles::ParseMeldError| error.to_string())?;
    match pack {
        Pack::Three if meld.shape == MeldShape::Chi => Err("no chi with three seats".to_owned()),
        Pack::Three if meld.from >= 3 => {
            Err("there is no left neighbour's left with three seats".to_owned())
        }
        _ => Ok(meld),
    }
}

fn check_size(closed: &Hand, melds: usize, pack: Pack) -> Result<(), String> {
    closed.check(pack).map_err(|error| error.to_string())?;
    let (tiles, before) = (closed.len(), 13 - 3 * melds);
    // Without melds, fewer tiles stand for a hand with that many melds.
    if melds > 0 && tiles != before && tiles != before + 1 {
        let plural = if melds == 1 { "" } else { "s" };
        return Err(format!(
            "{tiles} tiles beside {melds} meld{plural}, expected {before} or {}",
            before + 1
        ));
    }
    Ok(())
}
