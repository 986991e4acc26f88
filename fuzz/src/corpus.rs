//! Writes the files of `corpus/`: small valid inputs of our own making.

use facedown_catalog::{self as catalog, GAMES};
use facedown_game::Turn;
use facedown_ofc_solver::book::Book;
use facedown_riichi_logs::{Record, mjai, mjlog, read, tenhou6};
use serde_json::Map;
use std::error::Error;
use std::path::Path;

const TEXTS: &[(&str, &[&str])] = &[
    ("cards", &["As 2s,3s", "XX Kd", "ac2c3c4c5c6c7c8c9ctcjcqckc", "Td"]),
    ("tiles", &["123m406p99s1z", "5mr E P", "4-06p", "111=1z", "1111z", "19m19p19s1234567z"]),
    (
        "hands",
        &[
            "\0As2s3s 9c9d9h Kd 2c 7h 7d",
            "\x00123m456p789s11222z",
            "\x02234m345567p5567s|8s",
            "\x00123m406p78s11z|9s|777=z",
        ],
    ),
    (
        "boards",
        &[
            "\0Qs Qd 7c / Kc Kh 4d 2c 3c / 9s 9d 9h 2d 2h",
            "\0Qs Qd / Kc Kh 4d / 9s 9d 9h 2c\nKd 2d 7s\n3c\n",
            "\0\nAs Kd 7h 7c 2s\n\nAh / Kc / 6h 6c Td",
            "\x04/ / \nAh X 7h 7d 2s\n",
            "\0Ah / Kd Kc / 6h 6c > / 5d / 3h",
        ],
    ),
    (
        "moves",
        &[
            "\0\0upcard",
            "\x01\0pass As Kd 4c",
            "\x05\x01discard 1m",
            "\x06\0As top",
            "\x02\x04play 9s",
        ],
    ),
    (
        "notation",
        &[
            "\0\0\x01\x02\x03\x04\x05",
            "\x01\x05\x09\x02\x03",
            "\x05\0\x01\0\x02\x01\x07",
            "\x06\0\x01\x02\x03\x04",
        ],
    ),
    (
        "options",
        &[
            "\0{\"rules\":\"classic\",\"gin_bonus\":25}",
            "\x01{\"seats\":3}",
            "\x05{\"rules\":\"mjsoul\",\"match\":{\"length\":\"tonpu\"}}",
            "\x06{\"rules\":\"progressive\",\"seats\":3}",
            "\x02ismcts:25ms:exploration=0.7",
        ],
    ),
];

/// Writes all files.
pub(crate) fn write(folder: &Path) -> Result<(), Box<dyn Error>> {
    for (target, texts) in TEXTS {
        for (i, text) in texts.iter().enumerate() {
            file(folder, target, &format!("{i}"), text.as_bytes())?;
        }
    }
    logs(folder)?;
    for (target, presets) in
        [("apply_gin", 6), ("apply_ofc", 7), ("apply_riichi", 4), ("apply_tricks", 8)]
    {
        for preset in 0..presets.min(4_u8) {
            // Legal actions by their index, some ids among them.
            let bytes = (0..160_u16).flat_map(|i| {
                let number = if i % 7 == 0 { i % 60 } else { 1 << 15 | i.wrapping_mul(7919) };
                number.to_le_bytes()
            });
            let bytes: Vec<u8> = [preset, 3 * preset].into_iter().chain(bytes).collect();
            file(folder, target, &format!("{preset}"), &bytes)?;
        }
    }
    views(folder)
}

fn file(folder: &Path, target: &str, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder.join(target))?;
    std::fs::write(folder.join(target).join(name), bytes)
}

/// One round of a game that our own bots played, in every format.
fn logs(folder: &Path) -> Result<(), Box<dyn Error>> {
    let logs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/riichi/logs/tenhou");
    for (name, three) in [("east", false), ("east3", true)] {
        let whole = read(&std::fs::read(logs.join(format!("{name}.json")))?)?;
        let record = Record { rounds: whole.rounds[..1].to_vec(), end: None, ..whole };
        let text = tenhou6::write(&record);
        file(folder, "log_tenhou6", name, text.as_bytes())?;
        file(folder, "log", name, text.as_bytes())?;
        file(folder, "log_gzip", name, text.as_bytes())?;
        let lines = mjai::write(&record);
        file(folder, "log_mjai", name, lines.as_bytes())?;
        // What one seat is sent: its index, and no other hand.
        let seated =
            lines.replacen("{\"type\":\"start_game\"", "{\"type\":\"start_game\",\"id\":0", 1);
        let bytes = [&[u8::from(three)], seated.as_bytes()].concat();
        file(folder, "mjai_bot", name, &bytes)?;
        if let Some(xml) = mjlog::write(&record) {
            file(folder, "log_mjlog", name, xml.as_bytes())?;
        }
    }
    let seed = format!("mt19937ar-sha512-n288-base64,{}", "A".repeat(3328));
    file(folder, "log", "seed", seed.as_bytes())?;
    let header = Book::shipped()?.bytes()[..512].to_vec();
    file(folder, "ofc_book", "header", &header)?;
    Ok(())
}

/// Views of every game, at several points of random play.
fn views(folder: &Path) -> Result<(), Box<dyn Error>> {
    for info in GAMES {
        let game = catalog::game(info.name, &Map::new())?;
        let target = format!("view_{}", info.name.replace('-', "_"));
        for (i, actions) in [0, 3, 9, 25].into_iter().enumerate() {
            let mut hand = game.deal(i as u64, Some(0)).expect("there is a hand 0");
            for step in 0..actions {
                let legal = hand.legal();
                if legal.is_empty() {
                    break;
                }
                hand.apply(legal[(step * 7 + i) % legal.len()])?;
            }
            let Turn::Act(seat) = hand.turn() else { continue };
            let view = hand.view(seat.index())?;
            let document =
                if i % 2 == 0 { view.record() } else { catalog::document(&*game, &*view) };
            file(folder, &target, &format!("{i}"), document.to_string().as_bytes())?;
        }
    }
    Ok(())
}
