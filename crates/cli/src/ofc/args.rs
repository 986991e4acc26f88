//! What users type after `facedown ofc`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// The commands of open-face Chinese poker.
#[derive(Subcommand, Debug)]
pub(crate) enum OfcCommand {
    Fantasy(FantasyArgs),
    Solve(Box<SolveArgs>),
    Book(Box<BookArgs>),
}

/// The best Fantasyland setting of 13 to 17 cards, jokers included, exactly.
///
/// Royalties and the worth of staying are maximised and, with --opponent, points for rows and scoop.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    facedown ofc fantasy \"Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s Jc\"\n  \
    facedown ofc fantasy \"AhAdX Kh Kd 9c 9d 9h 2s 2c 3d 7h 8s Jc\" --rules joker-ultimate --all 5")]
pub(crate) struct FantasyArgs {
    /// The cards; X is a joker.
    #[arg(value_name = "CARDS", required = true)]
    pub(crate) cards: Vec<String>,
    /// The preset of the rules.
    #[arg(long, value_name = "NAME", default_value = "standard")]
    pub(crate) rules: String,
    /// Points that staying is worth; otherwise the royalties that it brings a seat on its own.
    #[arg(long, value_name = "POINTS")]
    pub(crate) stay: Option<f64>,
    /// An opponent's complete board, `top / middle / bottom`; once for each.
    #[arg(long = "opponent", value_name = "BOARD")]
    pub(crate) opponents: Vec<String>,
    /// List so many of the settings that are equally good.
    #[arg(long, value_name = "MOST", default_value_t = 1)]
    pub(crate) all: usize,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Every placement of what was dealt, with its expectation.
///
/// Streets 4 and 5 are exact, also against opponents' boards that are complete; street 3 is where it
/// fits into the time or --exact asks for it; earlier streets are searched. Opponents' boards that
/// are not complete are modelled, and the answer says so. Ctrl-C ends a search with the answer so far.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    facedown ofc solve --deal \"As Kd Kc 7h 2s\"\n  \
    facedown ofc solve --board \"Qs Qd / Kc Kh 4d / 9s 9d 9h 2c\" --deal \"Kd 2d 7s\"\n  \
    facedown ofc solve --board \"Qs / 7c 7d 2h / 9s Ts Js\" --deal \"Qd 8s 4c\" \
    --opponent \"Ah / Kd Kc 5d / 6h 6c 3h\" --dead 2c --seconds 5\n  \
    facedown ofc solve --deal \"As 3s 7s 9s 2h\" --book")]
#[allow(clippy::struct_excessive_bools, reason = "flags that users type")]
pub(crate) struct SolveArgs {
    /// The board so far, `top / middle / bottom`; none on street 1.
    #[arg(long, value_name = "BOARD", default_value = "")]
    pub(crate) board: String,
    /// The cards dealt: five on street 1, then three.
    #[arg(long, value_name = "CARDS")]
    pub(crate) deal: String,
    /// What is seen of an opponent's board; once for each. Street by street, it tells more of a style:
    /// `Ah / Kd Kc / 6h 6c > / 5d / 3h`.
    #[arg(long = "opponent", value_name = "BOARD")]
    pub(crate) opponents: Vec<String>,
    /// Other cards that cannot come, such as one's own discards.
    #[arg(long, value_name = "CARDS", default_value = "")]
    pub(crate) dead: String,
    /// The preset of the rules.
    #[arg(long, value_name = "NAME", default_value = "standard")]
    pub(crate) rules: String,
    /// Points that Fantasyland with 13, 14, 15, 16 and 17 cards is worth, with commas; otherwise the
    /// royalties that it brings a seat on its own.
    #[arg(long, value_name = "POINTS")]
    pub(crate) worth: Option<String>,
    /// Seconds for a search; 2 unless told otherwise.
    #[arg(long, value_name = "SECONDS")]
    pub(crate) seconds: Option<f64>,
    /// Tries for a search: with the same seed always the same answer.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) iterations: Option<u64>,
    /// Threads; all cores, eight at most, unless told otherwise.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) threads: Option<usize>,
    /// The seed of a search.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Solve street 3 exactly, however long it takes.
    #[arg(long)]
    pub(crate) exact: bool,
    /// Infer what opponents with unfinished boards threw away from what they kept.
    #[arg(long)]
    pub(crate) inference: bool,
    /// Infer how opponents with unfinished boards play (balanced, bold, cautious, careless) from their
    /// boards.
    #[arg(long)]
    pub(crate) styles: bool,
    /// A board of the opponent from an earlier hand, street by street; once for each. `2: BOARD` is of
    /// the second opponent.
    #[arg(long, value_name = "BOARD", requires = "styles")]
    pub(crate) past: Vec<String>,
    /// Answer from an opening book where it has the five cards, and nothing else is seen: the book
    /// that comes with the program, or this one.
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    #[allow(clippy::option_option, reason = "an option whose value may be left out")]
    pub(crate) book: Option<Option<PathBuf>>,
    /// Show so many placements.
    #[arg(long, value_name = "NUMBER", default_value_t = 10)]
    pub(crate) top: usize,
    /// Print JSON, with every placement.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The best opening of every five cards, up to suits: makes a book, or looks into one.
///
/// With --out a book is made, in shards. Stopped or killed, it loses at most the shard in hand;
/// started again, it goes on. The same settings give the same bytes, however many threads there are
/// and however often it was stopped. Without --in, the book that comes with the program is looked
/// into.
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
    /// Make this book, or go on with it.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Look up five cards.
    #[arg(long, value_name = "CARDS")]
    pub(crate) look: Option<String>,
    /// Say what a book was made with, and how much of it there is.
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    #[allow(clippy::option_option, reason = "an option whose value may be left out")]
    pub(crate) info: Option<Option<PathBuf>>,
    /// The book to look into.
    #[arg(long = "in", value_name = "FILE", requires = "look")]
    pub(crate) input: Option<PathBuf>,
    /// The preset of the rules; standard unless told otherwise.
    #[arg(long, value_name = "NAME", requires = "out", visible_alias = "rules")]
    pub(crate) preset: Option<String>,
    /// Tries of each opening, over its best placements; 200 unless told otherwise.
    #[arg(long, value_name = "NUMBER", requires = "out")]
    pub(crate) iterations: Option<u64>,
    /// More tries, with exact values of street 4; 200 unless told otherwise, 0 for none.
    #[arg(long, value_name = "NUMBER", requires = "out")]
    pub(crate) exact_iterations: Option<u64>,
    /// As many tries as take so many seconds of one thread, measured when the book is begun.
    #[arg(long, value_name = "SECONDS", requires = "out", conflicts_with = "iterations")]
    pub(crate) seconds_per_opening: Option<f64>,
    /// Threads; all cores, eight at most, unless told otherwise.
    #[arg(long, value_name = "NUMBER", requires = "out")]
    pub(crate) threads: Option<usize>,
    /// The seed of the searches.
    #[arg(long, value_name = "NUMBER", requires = "out")]
    pub(crate) seed: Option<u64>,
    /// In how many parts the work is done; 1024 unless told otherwise.
    #[arg(long, value_name = "NUMBER", requires = "out")]
    pub(crate) shards: Option<u32>,
    /// Only these shards: 0..16 are the first sixteen.
    #[arg(long, value_name = "RANGE", requires = "out")]
    pub(crate) only: Option<String>,
    /// Take the shards of another file with the same settings first; once for each.
    #[arg(long, value_name = "FILE", requires = "out")]
    pub(crate) from: Vec<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
