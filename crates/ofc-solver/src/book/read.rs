//! Reading a book.

use super::classes::{Class, rename, renamed};
use super::layout::{
    ENTRY, MARK, entry_at, is_mark, length, mark, mark_at, read_entry, read_header,
};
use super::opening::{Code, rows_of};
use super::{BookError, BookSettings, LookUpError};
use facedown_cards::{PackCard, PackSet};
use facedown_ofc::{Row, Rules};
use serde::Serialize;

/// The best opening placements, by classes of five cards.
#[derive(Clone, PartialEq, Debug)]
pub struct Book {
    settings: BookSettings,
    bytes: Vec<u8>,
    /// Which shards are complete.
    shards: Vec<bool>,
}

/// The entry of a book for five cards.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct BookMove {
    /// The cards with their rows, in the given order.
    #[serde(serialize_with = "as_texts")]
    pub placed: Vec<(PackCard, Row)>,
    /// The expected value in points.
    pub value: f64,
    /// The standard error of the value.
    pub error: f64,
    /// The second best placement; `None` if all others are isomorphic.
    #[serde(serialize_with = "as_optional_texts")]
    pub second: Option<Vec<(PackCard, Row)>>,
    /// The gap of the second best, in points.
    pub behind: f64,
    /// The number of isomorphic hands, including this one.
    pub hands: u32,
}

/// The settings and the size of a book.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct BookInfo {
    /// The settings.
    #[serde(flatten)]
    pub settings: BookSettings,
    /// The number of complete shards.
    pub shards_done: u32,
    /// The number of classes in them.
    pub classes_done: u32,
    /// The share of all hands in them.
    pub share: f64,
}

impl Book {
    /// Returns the book that comes with the crate: `standard`.
    #[cfg(feature = "weights")]
    pub fn shipped() -> Result<Self, BookError> {
        Self::read(include_bytes!("standard.book").to_vec())
    }

    /// Reads a book, and checks all checksums.
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

    /// Returns the bytes of a shard's entries.
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

    /// Returns the settings.
    pub const fn settings(&self) -> &BookSettings {
        &self.settings
    }

    /// Returns the bytes of the book.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns whether a shard is complete.
    pub fn has_shard(&self, shard: u32) -> bool {
        self.shards.get(shard as usize).copied().unwrap_or(false)
    }

    /// Returns the settings and the size.
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

    /// Looks five cards up; `None` if their shard is missing.
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
        // The checksums are right, so only another program can have written an invalid entry.
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

/// Returns the rows of these cards, given those of the first hand of their class.
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

#[allow(clippy::ref_option, reason = "the signature that serde expects")]
fn as_optional_texts<S: serde::Serializer>(
    placed: &Option<Vec<(PackCard, Row)>>,
    out: S,
) -> Result<S::Ok, S::Error> {
    placed.as_deref().map(texts).serialize(out)
}
