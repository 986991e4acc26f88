//! Plans for the rest of a hand: an action is worth its best plan, fixed before the cards are seen.

use facedown_game::{Control, Game, Rng, Seat, Worlds};
use facedown_search::{
    Algorithm, Answer, Budget, Rollout, RootAllocation, SearchConfig, Searcher, Slice, Stop,
};
use facedown_testkit::toys::{Coin, CoinAction, CoinState, Side};

/// Worlds in which the coin lies heads in so many of 100.
struct Biased(u32);

impl Worlds<Coin> for Biased {
    fn sample(&self, rng: &mut Rng) -> (CoinState, f32) {
        let lies = if rng.below(100) < self.0 { Side::Heads } else { Side::Tails };
        (deal(lies), 1.0)
    }
}

/// Naming it rightly in two of three worlds is worth more than safety; naming it at random is not.
const GAME: Coin = Coin { caller: Seat::new(0), safe: 1, right: 6, wrong: -6 };

fn deal(coin: Side) -> CoinState {
    let deals = (0..).map(|seed| GAME.deal(&(), &mut Rng::new(seed), &mut ()));
    deals.into_iter().find(|state| state.coin() == coin).expect("a coin falls on either side")
}

fn config(rollout: Rollout) -> SearchConfig {
    SearchConfig {
        algorithm: Algorithm::Flat,
        root: RootAllocation::SequentialHalving,
        rollout,
        root_trees: 2,
        ..SearchConfig::default()
    }
}

fn ask(config: SearchConfig, heads: u32, slice: Slice) -> Answer<CoinAction> {
    let view = GAME.view(&deal(Side::Heads), Seat::new(0));
    let mut searcher = Searcher::new(GAME, config).unwrap();
    searcher.begin_view(&view, &Biased(heads), Budget::iterations(6_000)).unwrap();
    while !searcher.advance(&Biased(heads), slice, &mut Control::default()) {}
    searcher.answer()
}

fn value(answer: &Answer<CoinAction>, action: CoinAction) -> f64 {
    answer.actions.iter().find(|report| report.action == action).unwrap().mean.unwrap()
}

#[test]
fn an_action_is_worth_its_best_plan() {
    for heads in [75, 25] {
        let answer = ask(config(Rollout::Plans), heads, Slice::ALL);
        assert_eq!(answer.best().action, CoinAction::Play, "{answer:?}");
        let value = value(&answer, CoinAction::Play);
        assert!((value - 3.0).abs() < 0.5, "{value}: 6 in three worlds of four, else -6");
        let [low, high] = answer.best().interval.unwrap();
        assert!(low < value && value < high && high - low < 1.0, "{low} to {high}");
    }
    let random = ask(config(Rollout::Game), 75, Slice::ALL);
    assert_eq!(random.best().action, CoinAction::Safe, "{random:?}");
}

#[test]
fn a_plan_does_not_see_the_cards() {
    let answer = ask(config(Rollout::Plans), 50, Slice::ALL);
    assert_eq!(answer.best().action, CoinAction::Safe, "{answer:?}");
    let value = value(&answer, CoinAction::Play);
    assert!(value < 0.8, "{value}: naming the coin in each world would be worth 6");
}

#[test]
fn a_search_stops_when_only_plans_of_one_action_are_left() {
    let answer = ask(config(Rollout::Plans), 50, Slice::ALL);
    assert_eq!(
        answer.totals.stop,
        Stop::Iterations,
        "safety has one plan, and is left with another"
    );
    // Both plans of playing are worth more than safety.
    let generous = Coin { safe: -7, ..GAME };
    let view = generous.view(&deal(Side::Heads), Seat::new(0));
    for (early_stop, stop) in [(true, Stop::Settled), (false, Stop::Iterations)] {
        let config = SearchConfig { early_stop, ..config(Rollout::Plans) };
        let mut searcher = Searcher::new(generous, config).unwrap();
        let budget = Budget::iterations(6_000);
        let answer = searcher.search_view(&view, &Biased(50), budget, Control::default()).unwrap();
        assert_eq!(answer.totals.stop, stop);
        assert_eq!(answer.best().action, CoinAction::Play);
    }
}

#[test]
fn neither_threads_nor_slices_change_an_answer() {
    let timeless = |config, slice| {
        let mut answer = ask(config, 60, slice);
        answer.totals.seconds = 0.0;
        format!("{answer:?}")
    };
    for root in [RootAllocation::SequentialHalving, RootAllocation::Uniform] {
        let config = SearchConfig { root, ..config(Rollout::Plans) };
        let whole = timeless(config.clone(), Slice::ALL);
        assert_eq!(timeless(config.clone(), Slice::iterations(7)), whole);
        assert_eq!(timeless(SearchConfig { threads: 2, ..config }, Slice::ALL), whole);
    }
}

#[test]
fn a_search_without_equal_shares_plays_by_the_rollout_policy() {
    for (algorithm, root) in [
        (Algorithm::SoIsmcts, RootAllocation::SequentialHalving),
        (Algorithm::Flat, RootAllocation::Ucb),
    ] {
        let with = |rollout| SearchConfig { algorithm, root, ..config(rollout) };
        let [plans, game] = [Rollout::Plans, Rollout::Game].map(|rollout| {
            let answer = ask(with(rollout), 75, Slice::ALL);
            (value(&answer, CoinAction::Play), answer.totals.iterations)
        });
        assert_eq!(plans, game);
    }
}
