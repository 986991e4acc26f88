//! Bounds on what comes from outside: how much is read, and how much of it a message repeats.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufRead, ErrorKind, Read};
use std::path::Path;

/// The most bytes of a document: a view as JSON has some kilobytes.
pub const MAX_DOCUMENT_BYTES: usize = 16 << 20;

/// The most bytes of a line that a person or a program writes to a command.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// The most characters of a text that a message repeats.
const MAX_EXCERPT: usize = 80;

/// The most characters of a word, such as a file's name, that a message keeps whole.
const LONG_WORD: usize = 255;

/// The characters at the beginning and the end of a message that are kept if it is longer.
const MESSAGE_ENDS: [usize; 2] = [700, 250];

/// Reads to the end; more than `limit` bytes are an error that names the limit. An input without an
/// end takes no more memory than that.
///
/// ```
/// use facedown_game::read_at_most;
///
/// assert_eq!(read_at_most(&b"As 2s"[..], 5)?, b"As 2s");
/// let error = read_at_most(std::io::repeat(0), 1 << 20).unwrap_err();
/// assert_eq!(error.to_string(), "more than 1 MiB");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_at_most(input: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > limit { Err(too_long("", limit)) } else { Ok(bytes) }
}

/// Reads a line with its end into an empty `line`; returns whether there was one. More than `limit`
/// bytes are an error that names the limit.
pub fn read_line_at_most<R: BufRead + ?Sized>(
    input: &mut R,
    line: &mut Vec<u8>,
    limit: usize,
) -> io::Result<bool> {
    line.clear();
    let mut limited = input.take(limit as u64 + 1);
    limited.read_until(b'\n', line)?;
    if line.len() > limit { Err(too_long("a line of ", limit)) } else { Ok(!line.is_empty()) }
}

fn too_long(what: &str, limit: usize) -> io::Error {
    const UNITS: [(usize, &str); 2] = [(1 << 20, "MiB"), (1 << 10, "KiB")];
    let unit = UNITS.into_iter().find(|(size, _)| limit >= *size && limit.is_multiple_of(*size));
    let (size, name) = unit.unwrap_or((1, "bytes"));
    io::Error::new(ErrorKind::InvalidData, format!("{what}more than {} {name}", limit / size))
}

/// Displays the beginning of a text from outside, at most 80 characters. Messages repeat such texts
/// by it: they may be as long as a file.
///
/// ```
/// use facedown_game::excerpt;
///
/// assert_eq!(excerpt("As 2s").to_string(), "As 2s");
/// assert_eq!(excerpt(&"é".repeat(100_000)).to_string(), "é".repeat(79) + "…");
/// ```
pub fn excerpt(text: &str) -> Excerpt<'_> {
    Excerpt(text)
}

/// See [`excerpt`].
#[derive(Clone, Copy, Debug)]
pub struct Excerpt<'a>(&'a str);

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.char_indices().nth(MAX_EXCERPT).is_none() {
            return f.write_str(self.0);
        }
        let end = self.0.char_indices().nth(MAX_EXCERPT - 1).map_or(0, |(at, _)| at);
        write!(f, "{}…", &self.0[..end])
    }
}

/// Returns the text of a path; of one that is longer than any file's name, both ends.
pub fn path_excerpt(path: &Path) -> String {
    let text = path.to_string_lossy();
    shortened(&text, LONG_WORD, [40, 39], "…").unwrap_or_else(|| text.into_owned())
}

/// Returns a message without the middle of its long words, and without its own if it is still long:
/// the last resort of the doors, whose messages may quote what libraries report.
pub fn brief(message: &str) -> Cow<'_, str> {
    let ends = MESSAGE_ENDS.iter().sum();
    if message.char_indices().nth(LONG_WORD).is_none() {
        return Cow::Borrowed(message);
    }
    let short = |part: &str| {
        let word = part.trim_end();
        let ends = shortened(word, LONG_WORD, [76, 2], "…")?;
        Some(ends + &part[word.len()..])
    };
    let parts = message.split_inclusive(char::is_whitespace);
    let text: String = parts.map(|part| short(part).unwrap_or_else(|| part.to_owned())).collect();
    Cow::Owned(shortened(&text, ends, MESSAGE_ENDS, " … ").unwrap_or(text))
}

/// Returns the ends of a text of more than `most` characters.
fn shortened(text: &str, most: usize, [first, last]: [usize; 2], gap: &str) -> Option<String> {
    text.char_indices().nth(most)?;
    let (head, _) = text.char_indices().nth(first)?;
    let (tail, _) = text.char_indices().nth_back(last - 1)?;
    Some(format!("{}{gap}{}", &text[..head], &text[tail..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_of_the_limit_is_read_and_one_byte_more_is_refused() {
        let bytes = vec![7; 2_000];
        assert_eq!(read_at_most(&bytes[..], 2_000).unwrap(), bytes);
        let error = read_at_most(&bytes[..], 1_999).unwrap_err();
        assert_eq!(error.to_string(), "more than 1999 bytes");
        assert_eq!(read_at_most(io::repeat(0), 2_048).unwrap_err().to_string(), "more than 2 KiB");
    }

    #[test]
    fn lines_are_read_one_by_one_up_to_the_limit() {
        let (mut input, mut line) = (&b"As\n\nKd 2c"[..], Vec::new());
        let mut lines = Vec::new();
        while read_line_at_most(&mut input, &mut line, 5).unwrap() {
            lines.push(line.clone());
        }
        assert_eq!(lines, [&b"As\n"[..], b"\n", b"Kd 2c"]);
        let mut endless = io::BufReader::new(io::repeat(b'a'));
        let error = read_line_at_most(&mut endless, &mut line, MAX_LINE_BYTES).unwrap_err();
        assert_eq!(error.to_string(), "a line of more than 1 MiB");
    }

    #[test]
    fn eighty_characters_are_repeated_whole() {
        let text = "ä".repeat(80);
        assert_eq!(excerpt(&text).to_string(), text);
        assert_eq!(excerpt(&(text + "b")).to_string(), "ä".repeat(79) + "…");
    }

    #[test]
    fn a_long_message_keeps_its_beginning_and_its_end() {
        assert_eq!(brief("no rank 'x'"), "no rank 'x'");
        let text = "é ".repeat(475);
        assert_eq!(brief(&text), text);
        let long = format!("--set '{}': expected a number", "é ".repeat(100_000));
        let short = brief(&long);
        assert!(short.starts_with("--set 'é é ") && short.ends_with("': expected a number"));
        assert_eq!(short.chars().count(), 700 + 3 + 250);
    }

    #[test]
    fn a_long_word_of_a_message_keeps_its_ends() {
        let name = format!("'{}': no such file", "a".repeat(252));
        assert_eq!(brief(&name), name);
        let long = format!("invalid type: string \"{}\", expected u16", "é".repeat(100_000));
        let expected = format!("invalid type: string \"{}…\", expected u16", "é".repeat(75));
        assert_eq!(brief(&long), expected);
    }

    #[test]
    fn a_path_that_no_system_has_keeps_its_ends() {
        let name = "a/".repeat(100) + "log.mjlog";
        assert_eq!(path_excerpt(Path::new(&name)), name);
        let long = "a/".repeat(10_000) + "log.mjlog";
        let short = path_excerpt(Path::new(&long));
        assert!(short.starts_with("a/a/") && short.ends_with("a/log.mjlog"), "{short}");
        assert_eq!(short.chars().count(), 80);
    }
}
