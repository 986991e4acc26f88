//! A player at the terminal.

use super::facedown;
use std::io::{Read, Write};
use std::process::{ChildStdin, ChildStdout, Stdio};

/// A player at the other end of the pipes.
pub(crate) struct Player {
    input: ChildStdin,
    output: ChildStdout,
    /// The output so far.
    pub(crate) transcript: String,
}

impl Player {
    /// Reads until the program prompts or ends; returns whether it prompts.
    pub(crate) fn is_asked(&mut self) -> bool {
        let mut bytes = Vec::new();
        let mut byte = [0];
        while self.output.read(&mut byte).expect("the pipe is open") == 1 {
            bytes.push(byte[0]);
            if bytes.ends_with(b"\n> ") || bytes == b"> " {
                break;
            }
        }
        let text = String::from_utf8(bytes).expect("output is UTF-8");
        self.transcript.push_str(&text);
        text.ends_with("> ")
    }

    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the program listens");
    }

    /// Asks for advice by a search of this many iterations.
    fn hint(&mut self, iterations: u32) -> String {
        self.say(&format!("hint {iterations}"));
        assert!(self.is_asked());
        hinted(&self.transcript).to_owned()
    }
}

/// Returns the action of the last hint.
pub(crate) fn hinted(transcript: &str) -> &str {
    let mut lines = transcript.lines().rev();
    let advice = lines.find_map(|line| line.strip_prefix("search: ")).expect("there is advice");
    advice.rsplit_once(" (").map_or(advice, |(action, _)| action)
}

/// Plays until the program ends; `follow` types the hint. Returns the transcript.
pub(crate) fn follow_hints(
    args: &[&str],
    iterations: u32,
    follow: impl Fn(&mut Player, &str),
) -> String {
    let mut child = facedown(args).stdin(Stdio::piped()).spawn().expect("the binary runs");
    let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut player = Player { input, output, transcript: String::new() };
    while player.is_asked() {
        let advice = player.hint(iterations);
        follow(&mut player, &advice);
    }
    assert!(child.wait().expect("the binary ends").success());
    player.transcript
}
