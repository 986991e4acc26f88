//! The hand that a user typed, parsed and checked.

use super::args::HandArgs;
use anyhow::{Context, Result, bail, ensure};
use facedown_game::excerpt;
use facedown_tiles::{
    Counts, Hand, InvalidHand, Kind, Meld, MeldShape, Pack, ParseTileError, Tile, Unseen, notation,
};

/// A hand and the tiles that its seat sees.
pub(super) struct HandInput {
    pub(super) closed: Hand,
    pub(super) melds: Vec<Meld>,
    pub(super) dora: Vec<Kind>,
    /// The indicators and the other visible tiles, red fives distinguished.
    pub(super) indicators: Vec<Tile>,
    pub(super) visible: Vec<Tile>,
    pub(super) pack: Pack,
    /// All visible tiles, those of the hand included.
    seen: Counts,
}

impl HandInput {
    pub(super) fn read(args: &HandArgs) -> Result<Self> {
        let pack = Pack::of_seats(args.seats == 3);
        let named = || format!("'{}'", excerpt(&args.tiles));
        let closed: Hand = args.tiles.parse().with_context(named)?;
        let mut seen = *closed.counts();
        let mut melds = Vec::new();
        for text in &args.melds {
            let named = || format!("--meld '{text}'", text = excerpt(text));
            let meld = read_meld(text, pack).with_context(named)?;
            see(&mut seen, meld.tiles(), pack).with_context(named)?;
            melds.push(meld);
        }
        check_size(&closed, &melds, pack).with_context(named)?;
        let norths = std::iter::repeat_n(Tile::plain(Kind::NORTH), args.nuki.into());
        ensure!(
            args.nuki == 0 || pack == Pack::Three,
            "--nuki '{}': norths are set aside with three seats only",
            args.nuki
        );
        see(&mut seen, norths, pack).with_context(|| format!("--nuki '{}'", args.nuki))?;
        let mut more = |option: &str, text: &str| -> Result<Vec<Tile>> {
            let named = || format!("{option} '{text}'", text = excerpt(text));
            let tiles = notation::parse_tiles(text).with_context(named)?;
            see(&mut seen, tiles.iter().copied(), pack).with_context(named)?;
            Ok(tiles)
        };
        let indicators = more("--dora", &args.dora)?;
        let visible = more("--visible", &args.visible)?;
        let dora = indicators.iter().map(|tile| tile.kind()).collect();
        let given = Self { closed, melds, dora, indicators, visible, pack, seen };
        ensure!(
            given.dora.len() <= 5,
            "--dora '{}': more than five indicators",
            excerpt(&args.dora)
        );
        Ok(given)
    }

    /// Returns the tiles that the seat does not see.
    pub(super) fn unseen(&self) -> Unseen {
        Unseen::beside(&self.seen)
    }

    /// Parses the tiles of an option, none of which is visible already.
    pub(super) fn unseen_kinds(&self, text: &str) -> Result<Vec<Kind>> {
        let tiles = notation::parse_tiles(text)?;
        see(&mut self.seen.clone(), tiles.iter().copied(), self.pack)?;
        Ok(tiles.into_iter().map(Tile::kind).collect())
    }

    /// Returns the closed tiles with the winning one, which is one more or already among them.
    pub(super) fn with_winning_tile(&self, text: &str) -> Result<(Hand, Tile)> {
        let named = || format!("--win '{text}'", text = excerpt(text));
        let tile: Tile = text.parse().map_err(|e: ParseTileError| e).with_context(named)?;
        let (mut closed, whole) = (self.closed, 14 - 3 * self.melds.len());
        if closed.len() == whole {
            closed.try_remove(tile).with_context(named)?;
            return Ok((self.closed, tile));
        }
        let tiles = closed.len();
        if tiles + 1 != whole {
            bail!(
                "'{closed}': {tiles} tiles, expected {}, or {whole} with the winning one",
                whole - 1
            );
        }
        see(&mut self.seen.clone(), [tile], self.pack).with_context(named)?;
        closed.try_add(tile).with_context(named)?;
        Ok((closed, tile))
    }
}

/// Adds tiles to the visible ones.
fn see(seen: &mut Counts, tiles: impl IntoIterator<Item = Tile>, pack: Pack) -> Result<()> {
    for tile in tiles {
        let kind = tile.kind();
        if !pack.contains(kind) {
            bail!(InvalidHand::NotInPack(kind));
        }
        ensure!(seen.try_add(kind).is_ok(), "a fifth {kind}: the other tiles have all four");
    }
    Ok(())
}

fn read_meld(text: &str, pack: Pack) -> Result<Meld> {
    let meld: Meld = text.parse()?;
    let three = pack == Pack::Three;
    ensure!(!three || meld.shape != MeldShape::Chi, "no chi with three seats");
    ensure!(!three || meld.from < 3, "there is no left neighbour's left with three seats");
    Ok(meld)
}

fn check_size(closed: &Hand, melds: &[Meld], pack: Pack) -> Result<()> {
    let beside = melds.len();
    ensure!(beside <= 4, "{beside} melds, expected at most 4");
    closed.check(pack)?;
    let (tiles, before) = (closed.len(), 13 - 3 * beside);
    // Without --meld, fewer tiles stand for a hand with that many melds.
    ensure!(
        beside == 0 || tiles == before || tiles == before + 1,
        "{tiles} tiles beside {beside} meld{}, expected {before} or {}",
        if beside == 1 { "" } else { "s" },
        before + 1
    );
    Ok(())
}
