//! The stakes under any rules: from the table of presets, or measured.

use crate::self_play::{MeasureConfig, NormalPlayer, measure};
use facedown_game::InvalidRules;
use facedown_ofc::{Ofc, Rules, Stakes};
use std::sync::{Mutex, PoisonError};

/// The measurement under rules that are no preset.
const QUICK: MeasureConfig = MeasureConfig {
    hands: 800,
    seed: 1,
    rounds: 3,
    tolerance: 0.5,
    player: NormalPlayer::Steady,
    start: None,
};

/// Returns the stakes of a seat that looks at its own board alone: [`Stakes::of_preset`], and for
/// other rules a short measurement by [`self_play`](crate::self_play), made once in a process.
///
/// ```
/// use facedown_ofc::{Rules, Stakes};
///
/// let stakes = facedown_ofc_solver::stakes(&Rules::ULTIMATE)?;
/// assert_eq!(Some(stakes), Stakes::of_preset(&Rules::ULTIMATE));
/// # Ok::<(), facedown_game::InvalidRules>(())
/// ```
pub fn stakes(rules: &Rules) -> Result<Stakes, InvalidRules> {
    rules.validate()?;
    match Stakes::of_preset(rules) {
        Some(stakes) => Ok(stakes),
        None => Ok(Stakes { foul: Stakes::foul_cost(rules), entry: measured(rules)? }),
    }
}

/// Returns the stakes of a seat of a game against each opponent: [`stakes`] of its rules.
pub fn stakes_of(game: &Ofc) -> Stakes {
    // The rules of a game are valid, so there is no error.
    stakes(game.rules()).unwrap_or_else(|_| Stakes::estimate(game.rules()))
}

/// Returns a short measurement of the value of Fantasyland, kept for the process.
fn measured(rules: &Rules) -> Result<[f64; 5], InvalidRules> {
    static KNOWN: Mutex<Vec<(Rules, [f64; 5])>> = Mutex::new(Vec::new());
    // Seats and matches do not change a hand of two seats.
    let rules = Rules { seats: 2, matches: Rules::STANDARD.matches, ..*rules };
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, entry)) = known().iter().find(|(of, _)| *of == rules) {
        return Ok(*entry);
    }
    // Not under the lock: other threads of the pool may wait for it.
    let entry = measure(&rules, &QUICK)?.values;
    known().push((rules, entry));
    Ok(entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_are_no_preset_are_measured() {
        let mut rules = Rules::STANDARD;
        rules.royalties.middle.royal_flush = 51;
        let found = stakes(&rules).unwrap();
        assert_eq!(found, stakes(&Rules { seats: 3, ..rules }).unwrap());
        assert_eq!(found, stakes_of(&Ofc::new(rules).unwrap()));
        let known = stakes(&Rules::STANDARD).unwrap();
        assert!((known.entry[1] - found.entry[1]).abs() < 4.0, "{known:?} and {found:?}");
        assert_ne!(known, found);
    }

    #[test]
    fn rules_of_no_game_have_no_stakes() {
        assert!(stakes(&Rules { jokers: 3, ..Rules::STANDARD }).is_err());
    }
}
