//! Luck and play of recorded games.

use facedown_game::Control;
use facedown_riichi_logs::{ReplayOptions, replay_all};

#[test]
fn points_are_luck_and_play_in_every_round() {
    let log = include_bytes!("../../../../testdata/riichi/tonpu.mjlog");
    let options = |threads| ReplayOptions { threads, luck: true, ..ReplayOptions::default() };
    let report =
        |threads| replay_all(&[("tonpu.mjlog", log)], &options(threads), &mut Control::default());
    let found = report(1);
    assert_eq!(found, report(2));
    let (name, game) = found.luck().next().unwrap();
    assert_eq!((name, found.luck().count()), ("tonpu.mjlog", 1));
    let rounds = game.rounds.len();
    assert!(rounds >= 4, "{rounds}");
    let mut totals = [0; 4];
    for round in &game.rounds {
        for (seat, total) in totals.iter_mut().enumerate() {
            let sum = round.luck[seat] + round.play[seat];
            assert!((sum - f64::from(round.points[seat])).abs() < 1e-6, "{round:?}");
            *total += round.points[seat];
        }
        assert!(round.luck.iter().any(|luck| luck.abs() > 100.0), "{round:?}");
        assert!(round.luck.iter().sum::<f64>().abs() < 1_500.0, "sticks aside: {round:?}");
    }
    assert_eq!(game.points, totals);
    // A replay without luck says nothing of it.
    let plain =
        replay_all(&[("tonpu.mjlog", log)], &ReplayOptions::default(), &mut Control::default());
    assert_eq!(plain.luck().count(), 0);
    assert_eq!(plain.counts, found.counts);
}
