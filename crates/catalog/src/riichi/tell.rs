//! What a seat witnesses, in words, where no action of its own tells it.

use super::text::{points, spaced, who, why};
use crate::told::Told;
use facedown_game::Seat;
use facedown_riichi::score::Limit;
use facedown_riichi::{Event, Riichi, Victory, View};
use facedown_tiles::{Meld, MeldShape, notation};

/// Calls and ends; discards and the like are told as the actions that they are.
pub(super) fn tell(game: &Riichi, view: &View, event: &Event) -> Option<Told> {
    let by = |seat: Seat, text: String| Some(Told { seat: Some(seat.index()), text });
    match event {
        Event::Called { seat, meld } => by(*seat, called(*meld)),
        Event::Dora(tile) => Some(Told { seat: None, text: format!("a new indicator: {tile}") }),
        Event::Won(victory) => by(victory.seat, won(game, view, victory)),
        Event::Shown { seat, hand } => {
            let tiles = notation::tiles(hand.as_slice()).to_string();
            by(*seat, format!("tenpai with {}", spaced(&tiles)))
        }
        Event::Drawn { kind, tenpai, .. } => {
            let nobody = !kind.is_abort() && tenpai.is_empty();
            let who = if nobody { ", nobody is tenpai" } else { "" };
            Some(Told { seat: None, text: format!("{}{who}", why(*kind)) })
        }
        _ => None,
    }
}

fn called(meld: Meld) -> String {
    let name = match meld.shape {
        MeldShape::Chi => "chi",
        MeldShape::Pon => "pon",
        _ => "open kan",
    };
    format!("{name} {meld}")
}

fn won(game: &Riichi, view: &View, victory: &Victory) -> String {
    let Victory { seat, from, tile, hand, win, .. } = victory;
    let how = if seat == from {
        format!("tsumo with {tile}")
    } else if *from == view.seat() {
        format!("ron on your {tile}")
    } else {
        format!("ron on {tile} of {}", who(view, *from))
    };
    let mut tiles = vec![spaced(&notation::tiles(hand.as_slice()).to_string())];
    tiles.extend(view.table().melds(*seat).iter().map(Meld::to_string));
    let rules = &game.rules().score;
    let yaku: Vec<String> = win
        .items(rules)
        .map(|(yaku, han)| {
            if win.yakuman > 0 {
                yaku.romaji().to_owned()
            } else {
                format!("{} {han}", yaku.romaji())
            }
        })
        .collect();
    let size = match (win.yakuman, win.limit) {
        (0, Limit::None) => format!("{} han {} fu", win.han, win.fu),
        (0, limit) => format!("{} han, {limit}", win.han),
        (1, _) => "yakuman".to_owned(),
        (times, _) => format!("{times} yakuman"),
    };
    let worth = win.points(game.rules().seats.into(), &rules.payment);
    format!(
        "{how}: {}; {}: {size}, {} points",
        tiles.join(" "),
        yaku.join(", "),
        points(worth.cast_signed())
    )
}
