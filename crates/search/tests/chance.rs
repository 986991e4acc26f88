//! The search against chance, on a game whose values are known.

use facedown_game::Rng;
use facedown_search::{
    Budget, ChanceAnswer, ChanceConfig, Found, Plan, SearchError, Stop, TOLD, Watcher,
    search_chance,
};
use std::sync::atomic::AtomicBool;

/// Three rolls of a die. Before the first, a number is chosen that is added to the sum at the price
/// of its square over 8; after each of the first two rolls one may stop with the best roll so far, or
/// roll on and pay half a point.
struct Dice;

#[derive(Clone, Copy, PartialEq, Debug)]
struct After {
    bonus: i32,
    best: i32,
    rolls: u8,
    stopped: bool,
}

const COST: f64 = 0.5;

impl After {
    fn base(&self) -> f64 {
        f64::from(self.bonus)
            - f64::from(self.bonus * self.bonus) / 8.0
            - COST * f64::from(self.rolls.saturating_sub(1))
    }
}

impl Plan for Dice {
    type After = After;
    type Outcome = i32;
    type Scratch = ();

    fn outcome(&self, _: &After, rng: &mut Rng) -> i32 {
        rng.below(6) as i32 + 1
    }

    fn exact(&self, (): &mut (), after: &After, roll: &i32) -> Option<Found> {
        let best = after.best.max(*roll);
        let told = [best as u16; TOLD];
        if after.stopped {
            return Some(Found { value: after.base() + f64::from(after.best), told });
        }
        (after.rolls == 3).then(|| Found { value: after.base() + f64::from(best), told })
    }

    fn choices(&self, after: &After, roll: &i32, choices: &mut Vec<After>) {
        let best = after.best.max(*roll);
        choices.push(After { best, stopped: true, ..*after });
        choices.push(After { best, rolls: after.rolls + 1, ..*after });
    }

    fn guess(&self, (): &mut (), after: &After) -> f64 {
        after.base() + f64::from(after.best)
    }

    fn upper_bound(&self, after: &After) -> f64 {
        after.base() + 6.0
    }

    fn doubt(&self) -> f64 {
        2.0
    }
}

/// The value by going through all rolls.
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

fn ask(config: &ChanceConfig, budget: Budget) -> ChanceAnswer<After> {
    search_chance(&Dice, &roots(), config, budget, Watcher::default()).unwrap()
}

#[test]
fn the_best_choice_and_its_value_are_found() {
    // Few outcomes with many visits each: the guess never rolls on, so plans need visits.
    let config = ChanceConfig { widening: 0.5, ..ChanceConfig::default() };
    let answer = ask(&config, Budget::iterations(60_000));
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
fn equal_luck_makes_differences_exact_where_only_the_choice_differs() {
    let answer = ask(&ChanceConfig::default(), Budget::iterations(2_000));
    // Bonuses change nothing but the base, so over equal luck the gap has no error at all.
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
        let mut answer = ask(&config, Budget::iterations(5_000));
        answer.totals.seconds = 0.0;
        answer
    };
    let one = with(1);
    assert_eq!(with(2), one);
    assert_eq!(with(8), one);
}

#[test]
fn a_search_can_be_cancelled_timed_and_watched() {
    let stop = AtomicBool::new(true);
    let watcher = Watcher { cancel: Some(&stop), ..Watcher::default() };
    let config = ChanceConfig::default();
    let budget = Budget::seconds(60.0);
    let answer = search_chance(&Dice, &roots(), &config, budget, watcher).unwrap();
    assert_eq!(answer.totals.stop, Stop::Cancelled);
    let answer = ask(&config, Budget::seconds(0.05));
    assert_eq!(answer.totals.stop, Stop::Time);
    let mut told = 0;
    let mut progress = |answer: &ChanceAnswer<After>| {
        assert_eq!(answer.totals.stop, Stop::Running);
        told += 1;
    };
    let every = std::time::Duration::ZERO;
    let watcher = Watcher { progress: Some(&mut progress), every, ..Watcher::default() };
    search_chance(&Dice, &roots(), &config, Budget::iterations(500), watcher).unwrap();
    assert!(told > 0);
}

#[test]
fn bad_knobs_are_named() {
    let said = |config: ChanceConfig| {
        let budget = Budget::iterations(10);
        search_chance(&Dice, &roots(), &config, budget, Watcher::default()).unwrap_err().to_string()
    };
    assert!(said(ChanceConfig { threads: 0, ..ChanceConfig::default() }).contains("threads"));
    assert!(said(ChanceConfig { widening: 2.0, ..ChanceConfig::default() }).contains("widening"));
    let none = search_chance(
        &Dice,
        &[],
        &ChanceConfig::default(),
        Budget::iterations(10),
        Watcher::default(),
    );
    assert_eq!(none.unwrap_err(), SearchError::NoLegalAction);
}
