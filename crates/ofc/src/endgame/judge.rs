//! Values of complete boards in integer units, alone or against opponents' boards.

use super::EndgameError;
use crate::{JokerUse, Middle, Row, Rows, Rules, Scorer, Stakes};
use facedown_cards::PackSet;
use facedown_cards::poker::Strength;
use std::sync::Arc;

/// Units of a point. Values are integers, so that sums are exact.
pub(crate) const UNIT: f64 = 16384.0;
const UNITS: i32 = 16384;
/// The maximum number of boards of an opponent; a power of two, so that weights are integers.
pub const BOARDS: usize = 64;
/// The weight of one of that many boards.
const MIN_WEIGHT: i32 = UNITS / BOARDS as i32;
/// The maximum absolute value of a board in points, so that sums of units fit.
const MAX_POINTS: u32 = 2000;

/// A complete row with its greatest strength, and the part of the value that is its own. Boards are
/// valued for every pair of cards, rows for every card: everything that depends on one row alone is
/// computed once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CompleteRow {
    cards: PackSet,
    strength: Strength,
    /// The number on the ladder of this row; 0 for a middle row that is a foul.
    number: u16,
    /// Royalties, in units.
    paid: i32,
    /// Royalties and the points of this row against all boards of the field.
    units: i32,
    /// Opponents' boards with a weaker row, as bits.
    beaten: u64,
    /// Those with a stronger row.
    lost: u64,
}

impl CompleteRow {
    pub(crate) const NONE: Self = Self {
        cards: PackSet::EMPTY,
        strength: Strength::MIN,
        number: 0,
        paid: 0,
        units: 0,
        beaten: 0,
        lost: 0,
    };

    /// Returns the row with isomorphic cards.
    #[inline]
    pub(crate) const fn with_cards(self, cards: PackSet) -> Self {
        Self { cards, ..self }
    }
}

/// Opponents' boards of equal weight, by row.
#[derive(Clone, Debug, Default)]
struct Field {
    /// A foul has 0 in all rows: every legal board beats it.
    numbers: [Vec<u16>; 3],
    /// The weight of a board, in units.
    weight: i32,
    /// Royalties of each board, in points, and its other points against a foul.
    paid: Vec<[i32; 2]>,
}

/// Some of the opponents' boards, equally likely: [`Endgame::subset`](super::Endgame::subset).
#[derive(Clone, Copy, Debug)]
pub struct BoardSubset {
    bits: u64,
    /// The weight of a board, in units.
    weight: i32,
    /// Payments to them: for royalties by a legal board, and in all by a foul.
    constant: i32,
    foul: i32,
}

/// The capacity of a field: a board for each bit of a word.
const FIELD: usize = 64;

/// Values complete boards under one set of rules, against opponents with known boards or with a
/// uniform distribution over some. Copies share their tables.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    scorer: Arc<Scorer>,
    /// In units, for 13 to 17 cards.
    entry: [i32; 5],
    /// The value of entry by the strength of the top row, without and with a wheel in the middle, in
    /// units.
    by_top: Arc<[Vec<i32>; 2]>,
    /// Opponents' boards.
    field: Field,
    /// Boards beyond the capacity of the field, or of other weights; weights in units.
    more: Vec<([u16; 3], i32)>,
    /// Number of opponents that pay the royalties; 1 without opponents.
    payers: i32,
    /// The value of a legal board beside its royalties, its rows and Fantasyland.
    constant: i32,
    /// The value of a foul.
    foul: i32,
}

impl Judge {
    pub(crate) fn new(rules: &Rules, stakes: Stakes) -> Result<Self, EndgameError> {
        let scorer = Arc::new(Scorer::new(rules).map_err(EndgameError::Rules)?);
        let units = |points: f64| {
            let fits = (0.0..=500.0).contains(&points);
            if fits {
                Ok((points * UNIT).round() as i32)
            } else {
                Err(EndgameError::Stakes(points))
            }
        };
        let mut entry = [0; 5];
        for (entry, points) in entry.iter_mut().zip(stakes.entry) {
            *entry = units(points)?;
        }
        let foul = -units(stakes.foul)?;
        let by_top = Arc::new([Vec::new(), Vec::new()]);
        let (field, more) = (Field::default(), Vec::new());
        let (payers, constant) = (1, 0);
        let mut judge = Self { scorer, entry, by_top, field, more, payers, constant, foul };
        judge.by_top = Arc::new([false, true].map(|wheel| judge.entries(wheel)));
        Ok(judge)
    }

    /// Returns the judge against opponents, each with 1, 2, 4, … or 64 equally likely boards; `None`
    /// is a foul.
    pub(crate) fn against(mut self, opponents: &[Vec<Option<Rows>>]) -> Result<Self, EndgameError> {
        if opponents.is_empty() {
            return Ok(self);
        }
        let rules = self.scorer.rules();
        let all = i32::from(rules.row) * 3 + i32::from(rules.scoop);
        let most = opponents.len() as u32 * (all as u32 + 300) + 500;
        if most > MAX_POINTS {
            return Err(EndgameError::Points(most));
        }
        self.payers = opponents.len() as i32;
        (self.constant, self.foul) = (0, 0);
        for boards in opponents {
            if !boards.len().is_power_of_two() || boards.len() > BOARDS {
                return Err(EndgameError::Boards(boards.len()));
            }
            let weight = UNITS / boards.len() as i32;
            for rows in boards {
                let royalties = rows.map_or(0, |rows| i32::from(self.scorer.royalties(rows)));
                let lost = if rows.is_some() { all } else { 0 };
                let numbers = rows.map_or([0; 3], |rows| self.scorer.numbers(rows));
                self.add_board(numbers, weight, [royalties, lost]);
                self.constant -= royalties * weight;
                self.foul -= (royalties + lost) * weight;
            }
        }
        Ok(self)
    }

    /// Adds a board of an opponent.
    fn add_board(&mut self, numbers: [u16; 3], weight: i32, paid: [i32; 2]) {
        let field = &mut self.field;
        if field.numbers[0].is_empty() {
            field.weight = weight;
        }
        if field.weight != weight || field.numbers[0].len() == FIELD {
            self.more.push((numbers, weight));
            return;
        }
        for (row, number) in field.numbers.iter_mut().zip(numbers) {
            row.push(number);
        }
        field.paid.push(paid);
    }

    /// Returns the boards of the field that are set in `bits`: a power of two of them for each
    /// opponent.
    pub(crate) fn subset(&self, bits: u64) -> BoardSubset {
        let weight = UNITS * self.payers / bits.count_ones().max(1) as i32;
        let (mut constant, mut foul) = (0, 0);
        for (i, [royalties, lost]) in self.field.paid.iter().enumerate() {
            if bits >> i & 1 == 1 {
                constant -= royalties * weight;
                foul -= (royalties + lost) * weight;
            }
        }
        BoardSubset { bits, weight, constant, foul }
    }

    /// Returns whether every board is in the field, so that [`Judge::subset`] can select them.
    pub(crate) fn has_field(&self) -> bool {
        self.more.is_empty() && !self.field.paid.is_empty()
    }

    /// Returns the better of `best` and a board against some boards of the field.
    #[inline]
    pub(crate) fn better_against(
        &self,
        rows: [&CompleteRow; 3],
        subset: &BoardSubset,
        best: BoardKey,
    ) -> BoardKey {
        let Some(rows) = self.judged(rows) else {
            return best.max(BoardKey::new(subset.foul, false, 0, 0, [0; 3]));
        };
        let bits = subset.bits;
        let [beaten, lost] = [rows.map(|row| row.beaten & bits), rows.map(|row| row.lost & bits)];
        let count = |bits: u64| bits.count_ones() as i32;
        let won: i32 = beaten.map(count).iter().sum::<i32>() - lost.map(count).iter().sum::<i32>();
        let scoops = count(beaten[0] & beaten[1] & beaten[2]) - count(lost[0] & lost[1] & lost[2]);
        let rules = self.scorer.rules();
        let points = won * i32::from(rules.row) + scoops * i32::from(rules.scoop);
        let wheel = self.scorer.is_wheel(rows[1].strength);
        let entry = self.by_top[usize::from(wheel)][usize::from(rows[0].strength.number())];
        let paid: i32 = rows.iter().map(|row| row.paid).sum();
        let value = paid + entry + subset.constant + points * subset.weight;
        if i64::from(value) < best.value() {
            return best;
        }
        let [top, middle, bottom] = rows.map(|row| row.strength);
        let cards = self.scorer.entry(Rows { top, middle, bottom }).unwrap_or(0);
        let royalties = self.scorer.royalties_and_stay(rows.map(|row| row.number)).0;
        let wins = beaten.map(|beaten| count(beaten) * subset.weight);
        best.max(BoardKey::new(value, true, cards, royalties, wins))
    }

    /// Returns a complete row.
    #[inline]
    pub(crate) fn complete_row(&self, row: Row, cards: PackSet) -> CompleteRow {
        self.with_strength(row, cards, Strength::of(cards).unwrap_or(Strength::MIN))
    }

    /// Returns a complete row of this strength.
    #[inline]
    fn with_strength(&self, row: Row, cards: PackSet, strength: Strength) -> CompleteRow {
        let number = match row {
            Row::Middle => self.scorer.middle_number(strength),
            Row::Top | Row::Bottom => strength.number(),
        };
        let paid = i32::from(self.scorer.points_of(row, number)) * self.payers * UNITS;
        let (mut beaten, mut lost) = (0, 0);
        for (i, theirs) in self.field.numbers[row as usize].iter().enumerate() {
            beaten |= u64::from(number > *theirs) << i;
            lost |= u64::from(number < *theirs) << i;
        }
        let won = beaten.count_ones() as i32 - lost.count_ones() as i32;
        let units = paid + won * i32::from(self.scorer.rules().row) * self.field.weight;
        CompleteRow { cards, strength, number, paid, units, beaten, lost }
    }

    /// Returns all rows of a complete board.
    pub(crate) fn complete_rows(&self, rows: [PackSet; 3]) -> [CompleteRow; 3] {
        Row::ALL.map(|row| self.complete_row(row, rows[row as usize]))
    }

    /// Returns the scorer of the same rules.
    pub(crate) fn scorer(&self) -> &Scorer {
        &self.scorer
    }

    /// Returns the number of opponents.
    pub(crate) fn opponents(&self) -> usize {
        if self.field.paid.is_empty() { 0 } else { self.payers as usize }
    }

    /// Returns the value of entry by the strength of the top row.
    fn entries(&self, wheel: bool) -> Vec<i32> {
        // Any middle row will do that is, or is not, a wheel.
        let text = if wheel { "2c 3d 4h 5s 7c" } else { "2c 3d 4h 5s 8c" };
        let middle = text.parse().ok().and_then(Strength::of).unwrap_or(Strength::MIN);
        let by_number = |number| {
            let top = Strength::from_number(number)?;
            let cards = self.scorer.entry(Rows { top, middle, bottom: Strength::MAX })?;
            Some(self.entry[usize::from(cards) - 13])
        };
        (0..=Strength::MAX.number()).map(|number| by_number(number).unwrap_or(0)).collect()
    }

    /// Returns whether rows are in order without lowering jokers.
    #[inline]
    fn in_order(&self, [top, middle, bottom]: [&CompleteRow; 3]) -> bool {
        match self.scorer.rules().middle {
            Middle::High => top.strength <= middle.strength && middle.strength <= bottom.strength,
            Middle::DeuceToSeven => top.strength <= bottom.strength && middle.number != 0,
        }
    }

    /// Returns the rows of a complete board, with jokers lowered if the rows would else be a foul;
    /// `None` for a foul.
    #[inline]
    fn judged(&self, rows: [&CompleteRow; 3]) -> Option<[CompleteRow; 3]> {
        if self.in_order(rows) {
            return Some(rows.map(|row| *row));
        }
        let joint = self.scorer.rules().joker_use == JokerUse::Joint;
        let jokers = rows.iter().any(|row| row.cards.jokers() > 0);
        if joint && jokers { self.lowered(rows) } else { None }
    }

    fn lowered(&self, [top, middle, bottom]: [&CompleteRow; 3]) -> Option<[CompleteRow; 3]> {
        let within = |which: Row, row: &CompleteRow, bound: Strength| {
            if row.strength <= bound {
                return Some(*row);
            }
            let strength = Strength::at_most(row.cards, bound)?;
            Some(self.with_strength(which, row.cards, strength))
        };
        let low = self.scorer.rules().middle == Middle::DeuceToSeven;
        let bound = if low { Strength::MAX } else { bottom.strength };
        let middle = within(Row::Middle, middle, bound)?;
        let top = within(Row::Top, top, if low { bottom.strength } else { middle.strength })?;
        (middle.number != 0).then_some([top, middle, *bottom])
    }

    /// Returns the value of a complete board in units.
    #[inline]
    pub(crate) fn value(&self, rows: [&CompleteRow; 3]) -> i32 {
        if self.in_order(rows) {
            return self.legal_value(rows);
        }
        self.judged(rows).map_or(self.foul, |rows| self.legal_value(rows.each_ref()))
    }

    #[inline]
    fn legal_value(&self, [top, middle, bottom]: [&CompleteRow; 3]) -> i32 {
        let wheel = self.scorer.is_wheel(middle.strength);
        let entry = self.by_top[usize::from(wheel)][usize::from(top.strength.number())];
        let scoops = (top.beaten & middle.beaten & bottom.beaten).count_ones() as i32
            - (top.lost & middle.lost & bottom.lost).count_ones() as i32;
        let mut value = top.units + middle.units + bottom.units + entry + self.constant;
        value += scoops * i32::from(self.scorer.rules().scoop) * self.field.weight;
        for (theirs, weight) in &self.more {
            let numbers = [top.number, middle.number, bottom.number];
            value += self.scorer.row_points(numbers, *theirs) * weight;
        }
        value
    }

    /// Returns the value and the details of a complete board as one number, the larger the better.
    pub(crate) fn key(&self, rows: [&CompleteRow; 3]) -> BoardKey {
        let Some(rows) = self.judged(rows) else {
            return BoardKey::new(self.foul, false, 0, 0, [0; 3]);
        };
        let numbers = rows.map(|row| row.number);
        let mut wins = rows.map(|row| row.beaten.count_ones() as i32 * self.field.weight);
        for (theirs, weight) in &self.more {
            for ((wins, mine), theirs) in wins.iter_mut().zip(numbers).zip(theirs) {
                *wins += if mine > *theirs { *weight } else { 0 };
            }
        }
        let [top, middle, bottom] = rows.map(|row| row.strength);
        let cards = self.scorer.entry(Rows { top, middle, bottom }).unwrap_or(0);
        BoardKey::new(
            self.legal_value(rows.each_ref()),
            true,
            cards,
            self.scorer.royalties_and_stay(numbers).0,
            wins,
        )
    }
}

/// The value of a complete board, whether it is legal, its Fantasyland, royalties and rows won;
/// compared in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct BoardKey(u64);

impl BoardKey {
    pub(crate) const LEAST: Self = Self(0);

    fn new(value: i32, legal: bool, cards: u8, royalties: u16, wins: [i32; 3]) -> Self {
        let wins = wins.into_iter().fold(0, |all, wins| all << 8 | (wins / MIN_WEIGHT) as u64);
        let entry = u64::from(cards.saturating_sub(12));
        let value = (i64::from(value) + (1 << 25)) as u64;
        Self(value << 37 | u64::from(legal) << 36 | entry << 33 | u64::from(royalties) << 24 | wins)
    }

    /// Returns the value in units.
    pub(crate) const fn value(self) -> i64 {
        (self.0 >> 37) as i64 - (1 << 25)
    }

    pub(crate) const fn is_legal(self) -> bool {
        self.0 >> 36 & 1 == 1
    }

    /// Returns the cards of Fantasyland less 12; 0 if the board does not enter.
    pub(crate) const fn entry(self) -> usize {
        (self.0 >> 33 & 7) as usize
    }

    pub(crate) const fn royalties(self) -> i64 {
        (self.0 >> 24 & 511) as i64
    }

    /// Returns the number of opponents beaten by each row, in 64ths.
    pub(crate) const fn wins(self) -> [i64; 3] {
        [(self.0 >> 16 & 255) as i64, (self.0 >> 8 & 255) as i64, (self.0 & 255) as i64]
    }
}
