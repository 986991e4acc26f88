//! `--set` and `facedown games --knobs`: the knobs of bots that search.

use crate::args::KnobsArg;
use crate::{Answer, layout, print_json};
use anyhow::{Context, Result, bail, ensure};
use facedown_catalog::{
    AnyGame, GAMES, SEARCH_PARAMS, generic_search_config, insert_param, parse_value, searches,
};
use serde_json::{Map, Value, json};
use std::io::Write;

/// The knobs that the arguments set, which must fit each of these bots that searches.
pub(crate) fn chosen(
    args: &KnobsArg,
    game: &dyn AnyGame,
    bots: &[&str],
) -> Result<Map<String, Value>> {
    let mut all = Map::new();
    let kind = |bot: &&&str| bot.split(':').next().is_some_and(searches);
    let searching: Vec<&str> = bots.iter().filter(kind).copied().collect();
    for knob in &args.set {
        let Some((name, value)) = knob.split_once('=') else {
            bail!("--set '{knob}': expected knob=value");
        };
        ensure!(!searching.is_empty(), "--set '{knob}': '{}' does not search", bots.join(","));
        let entered = insert_param(&mut all, name, parse_value(value));
        ensure!(entered, "--set '{knob}': '{name}' already has a value");
        // Alone first, so that a complaint is of this knob; some fit only together with others.
        let mut alone = Map::new();
        insert_param(&mut alone, name, parse_value(value));
        for bot in &searching {
            let fits = game.search_config(bot, &alone).or_else(|_| game.search_config(bot, &all));
            fits.with_context(|| format!("--set '{knob}'"))?;
        }
    }
    for bot in &searching {
        game.search_config(bot, &all)?;
    }
    Ok(all)
}

/// Lists every knob.
pub(crate) fn list(json: bool, out: &mut dyn Write) -> Result<Answer> {
    let none = Map::new();
    let defaults = generic_search_config("ismcts", &none)?;
    let bots = GAMES.iter().flat_map(|info| info.bots).map(|(bot, _)| *bot);
    let (mut general, mut own) = (Map::new(), Map::new());
    for bot in bots.filter(|bot| searches(bot)) {
        if let Ok(config) = generic_search_config(bot, &none) {
            general.insert(bot.to_owned(), differing(&config, &defaults));
        }
    }
    for info in GAMES {
        if let Ok(config) = facedown_catalog::game(info.name, &none)?.search_config("search", &none)
        {
            own.insert(info.name.to_owned(), differing(&config, &defaults));
        }
    }
    if json {
        let knobs = SEARCH_PARAMS.iter().map(|knob| {
            let default = value(&defaults, knob.name);
            json!({
                "name": knob.name, "default": default, "values": knob.values, "about": knob.about,
            })
        });
        let knobs: Vec<Value> = knobs.collect();
        return print_json(&json!({"knobs": knobs, "bots": general, "games": own}), out);
    }
    write!(out, "{}", table(&defaults))?;
    writeln!(out, "\nWhere a bot differs:")?;
    let own = own.iter().map(|(game, knobs)| (format!("search, {game}"), knobs));
    for (bot, knobs) in general.iter().map(|(bot, knobs)| (bot.clone(), knobs)).chain(own) {
        let texts = knobs.as_object().into_iter().flatten();
        let texts: Vec<String> = texts.map(|(k, v)| format!("{k}={}", plain(v))).collect();
        if !texts.is_empty() {
            write!(out, "{}", layout::wrap(&format!(" {bot:12}  {}", texts.join(" "))))?;
        }
    }
    Ok(Answer::Done)
}

fn table(defaults: &Value) -> String {
    let mut table = layout::table(&["knob", "default", "what it does"]);
    for knob in SEARCH_PARAMS {
        let default = plain(value(defaults, knob.name));
        let about = layout::wrap_words(&format!("{} [{}]", knob.about, knob.values), 42);
        for (i, line) in about.iter().enumerate() {
            let [name, default] = if i == 0 { [knob.name, &default] } else { [""; 2] };
            table.add_row([name, default, line]);
        }
    }
    layout::text(&table)
}

/// The knobs of a configuration that differ from the defaults.
fn differing(config: &Value, defaults: &Value) -> Value {
    let names = SEARCH_PARAMS.iter().map(|knob| knob.name);
    let differing = names.filter(|name| value(config, name) != value(defaults, name));
    differing.map(|name| (name.to_owned(), value(config, name).clone())).collect()
}

/// The value of a knob, whose dots lead into records.
fn value<'a>(config: &'a Value, name: &str) -> &'a Value {
    name.split('.').fold(config, |record, field| &record[field])
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
