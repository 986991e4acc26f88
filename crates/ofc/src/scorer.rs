//! Complete boards judged: fouls, royalties, rows and scoop, Fantasyland.

use crate::rules::{Entry, InvalidRules, JokerUse, Middle, Rules, StayHand};
use crate::{Board, Row};
use facedown_cards::PackSet;
use facedown_cards::poker::{Category, Low, Strength};

/// The strengths of the rows of a board that is no foul.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rows {
    /// The top row.
    pub top: Strength,
    /// The middle row as a high hand; where it counts as a low, [`Scorer`] reads it so.
    pub middle: Strength,
    /// The bottom row.
    pub bottom: Strength,
}

/// How long tables by strength are: a power of two above all numbers, so that a masked
/// number needs no check.
const LADDER: usize = 8192;
/// In a table of royalties, marks hands that keep a seat in Fantasyland.
const STAYS: u8 = 0x80;

/// [`Rules`] made ready for judging: royalties and what stays, by strength.
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
    /// For each row and each number on its ladder the royalties, with [`STAYS`].
    tables: [Box<[u8; LADDER]>; 3],
    /// For each strength its number on the ladder of the middle row; 0 is a foul.
    middle: Box<[u16]>,
}

impl Scorer {
    /// The judge of these rules.
    pub fn new(rules: &Rules) -> Result<Self, InvalidRules> {
        rules.validate()?;
        let mut tables = [(); 3].map(|()| Box::new([0; LADDER]));
        let mut middle: Box<[u16]> = vec![0; LADDER].into();
        for strength in (1..=Strength::MAX.number()).filter_map(Strength::from_number) {
            let number = usize::from(strength.number());
            tables[Row::Top as usize][number] = top_points(rules, strength);
            tables[Row::Bottom as usize][number] = high_points(rules, Row::Bottom, strength);
            match rules.middle {
                Middle::High => {
                    middle[number] = strength.number();
                    tables[Row::Middle as usize][number] =
                        high_points(rules, Row::Middle, strength);
                }
                Middle::DeuceToSeven => {
                    if let Some((low, points)) = low_points(rules, strength) {
                        middle[number] = low;
                        tables[Row::Middle as usize][usize::from(low)] = points;
                    }
                }
            }
        }
        Ok(Self { rules: *rules, tables, middle })
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of a middle row's strength on the ladder by which middle rows are compared; 0
    /// where such a row is a foul.
    #[inline]
    pub(crate) fn middle_number(&self, strength: Strength) -> u16 {
        self.middle[usize::from(strength.number())]
    }

    /// Royalties of rows with these numbers on their ladders, and whether they stay.
    #[inline]
    pub(crate) fn worth(&self, numbers: [u16; 3]) -> (u16, bool) {
        let mut points = [0; 3];
        for ((points, table), number) in points.iter_mut().zip(&self.tables).zip(numbers) {
            *points = table[usize::from(number) % LADDER];
        }
        let royalties = points.iter().map(|p| u16::from(p & !STAYS)).sum();
        (royalties, (points[0] | points[1] | points[2]) & STAYS != 0)
    }

    /// Royalties of one row with this number on its ladder.
    #[inline]
    pub(crate) fn points_of(&self, row: Row, number: u16) -> u8 {
        self.tables[row as usize][usize::from(number) % LADDER] & !STAYS
    }

    /// The numbers of the rows, each on its own ladder, top first.
    #[inline]
    pub(crate) fn numbers(&self, rows: Rows) -> [u16; 3] {
        [rows.top.number(), self.middle_number(rows.middle), rows.bottom.number()]
    }

    /// The strengths of the rows of a board, jokers placed as the rules say; `None` if it is a foul.
    ///
    /// Bottom, middle and top in turn get all they can: a stronger row never narrows what the row
    /// above may be, so this is the strongest legal board row by row.
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

    /// The royalties of a board that is no foul.
    pub fn royalties(&self, rows: Rows) -> u16 {
        self.worth(self.numbers(rows)).0
    }

    /// The royalties of one complete row without jokers, if the board is no foul; `None` where it can
    /// only be one.
    pub(crate) fn row_royalties(&self, row: Row, cards: PackSet) -> Option<u8> {
        let strength = Strength::of(cards)?;
        let number = match row {
            Row::Middle => Some(self.middle_number(strength)).filter(|number| *number > 0)?,
            _ => strength.number(),
        };
        Some(self.tables[row as usize][usize::from(number)] & !STAYS)
    }

    /// What one seat wins from another (negative: loses) with these boards, `None` being a foul.
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

    /// Points for rows and scoop, given numbers on the ladders.
    #[inline]
    pub(crate) fn row_points(&self, mine: [u16; 3], theirs: [u16; 3]) -> i32 {
        let mut net = 0;
        for (a, b) in mine.into_iter().zip(theirs) {
            net += i32::from(a > b) - i32::from(a < b);
        }
        net * i32::from(self.rules.row) + net / 3 * i32::from(self.rules.scoop)
    }

    /// How many cards Fantasyland deals to a seat with this board; `None`: it does not enter.
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

    /// How many cards the next Fantasyland deals to a seat that is there with `cards` cards and
    /// this board; `None`: it does not stay.
    pub fn stay(&self, rows: Rows, cards: u8) -> Option<u8> {
        let stays = self.worth(self.numbers(rows)).1;
        stays.then(|| self.rules.fantasyland.stay.after(cards))
    }

    /// Whether this middle row is the best low there is.
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

fn top_points(rules: &Rules, strength: Strength) -> u8 {
    let rank = usize::from(strength.ranks()[0]).saturating_sub(2);
    let royalties = &rules.royalties.top;
    match strength.category() {
        // A top row is no stronger; numbers above stand for "at least this" in bounds.
        category if category >= Category::ThreeOfAKind => {
            let three = category == Category::ThreeOfAKind;
            let stays = if rules.fantasyland.stay.threes_on_top { STAYS } else { 0 };
            royalties.threes[if three { rank } else { 12 }] | stays
        }
        Category::TwoPair => royalties.pairs[12],
        Category::Pair => royalties.pairs[rank],
        _ => 0,
    }
}

fn high_points(rules: &Rules, row: Row, strength: Strength) -> u8 {
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
    let category = strength.category();
    let stays = least.is_some_and(|least| category >= least);
    royalties.by_category()[category.index()] | if stays { STAYS } else { 0 }
}

/// The number of a low middle row and its royalties; `None` where it is a foul.
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
