//! The default planes satisfy the laws of encoders.

use facedown_game::{Encoder, Game, Rng, Seat, UniformPolicy};
use facedown_riichi::{Actions, HeuristicPolicy, Planes, Riichi, Rules};
use facedown_testkit::{CountingAlloc, Laws};

#[global_allocator]
static ALLOC: CountingAlloc = CountingAlloc;

#[test]
fn planes_satisfy_the_laws_of_encoders() {
    for name in Rules::PRESETS {
        Laws::new(Riichi::new(Rules::preset(name).unwrap()).unwrap())
            .hands(8)
            .max_steps(600)
            .encoder(&Planes)
            .action_space(&Actions)
            .no_allocations()
            .policy(|| UniformPolicy)
            .policy(|| HeuristicPolicy)
            .run();
    }
}

#[test]
fn every_plane_has_a_name_and_a_scale_and_a_deal_is_shown() {
    let game = Riichi::new(Rules::TENHOU).unwrap();
    assert_eq!((Planes.len(), Planes.channels().len(), Planes.scales().len()), (35 * 34, 35, 35));
    let state = game.deal(&game.first_setup(), &mut Rng::new(3), &mut ());
    let mut raw = vec![9u8; Planes.len()];
    Planes.encode(&game, &game.view(&state, Seat::new(0)), &mut raw);
    let sum = |plane: usize| raw[34 * plane..34 * (plane + 1)].iter().map(|n| u32::from(*n)).sum();
    let sums: [u32; 6] = [0, 2, 3, 4, 5, 14].map(sum);
    assert_eq!(sums, [14, 1, 1, 1, 136 - 15, 0]);
    assert_eq!(raw[34 * 34 + 14], 69);
}
