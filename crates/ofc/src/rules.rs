//! The rules in force: a value with named presets. `docs/reference/rules/ofc.md` gives the source of each.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How cards reach the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dealing {
    /// Five cards, then four times three of which two are placed and one is discarded.
    Pineapple,
    /// Five cards, then eight times one.
    Classic,
}

/// What the middle row is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Middle {
    /// A poker hand between the top row and the bottom row.
    High,
    /// A deuce-to-seven low: ten high or lower, without pair, straight or flush.
    DeuceToSeven,
}

/// How jokers become cards when a board is complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JokerUse {
    /// Together: as strong as the row below allows, so that no joker fouls where it need not.
    Joint,
    /// Row by row: each row as strong as it can be, even if that fouls.
    RowByRow,
}

/// Points for a row of five cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    /// The points by category, weakest first, in the order of
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopRoyalties {
    /// A pair of deuces, threes, …, aces.
    pub pairs: [u8; 13],
    /// Three deuces, threes, …, aces.
    pub threes: [u8; 13],
}

/// Points for a deuce-to-seven middle row by its highest card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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

/// How many cards Fantasyland deals to a seat that enters it; 0: this does not lead there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    /// The best low in the middle, and a top row that leads there too.
    pub wheel_and_top: u8,
}

/// The weakest hand of a row of five that keeps a seat in Fantasyland.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names of poker hands explain themselves")]
pub enum StayHand {
    FullHouse,
    FourOfAKind,
    StraightFlush,
}

/// How many cards a seat gets that stays in Fantasyland.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StayCards {
    /// Always so many.
    Fixed(u8),
    /// As many as this time.
    Same,
}

/// What keeps a seat in Fantasyland: any one of these, without a foul.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stay {
    /// Three of a kind on top.
    pub threes_on_top: bool,
    /// This or better in a middle row that is a high hand.
    pub middle: Option<StayHand>,
    /// The best low in the middle.
    pub wheel: bool,
    /// This or better at the bottom.
    pub bottom: Option<StayHand>,
    /// How many cards the next hand deals.
    pub cards: StayCards,
}

impl Stay {
    /// How many cards a seat gets that stays with so many.
    pub const fn after(&self, cards: u8) -> u8 {
        match self.cards {
            StayCards::Fixed(fixed) => fixed,
            StayCards::Same => cards,
        }
    }
}

/// The bonus hand with all cards at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fantasyland {
    /// How a seat comes there.
    pub entry: Entry,
    /// How it stays.
    pub stay: Stay,
}

/// Many hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matches {
    /// How many hands a match has: 1 to 1,000.
    pub hands: u16,
    /// Whether Fantasyland that the last of them has earned is still played, and whatever that
    /// leads to.
    pub play_out: bool,
    /// Whether the button stays where it is while some seat is in Fantasyland.
    pub button_waits: bool,
}

/// All options of open-face Chinese poker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// How many seats the table has: 2 or 3, and up to 4 where nothing is discarded.
    pub seats: u8,
    /// How cards reach the table.
    pub dealing: Dealing,
    /// How many jokers are in the pack: 0 to 2.
    pub jokers: u8,
    /// How jokers become cards.
    pub joker_use: JokerUse,
    /// What the middle row is.
    pub middle: Middle,
    /// Points for each row won.
    pub row: u8,
    /// Points on top of that for all three.
    pub scoop: u8,
    /// Points for strong rows.
    pub royalties: Royalties,
    /// The bonus hand.
    pub fantasyland: Fantasyland,
    /// Many hands.
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

    /// The rules of this name.
    pub fn preset(name: &str) -> Result<Self, UnknownPreset> {
        match name {
            "standard" => Ok(Self::STANDARD),
            "tonybet" => Ok(Self::TONYBET),
            "progressive" => Ok(Self::PROGRESSIVE),
            "ultimate" => Ok(Self::ULTIMATE),
            "joker-ultimate" => Ok(Self::JOKER_ULTIMATE),
            "classic" => Ok(Self::CLASSIC),
            "2-7" => Ok(Self::DEUCE_TO_SEVEN),
            _ => Err(UnknownPreset(name.to_owned())),
        }
    }

    /// Whether the options make sense together.
    pub fn validate(&self) -> Result<(), InvalidRules> {
        self.validate_royalties()?;
        let Fantasyland { entry, stay } = self.fantasyland;
        if self.jokers > 2 {
            return Err(InvalidRules::Jokers(self.jokers));
        }
        if self.middle == Middle::DeuceToSeven && self.jokers > 0 {
            return Err(InvalidRules::LowWithJokers);
        }
        let Entry { queens, kings, aces, threes, wheel, wheel_and_top } = entry;
        let fixed = if let StayCards::Fixed(cards) = stay.cards { cards } else { 13 };
        for cards in [queens, kings, aces, threes, wheel, wheel_and_top] {
            if cards != 0 && !(13..=17).contains(&cards) {
                return Err(InvalidRules::FantasyCards(cards));
            }
        }
        if !(13..=17).contains(&fixed) {
            return Err(InvalidRules::FantasyCards(fixed));
        }
        if ![queens, kings, aces, threes].is_sorted() {
            return Err(InvalidRules::Falling("cards at entry"));
        }
        let low = self.middle == Middle::DeuceToSeven;
        if !low && (stay.wheel || wheel > 0 || wheel_and_top > 0) {
            return Err(InvalidRules::WheelWithoutLow);
        }
        if low && stay.middle.is_some() {
            return Err(InvalidRules::HighStayWithLow);
        }
        let most = (52 + self.jokers) / self.cards_per_seat();
        if !(2..=most.min(4)).contains(&self.seats) {
            return Err(InvalidRules::Seats { seats: self.seats, most: most.min(4) });
        }
        if !(1..=1000).contains(&self.matches.hands) {
            return Err(InvalidRules::Hands(self.matches.hands));
        }
        Ok(())
    }

    /// How many cards a seat can be dealt in one hand.
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

    /// Stronger rows are never worth less: exact search relies on it.
    fn validate_royalties(&self) -> Result<(), InvalidRules> {
        let Royalties { top, middle, bottom, low } = &self.royalties;
        let low = [low.ten, low.nine, low.eight, low.seven, low.wheel];
        let by_row: [(&'static str, Vec<u8>); 4] = [
            ("top royalties", top.pairs.into_iter().chain(top.threes).collect()),
            ("middle royalties", middle.by_category().into()),
            ("bottom royalties", bottom.by_category().into()),
            ("low royalties", low.into()),
        ];
        for (row, points) in by_row {
            if !points.is_sorted() {
                return Err(InvalidRules::Falling(row));
            }
            if let Some(most) = points.last().filter(|points| **points > 100) {
                return Err(InvalidRules::Points(*most));
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

/// No rules have this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPreset(pub String);

impl fmt::Display for UnknownPreset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Rules::PRESETS.join(", ");
        write!(f, "no rules '{}', expected one of {names}", self.0)
    }
}

impl std::error::Error for UnknownPreset {}

/// Why options do not make sense together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum InvalidRules {
    /// A pack has at most two jokers.
    Jokers(u8),
    /// Jokers have no meaning in a low hand.
    LowWithJokers,
    /// Fantasyland deals 13 to 17 cards.
    FantasyCards(u8),
    /// A stronger hand is worth less than a weaker one.
    Falling(&'static str),
    /// Royalties of a row are at most 100.
    Points(u8),
    /// A wheel is asked for where the middle row is a high hand.
    WheelWithoutLow,
    /// A high middle row is asked for where it is a low hand.
    HighStayWithLow,
    /// The pack does not serve so many seats.
    Seats {
        /// The seats asked for.
        seats: u8,
        /// How many there can be.
        most: u8,
    },
    /// A match has 1 to 1,000 hands.
    Hands(u16),
}

impl fmt::Display for InvalidRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Jokers(n) => write!(f, "{n} jokers, expected 0 to 2"),
            Self::LowWithJokers => f.write_str("jokers with a deuce-to-seven middle row"),
            Self::FantasyCards(n) => write!(f, "{n} cards in Fantasyland, expected 13 to 17"),
            Self::Falling(what) => write!(f, "{what} fall where hands get stronger"),
            Self::Points(n) => write!(f, "{n} points of royalties, expected at most 100"),
            Self::WheelWithoutLow => f.write_str("a wheel where the middle row is a high hand"),
            Self::HighStayWithLow => {
                f.write_str("staying by a high middle row where the middle row is a low hand")
            }
            Self::Seats { seats, most } => write!(f, "{seats} seats, expected 2 to {most}"),
            Self::Hands(hands) => write!(f, "{hands} hands in a match, expected 1 to 1000"),
        }
    }
}

impl std::error::Error for InvalidRules {}
