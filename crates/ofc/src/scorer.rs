//! Scores of complete boards: fouls, royalties, rows and scoop, Fantasyland.

use crate::rules::{Entry, JokerUse, Middle, Rules, StayHand};
use crate::{Board, Row};
use facedown_cards::PackSet;
use facedown_cards::poker::{Category, Low, Strength};
use facedown_game::InvalidRules;

/// The strengths of the rows of a legal board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rows {
    /// The top row.
    pub top: Strength,
    /// The middle row as a high hand; [`Scorer`] reads it as a low if the rules say so.
    pub middle: Strength,
    /// The bottom row.
    pub bottom: Strength,
}

/// The length of tables by strength: a power of two above all numbers, so that a masked index
/// needs no bounds check.
const LADDER: usize = 8192;
/// The flag of hands that stay in Fantasyland, in a table of royalties.
const STAYS: u8 = 0x80;

/// Scores boards by [`Rules`], with tables of royalties by strength.
///
/// ```
/// use facedown_ofc::{Board, Rules, Scorer};
///
/// let scorer = Scorer::new(&Rules::STANDARD)?;
/// let mine: Board = "Qs Qd 7c / 9c 9d 9h 2s 3s / 4h 5h 6h 7h 8h".parse()?;
/// let theirs: Board = "As Kd 2c / 8c 8d 4c 4s 3c / Tc Td Th 2h 2d".parse()?;
/// let rows = scorer.rows(&mine).expect("no foul");
/// assert_eq!(scorer.royalties(rows), 7 + 2 + 15);
/// assert_eq!(scorer.entry(rows), Some(14));
/// // Top, middle and bottom won, the scoop, and royalties less the other's 6.
/// assert_eq!(scorer.points(Some(rows), scorer.rows(&theirs)), 3 + 3 + 24 - 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scorer {
    rules: Rules,
    /// Royalties of each row by its number on its ladder of strengths, with [`STAYS`].
    tables: [Box<[u8; LADDER]>; 3],
    /// The number of each strength on the ladder of the middle row; 0 is a foul.
    middle: Box<[u16]>,
}

impl Scorer {
    /// Returns the scorer of these rules.
    pub fn new(rules: &Rules) -> Result<Self, InvalidRules> {
        rules.validate()?;
        let high = |row| high_table(rules, row);
        let (middle, points) = match rules.middle {
            Middle::High => ((0..LADDER as u16).collect(), high(Row::Middle)),
            Middle::DeuceToSeven => low_tables(rules),
        };
        let tables = [top_table(rules), points, high(Row::Bottom)];
        Ok(Self { rules: *rules, tables, middle })
    }

    /// Returns the rules.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the number of a strength on the ladder of middle rows; 0 if such a row is a foul.
    #[inline]
    pub(crate) fn middle_number(&self, strength: Strength) -> u16 {
        self.middle[usize::from(strength.number())]
    }

    /// Returns the royalties of rows with these numbers on their ladders, and whether they stay.
    #[inline]
    pub(crate) fn royalties_and_stay(&self, numbers: [u16; 3]) -> (u16, bool) {
        let mut points = [0; 3];
        for ((points, table), number) in points.iter_mut().zip(&self.tables).zip(numbers) {
            *points = table[usize::from(number) % LADDER];
        }
        let royalties = points.iter().map(|p| u16::from(p & !STAYS)).sum();
        (royalties, (points[0] | points[1] | points[2]) & STAYS != 0)
    }

    /// Returns the royalties of one row with this number on its ladder.
    #[inline]
    pub(crate) fn points_of(&self, row: Row, number: u16) -> u8 {
        self.tables[row as usize][usize::from(number) % LADDER] & !STAYS
    }

    /// Returns the numbers of the rows, each on its own ladder, top first.
    #[inline]
    pub(crate) fn numbers(&self, rows: Rows) -> [u16; 3] {
        [rows.top.number(), self.middle_number(rows.middle), rows.bottom.number()]
    }

    /// Returns the strengths of the rows of a board, jokers placed by the rules; `None` for a foul.
    ///
    /// Bottom, middle and top in turn are as strong as possible: a stronger row never restricts the
    /// row above, so this is the strongest legal board row by row.
    pub fn rows(&self, board: &Board) -> Option<Rows> {
        let row = |row| Strength::of(board.row(row));
        let bottom = row(Row::Bottom)?;
        let within = |which, bound| match self.rules.joker_use {
            JokerUse::Joint => Strength::at_most(board.row(which), bound),
            JokerUse::RowByRow => row(which).filter(|strength| *strength <= bound),
        };
        match self.rules.middle {
            Middle::High => {
                let middle = within(Row::Middle, bottom)?;
                Some(Rows { top: within(Row::Top, middle)?, middle, bottom })
            }
            Middle::DeuceToSeven => {
                let middle = row(Row::Middle).filter(|low| self.middle_number(*low) > 0)?;
                Some(Rows { top: within(Row::Top, bottom)?, middle, bottom })
            }
        }
    }

    /// Returns the royalties of a legal board.
    pub fn royalties(&self, rows: Rows) -> u16 {
        self.royalties_and_stay(self.numbers(rows)).0
    }

    /// Returns the royalties of one complete row without jokers, if the board is legal; `None` if the
    /// row makes it a foul.
    pub fn row_royalties(&self, row: Row, cards: PackSet) -> Option<u8> {
        let strength = Strength::of(cards)?;
        let number = match row {
            Row::Middle => Some(self.middle_number(strength)).filter(|number| *number > 0)?,
            _ => strength.number(),
        };
        Some(self.tables[row as usize][usize::from(number)] & !STAYS)
    }

    /// Returns the points that one seat wins from another, negative if it loses; `None` is a foul.
    pub fn points(&self, mine: Option<Rows>, theirs: Option<Rows>) -> i32 {
        let all = i32::from(self.rules.row) * 3 + i32::from(self.rules.scoop);
        let royalties = |rows| i32::from(self.royalties(rows));
        match (mine, theirs) {
            (None, None) => 0,
            (Some(mine), None) => all + royalties(mine),
            (None, Some(theirs)) => -all - royalties(theirs),
            (Some(mine), Some(theirs)) => {
                self.row_points(self.numbers(mine), self.numbers(theirs)) + royalties(mine)
                    - royalties(theirs)
            }
        }
    }

    /// Returns the points for rows and scoop, given numbers on the ladders.
    #[inline]
    pub(crate) fn row_points(&self, mine: [u16; 3], theirs: [u16; 3]) -> i32 {
        let mut net = 0;
        for (a, b) in mine.into_iter().zip(theirs) {
            net += i32::from(a > b) - i32::from(a < b);
        }
        net * i32::from(self.rules.row) + net / 3 * i32::from(self.rules.scoop)
    }

    /// Returns the number of cards with which a board enters Fantasyland; `None` if it does not.
    pub fn entry(&self, rows: Rows) -> Option<u8> {
        let entry = self.rules.fantasyland.entry;
        let top = top_entry(entry, rows.top);
        let wheel = self.is_wheel(rows.middle);
        let cards = match (top, wheel) {
            (0, true) => entry.wheel,
            (_, true) => entry.wheel_and_top.max(top),
            (_, false) => top,
        };
        (cards > 0).then_some(cards)
    }

    /// Returns the number of cards of the next Fantasyland for a seat that is in Fantasyland with
    /// `cards` cards and this board; `None` if it does not stay.
    pub fn stay(&self, rows: Rows, cards: u8) -> Option<u8> {
        let stays = self.royalties_and_stay(self.numbers(rows)).1;
        stays.then(|| self.rules.fantasyland.stay.after(cards))
    }

    /// Returns whether this middle row is the best low.
    pub(crate) fn is_wheel(&self, middle: Strength) -> bool {
        self.rules.middle == Middle::DeuceToSeven && Low::of_strength(middle) == Some(Low::MAX)
    }
}

fn top_entry(entry: Entry, top: Strength) -> u8 {
    match (top.category(), top.ranks()[0]) {
        (Category::ThreeOfAKind, _) => entry.threes,
        (Category::Pair, 14) => entry.aces,
        (Category::Pair, 13) => entry.kings,
        (Category::Pair, 12) => entry.queens,
        _ => 0,
    }
}

/// Returns a table of royalties by strength, from the points of a hand and of all stronger ones up to
/// the next in the list.
fn table(steps: impl IntoIterator<Item = (Strength, u8)>) -> Box<[u8; LADDER]> {
    let mut table = Box::new([0; LADDER]);
    for (least, points) in steps {
        table[usize::from(least.number())..].fill(points);
    }
    table
}

fn top_table(rules: &Rules) -> Box<[u8; LADDER]> {
    let royalties = &rules.royalties.top;
    let stays = if rules.fantasyland.stay.threes_on_top { STAYS } else { 0 };
    let pairs = (2..).map(Strength::pair_of).zip(royalties.pairs);
    // Three cards make no stronger hand; numbers above occur in upper bounds.
    let threes = (2..).map(Strength::three_of).zip(royalties.threes.map(|points| points | stays));
    table(pairs.chain(threes))
}

fn high_table(rules: &Rules, row: Row) -> Box<[u8; LADDER]> {
    let stay = &rules.fantasyland.stay;
    let (royalties, stay) = match row {
        Row::Middle => (&rules.royalties.middle, stay.middle),
        _ => (&rules.royalties.bottom, stay.bottom),
    };
    let least = stay.map(|hand| match hand {
        StayHand::FullHouse => Category::FullHouse,
        StayHand::FourOfAKind => Category::FourOfAKind,
        StayHand::StraightFlush => Category::StraightFlush,
    });
    let royalties = royalties.by_category();
    table(Category::ALL.map(|category| {
        let stays = least.is_some_and(|least| category >= least);
        let points = royalties[category.index()] | if stays { STAYS } else { 0 };
        (category.weakest(), points)
    }))
}

/// Returns the ladder of low middle rows, and their royalties.
fn low_tables(rules: &Rules) -> (Box<[u16]>, Box<[u8; LADDER]>) {
    let (mut ladder, mut table) = (vec![0; LADDER], Box::new([0; LADDER]));
    for strength in (1..=Strength::MAX.number()).filter_map(Strength::from_number) {
        if let Some((low, points)) = low_points(rules, strength) {
            ladder[usize::from(strength.number())] = low;
            table[usize::from(low)] = points;
        }
    }
    (ladder.into(), table)
}

/// Returns the number of a low middle row and its royalties; `None` for a foul.
fn low_points(rules: &Rules, strength: Strength) -> Option<(u16, u8)> {
    let low = Low::of_strength(strength)?;
    let royalties = &rules.royalties.low;
    let points = match low.high_card()? {
        10 => royalties.ten,
        9 => royalties.nine,
        8 => royalties.eight,
        7 if low != Low::MAX => royalties.seven,
        7 => royalties.wheel | if rules.fantasyland.stay.wheel { STAYS } else { 0 },
        _ => return None,
    };
    Some((low.number(), points))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn royalties_of_every_strength_are_those_of_its_category_and_rank() {
        for rules in Rules::PRESETS.map(|name| Rules::preset(name).unwrap()) {
            let (scorer, stay) = (Scorer::new(&rules).unwrap(), &rules.fantasyland.stay);
            for number in 1..=Strength::MAX.number() {
                let strength = Strength::from_number(number).unwrap();
                let (category, rank) = (strength.category(), usize::from(strength.ranks()[0]));
                let top = match category {
                    Category::HighCard => 0,
                    Category::Pair => rules.royalties.top.pairs[rank - 2],
                    Category::TwoPair => rules.royalties.top.pairs[12],
                    Category::ThreeOfAKind => rules.royalties.top.threes[rank - 2],
                    _ => rules.royalties.top.threes[12],
                };
                let is_three = category >= Category::ThreeOfAKind;
                let numbers = [number, 0, 0];
                let expected = (u16::from(top), stay.threes_on_top && is_three);
                assert_eq!(scorer.royalties_and_stay(numbers), expected, "{strength}");
                let bottom = rules.royalties.bottom.by_category()[category.index()];
                assert_eq!(scorer.points_of(Row::Bottom, number), bottom, "{strength}");
                let (points, stays) = scorer.royalties_and_stay([0, 0, number]);
                let least = match stay.bottom {
                    None => None,
                    Some(StayHand::FullHouse) => Some(Category::FullHouse),
                    Some(StayHand::FourOfAKind) => Some(Category::FourOfAKind),
                    Some(StayHand::StraightFlush) => Some(Category::StraightFlush),
                };
                assert_eq!(points, u16::from(bottom));
                assert_eq!(stays, least.is_some_and(|least| category >= least), "{strength}");
                if rules.middle == Middle::High {
                    let middle = rules.royalties.middle.by_category()[category.index()];
                    assert_eq!(scorer.points_of(Row::Middle, number), middle, "{strength}");
                    assert_eq!(scorer.middle_number(strength), number);
                }
            }
        }
    }
}
