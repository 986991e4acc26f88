//! The service's request for the hand that a user typed.

use super::args::HandArgs;
use crate::service::{self, expect_answer};
use anyhow::Result;
use facedown_service::Request;
use facedown_service::calls::riichi::{EvRequest, HandAnswer, HandRequest};

pub(super) const OPTIONS: &service::Options = &[
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

/// Returns the answer for a hand, with its expected value if that is asked for.
pub(super) fn answer(args: &HandArgs) -> Result<HandAnswer> {
    let request = HandRequest { ev: args.ev.ev.then(|| ev(args)), ..request(args) };
    let answer = service::answer(&Request::RiichiHand(Box::new(request)), OPTIONS)?;
    Ok(expect_answer!(answer, RiichiHand))
}

/// Returns the request for shanten and acceptance.
pub(super) fn request(args: &HandArgs) -> HandRequest {
    HandRequest {
        tiles: args.tiles.clone(),
        melds: args.melds.clone(),
        visible: args.visible.clone(),
        dora: args.dora.clone(),
        nuki: args.nuki,
        seats: args.seats,
        win: None,
        ev: None,
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
        rules: win.rules.name().to_owned(),
    }
}
