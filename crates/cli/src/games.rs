//! `facedown games`: what there is to play.

use crate::args::{GameArgs, GamesArgs};
use crate::{Answer, print_json};
use anyhow::{Context, Result, bail};
use facedown_catalog::{AnyGame, GAMES};
use serde_json::{Map, Value, json};
use std::io::Write;

pub(crate) fn run(args: &GamesArgs, out: &mut dyn Write) -> Result<Answer> {
    if args.json {
        let games = GAMES.iter().map(|info| {
            let bots = info.bots.iter().map(|(name, about)| json!({"name": name, "about": about}));
            json!({
                "name": info.name,
                "about": info.about,
                "presets": info.presets,
                "bots": bots.collect::<Vec<_>>(),
            })
        });
        return print_json(&json!({"games": games.collect::<Vec<_>>()}), out);
    }
    for (i, info) in GAMES.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}: {}", info.name, info.about)?;
        writeln!(out, "  rules  {}", info.presets.join(", "))?;
        let width = info.bots.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (i, (name, about)) in info.bots.iter().enumerate() {
            writeln!(out, "  {:5}  {name:width$}  {about}", if i == 0 { "bots" } else { "" })?;
        }
    }
    Ok(Answer::Done)
}

/// The game that the arguments name, with its options.
pub(crate) fn chosen(args: &GameArgs) -> Result<Box<dyn AnyGame>> {
    let mut all = Map::new();
    if let Some(preset) = &args.rules {
        all.insert("rules".to_owned(), preset.as_str().into());
    }
    // The preset alone first, then one option more each time: so a complaint is of that option.
    let mut game = facedown_catalog::game(&args.game, &all)?;
    for option in &args.options {
        let Some((key, value)) = option.split_once('=') else {
            bail!("--option '{option}': expected key=value");
        };
        insert(&mut all, key, read_value(value))
            .and_then(|()| Ok(facedown_catalog::game(&args.game, &all)?))
            .map(|better| game = better)
            .with_context(|| format!("--option '{option}'"))?;
    }
    Ok(game)
}

/// A value as JSON, or as the text it is where it is none: `eaai` as well as `"eaai"`.
fn read_value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| text.into())
}

/// Enters a value under a key, whose dots lead into records: `match.target`.
fn insert(options: &mut Map<String, Value>, key: &str, value: Value) -> Result<()> {
    match key.split_once('.') {
        None => {
            options.insert(key.to_owned(), value);
            Ok(())
        }
        Some((record, field)) => {
            let inner = options.entry(record).or_insert_with(|| json!({}));
            let Value::Object(inner) = inner else { bail!("'{record}' already has a value") };
            insert(inner, field, value)
        }
    }
}
