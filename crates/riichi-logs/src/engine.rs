//! What the engine reports, in the terms of records.

use super::record::{Step, WinRecord, Worth};
use facedown_game::Seat;
use facedown_riichi::score::{ScoreRules, Yaku};
use facedown_riichi::{Event, Victory, own_tiles};
use facedown_tiles::{Meld, MeldShape};

/// What a record calls an event of the engine.
pub(super) fn step_of(event: Event, seats: usize) -> Option<Step> {
    Some(match event {
        Event::Dora(indicator) => Step::Dora { indicator },
        Event::Drew { seat, tile, .. } => Step::Draw { seat, tile: tile? },
        Event::Discarded { seat, tile, drawn } => Step::Discard { seat, tile, drawn },
        Event::RiichiDeclared(seat) => Step::Riichi { seat },
        Event::RiichiAccepted(seat) => Step::RiichiAccepted { seat },
        Event::Called { seat, meld } => called(seat, meld, seats),
        Event::ClosedKan { seat, meld } => Step::ClosedKan { seat, kind: meld.first },
        Event::AddedKan { seat, tile } => Step::AddedKan { seat, tile },
        Event::Nuki(seat) => Step::Nuki { seat },
        _ => return None,
    })
}

fn called(seat: Seat, meld: Meld, seats: usize) -> Step {
    let (from, called) = (seat.plus(usize::from(meld.from), seats), meld.called);
    let mut own = [called; 3];
    for (place, tile) in own.iter_mut().zip(own_tiles(meld)) {
        *place = tile;
    }
    let mut two = [own[0], own[1]];
    two.sort_unstable();
    own.sort_unstable();
    match meld.shape {
        MeldShape::Chi => Step::Chi { seat, from, called, own: two },
        MeldShape::Pon => Step::Pon { seat, from, called, own: two },
        _ => Step::OpenKan { seat, from, called, own },
    }
}

/// What a win is worth. Tenhou counts norths set aside among the dora.
pub(super) fn worth_of(victory: &Victory, rules: &ScoreRules, seats: usize) -> Worth {
    let win = &victory.win;
    let mut yaku: Vec<(u8, u8)> = Vec::new();
    for (item, han) in win.items(rules) {
        let id = if item == Yaku::Nuki { Yaku::Dora } else { item } as u8;
        match yaku.iter_mut().find(|(known, _)| *known == id) {
            Some((_, sum)) => *sum += han,
            None => yaku.push((id, han)),
        }
    }
    yaku.sort_unstable();
    let points = win.points(seats, &rules.payment) as i32;
    Worth { yaku: Some(yaku), fu: Some(win.fu), points }
}

/// Tenhou's number of the limit that a win reaches: 0 none, 1 mangan … 5 yakuman.
pub(super) fn limit_number(win: &WinRecord, worth: &Worth, dealer: Seat, seats: usize) -> u8 {
    let (tsumo, own_deal) = (win.seat == win.from, win.seat == dealer);
    // What the hand would be worth off a discard, but for rounding, tells the limit.
    let points = i64::from(worth.points);
    let full = match (tsumo && seats == 3, own_deal) {
        (false, _) => points,
        (true, true) => points / 2 * 3,
        (true, false) => points / 3 * 4,
    };
    match full / if own_deal { 6 } else { 4 } {
        8000.. => 5,
        6000.. => 4,
        4000.. => 3,
        3000.. => 2,
        2000.. => 1,
        _ => 0,
    }
}
