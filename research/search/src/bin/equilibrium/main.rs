//! How far searches are from equilibrium on games small enough to solve.
//!
//! For each game: its histories and information sets, the equilibrium value by CFR+, and for each
//! search and number of iterations the exploitability of its play: what an opponent that knows it
//! wins on average beyond the value of the game, computed exactly. A search plays at every
//! information set, once for each of some seeds, and its strategy is the mixture of those choices.
//!
//! `cargo research equilibrium [seeds [iterations…]] [game…]`,
//! games by a part of their names: `"12 cards"`.
//!
//! The table is in docs/measurements/equilibrium.md.

#[path = "../../../../../crates/catalog/tests/all/oh_hell.rs"]
mod oh_hell;

use facedown_catalog::{self as catalog, AnyGame};
use facedown_game::{Game, Hidden, PerSeat, Searchable, Utility};
use facedown_search::{Algorithm, Budget, Control, SearchConfig, Searcher};
use facedown_testkit::equilibrium::{InformationSet, Tree};
use facedown_testkit::exact::Enumerate;
use facedown_testkit::toys::{Kuhn, Leduc, OneStreet, ShortGin};
use facedown_tricks::wire::ViewRecord;
use facedown_tricks::{Action, Tricks};
use std::sync::Arc;

const MAX_HISTORIES: usize = 10_000_000;

const SEARCHES: [(&str, Algorithm); 4] = [
    ("ismcts", Algorithm::SoIsmcts),
    ("mo-ismcts", Algorithm::MoIsmcts),
    ("determinized", Algorithm::Determinized),
    ("flat", Algorithm::Flat),
];

/// Half of the difference of two scores, as in [`Tree`].
struct Margin;

impl Utility for Margin {
    fn utility(&self, scores: &PerSeat<f32>) -> PerSeat<f32> {
        let total: f32 = scores.iter().map(|(_, score)| score).sum();
        scores.map(|score| score - total / 2.0)
    }
}

/// A player: its choice at an information set, with so many iterations and a seed.
type Choose<'a, G> = dyn FnMut(&InformationSet<G>, u64, u64) -> <G as Game>::Action + 'a;

/// Returns the generic searches by name.
fn searches<G: Hidden + Searchable>(game: &G) -> Vec<(&'static str, Box<Choose<'_, G>>)> {
    SEARCHES.iter().map(|(name, algorithm)| (*name, search(game, *algorithm))).collect()
}

fn search<G: Hidden + Searchable>(game: &G, algorithm: Algorithm) -> Box<Choose<'_, G>> {
    let config = SearchConfig {
        algorithm,
        root_trees: 1,
        early_stop: false,
        memory: 64 << 20,
        ..SearchConfig::default()
    };
    let searcher = Searcher::new(game.clone(), config).expect("a valid configuration");
    let mut searcher = searcher.with_utility(Arc::new(Margin));
    Box::new(move |set, iterations, seed| {
        let worlds = game.worlds(&set.view).expect("a view of the game");
        searcher.set_seed(seed);
        let budget = Budget::iterations(iterations);
        let answer = searcher.search_view(&set.view, &worlds, budget, Control::default());
        answer.expect("a search of a legal decision").best().action
    })
}

/// Returns a bot of the registry.
fn bot<'a>(
    game: &'a Tricks,
    registered: &'a dyn AnyGame,
    name: &'a str,
) -> Box<Choose<'a, Tricks>> {
    Box::new(move |set, iterations, seed| {
        let record =
            serde_json::to_value(ViewRecord::new(game, &set.view, None)).expect("a record");
        let view = registered.read_view(&record).expect("a view of the game");
        let mut bot = registered.bot(&format!("{name}:{iterations}"), seed).expect("a bot");
        let action = bot.choose(&*view).expect("a bot of the game").and_then(Action::from_index);
        action.expect("a legal decision")
    })
}

/// Returns how much a player can be exploited whose strategy is the mixture of its choices over the
/// seeds.
fn distance<G: Game>(tree: &Tree<G>, choose: &mut Choose<'_, G>, n: u64, seeds: u64) -> f64 {
    let profile = tree.profile(|set: &InformationSet<G>, out| {
        if set.actions.len() > 1 {
            for seed in 0..seeds {
                let action = choose(set, n, seed);
                let place = set.actions.iter().position(|other| *other == action);
                out[place.expect("a legal action")] += 1.0;
            }
        }
    });
    tree.exploitability(&profile)
}

fn table<G: Game>(
    name: &str,
    tree: &Tree<G>,
    solve: u32,
    players: &mut [(&str, Box<Choose<'_, G>>)],
    (seeds, iterations): (u64, &[u64]),
) {
    let equilibrium = tree.solve(solve);
    println!("\n## {name}\n");
    println!(
        "{} histories, {} information sets; value {:.4}, exploitability of CFR+ after {solve} \
         iterations {:.5}, of uniform play {:.4}\n",
        tree.histories(),
        tree.information_sets().len(),
        tree.value(&equilibrium),
        tree.exploitability(&equilibrium),
        tree.exploitability(&tree.profile(|_, _| {})),
    );
    let heads: Vec<String> = iterations.iter().map(u64::to_string).collect();
    println!("| iterations | {} |", heads.join(" | "));
    println!("|---|{}", "---|".repeat(heads.len()));
    for (player, choose) in players {
        let cells = iterations.iter().map(|n| format!("{:.4}", distance(tree, choose, *n, seeds)));
        println!("| {player} | {} |", cells.collect::<Vec<_>>().join(" | "));
    }
}

fn small<G: Hidden + Searchable + Enumerate>(
    name: &str,
    game: &G,
    solve: u32,
    budget: (u64, &[u64]),
) {
    let tree = Tree::of(game, MAX_HISTORIES).expect("a small game");
    table(name, &tree, solve, &mut searches(game), budget);
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (numbers, names): (Vec<&String>, Vec<&String>) =
        arguments.iter().partition(|text| text.parse::<u64>().is_ok());
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|part| name.contains(*part));
    let mut numbers = numbers.iter().filter_map(|text| text.parse::<u64>().ok());
    let seeds = numbers.next().unwrap_or(4);
    let mut iterations: Vec<u64> = numbers.collect();
    if iterations.is_empty() {
        iterations = vec![10, 30, 100, 300, 1_000, 3_000];
    }
    let budget = (seeds, iterations.as_slice());
    println!("{seeds} seeds");
    if is_wanted("Kuhn poker") {
        small("Kuhn poker", &Kuhn, 5_000, budget);
    }
    if is_wanted("Leduc poker") {
        small("Leduc poker", &Leduc, 1_000, budget);
    }
    if is_wanted("Gin of two suits, 8 cards") {
        small("Gin of two suits, 8 cards", &ShortGin, 300, budget);
    }
    if is_wanted("One street of OFC, boards open") {
        small("One street of OFC, boards open", &OneStreet { open: true }, 100, budget);
    }
    if is_wanted("One street of OFC, boards closed") {
        small("One street of OFC, boards closed", &OneStreet { open: false }, 1_000, budget);
    }
    for (ranks, cards) in [(4, 2), (5, 2), (6, 2), (4, 3)] {
        let name = format!("Oh Hell for two, {} cards, hands of {cards}", 2 * ranks);
        if !is_wanted(&name) {
            continue;
        }
        let (game, tree) = oh_hell::tree(ranks, cards, MAX_HISTORIES);
        let rules = serde_json::to_value(game.rules()).expect("a record");
        let registered = catalog::game("oh-hell", rules.as_object().expect("an object"));
        let registered = registered.expect("rules of Oh Hell");
        let mut players = searches(&game);
        players.push(("search", bot(&game, &*registered, "search")));
        table(&name, &tree, 300, &mut players, budget);
    }
}
