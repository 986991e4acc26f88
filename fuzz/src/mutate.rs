//! Random changes of inputs.

use facedown_game::Rng;

/// The longest input.
const MAX_BYTES: usize = 1 << 16;

/// Bytes that readers treat in a special way, and numbers at the edges of their types.
const TOKENS: &[&[u8]] = &[
    b"{",
    b"}",
    b"[",
    b"]",
    b"\"",
    b",",
    b":",
    b"\n",
    b" ",
    b"/",
    b"|",
    b"<",
    b">",
    b"=",
    b"-",
    b"?",
    b"null",
    b"true",
    b"\"\"",
    b"[]",
    b"{}",
    b"0",
    b"1",
    b"-1",
    b"4",
    b"13",
    b"14",
    b"52",
    b"135",
    b"136",
    b"255",
    b"256",
    b"65535",
    b"4294967295",
    b"18446744073709551615",
    b"1e308",
    b"0.5",
    b"As",
    b"Kd",
    b"X",
    b"5mr",
    b"0p",
    b"7z",
    b"\xff",
    b"\0",
    b"\xc3\xa9",
];

fn below(rng: &mut Rng, n: usize) -> usize {
    rng.below(n.clamp(1, u32::MAX as usize) as u32) as usize
}

/// Replaces `input` by a file of the corpus with a few changes.
pub(crate) fn mutate(corpus: &[Vec<u8>], input: &mut Vec<u8>, rng: &mut Rng) {
    match corpus.get(below(rng, corpus.len())) {
        Some(base) => input.clone_from(base),
        None => input.clear(),
    }
    // Mostly one change, which leaves the rest valid; now and then many.
    let changes = if rng.below(8) == 0 { 1 + below(rng, 64) } else { 1 + below(rng, 3) };
    for _ in 0..changes {
        change(corpus, input, rng);
        input.truncate(MAX_BYTES);
    }
}

fn change(corpus: &[Vec<u8>], input: &mut Vec<u8>, rng: &mut Rng) {
    let len = input.len();
    let at = below(rng, len + 1);
    let most = if rng.below(4) == 0 { len } else { 8 };
    let end = (at + 1 + below(rng, most)).min(len);
    match rng.below(9) {
        0 if at < len => input[at] ^= 1 << rng.below(8),
        1 if at < len => input[at] = rng.below(256) as u8,
        2 => input.insert(at, rng.below(256) as u8),
        3 if at < end => drop(input.drain(at..end)),
        // A part again, at its place or another.
        4 if at < end => {
            let part = input[at..end].to_vec();
            let to = below(rng, len + 1);
            input.splice(to..to, part);
        }
        5 => drop(input.splice(at..at, TOKENS[below(rng, TOKENS.len())].iter().copied())),
        6 if at < end => {
            drop(input.splice(at..end, TOKENS[below(rng, TOKENS.len())].iter().copied()));
        }
        // A part of another file.
        7 => {
            let Some(other) = corpus.get(below(rng, corpus.len())) else { return };
            let from = below(rng, other.len() + 1);
            let to = (from + 1 + below(rng, 256)).min(other.len());
            input.splice(at..end.max(at), other[from.min(to)..to].iter().copied());
        }
        // A number of the text, one more or less.
        _ => {
            let Some(digit) = input[at..].iter().position(u8::is_ascii_digit) else { return };
            let place = at + digit;
            input[place] = b'0' + (input[place] - b'0' + 1 + 8 * rng.below(2) as u8) % 10;
        }
    }
}
