//! Strengths as text.

use super::{Category, Strength};
use std::fmt;

const NAMES: [(&str, &str); 13] = [
    ("deuce", "deuces"),
    ("three", "threes"),
    ("four", "fours"),
    ("five", "fives"),
    ("six", "sixes"),
    ("seven", "sevens"),
    ("eight", "eights"),
    ("nine", "nines"),
    ("ten", "tens"),
    ("jack", "jacks"),
    ("queen", "queens"),
    ("king", "kings"),
    ("ace", "aces"),
];

fn one(rank: u8) -> &'static str {
    NAMES[usize::from(rank) - 2].0
}

fn many(rank: u8) -> &'static str {
    NAMES[usize::from(rank) - 2].1
}

/// Writes ` (9 8 2)`: the cards that only break ties.
fn kickers(f: &mut fmt::Formatter<'_>, ranks: &[u8]) -> fmt::Result {
    let letters: Vec<&str> = ranks
        .iter()
        .filter(|rank| **rank > 0)
        .map(|rank| &"23456789TJQKA"[usize::from(*rank) - 2..=usize::from(*rank) - 2])
        .collect();
    if letters.is_empty() { Ok(()) } else { write!(f, " ({})", letters.join(" ")) }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranks = self.ranks();
        let first = ranks[0];
        let rest = match self.category() {
            Category::HighCard => {
                write!(f, "{} high", one(first))?;
                &ranks[..]
            }
            Category::Pair => {
                write!(f, "pair of {}", many(first))?;
                &ranks[1..]
            }
            Category::TwoPair => {
                write!(f, "{} and {}", many(first), many(ranks[1]))?;
                &ranks[2..]
            }
            Category::ThreeOfAKind => {
                write!(f, "three {}", many(first))?;
                &ranks[1..]
            }
            Category::Flush => {
                f.write_str("flush")?;
                &ranks[..]
            }
            Category::FullHouse => {
                return write!(f, "{} full of {}", many(first), many(ranks[1]));
            }
            Category::FourOfAKind => {
                write!(f, "four {}", many(first))?;
                &ranks[1..]
            }
            Category::RoyalFlush => return f.write_str("royal flush"),
            category @ (Category::Straight | Category::StraightFlush) => {
                return write!(f, "{category} to the {}", one(first));
            }
        };
        kickers(f, rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_are_written_in_words() {
        for (cards, words) in [
            ("4s 3d 2c", "four high (4 3 2)"),
            ("As Kd Tc 5h 2d", "ace high (A K T 5 2)"),
            ("Qs Qd 7c", "pair of queens (7)"),
            ("6s 6d 6c", "three sixes"),
            ("6s 6d 6c Td 2h", "three sixes (T 2)"),
            ("As 2d 3c 4h 5s", "straight to the five"),
            ("As 3s 4s 5s Ts", "flush (A T 5 4 3)"),
            ("As Ac Td Ts Th", "tens full of aces"),
            ("As Ac Ad Ah X", "four aces (K)"),
            ("5c 6c 7c 8c 9c", "straight flush to the nine"),
            ("Tc Jc Qc X X", "royal flush"),
        ] {
            assert_eq!(Strength::of(cards.parse().unwrap()).unwrap().to_string(), words);
        }
    }
}
