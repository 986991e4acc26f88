//! The setups of single rounds: those that the rounds of whole matches begin with.
//!
//! What to do with a hand depends on wind, dealer, counters and scores, so a round that stands for
//! the rounds of matches needs theirs. They come from a table: every 17th round of matches of four
//! (or three) bots `sharp` by the rules of Tenhou, with the seeds from 0.
//!
//! | seats, length | matches | rounds played | setups |
//! |---|---|---|---|
//! | 4, hanchan | 1,029 | 10,880 | 640 |
//! | 4, tonpu | 562 | 3,264 | 192 |
//! | 3, hanchan | 656 | 5,440 | 320 |
//! | 3, tonpu | 490 | 2,176 | 128 |
//!
//! `cargo research setups -- crates/riichi/src/setups.bin` makes
//! it.

use crate::rules::{Length, Tobi};
use crate::table::STICK;
use crate::{Riichi, Rules, Setup};
use facedown_game::{Game, Rng, Seat};

/// A setup in 48 bits, the lowest first: wind (2) and dealer (2), counters (4), sticks (4), and the
/// points of the first three seats in hundreds (12 each). Those of a fourth follow from the total.
type Row = [u8; 6];

static TABLE: &[u8] = include_bytes!("setups.bin");

/// The parts of the table in order: seats, length and number of rows.
const PARTS: [(u8, Length, usize); 4] = [
    (4, Length::Hanchan, 640),
    (4, Length::Tonpu, 192),
    (3, Length::Hanchan, 320),
    (3, Length::Tonpu, 128),
];

/// Returns the rows for so many seats and this length; none if a match is a single round.
fn rows(seats: u8, length: Length) -> &'static [Row] {
    let (all, mut first) = (TABLE.as_chunks().0, 0);
    for (part_seats, part_length, count) in PARTS {
        if (part_seats, part_length) == (seats, length) {
            return &all[first..first + count];
        }
        first += count;
    }
    &[]
}

impl Riichi {
    /// Returns the setups among which [`Match::draw_setup`](facedown_game::Match::draw_setup)
    /// chooses, all with the same chance; setups that are frequent are there several times.
    ///
    /// The table's points are shifted where matches start with other points than Tenhou's, and what
    /// a match by these rules cannot come to is left out: seats that are out of points, rounds after
    /// the last, an extension for another goal. A match of a single round has its first setup alone.
    pub fn setups(&self) -> impl Iterator<Item = Setup> + '_ {
        let rules = self.rules();
        let rows = rows(rules.seats, rules.matches.length);
        let single = rows.is_empty().then(|| self.first_setup());
        let table = rows.iter().map(|row| read(rules, *row));
        table.filter(|setup| self.can_reach(setup)).chain(single)
    }

    /// Draws one of [`Riichi::setups`].
    pub(crate) fn draw_from_table(&self, rng: &mut Rng) -> Option<Setup> {
        let rules = self.rules();
        let rows = rows(rules.seats, rules.matches.length);
        if rows.is_empty() {
            return None;
        }
        // The first round, a twelfth of all, is reached by all rules, so that this ends.
        loop {
            let setup = read(rules, rows[rng.below(rows.len() as u32) as usize]);
            if self.can_reach(&setup) {
                return Some(setup);
            }
        }
    }

    /// Returns whether a match can come to a setup of the table.
    fn can_reach(&self, setup: &Setup) -> bool {
        let (matches, model) = (&self.rules().matches, &played(self.rules()).matches);
        let least = setup.scores[..self.seats()].iter().min().copied().unwrap_or(0);
        let broke = match matches.tobi {
            Tobi::Never => false,
            Tobi::BelowZero => least < 0,
            Tobi::ZeroOrBelow => least <= 0,
        };
        let place = usize::from(setup.wind) * self.seats() + setup.dealer.index();
        let before = place.max(setup.honba.into());
        let gain = matches.goal_points - matches.start_points;
        let extends = matches.extension && gain >= model.goal_points - model.start_points;
        let in_time = setup.wind <= self.last_wind() || extends;
        !broke && in_time && before < usize::from(matches.max_rounds)
    }
}

/// Returns the rules of the matches in the table.
const fn played(rules: &Rules) -> &'static Rules {
    if rules.is_three() { &Rules::TENHOU3 } else { &Rules::TENHOU }
}

/// Reads a row, its points shifted to those with which matches by these rules start.
fn read(rules: &Rules, row: Row) -> Setup {
    let mut bits = [0; 8];
    bits[..row.len()].copy_from_slice(&row);
    let bits = u64::from_le_bytes(bits);
    let field = |shift: u32, width: u32| bits >> shift & ((1 << width) - 1);
    let start = played(rules).matches.start_points;
    let sticks = field(8, 4) as u8;
    let mut scores = [0; 4];
    for (place, score) in scores[..3].iter_mut().enumerate() {
        *score = 100 * field(12 + 12 * place as u32, 12) as i32;
    }
    if !rules.is_three() {
        scores[3] = 4 * start - STICK * i32::from(sticks) - scores.iter().sum::<i32>();
    }
    for score in &mut scores[..usize::from(rules.seats)] {
        *score += rules.matches.start_points - start;
    }
    Setup {
        scores,
        wind: field(0, 2) as u8,
        dealer: Seat::new(field(2, 2) as usize),
        honba: field(4, 4) as u8,
        sticks,
    }
}
