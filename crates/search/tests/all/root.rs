//! The root: halving finds the best arm, heuristics set the order, seats maximise the utility.

use crate::common::{Pull, Slots};
use facedown_game::{
    ActionBuf, ActionList, Game, PerSeat, Rng, Searchable, Seat, SeatSet, Sink, Turn,
};
use facedown_search::{
    Algorithm, Answer, Budget, Choice, Control, Ordering, RootAllocation, SearchConfig, Searcher,
    Teams, search_hidden, search_state,
};
use std::sync::Arc;

const SLOTS: Slots = Slots {
    chances: &[300, 320, 500, 340, 360, 420, 380, 310, 440, 330, 400],
    heuristics: &[0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 2.0],
};

fn ask(config: &SearchConfig, iterations: u64) -> Answer<u8> {
    let budget = Budget::iterations(iterations);
    search_hidden(&SLOTS, &Pull::default(), config, budget, Control::default()).unwrap()
}

#[test]
fn every_allocation_finds_the_best_lever() {
    for root in [RootAllocation::Ucb, RootAllocation::SequentialHalving, RootAllocation::Uniform] {
        for algorithm in [Algorithm::Flat, Algorithm::SoIsmcts] {
            let config = SearchConfig { root, algorithm, ..SearchConfig::default() };
            let answer = ask(&config, 30_000);
            assert_eq!(answer.best().action, 2, "{root:?} {algorithm:?}\n{answer}");
            let [low, high] = answer.best().interval.unwrap();
            assert!(low < 0.5 && 0.5 < high && high - low < 0.05, "{answer}");
        }
    }
}

#[test]
fn halving_gives_each_action_its_round_and_the_best_two_the_most() {
    let config = SearchConfig {
        root: RootAllocation::SequentialHalving,
        algorithm: Algorithm::Flat,
        root_trees: 4,
        ..SearchConfig::default()
    };
    let answer = ask(&config, 11_000);
    assert_eq!(answer.totals.iterations, 11_000);
    // Eleven actions: rounds of 11, 6, 3 and 2, a quarter of the budget each.
    let mut visits: Vec<u64> = answer.actions.iter().map(|report| report.visits).collect();
    visits.sort_unstable();
    let [least, most] = [visits[0], visits[10]];
    assert!((240..=260).contains(&least), "{visits:?}");
    assert!(most.abs_diff(250 + 458 + 917 + 1_375) < 20, "{visits:?}");
    assert!(visits[9].abs_diff(visits[10]) < 40, "{visits:?}");
    // One world for each pass of the actions in play, not one for each iteration.
    assert!(answer.totals.worlds < 4_000, "{}", answer.totals.worlds);
}

#[test]
fn common_random_numbers_make_actions_easier_to_compare() {
    let right = |root| {
        let wins = (0..200).filter(|seed| {
            let config = SearchConfig {
                root,
                algorithm: Algorithm::Flat,
                root_trees: 1,
                seed: *seed,
                ..SearchConfig::default()
            };
            ask(&config, 1_100).best().action == 2
        });
        wins.count()
    };
    // With common random numbers a lever pays whenever one with a lower chance does.
    assert!(right(RootAllocation::SequentialHalving) >= 199);
    assert!(right(RootAllocation::Uniform) >= 199);
    let alone = right(RootAllocation::Ucb);
    assert!((100..195).contains(&alone), "{alone}");
}

#[test]
fn untried_actions_are_taken_by_the_heuristic_and_its_temperature() {
    let first_two = |temperature, heuristics| {
        let count = (0..200).filter(|seed| {
            let config = SearchConfig {
                temperature,
                heuristics,
                seed: *seed,
                root_trees: 1,
                ..SearchConfig::default()
            };
            let answer = ask(&config, 2);
            let tried: Vec<u8> =
                answer.actions.iter().filter(|r| r.visits > 0).map(|r| r.action).collect();
            tried.len() == 2 && tried.contains(&2) && tried.contains(&6)
        });
        count.count()
    };
    assert_eq!(first_two(0.0, true), 200);
    let (warm, off) = (first_two(1.0, true), first_two(1.0, false));
    // By the softmax: 2 first 0.55, then 6 0.45; 6 first 0.20, then 2 0.69: together 0.39.
    assert!((50..110).contains(&warm), "{warm}");
    assert!(off < 15, "{off}");
}

#[test]
fn the_choice_can_be_by_visits_value_or_a_blend() {
    for choice in [Choice::Visits, Choice::Value, Choice::Blend] {
        let config = SearchConfig { choice, ..SearchConfig::default() };
        assert_eq!(ask(&config, 20_000).best().action, 2, "{choice:?}");
    }
    let ordering = Ordering { visits: 0.0, value: 0.0, heuristic: 1.0 };
    let config = SearchConfig { choice: Choice::Blend, ordering, ..SearchConfig::default() };
    let order: Vec<u8> = ask(&config, 500).actions.iter().map(|report| report.action).collect();
    assert_eq!(order[..2], [2, 6]);
}

#[test]
fn the_answer_is_text_and_json() {
    let answer = ask(&SearchConfig { early_stop: false, ..SearchConfig::default() }, 2_000);
    let text = answer.text(|lever| format!("lever {lever}"));
    assert!(text.lines().nth(1).unwrap().starts_with("* lever 2 "), "{text}");
    assert!(text.contains("2,000 iterations in"), "{text}");
    assert_eq!(text.lines().count(), 1 + 11 + 1);
    let json: serde_json::Value =
        serde_json::to_value(answer.map(|lever| format!("lever {lever}"))).unwrap();
    assert_eq!(json["actions"][0]["action"], "lever 2");
    assert_eq!(json["actions"][0]["line"][0], "lever 2");
    assert_eq!(json["totals"]["iterations"], 2_000);
    assert_eq!(json["totals"]["stop"], "iterations");
    assert_eq!(json["seat"], 0);
}

/// Three seats choose in turn; the last decides who gets 4: seat 0 if it gives, or itself 1.
#[derive(Clone)]
struct Gift;

impl Searchable for Gift {}

impl Game for Gift {
    type Setup = ();
    type State = [Option<bool>; 1];
    type Action = bool;
    type LegalActions = ActionList<bool, 2>;
    type View = (Seat, [Option<bool>; 1]);
    type Event = bool;

    fn seats(&self) -> usize {
        3
    }

    fn first_setup(&self) {}

    fn deal(&self, (): &(), _: &mut Rng, _: &mut impl Sink<bool>) -> Self::State {
        [None]
    }

    fn turn(&self, state: &Self::State) -> Turn {
        if state[0].is_none() { Turn::Act(Seat::new(2)) } else { Turn::Over }
    }

    fn legal_actions(&self, state: &Self::State, out: &mut Self::LegalActions) {
        out.clear();
        if state[0].is_none() {
            out.push(false);
            out.push(true);
        }
    }

    fn apply(&self, state: &mut Self::State, gives: bool, log: &mut impl Sink<bool>) {
        state[0] = Some(gives);
        log.emit(SeatSet::all(3), gives);
    }

    fn scores(&self, state: &Self::State) -> PerSeat<i32> {
        let of = if state[0] == Some(true) { [4, 0, 0] } else { [0, 0, 1] };
        PerSeat::from_fn(3, |seat| of[seat.index()])
    }

    fn score_total(&self, _: &Self::State) -> Option<i32> {
        None
    }

    fn view(&self, state: &Self::State, seat: Seat) -> Self::View {
        (seat, *state)
    }

    fn blank_view(&self, (): &(), seat: Seat) -> Self::View {
        (seat, [None])
    }

    fn observe(&self, view: &mut Self::View, gives: bool) {
        view.1 = [Some(gives)];
    }

    fn view_turn(&self, view: &Self::View) -> Option<Turn> {
        Some(self.turn(&view.1))
    }

    fn view_actions(&self, view: &Self::View, out: &mut Self::LegalActions) {
        self.legal_actions(&view.1, out);
    }
}

#[test]
fn a_seat_gives_to_its_partner_and_not_to_others() {
    for algorithm in [Algorithm::Uct, Algorithm::SoIsmcts, Algorithm::MoIsmcts, Algorithm::Flat] {
        let config = SearchConfig { algorithm, ..SearchConfig::default() };
        let (budget, control) = (Budget::iterations(500), Control::default);
        let alone = search_state(&Gift, &[None], &config, budget, control()).unwrap();
        assert!(!alone.best().action, "{algorithm:?}");
        let teams = Arc::new(Teams::new([0, 1, 0]));
        let mut searcher = Searcher::new(Gift, config).unwrap().with_utility(teams);
        let together = searcher.search_state(&[None], budget, control()).unwrap();
        assert!(together.best().action, "{algorithm:?}");
        assert_eq!(together.best().mean, Some(4.0));
    }
}
