//! How far the generic searches are from equilibrium on games small enough to solve.
//!
//! For each game: its histories and information sets, the equilibrium value by CFR+, and for each
//! search and number of iterations the exploitability of its play: what an opponent that knows it
//! wins on average beyond the value of the game, computed exactly. A search plays at every
//! information set, once for each of some seeds, and its strategy is the mixture of those choices.
//!
//! `cargo run --release -p facedown-catalog --example equilibrium [seeds [iterations…]]`
//!
//! The table is in docs/measurements/equilibrium.md.

use facedown_cards::{Card, CardSet};
use facedown_game::{Game, Hidden, PerSeat, Rng, Searchable, SeatKeys, Utility};
use facedown_search::{Algorithm, Budget, Control, SearchConfig, Searcher};
use facedown_testkit::equilibrium::{InformationSet, Outcomes, Seen, Tree};
use facedown_testkit::toys::{Kuhn, Leduc, ShortGin};
use facedown_tricks::Tricks;
use facedown_tricks::rules::{DealRules, Kinds, PackRules, Rules};
use std::sync::Arc;

const MOST_HISTORIES: usize = 10_000_000;

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

/// Returns how much a search at each information set can be exploited.
fn distance<G: Hidden + Searchable>(
    game: &G,
    tree: &Tree<G>,
    algorithm: Algorithm,
    (iterations, seeds): (u64, u64),
) -> f64 {
    let config = SearchConfig {
        algorithm,
        root_trees: 1,
        early_stop: false,
        memory: 64 << 20,
        ..SearchConfig::default()
    };
    let searcher = Searcher::new(game.clone(), config).expect("a valid configuration");
    let mut searcher = searcher.with_utility(Arc::new(Margin));
    let profile = tree.profile(|set: &InformationSet<G>, out| {
        if set.actions.len() == 1 {
            return;
        }
        let worlds = game.worlds(&set.view).expect("a view of the game");
        for seed in 0..seeds {
            searcher.set_seed(seed);
            let budget = Budget::iterations(iterations);
            let answer = searcher.search_view(&set.view, &worlds, budget, Control::default());
            let best = answer.expect("a search of a legal decision").best().action;
            let place = set.actions.iter().position(|action| *action == best);
            out[place.expect("a legal action")] += 1.0;
        }
    });
    tree.exploitability(&profile)
}

fn table<G: Hidden + Searchable>(
    name: &str,
    game: &G,
    tree: &Tree<G>,
    solve: u32,
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
    for (search, algorithm) in SEARCHES {
        let cells = iterations.iter().map(|n| {
            let found = distance(game, tree, algorithm, (*n, seeds));
            format!("{found:.4}")
        });
        println!("| {search} | {} |", cells.collect::<Vec<_>>().join(" | "));
    }
}

/// Oh Hell for two with `ranks` ranks of two suits and hands of `cards` cards: every deal.
fn oh_hell(ranks: u8, cards: u8) -> (Tricks, Outcomes<Tricks>) {
    let used = |card: &Card| card.index() / 13 < 2 && card.index() % 13 < usize::from(ranks);
    let pack: Vec<Card> = (0..52).map(Card::new).filter(used).collect();
    let removed: CardSet = (0..52).map(Card::new).filter(|card| !used(card)).collect();
    let base = Rules::oh_hell(2);
    let rules = Rules {
        pack: PackRules { removed: Kinds(removed), ..base.pack },
        deal: DealRules { cards: vec![cards], ..base.deal },
        ..base
    };
    let game = Tricks::new(rules).expect("valid rules");
    let mut deals = Vec::new();
    let (hand, setup) = (usize::from(cards), game.first_setup());
    for first in sets(&pack, hand) {
        let rest: Vec<Card> = pack.iter().copied().filter(|c| !first.contains(c)).collect();
        for second in sets(&rest, hand) {
            let left: Vec<Card> = rest.iter().copied().filter(|c| !second.contains(c)).collect();
            for upcard in &left {
                let others = left.iter().filter(|card| *card != upcard);
                let order = first.iter().chain(&second).chain([upcard]).chain(others);
                let order: Vec<Card> = order.copied().collect();
                let mut keys = SeatKeys::default();
                let state = game.deal_pack(&setup, &order, &mut keys);
                deals.push(((state, keys), 1));
            }
        }
    }
    (game, deals)
}

/// Returns every set of so many of the cards.
fn sets(cards: &[Card], count: usize) -> Vec<Vec<Card>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (place, card) in cards.iter().enumerate() {
        for mut rest in sets(&cards[place + 1..], count - 1) {
            rest.insert(0, *card);
            all.push(rest);
        }
    }
    all
}

/// Plays chance turns, which in Oh Hell have one outcome.
fn only_outcome(game: &Tricks, (state, keys): &Seen<Tricks>) -> Outcomes<Tricks> {
    let (mut state, mut keys) = (*state, *keys);
    game.play_chance(&mut state, &mut Rng::new(0), &mut keys);
    vec![((state, keys), 1)]
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let seeds = arguments.next().unwrap_or(4);
    let mut iterations: Vec<u64> = arguments.collect();
    if iterations.is_empty() {
        iterations = vec![10, 30, 100, 300, 1_000, 3_000];
    }
    let budget = (seeds, iterations.as_slice());
    println!("{seeds} seeds");
    let tree = Tree::of(&Kuhn, MOST_HISTORIES).expect("a small game");
    table("Kuhn poker", &Kuhn, &tree, 5_000, budget);
    let tree = Tree::of(&Leduc, MOST_HISTORIES).expect("a small game");
    table("Leduc poker", &Leduc, &tree, 1_000, budget);
    let tree = Tree::of(&ShortGin, MOST_HISTORIES).expect("a small game");
    table("Gin of two suits, 8 cards", &ShortGin, &tree, 300, budget);
    for (ranks, cards) in [(4, 2), (5, 2), (4, 3)] {
        let (game, deals) = oh_hell(ranks, cards);
        let outcomes = |seen: &_| only_outcome(&game, seen);
        let tree = Tree::from_deals(&game, &deals, &outcomes, MOST_HISTORIES);
        let tree = tree.expect("a small game");
        let name = format!("Oh Hell for two, {} cards, hands of {cards}", 2 * ranks);
        table(&name, &game, &tree, 300, budget);
    }
}
