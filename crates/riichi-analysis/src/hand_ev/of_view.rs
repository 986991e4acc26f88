//! The options that a view gives.

use super::EvOptions;
use facedown_game::Seat;
use facedown_riichi::{Riichi, View};
use facedown_tiles::{Kind, Tile};

/// Returns the circumstances of a seat's hand on its own turn; the parameters of the model are the
/// defaults.
pub fn ev_options(game: &Riichi, view: &View) -> EvOptions {
    let (table, seat) = (view.table(), view.seat());
    let seats = table.seats();
    let mut visible: Vec<Tile> = Vec::new();
    visible
        .extend(table.river().iter().filter(|discard| !discard.called).map(|discard| discard.tile));
    for other in Seat::all(seats).filter(|other| *other != seat) {
        visible.extend((0..table.nuki(other)).map(|_| Tile::plain(Kind::NORTH)));
        visible.extend(table.melds(other).iter().flat_map(|meld| meld.tiles()));
    }
    let rules = game.rules();
    let options = EvOptions {
        rules: *rules,
        seat_wind: table.seat_wind(seat),
        round_wind: table.round_wind(),
        melds: table.melds(seat).to_vec(),
        dora_indicators: table.dora_indicators().to_vec(),
        visible,
        discarded: table.discarded(seat).iter().collect(),
        nuki: table.nuki(seat) as u8,
        turn: 1,
        // After its discard every other seat draws before it.
        draws: Some((table.live() / seats) as u8),
        honba: table.setup().honba.into(),
        sticks: table.sticks() as u32,
        riichi: table.score(seat) >= rules.riichi_points && !table.is_riichi(seat),
        ..EvOptions::default()
    };
    let turn = (table.discard_count(seat) + 1).min(options.turns());
    EvOptions { turn, ..options }
}
