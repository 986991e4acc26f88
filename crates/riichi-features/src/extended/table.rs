//! Whole rivers, melds and calls, tiles left, and the state of the round.

use super::extract::Extract;
use super::plane_writer::PlaneWriter;
use facedown_game::{Element, Seat};
use facedown_tiles::{Kind, KindSet, Meld, MeldShape, Tile};

/// The relative seats; with three seats the last does not play.
const PLACES: [usize; 4] = [0, 1, 2, 3];

/// Writes planes 74-105: the discards of each seat.
pub(super) fn write_rivers<T: Element, const W: usize>(
    extract: &Extract<'_>,
    writer: &mut PlaneWriter<'_, T, W>,
) {
    let rivers = &extract.rivers;
    for river in rivers {
        writer.tally(&river.from_hand, 4.0);
    }
    for river in rivers {
        writer.tally(&river.drawn, 4.0);
    }
    for river in rivers {
        writer.mark(river.last_from_hand);
    }
    for river in rivers {
        writer.mark(river.riichi);
    }
    for river in rivers {
        writer.mark(river.early);
    }
    for river in rivers {
        writer.tally(&river.called, 4.0);
    }
    for river in rivers {
        writer.mark(river.reds);
    }
    for river in rivers {
        writer.values(&river.by_age);
    }
}

/// Writes planes 106-141: the others' melds, who called from whom, kans, red fives, norths.
pub(super) fn write_melds<T: Element, const W: usize>(
    extract: &Extract<'_>,
    writer: &mut PlaneWriter<'_, T, W>,
) {
    for places in 1..4 {
        for number in 0..4 {
            let mut counts = [0; Kind::COUNT];
            if let Some(meld) = extract.melds(places).get(number) {
                meld.count_into(&mut counts);
            }
            writer.tally(&counts, 4.0);
        }
    }
    for places in PLACES {
        for from in 1..4 {
            let taken = |meld: &&Meld| meld.is_open() && meld.from == from;
            let called = extract.melds(places).iter().filter(taken);
            writer.mark(called.map(|meld| meld.called.kind()).collect());
        }
    }
    for places in PLACES {
        let kans = extract.melds(places).iter().filter(|m| m.shape == MeldShape::ClosedKan);
        writer.mark(kans.map(|meld| meld.first).collect());
    }
    for places in PLACES {
        let tiles = extract.melds(places).iter().flat_map(|meld| meld.tiles());
        writer.mark(tiles.filter(|tile| tile.is_red()).map(Tile::kind).collect());
    }
    each_seat(extract, |seat| extract.table.nuki(seat) as f32 / 4.0, writer);
}

/// Writes planes 159-164: unseen tiles and dora.
pub(super) fn write_tiles<T: Element, const W: usize>(
    extract: &Extract<'_>,
    writer: &mut PlaneWriter<'_, T, W>,
) {
    for copies in 1..=4 {
        writer.mark(extract.left_at_least(copies));
    }
    writer.mark(extract.reds_left & extract.pack.kinds());
    let mut doras = [0; Kind::COUNT];
    for indicator in extract.table.dora_indicators() {
        doras[indicator.kind().dora(extract.seats == 3).index()] += 1;
    }
    writer.tally(&doras, 4.0);
}

/// Writes planes 179-203: the offered tile, the turn, the dealer, riichi, points.
pub(super) fn write_state<T: Element, const W: usize>(
    extract: &Extract<'_>,
    writer: &mut PlaneWriter<'_, T, W>,
) {
    let (table, own) = (extract.table, extract.view.seat());
    let offered = table.offered();
    writer.mark(offered.map_or(KindSet::EMPTY, |tile| KindSet::only(tile.kind())));
    for places in 1..4 {
        let plays = places < extract.seats;
        writer.flag(offered.is_some() && plays && table.actor() == extract.seat(places));
    }
    writer.flag(extract.view.hand().len() % 3 == 2);
    let flag = |holds: bool| if holds { 1.0 } else { 0.0 };
    each_seat(extract, |seat| flag(seat == table.setup().dealer), writer);
    each_seat(extract, |seat| flag(table.is_ippatsu(seat)), writer);
    each_seat(extract, |seat| flag(table.is_double_riichi(seat)), writer);
    for river in &extract.rivers {
        writer.fill(f32::from(river.since_riichi) / 24.0);
    }
    for places in 1..4 {
        let ahead = |seat: Seat| table.score(own) - table.score(seat);
        let share = |seat| (0.5 + ahead(seat) as f32 / 60_000.0).clamp(0.0, 1.0);
        writer.fill(if places < extract.seats { share(extract.seat(places)) } else { 0.0 });
    }
    let kans = PLACES.map(|p| extract.melds(p).iter().filter(|meld| meld.is_kan()).count());
    writer.fill(kans.iter().sum::<usize>() as f32 / 4.0);
}

/// Writes a plane for each seat; 0 for one that does not play.
fn each_seat<T: Element, const W: usize>(
    extract: &Extract<'_>,
    of: impl Fn(Seat) -> f32,
    writer: &mut PlaneWriter<'_, T, W>,
) {
    for places in PLACES {
        writer.fill(if places < extract.seats { of(extract.seat(places)) } else { 0.0 });
    }
}
