//! The probability that a hand wins in the draws that are left.
//!
//! A hand wins after shanten + 1 steps. The probability of the next step in a turn follows from its
//! acceptance; for the later steps averages are used. In every turn another seat may end the round.

use facedown_game::math;

/// The maximal number of own draws in a round.
pub(crate) const TURNS: usize = 24;

/// The probability that another seat ends the round within a turn.
const OTHERS: f32 = 0.05;

/// The average probability of the next step, by shanten.
const AVERAGE: [f32; 7] = [0.13, 0.19, 0.27, 0.36, 0.45, 0.55, 0.6];

/// The probability to win by shanten and draws left, with average steps.
const WIN: [[f32; TURNS + 1]; 7] = average_wins();

const fn average_wins() -> [[f32; TURNS + 1]; 7] {
    let mut wins = [[0.0; TURNS + 1]; 7];
    let mut shanten = 0;
    while shanten < 7 {
        let step = AVERAGE[shanten];
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

/// Returns the probability to win in `turns` own draws, if each takes the next step with probability
/// `step`.
pub(crate) fn win_probability(shanten: usize, step: f32, turns: usize) -> f32 {
    let turns = turns.min(TURNS);
    let stay = (1.0 - step) * (1.0 - OTHERS);
    if shanten == 0 {
        return step * (1.0 - math::powi_f32(stay, turns as u32)) / (1.0 - stay);
    }
    let next = &WIN[shanten.min(7) - 1];
    let mut win = 0.0;
    for then in &next[..turns] {
        win = step * then + stay * win;
    }
    win
}

/// Returns the probability that a 1-shanten hand wins, given the probabilities of both steps.
pub(crate) fn win_probability_iishanten(step: f32, then: f32, turns: usize) -> f32 {
    let [stay, wait] = [step, then].map(|step| (1.0 - step) * (1.0 - OTHERS));
    let (mut win, mut tenpai) = (0.0, 0.0);
    for _ in 0..turns.min(TURNS) {
        win = step * tenpai + stay * win;
        tenpai = then + wait * tenpai;
    }
    win
}

/// Returns the probability that a hand of at least 2-shanten wins, given the probabilities of its next
/// two steps.
pub(crate) fn win_probability_ahead(shanten: usize, step: f32, then: f32, turns: usize) -> f32 {
    let later = &WIN[shanten.clamp(2, 8) - 2];
    let [stay, wait] = [step, then].map(|step| (1.0 - step) * (1.0 - OTHERS));
    let (mut win, mut nearer) = (0.0, 0.0);
    for later in &later[..turns.min(TURNS)] {
        win = step * nearer + stay * win;
        nearer = then * later + wait * nearer;
    }
    win
}

/// Returns the rough probability to be tenpai at the end of the wall.
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
    fn lower_shanten_more_tiles_and_more_turns_win_more() {
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
    fn average_steps_give_average_probabilities() {
        for (shanten, step) in AVERAGE.into_iter().enumerate() {
            let difference = win_probability(shanten, step, 12) - WIN[shanten][12];
            assert!(difference.abs() < 1e-5, "{shanten}: {difference}");
        }
        for shanten in 2..7 {
            let ahead = win_probability_ahead(shanten, AVERAGE[shanten], AVERAGE[shanten - 1], 12);
            assert!((ahead - WIN[shanten][12]).abs() < 1e-5, "{shanten}: {ahead}");
        }
        let two = win_probability_iishanten(AVERAGE[1], AVERAGE[0], 12);
        assert!((two - WIN[1][12]).abs() < 1e-5, "{two}");
    }
}
