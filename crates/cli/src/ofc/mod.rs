//! `facedown ofc`: scores, Fantasyland, placements and opening books of open-face Chinese poker.

pub(crate) mod args;
mod book;
mod fantasy;
mod opening;
mod score;
mod solve;

use crate::Answer;
use anyhow::Result;
use args::OfcCommand;
use std::io::Write;

pub(crate) fn run(command: &OfcCommand, out: &mut dyn Write) -> Result<Answer> {
    match command {
        OfcCommand::Score(args) => score::run(args, out),
        OfcCommand::Fantasy(args) => fantasy::run(args, out),
        OfcCommand::Solve(args) => solve::run(args, out),
        OfcCommand::Book(args) => book::run(args, out),
    }
}
