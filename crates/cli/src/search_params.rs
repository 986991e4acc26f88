//! `--set` and `facedown games --params`: the parameters of bots that search.

use crate::args::SearchParamsArg;
use crate::{Answer, layout, players, print_json};
use anyhow::{Context, Result, bail, ensure};
use facedown_catalog::{
    DEFAULT_BOT, GAMES, PolicyNetwork, SEARCH_PARAMS, generic_search_config, insert_param,
    parse_value, searches,
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

/// Lists every parameter, and those that each search reads with their defaults.
pub(crate) fn list(json: bool, out: &mut dyn Write) -> Result<Answer> {
    let none = Map::new();
    let bots = GAMES.iter().flat_map(|info| info.bots).map(|(bot, _)| *bot);
    let (mut general, mut own) = (Map::new(), Map::new());
    for bot in bots.filter(|bot| searches(bot)) {
        if let Ok(config) = generic_search_config(bot, &none) {
            general.insert(bot.to_owned(), config);
        }
    }
    for info in GAMES {
        let game = facedown_catalog::game(info.name, &none)?;
        own.insert(info.name.to_owned(), game.search_config(DEFAULT_BOT, &none)?);
    }
    if json {
        let params = SEARCH_PARAMS
            .iter()
            .map(|param| json!({"name": param.name, "values": param.values, "about": param.about}));
        let params: Vec<Value> = params.collect();
        return print_json(&json!({"params": params, "bots": general, "games": own}), out);
    }
    write!(out, "{}", table())?;
    writeln!(out, "\nWhat each search reads, with its defaults:")?;
    let own = own.iter().map(|(game, params)| (format!("{DEFAULT_BOT}, {game}"), params));
    let bots = general.iter().map(|(bot, params)| (bot.clone(), params)).chain(own);
    for (bot, params) in bots {
        let texts = SEARCH_PARAMS.iter().filter_map(|param| {
            let found = param.name.split('.').try_fold(params, |record, field| record.get(field));
            Some(format!("{}={}", param.name, plain(found?)))
        });
        let texts: Vec<String> = texts.collect();
        write!(out, "{}", layout::wrap(&format!(" {bot}: {}", texts.join(" "))))?;
    }
    Ok(Answer::Done)
}

fn table() -> String {
    let mut table = layout::table(&["parameter", "meaning"]);
    for param in SEARCH_PARAMS {
        let about = layout::wrap_words(&format!("{} [{}]", param.about, param.values), 54);
        for (i, line) in about.iter().enumerate() {
            table.add_row([if i == 0 { param.name } else { "" }, line]);
        }
    }
    layout::text(&table)
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
