//! Known values of Kuhn and Leduc poker against fixed opponents, and weighted worlds.

use crate::common::{Against, Inner};
use facedown_game::{Game, Hidden, Log, Rng, Seat, Worlds};
use facedown_search::{
    Algorithm, Answer, Budget, Control, RootAllocation, SearchConfig, search_view,
};
use facedown_testkit::exact::{Enumerate, Strategy, Uniform, best_response};
use facedown_testkit::toys::{
    Kuhn, KuhnAction, KuhnEvent, KuhnState, KuhnView, Leduc, LeducEvent, LeducView,
};

const FIRST: Seat = Seat::new(0);
const SECOND: Seat = Seat::new(1);

/// Explores little, so that the mean of an action is close to the value of the best play after it.
fn config(algorithm: Algorithm) -> SearchConfig {
    SearchConfig {
        algorithm,
        exploration: 0.3,
        root_trees: 1,
        early_stop: false,
        ..SearchConfig::default()
    }
}

/// Bets the high card, half of the time the middle one, and bluffs one time in five.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "the form of a strategy")]
fn bold(view: &KuhnView, action: KuhnAction) -> f64 {
    let bet = [0.2, 0.5, 1.0][usize::from(view.card())];
    if action == KuhnAction::Bet { bet } else { 1.0 - bet }
}

/// Every first decision of a seat that acts first: the views, each with its chance.
fn first_views<G: Enumerate>(game: &G) -> Vec<(G::View, f64)> {
    let (mut views, mut total) = (Vec::<(G::View, f64)>::new(), 0.0);
    game.each_deal::<Log<G::Event>>(&mut |state, _, weight| {
        let view = game.view(&state, FIRST);
        total += weight as f64;
        match views.iter_mut().find(|(known, _)| *known == view) {
            Some((_, chance)) => *chance += weight as f64,
            None => views.push((view, weight as f64)),
        }
    });
    for (_, chance) in &mut views {
        *chance /= total;
    }
    views
}

/// Returns the value that the search reports for the first seat against others who play the
/// strategy.
fn found_value<G: Enumerate + Hidden, S>(
    game: &G,
    strategy: S,
    algorithm: Algorithm,
    iterations: u64,
) -> f64
where
    S: Strategy<G> + Clone + Send + Sync + 'static,
{
    let against = Against { game: game.clone(), me: FIRST, strategy };
    let values = first_views(game).into_iter().map(|(view, chance)| {
        let worlds = Inner(game.worlds(&view).unwrap());
        let budget = Budget::iterations(iterations);
        let answer =
            search_view(&against, &view, &worlds, &config(algorithm), budget, Control::default());
        chance * answer.unwrap().best().mean.unwrap()
    });
    values.sum()
}

#[track_caller]
fn assert_near(found: f64, exact: f64, tolerance: f64) {
    assert!((found - exact).abs() < tolerance, "found {found}, exact {exact}");
}

#[test]
fn information_set_searches_find_the_best_response_in_kuhn_poker() {
    for algorithm in [Algorithm::SoIsmcts, Algorithm::MoIsmcts, Algorithm::Puct] {
        let uniform = best_response(&Kuhn, FIRST, &Uniform);
        assert_near(found_value(&Kuhn, Uniform, algorithm, 60_000), uniform, 0.02);
        let bold_value = best_response(&Kuhn, FIRST, &bold);
        assert_near(found_value(&Kuhn, bold, algorithm, 60_000), bold_value, 0.02);
    }
}

#[test]
fn information_set_searches_find_the_best_response_in_leduc_poker() {
    let exact = best_response(&Leduc, FIRST, &Uniform);
    for algorithm in [Algorithm::SoIsmcts, Algorithm::MoIsmcts, Algorithm::Puct] {
        assert_near(found_value(&Leduc, Uniform, algorithm, 400_000), exact, 0.15);
    }
}

#[test]
fn flat_search_finds_less_than_the_best_response_where_later_decisions_matter() {
    let exact = best_response(&Leduc, FIRST, &Uniform);
    let flat = found_value(&Leduc, Uniform, Algorithm::Flat, 50_000);
    let tree = found_value(&Leduc, Uniform, Algorithm::SoIsmcts, 50_000);
    assert!(flat < exact - 0.3 && flat < tree - 0.2, "{flat} {tree} {exact}");
}

/// Kuhn's worlds after the first seat has bet, drawn evenly and weighted by how likely that seat
/// is to bet; or drawn by that likelihood.
struct AfterBet {
    states: [KuhnState; 2],
    chances: [f64; 2],
    weighted: bool,
}

impl Worlds<Kuhn> for AfterBet {
    fn sample(&self, rng: &mut Rng) -> (KuhnState, f32) {
        if self.weighted {
            let place = rng.below(2) as usize;
            return (self.states[place], self.chances[place] as f32);
        }
        let share = self.chances[0] / (self.chances[0] + self.chances[1]);
        (self.states[usize::from(rng.unit() >= share)], 1.0)
    }
}

/// The second seat's view with this card after a bet, and the two states that explain it.
fn facing_a_bet(card: u8) -> (KuhnView, [KuhnState; 2]) {
    let (mut states, mut view) = (Vec::new(), None);
    Kuhn.each_deal::<Log<KuhnEvent>>(&mut |mut state, _, _| {
        if state.cards()[1] == card {
            Kuhn.apply(&mut state, KuhnAction::Bet, &mut ());
            view = Some(Kuhn.view(&state, SECOND));
            states.push(state);
        }
    });
    (view.unwrap(), [states[0], states[1]])
}

#[test]
fn weighted_worlds_give_the_values_of_the_equivalent_unweighted_ones() {
    // The middle card against a bet of the bold seat: it bets a king always and a jack one time in
    // five, so calling is worth (5 * -2 + 1 * 2) / 6 = -4/3 and passing -1.
    let (view, states) = facing_a_bet(1);
    let chances = states.map(|state| [0.2, 0.5, 1.0][usize::from(state.cards()[0])]);
    let ask = |weighted| -> Answer<KuhnAction> {
        let worlds = AfterBet { states, chances, weighted };
        // Equal shares, so that the worse action is tried often enough to compare.
        let root = RootAllocation::Uniform;
        let config = SearchConfig { root, ..config(Algorithm::SoIsmcts) };
        search_view(&Kuhn, &view, &worlds, &config, Budget::iterations(50_000), Control::default())
            .unwrap()
    };
    for (weighted, answer) in [(true, ask(true)), (false, ask(false))] {
        let mean = |action| {
            answer.actions.iter().find(|report| report.action == action).unwrap().mean.unwrap()
        };
        // Sums of weights are kept in single precision.
        assert_near(mean(KuhnAction::Pass), -1.0, 1e-4);
        assert_near(mean(KuhnAction::Bet), -4.0 / 3.0, 0.05);
        assert_eq!(answer.best().action, KuhnAction::Pass, "weighted: {weighted}");
        let bet = answer.actions.iter().find(|r| r.action == KuhnAction::Bet).unwrap();
        let [low, high] = bet.interval.unwrap();
        assert!(low < -4.0 / 3.0 && -4.0 / 3.0 < high, "{answer:?}");
    }
}

#[test]
fn worlds_that_weigh_nothing_do_not_hang_a_search() {
    let (view, states) = facing_a_bet(1);
    let worlds = AfterBet { states, chances: [0.0, f64::NAN], weighted: true };
    let answer = search_view(
        &Kuhn,
        &view,
        &worlds,
        &SearchConfig::default(),
        Budget::iterations(1_000),
        Control::default(),
    )
    .unwrap();
    assert_eq!(answer.totals.iterations, 1_000);
    assert!(answer.actions.iter().all(|report| report.visits == 0 && report.mean.is_none()));
}

#[test]
fn an_impossible_view_is_an_error_that_says_what_contradicts_what() {
    let mut view: LeducView = Leduc.blank_view(&(), FIRST);
    let config = SearchConfig::default();
    let ask = |view: &LeducView| {
        let budget = Budget::iterations(10);
        facedown_search::search_hidden(&Leduc, view, &config, budget, Control::default())
    };
    assert!(ask(&view).unwrap_err().to_string().contains("no card was dealt"));
    Leduc.observe(&mut view, LeducEvent::Holds(FIRST, 3));
    assert!(ask(&view).is_ok());
    Leduc.observe(&mut view, LeducEvent::Holds(SECOND, 3));
    assert!(ask(&view).unwrap_err().to_string().contains("in two places"));
}
