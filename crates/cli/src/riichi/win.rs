//! `facedown riichi hand --win`: the score of a hand.

use super::args::{HandArgs, WinArgs};
use super::color::color_tiles;
use super::line;
use crate::{Answer, layout, print_json};
use anyhow::Result;
use facedown_game::thousands;
use facedown_riichi::score::{Cost, Explanation, Limit};
use facedown_service::calls::riichi::{HandAnswer, PaymentAnswer, WinAnswer, Wind};
use serde_json::json;
use std::io::Write;

pub(super) fn run(
    args: &HandArgs,
    answer: &HandAnswer,
    win: &WinAnswer,
    out: &mut dyn Write,
) -> Result<Answer> {
    let status = if win.wins { Answer::Done } else { Answer::No };
    if args.json {
        print_json(
            &json!({
                "hand": win.hand,
                "melds": answer.melds,
                "win_tile": win.win_tile,
                "rules": args.win.rules.name(),
                "wins": win.wins,
                "reason": win.reason,
                "score": win.score,
                "payment": win.payment,
            }),
            out,
        )?;
        return Ok(status);
    }
    line(out, "hand", &win.hand)?;
    if !answer.melds.is_empty() {
        line(out, "melds", &answer.melds.join(" "))?;
    }
    line(out, "win", &format!("{} {}", win.win_tile, circumstances(&args.win)))?;
    match (&win.score, &win.payment, &win.reason) {
        (Some(score), Some(payment), _) => {
            writeln!(out)?;
            write!(out, "{}", color_tiles(&tables(score)))?;
            writeln!(out)?;
            print_payment(score, payment, out)?;
        }
        (_, _, reason) => line(out, "no win", reason.as_deref().unwrap_or_default())?,
    }
    Ok(status)
}

/// `by ron, seat south, round east, rules tenhou`.
fn circumstances(win: &WinArgs) -> String {
    let wind = |wind: Wind| match wind {
        Wind::East => "east",
        Wind::South => "south",
        Wind::West => "west",
        Wind::North => "north",
    };
    format!(
        "by {}, seat {}, round {}, rules {}",
        if win.tsumo { "tsumo" } else { "ron" },
        wind(win.seat_wind),
        wind(win.round_wind),
        win.rules.name()
    )
}

/// Formats the yaku with their han, then the fu with their reasons.
fn tables(win: &Explanation) -> String {
    let mut yaku = layout::table(&["yaku", "", "han"]);
    for item in &win.yaku {
        let romaji = if item.english.eq_ignore_ascii_case(item.romaji) { "" } else { item.romaji };
        let han = match item.yakuman {
            0 => item.han.to_string(),
            1 => "yakuman".to_owned(),
            n => format!("{n} yakuman"),
        };
        yaku.add_row([item.english, romaji, &han]);
    }
    layout::align_right(&mut yaku, [2]);
    let text = layout::text(&yaku);
    if win.yakuman > 0 || win.fu_parts.is_empty() {
        return text;
    }
    let mut fu = layout::table(&["fu for", "fu"]);
    for part in &win.fu_parts {
        fu.add_row([part.reason.clone(), part.fu.to_string()]);
    }
    let sum: u32 = win.fu_parts.iter().map(|part| u32::from(part.fu)).sum();
    if sum != u32::from(win.fu) {
        fu.add_row([format!("{sum}, rounded up"), win.fu.to_string()]);
    }
    layout::align_right(&mut fu, [1]);
    format!("{text}\n{}", layout::text(&fu))
}

/// Prints who pays what, counters and sticks included.
fn print_payment(win: &Explanation, payment: &PaymentAnswer, out: &mut dyn Write) -> Result<()> {
    let number = |points: u32| thousands(points);
    let name = match (win.yakuman, win.limit) {
        (0, Limit::None) => format!("{} han {} fu", win.han, win.fu),
        (0, limit) if win.fu == 0 => format!("{} han, {limit}", win.han),
        (0, limit) => format!("{} han {} fu, {limit}", win.han, win.fu),
        (1, _) => "yakuman".to_owned(),
        (n, _) => format!("{n} yakuman"),
    };
    line(out, "score", &format!("{name}: {} points", number(win.points)))?;
    let pays = match payment.pays {
        Cost::Ron(points) => format!("the discarder {}", number(points)),
        Cost::Tsumo { dealer: 0, other } => format!("each {}", number(other)),
        Cost::Tsumo { dealer, other } => {
            format!("the dealer {}, each other {}", number(dealer), number(other))
        }
    };
    let honba = match payment.honba {
        0 => String::new(),
        n => format!(", with {n} honba"),
    };
    line(out, "pays", &format!("{pays}{honba}"))?;
    if payment.sticks > 0 {
        let sticks = format!("{} with {} riichi stick", number(payment.total), payment.sticks);
        line(out, "gets", &format!("{sticks}{}", if payment.sticks == 1 { "" } else { "s" }))?;
    }
    Ok(())
}
