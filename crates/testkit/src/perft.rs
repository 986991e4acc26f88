//! Perft for hidden-information games: counts of action sequences, and a digest of every seat's
//! observations.
//!
//! For a seed, every sequence of d actions is played; chance draws from the hand's own stream, so
//! that each sequence is one hand. The digest is a sum over all these hands of each seat's running
//! key, so that it does not depend on the order of visits, and changes when any event of any seat
//! does. The numbers are data files, in lines of `seed depth count digest`:
//!
//! ```text
//! # Kuhn poker: every line of one deal
//! 0 1 2 f0025c2f74d9b9d9
//! 0 2 4 53d70eb27a5ef609
//! ```

use facedown_game::{ActionBuf, Game, Rng, Seat, SeatKeys, Turn};
use std::fmt::{self, Write as _};
use std::path::Path;

/// The result of perft.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// Number of sequences of exactly `depth` actions.
    pub count: u64,
    /// The wrapping sum, over the final positions, of every seat's mixed key.
    pub digest: u64,
}

/// Plays every sequence of `depth` actions of the hand dealt from the stream `(seed, 0)`.
pub fn perft<G: Game>(game: &G, seed: u64, depth: u32) -> Perft {
    let (mut rng, mut keys) = (Rng::new(seed), SeatKeys::default());
    let state = game.deal(&game.first_setup(), &mut rng, &mut keys);
    let mut found = Perft::default();
    visit(game, state, rng, keys, depth, &mut found);
    found
}

fn visit<G: Game>(
    game: &G,
    mut state: G::State,
    mut rng: Rng,
    mut keys: SeatKeys,
    depth: u32,
    found: &mut Perft,
) {
    while game.turn(&state) == Turn::Chance {
        game.play_chance(&mut state, &mut rng, &mut keys);
    }
    if depth == 0 {
        found.count += 1;
        for seat in Seat::all(game.seats()) {
            let number = seat.index() as u64 + 1;
            found.digest = found.digest.wrapping_add(mix(keys.key(seat) ^ number << 56));
        }
        return;
    }
    let mut list = G::LegalActions::default();
    game.legal_actions(&state, &mut list);
    for &action in list.as_slice() {
        let (mut after, mut keys) = (state, keys);
        game.apply(&mut after, action, &mut keys);
        visit(game, after, rng.clone(), keys, depth - 1, found);
    }
}

/// The finaliser of SplitMix64: sums of raw keys could cancel, sums of mixed ones do not.
const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Why a perft file does not agree with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PerftError {
    /// The file cannot be read or written, for this reason.
    File(String),
    /// A line is not `seed depth count digest`: its number and text.
    Line(usize, String),
    /// There is no line.
    Empty,
    /// A line differs from the game.
    Differs {
        /// The number of the line, from 1.
        line: usize,
        /// The seed of the hand.
        seed: u64,
        /// Number of actions.
        depth: u32,
        /// The result on the line; `None` if there is none.
        expected: Option<Perft>,
        /// The result of the game.
        found: Perft,
    },
}

impl fmt::Display for PerftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(reason) => f.write_str(reason),
            Self::Line(line, text) => {
                write!(f, "line {line}: {text:?}, expected `seed depth count digest`")
            }
            Self::Empty => f.write_str("no line of `seed depth count digest`"),
            Self::Differs { line, seed, depth, expected, found } => write!(
                f,
                "line {line}: seed {seed}, depth {depth}: expected {expected:x?}, found {found:x?} \
                 (FACEDOWN_BLESS=1 rewrites the file)"
            ),
        }
    }
}

impl std::error::Error for PerftError {}

/// Checks every line of a perft file; with `FACEDOWN_BLESS=1` in the environment rewrites it. A
/// line of `seed depth` alone is filled in when blessed.
///
/// # Panics
/// If the file and the game do not agree, with the line.
#[track_caller]
pub fn check_file<G: Game>(game: &G, path: impl AsRef<Path>) {
    let bless = std::env::var_os("FACEDOWN_BLESS").is_some_and(|value| value == "1");
    if let Err(error) = try_file(game, path.as_ref(), bless) {
        panic!("{}: {error}", path.as_ref().display());
    }
}

fn try_file<G: Game>(game: &G, path: &Path, bless: bool) -> Result<(), PerftError> {
    let text = std::fs::read_to_string(path).map_err(|e| PerftError::File(e.to_string()))?;
    if !bless {
        return check_text(game, &text);
    }
    let blessed = bless_text(game, &text)?;
    std::fs::write(path, blessed).map_err(|e| PerftError::File(e.to_string()))
}

/// Checks the lines of a perft text; `#` begins a comment.
pub fn check_text<G: Game>(game: &G, text: &str) -> Result<(), PerftError> {
    let mut lines = 0;
    for (number, content) in text.lines().enumerate() {
        let Some((seed, depth, expected)) = parse(number + 1, content)? else { continue };
        let found = perft(game, seed, depth);
        if expected != Some(found) {
            return Err(PerftError::Differs { line: number + 1, seed, depth, expected, found });
        }
        lines += 1;
    }
    if lines == 0 { Err(PerftError::Empty) } else { Ok(()) }
}

/// Returns the text with every line replaced by the game's results; comments stay.
pub fn bless_text<G: Game>(game: &G, text: &str) -> Result<String, PerftError> {
    let mut blessed = String::new();
    for (number, content) in text.lines().enumerate() {
        match parse(number + 1, content)? {
            None => blessed.push_str(content),
            Some((seed, depth, _)) => {
                let Perft { count, digest } = perft(game, seed, depth);
                let _ = write!(blessed, "{seed} {depth} {count} {digest:016x}");
                if let Some((_, comment)) = content.split_once('#') {
                    let _ = write!(blessed, "  #{comment}");
                }
            }
        }
        blessed.push('\n');
    }
    Ok(blessed)
}

fn parse(number: usize, content: &str) -> Result<Option<(u64, u32, Option<Perft>)>, PerftError> {
    let bad = || PerftError::Line(number, content.into());
    let fields: Vec<&str> = content.split('#').next().unwrap_or("").split_whitespace().collect();
    let found = match fields[..] {
        [] => return Ok(None),
        [_, _] => None,
        [_, _, count, digest] => Some(Perft {
            count: count.parse().map_err(|_| bad())?,
            digest: u64::from_str_radix(digest, 16).map_err(|_| bad())?,
        }),
        _ => return Err(bad()),
    };
    let seed = fields[0].parse().map_err(|_| bad())?;
    let depth = fields[1].parse().map_err(|_| bad())?;
    Ok(Some((seed, depth, found)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toys::{Kuhn, TicTacToe};

    #[test]
    fn tic_tac_toe_has_the_known_numbers_of_sequences() {
        // 9!/(9-d)! sequences until a line can be complete; then 1,440 games end at the fifth mark,
        // 5,328 at the sixth, 47,952, 72,576 and 127,872 at the last: 255,168 in all.
        let known = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872, 0];
        for (depth, count) in known.into_iter().enumerate() {
            assert_eq!(perft(&TicTacToe, 0, depth as u32).count, count);
        }
    }

    #[test]
    fn a_blessed_text_passes_and_keeps_its_comments() {
        let blessed = bless_text(&Kuhn, "# all lines\n3 1\n\n3 2  # deeper\n").unwrap();
        assert!(blessed.starts_with("# all lines\n3 1 2 "));
        assert!(blessed.ends_with("  # deeper\n"));
        assert_eq!(check_text(&Kuhn, &blessed), Ok(()));
    }

    #[test]
    fn a_wrong_number_is_named() {
        let blessed = bless_text(&Kuhn, "3 2").unwrap();
        let wrong = blessed.replacen("3 2 4 ", "3 2 5 ", 1);
        assert!(matches!(check_text(&Kuhn, &wrong), Err(PerftError::Differs { line: 1, .. })));
        assert!(matches!(
            check_text(&Kuhn, "3 2"),
            Err(PerftError::Differs { expected: None, .. })
        ));
        assert!(matches!(check_text(&Kuhn, "3 2 x"), Err(PerftError::Line(1, _))));
        assert_eq!(check_text(&Kuhn, "# nothing"), Err(PerftError::Empty));
    }

    #[test]
    fn another_deal_has_another_digest_and_the_same_count() {
        let hands: Vec<Perft> = (0..20).map(|seed| perft(&Kuhn, seed, 2)).collect();
        assert!(hands.iter().all(|p| p.count == 4));
        let mut digests: Vec<u64> = hands.iter().map(|p| p.digest).collect();
        digests.sort_unstable();
        digests.dedup();
        assert_eq!(digests.len(), 6, "one digest for each of the six deals");
    }
}
