//! Secret actions of a seat are not shown to the others.

use facedown_catalog as catalog;
use facedown_game::Turn;
use serde_json::Map;

/// An action is public only if all others observe it: if it changes what each of
/// them knows, or is the only thing that could be done.
#[test]
fn actions_that_are_public_are_observed_by_everyone() {
    for info in catalog::GAMES {
        let game = catalog::game(info.name, &Map::new()).unwrap();
        let mut shown = 0;
        for seed in 0..20 {
            let mut hand = game.deal(seed, Some(0)).unwrap();
            let mut number = seed as usize;
            while let Turn::Act(seat) = hand.turn() {
                let legal = hand.legal();
                number = number.wrapping_mul(31).wrapping_add(7);
                let [first, second] =
                    [legal[number % legal.len()], legal[(number + 1) % legal.len()]];
                let listener = (seat.index() + 1) % game.seats();
                // Narrated events are observed: they are made of what the seat sees.
                let narrations = hand.boxed_clone().apply_narrated(first, listener).unwrap();
                shown +=
                    usize::from(narrations.iter().any(|narration| narration.seat == Some(seat)));
                if legal.len() > 1 && hand.is_public(first) {
                    shown += 1;
                    let after = |action: usize| {
                        let mut copy = hand.boxed_clone();
                        copy.apply(action).unwrap();
                        copy
                    };
                    let [one, two] = [after(first), after(second)];
                    for other in (0..game.seats()).filter(|other| *other != seat.index()) {
                        let views = [&one, &two].map(|hand| hand.view(other).unwrap());
                        assert!(!views[0].same(&*views[1]), "{}, seed {seed}", info.name);
                    }
                }
                hand.apply(first).unwrap();
            }
        }
        assert!(shown > 50, "{}: {shown}", info.name);
    }
}

#[test]
fn cards_passed_in_hearts_are_secret() {
    let game = catalog::game("hearts", &Map::new()).unwrap();
    let hand = game.deal(1, Some(0)).unwrap();
    assert!(hand.legal().iter().all(|action| !hand.is_public(*action)));
}
