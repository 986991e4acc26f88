//! How likely a hand is to win in the draws that are left.
//!
//! A hand has to take as many steps as its shanten and one more to win. The chance of the next step
//! in a turn is known from the tiles it accepts; of the steps after it only what they usually are.
//! In every turn another seat may end the round.

use facedown_game::math;

/// The most own draws a round has.
pub(crate) const TURNS: usize = 24;

/// The chance that the others end the round within a turn.
const OTHERS: f32 = 0.05;

/// What the chance of the next step usually is, by shanten: tenpai, one away, …
const USUAL: [f32; 7] = [0.13, 0.19, 0.27, 0.36, 0.45, 0.55, 0.6];

/// The chance to win by shanten and draws left, each step having its usual chance.
const WIN: [[f32; TURNS + 1]; 7] = usual_wins();

const fn usual_wins() -> [[f32; TURNS + 1]; 7] {
    let mut wins = [[0.0; TURNS + 1]; 7];
    let mut shanten = 0;
    while shanten < 7 {
        let step = USUAL[shanten];
        let mut turns = 1;
        while turns <= TURNS {
            let then = if shanten == 0 { 1.0 } else { wins[shanten - 1][turns - 1] };
            let before = wins[shanten][turns - 1];
            wins[shanten][turns] = step * then + (1.0 - step) * (1.0 - OTHERS) * before;
            turns += 1;
        }
        shanten += 1;
    }
    wins
}

/// The chance to win with so many own draws left, if the next step comes with this chance in each
/// turn.
pub(crate) fn win_probability(shanten: usize, step: f32, turns: usize) -> f32 {
    let turns = turns.min(TURNS);
    let stay = (1.0 - step) * (1.0 - OTHERS);
    if shanten == 0 {
        return step * (1.0 - math::powi_f32(stay, turns as u32)) / (1.0 - stay);
    }
    let next = &WIN[shanten.min(7) - 1];
    let mut chance = 0.0;
    for then in &next[..turns] {
        chance = step * then + stay * chance;
    }
    chance
}

/// The same for a hand one step from tenpai, if the chances of both steps are known.
pub(crate) fn win_probability_iishanten(step: f32, then: f32, turns: usize) -> f32 {
    let [stay, wait] = [step, then].map(|step| (1.0 - step) * (1.0 - OTHERS));
    let (mut chance, mut ready) = (0.0, 0.0);
    for _ in 0..turns.min(TURNS) {
        chance = step * ready + stay * chance;
        ready = then + wait * ready;
    }
    chance
}

/// The chance to be tenpai in the end, roughly.
pub(crate) fn tenpai_probability(shanten: usize, step: f32, turns: usize) -> f32 {
    match shanten {
        0 => 1.0,
        1 => 1.0 - math::powi_f32(1.0 - step, turns as u32),
        _ => (0.5 - 0.15 * shanten as f32).max(0.0) * (turns as f32 / 18.0).min(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearer_hands_and_more_tiles_and_more_turns_win_more() {
        for turns in 1..TURNS {
            for shanten in 0..6 {
                let here = win_probability(shanten, 0.2, turns);
                assert!((0.0..=1.0).contains(&here));
                assert!(win_probability(shanten, 0.25, turns) >= here);
                assert!(win_probability(shanten, 0.2, turns + 1) >= here);
                assert!(win_probability(shanten + 1, 0.2, turns) <= here);
            }
        }
    }

    #[test]
    fn the_usual_steps_give_the_usual_chances() {
        for (shanten, step) in USUAL.into_iter().enumerate() {
            let difference = win_probability(shanten, step, 12) - WIN[shanten][12];
            assert!(difference.abs() < 1e-5, "{shanten}: {difference}");
        }
        let two = win_probability_iishanten(USUAL[1], USUAL[0], 12);
        assert!((two - WIN[1][12]).abs() < 1e-5, "{two}");
    }
}
