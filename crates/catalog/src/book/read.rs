//! A book that is read.

use super::classes::{Class, rename, renamed};
use super::layout::{
    ENTRY, MARK, entry_at, is_mark, length, mark, mark_at, read_entry, read_header,
};
use super::opening::{Code, rows_of};
use super::{BookError, BookSettings, LookUpError};
use facedown_cards::{PackCard, PackSet};
use facedown_ofc::{Row, Rules};
use serde::Serialize;
use std::path::Path;

/// The best opening placements, by classes of five cards.
#[derive(Clone, PartialEq, Debug)]
pub struct Book {
    settings: BookSettings,
    bytes: Vec<u8>,
    /// Which shards are there.
    shards: Vec<bool>,
}

/// What a book says of five cards.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct BookMove {
    /// The cards with their rows, in the order they were given.
    #[serde(serialize_with = "as_texts")]
    pub placed: Vec<(PackCard, Row)>,
    /// Points that are expected.
    pub value: f64,
    /// The standard error of that.
    pub error: f64,
    /// The second best placement; nothing where all others are the same but for names of suits.
    #[serde(serialize_with = "as_optional_texts")]
    pub second: Option<Vec<(PackCard, Row)>>,
    /// How far it is behind, in points.
    pub behind: f64,
    /// How many hands are the same but for names of suits, this one included.
    pub hands: u32,
}

/// What a book is, and how much of it there is.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct BookInfo {
    /// What it was made with.
    #[serde(flatten)]
    pub settings: BookSettings,
    /// How many shards there are.
    pub shards_done: u32,
    /// How many classes there are.
    pub classes_done: u32,
    /// The share of all hands that they hold.
    pub share: f64,
}

impl Book {
    /// The book that comes with the program: `standard`.
    pub fn shipped() -> Result<Self, BookError> {
        Self::read(include_bytes!("standard.book").to_vec())
    }

    /// The book in a file.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        Self::read(std::fs::read(path)?)
    }

    /// The book in these bytes.
    pub fn read(bytes: Vec<u8>) -> Result<Self, BookError> {
        let settings = read_header(&bytes)?;
        let expected = length(&settings);
        if bytes.len() != expected {
            return Err(BookError::Length { bytes: bytes.len(), expected });
        }
        let mut book = Self { settings, bytes, shards: Vec::new() };
        for shard in 0..book.settings.shards {
            let at = mark_at(shard);
            let found = &book.bytes[at..at + MARK];
            let is_there = is_mark(found);
            if is_there && mark(book.entries(shard)) != found {
                return Err(BookError::Shard { shard, shards: book.settings.shards });
            }
            book.shards.push(is_there);
        }
        Ok(book)
    }

    /// The entries of a shard as they are written.
    pub(super) fn entries(&self, shard: u32) -> &[u8] {
        let classes = self.settings.shard(shard);
        &self.bytes[entry_at(&self.settings, classes.start)..entry_at(&self.settings, classes.end)]
    }

    /// Adds a shard.
    pub(super) fn set_shard(&mut self, shard: u32, entries: &[u8]) {
        let at = entry_at(&self.settings, self.settings.shard(shard).start);
        self.bytes[at..at + entries.len()].copy_from_slice(entries);
        self.bytes[mark_at(shard)..mark_at(shard) + MARK].copy_from_slice(&mark(entries));
        self.shards[shard as usize] = true;
    }

    /// What it was made with.
    pub const fn settings(&self) -> &BookSettings {
        &self.settings
    }

    /// Whether it has a shard.
    pub fn has_shard(&self, shard: u32) -> bool {
        self.shards.get(shard as usize).copied().unwrap_or(false)
    }

    /// What it is, and how much of it there is.
    pub fn info(&self) -> BookInfo {
        let jokers = self.jokers();
        let done = (0..self.settings.shards).filter(|shard| self.has_shard(*shard));
        let (mut shards_done, mut classes_done, mut hands) = (0, 0, 0_u64);
        for shard in done {
            shards_done += 1;
            let classes = self.settings.shard(shard);
            classes_done += classes.len() as u32;
            let classes = classes.filter_map(Class::from_index);
            hands += classes.map(|class| u64::from(class.hands(jokers))).sum::<u64>();
        }
        let pack = 52 + jokers as u64;
        let all = (pack - 4..=pack).product::<u64>() / 120;
        let share = hands as f64 / all as f64;
        BookInfo { settings: self.settings.clone(), shards_done, classes_done, share }
    }

    fn jokers(&self) -> usize {
        Rules::preset(&self.settings.rules).map_or(0, |rules| usize::from(rules.jokers))
    }

    /// What it says of five cards; `None` where it has not got that far.
    pub fn look_up(&self, cards: &[PackCard]) -> Result<Option<BookMove>, LookUpError> {
        let mut set = PackSet::EMPTY;
        for card in cards {
            if card.index() >= 52 + self.jokers() {
                return Err(LookUpError::NotInPack(*card));
            }
            if set.contains(*card) {
                return Err(LookUpError::Twice(*card));
            }
            set.insert(*card);
        }
        let class = Class::of(set).ok_or(LookUpError::Cards(cards.len()))?;
        if !self.has_shard(self.settings.shard_of(class.index())) {
            return Ok(None);
        }
        let at = entry_at(&self.settings, class.index());
        let mut entry = [0; ENTRY];
        entry.copy_from_slice(&self.bytes[at..at + ENTRY]);
        // Checksums were right, so an entry that cannot be was never made by this method.
        let Some(opening) = read_entry(entry) else { return Ok(None) };
        Ok(Some(BookMove {
            placed: placed(cards, set, opening.best),
            value: opening.value,
            error: opening.error,
            second: opening.second.map(|code| placed(cards, set, code)),
            behind: opening.behind,
            hands: class.hands(self.jokers()),
        }))
    }
}

/// The rows of these cards where the first hand of their class is placed so.
fn placed(cards: &[PackCard], set: PackSet, code: Code) -> Vec<(PackCard, Row)> {
    let (first, names) = renamed(set);
    let rows = rows_of(code).unwrap_or([Row::Bottom; 5]);
    let mut jokers = 0;
    let row = |card: &PackCard| {
        let named = rename(*card, names, jokers);
        jokers += usize::from(card.is_joker());
        let place = first.iter().position(|other| other == named).unwrap_or(0);
        (*card, rows[place])
    };
    cards.iter().map(row).collect()
}

fn texts(placed: &[(PackCard, Row)]) -> Vec<(String, String)> {
    placed.iter().map(|(card, row)| (card.to_string(), row.to_string())).collect()
}

fn as_texts<S: serde::Serializer>(placed: &[(PackCard, Row)], out: S) -> Result<S::Ok, S::Error> {
    texts(placed).serialize(out)
}

#[allow(clippy::ref_option, reason = "the form that the serializer calls")]
fn as_optional_texts<S: serde::Serializer>(
    placed: &Option<Vec<(PackCard, Row)>>,
    out: S,
) -> Result<S::Ok, S::Error> {
    placed.as_deref().map(texts).serialize(out)
}
