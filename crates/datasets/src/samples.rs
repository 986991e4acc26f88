//! A data set as samples that networks are trained on.

use crate::error::DatasetError;
use crate::folder::read;
use crate::table::{Column, Columns};
use facedown_cards::PackCard;
use facedown_nets::{Batch, Samples, Targets};
use facedown_tasks::deadwood;
use facedown_tasks::fantasyland::{FantasyRow, FantasySamples, HAND, MIDDLES, TOPS};
use serde_json::Value;
use std::path::Path;

/// The rows of a data set in memory, encoded when they are read.
#[derive(Debug)]
pub struct DatasetSamples {
    rows: Rows,
    encoder: String,
    rules: String,
    describe: String,
}

#[derive(Debug)]
enum Rows {
    /// Card ids and the labels of top and middle.
    Fantasyland(FantasySamples, Vec<([u8; HAND], u16, u16)>),
    Deadwood(Vec<(u64, u8)>),
}

impl DatasetSamples {
    /// Reads the samples of a task from the folder of a data set.
    pub fn read(task: &str, folder: &Path) -> Result<Self, DatasetError> {
        let (rows, about) = match task {
            "fantasyland-top" => fantasyland(FantasySamples::tops(0, 0), folder)?,
            "fantasyland-middle" => fantasyland(FantasySamples::middles(0, 0), folder)?,
            "deadwood" => deadwood_rows(folder)?,
            _ => {
                let task = facedown_game::excerpt(task);
                return Err(DatasetError::Source(format!("the task {task} reads no data sets")));
            }
        };
        let encoder = match &rows {
            Rows::Fantasyland(kind, _) => kind.encoder(),
            Rows::Deadwood(_) => deadwood::ENCODER.to_owned(),
        };
        let text = |key: &str| about[key].as_str().unwrap_or_default().to_owned();
        let known = about["encoder"].as_array().cloned().unwrap_or_default();
        if !known.contains(&Value::from(encoder.clone())) {
            let (found, expected) = (about["encoder"].to_string(), encoder);
            return Err(DatasetError::Encoder { found, expected });
        }
        let (name, seed) = (text("dataset"), &about["seed"]);
        let describe = format!("{} rows of the data set {name}, seed {seed}", rows.len());
        Ok(Self { rows, encoder, rules: text("rules"), describe })
    }
}

impl Rows {
    fn len(&self) -> usize {
        match self {
            Self::Fantasyland(_, rows) => rows.len(),
            Self::Deadwood(rows) => rows.len(),
        }
    }
}

fn fantasyland(kind: FantasySamples, folder: &Path) -> Result<(Rows, Value), DatasetError> {
    let wanted = [
        ("cards", Column::U8Lists(Vec::new())),
        ("top", Column::U16(Vec::new())),
        ("middle", Column::U16(Vec::new())),
    ];
    let (mut rows, mut bad) = (Vec::new(), None);
    let about = read(folder, &wanted, |table: &Columns| {
        let [(_, Column::U8Lists(cards)), (_, Column::U16(tops)), (_, Column::U16(middles))] =
            &table.columns[..]
        else {
            return;
        };
        for ((cards, top), middle) in cards.iter().zip(tops).zip(middles) {
            let labels = usize::from(*top) < TOPS && usize::from(*middle) < MIDDLES;
            match <[u8; HAND]>::try_from(cards.as_slice()) {
                Ok(hand) if labels && hand.iter().all(|card| *card < 54) => {
                    rows.push((hand, *top, *middle));
                }
                _ => bad = bad.or(Some(rows.len())),
            }
        }
    })?;
    if let Some(row) = bad {
        let why = format!("row {row} is no hand of fourteen cards with its labels");
        return Err(DatasetError::Folder { path: folder.to_owned(), why });
    }
    Ok((Rows::Fantasyland(kind, rows), about))
}

fn deadwood_rows(folder: &Path) -> Result<(Rows, Value), DatasetError> {
    let wanted = [("hand", Column::U64(Vec::new())), ("deadwood", Column::U8(Vec::new()))];
    let mut rows = Vec::new();
    let about = read(folder, &wanted, |table: &Columns| {
        if let [(_, Column::U64(hands)), (_, Column::U8(deadwood))] = &table.columns[..] {
            rows.extend(hands.iter().copied().zip(deadwood.iter().copied()));
        }
    })?;
    let is_bad = |(_, deadwood): &(u64, u8)| usize::from(*deadwood) >= deadwood::OUTPUTS;
    if let Some(row) = rows.iter().position(is_bad) {
        let why = format!("row {row} has a deadwood of {}", rows[row].1);
        return Err(DatasetError::Folder { path: folder.to_owned(), why });
    }
    Ok((Rows::Deadwood(rows), about))
}

impl Samples for DatasetSamples {
    fn encoder(&self) -> String {
        self.encoder.clone()
    }

    fn rules(&self) -> String {
        self.rules.clone()
    }

    fn describe(&self) -> String {
        self.describe.clone()
    }

    fn len(&self) -> u64 {
        self.rows.len() as u64
    }

    fn group(&self, index: u64) -> u64 {
        match &self.rows {
            Rows::Fantasyland(..) => index,
            Rows::Deadwood(_) => deadwood::group(index),
        }
    }

    /// Rows of solvers are independent.
    fn is_shuffled(&self) -> bool {
        true
    }

    fn read(&self, indices: &[u64], batch: &mut Batch) {
        match &self.rows {
            Rows::Fantasyland(kind, rows) => {
                for index in indices {
                    let (cards, top, middle) = rows[*index as usize];
                    let card = |id: u8| PackCard::from_index(usize::from(id)).expect("below 54");
                    let (top, middle) = (u32::from(top), u32::from(middle));
                    let hand = cards.map(card);
                    kind.add(&FantasyRow { hand, top, middle, bottom: 0, value: 0.0 }, batch);
                }
            }
            Rows::Deadwood(rows) => {
                if batch.targets.is_empty() {
                    batch.targets.push(Targets::Classes { labels: Vec::new(), mask: Vec::new() });
                }
                for (hand, deadwood) in indices.iter().map(|index| rows[*index as usize]) {
                    let at = batch.inputs.len();
                    batch.inputs.resize(at + deadwood::INPUTS, 0.0);
                    deadwood::encode(hand, &mut batch.inputs[at..]);
                    if let Some(Targets::Classes { labels, .. }) = batch.targets.first_mut() {
                        labels.push(u32::from(deadwood));
                    }
                }
            }
        }
    }
}
