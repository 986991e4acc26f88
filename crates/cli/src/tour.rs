//! `facedown tour`: a short, real answer from every family of games.
//!
//! The tour runs the commands that it shows, so each answer is what the user gets by typing the same.
//! Budgets are counts, so equal seeds give equal answers.

use crate::args::{Cli, Command, TourArgs, TricksCommand};
use crate::{Answer, advise, dispatch, print_json};
use anyhow::{Context, Result, bail};
use clap::Parser;
use facedown_catalog::position;
use owo_colors::OwoColorize;
use serde_json::{Map, Value};
use std::io::Write;

/// One stop of the tour: a command and its answer.
struct Stop {
    /// The key of the family in the JSON document.
    family: &'static str,
    /// The key of the answer below its family.
    answer: &'static str,
    title: &'static str,
    /// The arguments.
    command: &'static [&'static str],
    /// The arguments that the command takes from the tour.
    takes: Takes,
}

/// Which of `--seed` and `--threads` a command takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Neither,
    SeedAndThreads,
}

/// A trick of Hearts on which the queen of spades has been discarded.
const HEARTS: &str = include_str!("tour/hearts.json");
/// The name of that position in the command that is shown.
const HEARTS_FILE: &str = "hearts.json";

const STOPS: [Stop; 7] = [
    Stop {
        family: "gin",
        answer: "hand",
        title: "Gin rummy: the best discard; the run and the set share a card",
        command: &["gin", "deadwood", "4s 5s 6s 7s 7c 7d 7h 9d Ts Ks 2c"],
        takes: Takes::Neither,
    },
    Stop {
        family: "gin",
        answer: "match",
        title: "Gin rummy: two bots on the same deals, seats exchanged",
        command: &["match", "gin", "--bots", "greedy,simple", "--deals", "200"],
        takes: Takes::SeedAndThreads,
    },
    Stop {
        family: "ofc",
        answer: "fantasy",
        title: "Open-face Chinese poker: the best Fantasyland setting of 14 cards",
        command: &["ofc", "fantasy", "Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s Jc"],
        takes: Takes::Neither,
    },
    Stop {
        family: "ofc",
        answer: "solve",
        title: "Open-face Chinese poker: street 4, solved exactly",
        command: &[
            "ofc",
            "solve",
            "--board",
            "Qs Qd / Kc Kh 4d / 9s 9d 9h 2c",
            "--deal",
            "Kd 2d 7s",
            "--top",
            "3",
        ],
        takes: Takes::SeedAndThreads,
    },
    Stop {
        family: "riichi",
        answer: "hand",
        title: "Riichi mahjong: acceptance after every discard",
        command: &["riichi", "hand", "123m406p7789s1122z"],
        takes: Takes::Neither,
    },
    Stop {
        family: "riichi",
        answer: "win",
        title: "Riichi mahjong: the score of a win",
        command: &[
            "riichi",
            "hand",
            "234m345567p5567s",
            "--win",
            "8s",
            "--tsumo",
            "--riichi",
            "--dora",
            "4s",
        ],
        takes: Takes::Neither,
    },
    Stop {
        family: "tricks",
        answer: "advise",
        title: "Hearts: the queen of spades is on the trick; the value of every card",
        command: &["tricks", "advise", HEARTS_FILE, "--iterations", "400"],
        takes: Takes::SeedAndThreads,
    },
];

pub(crate) fn run(args: &TourArgs, out: &mut dyn Write) -> Result<Answer> {
    let mut document = Map::new();
    for stop in &STOPS {
        let words = stop.words(args);
        if args.json {
            let mut bytes = Vec::new();
            run_command(&words, &mut bytes)?;
            let answer: Value = serde_json::from_slice(&bytes)?;
            let family = document.entry(stop.family).or_insert_with(|| Map::new().into());
            family[stop.answer] = answer;
            continue;
        }
        writeln!(out, "{}", stop.title.bold())?;
        writeln!(out, "{}\n", format!("$ {}", shell_line(&words)).dimmed())?;
        run_command(&words, out)?;
        writeln!(out)?;
        out.flush()?;
    }
    if args.json {
        return print_json(&document, out);
    }
    writeln!(out, "{}", "Next".bold())?;
    writeln!(out, "  facedown play hearts     play against bots; 'hint' and 'why' advise")?;
    writeln!(out, "  facedown games           games, rules and bots")?;
    writeln!(out, "  facedown help            all commands")?;
    Ok(Answer::Done)
}

impl Stop {
    /// Returns the arguments with those of the tour.
    fn words(&self, args: &TourArgs) -> Vec<String> {
        let mut words: Vec<String> = self.command.iter().map(|word| (*word).to_owned()).collect();
        if self.takes == Takes::SeedAndThreads {
            words.extend(["--seed".to_owned(), args.seed.to_string()]);
            if let Some(threads) = args.threads.given() {
                words.extend(["--threads".to_owned(), threads.to_string()]);
            }
        }
        if args.json {
            words.push("--json".to_owned());
        }
        words
    }
}

/// Runs a command of the tour.
fn run_command(words: &[String], out: &mut dyn Write) -> Result<()> {
    let words = std::iter::once("facedown").chain(words.iter().map(String::as_str));
    let command = Cli::try_parse_from(words)?.command;
    let answer = match &command {
        Command::Tricks(TricksCommand::Advise(args)) => {
            let document = serde_json::from_str(HEARTS).context(HEARTS_FILE)?;
            let position = position(&document, None, &Map::new()).context(HEARTS_FILE)?;
            advise::answer(&position, &args.request, out)?
        }
        command => dispatch(command, out)?,
    };
    if answer != Answer::Done {
        bail!("the tour was interrupted");
    }
    Ok(())
}

/// Returns the command as a shell reads it.
fn shell_line(words: &[String]) -> String {
    let quoted = |word: &String| {
        let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "-,.=".contains(c));
        if plain { word.clone() } else { format!("\"{word}\"") }
    };
    let words: Vec<String> = words.iter().map(quoted).collect();
    format!("facedown {}", words.join(" "))
}
