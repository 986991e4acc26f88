//! Texts for people: views, actions and events.

mod narrate;
mod view_text;

use crate::table::{Offer, Phase};
use crate::{Action, Event, Riichi, State, View};
use facedown_game::{Narration, Render, Seat};
use facedown_tiles::{Tile, notation};

impl Render for Riichi {
    fn view_text(&self, view: &View) -> String {
        view_text::view_text(self, view)
    }

    fn describe(&self, view: &View, action: Action) -> String {
        let offered = view.table().offered();
        let call = |name: &str, own: &[Tile]| {
            let own = notation::tiles(own);
            offered
                .map_or_else(|| format!("{name} {own}"), |tile| format!("{name} {own} with {tile}"))
        };
        let on = |name: &str| {
            offered.map_or_else(|| name.to_owned(), |tile| format!("{name} on {tile}"))
        };
        match action {
            Action::Discard { tile, drawn: false } => format!("discard {tile}"),
            Action::Discard { tile, drawn: true } => format!("discard {tile}* just drawn"),
            Action::Riichi => "declare riichi".to_owned(),
            Action::Tsumo => "win by tsumo".to_owned(),
            Action::ClosedKan(kind) => format!("closed kan {kind}"),
            Action::AddedKan(tile) => format!("added kan {tile}"),
            Action::Nuki => "set aside a north".to_owned(),
            Action::NineTerminals => "end the round: nine terminals and honours".to_owned(),
            Action::Pass => match view.table().phase() {
                Phase::Window(Offer::Discard) => on("pass"),
                _ => "pass".to_owned(),
            },
            Action::Chi(own) => call("chi", &own),
            Action::Pon(own) => call("pon", &own),
            Action::OpenKan => on("open kan"),
            Action::Ron => on("ron"),
        }
    }

    /// Answers to an offered tile are not public: they are revealed when the call window closes, and
    /// only the one that is carried out.
    fn is_public(&self, _: &State, action: Action) -> bool {
        !matches!(
            action,
            Action::Pass | Action::Chi(_) | Action::Pon(_) | Action::OpenKan | Action::Ron
        )
    }

    fn narrate(&self, view: &View, event: &Event) -> Option<Narration> {
        narrate::narrate(self, view, event)
    }
}

/// Returns a seat as the reader of a view would name it.
fn seat_name(view: &View, seat: Seat) -> String {
    if seat == view.seat() { "you".to_owned() } else { format!("seat {}", seat.index()) }
}

/// Puts a space after each suit: `123m 406p 1z`.
fn spaced(tiles: &str) -> String {
    let mut text = String::with_capacity(tiles.len() + 3);
    for letter in tiles.chars() {
        text.push(letter);
        if letter.is_alphabetic() {
            text.push(' ');
        }
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_have_a_space_after_each_suit() {
        assert_eq!(spaced("123m406p1z"), "123m 406p 1z");
        assert_eq!(spaced(""), "");
    }
}
