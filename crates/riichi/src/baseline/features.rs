//! Features of each seat for a value of the whole table.

use crate::{Riichi, State, Table};
use facedown_game::Seat;
use facedown_tiles::{Hand, Kind, KindSet, Meld, MeldShape, Unseen};

/// The number of features of a seat, those of the table included.
pub const FEATURES: usize = 28;

/// The features of one seat.
pub type SeatFeatures = [f32; FEATURES];

/// The number of classes of a seat in the table of `cheap`: shanten, part of the round, and whether
/// the hand is open, closed or riichi.
pub const CLASSES: usize = 7 * 6 * 3;

/// The tiles of the wall that nobody has seen, by kind.
pub fn hidden_tiles(state: &State) -> Unseen {
    let mut seen = [4_u8; Kind::COUNT];
    for tile in state.hidden_wall() {
        let place = &mut seen[tile.kind().index()];
        *place = place.saturating_sub(1);
    }
    Unseen::new(&seen)
}

/// Returns the class of a seat with these closed tiles.
pub fn class(game: &Riichi, table: &Table, seat: Seat, hand: &Hand) -> usize {
    let shanten = hand.shanten(game.pack()).clamp(0, 6) as usize;
    let part = (table.live() / 12).min(5);
    let kind = match (table.is_riichi(seat), table.is_closed(seat)) {
        (true, _) => 2,
        (false, true) => 1,
        (false, false) => 0,
    };
    (shanten * 6 + part) * 3 + kind
}

/// Counts dora and red fives of a seat.
fn bonus(game: &Riichi, table: &Table, seat: Seat, hand: &Hand) -> f32 {
    let three = game.rules().is_three();
    let mut sum = u32::from(hand.red_fives()) + table.nuki(seat) as u32;
    let melds = table.melds(seat);
    sum += melds.iter().map(|meld| u32::from(meld.reds)).sum::<u32>();
    for indicator in table.dora_indicators() {
        let dora = indicator.kind().dora(three);
        sum += u32::from(hand.count(dora));
        let melded = melds.iter().flat_map(|meld| meld.tiles());
        sum += melded.filter(|tile| tile.kind() == dora).count() as u32;
    }
    sum as f32
}

/// Counts the kinds of three or more that are a yaku to a seat, and pairs of them by half.
fn value_triplets(table: &Table, seat: Seat, hand: &Hand) -> f32 {
    let is_yaku = |kind: Kind| {
        kind >= Kind::WHITE || kind == table.round_wind() || kind == table.seat_wind(seat)
    };
    let held: f32 = (hand.kinds() & KindSet::HONORS)
        .iter()
        .filter(|kind| is_yaku(*kind))
        .map(|kind| match hand.count(kind) {
            0 | 1 => 0.0,
            2 => 0.5,
            _ => 1.0,
        })
        .sum();
    let melded = |meld: &&Meld| meld.shape != MeldShape::Chi && is_yaku(meld.first);
    held + table.melds(seat).iter().filter(melded).count() as f32
}

/// Returns the features of a seat with these closed tiles, given the tiles left in the wall.
pub fn seat_features(
    game: &Riichi,
    table: &Table,
    seat: Seat,
    hand: &Hand,
    hidden: &Unseen,
) -> SeatFeatures {
    let to_discard = hand.len() % 3 == 2;
    let best = if to_discard {
        hand.discards(game.pack(), hidden).best().map(|best| best.acceptance)
    } else {
        Some(hand.acceptance(game.pack(), hidden))
    };
    let (shanten, left) = best.map_or((6, 0), |best| (best.shanten.clamp(0, 6), best.left));
    let left = f32::from(left);
    let flag = |is: bool| if is { 1.0 } else { 0.0 };
    let bonus = bonus(game, table, seat, hand).min(8.0) / 4.0;
    let (riichi, closed) = (table.is_riichi(seat), table.is_closed(seat));
    let mut f = [0.0; FEATURES];
    f[shanten as usize] = 1.0;
    match shanten {
        0 => {
            f[7] = left / 8.0;
            f[11] = bonus;
            f[12] = flag(closed && !riichi);
            f[13] = flag(best.is_some_and(|best| !(table.discarded(seat) & best.kinds).is_empty()));
        }
        1 => {
            f[8] = left / 20.0;
            f[14] = bonus;
        }
        2 => f[9] = left / 40.0,
        _ => f[10] = left / 60.0,
    }
    f[15] = flag(riichi);
    f[16] = flag(closed);
    f[17] = table.melds(seat).len() as f32 / 4.0;
    f[18] = bonus;
    f[19] = flag(seat == table.setup().dealer);
    f[20] = value_triplets(table, seat, hand) / 2.0;
    f[21] = flag(to_discard);
    f[22] = flag(table.is_ippatsu(seat));
    let live = table.live() as f32 / 70.0;
    f[23] = live;
    f[24] = live * live;
    let others = Seat::all(table.seats()).filter(|other| *other != seat);
    f[25] = others.filter(|other| table.is_riichi(*other)).count() as f32 / 2.0;
    f[26] = table.sticks() as f32 / 4.0;
    f[27] = f32::from(table.setup().honba) / 5.0;
    f
}
