//! Arguments of `facedown ofc`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// The commands of open-face Chinese poker.
#[derive(Subcommand, Debug)]
pub(crate) enum OfcCommand {
    Score(ScoreArgs),
    Fantasy(FantasyArgs),
    Solve(Box<SolveArgs>),
    Book(Box<BookArgs>),
}

/// The score of boards: hands, royalties, fouls, Fantasyland, and the points between them.
///
/// A board is `top / middle / bottom`, X is a joker. Of a board that is not complete the complete rows
/// are shown; points are counted between boards that are.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    facedown ofc score \"Qs Qd 7c / 9c 9d 9h 2s 3s / 4h 5h 6h 7h 8h\"\n  \
    facedown ofc score \"Qs Qd 7c / 9c 9d 9h 2s 3s / 4h 5h 6h 7h 8h\" \
    \"As Kd 2c / 8c 8d 4c 4s 3c / Tc Td Th 2h 2d\"")]
pub(crate) struct ScoreArgs {
    /// The boards, one to four.
    #[arg(value_name = "BOARD", required = true)]
    pub(crate) boards: Vec<String>,
    /// Preset of the rules.
    #[arg(long, value_name = "NAME", default_value = "standard")]
    pub(crate) rules: String,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The best Fantasyland setting of 13 to 17 cards, jokers included, exactly.
///
/// Maximises royalties and the value of staying and, with --opponent, points for rows and scoop.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    facedown ofc fantasy \"Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s Jc\"\n  \
    facedown ofc fantasy \"AhAdX Kh Kd 9c 9d 9h 2s 2c 3d 7h 8s Jc\" --rules joker-ultimate --all 5")]
pub(crate) struct FantasyArgs {
    /// The cards; X is a joker.
    #[arg(value_name = "CARDS", required = true)]
    pub(crate) cards: Vec<String>,
    /// Preset of the rules.
    #[arg(long, value_name = "NAME", default_value = "standard")]
    pub(crate) rules: String,
    /// Value of staying in points; by default the royalties that it brings a seat on its own.
    #[arg(long, value_name = "POINTS", visible_alias = "stay")]
    pub(crate) stay_value: Option<f64>,
    /// An opponent's complete board, `top / middle / bottom`; may be repeated.
    #[arg(long = "opponent", value_name = "BOARD")]
    pub(crate) opponents: Vec<String>,
    /// List up to this many equally good settings.
    #[arg(long, value_name = "MOST", default_value_t = 1)]
    pub(crate) all: usize,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The expected value of every placement of the cards dealt.
///
/// Streets 4 and 5 are solved exactly, also against complete boards of opponents; so is street 3 if
/// it fits into the time or with --exact; earlier streets are searched. With classic dealing (one card
/// a street) these are streets 5 to 9, street 4, and streets 1 to 3. Incomplete boards of
/// opponents are modelled, and the answer says so. Ctrl-C ends a search with the answer so far.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    facedown ofc solve --deal \"As Kd Kc 7h 2s\"\n  \
    facedown ofc solve --board \"Qs Qd / Kc Kh 4d / 9s 9d 9h 2c\" --deal \"Kd 2d 7s\"\n  \
    facedown ofc solve --board \"Qs / 7c 7d 2h / 9s Ts Js\" --deal \"Qd 8s 4c\" \
    --opponent \"Ah / Kd Kc 5d / 6h 6c 3h\" --dead 2c --seconds 5\n  \
    facedown ofc solve --deal \"As 3s 7s 9s 2h\" --book")]
#[allow(clippy::struct_excessive_bools, reason = "flags that users type")]
pub(crate) struct SolveArgs {
    /// Your board so far, `top / middle / bottom`; none on street 1.
    #[arg(long, value_name = "BOARD", default_value = "")]
    pub(crate) board: String,
    /// The cards dealt: five on street 1, then three; with classic dealing one.
    #[arg(long, value_name = "CARDS")]
    pub(crate) deal: String,
    /// The visible part of an opponent's board; may be repeated. Street by street it says more about
    /// the style: `Ah / Kd Kc / 6h 6c > / 5d / 3h`.
    #[arg(long = "opponent", value_name = "BOARD")]
    pub(crate) opponents: Vec<String>,
    /// Other cards that cannot come, such as your own discards.
    #[arg(long, value_name = "CARDS", default_value = "")]
    pub(crate) dead: String,
    /// Preset of the rules.
    #[arg(long, value_name = "NAME", default_value = "standard")]
    pub(crate) rules: String,
    /// Values of Fantasyland with 13, 14, 15, 16 and 17 cards in points, separated by commas; by
    /// default the royalties that it brings a seat on its own.
    #[arg(long, value_name = "POINTS", visible_alias = "worth")]
    pub(crate) fantasyland_values: Option<String>,
    /// Seconds for a search; 2 by default.
    #[arg(long, value_name = "SECONDS")]
    pub(crate) seconds: Option<f64>,
    /// Iterations of a search; equal seeds and iterations give equal answers.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) iterations: Option<u64>,
    /// Number of threads; by default one per core, at most eight.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) threads: Option<usize>,
    /// Random seed of a search.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Solve street 3 (with classic dealing street 4) exactly, however long it takes.
    #[arg(long)]
    pub(crate) exact: bool,
    #[command(flatten)]
    pub(crate) params: ParamArgs,
    /// Infer the discards of opponents with incomplete boards from the cards they kept.
    #[arg(long, visible_alias = "inference")]
    pub(crate) infer_discards: bool,
    /// Infer the style of opponents with incomplete boards (balanced, bold, cautious, careless) from
    /// their boards.
    #[arg(long, visible_alias = "styles")]
    pub(crate) infer_styles: bool,
    /// A board of the opponent from an earlier hand, street by street; may be repeated. `2: BOARD` is
    /// the second opponent's.
    #[arg(long, value_name = "BOARD", requires = "infer_styles")]
    pub(crate) past: Vec<String>,
    /// Answer from an opening book if it has the five cards and no other card is visible: the book
    /// that comes with the program, or this one.
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    #[allow(clippy::option_option, reason = "an option whose value may be left out")]
    pub(crate) book: Option<Option<PathBuf>>,
    /// Number of placements to show.
    #[arg(long, value_name = "NUMBER", default_value_t = 10)]
    pub(crate) top: usize,
    /// Print one JSON document with every placement.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The parameters of a search, by the names of search parameters elsewhere.
#[derive(Args, Debug)]
#[command(next_help_heading = "Search parameters")]
pub(crate) struct ParamArgs {
    /// Compare only this many placements, the best by their estimates; all by default.
    #[arg(long, value_name = "NUMBER", visible_alias = "breadth")]
    pub(crate) candidates: Option<usize>,
    /// Limit of the memory in bytes; 1073741824 (1 GiB) by default.
    #[arg(long, value_name = "BYTES")]
    pub(crate) memory: Option<usize>,
    /// Give streets that are enumerated against modelled opponents 95 % intervals, by the samples of
    /// their boards: several times the work.
    #[arg(long)]
    pub(crate) sample_intervals: bool,
    /// What threads share: `root`, sampled deals; `leaf`, the exact solution after each deal. Answers
    /// are equal; `root` is faster.
    #[arg(long, value_name = "MODE", default_value = "root", value_parser = ["root", "leaf"])]
    pub(crate) parallel: String,
    /// Keep placements whose upper bound is below the best mean.
    #[arg(long)]
    pub(crate) no_pruning: bool,
    /// Points by which an upper bound must be below the best mean, beside four standard errors.
    #[arg(long, value_name = "POINTS", default_value_t = 0.0, allow_negative_numbers = true)]
    pub(crate) pruning_margin: f64,
    /// Drop placements that are behind by more than this with 95 % confidence; by default none.
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    pub(crate) confidence_margin: Option<f64>,
    /// Iterations of a placement before that.
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    pub(crate) pruning_visits: u64,
}

/// Opening books: the best placement of every five cards, up to suit isomorphism.
///
/// --out computes a book in shards. A run that is stopped or killed loses at most the current shard,
/// and resumes when started again. Equal settings give equal bytes on any number of threads, however
/// often it was interrupted. --look without --in reads the book that comes with the program.
#[derive(Args, Debug)]
#[command(
    group = clap::ArgGroup::new("mode").required(true).args(["out", "look", "info"]),
    after_help = "Examples:\n  \
    facedown ofc book --look \"As Kd 7h 7c 2s\"\n  \
    facedown ofc book --out standard.book --iterations 1000\n  \
    facedown ofc book --out joker.book --preset joker-ultimate --seconds-per-opening 0.1\n  \
    facedown ofc book --info standard.book"
)]
pub(crate) struct BookArgs {
    /// Compute this book, or resume it.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Look up five cards.
    #[arg(long, value_name = "CARDS")]
    pub(crate) look: Option<String>,
    /// Show the settings of a book and how much of it is computed.
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    #[allow(clippy::option_option, reason = "an option whose value may be left out")]
    pub(crate) info: Option<Option<PathBuf>>,
    /// The book for --look.
    #[arg(long = "in", value_name = "FILE", requires = "look")]
    pub(crate) input: Option<PathBuf>,
    /// Preset of the rules; standard by default.
    #[arg(long, value_name = "NAME", requires = "out", visible_alias = "rules")]
    pub(crate) preset: Option<String>,
    /// Iterations per opening over its best placements; 400 by default.
    #[arg(long, value_name = "NUMBER", requires = "out")]
    pub(crate) iterations: Option<u64>,
    /// Further iterations with exact values of street 4; none by default.
    #[arg(long, value_name = "NUMBER", requires = "out")]
    pub(crate) exact_iterations: Option<u64>,
    /// As many iterations as take this time on one thread, measured when the book is begun.
    #[arg(long, value_name = "SECONDS", requires = "out", conflicts_with = "iterations")]
    pub(crate) seconds_per_opening: Option<f64>,
    /// Number of threads; by default one per core, at most eight.
    #[arg(long, value_name = "NUMBER", requires = "out")]
    pub(crate) threads: Option<usize>,
    /// Random seed of the searches.
    #[arg(long, value_name = "NUMBER", requires = "out")]
    pub(crate) seed: Option<u64>,
    /// Number of shards; 1024 by default.
    #[arg(long, value_name = "NUMBER", requires = "out")]
    pub(crate) shards: Option<u32>,
    /// Only these shards: 0..16 is the first sixteen.
    #[arg(long, value_name = "RANGE", requires = "out")]
    pub(crate) only: Option<String>,
    /// First copy the shards of another file with the same settings; may be repeated.
    #[arg(long, value_name = "FILE", requires = "out")]
    pub(crate) from: Vec<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}
