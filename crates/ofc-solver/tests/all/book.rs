//! Opening books: made in parts, interrupted, damaged, looked up.

#![allow(clippy::single_range_in_vec_init, reason = "lists of ranges of shards")]

use facedown_cards::{PackCard, parse_pack};
use facedown_game::{Control, Rng};
use facedown_ofc::endgame::Partial;
use facedown_ofc::{Row, Rules};
use facedown_ofc_solver::book::{
    Book, BookError, BookFile, BookMaker, BookSettings, Class, Depth, LookUpError, OpeningSolver,
};
use facedown_ofc_solver::stakes;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Returns settings with two classes in each shard and little depth.
fn settings() -> BookSettings {
    let depth = Depth { lookahead: 4, rounds: 1, searched: 2, iterations: 8, ..Depth::default() };
    BookSettings { shards: 65_536, depth, ..BookSettings::new("standard").unwrap() }
}

/// Returns a folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("facedown-book-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn made(path: &Path, parts: &[std::ops::Range<u32>], threads: usize) -> Vec<u8> {
    let mut maker = BookFile::create(path, &settings()).unwrap();
    for part in parts {
        assert!(maker.run(part.clone(), threads, Control::default()).unwrap());
    }
    drop(maker);
    std::fs::read(path).unwrap()
}

#[test]
fn bytes_do_not_depend_on_threads_or_the_order_of_the_work() {
    let folder = folder("order");
    let whole = made(&folder.join("a"), &[0..12], 1);
    assert_eq!(whole, made(&folder.join("b"), &[0..12], 3));
    assert_eq!(whole, made(&folder.join("c"), &[8..12, 0..5, 3..9], 2));
    // Two files, each with a part, become one.
    let mut first = BookFile::create(&folder.join("d"), &settings()).unwrap();
    first.run(0..7, 1, Control::default()).unwrap();
    made(&folder.join("e"), &[6..12], 1);
    let other = Book::open(&folder.join("e")).unwrap();
    assert_eq!(first.take(&other).unwrap(), 5);
    drop(first);
    assert_eq!(whole, std::fs::read(folder.join("d")).unwrap());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_book_made_in_memory_has_the_bytes_of_a_file() {
    let folder = folder("memory");
    let whole = made(&folder.join("a"), &[0..9], 1);
    let mut maker = BookMaker::new(&settings()).unwrap();
    assert!(maker.run(0..4, 1, Control::default()).unwrap());
    let mut other = BookMaker::new(&settings()).unwrap();
    assert!(other.run(3..9, 2, Control::default()).unwrap());
    assert_eq!(maker.take(other.book()).unwrap(), 5);
    assert_eq!(maker.missing(0..9).unwrap(), 0);
    assert_eq!(maker.book().bytes(), whole);
    // A book that was read can be continued.
    let again = BookMaker::resume(Book::read(whole).unwrap()).unwrap();
    assert_eq!(again.book(), maker.book());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn half_written_shards_are_dropped_and_made_again() {
    let folder = folder("half");
    let path = folder.join("book");
    let whole = made(&path, &[0..6], 1);
    let marks = 192 + 8 * 3;
    // Shard 3 was being written: its entries are half there, then its mark is.
    for (mark, entries) in [(0, 5), (0, 16), (3, 16), (7, 16)] {
        let mut bytes = whole.clone();
        bytes[marks + mark..marks + 8].fill(0);
        let at = 192 + 8 * 65_536 + 8 * settings().shard(3).start;
        bytes[at + entries..at + 16].fill(0);
        std::fs::write(&path, &bytes).unwrap();
        let mut maker = BookFile::open(&path).unwrap();
        assert!(!maker.book().has_shard(3));
        assert_eq!(maker.missing(0..6).unwrap(), settings().shard(3).len() as u64);
        assert!(maker.run(0..6, 1, Control::default()).unwrap());
        drop(maker);
        assert_eq!(std::fs::read(&path).unwrap(), whole);
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_cancelled_book_keeps_its_shards_and_continues() {
    let folder = folder("stop");
    let whole = made(&folder.join("a"), &[0..9], 1);
    let path = folder.join("b");
    let mut maker = BookFile::create(&path, &settings()).unwrap();
    let cancel = AtomicBool::new(false);
    let mut found = |found: &u64| {
        if *found == 9 {
            cancel.store(true, Ordering::Relaxed);
        }
    };
    let control =
        Control { cancel: Some(&cancel), progress: Some(&mut found), ..Control::default() };
    assert!(!maker.run(0..9, 1, control).unwrap());
    let done = maker.book().info().shards_done;
    assert!((1..9).contains(&done), "{done} shards");
    drop(maker);
    let mut maker = BookFile::open(&path).unwrap();
    assert_eq!(maker.book().info().shards_done, done);
    assert!(maker.run(0..9, 1, Control::default()).unwrap());
    drop(maker);
    assert_eq!(std::fs::read(&path).unwrap(), whole);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn damage_of_a_file_is_named() {
    let folder = folder("wrong");
    let whole = made(&folder.join("book"), &[0..4], 1);
    let said = |bytes: Vec<u8>| Book::read(bytes).unwrap_err().to_string();
    let changed = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        bytes
    };
    assert_eq!(said(Vec::new()), "no opening book: it does not begin with 'OFCBOOK'");
    assert!(said(b"PK\x03\x04 something else".to_vec()).starts_with("no opening book"));
    assert_eq!(said(changed(8)), "an opening book of version 5, expected 1");
    for at in [13, 30, 80, 120, 190] {
        assert_eq!(said(changed(at)), "the header of the book is damaged");
    }
    let entry = 192 + 8 * 65_536 + 8 * settings().shard(2).start + 1;
    assert_eq!(said(changed(entry)), "shard 2 of 65536 of the book is damaged");
    let short = said(whole[..1000].to_vec());
    assert_eq!(short, format!("the book has 1000 bytes, expected {}", whole.len()));
    assert_eq!(said(whole[..100].to_vec()), "the book has 100 bytes, expected 192");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn different_settings_are_named_and_a_file_is_never_overwritten() {
    let folder = folder("settings");
    let path = folder.join("book");
    let maker = BookFile::create(&path, &settings()).unwrap();
    assert!(matches!(BookFile::open(&path), Err(BookError::Locked)));
    maker.check(&settings()).unwrap();
    let depth = Depth { iterations: 9, ..settings().depth };
    let said = |other: BookSettings| maker.check(&other).unwrap_err().to_string();
    let other = BookSettings { depth, ..settings() };
    assert_eq!(said(other), "the book was made with iterations 8, not 9");
    let other = BookSettings { seed: 3, ..settings() };
    assert_eq!(said(other), "the book was made with seed 0, not 3");
    let other = BookSettings { rules: "ultimate".into(), ..settings() };
    assert_eq!(said(other), "the book was made with rules standard, not ultimate");
    let other = BookSettings { fantasyland_values: [1.0; 5], ..settings() };
    assert!(said(other).contains("value of Fantasyland"));
    let other = BookSettings { evaluator: 1, ..settings() };
    assert!(said(other).contains("evaluator"));
    assert!(BookFile::create(&path, &settings()).is_err());
    drop(maker);
    let mut maker = BookFile::open(&path).unwrap();
    let run = maker.run(3..3, 1, Control::default()).unwrap_err().to_string();
    assert_eq!(run, "shards 3..3, expected a part of 0..65536");
    let run = maker.run(0..1, 0, Control::default()).unwrap_err().to_string();
    assert_eq!(run, "threads is 0, expected 1 to 64");
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).collect();
    assert_eq!(left, [path]);
    std::fs::remove_dir_all(folder).unwrap();
    assert!(BookSettings::new("stadard").unwrap_err().to_string().contains("stadard"));
    let none = BookSettings { shards: 0, ..settings() };
    assert_eq!(none.validate().unwrap_err().to_string(), "shards is 0, expected 1 to 65536");
}

#[test]
fn isomorphic_hands_are_placed_alike() {
    let folder = folder("look");
    let path = folder.join("book");
    made(&path, &[30_000..30_004], 1);
    let book = Book::open(&path).unwrap();
    let rng = &mut Rng::new(5);
    for index in settings().shard(30_000).start..settings().shard(30_003).end {
        let first: Vec<PackCard> = Class::from_index(index).unwrap().first_hand().iter().collect();
        let known = book.look_up(&first).unwrap().unwrap();
        for _ in 0..20 {
            let mut suits = [0, 1, 2, 3];
            rng.shuffle(&mut suits);
            let other = |card: &PackCard| {
                PackCard::from_index(13 * suits[card.index() / 13] + card.index() % 13).unwrap()
            };
            let mut cards: Vec<PackCard> = first.iter().map(other).collect();
            rng.shuffle(&mut cards);
            let found = book.look_up(&cards).unwrap().unwrap();
            assert_eq!((found.value, found.behind), (known.value, known.behind));
            let given: Vec<PackCard> = found.placed.iter().map(|(card, _)| *card).collect();
            assert_eq!(given, cards);
            // Up to isomorphism.
            assert_eq!(shape(&found.placed), shape(&known.placed));
        }
    }
    let info = book.info();
    assert_eq!(info.shards_done, 4);
    assert!(info.share > 0.0 && info.share < 0.001);
    std::fs::remove_dir_all(folder).unwrap();
}

/// Returns the ranks of each row by suit, up to a permutation of suits.
fn shape(placed: &[(PackCard, Row)]) -> Vec<[u64; 3]> {
    let mut suits: Vec<[u64; 3]> = vec![[0; 3]; 4];
    for (card, row) in placed {
        suits[card.index() / 13][*row as usize] |= 1 << (card.index() % 13);
    }
    suits.sort_unstable();
    suits
}

#[test]
fn invalid_cards_are_named_and_missing_classes_are_not_errors() {
    let folder = folder("cards");
    let path = folder.join("book");
    made(&path, &[0..1], 1);
    let book = Book::open(&path).unwrap();
    let look = |text: &str| book.look_up(&parse_pack(text).unwrap());
    assert_eq!(look("As Kd 7h 7c"), Err(LookUpError::Cards(4)));
    assert_eq!(look("As Kd 7h 7c 2s 3s"), Err(LookUpError::Cards(6)));
    assert_eq!(
        look("As Kd 7h 7c X").unwrap_err().to_string(),
        "X is not in the pack of these rules"
    );
    assert_eq!(look("As Kd 7h 7c 2s"), Ok(None));
    let ace: PackCard = "As".parse().unwrap();
    assert_eq!(book.look_up(&[ace; 5]), Err(LookUpError::Twice(ace)));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn openings_that_players_agree_on_are_found() {
    let rules = Rules::STANDARD;
    let solver = OpeningSolver::new(&rules, stakes(&rules).unwrap()).unwrap();
    // Each is far ahead of the second in a search of 6,000 iterations with exact street-4 values.
    for board in
        ["Kd / / 2c 2d 2h 2s", "Kd / 2s / 9c 9d 9h", "Kd / Ah / 4c 5c 6c", "/ 7d 4h / Ac Ad As"]
    {
        let board: Partial = board.parse().unwrap();
        let class = Class::of(board.cards()).unwrap();
        let found = solver.solve(class, &Depth::default(), 1);
        let first: Vec<PackCard> = class.first_hand().iter().collect();
        let row = |i: usize| Row::ALL[usize::from(found.best) / 3_usize.pow(i as u32) % 3];
        let ranks = |cards: Vec<PackCard>| {
            let mut ranks: Vec<usize> = cards.iter().map(|card| card.index() % 13).collect();
            ranks.sort_unstable();
            ranks
        };
        for to in Row::ALL {
            let cards = (0..5).filter(|i| row(*i) == to).map(|i| first[i]).collect();
            assert_eq!(ranks(cards), ranks(board.row(to).iter().collect()), "{board}: {found:?}");
        }
    }
}

#[test]
fn a_book_of_another_evaluator_is_not_continued() {
    let folder = folder("evaluator");
    let path = folder.join("book");
    let other = BookSettings { evaluator: 0x1234_5678, ..settings() };
    let said = BookFile::create(&path, &other).unwrap_err().to_string();
    assert!(said.starts_with("the book was made with evaluator 12345678, not "), "{said}");
    // It can be read.
    assert_eq!(Book::open(&path).unwrap().settings(), &other);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn classic_dealing_has_no_book() {
    let folder = folder("classic");
    let settings = BookSettings::new("classic").unwrap();
    let said = BookFile::create(&folder.join("book"), &settings).unwrap_err().to_string();
    assert_eq!(said, "classic dealing, expected Pineapple");
    std::fs::remove_dir_all(folder).unwrap();
}
