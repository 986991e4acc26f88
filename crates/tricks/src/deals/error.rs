//! Errors of dealing problems.

use super::MAX_HOLDERS;
use crate::Cards;
use facedown_cards::{Card, CardSet, Suit};
use std::fmt;

/// Why a [`DealProblem`](super::DealProblem) has no deal.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum ImpossibleDeal {
    /// More holders than [`MAX_HOLDERS`].
    TooManyHolders(usize),
    /// A card with a possible holder that does not exist.
    NoSuchHolder {
        /// The card.
        card: Card,
        /// The index of the holder.
        holder: usize,
    },
    /// A kind with more than two unknown cards: there are at most two packs.
    ThirdCopy(Card),
    /// Soft evidence about a holder that does not exist, or a factor that is negative or not finite.
    Weight {
        /// The index of the holder.
        holder: usize,
        /// The factor.
        factor: f64,
    },
    /// The hand sizes do not add up to the unknown cards.
    Total {
        /// Number of cards that all holders need together.
        needed: usize,
        /// Number of unknown cards.
        unknown: usize,
    },
    /// The hand sizes contradict the possible holders.
    Conflict(Conflict),
    /// Factors so far apart that the weights of all deals underflow.
    VanishingWeights,
    /// So many different constraints that the table would be too large.
    TooManyConstraints {
        /// Number of entries that the table would have.
        entries: u64,
    },
}

/// A violation of Hall's condition, with the fewest holders that show it.
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
    /// Returns the holders, bit `h` for holder `h`.
    pub const fn holders(&self) -> u16 {
        self.holders
    }

    /// Returns the number of cards that those holders need together.
    pub const fn room(&self) -> usize {
        self.room
    }

    /// Returns the cards that those holders can have if these are too few
    /// ([`Conflict::is_starved`]), else the cards that only those holders can have.
    pub const fn cards(&self) -> Cards {
        self.cards
    }

    /// Returns whether there are too few cards for the holders, rather than too many.
    pub const fn is_starved(&self) -> bool {
        self.starved
    }

    /// Returns the suits of which every unknown card takes part in the conflict.
    pub fn suits(&self) -> impl Iterator<Item = Suit> {
        Suit::ALL.into_iter().filter(|&suit| self.is_whole(suit))
    }

    fn is_whole(&self, suit: Suit) -> bool {
        let cards = self.cards.of_kinds(of_suit(suit));
        !cards.is_empty() && cards == self.unknown.of_kinds(of_suit(suit))
    }

    /// Writes ` of clubs, diamonds, 9h`, or nothing if there are no cards.
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

    /// Writes `seat 2` or `seats 1, 2 and the stock`.
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
                write!(f, "{card} may be with holder {holder}, which does not exist")
            }
            Self::ThirdCopy(card) => write!(f, "more than two copies of {card}"),
            Self::Weight { holder, factor } => {
                write!(
                    f,
                    "a factor of {factor} for holder {holder}, expected a finite number from 0 on "
                )?;
                f.write_str("and an existing holder")
            }
            Self::Total { needed, unknown } => {
                write!(f, "the hands need {} but ", number_of_cards(*needed))?;
                match unknown {
                    1 => f.write_str("1 is unknown"),
                    n => write!(f, "{n} are unknown"),
                }
            }
            Self::Conflict(conflict) => conflict.fmt(f),
            Self::VanishingWeights => {
                f.write_str("the factors are too far apart: the weights of all deals underflow")
            }
            Self::TooManyConstraints { entries } => {
                write!(f, "too many different constraints: the table would have {entries} entries")
            }
        }
    }
}

impl std::error::Error for ImpossibleDeal {}
