//! `facedown riichi hand --ev`: the expected value of every discard.

use super::args::HandArgs;
use super::color::color_tiles;
use super::line;
use crate::{Answer, layout, print_json};
use anyhow::Result;
use facedown_game::thousands;
use facedown_service::calls::riichi::{DiscardValue, EvAnswer, HandAnswer};
use serde::Serialize;
use std::io::Write;

/// The document of `--json`.
#[derive(Serialize)]
struct Document<'a> {
    hand: &'a str,
    melds: &'a [String],
    seats: u8,
    rules: &'a str,
    shanten: i8,
    #[serde(flatten)]
    ev: &'a EvAnswer,
}

pub(super) fn run(
    args: &HandArgs,
    answer: &HandAnswer,
    ev: &EvAnswer,
    out: &mut dyn Write,
) -> Result<Answer> {
    let HandAnswer { hand, melds, seats, shanten, .. } = answer;
    if args.json {
        let (seats, shanten, rules) = (*seats, *shanten, args.win.rules.name());
        return print_json(&Document { hand, melds, seats, rules, shanten, ev }, out);
    }
    print(answer, ev, out)?;
    Ok(Answer::Done)
}

fn percent(chance: f32) -> String {
    format!("{:.1} %", 100.0 * chance)
}

/// Formats points with a separator: `-1,234`.
fn points(points: f32) -> String {
    thousands(points.round() as i64)
}

fn print(answer: &HandAnswer, ev: &EvAnswer, out: &mut dyn Write) -> Result<()> {
    line(out, "hand", &answer.hand)?;
    if !answer.melds.is_empty() {
        line(out, "melds", &answer.melds.join(" "))?;
    }
    line(out, "shanten", &answer.shanten.to_string())?;
    let plural = if ev.draws == 1 { "" } else { "s" };
    line(out, "turn", &format!("{}, {} draw{plural} to come", ev.turn, ev.draws))?;
    if let Some(complete) = ev.complete {
        line(out, "complete", &format!("{} points by tsumo", points(complete)))?;
    }
    let Some(best) = ev.discards.first() else { return Ok(()) };
    if let Some(tile) = &best.tile {
        let riichi = if best.riichi { " with riichi" } else { "" };
        line(out, "discard", &format!("{tile}{riichi}"))?;
        writeln!(out)?;
        write!(out, "{}", color_tiles(&discards(ev)))?;
    }
    writeln!(out)?;
    writeln!(out, "If the hand is still the same at a later turn{}:", after(best))?;
    write!(out, "{}", turns(ev, best))?;
    Ok(())
}

fn after(best: &DiscardValue) -> String {
    best.tile.as_ref().map_or_else(String::new, |tile| format!(", {tile} discarded"))
}

fn discards(ev: &EvAnswer) -> String {
    let header = ["discard", "shanten", "left", "win", "tenpai", "points", "riichi"];
    let mut table = layout::table(&header);
    for discard in &ev.discards {
        let riichi = match (discard.points_riichi, discard.riichi) {
            (None, _) => "",
            (Some(_), true) => "yes",
            (Some(_), false) => "no",
        };
        table.add_row([
            discard.tile.as_deref().unwrap_or_default(),
            &discard.shanten.to_string(),
            &discard.left.to_string(),
            &percent(discard.win[0]),
            &percent(discard.tenpai[0]),
            &points(discard.points[0]),
            riichi,
        ]);
    }
    layout::align_right(&mut table, 1..6);
    layout::text(&table)
}

fn turns(ev: &EvAnswer, best: &DiscardValue) -> String {
    let mut table = layout::table(&["turn", "win", "tenpai", "points"]);
    for (later, win) in best.win.iter().enumerate() {
        let turn = usize::from(ev.turn) + later;
        let [win, tenpai] = [*win, best.tenpai[later]].map(percent);
        table.add_row([turn.to_string(), win, tenpai, points(best.points[later])]);
    }
    layout::align_right(&mut table, 0..4);
    layout::text(&table)
}
