//! A search advanced in slices gives the answer of an unsliced one with the same iterations.

use facedown_game::{ActionBuf, Control, DecisionPoint, Game, Hidden, Rng, Searchable, Seat, Turn};
use facedown_search::{
    Advisor, AdvisorBot, Algorithm, Answer, Budget, Choice, Parallel, RootAllocation,
    SearchAdvisor, SearchConfig, Searcher, Slice, Stop,
};
use facedown_testkit::TickingClock;
use facedown_testkit::toys::{Kuhn, Leduc, TwoPacks};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn view<G: Game>(game: &G, seed: u64) -> G::View {
    let state = game.deal(&game.first_setup(), &mut Rng::new(seed), &mut ());
    game.view(&state, Seat::new(0))
}

/// An answer without the time that it took.
fn timeless<A: Clone + std::fmt::Debug>(mut answer: Answer<A>) -> String {
    answer.totals.seconds = 0.0;
    format!("{answer:?}")
}

fn sliced<G: Searchable + Hidden>(
    game: &G,
    config: &SearchConfig,
    budget: Budget,
    slice: impl FnMut() -> Slice,
) -> (String, usize) {
    sliced_at(game, &view(game, 3), config, budget, slice)
}

fn sliced_at<G: Searchable + Hidden>(
    game: &G,
    view: &G::View,
    config: &SearchConfig,
    budget: Budget,
    mut slice: impl FnMut() -> Slice,
) -> (String, usize) {
    let worlds = game.worlds(view).unwrap();
    let mut searcher = Searcher::new(game.clone(), config.clone()).unwrap();
    searcher.begin_view(view, &worlds, budget).unwrap();
    let mut slices = 1;
    while !searcher.advance(&worlds, slice(), &mut Control::default()) {
        assert_eq!(searcher.answer().totals.stop, Stop::Running);
        slices += 1;
    }
    (timeless(searcher.answer()), slices)
}

fn check<G: Searchable + Hidden>(game: &G, config: &SearchConfig, budget: Budget) {
    let whole = sliced(game, config, budget, || Slice::ALL);
    assert_eq!(whole.1, 1);
    let mut rng = Rng::new(5);
    let mut uneven = || Slice::iterations(u64::from(rng.below(97)));
    for (found, slices) in [
        sliced(game, config, budget, || Slice::iterations(1)),
        sliced(game, config, budget, || Slice::iterations(64)),
        sliced(game, config, budget, &mut uneven),
        sliced(game, config, budget, || Slice::seconds(1e-5)),
    ] {
        assert_eq!(found, whole.0, "{config:?} {slices} slices");
    }
}

#[test]
fn slices_of_any_size_give_the_answer_of_the_whole() {
    let algorithms = [
        Algorithm::Uct,
        Algorithm::SoIsmcts,
        Algorithm::MoIsmcts,
        Algorithm::Flat,
        Algorithm::Determinized,
        Algorithm::Puct,
    ];
    for algorithm in algorithms {
        for root in
            [RootAllocation::Ucb, RootAllocation::SequentialHalving, RootAllocation::Uniform]
        {
            for (root_trees, early_stop) in [(1, false), (3, true)] {
                let base = SearchConfig::default();
                let config =
                    SearchConfig { algorithm, root, root_trees, early_stop, worlds: 5, ..base };
                check(&Leduc, &config, Budget::iterations(1_000));
                check(&TwoPacks, &config, Budget::iterations(700));
            }
        }
    }
}

#[test]
fn slices_change_nothing_with_threads_or_budgets_of_nodes() {
    let base = SearchConfig { choice: Choice::Blend, ..SearchConfig::default() };
    let threads = SearchConfig { threads: 2, parallel: Parallel::Root, ..base.clone() };
    check(&TwoPacks, &threads, Budget::iterations(2_000));
    check(&TwoPacks, &base, Budget::nodes(500));
    check(&Kuhn, &base, Budget::nodes(500));
}

/// Plays on until a seat has one legal action, and returns its view.
fn forced_view<G: Game>(game: &G) -> G::View {
    let mut rng = Rng::new(3);
    let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
    let mut legal = G::LegalActions::default();
    loop {
        match game.turn(&state) {
            Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
            Turn::Over => panic!("no decision is forced"),
            Turn::Act(seat) => {
                legal.clear();
                game.legal_actions(&state, &mut legal);
                match legal.as_slice() {
                    [_] => return game.view(&state, seat),
                    list => game.apply(&mut state, list[0], &mut ()),
                }
            }
        }
    }
}

#[test]
fn a_limit_of_time_that_is_not_reached_changes_nothing() {
    for algorithm in [Algorithm::Uct, Algorithm::SoIsmcts, Algorithm::Flat, Algorithm::Determinized]
    {
        for root in [RootAllocation::Ucb, RootAllocation::SequentialHalving] {
            let config = SearchConfig { algorithm, root, ..SearchConfig::default() };
            let counted = Budget::iterations(1_000);
            let both = Budget { seconds: Some(1e6), ..counted };
            let whole = sliced(&Leduc, &config, counted, || Slice::ALL).0;
            let view = forced_view(&TwoPacks);
            let forced = sliced_at(&TwoPacks, &view, &config, counted, || Slice::ALL).0;
            for slice in [Slice::ALL, Slice::iterations(32), Slice::seconds(1e-5)] {
                assert_eq!(sliced(&Leduc, &config, both, || slice).0, whole, "{config:?}");
                let found = sliced_at(&TwoPacks, &view, &config, both, || slice).0;
                assert_eq!(found, forced, "{config:?}");
            }
        }
    }
}

#[test]
fn pauses_between_slices_do_not_count_as_time() {
    let clock = TickingClock::new(Duration::from_micros(50));
    let config = SearchConfig { early_stop: false, ..SearchConfig::default() };
    let view = view(&TwoPacks, 3);
    let worlds = TwoPacks.worlds(&view).unwrap();
    let mut searcher = Searcher::new(TwoPacks, config).unwrap();
    searcher.begin_view(&view, &worlds, Budget::seconds(0.05)).unwrap();
    let mut control = Control { clock: &clock, ..Control::default() };
    while !searcher.advance(&worlds, Slice::seconds(0.005), &mut control) {
        clock.skip(Duration::from_secs(50));
    }
    let totals = searcher.answer().totals;
    assert_eq!(totals.stop, Stop::Time);
    assert!((0.05..0.1).contains(&totals.seconds), "{totals:?}");
}

#[test]
fn a_search_can_be_cancelled_between_slices() {
    let view = view(&TwoPacks, 3);
    let worlds = TwoPacks.worlds(&view).unwrap();
    let mut searcher = Searcher::new(TwoPacks, SearchConfig::default()).unwrap();
    searcher.begin_view(&view, &worlds, Budget::iterations(u64::MAX)).unwrap();
    let cancel = AtomicBool::new(false);
    let mut control = Control { cancel: Some(&cancel), ..Control::default() };
    assert!(!searcher.advance(&worlds, Slice::iterations(100), &mut control));
    cancel.store(true, Ordering::Relaxed);
    assert!(searcher.advance(&worlds, Slice::ALL, &mut control));
    let totals = searcher.answer().totals;
    assert_eq!((totals.stop, totals.iterations), (Stop::Cancelled, 104));
}

#[test]
fn a_bot_plays_the_first_action_of_its_advisor() {
    let budget = Budget::iterations(200);
    for seed in 0..20 {
        let view = view(&Leduc, seed);
        let mut list = <Leduc as Game>::LegalActions::default();
        Leduc.view_actions(&view, &mut list);
        let legal = list.as_slice();
        let advisor = || SearchAdvisor::plain(Leduc, SearchConfig::default()).unwrap();
        let control = &mut Control::default();
        let decision = DecisionPoint::new(&Leduc, &view, legal);
        let answer = advisor().advise(&decision, budget, &mut Rng::new(seed), control).unwrap();
        let mut bot = AdvisorBot::new(advisor(), budget).unwrap();
        let played =
            facedown_game::Policy::choose(&mut bot, &Leduc, &view, legal, &mut Rng::new(seed));
        assert_eq!(answer.best().action, played);
    }
}
