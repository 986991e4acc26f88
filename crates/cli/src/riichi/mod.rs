//! `facedown riichi`: hands of riichi mahjong, logs of real games, and a bot for other tables.

pub(crate) mod args;
mod bot;
mod hand_input;
mod hand;
pub(crate) mod color;
mod replay;
mod win;

use crate::Answer;
use anyhow::Result;
use args::RiichiCommand;
use std::io::Write;

pub(crate) fn run(command: &RiichiCommand, out: &mut dyn Write) -> Result<Answer> {
    match command {
        RiichiCommand::Hand(args) => hand::run(args, out),
        RiichiCommand::Replay(args) => replay::run(args, out),
        RiichiCommand::Bot(args) => bot::run(args, &mut std::io::stdin().lock(), out),
    }
}

/// A line of an answer: a name, then what there is to say.
fn line(out: &mut dyn Write, name: &str, what: &str) -> Result<()> {
    writeln!(out, "{name:>8}  {}", color::color_tiles(what))?;
    Ok(())
}
