//! Command-line arguments.

mod learning;

pub(crate) use learning::{DatasetArgs, SelfplayArgs, TrainArgs};

use crate::names::Names;
use crate::ofc::args::OfcCommand;
use crate::riichi::args::RiichiCommand;
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use facedown_catalog::DEFAULT_BOT;
use facedown_game::MAX_THREADS;
use std::path::PathBuf;

/// Card and tile games with hidden information: exact solvers, search, bots, matches.
#[derive(Parser, Debug)]
#[command(
    name = "facedown",
    version,
    max_term_width = 100,
    arg_required_else_help = true,
    args_override_self = true,
    after_help = "Example:\n  facedown tour        a short answer from every family of games\n\n\
                  Exit status: 0 done, 1 the answer is no, 2 bad input, 130 interrupted."
)]
pub(crate) struct Cli {
    /// When to colour the output; auto: on a terminal, unless `NO_COLOR` is set.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", display_order = 100)]
    pub(crate) color: Color,
    /// The command.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// When to colour the output.
#[derive(Clone, Copy, ValueEnum, Debug)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Gin rummy: exact deadwood.
    #[command(
        subcommand,
        after_help = "Example:\n  facedown gin deadwood \"As2s3s 9c9d9h Kd 2c 7h 7d\""
    )]
    Gin(GinCommand),
    /// Open-face Chinese poker: Fantasyland, placements, opening books.
    #[command(
        subcommand,
        after_help = "Examples:\n  \
                      facedown ofc fantasy \"Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s Jc\"\n  \
                      facedown ofc solve --deal \"As Kd Kc 7h 2s\""
    )]
    Ofc(OfcCommand),
    /// Riichi mahjong: hands, game logs, and a bot for MJAI tables.
    #[command(
        subcommand,
        after_help = "Examples:\n  facedown riichi hand 123m406p7789s1122z\n  \
                      facedown riichi replay game.mjlog.gz\n  \
                      facedown riichi bot --bot efficient"
    )]
    Riichi(RiichiCommand),
    /// Trick-taking games: the best bid, pass or card from a seat's view.
    #[command(subcommand, after_help = "Example:\n  facedown tricks advise view.json --seconds 2")]
    Tricks(TricksCommand),
    Advise(AdviseArgs),
    Play(PlayArgs),
    Review(ReviewArgs),
    Match(MatchArgs),
    Games(GamesArgs),
    Tour(TourArgs),
    Bench(BenchArgs),
    Serve(Box<ServeArgs>),
    Dataset(DatasetArgs),
    Selfplay(SelfplayArgs),
    Train(TrainArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// The commands of gin rummy.
#[derive(Subcommand, Debug)]
pub(crate) enum GinCommand {
    Deadwood(DeadwoodArgs),
}

/// The commands of trick-taking games.
#[derive(Subcommand, Debug)]
pub(crate) enum TricksCommand {
    Advise(TricksAdviseArgs),
}

/// The value of every legal bid, pass or card, by search over deals consistent with the view.
///
/// The file holds the seat's view, with every trick so far, and names its game: see
/// docs/reference/tricks-view.md. `json` in `facedown play` and Python's `View.to_dict` write it.
/// Ctrl-C ends the search with the answer so far. An alias of `facedown advise`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    facedown tricks advise view.json\n  \
    facedown tricks advise view.json --bot mo-ismcts --seconds 5\n  \
    facedown tricks advise - --iterations 20000 --json < view.json")]
pub(crate) struct TricksAdviseArgs {
    #[command(flatten)]
    pub(crate) request: RequestArgs,
}

/// Exact deadwood, melds and unmatched cards of hands.
///
/// Eleven cards all count; the answer names the best discard and the deadwood after each.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    facedown gin deadwood \"As2s3s 9c9d9h Kd 2c 7h 7d\"\n  \
    facedown gin deadwood --all \"4c 5c 6c 5d 5h\" \"2h3h4h5h6h7h\"\n  \
    facedown gin deadwood --json - < hands.txt")]
pub(crate) struct DeadwoodArgs {
    /// Hands of 1 to 11 cards, each in quotes: rank A23456789TJQK, then suit cdhs; spaces and commas
    /// are optional. `-` reads hands from standard input, one per line.
    #[arg(required = true, value_name = "HAND")]
    pub(crate) hands: Vec<String>,
    /// List every arrangement with the least deadwood, not only the first.
    #[arg(long)]
    pub(crate) all: bool,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A game and its rules.
#[derive(Args, Debug)]
pub(crate) struct GameArgs {
    /// The game.
    #[arg(value_parser = Names::GAMES)]
    pub(crate) game: String,
    /// Preset of the rules; by default the game's first (see `facedown games`).
    #[arg(long, value_name = "PRESET", value_parser = Names::PRESETS, hide_possible_values = true)]
    pub(crate) rules: Option<String>,
    /// Override one option of the preset; may be repeated.
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
}

/// Search parameters.
#[derive(Args, Debug)]
pub(crate) struct SearchParamsArg {
    /// Set one parameter of the bots that search (see `facedown games --params`); may be repeated.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
}

/// The value of every legal action from a seat's view.
///
/// The file holds the view in the form that Python's `View.to_dict` and `json` in `facedown play`
/// write: `{"game": …, "rules": …, "view": {…}}`, or the view alone. Fields that follow from the
/// others may be left out; fields that are there must agree. Ctrl-C ends a search with the answer so
/// far.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    facedown advise gin view.json\n  \
    facedown advise gin view.json --seconds 5\n  \
    facedown advise gin view.json --bot greedy\n  \
    facedown advise gin - --iterations 20000 --set exploration=0.7 --json < view.json")]
pub(crate) struct AdviseArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) request: RequestArgs,
}

/// A position and the bot that advises.
#[derive(Args, Debug)]
pub(crate) struct RequestArgs {
    /// The file with the position; `-` is standard input.
    #[arg(value_name = "FILE.json")]
    pub(crate) file: PathBuf,
    /// The bot that advises; a search may name its budget: `search:2s`, `ismcts:5000`, `greedy`.
    #[arg(long, value_name = "BOT", default_value = DEFAULT_BOT, value_parser = Names::BOTS)]
    pub(crate) bot: String,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
    #[command(flatten)]
    pub(crate) params: SearchParamsArg,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
    /// Random seed, 0 by default. Equal seeds and iterations give equal answers.
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The budget of a search; the first limit reached ends it.
#[derive(Args, Debug)]
pub(crate) struct BudgetArgs {
    /// Seconds; 1 if no budget is given.
    #[arg(long, value_name = "T", value_parser = above_zero, allow_negative_numbers = true)]
    pub(crate) seconds: Option<f64>,
    /// Iterations.
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    pub(crate) iterations: Option<u64>,
    /// Tree nodes.
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
}

/// Play a match in the terminal against bots.
///
/// Each turn shows your view and the legal actions. Type an action, its number in the list, or the
/// beginning of one; several cards are chosen at once (`pass As Kd 4c`). `hint` and `why` advise;
/// `help` lists all commands.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    facedown play gin\n  \
    facedown play gin --bot simple --rules classic --hands 3 --seed 7\n  \
    facedown play gin --bot search:500ms")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Bot in the other seats; by default a fast one that suits the game.
    #[arg(long, value_name = "BOT", value_parser = Names::BOTS)]
    pub(crate) bot: Option<String>,
    /// Random seed of deals and bots; by default a new one each time.
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Your seat.
    #[arg(long, value_name = "N", default_value = "0", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seat: u64,
    /// Stop after this many hands instead of at the end of the match.
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    pub(crate) hands: Option<u64>,
    /// Write the record of the game to this file at the end, for `facedown review`.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) params: SearchParamsArg,
}

/// Review a recorded game: a bot's opinion at every decision of a seat.
///
/// The record is what `facedown play --record` writes and what a table of the service hands out once
/// it is over. The bot's move and the played one are carried out in the same worlds that the seat
/// could not distinguish; a decision is a mistake only if the 95 % interval of the paired differences
/// excludes zero. Logs of riichi mahjong: `facedown riichi review`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    facedown play gin --record game.json\n  \
    facedown review game.json --seat 0\n  \
    facedown review game.json --iterations 10000 --worlds 1000 --json")]
pub(crate) struct ReviewArgs {
    /// The record; - for the standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The seat to review, counted from 0; by default all.
    #[arg(long, value_name = "N")]
    pub(crate) seat: Option<usize>,
    /// The bot whose opinion is asked.
    #[arg(long, value_name = "BOT", default_value = DEFAULT_BOT)]
    pub(crate) bot: String,
    /// Iterations of its search at each decision; by default 2000.
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    pub(crate) iterations: Option<u64>,
    /// Worlds in which the two moves are compared; by default 400.
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    pub(crate) worlds: Option<u64>,
    /// Random seed of the searches and of the worlds.
    #[arg(long, value_name = "S", default_value = "0", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Duplicate match of bots: points per deal with a confidence interval.
///
/// Each deal is played once for every seating (with two bots: twice, seats exchanged), which cancels
/// the luck of the deal; intervals are over deals. Equal seeds give equal results on any number of
/// threads. Ctrl-C stops early and reports the deals played.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    facedown match gin --bots greedy,simple --deals 1000 --seed 42\n  \
    facedown match gin --bots greedy,simple --matches --deals 200 --rules tournament\n  \
    facedown match gin --bots greedy,random --option gin_bonus=20 --option match.target=150 --json\n  \
    facedown match gin --bots greedy,simple --deals 100 --luck deep\n  \
    facedown match hearts --bots search:50,rule,rule,rule --until 2 --plot hearts.svg\n  \
    facedown match gin --bots greedy,simple --against 0.5\n  \
    facedown match gin --bots ismcts:1000,ismcts:1000:exploration=0.7 --set root_trees=1")]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Bots, one for each seat.
    #[arg(
        long,
        required = true,
        value_name = "A,B",
        action = ArgAction::Set,
        value_delimiter = ',',
        value_parser = Names::BOTS
    )]
    pub(crate) bots: Vec<String>,
    /// Number of deals; with --matches, of sets of matches on the same deals. Every deal is played in
    /// all seatings of the bots, or in a balanced random set where there are more than 12. With
    /// --until and --against the largest number, by default a million.
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    pub(crate) deals: Option<u64>,
    /// Play until the 95 % interval of every difference is at most so wide, from end to end: in
    /// points per deal, or with --matches in wins per match (0.05 is five in a hundred).
    #[arg(long, value_name = "WIDTH", value_parser = above_zero, allow_negative_numbers = true, conflicts_with = "against")]
    pub(crate) until: Option<f64>,
    /// Play until the first bot is better or worse than each other, or equal within MARGIN (by
    /// default never equal): by intervals that hold at all deals at once with 95 %, so that looking
    /// after every deal misleads nobody.
    #[arg(long, value_name = "MARGIN", num_args = 0..=1, default_missing_value = "0", value_parser = margin, allow_negative_numbers = true)]
    pub(crate) against: Option<f64>,
    /// Write a picture of mean and interval over the deals.
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,
    /// Play this hand of the match alone, 0 for the first, instead of hands drawn as matches have
    /// them: dealer, hand number, round, sticks and scores.
    #[arg(long, value_name = "N", conflicts_with = "matches")]
    pub(crate) hand: Option<u32>,
    /// Random seed of deals, seatings and bots.
    #[arg(long, value_name = "S", default_value = "1", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Play whole matches instead of single hands.
    #[arg(long)]
    pub(crate) matches: bool,
    /// Adjust results for luck, by a baseline of the whole table: the same mean from fewer deals.
    /// `cheap` takes up to a millisecond a hand, `deep` much longer.
    #[arg(long, value_name = "BASELINE", value_enum, default_value_t = LuckArg::None)]
    pub(crate) luck: LuckArg,
    /// Count seconds of budgets as processor time, which other programs do not take away; each bot
    /// thinks on one thread.
    #[arg(long)]
    pub(crate) processor_time: bool,
    #[command(flatten)]
    pub(crate) params: SearchParamsArg,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A baseline of luck adjustment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LuckArg {
    /// Plain results.
    None,
    /// A quick estimate.
    Cheap,
    /// Playouts or a network.
    Deep,
}

impl LuckArg {
    /// Returns the name of the baseline; `None` for plain results.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Cheap => Some("cheap"),
            Self::Deep => Some("deep"),
        }
    }
}

/// The number of threads.
#[derive(Args, Debug)]
pub(crate) struct ThreadsArg {
    /// Number of threads; by default one per core.
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    threads: Option<u16>,
}

impl ThreadsArg {
    /// Returns the number of threads, if given.
    pub(crate) fn given(&self) -> Option<u16> {
        self.threads
    }

    /// Returns the number of threads, 0 for one per core.
    pub(crate) fn or_zero(&self) -> usize {
        self.threads.map_or(0, usize::from)
    }

    /// Returns the number of threads in effect.
    pub(crate) fn count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }
}

/// List the games with their rules and bots, or the search parameters.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  facedown games\n  facedown games --params")]
pub(crate) struct GamesArgs {
    /// List the parameters of the bots that search, with defaults and meanings.
    #[arg(long, alias = "knobs")]
    pub(crate) params: bool,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A short, real answer from every family of games, within seconds.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  facedown tour --seed 7")]
pub(crate) struct TourArgs {
    /// Random seed of deals and searches.
    #[arg(long, value_name = "S", default_value = "1", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Benchmark the kernels, the vectorised environments and the bots on this machine.
///
/// Every benchmark also checks its result; a wrong one ends with status 1.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  facedown bench\n  facedown bench gin/deadwood --json\n  \
    facedown bench ofc --rounds 1")]
pub(crate) struct BenchArgs {
    /// Only benchmarks whose name contains this.
    pub(crate) name: Option<String>,
    /// Do exactly this many rounds, whatever time they take.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) rounds: Option<u32>,
    /// Random seed of hands and deals.
    #[arg(long, value_name = "S", default_value = "1", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Serve requests over HTTP, with a page to try them; Ctrl-C ends it.
///
/// Answers every call of the OpenAPI document at /openapi.json, streams long work, and keeps tables
/// against bots. Listens on this machine alone unless told otherwise; then a bearer token is needed, from
/// --token-file or the variable `FACEDOWN_TOKEN`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  facedown serve\n  \
    facedown serve --listen 127.0.0.1:8080 --memory\n  \
    facedown serve --listen 0.0.0.0:7070 --host cards.example --token-file token.txt --log")]
pub(crate) struct ServeArgs {
    /// Address to listen on.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7070")]
    pub(crate) listen: std::net::SocketAddr,
    /// Name by which clients may call the server, besides localhost and addresses; may be repeated.
    #[arg(long = "host", value_name = "NAME")]
    pub(crate) hosts: Vec<String>,
    /// Origin of a page elsewhere that may call the server; may be repeated.
    #[arg(long = "cors", value_name = "ORIGIN")]
    pub(crate) origins: Vec<String>,
    /// File with the bearer token that calls need.
    #[arg(long, value_name = "FILE")]
    pub(crate) token_file: Option<PathBuf>,
    /// File of tables; by default tables.redb in the folder of the user's data.
    #[arg(long, value_name = "FILE", conflicts_with = "memory")]
    pub(crate) data: Option<PathBuf>,
    /// Keep tables in memory alone.
    #[arg(long)]
    pub(crate) memory: bool,
    /// Number of threads that search; by default one per core.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) workers: Option<u16>,
    /// Number of requests in work or waiting, past which others are turned away; by default 16 per
    /// worker.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) queue: Option<u16>,
    /// Log a line of JSON for each request on the standard error; never cards.
    #[arg(long)]
    pub(crate) log: bool,
}

/// Print a completion script for a shell.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  \
    facedown completions bash > ~/.local/share/bash-completion/completions/facedown")]
pub(crate) struct CompletionsArgs {
    /// The shell.
    pub(crate) shell: Shell,
}

/// Print the manual page, or write one for every command.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  facedown man | man -l -\n  facedown man --out ~/.local/share/man/man1"
)]
pub(crate) struct ManArgs {
    /// Directory for the pages, created if missing.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

fn at_least_one(text: &str) -> Result<u64, &'static str> {
    text.parse().ok().filter(|n| *n > 0).ok_or("expected a whole number of at least 1")
}

fn above_zero(text: &str) -> Result<f64, &'static str> {
    let number = text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds > 0.0);
    number.ok_or("expected a number above 0")
}

fn margin(text: &str) -> Result<f64, &'static str> {
    let number = text.parse().ok().filter(|margin: &f64| margin.is_finite() && *margin >= 0.0);
    number.ok_or("expected a number of at least 0")
}

pub(crate) fn whole(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "expected a whole number from 0 to 2^64 - 1")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }
}
