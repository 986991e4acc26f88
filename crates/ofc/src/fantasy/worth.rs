//! What Fantasyland is worth: one table for all who ask.

use crate::bots::worth::{MeasureConfig, measure};
use crate::endgame::Worth;
use crate::{InvalidRules, Rules};
use std::sync::{Mutex, PoisonError};

/// The worth of Fantasyland with 13 to 17 cards for presets, and the standard errors: points above a
/// normal hand between two seats, measured by play and made by `cargo run --release -p facedown-ofc
/// --example worth`.
const MEASURED: [(&str, [f64; 5], [f64; 5]); 7] = include!("worth.in");

/// How much is measured under rules that are no preset.
const QUICK: MeasureConfig = MeasureConfig { hands: 800, seed: 1, rounds: 3, tolerance: 0.5 };

impl Worth {
    /// The worth to a seat that looks at its own board alone: a foul costs all rows and the scoop, and
    /// Fantasyland is worth what was measured by play ([`crate::bots::worth`]).
    ///
    /// Under rules that are no preset, a short measurement is made once for a process.
    ///
    /// ```
    /// use facedown_ofc::Rules;
    /// use facedown_ofc::endgame::Worth;
    ///
    /// let worth = Worth::alone(&Rules::ULTIMATE)?;
    /// assert_eq!(worth.foul, 6.0);
    /// assert!(worth.entry[4] > worth.entry[1]);
    /// # Ok::<(), facedown_ofc::InvalidRules>(())
    /// ```
    pub fn alone(rules: &Rules) -> Result<Self, InvalidRules> {
        rules.validate()?;
        let known = MEASURED.iter().find(|(name, ..)| {
            Rules::preset(name).is_ok_and(|preset| deals_alike(&preset) == deals_alike(rules))
        });
        let entry = match known {
            Some((_, entry, _)) => *entry,
            None => measured(&deals_alike(rules))?,
        };
        Ok(Self { foul: Self::foul_of(rules), entry })
    }

    /// What a foul costs a seat on its own.
    pub(crate) fn foul_of(rules: &Rules) -> f64 {
        (f64::from(rules.row) * 3.0 + f64::from(rules.scoop)).min(500.0)
    }

    /// The worth to a seat with so many opponents, each of whom gives it up; 500 points at most.
    #[must_use]
    pub fn against(self, opponents: usize) -> Self {
        let times = opponents.max(1) as f64;
        Self { entry: self.entry.map(|points| (points * times).min(500.0)), ..self }
    }

    /// The worth of Fantasyland with so many cards, against each opponent; 0 where it has none.
    pub fn fantasyland(&self, cards: u8) -> f64 {
        let size = usize::from(cards).checked_sub(13);
        size.and_then(|size| self.entry.get(size)).copied().unwrap_or(0.0)
    }

    /// What staying in Fantasyland with so many cards is worth against each opponent: the Fantasyland
    /// that staying deals.
    pub fn staying(&self, rules: &Rules, cards: usize) -> f64 {
        self.fantasyland(rules.fantasyland.stay.after(cards.clamp(13, 17) as u8))
    }
}

/// The rules with everything set to one value that does not change a hand of two seats.
fn deals_alike(rules: &Rules) -> Rules {
    Rules { seats: 2, matches: Rules::STANDARD.matches, ..*rules }
}

/// A short measurement, made once for a process.
fn measured(rules: &Rules) -> Result<[f64; 5], InvalidRules> {
    static KNOWN: Mutex<Vec<(Rules, [f64; 5])>> = Mutex::new(Vec::new());
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, worth)) = known().iter().find(|(of, _)| of == rules) {
        return Ok(*worth);
    }
    // Not under the lock: the work is shared among threads, one of which may ask the same.
    let worth = measure(rules, &QUICK)?.worth;
    known().push((*rules, worth));
    Ok(worth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_in_the_table_with_its_errors() {
        for name in Rules::PRESETS {
            let found = MEASURED.iter().find(|(preset, ..)| *preset == name);
            let (_, worth, errors) = found.expect("it was measured");
            assert!(worth.is_sorted() && worth[1] > 1.0 && worth[4] < 500.0, "{name}: {worth:?}");
            assert!(errors.iter().all(|error| *error > 0.0), "{name}: {errors:?}");
            let rules = Rules { seats: 3, ..Rules::preset(name).unwrap() };
            if rules.validate().is_ok() {
                let entry = Worth::alone(&rules).unwrap().entry;
                assert_eq!(entry.map(f64::to_bits), worth.map(f64::to_bits));
            }
        }
    }

    #[test]
    fn rules_of_ones_own_are_measured() {
        let mut rules = Rules::STANDARD;
        rules.royalties.middle.royal_flush = 51;
        let worth = Worth::alone(&rules).unwrap();
        assert_eq!(worth, Worth::alone(&rules).unwrap());
        let [known, own] = [&Rules::STANDARD, &rules].map(|r| Worth::alone(r).unwrap().entry[1]);
        assert!((known - own).abs() < 4.0, "{known} and {own}");
    }
}
