//! Events and results of the engine as a record holds them.

use super::{HandValue, Step};
use facedown_game::Seat;
use facedown_riichi::score::{ScoreRules, Yaku};
use facedown_riichi::{Event, Victory, own_tiles};
use facedown_tiles::{Meld, MeldShape};

/// Returns the step for an event of the engine, if it is one.
pub(crate) fn step_from_event(event: Event, seats: usize) -> Option<Step> {
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

/// Returns the value of a winning hand as Tenhou lists it: norths set aside count as dora.
pub(crate) fn hand_value(victory: &Victory, rules: &ScoreRules, seats: usize) -> HandValue {
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
    HandValue { yaku: Some(yaku), fu: Some(win.fu), points }
}
