//! Search guided by priors and values: what the guide is asked, and what becomes of its opinion.

use crate::common::Slots;
use facedown_game::{Control, Game, Guide, GuideBatch, Hidden, PerSeat, Rng, Searchable, Seat};
use facedown_search::{Algorithm, Answer, Budget, SearchConfig, Searcher, Stop};
use facedown_testkit::toys::{Leduc, TwoPacks};
use std::sync::{Arc, Mutex};

fn config() -> SearchConfig {
    SearchConfig { algorithm: Algorithm::Puct, early_stop: false, ..SearchConfig::default() }
}

/// Searches the first decision of a deal.
fn ask<G: Hidden + Searchable>(
    game: &G,
    config: SearchConfig,
    guide: Option<Arc<dyn Guide<G>>>,
    budget: Budget,
) -> Answer<G::Action> {
    let state = game.deal(&game.first_setup(), &mut Rng::new(3), &mut ());
    let view = game.view(&state, Seat::new(0));
    let worlds = game.worlds(&view).unwrap();
    let mut searcher = Searcher::new(game.clone(), config).unwrap();
    searcher.set_guide(guide);
    searcher.search_view(&view, &worlds, budget, Control::default()).unwrap()
}

/// Gives one action this share of the priors, and knows no values.
struct Favourite<A>(A, f32);

impl<G: Game<Action = A>, A: PartialEq + Send + Sync> Guide<G> for Favourite<A> {
    fn guide(
        &self,
        game: &G,
        batch: &GuideBatch<'_, G>,
        priors: &mut [f32],
        values: &mut [PerSeat<f32>],
    ) {
        assert_eq!((priors.len(), values.len()), (batch.action_count(), batch.len()));
        let all = batch.iter().flat_map(|(_, _, legal)| legal.iter().map(|a| (a, legal.len())));
        for (prior, (action, count)) in priors.iter_mut().zip(all) {
            let others = (1.0 - self.1) / (count - 1).max(1) as f32;
            *prior = if *action == self.0 { self.1 } else { others };
        }
        values.fill(PerSeat::filled(game.seats(), f32::NAN));
    }
}

const LEVERS: Slots = Slots { chances: &[500, 480, 900, 450, 470, 490], heuristics: &[] };

#[test]
fn a_good_prior_finds_the_best_action_in_few_iterations() {
    let ask = |favourite, iterations| {
        let guide = Arc::new(Favourite(favourite, 0.9));
        ask(&LEVERS, config(), Some(guide), Budget::iterations(iterations))
    };
    assert_eq!(ask(2, 12).best().action, 2);
    // And a bad one is overcome.
    let answer = ask(1, 20_000);
    assert_eq!(answer.best().action, 2);
    assert!((answer.best().mean.unwrap() - 0.9).abs() < 0.02, "{answer:?}");
    assert!(answer.best().share > 0.8, "{answer:?}");
}

#[test]
fn leaves_are_valued_in_batches_of_the_size_that_was_asked_for() {
    let sizes = |leaf_batch, threads| {
        let config = SearchConfig { leaf_batch, threads, ..config() };
        let counter = Arc::new(Counter::default());
        ask(&TwoPacks, config, Some(counter.clone()), Budget::iterations(1_001));
        counter.0.lock().unwrap().clone()
    };
    let one = sizes(1, 1);
    assert!(one.iter().all(|size| *size <= 1), "{one:?}");
    let many = sizes(32, 1);
    assert_eq!(many[0], 1, "the root alone");
    assert!(many.contains(&32) && many.iter().all(|size| *size <= 32), "{many:?}");
    let shared = sizes(32, 2);
    assert!(shared.iter().all(|size| *size <= 16), "two threads share a batch: {shared:?}");
}

/// Has no preference, and keeps the sizes of its batches.
#[derive(Default)]
struct Counter(Mutex<Vec<usize>>);

impl<G: Game> Guide<G> for Counter {
    fn guide(
        &self,
        game: &G,
        batch: &GuideBatch<'_, G>,
        priors: &mut [f32],
        values: &mut [PerSeat<f32>],
    ) {
        self.0.lock().unwrap().push(batch.len());
        priors.fill(1.0);
        values.fill(PerSeat::filled(game.seats(), f32::NAN));
    }
}

/// An answer without the time that it took.
fn timeless<A: Clone + std::fmt::Debug>(mut answer: Answer<A>) -> String {
    answer.totals.seconds = 0.0;
    format!("{answer:?}")
}

#[test]
fn threads_change_nothing() {
    for (leaf_batch, rollout_share) in [(1, 0.0), (16, 0.0), (50, 0.5)] {
        let answer = |threads| {
            let config = SearchConfig { leaf_batch, rollout_share, threads, ..config() };
            timeless(ask(&TwoPacks, config, None, Budget::iterations(2_000)))
        };
        assert_eq!(answer(1), answer(2));
        assert_eq!(answer(1), answer(3));
    }
}

#[test]
fn the_value_of_a_leaf_is_the_guides_the_rollouts_or_a_mixture() {
    // The guide says 10 everywhere; a hand of Leduc is within 13 of 0 and its scores sum to 0.
    let mean = |rollout_share| {
        let guide = Arc::new(Tens);
        let config = SearchConfig { rollout_share, ..config() };
        let answer = ask(&Leduc, config, Some(guide), Budget::iterations(40));
        let visits: u64 = answer.actions.iter().map(|report| report.visits).sum();
        let sum = answer.actions.iter().filter_map(|r| Some(r.mean? * r.visits as f64));
        sum.sum::<f64>() / visits as f64
    };
    let [guided, mixed, rolled] = [mean(0.0), mean(0.5), mean(1.0)];
    assert!(guided > mixed && mixed > rolled, "{guided} {mixed} {rolled}");
    assert!(rolled < 5.0, "{rolled}");
}

/// Expects ten points for everybody.
struct Tens;

impl<G: Game> Guide<G> for Tens {
    fn guide(
        &self,
        game: &G,
        _: &GuideBatch<'_, G>,
        priors: &mut [f32],
        values: &mut [PerSeat<f32>],
    ) {
        priors.fill(1.0);
        values.fill(PerSeat::filled(game.seats(), 10.0));
    }
}

#[test]
fn budgets_of_nodes_and_memory_hold() {
    let answer = ask(&TwoPacks, config(), None, Budget::nodes(100));
    assert_eq!(answer.totals.stop, Stop::Nodes);
    assert!((100..132).contains(&answer.totals.nodes), "{:?}", answer.totals);
    let small = SearchConfig { memory: 1 << 20, ..config() };
    let answer = ask(&TwoPacks, small, None, Budget::iterations(50_000));
    assert!(answer.totals.memory_full && answer.totals.bytes < 2 << 20, "{:?}", answer.totals);
    assert_eq!(answer.totals.iterations, 50_000);
}

#[test]
fn a_slice_of_a_batch_is_the_same_batch() {
    let game = Leduc;
    let worlds: Vec<_> = (0..3).map(|seed| game.deal(&(), &mut Rng::new(seed), &mut ())).collect();
    let mut list = <Leduc as Game>::LegalActions::default();
    let (mut actions, mut ends) = (Vec::new(), Vec::new());
    for (count, world) in worlds.iter().enumerate() {
        game.legal_actions(world, &mut list);
        actions.extend_from_slice(&facedown_game::ActionBuf::as_slice(&list)[..=count.min(1)]);
        ends.push(actions.len());
    }
    let seats = [Seat::new(0); 3];
    let batch: GuideBatch<'_, Leduc> = GuideBatch::new(&worlds, &seats, &actions, &ends);
    let whole: Vec<_> = batch.iter().collect();
    for (from, to) in [(0, 3), (0, 1), (1, 3), (2, 3), (1, 1)] {
        let part: Vec<_> = batch.slice(from..to).iter().collect();
        assert_eq!(part, whole[from..to]);
    }
    let part = batch.slice(1..3);
    assert_eq!(part.slice(1..2).iter().collect::<Vec<_>>(), whole[2..3]);
}
