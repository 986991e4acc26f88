//! Files: logs of riichi mahjong, lines of MJAI, opening books.

use crate::{first, text};
use facedown_game::Rng;
use facedown_ofc_solver::book::Book;
use facedown_riichi::bots::Efficient;
use facedown_riichi::{Riichi, Rules};
use facedown_riichi_logs::{LogError, Record, mjai, mjai_bot, mjlog, read, replay, tenhou6, wall};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

/// Replays what was read, and writes it as MJAI, which reads.
fn check(read: Result<Record, LogError>) {
    let Ok(record) = read else { return };
    let _ = replay(&record);
    let again = mjai::write(&record);
    if let Err(error) = mjai::read(&again) {
        panic!("MJAI that was written does not read: {error}");
    }
}

/// A log whose format is recognised by its content.
pub fn any(bytes: &[u8]) {
    check(read(bytes));
    let _ = wall::Seed::parse(&text(bytes));
}

/// Tenhou's XML.
pub fn mjlog(bytes: &[u8]) {
    check(mjlog::read(&text(bytes)));
}

/// A compressed log: the bytes as they are, and compressed.
pub fn gzip(bytes: &[u8]) {
    check(read(bytes));
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(bytes).expect("memory can be written");
    let mut packed = packed.finish().expect("memory can be written");
    // One layer is unpacked.
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        assert_eq!(read(&packed), read(bytes));
    }
    // Damaged at a place that the input chooses.
    let (place, rest) = first(bytes);
    let at = usize::from(place) * packed.len() / 256;
    packed[at] ^= 1 + first(rest).0 % 255;
    check(read(&packed));
    packed.truncate(at);
    check(read(&packed));
}

/// The JSON of Tenhou's viewer.
pub fn tenhou6(bytes: &[u8]) {
    check(tenhou6::read(&text(bytes)));
}

/// MJAI events on lines.
pub fn mjai(bytes: &[u8]) {
    let text = text(bytes);
    check(mjai::read(&text));
    for line in text.lines() {
        let _ = mjai::parse_event(line);
    }
}

/// Lines to a bot that plays over MJAI, at a table of four or three.
pub fn mjai_bot(bytes: &[u8]) {
    let (seats, rest) = first(bytes);
    let rules = if seats % 2 == 0 { Rules::TENHOU } else { Rules::TENHOU3 };
    let game = Riichi::new(rules).expect("a preset");
    let mut bot = mjai_bot::Bot::new(game, Efficient::default(), Rng::new(1));
    for line in text(rest).lines() {
        let _ = bot.react(line);
    }
}

/// Opening books.
pub fn book(bytes: &[u8]) {
    if let Ok(book) = Book::read(bytes.to_vec()) {
        let _ = book.info();
    }
}
