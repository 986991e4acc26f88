//! `facedown games`: games, presets and bots.

use crate::args::{GameArgs, GamesArgs};
use crate::{Answer, print_json, search_params};
use anyhow::{Context, Result, bail};
use facedown_catalog::{AnyGame, descriptions, insert_param, parse_value};
use facedown_game::excerpt;
use serde_json::{Map, Value, json};
use std::io::Write;

pub(crate) fn run(args: &GamesArgs, out: &mut dyn Write) -> Result<Answer> {
    if args.params {
        return search_params::list(args.json, out);
    }
    if args.json {
        return print_json(&json!({ "games": descriptions() }), out);
    }
    for (i, game) in descriptions().iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}: {}", game.name, game.about)?;
        writeln!(out, "  rules  {}", game.presets.join(", "))?;
        let width = game.bots.iter().map(|bot| bot.name.len()).max().unwrap_or(0);
        for (i, bot) in game.bots.iter().enumerate() {
            let label = if i == 0 { "bots" } else { "" };
            writeln!(
                out,
                "  {label:5}  {name:width$}  {about}",
                name = bot.name,
                about = bot.about
            )?;
        }
    }
    Ok(Answer::Done)
}

/// Returns the game that the arguments name.
pub(crate) fn chosen(args: &GameArgs) -> Result<Box<dyn AnyGame>> {
    Ok(facedown_catalog::game(&args.game, &options(args)?)?)
}

/// Returns the options of the rules that the arguments give.
pub(crate) fn options(args: &GameArgs) -> Result<Map<String, Value>> {
    let mut all = Map::new();
    if let Some(preset) = &args.rules {
        all.insert("rules".to_owned(), preset.as_str().into());
    }
    // The preset alone first, then one more option each time, so that an error names the option at
    // fault.
    facedown_catalog::game(&args.game, &all)?;
    for option in &args.options {
        let Some((key, value)) = option.split_once('=') else {
            bail!("--option '{option}': expected key=value", option = excerpt(option));
        };
        if !insert_param(&mut all, key, parse_value(value)) {
            let record = key.split('.').next().unwrap_or_default();
            bail!(
                "--option '{option}': '{record}' already has a value",
                option = excerpt(option),
                record = excerpt(record)
            );
        }
        facedown_catalog::game(&args.game, &all)
            .with_context(|| format!("--option '{option}'", option = excerpt(option)))?;
    }
    Ok(all)
}
