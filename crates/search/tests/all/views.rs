//! Worlds must be consistent with the view.

use facedown_game::{DecisionPoint, Game, Policy, Rng, Seat, Worlds};
use facedown_search::{
    Advisor, AdvisorBot, Algorithm, Budget, Control, SearchAdvisor, SearchConfig, SearchError,
};
use facedown_testkit::toys::{Kuhn, KuhnState, Leduc, LeducAction};

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

#[test]
fn a_bot_plays_on_where_its_view_is_impossible_and_says_why() {
    let view = Leduc.blank_view(&(), FIRST);
    let config = SearchConfig { algorithm: Algorithm::SoIsmcts, ..SearchConfig::default() };
    let mut advisor = SearchAdvisor::plain(Leduc, config).unwrap();
    let legal = [LeducAction::Call, LeducAction::Raise];
    let (decision, budget) = (DecisionPoint::new(&Leduc, &view, &legal), Budget::iterations(50));
    let why = advisor.begin(&decision, budget, &mut Rng::new(1)).unwrap_err();
    assert!(matches!(why, SearchError::Impossible(_)), "{why}");
    let mut bot = AdvisorBot::new(advisor, budget).unwrap();
    assert!(legal.contains(&bot.choose(&Leduc, &view, &legal, &mut Rng::new(1))));
    let advisor = SearchAdvisor::plain(Leduc, SearchConfig::default()).unwrap();
    assert!(AdvisorBot::new(advisor, Budget::default()).is_err());
}
