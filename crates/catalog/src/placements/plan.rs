//! Streets 1 to 3 as a plan that a search against chance can follow.

use facedown_cards::PackCard;
use facedown_game::Rng;
use facedown_ofc::endgame::Outlook;
use facedown_ofc::solve::{After, StreetScratch, Streets};
use facedown_search::{Found, Plan, TOLD, Transpositions};
use std::sync::atomic::{AtomicU64, Ordering};

/// How far guesses are off, in points for each opponent.
const DOUBT: f64 = 1.5;

/// Streets of one position, and a table of street-4 decisions that were solved.
pub(super) struct StreetPlan<'a> {
    pub(super) streets: &'a Streets,
    pub(super) table: &'a Transpositions,
    /// How often the table was asked, and how often it knew.
    lookups: AtomicU64,
    hits: AtomicU64,
}

impl<'a> StreetPlan<'a> {
    pub(super) fn new(streets: &'a Streets, table: &'a Transpositions) -> Self {
        Self { streets, table, lookups: AtomicU64::new(0), hits: AtomicU64::new(0) }
    }

    /// How often the table was asked, and how often it knew.
    pub(super) fn asked(&self) -> [u64; 2] {
        [&self.lookups, &self.hits].map(|count| count.load(Ordering::Relaxed))
    }
}

impl Plan for StreetPlan<'_> {
    type After = After;
    type Outcome = [PackCard; 3];
    type Scratch = StreetScratch;

    fn outcome(&self, after: &After, rng: &mut Rng) -> [PackCard; 3] {
        self.streets.next(after, rng)
    }

    fn exact(
        &self,
        scratch: &mut StreetScratch,
        after: &After,
        deal: &[PackCard; 3],
    ) -> Option<Found> {
        if after.board.cards().len() != 9 {
            return None;
        }
        let key = self.streets.key(after, *deal);
        self.lookups.fetch_add(1, Ordering::Relaxed);
        if let Some(found) = self.table.get(key) {
            self.hits.fetch_add(1, Ordering::Relaxed);
            return Some(found);
        }
        let leaf = self.streets.leaf(scratch, after, *deal)?;
        let found = Found { value: leaf.outlook.value, told: told(&leaf.outlook) };
        self.table.put(key, found);
        Some(found)
    }

    fn choices(&self, after: &After, deal: &[PackCard; 3], choices: &mut Vec<After>) {
        Streets::choices(after, *deal, choices);
    }

    fn guess(&self, _: &mut StreetScratch, after: &After) -> f64 {
        self.streets.guess(after)
    }

    fn upper_bound(&self, after: &After) -> f64 {
        self.streets.upper_bound(after)
    }

    fn doubt(&self) -> f64 {
        DOUBT * self.streets.opponents().max(1) as f64
    }
}

/// A chance of 1, and a point of royalties, as they are told.
const CHANCE: f64 = 65535.0;
const POINT: f64 = 200.0;

/// An outlook in small numbers.
fn told(outlook: &Outlook) -> [u16; TOLD] {
    let chance = |chance: f64| (chance * CHANCE).round() as u16;
    let mut told = [0; TOLD];
    told[0] = chance(outlook.foul);
    for (slot, entry) in told[1..6].iter_mut().zip(outlook.entry) {
        *slot = chance(entry);
    }
    told[6] = (outlook.royalties * POINT).round() as u16;
    for (slot, row) in told[7..10].iter_mut().zip(outlook.rows.unwrap_or_default()) {
        *slot = chance(row);
    }
    told
}

/// The outlook of means of such numbers.
pub(super) fn outlook(value: f64, told: &[f64; TOLD], opponents: usize) -> Outlook {
    let chance = |i: usize| told[i] / CHANCE;
    let entry: [f64; 5] = std::array::from_fn(|i| chance(1 + i));
    Outlook {
        value,
        foul: chance(0),
        fantasyland: entry.iter().sum(),
        entry,
        royalties: told[6] / POINT,
        rows: (opponents > 0).then(|| [7, 8, 9].map(chance)),
    }
}
