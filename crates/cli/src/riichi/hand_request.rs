//! The service's request for the hand that a user typed.

use super::args::{HandArgs, WinArgs};
use crate::service::{self, expect_answer};
use anyhow::Result;
use facedown_service::Request;
use facedown_service::calls::riichi::{
    EvRequest, HandAnswer, HandRequest, RiichiDeclared, WinRequest,
};

const OPTIONS: &service::Options = &[
    ("melds", "--meld"),
    ("visible", "--visible"),
    ("dora", "--dora"),
    ("nuki", "--nuki"),
    ("win.tile", "--win"),
    ("win.ura", "--ura"),
    ("ev.discarded", "--discarded"),
    ("ev.turn", "--turn"),
    ("ev.draws", "--draws"),
];

/// Returns the answer for a hand, with its score or its expected value if that is asked for.
pub(super) fn answer(args: &HandArgs) -> Result<HandAnswer> {
    let request = HandRequest {
        tiles: args.tiles.clone(),
        melds: args.melds.clone(),
        visible: args.visible.clone(),
        dora: args.dora.clone(),
        nuki: args.nuki,
        seats: args.seats,
        win: args.win.tile.as_deref().map(|tile| win(tile, &args.win)),
        ev: args.ev.ev.then(|| ev(args)),
    };
    let answer = service::answer(&Request::RiichiHand(Box::new(request)), OPTIONS)?;
    Ok(expect_answer!(answer, RiichiHand))
}

fn win(tile: &str, args: &WinArgs) -> WinRequest {
    WinRequest {
        tile: tile.to_owned(),
        tsumo: args.tsumo,
        riichi: match (args.riichi, args.double_riichi) {
            (_, true) => RiichiDeclared::Double,
            (true, false) => RiichiDeclared::Single,
            (false, false) => RiichiDeclared::No,
        },
        open_riichi: false,
        ippatsu: args.ippatsu,
        seat_wind: args.seat_wind,
        round_wind: args.round_wind,
        ura: args.ura.clone(),
        honba: args.honba,
        sticks: args.sticks,
        last_tile: args.last_tile,
        after_kan: args.after_kan,
        robbed_kan: args.robbed_kan,
        first_turn: args.first_turn,
        eighth_in_row: false,
        rules: args.rules.name().into(),
    }
}

fn ev(args: &HandArgs) -> EvRequest {
    let (ev, win) = (&args.ev, &args.win);
    EvRequest {
        turn: ev.turn,
        draws: ev.draws,
        ron_rate: ev.ron_rate,
        tenpai_rate: ev.tenpai_rate,
        others: ev.others,
        discarded: ev.discarded.clone(),
        reshape: !ev.no_reshape,
        riichi: !ev.no_riichi,
        seat_wind: win.seat_wind,
        round_wind: win.round_wind,
        honba: win.honba,
        sticks: win.sticks,
        rules: win.rules.name().into(),
    }
}
