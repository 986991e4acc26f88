//! Compares search parameters on toy games by the exact value of the resulting play.
//!
//! At every decision of seat 0 in Leduc poker a search chooses; the other seat plays uniformly, or
//! folds and raises by its card. The value of that play is computed by visiting every deal and
//! line. Printed is the share of the best response's gain over uniform play that is reached, with
//! the standard error over seeds.
//!
//! `cargo research constants [iterations [seeds [rows]]]`, where only
//! rows are made whose names begin so.

#[path = "../../../../crates/search/tests/all/common/mod.rs"]
mod common;

use common::{Against, Inner};
use facedown_game::{ActionBuf, Game, Hidden, Seat};
use facedown_search::{
    Algorithm, Budget, Control, Parallel, RootAllocation, SearchConfig, Searcher,
};
use facedown_testkit::exact::{Strategy, Uniform, best_response, expected_scores};
use facedown_testkit::toys::{Leduc, LeducAction, LeducView};
use std::cell::RefCell;

const ME: Seat = Seat::new(0);

/// Seat 0 searches, the other plays by a strategy.
struct Player<S: Strategy<Leduc> + Clone + Send + Sync + 'static> {
    searcher: RefCell<Searcher<Against<Leduc, S>>>,
    others: S,
    budget: Budget,
    known: RefCell<Vec<(LeducView, LeducAction)>>,
}

impl<S: Strategy<Leduc> + Clone + Send + Sync + 'static> Strategy<Leduc> for Player<S> {
    fn chances(&self, view: &LeducView, legal: &[LeducAction], out: &mut Vec<f64>) {
        let mut own = <Leduc as Game>::LegalActions::default();
        Leduc.view_actions(view, &mut own);
        let mine = Leduc.view_turn(view) == Some(facedown_game::Turn::Act(ME));
        if !mine || own.as_slice().is_empty() {
            return self.others.chances(view, legal, out);
        }
        let known = self.known.borrow().iter().find(|(v, _)| v == view).map(|(_, a)| *a);
        let action = known.unwrap_or_else(|| {
            let worlds = Inner(Leduc.worlds(view).unwrap());
            let mut searcher = self.searcher.borrow_mut();
            let answer =
                searcher.search_view(view, &worlds, self.budget, Control::default()).unwrap();
            let action = answer.best().action;
            self.known.borrow_mut().push((*view, action));
            action
        });
        out.clear();
        out.extend(legal.iter().map(|a| f64::from(u8::from(*a == action))));
    }
}

/// The share of the possible gain, for one seed.
fn share<S>(config: &SearchConfig, others: &S, iterations: u64, seed: u64) -> f64
where
    S: Strategy<Leduc> + Clone + Send + Sync + 'static,
{
    let against = Against { game: Leduc, me: ME, strategy: others.clone() };
    let config = SearchConfig { seed, ..config.clone() };
    let player = Player {
        searcher: RefCell::new(Searcher::new(against, config).unwrap()),
        others: others.clone(),
        budget: Budget::iterations(iterations),
        known: RefCell::default(),
    };
    let base = expected_scores(&Leduc, &Mixed(Uniform, others.clone()))[ME];
    let best = best_response(&Leduc, ME, others);
    (expected_scores(&Leduc, &player)[ME] - base) / (best - base)
}

/// Seat 0 plays by the first strategy, the other by the second.
struct Mixed<A, B>(A, B);

impl<A: Strategy<Leduc>, B: Strategy<Leduc>> Strategy<Leduc> for Mixed<A, B> {
    fn chances(&self, view: &LeducView, legal: &[LeducAction], out: &mut Vec<f64>) {
        if Leduc.view_turn(view) == Some(facedown_game::Turn::Act(ME)) {
            self.0.chances(view, legal, out);
        } else {
            self.1.chances(view, legal, out);
        }
    }
}

fn row(name: &str, config: &SearchConfig, iterations: u64, seeds: u64) {
    if std::env::args().nth(3).is_some_and(|only| !name.starts_with(&only)) {
        return;
    }
    let shares: Vec<f64> =
        (0..seeds).map(|seed| share(config, &Uniform, iterations, seed)).collect();
    let mean = shares.iter().sum::<f64>() / seeds as f64;
    let variance = shares.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (seeds - 1) as f64;
    let error = (variance / seeds as f64).sqrt();
    println!("{name:40} {:6.2} % ± {:.2}", 100.0 * mean, 100.0 * error);
}

fn main() {
    let mut arguments = std::env::args().skip(1).take(2).filter_map(|a| a.parse::<u64>().ok());
    let iterations = arguments.next().unwrap_or(1_000);
    let seeds = arguments.next().unwrap_or(20).max(2);
    println!("Leduc poker, seat 0 against uniform play, {iterations} iterations, {seeds} seeds");
    let base = SearchConfig { root_trees: 1, memory: 64 << 20, ..SearchConfig::default() };
    for exploration in [0.1, 0.2, 0.35, 0.5, 0.7, 1.0, std::f32::consts::SQRT_2, 2.0] {
        let config = SearchConfig { exploration, ..base.clone() };
        row(&format!("exploration {exploration:.3}"), &config, iterations, seeds);
    }
    for root_trees in [1, 2, 4, 8, 16] {
        let config = SearchConfig { root_trees, ..base.clone() };
        row(&format!("root_trees {root_trees}"), &config, iterations, seeds);
    }
    for threads in [1, 2, 4] {
        let config = SearchConfig { parallel: Parallel::Tree, threads, ..base.clone() };
        row(&format!("tree, threads {threads}"), &config, iterations, seeds);
    }
    for (visits, margin) in [(25, 0.0), (50, 0.0), (100, 0.0), (100, 0.05), (400, 0.0)] {
        let config =
            SearchConfig { pruning_visits: visits, pruning_margin: margin, ..base.clone() };
        row(&format!("pruning at {visits} visits, margin {margin}"), &config, iterations, seeds);
    }
    row("no pruning", &SearchConfig { pruning: false, ..base.clone() }, iterations, seeds);
    for fpu in [0.3, 0.5, 0.7, 1.0] {
        let config = SearchConfig { fpu: Some(fpu), ..base.clone() };
        row(&format!("fpu {fpu}"), &config, iterations, seeds);
    }
    for root in [RootAllocation::SequentialHalving, RootAllocation::Uniform] {
        let config = SearchConfig { root, ..base.clone() };
        row(&format!("{root:?}"), &config, iterations, seeds);
    }
    for algorithm in [Algorithm::MoIsmcts, Algorithm::Determinized, Algorithm::Flat] {
        let config = SearchConfig { algorithm, ..base.clone() };
        row(&format!("{algorithm:?}"), &config, iterations, seeds);
    }
    for expand_after in [0, 2, 4] {
        let config = SearchConfig { expand_after, ..base.clone() };
        row(&format!("expand_after {expand_after}"), &config, iterations, seeds);
    }
}
