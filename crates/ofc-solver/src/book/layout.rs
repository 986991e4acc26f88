//! The binary layout of a book: see `docs/reference/ofc-book.md`.

use super::checksum::checksum;
use super::opening::{Opening, rows_of};
use super::settings::{BookSettings, Depth};
use super::{BookError, CLASSES};
use facedown_ofc::Rules;

pub(super) const MAGIC: [u8; 8] = *b"OFCBOOK\n";
const VERSION: u32 = 1;
/// The size of the header, before the marks of shards.
pub(super) const HEADER: usize = 192;
/// The sizes of a mark and of an entry.
pub(super) const MARK: usize = 8;
pub(super) const ENTRY: usize = 8;
const NAME: usize = 32;

/// The code for no second placement.
const NONE: u8 = 255;
/// Units of a point in an entry: of a value, and of an error or a gap.
const VALUE: f64 = 128.0;
const SMALL: f64 = 1024.0;

/// Returns the offset of the mark of a shard.
pub(super) fn mark_at(shard: u32) -> usize {
    HEADER + MARK * shard as usize
}

/// Returns the offset of the entry of a class.
pub(super) fn entry_at(settings: &BookSettings, class: usize) -> usize {
    mark_at(settings.shards) + ENTRY * class
}

/// Returns the size of a book.
pub(super) fn length(settings: &BookSettings) -> usize {
    entry_at(settings, settings.classes as usize)
}

/// Returns the mark of a shard with these entries: their checksum and its complement, so that a
/// half-written mark is invalid.
pub(super) fn mark(entries: &[u8]) -> [u8; MARK] {
    let sum = u64::from(checksum(entries));
    (sum | (!sum & 0xffff_ffff) << 32).to_le_bytes()
}

/// Returns whether these bytes are a valid mark.
pub(super) fn is_mark(bytes: &[u8]) -> bool {
    let word =
        |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    word(0) == !word(4)
}

/// Returns the header of a book.
pub(super) fn header(settings: &BookSettings) -> [u8; HEADER] {
    let mut bytes = Vec::with_capacity(HEADER);
    let Depth { lookahead, rounds, searched, iterations, solved, exact_iterations, bias } =
        settings.depth;
    bytes.extend(MAGIC);
    for number in [VERSION, settings.shards, settings.classes, settings.method] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(settings.seed.to_le_bytes());
    bytes.extend(settings.foul_cost.to_le_bytes());
    bytes.extend(settings.fantasyland_values.iter().flat_map(|points| points.to_le_bytes()));
    for number in [lookahead, rounds, searched, solved, settings.evaluator, 0] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(bias.to_le_bytes());
    bytes.extend(iterations.to_le_bytes());
    bytes.extend(exact_iterations.to_le_bytes());
    let mut name = settings.rules.as_bytes().to_vec();
    name.resize(NAME, 0);
    bytes.extend(name);
    bytes.resize(HEADER - 4, 0);
    bytes.extend(checksum(&bytes).to_le_bytes());
    let mut header = [0; HEADER];
    header.copy_from_slice(&bytes);
    header
}

/// Reads numbers one after the other.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (first, rest) = self.0.split_first_chunk().expect("a header was measured");
        self.0 = rest;
        *first
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.take())
    }

    fn f64(&mut self) -> f64 {
        f64::from_le_bytes(self.take())
    }
}

/// Reads the settings in the header of a book.
pub(super) fn read_header(bytes: &[u8]) -> Result<BookSettings, BookError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(BookError::Foreign);
    }
    let Some(header) = bytes.get(..HEADER) else {
        return Err(BookError::Length { bytes: bytes.len(), expected: HEADER });
    };
    let mut reader = Reader(&header[MAGIC.len()..]);
    let version = reader.u32();
    if version != VERSION {
        return Err(BookError::Version(version));
    }
    if Reader(&header[HEADER - 4..]).u32() != checksum(&header[..HEADER - 4]) {
        return Err(BookError::Header);
    }
    let (shards, classes, method) = (reader.u32(), reader.u32(), reader.u32());
    let (seed, foul_cost) = (reader.u64(), reader.f64());
    let fantasyland_values = std::array::from_fn(|_| reader.f64());
    let (lookahead, rounds, searched) = (reader.u32(), reader.u32(), reader.u32());
    let (solved, evaluator, _) = (reader.u32(), reader.u32(), reader.u32());
    let (bias, iterations, exact_iterations) = (reader.f64(), reader.u64(), reader.u64());
    let name: [u8; NAME] = reader.take();
    let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
    let rules = String::from_utf8_lossy(name).into_owned();
    let preset = Rules::preset(&rules).map_err(BookError::Preset)?;
    let settings = BookSettings {
        rules,
        fantasyland_values,
        foul_cost,
        seed,
        depth: Depth { lookahead, rounds, searched, iterations, solved, exact_iterations, bias },
        shards,
        classes,
        evaluator,
        method,
    };
    if classes as usize != CLASSES[usize::from(preset.jokers).min(2)] {
        return Err(BookError::Header);
    }
    settings.validate()?;
    Ok(settings)
}

/// Writes an entry.
pub(super) fn write_entry(opening: &Opening) -> [u8; ENTRY] {
    let small = |points: f64| ((points * SMALL).round() as u16).to_le_bytes();
    let value = ((opening.value * VALUE).round() as i16).to_le_bytes();
    let (error, behind) = (small(opening.error), small(opening.behind));
    let second = opening.second.unwrap_or(NONE);
    [opening.best, second, value[0], value[1], error[0], error[1], behind[0], behind[1]]
}

/// Reads an entry; `None` if its placements are invalid.
pub(super) fn read_entry(bytes: [u8; ENTRY]) -> Option<Opening> {
    let [best, second, v0, v1, e0, e1, b0, b1] = bytes;
    let second = (second != NONE).then_some(second);
    rows_of(best)?;
    if let Some(second) = second {
        rows_of(second)?;
    }
    let small = |bytes| f64::from(u16::from_le_bytes(bytes)) / SMALL;
    let value = f64::from(i16::from_le_bytes([v0, v1])) / VALUE;
    Some(Opening { best, second, value, error: small([e0, e1]), behind: small([b0, b1]) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_round_trips() {
        let mut settings = BookSettings::new("standard").unwrap();
        settings.seed = 99;
        settings.shards = 7;
        settings.depth.iterations = 12345;
        settings.fantasyland_values[3] = 0.1 + 0.2;
        assert_eq!(read_header(&header(&settings)).unwrap(), settings);
    }

    #[test]
    fn an_entry_round_trips_or_saturates() {
        let opening =
            Opening { best: 121, second: Some(242), value: -3.25, error: 0.5, behind: 1.125 };
        assert_eq!(read_entry(write_entry(&opening)), Some(opening));
        let far = Opening { second: None, value: 1e6, behind: 1e6, ..opening };
        let kept = read_entry(write_entry(&far)).unwrap();
        assert!(kept.second.is_none() && kept.value > 255.0 && kept.behind > 63.0);
        // Four cards on top.
        assert_eq!(read_entry([0; ENTRY]), None);
        assert_eq!(read_entry([250, 0, 0, 0, 0, 0, 0, 0]), None);
    }

    #[test]
    fn half_a_mark_is_invalid() {
        let whole = mark(b"entries");
        assert!(is_mark(&whole) && is_mark(&mark(b"")));
        assert!(!is_mark(&[0; MARK]));
        for written in 0..MARK {
            let mut half = [0; MARK];
            half[..written].copy_from_slice(&whole[..written]);
            assert!(!is_mark(&half), "{written} bytes");
        }
    }
}
