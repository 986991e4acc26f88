//! Worlds must be consistent with the view, and a tree is kept if the observed events lead to the
//! next view.

use facedown_game::{Game, Hidden, Policy, Rng, Seat, SeatLog, Sink, Turn, Worlds};
use facedown_search::{
    Algorithm, Answer, Budget, Control, SearchBot, SearchConfig, SearchError, Searcher,
};
use facedown_testkit::toys::{Kuhn, KuhnState, Leduc, LeducAction, LeducState};

const FIRST: Seat = Seat::new(0);

/// Worlds of another view than the one that is searched.
struct Lies(KuhnState);

impl Worlds<Kuhn> for Lies {
    fn sample(&self, _: &mut Rng) -> (KuhnState, f32) {
        (self.0, 1.0)
    }
}

#[test]
#[cfg_attr(debug_assertions, should_panic(expected = "contradicts the view"))]
fn a_world_that_contradicts_the_view_is_caught_in_debug_builds() {
    let deals: Vec<KuhnState> =
        (0..20).map(|seed| Kuhn.deal(&(), &mut Rng::new(seed), &mut ())).collect();
    let other = deals.iter().find(|deal| deal.cards()[0] != deals[0].cards()[0]).unwrap();
    let view = Kuhn.view(&deals[0], FIRST);
    let config = SearchConfig::default();
    let budget = Budget::iterations(10);
    let _ = facedown_search::search_view(
        &Kuhn,
        &view,
        &Lies(*other),
        &config,
        budget,
        Control::default(),
    );
}

/// A hand of Leduc poker until seat 0 acts for the second time, with its events logged.
fn two_decisions(log: &mut impl Sink<facedown_testkit::toys::LeducEvent>) -> [LeducState; 2] {
    let mut rng = Rng::new(3);
    let first = Leduc.deal(&(), &mut rng, &mut ());
    let mut second = first;
    for action in [LeducAction::Call, LeducAction::Raise] {
        Leduc.apply(&mut second, action, log);
    }
    assert_eq!(Leduc.turn(&second), Turn::Act(FIRST));
    [first, second]
}

fn ask(searcher: &mut Searcher<Leduc>, state: &LeducState, iterations: u64) -> Answer<LeducAction> {
    let view = Leduc.view(state, FIRST);
    let worlds = Leduc.worlds(&view).unwrap();
    let budget = Budget::iterations(iterations);
    searcher.search_view(&view, &worlds, budget, Control::default()).unwrap()
}

fn visits(answer: &Answer<LeducAction>) -> u64 {
    answer.actions.iter().map(|report| report.visits).sum()
}

#[test]
fn a_tree_is_kept_when_the_observed_events_lead_to_the_view() {
    let mut observed = SeatLog::new(FIRST);
    let [first, second] = two_decisions(&mut observed);
    for (reuse, hears, kept) in [(true, true, true), (true, false, false), (false, true, false)] {
        let config = SearchConfig { reuse, early_stop: false, ..SearchConfig::default() };
        let mut searcher = Searcher::new(Leduc, config).unwrap();
        ask(&mut searcher, &first, 20_000);
        if hears {
            observed.events.iter().for_each(|event| searcher.observe(*event));
        }
        let answer = ask(&mut searcher, &second, 80);
        assert_eq!(visits(&answer) > 80, kept, "reuse {reuse}, hears {hears}\n{answer:?}");
        assert_eq!(answer.totals.iterations, 80);
    }
}

#[test]
fn a_tree_is_not_kept_when_something_was_missed() {
    let mut observed = SeatLog::new(FIRST);
    let [first, second] = two_decisions(&mut observed);
    let mut searcher = Searcher::new(Leduc, SearchConfig::default()).unwrap();
    ask(&mut searcher, &first, 5_000);
    searcher.observe(observed.events[0]);
    assert_eq!(visits(&ask(&mut searcher, &second, 80)), 80);
}

#[test]
fn a_search_on_a_kept_tree_agrees_with_a_long_one() {
    let mut observed = SeatLog::new(FIRST);
    let [first, second] = two_decisions(&mut observed);
    let config = SearchConfig { early_stop: false, ..SearchConfig::default() };
    let mut kept = Searcher::new(Leduc, config.clone()).unwrap();
    ask(&mut kept, &first, 50_000);
    observed.events.iter().for_each(|event| kept.observe(*event));
    let short = ask(&mut kept, &second, 2_000);
    let long = ask(&mut Searcher::new(Leduc, config).unwrap(), &second, 50_000);
    assert_eq!(short.best().action, long.best().action);
}

#[test]
fn a_bot_plays_on_where_its_view_is_impossible_and_says_why() {
    let view = Leduc.blank_view(&(), FIRST);
    let config = SearchConfig { algorithm: Algorithm::SoIsmcts, ..SearchConfig::default() };
    let mut bot = SearchBot::new(Leduc, config, Budget::iterations(50)).unwrap();
    assert!(bot.last().is_none());
    let legal = [LeducAction::Call, LeducAction::Raise];
    let action = bot.choose(&Leduc, &view, &legal, &mut Rng::new(1));
    assert!(legal.contains(&action));
    assert!(matches!(bot.last(), Some(Err(SearchError::Impossible(_)))));
    assert!(SearchBot::new(Leduc, SearchConfig::default(), Budget::default()).is_err());
}
