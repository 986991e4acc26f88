//! Fuzz targets: functions of bytes that must not panic, whatever the bytes are.
//!
//! | module | targets |
//! |---|---|
//! | [`texts`] | cards, tiles, hands, boards, moves, notation, options |
//! | [`logs`] | every format of riichi logs, the MJAI bot, opening books |
//! | [`play`] | `try_apply` of every game |
//! | [`views`] | the view reader of every game |
//! | [`requests`] | requests of every call of the service |
//!
//! libFuzzer runs each target in `fuzz_targets/`, the driver `src/main.rs` runs them on a stable
//! compiler. Both begin with the files of `corpus/`.

pub mod logs;
pub mod play;
pub mod requests;
pub mod texts;
pub mod views;

/// A target: its name, and the function of the input.
pub type Target = (&'static str, fn(&[u8]));

/// All targets by name.
pub const TARGETS: &[Target] = &[
    ("cards", texts::cards),
    ("tiles", texts::tiles),
    ("hands", texts::hands),
    ("boards", texts::boards),
    ("moves", texts::moves),
    ("notation", texts::notation),
    ("options", texts::options),
    ("log", logs::any),
    ("log_mjlog", logs::mjlog),
    ("log_gzip", logs::gzip),
    ("log_tenhou6", logs::tenhou6),
    ("log_mjai", logs::mjai),
    ("mjai_bot", logs::mjai_bot),
    ("ofc_book", logs::book),
    ("apply_gin", play::gin),
    ("apply_ofc", play::ofc),
    ("apply_riichi", play::riichi),
    ("apply_tricks", play::tricks),
    ("view_gin", views::gin),
    ("view_ofc", views::ofc),
    ("view_riichi", views::riichi),
    ("view_hearts", views::hearts),
    ("view_spades", views::spades),
    ("view_oh_hell", views::oh_hell),
    ("view_el_dorado", views::el_dorado),
    ("request", requests::any),
];

/// Runs the target with this name.
///
/// # Panics
/// If the target does, or if there is none of this name.
pub fn run(name: &str, bytes: &[u8]) {
    let (_, target) = TARGETS.iter().find(|(known, _)| *known == name).expect("a target");
    target(bytes);
}

/// Takes the first byte off the input; 0 if it is empty.
fn first(bytes: &[u8]) -> (u8, &[u8]) {
    bytes.split_first().map_or((0, bytes), |(first, rest)| (*first, rest))
}

/// Returns the input as text, with replacement characters where it is none.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
