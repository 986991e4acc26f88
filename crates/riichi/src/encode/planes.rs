//! The default observation: a view as planes of 34 kinds.

use crate::state::Part;
use crate::table::MAX_DISCARDS;
use crate::table::{Offer, Phase, Table};
use crate::{Riichi, View};
use facedown_game::{Element, Encoder, Game, Layout, Seat, Turn};
use facedown_tiles::{Kind, KindSet, Suit};

/// A view as planes of 34 slots, one for each kind of tile, and a last plane of numbers. Seats are
/// relative to the view's own in turn order: relative seat 1 is the next one.
///
/// | planes | raw counts |
/// |---|---|
/// | 0 | tiles of the seat's closed hand |
/// | 1 | red fives among them |
/// | 2 | 1: the tile just drawn |
/// | 3 | dora indicators |
/// | 4 | the number of dora that a tile of the kind is |
/// | 5 | unseen tiles |
/// | 6 | visible red fives |
/// | 7 | 1: the tile that is offered |
/// | 8 | 1: may be discarded now |
/// | 9 | 1: completes the hand, as of the seat's last discard, kan or nuki |
/// | 10-13 | tiles in the melds of relative seat 0-3 |
/// | 14-17 | discards of relative seat 0-3, called ones included |
/// | 18-21 | those of them that were tsumogiri |
/// | 22-25 | the age of the last discard of the kind by relative seat 0-3, in discards of all: 1 the latest, 0 never |
/// | 26-29 | 1: relative seat 0-3 cannot win by ron on the kind (discarded or passed) |
/// | 30-33 | 1: the discard with which relative seat 0-3 declared riichi |
///
/// Plane 34 holds raw numbers: slots 0-6 the phase, one of them 1 (drawn, called, declared, a
/// discard offered, a kan offered, a north offered, over); 7 whether the seat is asked, 8 whether it
/// has answered; 9 the relative seat to act or to offer; 10 the round wind; 11 the seat wind; 12
/// honba; 13 sticks; 14 tiles left to draw; 15 kans; then for relative
/// seats 0-3 slots 16-19 riichi, 2 for double; 20-23 norths set aside; 24-27 points in thousands, at
/// most 255; 28-31 closed tiles; 32 the seat's shanten plus 1; 33 whether it is furiten.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlaneEncoder;

const MELDS: usize = 10;
const DISCARDS: usize = 14;
const DRAWN: usize = 18;
const AGES: usize = 22;
const SAFE: usize = 26;
const RIICHI: usize = 30;
const NUMBERS: usize = 34;

type Plane = [u8; Kind::COUNT];

impl PlaneEncoder {
    /// The number of planes.
    pub const COUNT: usize = 35;
    /// The shape of the array.
    pub const SHAPE: [usize; 2] = [Self::COUNT, Kind::COUNT];

    const SCALES: [f32; Self::COUNT] = {
        let mut scales = [1.0; Self::COUNT];
        let mut plane = 0;
        while plane < Self::COUNT {
            scales[plane] = match plane {
                0 | 1 | 3..=6 | MELDS..AGES => 0.25,
                AGES..SAFE => 1.0 / MAX_DISCARDS as f32,
                NUMBERS => 0.01,
                _ => 1.0,
            };
            plane += 1;
        }
        scales
    };

    const CHANNELS: [&'static str; Self::COUNT] = [
        "own hand",
        "red fives of the own hand",
        "just drawn",
        "dora indicators",
        "dora",
        "unseen",
        "open red fives",
        "offered",
        "may be discarded",
        "waits",
        "melds of the seat itself",
        "melds of seat +1",
        "melds of seat +2",
        "melds of seat +3",
        "discards of the seat itself",
        "discards of seat +1",
        "discards of seat +2",
        "discards of seat +3",
        "just drawn and discarded by the seat itself",
        "just drawn and discarded by seat +1",
        "just drawn and discarded by seat +2",
        "just drawn and discarded by seat +3",
        "discards since it was discarded by the seat itself",
        "discards since it was discarded by seat +1",
        "discards since it was discarded by seat +2",
        "discards since it was discarded by seat +3",
        "safe from the seat itself",
        "safe from seat +1",
        "safe from seat +2",
        "safe from seat +3",
        "riichi discard of the seat itself",
        "riichi discard of seat +1",
        "riichi discard of seat +2",
        "riichi discard of seat +3",
        "numbers",
    ];
}

impl Encoder<Riichi> for PlaneEncoder {
    fn layout(&self) -> Layout<'_> {
        Layout {
            id: "riichi-planes-1".into(),
            shape: &Self::SHAPE,
            scales: &Self::SCALES,
            channels: &Self::CHANNELS,
        }
    }

    fn encode<T: Element>(&self, game: &Riichi, view: &View, out: &mut [T]) {
        let mut raw = [[0; Kind::COUNT]; Self::COUNT];
        write_own(game, view, &mut raw);
        write_rivers(view, &mut raw);
        for seat in Seat::all(view.table.seats()) {
            let place = relative(view, seat);
            view.table.melds(seat).iter().for_each(|meld| meld.count_into(&mut raw[MELDS + place]));
            mark(&mut raw[SAFE + place], view.table.safe_against(seat));
        }
        write_numbers(game, view, &mut raw[NUMBERS]);
        let (planes, _) = out.as_chunks_mut::<{ Kind::COUNT }>();
        for ((plane, raw), scale) in planes.iter_mut().zip(&raw).zip(Self::SCALES) {
            for (slot, count) in plane.iter_mut().zip(raw) {
                *slot = T::from_count(*count, scale);
            }
        }
    }
}

fn relative(view: &View, seat: Seat) -> usize {
    let seats = view.table.seats();
    (seat.index() + seats - view.seat.index()) % seats
}

fn mark(plane: &mut Plane, kinds: KindSet) {
    kinds.iter().for_each(|kind| plane[kind.index()] = 1);
}

fn write_own(game: &Riichi, view: &View, raw: &mut [Plane; PlaneEncoder::COUNT]) {
    let table = &view.table;
    let raw_hand = *view.hand().counts().as_array();
    raw[0] = raw_hand;
    for suit in [Suit::Man, Suit::Pin, Suit::Sou] {
        raw[1][9 * suit.index() + 4] = view.hand().reds(suit);
    }
    mark(&mut raw[2], view.drawn().map(facedown_tiles::Tile::kind).into_iter().collect());
    for tile in table.dora_indicators() {
        raw[3][tile.kind().index()] += 1;
        raw[4][tile.kind().dora(game.rules().is_three()).index()] += 1;
    }
    mark(&mut raw[5], game.pack().kinds());
    for ((left, held), visible) in raw[5].iter_mut().zip(&raw_hand).zip(&table.visible.0) {
        *left = (*left * 4).saturating_sub(held + visible);
    }
    write_reds(table, &mut raw[6]);
    mark(&mut raw[7], table.offered().map(facedown_tiles::Tile::kind).into_iter().collect());
    if game.view_turn(view) == Some(Turn::Act(view.seat)) {
        mark(&mut raw[8], game.discardable(&view.context()));
    }
    mark(&mut raw[9], view.waits());
}

/// Counts the visible red fives.
fn write_reds(table: &Table, raw: &mut Plane) {
    let melds = Seat::all(table.seats()).flat_map(|seat| table.melds(seat));
    let melded = melds.filter(|meld| meld.reds > 0).flat_map(|meld| meld.tiles());
    let discards = table.river.iter().filter(|discard| !discard.called).map(|d| d.tile);
    let tiles = table.dora_indicators().iter().copied().chain(melded).chain(discards);
    tiles.filter(|tile| tile.is_red()).for_each(|tile| raw[tile.kind().index()] += 1);
}

fn write_rivers(view: &View, raw: &mut [Plane; PlaneEncoder::COUNT]) {
    let river = &view.table.river;
    for (place, discard) in river.iter().enumerate() {
        let (seat, kind) = (relative(view, discard.seat), discard.tile.kind().index());
        raw[DISCARDS + seat][kind] += 1;
        raw[DRAWN + seat][kind] += u8::from(discard.drawn);
        raw[AGES + seat][kind] = (river.len() - place) as u8;
        if discard.riichi {
            raw[RIICHI + seat][kind] = 1;
        }
    }
}

const fn phase_slot(phase: Phase) -> usize {
    match phase {
        Phase::Dealing | Phase::Drawn | Phase::Closed => 0,
        Phase::Called => 1,
        Phase::Declared => 2,
        Phase::Window(Offer::Discard) => 3,
        Phase::Window(Offer::AddedKan | Offer::ClosedKan) => 4,
        Phase::Window(Offer::Nuki) => 5,
        Phase::Over => 6,
    }
}

fn write_numbers(game: &Riichi, view: &View, raw: &mut Plane) {
    let table: &Table = &view.table;
    raw[phase_slot(table.phase)] = 1;
    raw[7] = u8::from(view.part == Part::Asked);
    raw[8] = u8::from(matches!(view.part, Part::Answered(_)));
    raw[9] = relative(view, table.actor) as u8;
    raw[10] = table.setup.wind;
    raw[11] = (table.seat_wind(view.seat).index() - Kind::EAST.index()) as u8;
    raw[12] = table.setup.honba;
    raw[13] = table.sticks;
    raw[14] = table.live;
    raw[15] = table.kans;
    for seat in Seat::all(table.seats()) {
        let place = relative(view, seat);
        raw[16 + place] = u8::from(table.is_riichi(seat)) + u8::from(table.is_double_riichi(seat));
        raw[20 + place] = table.nuki(seat) as u8;
        raw[24 + place] = (table.score(seat) / 1_000).clamp(0, 255) as u8;
        raw[28 + place] = table.held(seat) as u8;
    }
    raw[32] = (view.hand().shanten(game.pack()) + 1) as u8;
    raw[33] = u8::from(view.is_furiten());
}
