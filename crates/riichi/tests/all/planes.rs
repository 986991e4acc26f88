//! The default planes satisfy the laws of encoders.

use facedown_game::{ActionBuf, Encoder, Game, Rng, Searchable, Seat, Turn, UniformPolicy};
use facedown_riichi::{Action, ActionIds, HeuristicPolicy, Legal, PlaneEncoder, Riichi, Rules};
use facedown_testkit::Laws;

#[test]
fn planes_satisfy_the_laws_of_encoders() {
    for name in Rules::PRESETS {
        Laws::new(Riichi::new(Rules::preset(name).unwrap()).unwrap())
            .hands(8)
            .max_steps(600)
            .encoder(&PlaneEncoder)
            .action_space(&ActionIds)
            .no_allocations()
            .policy(|| UniformPolicy)
            .policy(|| HeuristicPolicy)
            .run();
    }
}

#[test]
fn unseen_tiles_red_fives_and_discards_are_those_of_the_view() {
    for name in Rules::PRESETS {
        let game = Riichi::new(Rules::preset(name).unwrap()).unwrap();
        let three = game.seats() == 3;
        let (mut legal, mut raw) = (Legal::default(), vec![9u8; PlaneEncoder.len()]);
        for seed in 0..4 {
            let mut rng = Rng::new(seed);
            let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
            loop {
                match game.turn(&state) {
                    Turn::Over => break,
                    Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
                    Turn::Act(_) => {
                        for seat in Seat::all(game.seats()) {
                            let view = game.view(&state, seat);
                            PlaneEncoder.encode(&game, &view, &mut raw);
                            let mut unseen = [4u8; 34];
                            if three {
                                unseen[1..8].fill(0);
                            }
                            view.for_each_seen(|tile| unseen[tile.kind().index()] -= 1);
                            let (mut reds, mut discards) = ([0u8; 34], [0u8; 34]);
                            view.table().for_each_visible(|tile| {
                                reds[tile.kind().index()] += u8::from(tile.is_red());
                            });
                            game.view_actions(&view, &mut legal);
                            for action in legal.as_slice() {
                                if let Action::Discard { tile, .. } = action {
                                    discards[tile.kind().index()] = 1;
                                }
                            }
                            for (plane, expected) in [(5, unseen), (6, reds), (8, discards)] {
                                let got = &raw[34 * plane..][..34];
                                assert_eq!(got, expected, "{name}, seed {seed}, plane {plane}");
                            }
                        }
                        game.legal_actions(&state, &mut legal);
                        let action = game.rollout(&state, legal.as_slice(), &mut rng);
                        game.apply(&mut state, action, &mut ());
                    }
                }
            }
        }
    }
}

#[test]
fn every_plane_has_a_name_and_a_scale_and_a_deal_is_shown() {
    let game = Riichi::new(Rules::TENHOU).unwrap();
    assert_eq!(
        (PlaneEncoder.len(), PlaneEncoder.channels().len(), PlaneEncoder.scales().len()),
        (35 * 34, 35, 35)
    );
    let state = game.deal(&game.first_setup(), &mut Rng::new(3), &mut ());
    let mut raw = vec![9u8; PlaneEncoder.len()];
    PlaneEncoder.encode(&game, &game.view(&state, Seat::new(0)), &mut raw);
    let sum = |plane: usize| raw[34 * plane..34 * (plane + 1)].iter().map(|n| u32::from(*n)).sum();
    let sums: [u32; 6] = [0, 2, 3, 4, 5, 14].map(sum);
    assert_eq!(sums, [14, 1, 1, 1, 136 - 15, 0]);
    assert_eq!(raw[34 * 34 + 14], 69);
}
