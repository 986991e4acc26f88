//! Why there is nothing to deal.

use super::MAX_HOLDERS;
use crate::Cards;
use facedown_cards::{Card, CardSet, Suit};
use std::fmt;

/// Why cards cannot be dealt as a [`DealProblem`](super::DealProblem) asks.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum ImpossibleDeal {
    /// More holders than [`MAX_HOLDERS`].
    TooManyHolders(usize),
    /// A card that may be with a holder that there is not.
    NoSuchHolder {
        /// The card.
        card: Card,
        /// The number of the holder.
        holder: usize,
    },
    /// A kind of which more than two cards are unknown: there are at most two packs.
    ThirdCopy(Card),
    /// Soft evidence about a holder that there is not, or a factor that is negative or no number.
    Weight {
        /// The number of the holder.
        holder: usize,
        /// The factor.
        factor: f64,
    },
    /// The hands do not add up.
    Total {
        /// How many cards all holders lack together.
        needed: usize,
        /// How many cards are unknown.
        unknown: usize,
    },
    /// Who lacks cards and who may hold them contradict each other.
    Conflict(Conflict),
    /// Factors so far apart that the chances of all deals are too small for a number.
    VanishingWeights,
    /// So many different constraints that the table would not fit into memory.
    TooManyConstraints {
        /// How many numbers the table would hold.
        entries: u64,
    },
}

/// Holders and cards that do not fit together: the fewest holders that show it.
#[derive(Clone, PartialEq, Debug)]
pub struct Conflict {
    pub(super) holders: u16,
    pub(super) stock: Option<usize>,
    pub(super) room: usize,
    pub(super) cards: Cards,
    pub(super) unknown: Cards,
    pub(super) starved: bool,
}

impl Conflict {
    /// The holders, bit `h` for holder `h`.
    pub const fn holders(&self) -> u16 {
        self.holders
    }

    /// How many cards those holders lack together.
    pub const fn room(&self) -> usize {
        self.room
    }

    /// The cards that can be with those holders, if they lack more than there are
    /// ([`Conflict::is_starved`]), else the cards that can be nowhere else.
    pub const fn cards(&self) -> Cards {
        self.cards
    }

    /// Whether there are too few cards for the holders, rather than too many.
    pub const fn is_starved(&self) -> bool {
        self.starved
    }

    /// The suits of which every unknown card takes part in the conflict.
    pub fn suits(&self) -> impl Iterator<Item = Suit> {
        Suit::ALL.into_iter().filter(|&suit| self.is_whole(suit))
    }

    fn is_whole(&self, suit: Suit) -> bool {
        let cards = self.cards.of_kinds(of_suit(suit));
        !cards.is_empty() && cards == self.unknown.of_kinds(of_suit(suit))
    }

    /// ` of clubs, diamonds, 9h`, or nothing where there are no cards.
    fn write_cards(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = " of ";
        for suit in Suit::ALL {
            if self.is_whole(suit) {
                write!(f, "{before}{}", suit_name(suit))?;
                before = ", ";
            } else {
                for card in self.cards.of_kinds(of_suit(suit)).iter() {
                    write!(f, "{before}{card}")?;
                    before = ", ";
                }
            }
        }
        Ok(())
    }

    /// `seat 2`, `seats 1, 2 and the stock`.
    fn write_holders(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_stock = |holder: &usize| self.stock == Some(*holder);
        let held = || (0..MAX_HOLDERS).filter(|holder| self.holders >> holder & 1 == 1);
        let seats: Vec<String> = held().filter(|h| !is_stock(h)).map(|h| h.to_string()).collect();
        let stock = held().any(|holder| is_stock(&holder));
        let word = if seats.len() == 1 { "seat" } else { "seats" };
        match (&seats[..], stock) {
            ([], true) => f.write_str("the stock"),
            ([], false) => f.write_str("no holder"),
            (_, true) => write!(f, "{word} {} and the stock", seats.join(", ")),
            ([one], false) => write!(f, "{word} {one}"),
            ([most @ .., last], false) => write!(f, "{word} {} and {last}", most.join(", ")),
        }
    }
}

fn of_suit(suit: Suit) -> CardSet {
    CardSet::from_bits_truncate(0x1fff << (13 * suit.index()))
}

const fn suit_name(suit: Suit) -> &'static str {
    match suit {
        Suit::Clubs => "clubs",
        Suit::Diamonds => "diamonds",
        Suit::Hearts => "hearts",
        Suit::Spades => "spades",
    }
}

fn number_of_cards(n: usize) -> String {
    if n == 1 { "1 card".to_owned() } else { format!("{n} cards") }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (available, alone) = (self.cards.len(), self.holders.is_power_of_two());
        if self.starved {
            self.write_holders(f)?;
            let lack = if alone { "needs" } else { "need" };
            write!(f, " {lack} {}", number_of_cards(self.room))?;
            self.write_cards(f)?;
            let them = if alone { "it" } else { "them" };
            match available {
                0 => write!(f, " but none is left for {them}"),
                1 => write!(f, " but only 1 is left for {them}"),
                n => write!(f, " but only {n} are left for {them}"),
            }
        } else {
            write!(f, "{}", number_of_cards(available))?;
            self.write_cards(f)?;
            f.write_str(" can be with ")?;
            if self.holders == 0 {
                return f.write_str("no holder");
            }
            self.write_holders(f)?;
            let lack = if alone { "needs" } else { "need" };
            write!(f, " only, which {lack} {}", number_of_cards(self.room))
        }
    }
}

impl fmt::Display for ImpossibleDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyHolders(n) => write!(f, "{n} holders, expected at most {MAX_HOLDERS}"),
            Self::NoSuchHolder { card, holder } => {
                write!(f, "{card} may be with holder {holder}, which there is not")
            }
            Self::ThirdCopy(card) => write!(f, "more than two copies of {card}"),
            Self::Weight { holder, factor } => {
                write!(
                    f,
                    "a factor of {factor} for holder {holder}, expected a number from 0 on "
                )?;
                f.write_str("for a holder that there is")
            }
            Self::Total { needed, unknown } => {
                write!(f, "the hands lack {} but ", number_of_cards(*needed))?;
                match unknown {
                    1 => f.write_str("1 is unknown"),
                    n => write!(f, "{n} are unknown"),
                }
            }
            Self::Conflict(conflict) => conflict.fmt(f),
            Self::VanishingWeights => {
                f.write_str("the factors are too far apart: no deal has a chance that is a number")
            }
            Self::TooManyConstraints { entries } => {
                write!(f, "too many different constraints: the table would hold {entries} numbers")
            }
        }
    }
}

impl std::error::Error for ImpossibleDeal {}
