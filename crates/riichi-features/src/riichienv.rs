//! Behaviour of `riichienv` 0.4.11 where it deviates from the specification.
//!
//! Written from observed behaviour, so that models trained on it can be used here;
//! `docs/reference/riichi-features.md` lists each deviation.

use super::extract::{Extract, Kinds};
use facedown_tiles::{Hand, Kind, KindSet, Pack, Tile, Unseen};

/// Counts the tiles that it considers visible: a called tile counts for its discarder and again in
/// the meld, norths set aside do not count.
pub(super) fn visible(extract: &Extract<'_>, with_hand: bool) -> Kinds {
    let mut seen = if with_hand { extract.seen() } else { *extract.table.visible_counts() };
    for places in 0..extract.seats {
        for meld in extract.melds(places).iter().filter(|meld| meld.is_open()) {
            seen[meld.called.kind().index()] += 1;
        }
        seen[Kind::NORTH.index()] -= extract.table.nuki(extract.seat(places)) as u8;
    }
    seen
}

/// Returns shanten, effective kinds and acceptance of the own hand.
///
/// The acceptance is always that after a discard, even before a draw: then one tile too many is
/// removed, and a tenpai hand accepts nothing.
pub(super) fn efficiency(extract: &Extract<'_>) -> [f32; 3] {
    let (hand, pack) = (extract.view.hand(), Pack::of_seats(extract.seats == 3));
    let mut visible = visible(extract, false);
    // At most four of a kind are visible, where it counts more.
    visible.iter_mut().zip(hand.counts().as_array()).for_each(|(seen, held)| {
        *seen = (*seen).min(4) + held;
    });
    let unseen = Unseen::new(&visible);
    match hand.len() % 3 {
        1 => {
            let acceptance = hand.acceptance(pack, &unseen);
            let left = after_one_too_many(hand, acceptance.shanten, pack, &unseen);
            [f32::from(acceptance.shanten), acceptance.kinds.len() as f32, f32::from(left)]
        }
        2 => {
            let shanten = hand.shanten(pack);
            let discards = hand.discards(pack, &unseen);
            let kept = || discards.iter().filter(|d| d.acceptance.shanten == shanten);
            let kinds = kept().map(|d| d.acceptance.kinds.len()).max().unwrap_or(0);
            let left = kept().map(|d| d.acceptance.left).max().unwrap_or(0);
            [f32::from(shanten.max(0)), kinds as f32, f32::from(left)]
        }
        _ => [0.0; 3],
    }
}

/// Returns the greatest acceptance after removing one of 3n + 1 tiles without loss.
fn after_one_too_many(hand: &Hand, shanten: i8, pack: Pack, unseen: &Unseen) -> u8 {
    let mut best = 0;
    for kind in hand.kinds() {
        let mut rest = *hand;
        rest.remove(any_copy(hand, kind));
        if incomplete_shanten(&rest, pack) > shanten {
            continue;
        }
        let improves = |draw: &Kind| {
            let mut next = rest;
            rest.count(*draw) < 4 && {
                next.add(Tile::plain(*draw));
                next.shanten(pack) < shanten
            }
        };
        let draws: KindSet = pack.kinds().iter().filter(improves).collect();
        best = best.max(unseen.total(draws));
    }
    best
}

fn any_copy(hand: &Hand, kind: Kind) -> Tile {
    match Tile::red_five(kind.suit()) {
        Some(red) if kind.is_five() && hand.count_tile(red) > 0 => red,
        _ => Tile::plain(kind),
    }
}

/// Returns the shanten of 3n tiles that are to make n sets and a pair.
fn incomplete_shanten(hand: &Hand, pack: Pack) -> i8 {
    let standard = hand.forms(pack).standard;
    if hand.len() < 12 {
        return standard;
    }
    let (kinds, pairs) = (hand.kinds(), hand.pairs());
    let seven = 6 - pairs.len() as i8 + (7 - kinds.len() as i8).max(0);
    let outside = kinds & KindSet::OUTSIDE;
    let orphans = 13 - outside.len() as i8 - i8::from(!(pairs & KindSet::OUTSIDE).is_empty());
    standard.min(seven).min(orphans)
}
