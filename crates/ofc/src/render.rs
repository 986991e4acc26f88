//! Texts for people: the boards side by side, placements and events in words.

use crate::{Action, Event, Ofc, Phase, Place, Row, State, View, moves};
use facedown_cards::PackSet;
use facedown_game::{Narration, Render, Seat, Selection};
use std::fmt::Write;

/// The width of a board: five cards, and a space to the next.
const WIDTH: usize = 17;

impl Render for Ofc {
    fn view_text(&self, view: &View) -> String {
        view_text(self, view)
    }

    fn describe(&self, view: &View, action: Action) -> String {
        describe(view, action)
    }

    /// An action names no cards, so it is described by its event instead.
    fn is_public(&self, _: &State, _: Action) -> bool {
        false
    }

    /// Five cards and Fantasyland have too many placements to list.
    fn selection(&self, view: &View) -> Option<Selection> {
        let acts = view.table().to_act() == view.seat() && view.table().phase() != Phase::Over;
        (acts && view.hand().len() > 3).then(|| Selection {
            verb: "place",
            count: moves::placed_count(view),
            cards: view.hand().iter().map(ToString::to_string).collect(),
            example: moves::example(view),
        })
    }

    fn narrate(&self, view: &View, event: &Event) -> Option<Narration> {
        let by = |seat: Seat, text: String| {
            (seat != view.seat()).then_some(Narration { seat: Some(seat), text })
        };
        match event {
            Event::Placed(seat, rows) => by(*seat, rows_text(*rows)),
            Event::Ready(seat) => by(*seat, "has set a board face down".to_owned()),
            Event::Shown(seat, rows) => by(*seat, format!("shows {}", rows_text(*rows))),
            Event::Dealt(_) | Event::Set(_) => None,
        }
    }
}

/// Returns the table and the seat's hand.
fn view_text(game: &Ofc, view: &View) -> String {
    let table = view.table();
    let mut out = String::new();
    let seats: Vec<Seat> = {
        let (me, seats) = (view.seat(), table.seats());
        (0..seats).map(|places| me.plus(places, seats)).collect()
    };
    let mut line = |name: &str, parts: Vec<String>| {
        let mut text = format!("{name:>9}  ");
        for part in parts {
            let _ = write!(text, "{part:WIDTH$}");
        }
        let _ = writeln!(out, "{}", text.trim_end());
    };
    line(&stage(view), seats.iter().map(|seat| name(view, *seat)).collect());
    for row in Row::ALL {
        let shown = |seat: &Seat| cards(view, *seat, row);
        line(&row.to_string(), seats.iter().map(shown).collect());
    }
    if table.phase() == Phase::Over {
        line("", seats.iter().map(|seat| royalties(game, view, *seat)).collect());
        line("next", seats.iter().map(|seat| next(game, view, *seat)).collect());
    }
    if !view.discards().is_empty() {
        line("discarded", vec![view.discards().to_string()]);
    }
    if !view.hand().is_empty() {
        let hand: Vec<String> = view.hand().iter().map(ToString::to_string).collect();
        line("your hand", vec![hand.join(" ")]);
    }
    if table.to_act() == view.seat() && table.phase() != Phase::Over {
        line("", vec![prompt(view).to_owned()]);
    }
    out
}

/// Returns how to enter an action.
fn prompt(view: &View) -> &'static str {
    match (view.table().fantasy(view.seat()), view.hand().len()) {
        (0, 5) => "a letter for each card: t top, m middle, b bottom",
        (0, 3) => "a letter for each card: t top, m middle, b bottom, x discard",
        (0, _) => "where to: t top, m middle, b bottom",
        _ => "where the first of these goes: t top, m middle, b bottom, x discard",
    }
}

fn stage(view: &View) -> String {
    let table = view.table();
    match table.phase() {
        Phase::Streets => format!("street {}", table.street() + 1),
        Phase::Fantasy => "set".to_owned(),
        Phase::Over => "over".to_owned(),
    }
}

/// Returns the name of a seat; `(B)` has the button, `FL` is in Fantasyland.
fn name(view: &View, seat: Seat) -> String {
    let who = if seat == view.seat() { "you".to_owned() } else { seat.to_string() };
    let button = if view.table().setup().button == seat { " (B)" } else { "" };
    let fantasy = if view.table().fantasy(seat) > 0 { " FL" } else { "" };
    format!("{who}{button}{fantasy}")
}

/// Returns a row with dots for missing cards, high cards first.
fn cards(view: &View, seat: Seat, row: Row) -> String {
    let table = view.table();
    let open = if seat == view.seat() { view.rows() } else { table.rows(seat) }[row as usize];
    if table.is_set(seat) && open.is_empty() {
        return ["##"; 5][..row.size()].join(" ");
    }
    let mut parts = by_rank(open);
    parts.resize(row.size(), "..".to_owned());
    parts.join(" ")
}

fn by_rank(cards: PackSet) -> Vec<String> {
    let mut cards: Vec<_> = cards.iter().collect();
    cards.sort_by_key(|card| {
        // The ace is high; jokers come last.
        card.card()
            .map_or((0, 0), |card| ((13 - card.rank().index()) % 13 + 1, card.suit() as usize))
    });
    let jokers = cards.iter().take_while(|card| card.is_joker()).count();
    cards.rotate_left(jokers);
    cards.iter().map(ToString::to_string).collect()
}

fn royalties(game: &Ofc, view: &View, seat: Seat) -> String {
    match game.judge(view.table().rows(seat)) {
        Some(rows) => match game.scorer().royalties(rows) {
            0 => "no royalties".to_owned(),
            points => format!("royalties {points}"),
        },
        None => "foul".to_owned(),
    }
}

fn next(game: &Ofc, view: &View, seat: Seat) -> String {
    match game.next_fantasy(view.table(), seat) {
        0 => "-".to_owned(),
        cards => format!("FL with {cards}"),
    }
}

/// Returns cards with their rows.
fn rows_text(rows: [PackSet; 3]) -> String {
    let part = |(row, cards): (Row, PackSet)| {
        (!cards.is_empty()).then(|| format!("{row} {}", by_rank(cards).join(" ")))
    };
    Row::ALL.into_iter().zip(rows).filter_map(part).collect::<Vec<_>>().join(", ")
}

/// Returns the cards of the hand with their places by an action.
fn describe(view: &View, action: Action) -> String {
    let hand = view.hand();
    let part = |place: Place| {
        let cards = hand.iter().zip(action.places()).filter(|(_, to)| **to == place);
        let cards: Vec<String> = cards.map(|(card, _)| card.to_string()).collect();
        let name = ["top", "middle", "bottom", "out"][place as usize];
        (!cards.is_empty()).then(|| format!("{name} {}", cards.join(" ")))
    };
    Place::ALL.into_iter().filter_map(part).collect::<Vec<_>>().join(", ")
}
