//! The setups of single rounds: a table of those of real matches.

use facedown_game::{ActionBuf, Game, Match, Policy, Rng, Turn, setup_stream};
use facedown_riichi::bots::Efficient;
use facedown_riichi::rules::{Length, MatchRules, Tobi};
use facedown_riichi::{Legal, Riichi, Rules, Setup};
use facedown_testkit::stats;
use std::collections::HashMap;

/// The rules of the parts of the table.
const PARTS: [Rules; 4] = [
    Rules::TENHOU,
    Rules::TENHOU.with_length(Length::Tonpu),
    Rules::TENHOU3,
    Rules::TENHOU3.with_length(Length::Tonpu),
];

fn game(rules: Rules) -> Riichi {
    Riichi::new(rules).unwrap()
}

fn with_matches(rules: Rules, change: impl FnOnce(&mut MatchRules)) -> Riichi {
    let mut rules = rules;
    change(&mut rules.matches);
    game(rules)
}

/// Returns the points and sticks of all, which no round changes.
fn total(rules: &Rules, setup: &Setup) -> i32 {
    setup.scores[..usize::from(rules.seats)].iter().sum::<i32>() + 1_000 * i32::from(setup.sticks)
}

#[test]
fn setups_of_the_table_are_those_of_matches() {
    for (rules, count) in PARTS.into_iter().zip([640, 192, 320, 128]) {
        let game = game(rules);
        let setups: Vec<Setup> = game.setups().collect();
        assert_eq!(setups.len(), count, "{rules:?}");
        let last_wind = u8::from(rules.matches.length == Length::Hanchan);
        for setup in setups {
            assert_eq!(total(&rules, &setup), i32::from(rules.seats) * rules.matches.start_points);
            assert!(
                setup.scores.iter().all(|points| *points >= 0 && points % 100 == 0),
                "{setup:?}"
            );
            assert!(
                setup.dealer.index() < game.seats() && setup.wind <= last_wind + 1,
                "{setup:?}"
            );
            let reached = setup.scores.iter().any(|points| *points >= rules.matches.goal_points);
            let extension = setup.wind > last_wind;
            assert!(!extension || !reached || setup.honba > 0, "{setup:?}");
            assert!(
                setup.wind > 0 || setup.dealer.index() > 0 || setup.honba > 0 || {
                    setup == game.first_setup()
                }
            );
            let state = game.deal(&setup, &mut Rng::new(1), &mut ());
            assert_eq!(*state.table().setup(), setup);
        }
    }
}

/// The first rows of each part, played again as `cargo research setups` played them.
#[test]
fn the_table_is_what_its_matches_give() {
    for rules in PARTS {
        let game = game(rules);
        let (mut rounds, mut matches) = (Vec::new(), 0);
        let (mut legal, mut bot) = (Legal::default(), Efficient::sharp());
        while rounds.len() < 100 {
            let mut standing = game.begin();
            while let Some(setup) = game.next_hand(&standing) {
                let mut rng = Rng::stream(matches, standing.rounds() as u64);
                let mut state = game.deal(&setup, &mut rng, &mut ());
                bot.new_hand();
                loop {
                    match game.turn(&state) {
                        Turn::Over => break,
                        Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
                        Turn::Act(seat) => {
                            game.legal_actions(&state, &mut legal);
                            let view = game.view(&state, seat);
                            let action = bot.choose(&game, &view, legal.as_slice(), &mut rng);
                            game.apply(&mut state, action, &mut ());
                        }
                    }
                }
                game.finish_hand(&mut standing, &state);
                rounds.push(setup);
            }
            matches += 1;
        }
        let kept: Vec<Setup> = rounds.into_iter().step_by(17).collect();
        let table: Vec<Setup> = game.setups().take(kept.len()).collect();
        assert_eq!(table, kept, "{rules:?}");
    }
}

#[test]
fn every_setup_of_the_table_is_drawn_as_often_as_it_is_there() {
    let odd = with_matches(Rules::TENHOU, |rules| {
        (rules.start_points, rules.goal_points, rules.tobi) = (8_000, 30_000, Tobi::ZeroOrBelow);
    });
    for game in PARTS.map(game).into_iter().chain([odd]) {
        let (mut places, mut weights) = (HashMap::new(), Vec::new());
        for setup in game.setups() {
            let place = *places.entry(setup).or_insert(weights.len());
            weights.resize(places.len(), 0.0);
            weights[place] += 1.0;
        }
        let mut counts = vec![0; weights.len()];
        for seed in 0..100 * weights.len() as u64 {
            counts[places[&game.draw_setup(&mut setup_stream(seed, 0))]] += 1;
        }
        stats::assert_fits(&counts, &weights);
    }
}

#[test]
fn every_round_and_seat_is_drawn() {
    let game = game(Rules::TENHOU);
    let mut places = [0; 12];
    for setup in game.setups() {
        places[usize::from(setup.wind) * 4 + setup.dealer.index()] += 1;
    }
    assert!(places[..8].iter().all(|count| *count > 20), "{places:?}");
    let share = |of: fn(&Setup) -> bool| game.setups().filter(of).count() as f64 / 640.0;
    assert!((0.2..0.5).contains(&share(|setup| setup.honba > 0)));
    assert!((0.1..0.4).contains(&share(|setup| setup.sticks > 0)));
}

#[test]
fn other_rules_draw_what_their_matches_can_come_to() {
    let tenhou = game(Rules::TENHOU);
    assert!(game(Rules::MJSOUL).setups().eq(tenhou.setups()));
    let rich = with_matches(Rules::TENHOU, |rules| {
        (rules.start_points, rules.goal_points) = (30_000, 35_000);
    });
    let shifted = tenhou.setups().map(|mut setup| {
        setup.scores.iter_mut().for_each(|points| *points += 5_000);
        setup
    });
    assert!(rich.setups().eq(shifted));
    let poor = with_matches(Rules::TENHOU, |rules| rules.start_points = 1_000);
    assert!(poor.setups().all(|setup| setup.scores.iter().all(|points| *points >= 0)));
    assert!(poor.setups().count() < 640);
    let debts = with_matches(Rules::TENHOU, |rules| {
        (rules.start_points, rules.goal_points, rules.tobi) = (1_000, 6_000, Tobi::Never);
    });
    assert_eq!(debts.setups().count(), 640);
    assert!(debts.setups().any(|setup| setup.scores.iter().any(|points| *points < 0)));
    let strict = with_matches(Rules::TENHOU, |rules| rules.extension = false);
    assert!(strict.setups().all(|setup| setup.wind < 2));
    let low_goal = with_matches(Rules::TENHOU, |rules| rules.goal_points = 25_000);
    assert!(low_goal.setups().all(|setup| setup.wind < 2));
    let short = with_matches(Rules::TENHOU, |rules| rules.max_rounds = 1);
    assert!(short.setups().all(|setup| setup == short.first_setup()));
    assert_eq!(short.draw_setup(&mut Rng::new(1)), short.first_setup());
    let single = game(Rules::TENHOU.with_length(Length::Single));
    assert!(single.setups().eq([single.first_setup()]));
    assert_eq!(single.draw_setup(&mut Rng::new(1)), single.first_setup());
}
