//! The rules in force: a value with named presets. `docs/reference/rules/ofc.md` gives the source of each.

use facedown_game::{InvalidRules, UnknownPreset, packed_enum};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The way cards are dealt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Dealing {
    /// Five cards, then four times three of which two are placed and one is discarded.
    Pineapple,
    /// Five cards, then eight times one.
    Classic,
}
packed_enum!(Dealing { Pineapple, Classic });

/// The kind of the middle row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Middle {
    /// A poker hand between the top row and the bottom row.
    High,
    /// A deuce-to-seven low: ten high or lower, without pair, straight or flush.
    DeuceToSeven,
}

/// How jokers become cards when a board is complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum JokerUse {
    /// Together: as strong as the row below allows, so that no joker fouls needlessly.
    Joint,
    /// Row by row: each row as strong as it can be, even if that fouls.
    RowByRow,
}

/// Points for a row of five cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
#[allow(missing_docs, reason = "the names of poker hands explain themselves")]
pub struct RowRoyalties {
    pub three_of_a_kind: u8,
    pub straight: u8,
    pub flush: u8,
    pub full_house: u8,
    pub four_of_a_kind: u8,
    pub straight_flush: u8,
    pub royal_flush: u8,
}

impl RowRoyalties {
    /// Returns the points by category, weakest first, in the order of
    /// [`Category::ALL`](facedown_cards::poker::Category::ALL).
    pub const fn by_category(&self) -> [u8; 10] {
        [
            0,
            0,
            0,
            self.three_of_a_kind,
            self.straight,
            self.flush,
            self.full_house,
            self.four_of_a_kind,
            self.straight_flush,
            self.royal_flush,
        ]
    }
}

/// Points for the top row, by rank from the deuce to the ace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct TopRoyalties {
    /// A pair of deuces, threes, …, aces.
    pub pairs: [u8; 13],
    /// Three deuces, threes, …, aces.
    pub threes: [u8; 13],
}

/// Points for a deuce-to-seven middle row by its highest card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct LowRoyalties {
    /// Ten high.
    pub ten: u8,
    /// Nine high.
    pub nine: u8,
    /// Eight high.
    pub eight: u8,
    /// Seven high.
    pub seven: u8,
    /// The best low, `75432`.
    pub wheel: u8,
}

/// Points for strong rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Royalties {
    /// The top row.
    pub top: TopRoyalties,
    /// The middle row, where it is a high hand.
    pub middle: RowRoyalties,
    /// The bottom row.
    pub bottom: RowRoyalties,
    /// The middle row, where it is a low hand.
    pub low: LowRoyalties,
}

/// Number of Fantasyland cards by kind of entry; 0 if it is no entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Entry {
    /// A pair of queens on top.
    pub queens: u8,
    /// A pair of kings on top.
    pub kings: u8,
    /// A pair of aces on top.
    pub aces: u8,
    /// Three of a kind on top.
    pub threes: u8,
    /// The best low in the middle.
    pub wheel: u8,
    /// The best low in the middle, with a top row that is an entry too.
    pub wheel_and_top: u8,
}

/// The weakest hand of a row of five that keeps a seat in Fantasyland.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
#[allow(missing_docs, reason = "the names of poker hands explain themselves")]
pub enum StayHand {
    FullHouse,
    FourOfAKind,
    StraightFlush,
}

impl StayHand {
    const fn name(self) -> &'static str {
        match self {
            Self::FullHouse => "full_house",
            Self::FourOfAKind => "four_of_a_kind",
            Self::StraightFlush => "straight_flush",
        }
    }
}

/// Number of cards of a seat that stays in Fantasyland.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum StayCards {
    /// Always the same number.
    Fixed(u8),
    /// As many as in this hand.
    Same,
}

/// The conditions for staying in Fantasyland: any one of these, without a foul.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Stay {
    /// Three of a kind on top.
    pub threes_on_top: bool,
    /// This or better in a middle row that is a high hand.
    pub middle: Option<StayHand>,
    /// The best low in the middle.
    pub wheel: bool,
    /// This or better at the bottom.
    pub bottom: Option<StayHand>,
    /// The number of cards of the next hand.
    pub cards: StayCards,
}

impl Stay {
    /// Returns the number of cards for a seat that stays with `cards`.
    pub const fn after(&self, cards: u8) -> u8 {
        match self.cards {
            StayCards::Fixed(fixed) => fixed,
            StayCards::Same => cards,
        }
    }
}

/// Fantasyland: the bonus hand with all cards at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Fantasyland {
    /// The conditions of entry.
    pub entry: Entry,
    /// The conditions for staying.
    pub stay: Stay,
}

/// A match of many hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Matches {
    /// The number of hands: 1 to 1,000.
    pub hands: u16,
    /// Whether Fantasyland earned in the last hand is still played, and all that follows from it.
    pub play_out: bool,
    /// Whether the button does not move while a seat is in Fantasyland.
    pub button_waits: bool,
}

/// All options of open-face Chinese poker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Rules {
    /// The number of seats: 2 or 3, and up to 4 with classic dealing.
    pub seats: u8,
    /// The way cards are dealt.
    pub dealing: Dealing,
    /// The number of jokers in the pack: 0 to 2.
    pub jokers: u8,
    /// How jokers become cards.
    pub joker_use: JokerUse,
    /// The kind of the middle row.
    pub middle: Middle,
    /// Points for each row won.
    pub row: u8,
    /// Points on top of that for all three.
    pub scoop: u8,
    /// Points for strong rows.
    pub royalties: Royalties,
    /// The bonus hand.
    pub fantasyland: Fantasyland,
    /// The length of a match; read as `match` too, its name in the other games.
    #[cfg_attr(feature = "serde", serde(alias = "match"))]
    pub matches: Matches,
}

impl Rules {
    /// The names that [`Rules::preset`] knows.
    pub const PRESETS: [&'static str; 7] =
        ["standard", "tonybet", "progressive", "ultimate", "joker-ultimate", "classic", "2-7"];

    /// Pineapple: 14 cards for queens or better, and 14 again for staying.
    pub const STANDARD: Self = Self {
        seats: 2,
        dealing: Dealing::Pineapple,
        jokers: 0,
        joker_use: JokerUse::Joint,
        middle: Middle::High,
        row: 1,
        scoop: 3,
        royalties: Royalties {
            top: TopRoyalties {
                pairs: [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
                threes: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22],
            },
            middle: RowRoyalties {
                three_of_a_kind: 2,
                straight: 4,
                flush: 8,
                full_house: 12,
                four_of_a_kind: 20,
                straight_flush: 30,
                royal_flush: 50,
            },
            bottom: RowRoyalties {
                three_of_a_kind: 0,
                straight: 2,
                flush: 4,
                full_house: 6,
                four_of_a_kind: 10,
                straight_flush: 15,
                royal_flush: 25,
            },
            low: LowRoyalties { ten: 0, nine: 1, eight: 2, seven: 4, wheel: 8 },
        },
        fantasyland: Fantasyland {
            entry: Entry {
                queens: 14,
                kings: 14,
                aces: 14,
                threes: 14,
                wheel: 0,
                wheel_and_top: 0,
            },
            stay: Stay {
                threes_on_top: true,
                middle: Some(StayHand::FullHouse),
                wheel: false,
                bottom: Some(StayHand::FourOfAKind),
                cards: StayCards::Fixed(14),
            },
        },
        matches: Matches { hands: 20, play_out: true, button_waits: false },
    };

    /// `TonyBet`'s Pineapple: in the middle four of a kind stays, a full house does not.
    pub const TONYBET: Self = Self {
        fantasyland: Fantasyland {
            stay: Stay { middle: Some(StayHand::FourOfAKind), ..Self::STANDARD.fantasyland.stay },
            ..Self::STANDARD.fantasyland
        },
        ..Self::STANDARD
    };

    /// `TonyBet`'s Progressive Pineapple: 14 to 17 cards at entry, 14 for staying.
    pub const PROGRESSIVE: Self = Self {
        fantasyland: Fantasyland {
            entry: Entry { kings: 15, aces: 16, threes: 17, ..Self::TONYBET.fantasyland.entry },
            ..Self::TONYBET.fantasyland
        },
        ..Self::TONYBET
    };

    /// Ultimate: 14 to 17 cards at entry and as many for staying, which the middle row cannot do.
    pub const ULTIMATE: Self = Self {
        fantasyland: Fantasyland {
            stay: Stay { middle: None, cards: StayCards::Same, ..Self::STANDARD.fantasyland.stay },
            ..Self::PROGRESSIVE.fantasyland
        },
        ..Self::STANDARD
    };

    /// Ultimate with a pack of 54.
    pub const JOKER_ULTIMATE: Self = Self { jokers: 2, ..Self::ULTIMATE };

    /// Five cards, then eight singles; 13 cards in Fantasyland.
    pub const CLASSIC: Self = Self {
        dealing: Dealing::Classic,
        fantasyland: Fantasyland {
            entry: Entry {
                queens: 13,
                kings: 13,
                aces: 13,
                threes: 13,
                wheel: 0,
                wheel_and_top: 0,
            },
            stay: Stay { cards: StayCards::Fixed(13), ..Self::STANDARD.fantasyland.stay },
        },
        ..Self::STANDARD
    };

    /// 2-7 Pineapple: the middle row is a deuce-to-seven low.
    pub const DEUCE_TO_SEVEN: Self = Self {
        middle: Middle::DeuceToSeven,
        fantasyland: Fantasyland {
            entry: Entry {
                queens: 0,
                kings: 14,
                aces: 14,
                threes: 14,
                wheel: 14,
                wheel_and_top: 15,
            },
            stay: Stay { middle: None, wheel: true, ..Self::STANDARD.fantasyland.stay },
        },
        ..Self::STANDARD
    };

    /// Returns the preset of this name.
    pub fn preset(name: &str) -> Result<Self, UnknownPreset> {
        match name {
            "standard" => Ok(Self::STANDARD),
            "tonybet" => Ok(Self::TONYBET),
            "progressive" => Ok(Self::PROGRESSIVE),
            "ultimate" => Ok(Self::ULTIMATE),
            "joker-ultimate" => Ok(Self::JOKER_ULTIMATE),
            "classic" => Ok(Self::CLASSIC),
            "2-7" => Ok(Self::DEUCE_TO_SEVEN),
            _ => Err(UnknownPreset::new(name, &Self::PRESETS)),
        }
    }

    /// Checks that the options make sense together.
    pub fn validate(&self) -> Result<(), InvalidRules> {
        self.validate_royalties()?;
        if self.jokers > 2 {
            return Err(InvalidRules::new("jokers", self.jokers, "0 to 2"));
        }
        let low = self.middle == Middle::DeuceToSeven;
        if low && self.jokers > 0 {
            let expected = "0 with a deuce-to-seven middle row";
            return Err(InvalidRules::new("jokers", self.jokers, expected));
        }
        self.validate_fantasyland()?;
        let most = ((52 + self.jokers) / self.cards_per_seat()).min(4);
        if !(2..=most).contains(&self.seats) {
            return Err(InvalidRules::new("seats", self.seats, format!("2 to {most}")));
        }
        if !(1..=1000).contains(&self.matches.hands) {
            return Err(InvalidRules::new("matches.hands", self.matches.hands, "1 to 1000"));
        }
        Ok(())
    }

    fn validate_fantasyland(&self) -> Result<(), InvalidRules> {
        let Fantasyland { entry, stay } = &self.fantasyland;
        let &Entry { queens, kings, aces, threes, wheel, wheel_and_top } = entry;
        let entries = [
            ("fantasyland.entry.queens", queens),
            ("fantasyland.entry.kings", kings),
            ("fantasyland.entry.aces", aces),
            ("fantasyland.entry.threes", threes),
            ("fantasyland.entry.wheel", wheel),
            ("fantasyland.entry.wheel_and_top", wheel_and_top),
        ];
        for (option, cards) in entries {
            if cards != 0 && !(13..=17).contains(&cards) {
                return Err(InvalidRules::new(option, cards, "0 or 13 to 17 cards"));
            }
        }
        if let StayCards::Fixed(cards) = stay.cards
            && !(13..=17).contains(&cards)
        {
            return Err(InvalidRules::new("fantasyland.stay.cards", cards, "13 to 17 cards"));
        }
        if ![queens, kings, aces, threes].is_sorted() {
            let cards = format!("{queens}, {kings}, {aces} and {threes} cards");
            let expected = "no fewer cards for a stronger top row";
            return Err(InvalidRules::new("fantasyland.entry", cards, expected));
        }
        if self.middle == Middle::DeuceToSeven {
            if let Some(hand) = stay.middle {
                let expected = "null with a deuce-to-seven middle row";
                return Err(InvalidRules::new("fantasyland.stay.middle", hand.name(), expected));
            }
            return Ok(());
        }
        if stay.wheel {
            let expected = "false with a high middle row";
            return Err(InvalidRules::new("fantasyland.stay.wheel", stay.wheel, expected));
        }
        for (option, cards) in &entries[4..] {
            if *cards > 0 {
                return Err(InvalidRules::new(*option, cards, "0 with a high middle row"));
            }
        }
        Ok(())
    }

    /// Returns the maximum number of cards that a seat is dealt in one hand.
    pub(crate) fn cards_per_seat(&self) -> u8 {
        let Fantasyland { entry, stay } = self.fantasyland;
        let normal = match self.dealing {
            Dealing::Pineapple => 17,
            Dealing::Classic => 13,
        };
        let fixed = if let StayCards::Fixed(cards) = stay.cards { cards } else { 13 };
        let Entry { queens, kings, aces, threes, wheel, wheel_and_top } = entry;
        [normal, queens, kings, aces, threes, wheel, wheel_and_top].into_iter().fold(fixed, u8::max)
    }

    /// Checks that royalties never fall as rows get stronger: exact search relies on it.
    fn validate_royalties(&self) -> Result<(), InvalidRules> {
        let Royalties { top, middle, bottom, low } = &self.royalties;
        let low = [low.ten, low.nine, low.eight, low.seven, low.wheel];
        let by_row: [(&'static str, Vec<u8>); 4] = [
            ("royalties.top", top.pairs.into_iter().chain(top.threes).collect()),
            ("royalties.middle", middle.by_category().into()),
            ("royalties.bottom", bottom.by_category().into()),
            ("royalties.low", low.into()),
        ];
        for (option, points) in by_row {
            if let Some([more, less]) = points.array_windows().find(|[a, b]| a > b) {
                let value = format!("{more} and then {less}");
                return Err(InvalidRules::new(option, value, "no less for a stronger hand"));
            }
            if let Some(most) = points.last().filter(|points| **points > 100) {
                return Err(InvalidRules::new(option, most, "at most 100 points"));
            }
        }
        Ok(())
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::STANDARD
    }
}
