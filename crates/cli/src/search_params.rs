//! `--set` and `facedown games --params`: the parameters of bots that search.

use crate::args::SearchParamsArg;
use crate::{Answer, layout, players, print_json};
use anyhow::{Context, Result, bail, ensure};
use facedown_catalog::{
    GAMES, PolicyNetwork, SEARCH_PARAMS, generic_search_config, insert_param, parse_value, searches,
};
use facedown_game::excerpt;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::Path;

/// What `--set` has set.
#[derive(Default)]
pub(crate) struct Chosen {
    /// The parameters of all bots that search.
    pub(crate) params: Map<String, Value>,
    /// The network that guides every `puct`.
    pub(crate) network: Option<PolicyNetwork>,
}

impl Chosen {
    /// Returns the parameters where no network can be used.
    pub(crate) fn without_network(self) -> Result<Map<String, Value>> {
        ensure!(self.network.is_none(), "--set network: expected none here");
        Ok(self.params)
    }
}

/// Reads what the arguments set. The bots refuse what they do not have.
pub(crate) fn chosen(args: &SearchParamsArg) -> Result<Chosen> {
    let mut chosen = Chosen::default();
    for param in &args.set {
        let Some((name, value)) = param.split_once('=') else {
            bail!("--set '{param}': expected name=value", param = excerpt(param));
        };
        let first = if name == "network" {
            let network = players::network(Path::new(value)).context("--set network")?;
            chosen.network.replace(network).is_none()
        } else {
            insert_param(&mut chosen.params, name, parse_value(value))
        };
        ensure!(
            first,
            "--set '{param}': '{name}' already has a value",
            param = excerpt(param),
            name = excerpt(name)
        );
    }
    Ok(chosen)
}

/// Lists every parameter.
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
        let params = SEARCH_PARAMS.iter().map(|param| {
            let default = value(&defaults, param.name);
            json!({
                "name": param.name, "default": default, "values": param.values, "about": param.about,
            })
        });
        let params: Vec<Value> = params.collect();
        return print_json(&json!({"params": params, "bots": general, "games": own}), out);
    }
    write!(out, "{}", table(&defaults))?;
    writeln!(out, "\nDefaults of single bots:")?;
    let own = own.iter().map(|(game, params)| (format!("search, {game}"), params));
    let bots = general.iter().map(|(bot, params)| (bot.clone(), params)).chain(own);
    let bots: Vec<(String, &Value)> = bots.collect();
    let width = bots.iter().map(|(bot, _)| bot.len()).max().unwrap_or(0);
    for (bot, params) in bots {
        let texts = params.as_object().into_iter().flatten();
        let texts: Vec<String> = texts.map(|(k, v)| format!("{k}={}", plain(v))).collect();
        if !texts.is_empty() {
            write!(out, "{}", layout::wrap(&format!(" {bot:width$}  {}", texts.join(" "))))?;
        }
    }
    Ok(Answer::Done)
}

fn table(defaults: &Value) -> String {
    let mut table = layout::table(&["parameter", "default", "meaning"]);
    for param in SEARCH_PARAMS {
        let default = plain(value(defaults, param.name));
        let about = layout::wrap_words(&format!("{} [{}]", param.about, param.values), 42);
        for (i, line) in about.iter().enumerate() {
            let [name, default] = if i == 0 { [param.name, &default] } else { [""; 2] };
            table.add_row([name, default, line]);
        }
    }
    layout::text(&table)
}

/// Returns the parameters of a configuration that differ from the defaults.
fn differing(config: &Value, defaults: &Value) -> Value {
    let names = SEARCH_PARAMS.iter().map(|param| param.name);
    let differing = names.filter(|name| value(config, name) != value(defaults, name));
    differing.map(|name| (name.to_owned(), value(config, name).clone())).collect()
}

/// Returns the value of a parameter; dots in its name lead into records.
fn value<'a>(config: &'a Value, name: &str) -> &'a Value {
    name.split('.').fold(config, |record, field| &record[field])
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
