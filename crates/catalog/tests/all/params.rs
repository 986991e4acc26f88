//! Every search has exactly the parameters that it reads: each changes an answer, or says why not.

use facedown_catalog::{
    AdviseSpec, AnyGame, AnyView, DEFAULT_BOT, GAMES, SEARCH_PARAMS, SearchParam, game, searches,
};
use facedown_game::Turn;
use facedown_search::Budget;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Other values of each parameter.
fn other_values(name: &str) -> Vec<Value> {
    match name {
        "exploration" => vec![json!(0.05), json!(8)],
        "fpu" => vec![json!(0.1)],
        "heuristics" | "pruning" | "early_stop" => vec![json!(false)],
        "temperature" => vec![json!(0), json!(20)],
        "ordering" => vec![json!({"visits": 0, "value": 1, "heuristic": 0})],
        "choice" => vec![json!("value"), json!("blend")],
        "pruning_visits" => vec![json!(2), json!(100_000)],
        "pruning_margin" => vec![json!(0.9)],
        "rollout" => vec![json!("uniform"), json!("plans"), json!("game")],
        "leaf_batch" | "root_trees" | "seed" => vec![json!(1)],
        "rollout_share" => vec![json!(1), json!(0.5)],
        "worlds" | "threads" => vec![json!(2)],
        "observer_keys" => vec![json!("events")],
        "root" => vec![json!("ucb"), json!("uniform"), json!("sequential_halving")],
        "prior_visits" => vec![json!(0), json!(1e6)],
        "candidates" => vec![json!(2), json!(1)],
        "expand_after" => vec![json!(0), json!(8)],
        "parallel" => vec![json!("tree")],
        "memory" => vec![json!(64 << 20)],
        "virtual_loss" => vec![json!(5)],
        other => panic!("no other value of {other}"),
    }
}

/// Enough for intervals to separate.
const ITERATIONS: u64 = 1_200;

/// Settings of other parameters beside which one may count: bounds at the root, a blend.
fn settings() -> Vec<Value> {
    vec![
        json!({}),
        json!({"root": "ucb"}),
        json!({"choice": "blend", "root": "ucb"}),
        json!({"root": "ucb", "pruning_visits": 5, "root_trees": 1}),
        json!({"root": "ucb", "pruning_visits": 5}),
        json!({"rollout_share": 0.5}),
    ]
}

/// Views of the seat to act in the middle of hands, which bots play that do not search.
fn views(game: &dyn AnyGame) -> Vec<Box<dyn AnyView>> {
    let mut bots = game.info().bots.iter().map(|(name, _)| *name);
    let bot = bots.find(|name| *name != "random" && !searches(name)).expect("a bot");
    let mut views = Vec::new();
    for seed in 0..6 {
        let mut hand = game.deal(seed, None).unwrap();
        let mut players: Vec<_> = (0..game.seats()).map(|_| game.bot(bot, seed).unwrap()).collect();
        let mut decisions = 0;
        while let Turn::Act(seat) = hand.turn() {
            let view = hand.view(seat.index()).unwrap();
            let action = players[seat.index()].choose(&*view).unwrap().unwrap();
            if hand.legal().len() > 1 {
                decisions += 1;
                if decisions == [1, 5, 9, 20, 30, 44][seed as usize] {
                    views.push(view);
                    break;
                }
            }
            hand.apply(action).unwrap();
        }
    }
    views
}

/// Everything of an answer but the time that it took.
fn answer(view: &dyn AnyView, bot: &str, params: &Map<String, Value>) -> Value {
    let spec = AdviseSpec::new(bot, Some(Budget::iterations(ITERATIONS)), params);
    let mut answer = serde_json::to_value(view.advise(&spec).unwrap()).unwrap();
    answer["totals"]["seconds"] = Value::Null;
    answer["totals"]["bytes"] = Value::Null;
    answer
}

/// Returns whether a parameter changes some answer.
fn counts(game: &dyn AnyGame, views: &[Box<dyn AnyView>], bot: &str, name: &str) -> bool {
    let read = game.search_params(bot);
    for setting in settings() {
        let base = setting.as_object().unwrap();
        if base.keys().any(|key| !read.contains(&key.as_str()) || key == name) {
            continue;
        }
        for view in views {
            let before = answer(&**view, bot, base);
            for value in other_values(name) {
                let mut changed = base.clone();
                changed.insert(name.to_owned(), value);
                if answer(&**view, bot, &changed) != before {
                    return true;
                }
            }
        }
    }
    false
}

#[test]
fn every_parameter_that_a_search_has_changes_an_answer_or_says_why_not() {
    let mut wrong = Vec::new();
    let classic = json!({"rules": "classic"});
    let mut games: Vec<_> =
        GAMES.iter().map(|info| game(info.name, &Map::new()).unwrap()).collect();
    games.push(game("ofc", classic.as_object().unwrap()).unwrap());
    let mut generic: BTreeMap<String, bool> = BTreeMap::new();
    for game in &games {
        let views = views(&**game);
        let name = game.info().name;
        for (bot, _) in game.info().bots.iter().filter(|(bot, _)| searches(bot)) {
            for param in game.search_params(bot) {
                let described = SEARCH_PARAMS.iter().find(|known| {
                    known.name == *param || known.name.starts_with(&format!("{param}."))
                });
                if described.expect("it is described").unseen.is_some() {
                    continue;
                }
                // Where the solver does not support the rules `search` is `flat`.
                let is_flat = game.search_params(bot) == game.search_params("flat");
                if *bot == DEFAULT_BOT && !is_flat {
                    if !counts(&**game, &views, bot, param) {
                        wrong.push(format!("{name}: {bot} does not read {param}"));
                    }
                } else {
                    // A search that plays any game needs one in which a parameter counts.
                    let kind = if is_flat { "flat" } else { bot };
                    let seen = generic.entry(format!("{kind} {param}")).or_insert(false);
                    *seen = *seen || counts(&**game, &views, bot, param);
                }
            }
        }
    }
    wrong.extend(generic.into_iter().filter(|(_, seen)| !seen).map(|(name, _)| name));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The table of the documentation: every parameter with its default, its values, and who reads it.
fn table() -> String {
    let games: Vec<_> = GAMES.iter().map(|info| game(info.name, &Map::new()).unwrap()).collect();
    let gin = &games[0];
    let generic = ["ismcts", "mo-ismcts", "flat", "determinized", "puct"];
    let own = |names: &[&str]| {
        names
            .iter()
            .map(|name| games.iter().find(|game| game.info().name == *name).unwrap())
            .map(|game| {
                (format!("`search`, {}", game.info().name), game.search_params(DEFAULT_BOT))
            })
            .collect::<Vec<_>>()
    };
    let mut searches: Vec<(String, &[&str])> =
        generic.iter().map(|bot| (format!("`{bot}`"), gin.search_params(bot))).collect();
    searches.extend(own(&["gin", "hearts", "riichi", "ofc"]));
    let defaults = |bot: &str| gin.search_config(bot, &Map::new()).unwrap();
    let all = ["ismcts", "mo-ismcts", "determinized", "puct", "search"].map(defaults);
    let mut text = String::from(
        "| parameter | values | default | meaning | read by |\n|---|---|---|---|---|\n",
    );
    for param in SEARCH_PARAMS {
        let top = param.name.split('.').next().unwrap();
        let readers: Vec<&str> = searches
            .iter()
            .filter(|(_, read)| read.contains(&top))
            .map(|(name, _)| name.as_str())
            .collect();
        let value =
            |config: &Value| param.name.split('.').fold(config.clone(), |r, f| r[f].clone());
        let default = all.iter().map(value).find(|value| !value.is_null());
        let default = default.map_or_else(
            || "none".to_owned(),
            |v| v.as_str().map_or_else(|| v.to_string(), str::to_owned),
        );
        let read =
            if readers.len() == searches.len() { "all".to_owned() } else { readers.join(", ") };
        let unseen = param.unseen.map_or_else(String::new, |why| format!(" ({why})"));
        let SearchParam { name, values, about, .. } = param;
        writeln!(text, "| `{name}` | {values} | {default} | {about}{unseen} | {read} |").unwrap();
    }
    text
}

#[test]
fn the_documentation_has_the_table_of_all_parameters() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/search-parameters.md");
    let page = std::fs::read_to_string(path).expect("the page is there");
    let (begin, end) = ("<!-- parameters -->\n", "<!-- end of parameters -->");
    let (before, rest) = page.split_once(begin).expect("the table begins");
    let (found, after) = rest.split_once(end).expect("the table ends");
    let table = table();
    if std::env::var("FACEDOWN_GOLDEN").is_ok_and(|mode| mode == "write") {
        std::fs::write(path, format!("{before}{begin}{table}{end}{after}")).expect("it is written");
        return;
    }
    assert!(found == table, "FACEDOWN_GOLDEN=write writes it anew:\n{table}");
}
