#![doc = include_str!("../README.md")]
//!
//! One module per command; `args` defines the arguments. Commands write to one stream, which strips
//! colours where they are not wanted. A user's mistake is an error: one line on the standard error
//! and exit status 2.

mod advise;
mod args;
mod bench;
mod cards;
mod dataset;
mod match_;
mod games;
mod gin;
mod interrupt;
mod search_params;
mod layout;
mod names;
mod ofc;
mod color;
mod play;
mod players;
mod processor_time;
mod review;
mod riichi;
mod selfplay;
mod serve;
mod service;
mod shell;
mod tour;
mod train;
mod tricks;

use anstream::ColorChoice;
use anyhow::Result;
use args::{Cli, Color, Command, GinCommand, TricksCommand};
use clap::error::ContextValue;
use clap::{Parser, ValueEnum};
use facedown_game::{brief, excerpt};
use std::ffi::OsString;
use std::io::{ErrorKind, Write};

/// The outcome of a command that had no error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    /// Success.
    Done,
    /// Success, and the answer is no.
    No,
    /// The user stopped it.
    Interrupted,
}

impl Answer {
    fn exit_status(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::No => 1,
            Self::Interrupted => 130,
        }
    }
}

/// Runs the command line with these arguments, the first of which is the program's name, and returns
/// its exit status.
///
/// It is the whole program: it reads the standard input, writes to the standard streams, and sets the
/// choice of colours and the handler of Ctrl-C for the process.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // Before parsing: help is coloured too, and ends the parsing.
    wanted_color(&arguments).write_global();
    let answer = match Cli::try_parse_from(arguments) {
        Ok(cli) => execute(&cli.command),
        Err(error) if is_help(&error) => show(&error),
        Err(error) => Err(anyhow::Error::msg(usage(&error))),
    };
    match answer {
        Ok(answer) => answer.exit_status(),
        Err(error) if is_broken_pipe(&error) => 0,
        Err(error) => {
            // If even this cannot be written, there is nowhere left to report it.
            let message = one_line(&brief(&format!("{error:#}")));
            let _ = writeln!(std::io::stderr(), "facedown: {message}");
            2
        }
    }
}

fn execute(command: &Command) -> Result<Answer> {
    let out = &mut anstream::stdout().lock();
    let answer = dispatch(command, out)?;
    out.flush()?;
    Ok(answer)
}

/// Runs a command.
fn dispatch(command: &Command, out: &mut dyn Write) -> Result<Answer> {
    match command {
        Command::Gin(GinCommand::Deadwood(args)) => gin::deadwood(args, out),
        Command::Ofc(command) => ofc::run(command, out),
        Command::Riichi(command) => riichi::run(command, out),
        Command::Tricks(TricksCommand::Advise(args)) => tricks::advise(args, out),
        Command::Advise(args) => advise::run(args, out),
        Command::Play(args) => play::run(args, &mut std::io::stdin().lock(), out),
        Command::Review(args) => review::run(args, out),
        Command::Match(args) => match_::run(args, out),
        Command::Games(args) => games::run(args, out),
        Command::Tour(args) => tour::run(args, out),
        Command::Bench(args) => bench::run(args, out),
        Command::Serve(args) => serve::run(args, out),
        Command::Dataset(args) => dataset::run(args, out),
        Command::Selfplay(args) => selfplay::run(args, out),
        Command::Train(args) => train::run(args),
        Command::Completions(args) => shell::completions(args, out),
        Command::Man(args) => shell::man(args, out),
    }
}

/// Prints a value as the one JSON document of a command.
fn print_json(value: &impl serde::Serialize, out: &mut dyn Write) -> Result<Answer> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(Answer::Done)
}

/// Returns the value of `--color`, read before all other arguments; the last one counts.
fn wanted_color(arguments: &[OsString]) -> ColorChoice {
    let mut last = None;
    let mut texts = arguments.iter().map(|text| text.to_str().unwrap_or_default()).peekable();
    while let Some(text) = texts.next() {
        match text.strip_prefix("--color") {
            Some("") => last = texts.peek().copied(),
            Some(value) => last = value.strip_prefix('=').or(last),
            None => {}
        }
    }
    match last.and_then(|value| Color::from_str(value, false).ok()) {
        Some(Color::Always) => ColorChoice::Always,
        Some(Color::Never) => ColorChoice::Never,
        Some(Color::Auto) | None => ColorChoice::Auto,
    }
}

/// Returns whether this is no error but help or the version, requested or for lack of a command.
fn is_help(error: &clap::Error) -> bool {
    use clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand as NoCommand;
    !error.use_stderr() || error.kind() == NoCommand
}

/// Prints help or the version.
fn show(help: &clap::Error) -> Result<Answer> {
    let out = &mut anstream::stdout().lock();
    write!(out, "{}", help.render().ansi())?;
    out.flush()?;
    Ok(Answer::Done)
}

/// Returns clap's message without its tips and usage; of long arguments only the beginning.
fn usage(error: &clap::Error) -> String {
    let mut text = error.render().to_string();
    for (_, value) in error.context() {
        if let ContextValue::String(argument) = value {
            text = text.replace(argument, &excerpt(argument).to_string());
        }
    }
    let lines = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim);
    let text = lines.collect::<Vec<_>>().join(" ");
    format!("{}; see 'facedown --help'", text.trim_start_matches("error: "))
}

/// Returns a text on one line, with control characters escaped.
fn one_line(text: &str) -> String {
    let escape =
        |c: char| if c.is_control() { c.escape_default().collect() } else { c.to_string() };
    text.trim_end().chars().map(escape).collect()
}

/// Returns whether the reader of the output has gone, as `head` does: no error of the user's.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = |cause: &(dyn std::error::Error + 'static)| {
        Some(cause.downcast_ref::<std::io::Error>()?.kind())
    };
    error.chain().any(|cause| kind(cause) == Some(ErrorKind::BrokenPipe))
}
