//! `facedown riichi hand`: shanten and acceptance.

use super::args::HandArgs;
use super::color::color_tiles;
use super::{ev, hand_request, line, win};
use crate::{Answer, layout, print_json};
use anyhow::Result;
use facedown_service::calls::riichi::{Accepts, DiscardAnswer, FormsAnswer, HandAnswer, Left};
use facedown_tiles::{Suit, Tile, notation};
use serde_json::Value;
use std::io::Write;

pub(crate) fn run(args: &HandArgs, out: &mut dyn Write) -> Result<Answer> {
    let answer = hand_request::answer(args)?;
    if let Some(win) = &answer.win {
        return win::run(args, &answer, win, out);
    }
    if let Some(ev) = &answer.ev {
        return ev::run(args, &answer, ev, out);
    }
    if args.json {
        return print_json(&flat(&answer)?, out);
    }
    print(&answer, out)?;
    Ok(Answer::Done)
}

/// Returns the answer with the fields of each acceptance beside those of its hand or discard.
fn flat(answer: &HandAnswer) -> Result<Value> {
    let lift = |record: &mut Value| {
        if let Some(fields) = record.as_object_mut()
            && let Some(Value::Object(accepts)) = fields.remove("accepts")
        {
            fields.extend(accepts);
        }
    };
    let mut record = serde_json::to_value(answer)?;
    lift(&mut record);
    record.get_mut("discards").and_then(Value::as_array_mut).into_iter().flatten().for_each(lift);
    Ok(record)
}

fn forms_text(forms: &FormsAnswer) -> String {
    let form = |name: &str, shanten: Option<i8>| shanten.map(|n| format!("{name} {n}"));
    let forms = [
        form("standard", Some(forms.standard)),
        form("seven pairs", forms.seven_pairs),
        form("thirteen orphans", forms.thirteen_orphans),
    ];
    forms.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Formats the kinds in groups, `69s12z`, and the exhausted ones.
fn accepts_text(accepts: &Accepts) -> String {
    let all: String = accepts.tiles.iter().map(|left| left.tile.as_str()).collect();
    let none = if accepts.gone.is_empty() {
        String::new()
    } else {
        format!("{}none left of {}", comma(&all), grouped(&accepts.gone.concat()))
    };
    if all.is_empty() && none.is_empty() { "-".to_owned() } else { grouped(&all) + &none }
}

fn comma(before: &str) -> &'static str {
    if before.is_empty() { "" } else { ", " }
}

/// Formats `6s9s1z` as `69s 1z`.
fn grouped(text: &str) -> String {
    let tiles = notation::parse_tiles(text).unwrap_or_default();
    let suits = Suit::ALL.map(|suit| {
        let of_suit: Vec<Tile> =
            tiles.iter().copied().filter(|t| t.kind().suit() == suit).collect();
        notation::tiles(&of_suit).to_string()
    });
    suits.into_iter().filter(|suit| !suit.is_empty()).collect::<Vec<_>>().join(" ")
}

fn print(answer: &HandAnswer, out: &mut dyn Write) -> Result<()> {
    line(out, "hand", &answer.hand)?;
    if !answer.melds.is_empty() {
        line(out, "melds", &answer.melds.join(" "))?;
    }
    let name = match answer.shanten {
        -1 => ", complete",
        0 => ", tenpai",
        _ => "",
    };
    let forms = forms_text(&answer.forms);
    line(out, "shanten", &format!("{}{name} ({forms})", answer.shanten))?;
    if let Some(accepts) = &answer.accepts {
        let name = if answer.shanten == 0 { "waits" } else { "accepts" };
        line(out, name, &accepts_text(accepts))?;
        line(out, "left", &left(accepts))?;
    }
    if let [best, others @ ..] = answer.discards.as_slice() {
        let value = |discard: &DiscardAnswer| (discard.shanten, discard.accepts.left);
        let equals = others.iter().take_while(|other| value(other) == value(best));
        let tiles: Vec<&str> =
            std::iter::once(best).chain(equals).map(|d| d.tile.as_str()).collect();
        line(out, "discard", &tiles.join(" or "))?;
        writeln!(out)?;
        write!(out, "{}", color_tiles(&table(&answer.discards)))?;
    }
    Ok(())
}

fn table(discards: &[DiscardAnswer]) -> String {
    let mut table = layout::table(&["discard", "shanten", "kinds", "left", "accepts"]);
    for DiscardAnswer { tile, shanten, accepts } in discards {
        let [shanten, kinds, left] =
            [i64::from(*shanten), accepts.kinds as i64, accepts.left.into()].map(|n| n.to_string());
        table.add_row([tile, &shanten, &kinds, &left, &accepts_text(accepts)]);
    }
    layout::align_right(&mut table, 1..4);
    layout::text(&table)
}

/// Formats `8 tiles of 2 kinds: 6s 4, 9s 4`.
fn left(accepts: &Accepts) -> String {
    let each: Vec<String> =
        accepts.tiles.iter().map(|Left { tile, left }| format!("{tile} {left}")).collect();
    let (tiles, kinds) = (accepts.left, accepts.kinds);
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    let of = if each.is_empty() { String::new() } else { format!(": {}", each.join(", ")) };
    let (s, kinds_s) = (plural(tiles.into()), plural(kinds));
    layout::wrap(&format!("{:>8}  {tiles} tile{s} of {kinds} kind{kinds_s}{of}", ""))
        .trim()
        .to_owned()
}
