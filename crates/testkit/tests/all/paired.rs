//! Options compared over the same worlds.

use facedown_game::{Game, Hidden, PairedWorlds, Rng, Seat};
use facedown_testkit::toys::{Kuhn, KuhnWorlds};

fn worlds() -> KuhnWorlds {
    let state = Kuhn.deal(&(), &mut Rng::new(1), &mut ());
    Kuhn.worlds(&Kuhn.view(&state, Seat::new(0))).unwrap()
}

#[test]
fn a_paired_gap_is_narrower_than_the_values() {
    let mut paired = PairedWorlds::new(2, 7);
    let value = |option: usize, world: <Kuhn as Game>::State, rng: &mut Rng| {
        let hidden = world.cards()[1];
        let luck = 100 * u32::from(hidden) + rng.below(1_000);
        luck as f32 + (option * (3 + usize::from(hidden) % 2)) as f32
    };
    paired.play::<Kuhn>(&worlds(), 200, value);
    assert_eq!(paired.count(), 200);
    let gap = paired.gap(1, 0);
    let [low, high] = gap.interval().unwrap();
    assert!(3.0 < low && high < 4.0 && low <= gap.mean && gap.mean <= high, "{low} {high}");
    let [low, high] = paired.value(1).interval().unwrap();
    assert!(high - low > 50.0);
    assert_eq!(paired.gap(0, 0).interval(), Some([0.0, 0.0]));
}

#[test]
fn worlds_do_not_depend_on_how_many_are_played_at_once() {
    let value = |option: usize, world: <Kuhn as Game>::State, rng: &mut Rng| {
        (option as u32 * 7 + u32::from(world.cards()[1]) + rng.below(9)) as f32
    };
    let (mut whole, mut parts) = (PairedWorlds::new(3, 1), PairedWorlds::new(3, 1));
    whole.play::<Kuhn>(&worlds(), 40, value);
    for count in [1, 0, 30, 9] {
        parts.play::<Kuhn>(&worlds(), count, value);
    }
    assert_eq!(whole, parts);
}
