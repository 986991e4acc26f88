//! The search against chance, on a game with known values.

use facedown_game::{Clock, Control, Rng};
use facedown_search::{
    Allowance, Budget, ChanceAnswer, ChanceConfig, ChanceProblem, ChanceSearch, ExactValue,
    SearchError, Stop, search_chance,
};
use facedown_testkit::TickingClock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Three rolls of a die. Before the first, a number is chosen that is added to the sum at the price
/// of its square over 8; after each of the first two rolls one may stop with the best roll so far,
/// or roll on and pay half a point.
struct Dice;

#[derive(Clone, Copy, PartialEq, Debug)]
struct After {
    bonus: i32,
    best: i32,
    rolls: u8,
    stopped: bool,
}

type DiceAnswer = ChanceAnswer<After, [f64; 1]>;

const COST: f64 = 0.5;

impl After {
    fn base(&self) -> f64 {
        f64::from(self.bonus)
            - f64::from(self.bonus * self.bonus) / 8.0
            - COST * f64::from(self.rolls.saturating_sub(1))
    }
}

impl ChanceProblem for Dice {
    type After = After;
    type Outcome = i32;
    /// The best roll.
    type Detail = [f64; 1];
    type Scratch = ();

    fn outcome(&self, _: &After, rng: &mut Rng) -> i32 {
        rng.below(6) as i32 + 1
    }

    fn exact(&self, (): &mut (), after: &After, roll: &i32) -> Option<ExactValue<[f64; 1]>> {
        let best = if after.stopped { after.best } else { after.best.max(*roll) };
        let value = after.base() + f64::from(best);
        (after.stopped || after.rolls == 3).then(|| ExactValue { value, detail: [f64::from(best)] })
    }

    fn choices(&self, after: &After, roll: &i32, choices: &mut Vec<After>) {
        let best = after.best.max(*roll);
        choices.push(After { best, stopped: true, ..*after });
        choices.push(After { best, rolls: after.rolls + 1, ..*after });
    }

    fn estimate(&self, (): &mut (), after: &After) -> f64 {
        after.base() + f64::from(after.best)
    }

    fn upper_bound(&self, after: &After) -> f64 {
        after.base() + 6.0
    }

    fn exploration(&self) -> f64 {
        2.0
    }
}

/// Returns the value by enumeration of all rolls.
fn value(after: &After) -> f64 {
    if after.stopped {
        return after.base() + f64::from(after.best);
    }
    let sum: f64 = (1..=6)
        .map(|roll| {
            if after.rolls == 3 {
                return after.base() + f64::from(after.best.max(roll));
            }
            let mut choices = Vec::new();
            Dice.choices(after, &roll, &mut choices);
            choices.iter().map(value).fold(f64::NEG_INFINITY, f64::max)
        })
        .sum();
    sum / 6.0
}

fn roots() -> Vec<After> {
    (0..9).map(|bonus| After { bonus, best: 0, rolls: 1, stopped: false }).collect()
}

fn search(config: &ChanceConfig, budget: Budget) -> DiceAnswer {
    search_chance(&Dice, &roots(), config, budget, Control::default()).unwrap()
}

/// Returns the answer without the time, which differs from run to run.
fn untimed(mut answer: DiceAnswer) -> DiceAnswer {
    answer.totals.seconds = 0.0;
    answer
}

#[test]
fn the_best_choice_and_its_value_are_found() {
    // Few outcomes with many visits each: the estimate never rolls on, so policies need visits.
    let config = ChanceConfig { widening: 0.5, ..ChanceConfig::default() };
    let answer = search(&config, Budget::iterations(60_000));
    assert_eq!(answer.choices[0].after.bonus, 4);
    assert_eq!(answer.choices.len(), 9);
    assert_eq!(answer.totals.stop, Stop::Iterations);
    assert!(answer.totals.depth >= 2);
    for choice in &answer.choices[..2] {
        let (found, exact) = (choice.value, value(&choice.after));
        let error = choice.error.unwrap();
        assert!((found - exact).abs() < 4.0 * error + 0.05, "{found} {exact} {error}");
    }
}

#[test]
fn details_are_means_over_outcomes() {
    let config = ChanceConfig { widening: 1.0, ..ChanceConfig::default() };
    let answer = search(&config, Budget::iterations(5_000));
    for choice in answer.choices.iter().filter(|choice| choice.outcomes > 0) {
        // The estimate stops after the first roll, so values and best rolls differ by the base.
        let gap = choice.value - choice.detail[0] - choice.after.base();
        assert!(gap.abs() < 1e-9, "{gap}");
    }
}

#[test]
fn common_random_numbers_make_differences_exact_where_only_the_choice_differs() {
    let answer = search(&ChanceConfig::default(), Budget::iterations(2_000));
    // Bonuses change nothing but the base, so the paired gap has no error at all.
    let second = &answer.choices[1];
    let gap = answer.choices[0].after.base() - second.after.base();
    assert!((second.behind - gap).abs() < 1e-9, "{} {gap}", second.behind);
    assert!(second.behind_error.unwrap() < 1e-9);
    assert!(second.error.unwrap() > 0.01);
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let with = |threads| {
        let config = ChanceConfig { threads, seed: 5, ..ChanceConfig::default() };
        untimed(search(&config, Budget::iterations(5_000)))
    };
    let one = with(1);
    assert_eq!(with(2), one);
    assert_eq!(with(8), one);
}

#[test]
fn the_answer_does_not_depend_on_the_slices() {
    for (widening, budget) in [
        (1.0, Budget::iterations(3_000)),
        (0.85, Budget::iterations(3_001)),
        (0.3, Budget::iterations(777)),
        (0.6, Budget::nodes(500)),
        (0.85, Budget::iterations(1)),
    ] {
        let config = ChanceConfig { widening, seed: 9, ..ChanceConfig::default() };
        let whole = untimed(search(&config, budget));
        for slice in [1, 2, 7, 64, 1_000, u64::MAX] {
            let mut sliced = ChanceSearch::new(Dice, &roots(), &config, budget).unwrap();
            let mut slices = 0;
            while sliced.advance(Allowance::units(slice)) {
                assert_eq!(sliced.answer().totals.stop, Stop::Running);
                slices += 1;
            }
            assert!(sliced.is_done());
            assert_eq!(untimed(sliced.answer()), whole, "slices of {slice}, {budget:?}");
            assert!(slice > 7 || budget.iterations == Some(1) || slices > 100, "{slices} slices");
            // More slices change nothing.
            assert!(!sliced.advance(Allowance::units(slice)));
            assert_eq!(untimed(sliced.answer()), whole);
        }
    }
}

#[test]
fn slices_of_several_threads_are_those_of_one() {
    let budget = Budget::iterations(3_000);
    let config = ChanceConfig { threads: 3, seed: 9, ..ChanceConfig::default() };
    let whole = untimed(search(&ChanceConfig { threads: 1, ..config }, budget));
    for slice in [1, 100, u64::MAX] {
        let mut sliced = ChanceSearch::new(&Dice, &roots(), &config, budget).unwrap();
        while sliced.advance(Allowance::units(slice)) {}
        assert_eq!(untimed(sliced.answer()), whole);
    }
}

#[test]
fn interim_answers_count_the_iterations_done() {
    let budget = Budget::iterations(20_000);
    let config = ChanceConfig { widening: 1.0, ..ChanceConfig::default() };
    let mut search = ChanceSearch::new(Dice, &roots(), &config, budget).unwrap();
    let mut before = 0;
    while search.advance(Allowance::units(100)) {
        let answer = search.answer();
        let visits: u64 = answer.choices.iter().map(|choice| choice.visits).sum();
        assert_eq!(answer.totals.iterations, visits);
        assert_eq!(answer.totals.iterations, before + 100);
        before = answer.totals.iterations;
    }
}

#[test]
fn interim_answers_compare_choices_of_similar_certainty() {
    let config = ChanceConfig { widening: 1.0, ..ChanceConfig::default() };
    for budget in [Budget::iterations(1_000_000), Budget::seconds(1e6)] {
        let mut search = ChanceSearch::new(Dice, &roots(), &config, budget).unwrap();
        for _ in 0..300 {
            assert!(search.advance(Allowance::units(50)));
            let choices = search.answer().choices;
            let visits = choices.iter().map(|choice| choice.visits);
            let (least, most) = (visits.clone().min().unwrap(), visits.max().unwrap());
            assert!(most <= 2 * least.max(1), "{least} to {most} visits");
        }
    }
}

#[test]
fn time_comes_from_the_clock_of_the_caller() {
    let clock = TickingClock::new(Duration::from_millis(1));
    let control = Control { clock: &clock, ..Control::default() };
    let config = ChanceConfig::default();
    let answer = search_chance(&Dice, &roots(), &config, Budget::seconds(0.5), control).unwrap();
    assert_eq!(answer.totals.stop, Stop::Time);
    assert!((0.5..0.6).contains(&answer.totals.seconds), "{}", answer.totals.seconds);
    // A slice ends at its time, too.
    let mut search =
        ChanceSearch::new(Dice, &roots(), &config, Budget::iterations(1_000_000)).unwrap();
    let end = clock.now() + Duration::from_millis(50);
    assert!(search.advance(Allowance::until(end, &clock)));
    assert!(clock.now() < end + Duration::from_millis(10));
    assert!(search.answer().totals.iterations > 0);
}

#[test]
fn a_search_can_be_cancelled_and_observed() {
    let cancel = AtomicBool::new(true);
    let control = Control { cancel: Some(&cancel), ..Control::default() };
    let config = ChanceConfig::default();
    let budget = Budget::seconds(60.0);
    let answer = search_chance(&Dice, &roots(), &config, budget, control).unwrap();
    assert_eq!(answer.totals.stop, Stop::Cancelled);
    assert!(answer.choices.iter().all(|choice| choice.outcomes > 0));
    let mut reports = 0;
    let mut progress = |answer: &DiceAnswer| {
        assert_eq!(answer.totals.stop, Stop::Running);
        reports += 1;
    };
    let every = Duration::ZERO;
    let control = Control { progress: Some(&mut progress), every, ..Control::default() };
    search_chance(&Dice, &roots(), &config, Budget::iterations(20_000), control).unwrap();
    assert!(reports > 0);
}

#[test]
fn a_sliced_search_can_be_cancelled_in_the_middle_of_a_step() {
    let budget = Budget::iterations(1_000_000);
    let mut search = ChanceSearch::new(Dice, &roots(), &ChanceConfig::default(), budget).unwrap();
    assert!(search.advance(Allowance::units(1_234)));
    search.cancel();
    assert!(!search.advance(Allowance::units(1)));
    let answer = search.answer();
    assert_eq!(answer.totals.stop, Stop::Cancelled);
    assert!((900..=1_234).contains(&answer.totals.iterations), "{}", answer.totals.iterations);
    assert_eq!(answer.choices[0].after.bonus, 4);
}

#[test]
fn choices_with_estimates_far_behind_are_not_compared() {
    // Estimates are 0, 7/8, 12/8, 15/8, 2, 15/8 and so on: five are within a point of the best.
    let tried = |margin| {
        let config = ChanceConfig { margin, ..ChanceConfig::default() };
        let answer = search(&config, Budget::iterations(500));
        let mut tried: Vec<i32> =
            answer.choices.iter().filter(|c| c.visits > 0).map(|c| c.after.bonus).collect();
        tried.sort_unstable();
        assert_eq!(answer.choices.len(), 9);
        tried
    };
    assert_eq!(tried(1.0), [2, 3, 4, 5, 6]);
    assert_eq!(tried(f64::INFINITY).len(), 9);
    assert_eq!(tried(0.0).len(), 2);
}

/// One roll after which nothing is chosen; six rolls with neighbouring numbers are all different.
struct Sixes;

impl ChanceProblem for Sixes {
    type After = ();
    type Outcome = u64;
    type Detail = ();
    type Scratch = ();

    fn outcome(&self, (): &(), rng: &mut Rng) -> u64 {
        u64::from(rng.below(6))
    }

    fn numbered_outcome(&self, (): &(), seed: u64, number: u64) -> (u64, Rng) {
        let mut rng = Rng::stream(seed, number / 6);
        ((self.outcome(&(), &mut rng) + number) % 6, rng)
    }

    fn exact(&self, (): &mut (), (): &(), roll: &u64) -> Option<ExactValue<()>> {
        Some(ExactValue { value: *roll as f64, detail: () })
    }

    fn choices(&self, (): &(), _: &u64, _: &mut Vec<()>) {}

    fn estimate(&self, (): &mut (), (): &()) -> f64 {
        0.0
    }

    fn exploration(&self) -> f64 {
        0.0
    }
}

#[test]
fn outcomes_that_are_drawn_together_are_spread_evenly() {
    for widening in [0.85, 1.0] {
        let config = ChanceConfig { widening, ..ChanceConfig::default() };
        let budget = Budget::iterations(60);
        let answer = search_chance(&Sixes, &[()], &config, budget, Control::default()).unwrap();
        assert_eq!(answer.choices[0].outcomes, 60);
        assert!((answer.choices[0].value - 2.5).abs() < 1e-9);
    }
}

#[test]
fn bad_parameters_are_named() {
    let message = |config: ChanceConfig| {
        let budget = Budget::iterations(10);
        let answer = search_chance(&Dice, &roots(), &config, budget, Control::default());
        answer.unwrap_err().to_string()
    };
    assert!(message(ChanceConfig { threads: 0, ..ChanceConfig::default() }).contains("threads"));
    let widening = ChanceConfig { widening: 2.0, ..ChanceConfig::default() };
    assert!(message(widening).contains("widening"));
    let margin = ChanceConfig { margin: f64::NAN, ..ChanceConfig::default() };
    assert!(message(margin).contains("margin is NaN, expected 0 or more"));
    let config = ChanceConfig::default();
    let none = search_chance(&Dice, &[], &config, Budget::iterations(10), Control::default());
    assert_eq!(none.unwrap_err(), SearchError::NoLegalAction);
}
