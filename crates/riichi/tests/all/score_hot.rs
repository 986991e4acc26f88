//! Scoring allocates nothing, and a win stays small.

use crate::scoring::random;
use facedown_game::{Rng, Seat};
use facedown_riichi::score::{
    ScoreRules, Settlement, Win, has_yaku, is_complete, score, settle, try_score,
};
use facedown_testkit::allocations;

// Wins are part of events, which are copied.
const _: () = assert!(size_of::<Win>() <= 64);

#[test]
fn scoring_and_settling_allocate_nothing() {
    let mut rng = Rng::new(3);
    let rules = ScoreRules::mjsoul();
    let drawn: Vec<_> = (0..2_000).map(|_| random::win(&mut rng)).collect();
    let mut wins = 0;
    let asked = allocations(|| {
        for drawn in &drawn {
            let (hand, situation) = (drawn.case.hand(), drawn.situation());
            assert!(is_complete(&hand));
            let won = has_yaku(&hand, &situation, &rules);
            let win = score(&hand, &situation, &rules);
            assert_eq!(win, try_score(&hand, &situation, &rules).ok());
            assert_eq!(won, win.is_some());
            let Some(win) = win else { continue };
            let winner = Seat::new(usize::from(!win.dealer));
            let table = Settlement {
                seats: if situation.three_seats { 3 } else { 4 },
                winner,
                dealer: Seat::new(0),
                from: (!win.tsumo).then(|| Seat::new(2)),
                honba: 1,
                sticks: 1,
                liable: None,
            };
            let deltas = settle(&win, &table, &rules);
            assert_eq!(deltas.iter().sum::<i32>(), 1_000, "only the stick comes from outside");
            wins += 1;
        }
    });
    assert_eq!(asked, 0);
    assert!(wins > 1_500, "only {wins} wins");
}
