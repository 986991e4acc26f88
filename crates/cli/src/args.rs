//! What users type.

use crate::names::Names;
use crate::ofc::args::OfcCommand;
use crate::riichi::args::RiichiCommand;
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::path::PathBuf;

/// Card games with hidden information: exact answers, bots, matches.
#[derive(Parser, Debug)]
#[command(
    name = "facedown",
    version,
    max_term_width = 100,
    arg_required_else_help = true,
    args_override_self = true,
    after_help = "Example:\n  facedown tour        a short answer from every family\n\n\
                  Exit status: 0 done, 1 the answer is no, 2 bad input, 130 interrupted."
)]
pub(crate) struct Cli {
    /// When to colour what is printed; auto: on a terminal, unless `NO_COLOR` is set.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", display_order = 100)]
    pub(crate) color: Color,
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// When to colour what is printed.
#[derive(Clone, Copy, ValueEnum, Debug)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Gin rummy: deadwood of hands.
    #[command(
        subcommand,
        after_help = "Example:\n  facedown gin deadwood \"As2s3s 9c9d9h Kd 2c 7h 7d\""
    )]
    Gin(GinCommand),
    /// Open-face Chinese poker: Fantasyland settings, placements.
    #[command(
        subcommand,
        after_help = "Examples:\n  \
                      facedown ofc fantasy \"Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s Jc\"\n  \
                      facedown ofc solve --deal \"As Kd Kc 7h 2s\""
    )]
    Ofc(OfcCommand),
    /// Riichi mahjong: hands, logs of real games, and a bot for MJAI tables.
    #[command(
        subcommand,
        after_help = "Examples:\n  facedown riichi hand 123m406p7789s1122z\n  \
                      facedown riichi replay game.mjlog.gz\n  \
                      facedown riichi bot --bot efficient"
    )]
    Riichi(RiichiCommand),
    /// Trick-taking games: the best call or card from a seat's view.
    #[command(subcommand, after_help = "Example:\n  facedown tricks advise view.json --seconds 2")]
    Tricks(TricksCommand),
    Advise(AdviseArgs),
    Play(PlayArgs),
    Match(MatchArgs),
    Games(GamesArgs),
    Tour(TourArgs),
    Bench(BenchArgs),
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

/// What every call or card of a seat is worth, found by a search in deals that explain the hand.
///
/// The file holds what the seat knows, with every trick from the first, and names its game: see
/// docs/reference/tricks-view.md. `json` in `facedown play` and Python's `View.to_dict` write it too. Ctrl-C
/// ends the search with the answer so far.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    facedown tricks advise view.json\n  \
    facedown tricks advise view.json --bot mo-ismcts --seconds 5\n  \
    facedown tricks advise - --iterations 20000 --json < view.json")]
pub(crate) struct TricksAdviseArgs {
    #[command(flatten)]
    pub(crate) ask: AskArgs,
}

/// Exact deadwood, the melds and the loose cards of hands.
///
/// Of eleven cards all eleven count; the best discard is named, with what every discard leaves.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    facedown gin deadwood \"As2s3s 9c9d9h Kd 2c 7h 7d\"\n  \
    facedown gin deadwood --all \"4c 5c 6c 5d 5h\" \"2h3h4h5h6h7h\"\n  \
    facedown gin deadwood --json - < hands.txt")]
pub(crate) struct DeadwoodArgs {
    /// Hands of 1 to 11 cards, each in quotes: rank A23456789TJQK, then suit cdhs; spaces and commas
    /// are optional. `-` reads hands from standard input, one on a line.
    #[arg(required = true, value_name = "HAND")]
    pub(crate) hands: Vec<String>,
    /// List every grouping with the least deadwood, not only the first.
    #[arg(long)]
    pub(crate) all: bool,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which game, by which rules.
#[derive(Args, Debug)]
pub(crate) struct GameArgs {
    /// The game.
    #[arg(value_parser = Names::GAMES)]
    pub(crate) game: String,
    /// Named rules; the game's first preset unless told otherwise (see `facedown games`).
    #[arg(long, value_name = "PRESET", value_parser = Names::PRESETS, hide_possible_values = true)]
    pub(crate) rules: Option<String>,
    /// One option of the rules, replacing the preset's; again for more.
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
}

/// Knobs of searches.
#[derive(Args, Debug)]
pub(crate) struct KnobsArg {
    /// One knob of the bots that search (see `facedown games --knobs`); again for more.
    #[arg(long = "set", value_name = "KNOB=VALUE")]
    pub(crate) set: Vec<String>,
}

/// What every choice of a seat is worth, found by a search.
///
/// The file holds what the seat knows, in the form that Python's `View.to_dict` and `json` in
/// `facedown play` write: `{"game": …, "rules": …, "view": {…}}`, or the view alone. What follows
/// from the rest may be left out of a view; what is there must agree. Ctrl-C ends the search with
/// the answer so far.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    facedown advise gin view.json\n  \
    facedown advise gin view.json --bot search --seconds 5\n  \
    facedown advise gin - --iterations 20000 --set exploration=0.7 --json < view.json")]
pub(crate) struct AdviseArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
}

/// A position, and how to search it.
#[derive(Args, Debug)]
pub(crate) struct AskArgs {
    /// The file with the position; `-` is standard input.
    #[arg(value_name = "FILE.json")]
    pub(crate) file: PathBuf,
    /// The search, with a budget if you like: `ismcts`, `search:2s`, `flat:5000`.
    #[arg(long, value_name = "BOT", default_value = "ismcts", value_parser = Names::SEARCHES)]
    pub(crate) bot: String,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
    #[command(flatten)]
    pub(crate) knobs: KnobsArg,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
    /// Names the random streams: equal seeds and iterations give equal answers. 0 unless set.
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What a search may spend: the first that is used up ends it.
#[derive(Args, Debug)]
pub(crate) struct BudgetArgs {
    /// Seconds; 1 where no budget is given.
    #[arg(long, value_name = "T", value_parser = above_zero, allow_negative_numbers = true)]
    pub(crate) seconds: Option<f64>,
    /// Iterations.
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    pub(crate) iterations: Option<u64>,
    /// Nodes of the trees.
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
}

/// Play a match in the terminal against bots.
///
/// Each turn shows what your seat knows and what it may do. Type an action, its number in the list,
/// or the beginning of one; `help` tells the rest.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    facedown play gin\n  \
    facedown play gin --bot simple --rules classic --hands 3 --seed 7\n  \
    facedown play gin --bot search:500ms")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Who sits in the other seats; a good bot of the game unless told otherwise.
    #[arg(long, value_name = "BOT", value_parser = Names::BOTS)]
    pub(crate) bot: Option<String>,
    /// What the cards come from; a new one each time unless told otherwise.
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Your seat.
    #[arg(long, value_name = "N", default_value = "0", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seat: u64,
    /// Stop after so many hands instead of at the end of the match.
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    pub(crate) hands: Option<u64>,
    #[command(flatten)]
    pub(crate) knobs: KnobsArg,
}

/// Bots against bots on the same deals: points per deal with a confidence interval.
///
/// Each deal is played once for every seating (with two bots: twice, seats exchanged), so that luck
/// of the deal cancels; intervals are taken over deals. Equal seeds give equal results, whatever the
/// number of threads. Ctrl-C stops early and reports what was played.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    facedown match gin --bots greedy,simple --deals 1000 --seed 42\n  \
    facedown match gin --bots greedy,simple --matches --deals 200 --rules tournament\n  \
    facedown match gin --bots greedy,random --option gin_bonus=20 --option match.target=150 --json\n  \
    facedown match gin --bots ismcts:1000,ismcts:1000:exploration=0.7 --set root_trees=1")]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The bots, one for each seat.
    #[arg(
        long,
        required = true,
        value_name = "A,B",
        action = ArgAction::Set,
        value_delimiter = ',',
        value_parser = Names::BOTS
    )]
    pub(crate) bots: Vec<String>,
    /// How many deals; with --matches, how many sets of matches with equal deals.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = at_least_one, allow_negative_numbers = true)]
    pub(crate) deals: u64,
    /// What all deals and the bots' luck come from.
    #[arg(long, value_name = "S", default_value = "1", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Whole matches instead of single hands.
    #[arg(long)]
    pub(crate) matches: bool,
    #[command(flatten)]
    pub(crate) knobs: KnobsArg,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// How many threads work.
#[derive(Args, Debug)]
pub(crate) struct ThreadsArg {
    /// How many threads work; one on each core unless told otherwise.
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ThreadsArg {
    /// The number of threads, where it was given.
    pub(crate) fn given(&self) -> Option<u16> {
        self.threads
    }

    /// The number of threads, 0 for one on each core.
    pub(crate) fn or_zero(&self) -> usize {
        self.threads.map_or(0, usize::from)
    }

    /// The number of threads.
    pub(crate) fn count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }
}

/// List the games, their rules and their bots, or the knobs of searches.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  facedown games\n  facedown games --knobs")]
pub(crate) struct GamesArgs {
    /// List every knob of the bots that search, with its default and what it does.
    #[arg(long)]
    pub(crate) knobs: bool,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A short, real answer from every family, within seconds.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  facedown tour --seed 7")]
pub(crate) struct TourArgs {
    /// What deals and random hands come from.
    #[arg(long, value_name = "S", default_value = "1", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Time the kernels, the vectorised environments and the bots on this machine.
///
/// Every timing also checks what was computed; a wrong result ends with status 1.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  facedown bench\n  facedown bench gin/deadwood --json")]
pub(crate) struct BenchArgs {
    /// Only what has this in its name.
    pub(crate) name: Option<String>,
    /// What random hands and deals come from.
    #[arg(long, value_name = "S", default_value = "1", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Print a completion script for a shell.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  \
    facedown completions bash > ~/.local/share/bash-completion/completions/facedown")]
pub(crate) struct CompletionsArgs {
    /// The shell.
    pub(crate) shell: Shell,
}

/// Print the manual page, or write the pages of all commands.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  facedown man | man -l -\n  facedown man --out ~/.local/share/man/man1"
)]
pub(crate) struct ManArgs {
    /// The directory for the pages, made if it is missing.
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
