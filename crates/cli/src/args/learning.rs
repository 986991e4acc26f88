//! Arguments of what networks learn from: `dataset`, `selfplay`, `train`.

use super::{GameArgs, SearchParamsArg, ThreadsArg, at_least_one, whole};
use crate::names::Names;
use clap::{ArgAction, Args};
use std::path::PathBuf;

/// Data set for networks: solved hands, or decisions of recorded games, as Parquet in shards.
///
/// Names: fantasyland, deadwood (exact solutions of random hands), riichi-decisions (references into
/// logs). The bytes do not depend on the number of threads; the same command makes the shards that are
/// missing. A file that ends in .jsonl gets fantasyland as JSON lines.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
                        facedown dataset fantasyland --rows 1000000 --seed 1 --out hands\n  \
                        facedown dataset fantasyland --rows 1000 --out hands.jsonl\n  \
                        facedown dataset riichi-decisions --logs games.zip --out decisions")]
pub(crate) struct DatasetArgs {
    /// Name of the data set.
    pub(crate) name: String,
    /// Number of rows; by default a million.
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    pub(crate) rows: Option<u64>,
    /// Random seed of the hands.
    #[arg(long, value_name = "S", default_value = "1", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Logs of riichi-decisions: a file, folder or zip archive.
    #[arg(long, value_name = "PATH")]
    pub(crate) logs: Option<PathBuf>,
    /// Folder of the data set, or a .parquet or .jsonl file.
    #[arg(long, value_name = "PATH")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
}

/// Games of bots as a data set: deals, actions and scores as Parquet in shards.
///
/// Seed and actions give every view back. The bytes do not depend on the number of threads (but for
/// bots with a budget in seconds); the same command makes the shards that are missing.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
                        facedown selfplay gin --bots greedy --games 10000 --out games\n  \
                        facedown selfplay riichi --bots efficient --matches --games 100 --out games")]
pub(crate) struct SelfplayArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// One bot for all seats, or one for each.
    #[arg(
        long,
        visible_alias = "bot",
        required = true,
        value_name = "A,B",
        action = ArgAction::Set,
        value_delimiter = ',',
        value_parser = Names::BOTS
    )]
    pub(crate) bots: Vec<String>,
    /// Number of games.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = at_least_one, allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// Random seed of deals and bots.
    #[arg(long, value_name = "S", default_value = "1", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Play this hand of the match alone, 0 for the first, instead of hands drawn as matches have
    /// them: dealer, hand number, round, sticks and scores.
    #[arg(long, value_name = "N", conflicts_with = "matches")]
    pub(crate) hand: Option<u32>,
    /// Play whole matches instead of single hands.
    #[arg(long)]
    pub(crate) matches: bool,
    /// Folder of the data set, or a .parquet file.
    #[arg(long, value_name = "PATH")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) params: SearchParamsArg,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
}

/// Trains a network, by the program `facedown-train`, which `make train` builds.
///
/// Writes the weights, with the losses beside them as CSV and SVG. A run that was stopped is continued
/// from its checkpoint.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  facedown train deadwood --out deadwood.safetensors\n  \
                        facedown train my.toml --data generate:7:5000000 --out my.safetensors")]
pub(crate) struct TrainArgs {
    /// Network described here (fantasyland-top, fantasyland-middle, deadwood, riichi-clone), or a TOML
    /// file.
    pub(crate) net: String,
    /// Samples: generate:SEED:COUNT, logs:PATH (recorded games), the folder of a data set, or a file of
    /// JSON lines; by default those of the network.
    #[arg(long)]
    pub(crate) data: Option<String>,
    /// File of weights to write.
    #[arg(long)]
    pub(crate) out: PathBuf,
    /// Writes no progress.
    #[arg(long)]
    pub(crate) quiet: bool,
}
