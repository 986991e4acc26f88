//! Tenhou's mjlog: flat XML tags in one long line.
//!
//! ```text
//! <mjloggm ver="2.3"><SHUFFLE seed="…"/><GO type="169"/><UN n0="…"/><TAIKYOKU oya="0"/>
//! <INIT seed="0,0,0,4,4,32" ten="250,250,250,250" oya="0" hai0="…"/><T120/><D33/>…
//! <AGARI …/><INIT …/>…<AGARI … owari="…"/></mjloggm>
//! ```
//!
//! Since the tags are flat, a scanner suffices: [`Tags`] iterates over them with physical tile ids, and
//! [`read`] makes a record of them.

mod meld_code;
mod read;
mod write;

pub use read::read;
pub use write::write;

use crate::error::{LogError, Place, Reason};
use facedown_tiles::TileId;

/// A tag.
#[derive(Clone, Copy, Debug)]
pub struct Tag<'a> {
    /// The name, digits included: `T120`, `INIT`, `/mjloggm`.
    pub name: &'a str,
    /// The text after the name.
    attributes: &'a str,
    /// Its location.
    pub place: Place,
}

impl<'a> Tag<'a> {
    /// Returns the value of an attribute.
    pub fn get(&self, name: &str) -> Option<&'a str> {
        let mut rest = self.attributes;
        loop {
            let (key, after) = rest.split_once("=\"")?;
            let (value, after) = after.split_once('"')?;
            if key.trim_ascii() == name {
                return Some(value);
            }
            rest = after;
        }
    }

    /// Returns the letter of a draw or discard, which encodes the seat, and its tile.
    pub fn tile(&self) -> Option<(u8, TileId)> {
        let bytes = self.name.as_bytes();
        let (letter, digits) = bytes.split_first()?;
        if !matches!(letter, b'T'..=b'W' | b'D'..=b'G') || !(1..=3).contains(&digits.len()) {
            return None;
        }
        let mut id = 0usize;
        for digit in digits {
            id = id * 10 + usize::from(digit.is_ascii_digit().then(|| digit - b'0')?);
        }
        Some((*letter, TileId::from_index(id)?))
    }

    fn need(&self, name: &'static str) -> Result<&'a str, LogError> {
        self.get(name).ok_or_else(|| self.error(Reason::Missing(name)))
    }

    fn error(&self, reason: impl Into<Reason>) -> LogError {
        LogError::new(self.place, reason.into())
    }

    fn number(&self, name: &'static str) -> Result<usize, LogError> {
        let text = self.need(name)?;
        text.parse().map_err(|_| self.error(Reason::value(name, text)))
    }

    /// Reads a list of numbers; a missing attribute is an empty list.
    fn numbers(&self, name: &'static str, out: &mut Vec<i32>) -> Result<(), LogError> {
        out.clear();
        let text = self.get(name).unwrap_or("");
        for part in text.split(',').filter(|part| !part.is_empty()) {
            out.push(part.parse().map_err(|_| self.error(Reason::value(name, part)))?);
        }
        Ok(())
    }
}

/// The tags of an mjlog in order.
#[derive(Clone, Debug)]
pub struct Tags<'a> {
    text: &'a str,
    at: usize,
    number: usize,
}

impl<'a> Tags<'a> {
    /// Iterates over the tags of a text.
    pub const fn new(text: &'a str) -> Self {
        Self { text, at: 0, number: 0 }
    }

    fn scan(&mut self) -> Result<Option<Tag<'a>>, LogError> {
        let rest = self.text[self.at..].trim_ascii_start();
        let start = self.text.len() - rest.len();
        self.number += 1;
        let place = Place::Tag { number: self.number, byte: start };
        if rest.is_empty() {
            return Ok(None);
        }
        let inside = rest.strip_prefix('<').ok_or(LogError::new(place, Reason::Syntax))?;
        // No value contains '>': Tenhou percent-encodes names.
        let end = inside.find('>').ok_or(LogError::new(place, Reason::Truncated))?;
        let inside = &inside[..end];
        self.at = start + end + 2;
        let inside = inside.strip_suffix('/').unwrap_or(inside);
        let split = inside.find([' ', '\n', '\t', '\r']).unwrap_or(inside.len());
        let (name, attributes) = inside.split_at(split);
        if name.is_empty() || !attributes.matches('"').count().is_multiple_of(2) {
            return Err(LogError::new(place, Reason::Syntax));
        }
        Ok(Some(Tag { name, attributes, place }))
    }
}

impl<'a> Iterator for Tags<'a> {
    type Item = Result<Tag<'a>, LogError>;

    fn next(&mut self) -> Option<Self::Item> {
        let result = self.scan().transpose();
        if matches!(result, Some(Err(_))) {
            self.at = self.text.len();
        }
        result
    }
}
