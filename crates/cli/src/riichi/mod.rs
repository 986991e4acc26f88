//! `facedown riichi`: hands, the danger of discards, game logs, and an MJAI bot.

pub(crate) mod args;
mod bot;
mod danger;
mod ev;
mod hand;
mod hand_request;
pub(crate) mod color;
mod replay;
mod review;
mod win;

use crate::Answer;
use anyhow::Result;
use args::RiichiCommand;
use std::io::Write;

pub(crate) fn run(command: &RiichiCommand, out: &mut dyn Write) -> Result<Answer> {
    match command {
        RiichiCommand::Hand(args) => hand::run(args, out),
        RiichiCommand::Danger(args) => danger::run(args, out),
        RiichiCommand::Replay(args) => replay::run(args, out),
        RiichiCommand::Review(args) => review::run(args, out),
        RiichiCommand::Bot(args) => bot::run(args, &mut std::io::stdin().lock(), out),
    }
}

/// Prints a line of an answer: a name, then its text.
fn line(out: &mut dyn Write, name: &str, text: &str) -> Result<()> {
    writeln!(out, "{name:>8}  {}", color::color_tiles(text))?;
    Ok(())
}
