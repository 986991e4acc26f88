//! `facedown riichi bot`: a bot that speaks MJAI.

use super::args::BotArgs;
use crate::args::GameArgs;
use crate::{Answer, games, one_line, search_params};
use anyhow::Result;
use facedown_catalog::{riichi_game, riichi_policy};
use facedown_game::Rng;
use facedown_riichi_logs::mjai_bot::{Bot, ServeError};
use std::io::{BufRead, Write};

pub(crate) fn run(args: &BotArgs, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Answer> {
    let seats = args.seats.iter().map(|seats| format!("seats={seats}"));
    let chosen = GameArgs {
        game: "riichi".to_owned(),
        rules: args.rules.clone(),
        options: seats.chain(args.options.iter().cloned()).collect(),
    };
    let params = search_params::chosen(&args.params)?.without_network()?;
    let game = riichi_game(&games::options(&chosen)?)?;
    let policy = riichi_policy(&game, &args.bot, &params)?;
    let mut bot = Bot::new(game, policy, Rng::new(args.seed)).with_name(&args.name);
    match bot.serve(input, out) {
        Ok(()) => Ok(Answer::Done),
        Err(ServeError::Line(error)) => {
            writeln!(std::io::stderr(), "facedown: {}", one_line(&error.to_string()))?;
            Ok(Answer::No)
        }
        Err(ServeError::Io(error)) => Err(anyhow::Error::from(error).context("standard input")),
        Err(error) => Err(error.into()),
    }
}
