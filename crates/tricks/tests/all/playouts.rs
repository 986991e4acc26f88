//! Playouts without action lists equal those with lists.

use crate::common::all_games;
use facedown_game::{ActionBuf, Game, Rng, Searchable, Turn};
use facedown_tricks::{Legal, State, Tricks};

/// Plays a hand to its end with action lists, by the rollout policy or uniformly.
fn with_lists(game: &Tricks, state: &mut State, rng: &mut Rng, rollout: bool) {
    let mut legal = Legal::default();
    while game.turn(state) != Turn::Over {
        game.legal_actions(state, &mut legal);
        let list = legal.as_slice();
        let action = if rollout {
            game.rollout(state, list, rng)
        } else {
            list[rng.below(list.len() as u32) as usize]
        };
        game.apply(state, action, &mut ());
    }
}

#[test]
fn a_playout_without_lists_equals_the_one_with_lists() {
    for (name, game) in all_games() {
        let mut legal = Legal::default();
        for seed in 0..60 {
            let mut rng = Rng::new(seed);
            let mut dealt = game.deal(&game.first_setup(), &mut rng, &mut ());
            // From any point of the hand, in the middle of a trick too.
            for _ in 0..rng.below(40) {
                if game.turn(&dealt) != Turn::Over {
                    game.legal_actions(&dealt, &mut legal);
                    let action = *rng.choose(legal.as_slice()).unwrap();
                    game.apply(&mut dealt, action, &mut ());
                }
            }
            for rollout in [true, false] {
                let (mut a, mut b) = (dealt, dealt);
                with_lists(&game, &mut a, &mut Rng::new(seed), rollout);
                let mut rng = Rng::new(seed);
                if rollout {
                    game.playout(&mut b, &mut legal, &mut rng);
                } else {
                    game.random_playout(&mut b, &mut legal, &mut rng);
                }
                assert_eq!(a, b, "{name}, seed {seed}, rollout policy: {rollout}");
            }
        }
    }
}
