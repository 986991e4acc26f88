//! A view as a terminal shows it.

use super::{seat_name, spaced};
use crate::{Discard, DrawKind, Ending, Offer, Phase, Riichi, Table, View};
use facedown_game::{Seat, thousands};
use facedown_tiles::{Acceptance, Kind, KindSet, Meld, Tile, Unseen};
use std::fmt::Write;

const WINDS: [&str; 4] = ["East", "South", "West", "North"];

/// Returns the view as lines, each with a name on the left.
pub(super) fn view_text(game: &Riichi, view: &View) -> String {
    let table = view.table();
    let mut out = String::new();
    let mut line = |name: &str, text: &str| {
        let _ = writeln!(out, "{name:>10}  {text}");
    };
    line("round", &round(table));
    line("dora", &dora(game, table));
    let seats = table.seats();
    for seat in (1..=seats).map(|places| view.seat().plus(places, seats)) {
        let wind = &WINDS[table.seat_wind(seat).index() - Kind::EAST.index()][..1];
        line(&format!("{} {wind}", seat_name(view, seat)), &seat_status(table, seat));
        let river: Vec<String> = table.river().of(seat).map(discard_text).collect();
        if !river.is_empty() {
            line("", &river.join(" "));
        }
    }
    if !table.river().is_empty() {
        line("marks", "* just drawn, ! riichi, (5p) called");
    }
    if let Some(offered) = offered(view) {
        line("offered", &offered);
    }
    line("your hand", &hand(view));
    match table.ending() {
        Ending::Unfinished => line("", &efficiency(game, view)),
        ending => line("ended", &ending_text(view, ending)),
    }
    out
}

/// Returns a list of seats in words.
fn seat_names(view: &View, seats: impl IntoIterator<Item = Seat>) -> String {
    let names: Vec<String> = seats.into_iter().map(|seat| seat_name(view, seat)).collect();
    match names.as_slice() {
        [] => "nobody".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn round(table: &Table) -> String {
    let setup = table.setup();
    let number = setup.dealer.index() + 1;
    let mut text = format!("{} {number}", WINDS[usize::from(setup.wind)]);
    if setup.honba > 0 {
        let _ = write!(text, ", {} honba", setup.honba);
    }
    match table.sticks() {
        0 => {}
        1 => text.push_str(", 1 riichi stick"),
        sticks => {
            let _ = write!(text, ", {sticks} riichi sticks");
        }
    }
    let _ = write!(text, ", {} tiles left", table.live());
    text
}

fn dora(game: &Riichi, table: &Table) -> String {
    let three = game.rules().is_three();
    let indicators: Vec<String> = table.dora_indicators().iter().map(Tile::to_string).collect();
    let tiles = table.dora_indicators().iter().map(|tile| tile.kind().dora(three).to_string());
    let tiles: Vec<String> = tiles.collect();
    format!("{} (indicated by {})", tiles.join(" "), indicators.join(" "))
}

/// Returns points, riichi, melds and norths of a seat.
fn seat_status(table: &Table, seat: Seat) -> String {
    let mut text = thousands(table.score(seat));
    if table.setup().dealer == seat {
        text.push_str(", dealer");
    }
    if table.is_riichi(seat) {
        text.push_str(if table.is_double_riichi(seat) { ", double riichi" } else { ", riichi" });
    }
    if table.nuki(seat) > 0 {
        let _ = write!(text, ", {} north aside", table.nuki(seat));
    }
    let melds: Vec<String> = table.melds(seat).iter().map(Meld::to_string).collect();
    if !melds.is_empty() {
        let _ = write!(text, ", melds {}", melds.join(" "));
    }
    text
}

fn discard_text(discard: Discard) -> String {
    let drawn = if discard.drawn { "*" } else { "" };
    let riichi = if discard.riichi { "!" } else { "" };
    let text = format!("{}{drawn}{riichi}", discard.tile);
    if discard.called { format!("({text})") } else { text }
}

fn offered(view: &View) -> Option<String> {
    let table = view.table();
    let (Phase::Window(offer), Some(tile)) = (table.phase(), table.offered()) else { return None };
    let seat = seat_name(view, table.actor());
    Some(match offer {
        Offer::Discard => format!("{tile}, discarded by {seat}"),
        Offer::AddedKan => format!("{tile}, added to a pon by {seat}"),
        Offer::ClosedKan => format!("{tile}, of a closed kan of {seat}"),
        Offer::Nuki => format!("{tile}, set aside by {seat}"),
    })
}

fn hand(view: &View) -> String {
    let mut closed = *view.hand();
    match view.drawn() {
        Some(tile) if closed.try_remove(tile).is_ok() => {
            format!("{}   drawn {tile}", spaced(&closed.to_string()))
        }
        _ => spaced(&closed.to_string()),
    }
}

/// Counts the tiles that the seat cannot see.
fn unseen(view: &View) -> Unseen {
    let mut visible = [0u8; Kind::COUNT];
    view.for_each_seen(|tile| visible[tile.kind().index()] += 1);
    Unseen::new(&visible)
}

/// Returns shanten and acceptance of the hand, or of its best discards.
fn efficiency(game: &Riichi, view: &View) -> String {
    let (hand, pack, unseen) = (view.hand(), game.pack(), unseen(view));
    let furiten = if view.is_furiten() { ", furiten" } else { "" };
    if view.table().is_riichi(view.seat()) {
        let waits = view.waits();
        return format!("waits for {}, {} left{furiten}", kinds_text(waits), unseen.total(waits));
    }
    if hand.len() % 3 != 2 {
        return acceptance_text(&hand.acceptance(pack, &unseen)) + furiten;
    }
    if hand.shanten(pack) < 0 {
        return "complete".to_owned();
    }
    let mut discards = hand.discards(pack, &unseen).to_vec();
    let rank = |d: &facedown_tiles::Discard| (d.acceptance.shanten, u8::MAX - d.acceptance.left);
    discards.sort_by_key(rank);
    let Some(best) = discards.first().copied() else { return String::new() };
    let near = discards.iter().filter(|d| d.acceptance.shanten == best.acceptance.shanten);
    let each: Vec<String> =
        near.take(3).map(|d| format!("{} ({} left)", d.kind, d.acceptance.left)).collect();
    format!("{} after {}", shanten_text(best.acceptance.shanten), each.join(", "))
}

fn kinds_text(kinds: KindSet) -> String {
    let each: Vec<String> = kinds.iter().map(|kind| kind.to_string()).collect();
    each.join(" ")
}

fn acceptance_text(acceptance: &Acceptance) -> String {
    let Acceptance { shanten, left, kinds, .. } = *acceptance;
    let how = if shanten == 0 { "waits for" } else { "accepts" };
    format!("{}, {how} {}, {left} left", shanten_text(shanten), kinds_text(kinds))
}

fn shanten_text(shanten: i8) -> String {
    match shanten {
        ..=0 => "tenpai".to_owned(),
        shanten => format!("{shanten}-shanten"),
    }
}

fn ending_text(view: &View, ending: Ending) -> String {
    match ending {
        Ending::Unfinished => "not yet".to_owned(),
        Ending::Won(seats) if seats.contains(view.table().actor()) => {
            format!("tsumo of {}", seat_names(view, seats.iter()))
        }
        Ending::Won(seats) => format!("ron of {}", seat_names(view, seats.iter())),
        Ending::Drawn(kind, tenpai) if !kind.is_abort() => {
            format!("{}, tenpai: {}", draw_reason(kind), seat_names(view, tenpai.iter()))
        }
        Ending::Drawn(kind, _) => draw_reason(kind).to_owned(),
    }
}

/// Returns why a round ended without a win.
pub(super) const fn draw_reason(kind: DrawKind) -> &'static str {
    match kind {
        DrawKind::Exhausted => "the wall is exhausted",
        DrawKind::Nagashi => "the wall is exhausted, nagashi mangan",
        DrawKind::NineTerminals => "aborted: nine kinds of terminals and honours",
        DrawKind::FourWinds => "aborted: four discards of the same wind",
        DrawKind::FourRiichi => "aborted: four riichi",
        DrawKind::FourKans => "aborted: four kans",
        DrawKind::TripleRon => "aborted: three wins on one tile",
    }
}
