//! Baselines of luck adjustment: every tile of the wall may come, and luck has mean zero over them.

use facedown_game::{
    ActionBuf, Baseline, Game, Match, MatchBaseline, Redraw, Rng, Searchable, Seat, Step, Turn,
    take_step,
};
use facedown_riichi::baseline::RiichiBaseline;
use facedown_riichi::{Action, Ending, Legal, Riichi, Rules, State};
use facedown_tiles::Tile;

/// Visits the steps of a round that reveal something.
fn each_step(game: &Riichi, seed: u64, mut visit: impl FnMut(&State, Step<Action>)) {
    let mut rng = Rng::new(seed);
    let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
    let mut legal = Legal::default();
    loop {
        let step = match game.turn(&state) {
            Turn::Over => return,
            Turn::Chance => Step::Chance,
            Turn::Act(_) => {
                game.legal_actions(&state, &mut legal);
                Step::Act(game.rollout(&state, legal.as_slice(), &mut rng))
            }
        };
        if game.draw_count(&state, step) > 1 {
            visit(&state, step);
        }
        take_step(game, &mut state, step);
    }
}

#[test]
fn every_hidden_tile_of_the_wall_may_be_drawn_once() {
    for rules in [Rules::TENHOU, Rules::TENHOU3] {
        let game = Riichi::new(rules).unwrap();
        let mut draws = 0;
        for seed in 0..4 {
            each_step(&game, seed, |state, step| {
                let mut after = *state;
                take_step(&game, &mut after, step);
                if after.table().live() == state.table().live()
                    || after.table().dora_indicators().len() > state.table().dora_indicators().len()
                {
                    return;
                }
                let mut expected = [0; Tile::COUNT];
                state.hidden_wall().for_each(|tile| expected[tile.index()] += 1);
                let mut found = [0; Tile::COUNT];
                for index in 0..game.draw_count(state, step) {
                    let mut redrawn = game.redraw(state, step, index);
                    take_step(&game, &mut redrawn, step);
                    found[redrawn.drawn().unwrap().index()] += 1;
                }
                assert_eq!(found, expected);
                draws += 1;
            });
        }
        assert!(draws > 100, "{draws}");
    }
}

#[test]
fn luck_has_mean_zero_over_all_draws() {
    let game = Riichi::new(Rules::TENHOU).unwrap();
    for name in ["cheap", "deep"] {
        let round = RiichiBaseline::named(name).unwrap();
        let race = round.hand(&game, &game.begin());
        let (mut events, mut wins, mut squares) = (0, 0, 0.0);
        for seed in 0..3 {
            each_step(&game, seed, |state, step| {
                let count = game.draw_count(state, step);
                let mut actual = *state;
                take_step(&game, &mut actual, step);
                let turned = |state: &State| state.table().dora_indicators().len();
                let over = game.turn(&actual) == Turn::Over;
                // Rare steps are sampled, and ura indicators of a win that may come.
                let sampled = turned(&actual) > turned(state)
                    || !over && actual.table().is_riichi(actual.table().actor());
                events += 1;
                if count > 160 || sampled || events % 5 != 0 && !over {
                    return;
                }
                for (baseline, unit) in [(&round as &dyn Baseline<Riichi>, 1.0), (&*race, 1e-4)] {
                    let mut sums = [0.0; 4];
                    for index in 0..count {
                        let before = game.redraw(state, step, index);
                        let mut after = before;
                        take_step(&game, &mut after, step);
                        wins += u64::from(matches!(after.table().ending(), Ending::Won(_)));
                        let mut rng = Rng::new(7);
                        let luck = baseline.step_luck(&game, &before, step, &after, &mut rng);
                        let luck = luck.expect("a tile is revealed");
                        for seat in Seat::all(4) {
                            sums[seat.index()] += luck[seat] / unit;
                            squares += (luck[seat] / unit).powi(2);
                        }
                    }
                    assert!(sums.iter().all(|sum| sum.abs() < 1e-2), "{name}: {sums:?}");
                }
            });
        }
        assert!(events > 100 && squares > 1e6, "{name}: {events} {wins} {squares}");
    }
}
