//! Determinized search: each world counts once, by its weight.

use facedown_game::{Control, Game, Rng, Seat, Worlds};
use facedown_search::{Algorithm, Answer, Budget, SearchConfig, Stop, search_state, search_view};
use facedown_testkit::toys::Kuhn;
use std::sync::atomic::{AtomicUsize, Ordering};

type State = <Kuhn as Game>::State;
type Action = <Kuhn as Game>::Action;

/// Worlds with their weights, in turn. The first sample is not searched.
struct InTurn {
    worlds: Vec<(State, f32)>,
    next: AtomicUsize,
}

impl Worlds<Kuhn> for InTurn {
    fn sample(&self, _: &mut Rng) -> (State, f32) {
        self.worlds[self.next.fetch_add(1, Ordering::Relaxed) % self.worlds.len()]
    }
}

/// Deals in which seat 0 has the same card, and seat 1 one of the two others.
fn two_worlds() -> [State; 2] {
    let deals = (0..200).map(|seed| Kuhn.deal(&(), &mut Rng::new(seed), &mut ()));
    let deals: Vec<State> = deals.collect();
    let middle = |deal: &&State| deal.cards()[0] == 1;
    let low = deals.iter().find(|deal| middle(deal) && deal.cards()[1] == 0).unwrap();
    let high = deals.iter().find(|deal| middle(deal) && deal.cards()[1] == 2).unwrap();
    [*low, *high]
}

fn ask(weights: [f32; 2], config: &SearchConfig) -> Answer<Action> {
    let worlds = two_worlds();
    let view = Kuhn.view(&worlds[0], Seat::new(0));
    let worlds = worlds.into_iter().zip(weights).collect();
    let worlds = InTurn { worlds, next: AtomicUsize::new(0) };
    search_view(&Kuhn, &view, &worlds, config, Budget::iterations(20_000), Control::default())
        .unwrap()
}

fn config() -> SearchConfig {
    SearchConfig { algorithm: Algorithm::Determinized, worlds: 2, ..SearchConfig::default() }
}

/// The proven value of each action in a world.
fn solved(world: State) -> Answer<Action> {
    let config = SearchConfig { algorithm: Algorithm::Uct, ..SearchConfig::default() };
    search_state(&Kuhn, &world, &config, Budget::iterations(100_000), Control::default()).unwrap()
}

#[test]
fn values_are_means_of_the_solved_worlds_by_their_weights() {
    let solved = two_worlds().map(solved);
    for weights in [[1.0, 1.0], [3.0, 1.0], [0.5, 4.0], [1.0, 0.0]] {
        let answer = ask(weights, &config());
        for report in &answer.actions {
            let value = |of: &Answer<Action>| {
                let same = of.actions.iter().find(|other| other.action == report.action);
                same.unwrap().proven.unwrap()
            };
            let [low, high] = [&solved[0], &solved[1]].map(value);
            let [a, b] = weights.map(f64::from);
            let expected = (a * low + b * high) / (a + b);
            assert!((report.mean.unwrap() - expected).abs() < 1e-6, "{weights:?}\n{answer:?}");
            assert!(answer.best().mean >= report.mean, "{weights:?}\n{answer:?}");
        }
    }
}

#[test]
fn a_search_whose_worlds_are_all_solved_has_settled() {
    let answer = ask([1.0, 1.0], &config());
    assert_eq!(answer.totals.stop, Stop::Settled);
    assert!(answer.totals.iterations < 20_000);
    let patient = SearchConfig { early_stop: false, ..config() };
    let whole = ask([1.0, 1.0], &patient);
    assert_eq!(whole.totals.stop, Stop::Iterations);
    let values = |answer: &Answer<Action>| -> Vec<_> {
        answer.actions.iter().map(|report| (report.action, report.mean)).collect()
    };
    assert_eq!(values(&answer), values(&whole));
}
