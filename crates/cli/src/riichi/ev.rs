//! `facedown riichi hand --ev`: the expected value of every discard.

use super::args::HandArgs;
use super::color::color_tiles;
use super::hand_input::HandInput;
use super::line;
use crate::{Answer, layout, print_json};
use anyhow::{Context, Result};
use facedown_game::{excerpt, thousands};
use facedown_riichi::hand_ev::{DiscardEv, EvOptions, HandEv};
use facedown_tiles::{Tile, notation};
use serde_json::{Value, json};
use std::io::Write;

pub(super) fn run(args: &HandArgs, given: &HandInput, out: &mut dyn Write) -> Result<Answer> {
    let options = options(args, given)?;
    let named = || format!("'{}'", excerpt(&args.tiles));
    let ev = HandEv::of(&given.closed, &options).with_context(named)?;
    if args.json {
        return print_json(&record(&ev, given, args), out);
    }
    print(&ev, given, out)?;
    Ok(Answer::Done)
}

fn options(args: &HandArgs, given: &HandInput) -> Result<EvOptions> {
    let named = || format!("--discarded '{}'", excerpt(&args.ev.discarded));
    let discarded = notation::parse_tiles(&args.ev.discarded).with_context(named)?;
    Ok(EvOptions {
        rules: args.win.rules.rules(args.seats.into()),
        seat_wind: args.win.seat_wind,
        round_wind: args.win.round_wind,
        melds: given.melds.clone(),
        dora_indicators: given.indicators.clone(),
        visible: given.visible.clone(),
        discarded: discarded.into_iter().map(Tile::kind).collect(),
        nuki: args.nuki,
        turn: args.ev.turn,
        draws: args.ev.draws,
        honba: args.win.honba,
        sticks: args.win.sticks,
        riichi: !args.ev.no_riichi,
        ron: args.ev.ron_rate,
        tenpai: args.ev.tenpai_rate,
        others: args.ev.others,
        reshape: u8::from(!args.ev.no_reshape),
        ..EvOptions::default()
    })
}

fn record(ev: &HandEv, given: &HandInput, args: &HandArgs) -> Value {
    let discard = |discard: &DiscardEv| {
        json!({
            "tile": discard.tile.map(|tile| tile.to_string()),
            "shanten": discard.shanten,
            "left": discard.acceptance,
            "riichi": discard.riichi,
            "points_riichi": discard.declared,
            "points_silent": discard.silent,
            "win": discard.win,
            "tenpai": discard.tenpai,
            "points": discard.points,
        })
    };
    json!({
        "hand": given.closed.to_string(),
        "melds": given.melds.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "seats": args.seats,
        "rules": args.win.rules.name(),
        "shanten": ev.shanten,
        "turn": ev.turn,
        "draws": ev.draws,
        "unseen": ev.unseen,
        "reshapes": ev.reshapes,
        "complete": ev.complete,
        "discards": ev.discards.iter().map(discard).collect::<Vec<_>>(),
    })
}

fn percent(chance: f32) -> String {
    format!("{:.1} %", 100.0 * chance)
}

/// Formats points with a separator: `-1,234`.
fn points(points: f32) -> String {
    thousands(points.round() as i64)
}

fn print(ev: &HandEv, given: &HandInput, out: &mut dyn Write) -> Result<()> {
    line(out, "hand", &given.closed.to_string())?;
    if !given.melds.is_empty() {
        let melds: Vec<String> = given.melds.iter().map(ToString::to_string).collect();
        line(out, "melds", &melds.join(" "))?;
    }
    line(out, "shanten", &ev.shanten.to_string())?;
    let plural = if ev.draws == 1 { "" } else { "s" };
    line(out, "turn", &format!("{}, {} draw{plural} to come", ev.turn, ev.draws))?;
    if let Some(complete) = ev.complete {
        line(out, "complete", &format!("{} points by tsumo", points(complete)))?;
    }
    let Some(best) = ev.discards.first() else { return Ok(()) };
    if let Some(tile) = best.tile {
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

fn after(best: &DiscardEv) -> String {
    best.tile.map_or_else(String::new, |tile| format!(", {tile} discarded"))
}

fn discards(ev: &HandEv) -> String {
    let header = ["discard", "shanten", "left", "win", "tenpai", "points", "riichi"];
    let mut table = layout::table(&header);
    for discard in &ev.discards {
        let riichi = match (discard.declared, discard.riichi) {
            (None, _) => "",
            (Some(_), true) => "yes",
            (Some(_), false) => "no",
        };
        table.add_row([
            &discard.tile.map_or_else(String::new, |tile| tile.to_string()),
            &discard.shanten.to_string(),
            &discard.acceptance.to_string(),
            &percent(discard.win[0]),
            &percent(discard.tenpai[0]),
            &points(discard.points[0]),
            riichi,
        ]);
    }
    layout::align_right(&mut table, 1..6);
    layout::text(&table)
}

fn turns(ev: &HandEv, best: &DiscardEv) -> String {
    let mut table = layout::table(&["turn", "win", "tenpai", "points"]);
    for (later, win) in best.win.iter().enumerate() {
        let turn = usize::from(ev.turn) + later;
        let [win, tenpai] = [*win, best.tenpai[later]].map(percent);
        table.add_row([turn.to_string(), win, tenpai, points(best.points[later])]);
    }
    layout::align_right(&mut table, 0..4);
    layout::text(&table)
}
