//! Stakes: the value of Fantasyland and the cost of a foul.

use crate::{Dealing, Middle, Rules, StayCards};

/// The value of Fantasyland with 13 to 17 cards for each preset, and the standard errors: points
/// above a normal hand between two seats, measured by self-play and written by `cargo research stakes`.
const MEASURED: [(&str, [f64; 5], [f64; 5]); 7] = include!("stakes.in");

/// The value of entering Fantasyland and the cost of a foul, beside royalties and rows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stakes {
    /// The cost of a foul to a seat on its own: 0 to 500 points. Against opponents a foul costs the
    /// points paid to them.
    pub foul: f64,
    /// The value of entering Fantasyland with 13, 14, 15, 16 and 17 cards: 0 to 500 points each.
    pub entry: [f64; 5],
}

impl Stakes {
    /// Returns the stakes of a seat that looks at its own board alone, under the rules of a preset:
    /// a foul costs all rows and the scoop, and the value of Fantasyland was measured by self-play.
    /// `None` for other rules; seats and matches may differ from the preset's.
    ///
    /// ```
    /// use facedown_ofc::{Rules, Stakes};
    ///
    /// let stakes = Stakes::of_preset(&Rules::ULTIMATE).unwrap();
    /// assert_eq!(stakes.foul, 6.0);
    /// assert!(stakes.entry[4] > stakes.entry[1]);
    /// ```
    pub fn of_preset(rules: &Rules) -> Option<Self> {
        let same = |name: &str| Rules::preset(name).is_ok_and(|preset| same_hand(&preset, rules));
        let (_, entry, _) = MEASURED.iter().find(|(name, ..)| same(name))?;
        Some(Self { foul: Self::foul_cost(rules), entry: *entry })
    }

    /// Returns [`Stakes::of_preset`], and for other rules the Fantasyland of the most similar
    /// preset. `facedown-ofc-solver` measures it instead.
    pub fn estimate(rules: &Rules) -> Self {
        let similar =
            match (rules.dealing, rules.middle, rules.jokers, rules.fantasyland.stay.cards) {
                (Dealing::Classic, ..) => Rules::CLASSIC,
                (_, Middle::DeuceToSeven, ..) => Rules::DEUCE_TO_SEVEN,
                (_, _, 1.., _) => Rules::JOKER_ULTIMATE,
                (_, _, _, StayCards::Same) => Rules::ULTIMATE,
                _ => Rules::STANDARD,
            };
        let known = Self::of_preset(rules).or_else(|| Self::of_preset(&similar));
        let entry = known.map_or([0.0; 5], |known| known.entry);
        Self { foul: Self::foul_cost(rules), entry }
    }

    /// Returns the cost of a foul to a seat on its own: all rows and the scoop.
    pub fn foul_cost(rules: &Rules) -> f64 {
        (f64::from(rules.row) * 3.0 + f64::from(rules.scoop)).min(500.0)
    }

    /// Returns the stakes against this many opponents, each of whom pays for Fantasyland; at most
    /// 500 points.
    #[must_use]
    pub fn against(self, opponents: usize) -> Self {
        let times = opponents.max(1) as f64;
        Self { entry: self.entry.map(|points| (points * times).min(500.0)), ..self }
    }

    /// Returns the value of Fantasyland with this many cards; 0 for no Fantasyland.
    pub fn fantasyland(&self, cards: u8) -> f64 {
        let size = usize::from(cards).checked_sub(13);
        size.and_then(|size| self.entry.get(size)).copied().unwrap_or(0.0)
    }

    /// Returns the value of staying in Fantasyland with this many cards: that of the Fantasyland
    /// which staying deals.
    pub fn staying(&self, rules: &Rules, cards: usize) -> f64 {
        self.fantasyland(rules.fantasyland.stay.after(cards.clamp(13, 17) as u8))
    }
}

/// Returns whether a hand of two seats is the same under both rules.
fn same_hand(one: &Rules, other: &Rules) -> bool {
    Rules { seats: other.seats, matches: other.matches, ..*one } == *other
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_in_the_table_with_its_errors() {
        for name in Rules::PRESETS {
            let found = MEASURED.iter().find(|(preset, ..)| *preset == name);
            let (_, values, errors) = found.expect("it was measured");
            assert!(values.is_sorted() && values[1] > 1.0 && values[4] < 500.0, "{name}");
            assert!(errors.iter().all(|error| *error > 0.0), "{name}: {errors:?}");
            let rules = Rules { seats: 3, ..Rules::preset(name).unwrap() };
            let entry = Stakes::of_preset(&rules).unwrap().entry;
            assert_eq!(entry.map(f64::to_bits), values.map(f64::to_bits));
            assert_eq!(Stakes::estimate(&rules), Stakes::of_preset(&rules).unwrap());
        }
    }

    #[test]
    fn rules_of_no_preset_have_the_fantasyland_of_a_similar_one() {
        let rules = Rules { scoop: 5, ..Rules::JOKER_ULTIMATE };
        assert_eq!(Stakes::of_preset(&rules), None);
        let similar = Stakes::of_preset(&Rules::JOKER_ULTIMATE).unwrap();
        assert_eq!(Stakes::estimate(&rules), Stakes { foul: 8.0, ..similar });
    }
}
