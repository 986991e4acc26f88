//! Fixed work for counting instructions: `research/bench/instructions.py` runs this under callgrind and
//! counts only inside the functions named `measured_…`.
//!
//! Clocks are noisy on shared machines, instruction counts are not: the same binary on the same
//! input executes the same number, so a slower kernel or step shows at once.
//!
//! `instructions deadwood|discards|melds`, or `instructions GAME step|encoding|playout|iteration|decision`;
//! prints the number of units that were measured.

use facedown_arena::{Batch, VecEnv};
use facedown_cards::{Card, CardSet};
use facedown_game::{
    ActionBuf, ActionSpace, Control, Encoder, Hidden, Match, Policy, Rng, Searchable, Turn, Worlds,
};
use facedown_gin::Gin;
use facedown_gin::kernel::{best_melds, deadwood_after_discards, min_deadwood_batch};
use facedown_ofc::Ofc;
use facedown_riichi::Riichi;
use facedown_search::{Budget, SearchConfig, Searcher};
use facedown_tricks::Tricks;
use std::hint::black_box;

/// Environments of a step, and steps.
const ENVS: usize = 64;
const STEPS: u64 = 100;
/// Decisions whose views are encoded and decided.
const DECISIONS: usize = 200;
/// Hands that are played out.
const HANDS: u64 = 200;
/// Iterations of a search, and the decisions that are searched.
const ITERATIONS: u64 = 300;
const SEARCHES: usize = 4;

/// Random hands of so many cards.
fn hands(n: usize, cards: usize) -> Vec<u64> {
    let mut rng = Rng::new(2);
    let mut pack: Vec<Card> = Card::all().collect();
    let mut deal = || {
        rng.shuffle(&mut pack);
        pack[..cards].iter().copied().collect::<CardSet>().bits()
    };
    (0..n).map(|_| deal()).collect()
}

#[inline(never)]
fn measured_deadwood(hands: &[u64], out: &mut [u8]) {
    min_deadwood_batch(hands, out);
}

#[inline(never)]
fn measured_discards(hands: &[u64]) -> u64 {
    let after =
        hands.iter().map(|hand| deadwood_after_discards(CardSet::from_bits_truncate(*hand)));
    after.map(|after| after.iter().map(|d| u64::from(*d)).sum::<u64>()).sum()
}

#[inline(never)]
fn measured_melds(hands: &[u64]) -> u64 {
    let best = hands.iter().map(|hand| best_melds(CardSet::from_bits_truncate(*hand)));
    best.map(|best| u64::from(best.deadwood())).sum()
}

#[inline(never)]
fn measured_step<G: Match<LegalActions: Send>, E: Encoder<G>, S: ActionSpace<G>>(
    env: &mut VecEnv<G, E, S>,
    actions: &[i32],
    batch: &mut Batch<u8>,
) {
    env.step(actions, batch.buffers()).expect("sampled actions are legal");
}

#[inline(never)]
fn measured_encoding<G: Match, E: Encoder<G>>(game: &G, encoder: &E, views: &[G::View]) -> u8 {
    let mut out = vec![0u8; encoder.len()];
    for view in views {
        encoder.encode(game, view, &mut out);
    }
    out[0]
}

#[inline(never)]
fn measured_playout<G: Searchable + Match>(game: &G, states: &mut [G::State]) {
    let mut legal = G::LegalActions::default();
    let mut rng = Rng::new(3);
    for state in states {
        game.playout(state, &mut legal, &mut rng);
    }
}

#[inline(never)]
fn measured_iteration<G: Searchable + Match + Hidden>(
    searcher: &mut Searcher<G>,
    view: &G::View,
    worlds: &G::Worlds,
) -> u64 {
    let budget = Budget::iterations(ITERATIONS);
    let answer = searcher.search_view(view, worlds, budget, Control::default());
    answer.expect("the view has actions").totals.iterations
}

#[inline(never)]
fn measured_decision<G: Match>(
    game: &G,
    bot: &mut dyn Policy<G>,
    decisions: &[(G::View, G::LegalActions)],
) -> Vec<G::Action> {
    let mut rng = Rng::new(4);
    let choose = |(view, legal): &(G::View, G::LegalActions)| {
        bot.choose(game, view, legal.as_slice(), &mut rng)
    };
    decisions.iter().map(choose).collect()
}

/// The decisions with a choice of hands that rollouts play.
fn decisions<G: Searchable + Match>(game: &G, count: usize) -> Vec<(G::View, G::LegalActions)> {
    let mut found = Vec::new();
    for seed in 0.. {
        let mut rng = Rng::new(seed);
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
                Turn::Act(seat) => {
                    let mut legal = G::LegalActions::default();
                    game.legal_actions(&state, &mut legal);
                    let action = game.rollout(&state, legal.as_slice(), &mut rng);
                    if legal.as_slice().len() > 1 {
                        found.push((game.view(&state, seat), legal));
                    }
                    if found.len() == count {
                        return found;
                    }
                    game.apply(&mut state, action, &mut ());
                }
            }
        }
    }
    found
}

/// Does a game's work of one kind; returns the number of units.
fn measure<G, E, S>(game: G, kind: &str, bot: &mut dyn Policy<G>) -> Option<u64>
where
    G: Match<LegalActions: Send> + Searchable + Hidden,
    E: Encoder<G> + Default + 'static,
    S: ActionSpace<G> + Default + 'static,
{
    match kind {
        "step" => {
            let mut env = VecEnv::new(game, E::default(), S::default(), ENVS, 5).expect("it fits");
            let mut batch = Batch::<u8>::new(&env);
            let mut actions = vec![0; env.n()];
            env.reset(batch.buffers()).expect("the batch fits");
            for _ in 0..STEPS {
                env.sample_actions(6, &mut actions).expect("one action an environment");
                measured_step(&mut env, &actions, &mut batch);
            }
            black_box(batch.mask[0]);
            Some(ENVS as u64 * STEPS)
        }
        "encoding" => {
            let views: Vec<_> = decisions(&game, DECISIONS).into_iter().map(|d| d.0).collect();
            black_box(measured_encoding(&game, &E::default(), &views));
            Some(DECISIONS as u64)
        }
        "playout" => {
            let deal = |seed| game.deal(&game.first_setup(), &mut Rng::new(seed), &mut ());
            let mut states: Vec<_> = (0..HANDS).map(deal).collect();
            measured_playout(&game, &mut states);
            black_box(game.scores(&states[0]));
            Some(HANDS)
        }
        "iteration" => {
            let decisions = decisions(&game, SEARCHES * 5);
            let config =
                SearchConfig { early_stop: false, root_trees: 1, ..SearchConfig::default() };
            let mut searcher = Searcher::new(game.clone(), config).expect("a valid configuration");
            let views = decisions.iter().step_by(5).map(|d| &d.0);
            let search = |view| {
                let worlds = game.worlds(view).expect("a view of play");
                black_box(worlds.sample(&mut Rng::new(1)));
                measured_iteration(&mut searcher, view, &worlds)
            };
            Some(views.map(search).sum())
        }
        "decision" => {
            let decisions = decisions(&game, DECISIONS);
            // What is read once, such as networks, is no part of a decision.
            let (view, legal) = &decisions[0];
            black_box(bot.choose(&game, view, legal.as_slice(), &mut Rng::new(0)));
            black_box(measured_decision(&game, bot, &decisions));
            Some(DECISIONS as u64)
        }
        _ => None,
    }
}

/// Does the work that the arguments name; returns the number of units.
fn work(name: &str, kind: &str) -> Option<u64> {
    use facedown_tricks::{ActionIds, PlaneEncoder, Rules, bots::Rule};
    let tricks = |rules: &str, bot: &mut Rule| {
        let rules = Rules::preset(rules).expect("a preset");
        let game = Tricks::new(rules).expect("a preset makes a game");
        measure::<_, PlaneEncoder, ActionIds>(game, kind, bot)
    };
    match name {
        "deadwood" => {
            let hands = hands(20_000, 10);
            let mut out = vec![0; hands.len()];
            measured_deadwood(&hands, &mut out);
            black_box(&out);
            Some(20_000)
        }
        "discards" => {
            black_box(measured_discards(&hands(5_000, 11)));
            Some(5_000)
        }
        "melds" => {
            black_box(measured_melds(&hands(5_000, 10)));
            Some(5_000)
        }
        "gin" => {
            use facedown_gin::{ActionIds, PlaneEncoder, Rules, bots::Greedy};
            let game = Gin::new(Rules::EAAI).expect("a preset makes a game");
            measure::<_, PlaneEncoder, ActionIds>(game, kind, &mut Greedy::default())
        }
        "ofc" => {
            use facedown_ofc::{ActionIds, PlaneEncoder, Rules};
            let game = Ofc::new(Rules::preset("standard").expect("a preset")).expect("a game");
            measure::<_, PlaneEncoder, ActionIds>(
                game,
                kind,
                &mut facedown_ofc_solver::Steady::default(),
            )
        }
        "riichi" => {
            use facedown_riichi::{ActionIds, PlaneEncoder, Rules, bots::Efficient};
            let game = Riichi::new(Rules::preset("tenhou").expect("a preset")).expect("a game");
            measure::<_, PlaneEncoder, ActionIds>(game, kind, &mut Efficient::default())
        }
        "hearts" | "spades" | "oh-hell" => tricks(name, &mut Rule),
        _ => None,
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let kind = arguments.next().unwrap_or_default();
    let Some(units) = work(&name, &kind) else {
        eprintln!("no work '{name} {kind}': see the head of this example");
        std::process::exit(2);
    };
    println!("{units}");
}
