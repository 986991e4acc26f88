//! The sets of value networks: each was trained for one preset, and serves all rules of its kind.

use super::PARTS;
use facedown_ofc::{Dealing, Entry, Middle, Rules, StayCards};

/// Value networks for boards of 5, 7 and 9 cards that were trained for the same rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum NetworkSet {
    /// Every hand that enters Fantasyland gets the same number of cards.
    #[default]
    Standard,
    /// Better hands get more cards, and a fixed number for staying.
    Progressive,
    /// Better hands get more cards, and as many for staying.
    Ultimate,
    /// The same with jokers.
    JokerUltimate,
    /// The middle row is a deuce-to-seven low.
    DeuceToSeven,
}

impl NetworkSet {
    /// All sets.
    pub const ALL: [Self; 5] = [
        Self::Standard,
        Self::Progressive,
        Self::Ultimate,
        Self::JokerUltimate,
        Self::DeuceToSeven,
    ];

    /// The sets whose networks ship. Rules of others are estimated by the networks of `steady`.
    pub const SHIPPED: [Self; 5] = Self::ALL;

    /// Returns the set that serves such rules; `None` with classic dealing, and for a low middle row
    /// with jokers.
    pub fn of(rules: &Rules) -> Option<Self> {
        let Entry { queens, kings, aces, threes, .. } = rules.fantasyland.entry;
        let same = [kings, aces, threes] == [queens; 3];
        Some(match (rules.dealing, rules.middle, rules.jokers) {
            (Dealing::Classic, ..) | (_, Middle::DeuceToSeven, 1..) => return None,
            (_, Middle::DeuceToSeven, 0) => Self::DeuceToSeven,
            (_, Middle::High, 1..) => Self::JokerUltimate,
            (_, Middle::High, 0) if same => Self::Standard,
            _ if rules.fantasyland.stay.cards == StayCards::Same => Self::Ultimate,
            _ => Self::Progressive,
        })
    }

    /// Returns the set that was trained for a preset.
    pub fn of_preset(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.preset() == name)
    }

    /// Returns the set of a weight file by the entry `rules` of its metadata.
    pub fn of_metadata(rules: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.metadata() == rules)
    }

    /// Returns the name of the preset that the networks were trained for.
    pub const fn preset(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Progressive => "progressive",
            Self::Ultimate => "ultimate",
            Self::JokerUltimate => "joker-ultimate",
            Self::DeuceToSeven => "2-7",
        }
    }

    /// Returns the rules that the networks were trained for.
    pub const fn rules(self) -> Rules {
        match self {
            Self::Standard => Rules::STANDARD,
            Self::Progressive => Rules::PROGRESSIVE,
            Self::Ultimate => Rules::ULTIMATE,
            Self::JokerUltimate => Rules::JOKER_ULTIMATE,
            Self::DeuceToSeven => Rules::DEUCE_TO_SEVEN,
        }
    }

    /// Returns the entry `rules` in the metadata of the weight files.
    pub fn metadata(self) -> String {
        format!("ofc, {}", self.preset())
    }

    /// Returns how much larger values and errors of these networks are than those of `standard`, roughly.
    pub(crate) const fn spread(self) -> f64 {
        match self {
            Self::Standard | Self::DeuceToSeven => 1.0,
            Self::Progressive | Self::Ultimate => 2.0,
            Self::JokerUltimate => 3.0,
        }
    }

    /// Returns the points of a certain entry to Fantasyland in the outputs of the networks, by the
    /// hand that enters. They are fixed, about what each is worth, so that errors count by their cost;
    /// values are formed with the stakes of the game.
    pub(super) const fn entry_points(self) -> [f32; PARTS - 2] {
        match self {
            Self::Standard => [12.0; PARTS - 2],
            Self::Progressive => [12.0, 10.0, 16.0, 22.0, 28.0],
            Self::Ultimate => [12.0, 10.0, 16.0, 27.0, 48.0],
            Self::JokerUltimate => [12.0, 6.0, 17.0, 39.0, 84.0],
            Self::DeuceToSeven => [8.0, 8.0, 8.0, 8.0, 14.0],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_serves_the_preset_that_it_was_trained_for() {
        for set in NetworkSet::ALL {
            assert_eq!(NetworkSet::of(&set.rules()), Some(set));
            assert_eq!(NetworkSet::of_preset(set.preset()), Some(set));
            assert_eq!(NetworkSet::of_metadata(&set.metadata()), Some(set));
            assert_eq!(Rules::preset(set.preset()).unwrap(), set.rules());
        }
        assert_eq!(NetworkSet::of(&Rules::TONYBET), Some(NetworkSet::Standard));
        assert_eq!(NetworkSet::of(&Rules::CLASSIC), None);
        assert_eq!(NetworkSet::of_preset("tonybet"), None);
    }
}
