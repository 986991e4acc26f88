//! Exactly solved hands: the samples that networks are trained on, as rows.

use crate::error::DatasetError;
use crate::folder::Job;
use crate::table::{Column, Columns};
use facedown_gin::kernel::min_deadwood;
use facedown_nets::Samples;
use facedown_ofc::fantasy::Scratch;
use facedown_tasks::deadwood::DeadwoodSamples;
use facedown_tasks::fantasyland::{FantasySamples, MIDDLE_ENCODER, TOP_ENCODER};
use serde_json::{Value, json};
use std::ops::Range;

/// Hands of a seed with their exact solutions. Row *n* is sample *n* of
/// `facedown train --data generate:SEED:COUNT`.
///
/// | data set | columns |
/// |---|---|
/// | `fantasyland` | `cards` (14 card ids in the order of the networks), `top`, `middle`, `bottom` (labels of the best rows), `value` |
/// | `deadwood` | `hand` (ten or eleven cards as bits), `deadwood` |
#[derive(Debug)]
pub struct Solved {
    source: Source,
    seed: u64,
    rows: u64,
    shard: u64,
}

#[derive(Debug)]
enum Source {
    Fantasyland(FantasySamples),
    Deadwood(DeadwoodSamples),
}

impl Solved {
    /// The names of the data sets.
    pub const NAMES: [&str; 2] = ["fantasyland", "deadwood"];
    /// Rows of a shard, if no other number is given.
    pub const SHARD: u64 = 50_000;

    /// Returns the data set with this name; `None` if there is none.
    pub fn named(name: &str, seed: u64, rows: u64) -> Option<Self> {
        let source = match name {
            "fantasyland" => Source::Fantasyland(FantasySamples::tops(seed, rows)),
            "deadwood" => Source::Deadwood(DeadwoodSamples::new(seed, rows)),
            _ => return None,
        };
        Some(Self { source, seed, rows, shard: Self::SHARD })
    }

    /// Returns the data set with so many rows in a shard.
    #[must_use]
    pub fn with_shard(self, shard: u64) -> Self {
        Self { shard: shard.max(1), ..self }
    }
}

impl Job for Solved {
    fn about(&self) -> Value {
        let (name, game, rules, encoder) = match &self.source {
            Source::Fantasyland(samples) => {
                ("fantasyland", "ofc", samples.rules(), json!([TOP_ENCODER, MIDDLE_ENCODER]))
            }
            Source::Deadwood(samples) => {
                ("deadwood", "gin", samples.rules(), json!([samples.encoder()]))
            }
        };
        json!({
            "dataset": name, "game": game, "rules": rules, "encoder": encoder, "seed": self.seed,
            "rows": self.rows, "shard": self.shard,
        })
    }

    fn items(&self) -> u64 {
        self.rows
    }

    fn shard(&self) -> u64 {
        self.shard
    }

    fn table(&self, items: Range<u64>) -> Result<Columns, DatasetError> {
        Ok(match &self.source {
            Source::Fantasyland(samples) => fantasyland(samples, items),
            Source::Deadwood(samples) => {
                let indices: Vec<u64> = items.collect();
                let hands = samples.hands(&indices);
                let deadwood = hands.iter().map(|hand| min_deadwood(*hand)).collect();
                let hands = hands.iter().map(|hand| hand.bits()).collect();
                let columns =
                    vec![("hand", Column::U64(hands)), ("deadwood", Column::U8(deadwood))];
                Columns { columns }
            }
        })
    }
}

fn fantasyland(samples: &FantasySamples, items: Range<u64>) -> Columns {
    let mut scratch = Scratch::default();
    let rows: Vec<_> = items.map(|index| samples.row(index, &mut scratch)).collect();
    let cards = rows.iter().map(|row| row.hand.iter().map(|card| card.index() as u8).collect());
    let label = |of: fn(&facedown_tasks::fantasyland::FantasyRow) -> u32| {
        Column::U16(rows.iter().map(|row| of(row) as u16).collect())
    };
    Columns {
        columns: vec![
            ("cards", Column::U8Lists(cards.collect())),
            ("top", label(|row| row.top)),
            ("middle", label(|row| row.middle)),
            ("bottom", label(|row| row.bottom)),
            ("value", Column::F64(rows.iter().map(|row| row.value).collect())),
        ],
    }
}
