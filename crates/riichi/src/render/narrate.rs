//! Events in words, where no public action implies them.

use super::view_text::draw_reason;
use super::{seat_name, spaced};
use crate::score::Limit;
use crate::{Event, Riichi, Victory, View};
use facedown_game::{Narration, Seat, thousands};
use facedown_tiles::{Meld, MeldShape, notation};

/// Describes calls, new indicators and the end of a round.
pub(super) fn narrate(game: &Riichi, view: &View, event: &Event) -> Option<Narration> {
    let by = |seat: Seat, text: String| Some(Narration { seat: Some(seat), text });
    let at_table = |text: String| Some(Narration { seat: None, text });
    match event {
        Event::Called { seat, meld } => by(*seat, call(*meld)),
        Event::Dora(tile) => at_table(format!("a new indicator: {tile}")),
        Event::Won(victory) => by(victory.seat, win(game, view, victory)),
        Event::Shown { seat, hand } => {
            let tiles = notation::tiles(hand.as_slice()).to_string();
            by(*seat, format!("tenpai with {}", spaced(&tiles)))
        }
        Event::Drawn { kind, tenpai, .. } => {
            let nobody = !kind.is_abort() && tenpai.is_empty();
            let nobody = if nobody { ", nobody is tenpai" } else { "" };
            at_table(format!("{}{nobody}", draw_reason(*kind)))
        }
        _ => None,
    }
}

fn call(meld: Meld) -> String {
    let name = match meld.shape {
        MeldShape::Chi => "chi",
        MeldShape::Pon => "pon",
        _ => "open kan",
    };
    format!("{name} {meld}")
}

fn win(game: &Riichi, view: &View, victory: &Victory) -> String {
    let Victory { seat, from, tile, hand, win, .. } = victory;
    let how = if seat == from {
        format!("tsumo with {tile}")
    } else if *from == view.seat() {
        format!("ron on your {tile}")
    } else {
        format!("ron on {tile} of {}", seat_name(view, *from))
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
    let points = win.points(game.rules().seats.into(), &rules.payment);
    format!("{how}: {}; {}: {size}, {} points", tiles.join(" "), yaku.join(", "), thousands(points))
}
