//! Arguments of `facedown riichi`.

use crate::args::{SearchParamsArg, ThreadsArg, whole};
use crate::names::Names;
use clap::{Args, Subcommand, ValueEnum};
use facedown_riichi::Rules;
use facedown_riichi_review::{DEFAULT_WORLDS, MAX_WORLDS};
use facedown_service::calls::riichi::Wind;
use std::path::PathBuf;

/// The commands of riichi mahjong.
#[derive(Subcommand, Debug)]
pub(crate) enum RiichiCommand {
    Hand(Box<HandArgs>),
    Danger(DangerArgs),
    Replay(ReplayArgs),
    Review(ReviewArgs),
    Bot(BotArgs),
}

/// Shanten, acceptance (ukeire) and score of a hand.
///
/// For 13 tiles, the tiles that lower the shanten number; for 14, the same after every discard, best
/// first. Each meld replaces 3 closed tiles. `--win` scores the hand instead: the winning tile is the
/// 14th, or one of 14. `--ev` evaluates every discard by chances and points.
///
/// Tiles are digits and a suit: m characters, p circles, s bamboo, z honours (1-7z are East South
/// West North White Green Red); 0 is a red five. The names of MJAI (5mr, E, P) are read too.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    facedown riichi hand 123m406p778s1122z\n  \
    facedown riichi hand 123m406p7789s1122z --visible 1z9s\n  \
    facedown riichi hand 123m406p7789s1122z --ev --turn 6 --dora 4s\n  \
    facedown riichi hand 23406p55s --meld 67-8p --meld 777=z --win 1p --ron\n  \
    facedown riichi hand 234m345567p5567s --win 8s --tsumo --riichi --dora 4s --ura 1z\n\n\
    Exit status 1: it is no winning hand, or it has no yaku.")]
pub(crate) struct HandArgs {
    /// The closed tiles.
    #[arg(value_name = "TILES")]
    pub(crate) tiles: String,
    /// A meld; may be repeated. The mark after the called tile says who discarded it: - left, =
    /// across, + right. `4-06p` is a chi, `555=s` a pon, `5550+p` an open kan, `111=1z` an added one, `1111z`
    /// a closed one.
    #[arg(long = "meld", value_name = "MELD")]
    pub(crate) melds: Vec<String>,
    /// Other visible tiles, which cannot be drawn: discards, melds of opponents.
    #[arg(long, value_name = "TILES", default_value = "", hide_default_value = true)]
    pub(crate) visible: String,
    /// The dora indicators; they are visible too.
    #[arg(long, value_name = "TILES", default_value = "", hide_default_value = true)]
    pub(crate) dora: String,
    /// Norths set aside (nukidora), three players only.
    #[arg(long, value_name = "N", default_value = "0", value_parser = clap::value_parser!(u8).range(0..=4))]
    pub(crate) nuki: u8,
    /// Number of players; three play without 2m-8m.
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u8).range(3..=4))]
    pub(crate) seats: u8,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) ev: EvArgs,
    #[command(flatten)]
    pub(crate) win: WinArgs,
}

/// The chance that each discard deals in.
///
/// Against each opponent and in all, with the expected points lost and the reasons: genbutsu, suji,
/// walls, honours by unseen copies, tsumogiri, melds and the yaku that they leave. The safest tile
/// comes first, `why` is about the seat most likely to win on it. The model was fitted on games of
/// strong players: docs/measurements/riichi-danger.md.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    facedown riichi danger view.json\n  \
    facedown riichi danger view.json --json\n\n\
    docs/reference/riichi-view.md describes the file; `json` in `facedown play riichi` writes one.")]
pub(crate) struct DangerArgs {
    /// The view of the seat that is to discard, a JSON document; - reads standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Preset of the rules; by default that of the document.
    #[arg(long, value_name = "PRESET", value_parser = Rules::PRESETS)]
    pub(crate) rules: Option<String>,
    /// Print one JSON document, with the reasons of every seat.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The parameters of `--ev`.
#[derive(Args, Debug)]
#[command(next_help_heading = "Expected value")]
pub(crate) struct EvArgs {
    /// For each discard the chance to win, the chance to be tenpai at the end, and the expected points,
    /// by turn: one seat draws from the wall to the end of the round, without calls.
    #[arg(long, group = "asked", conflicts_with = "tile")]
    pub(crate) ev: bool,
    /// The own turn, from 1: the number of the discard that is due.
    #[arg(long, requires = "ev", value_name = "N", default_value = "1")]
    pub(crate) turn: u8,
    /// Own draws to come, instead of those of a round without calls.
    #[arg(long, requires = "ev", value_name = "N")]
    pub(crate) draws: Option<u8>,
    /// Ron before each own draw: how many times as likely as a winning draw. 0: tsumo only.
    #[arg(
        long,
        requires = "ev",
        value_name = "RATE",
        default_value = "0",
        allow_negative_numbers = true
    )]
    pub(crate) ron_rate: f32,
    /// The chance that another seat is tenpai at an exhaustive draw.
    #[arg(
        long,
        requires = "ev",
        value_name = "CHANCE",
        default_value = "0.44",
        allow_negative_numbers = true
    )]
    pub(crate) tenpai_rate: f32,
    /// The chance that another seat ends the round between two own draws.
    #[arg(
        long,
        requires = "ev",
        value_name = "CHANCE",
        default_value = "0",
        allow_negative_numbers = true
    )]
    pub(crate) others: f32,
    /// Own discards so far, for furiten with `--ron-rate`; name them in `--visible` too.
    #[arg(
        long,
        requires = "ev",
        value_name = "TILES",
        default_value = "",
        hide_default_value = true
    )]
    pub(crate) discarded: String,
    /// Only draws that lower the shanten number: no reshaping, no step back. Faster.
    #[arg(long, requires = "ev")]
    pub(crate) no_reshape: bool,
    /// Riichi cannot be declared.
    #[arg(long, requires = "ev")]
    pub(crate) no_riichi: bool,
}

/// How a hand was won.
#[derive(Args, Debug)]
#[command(next_help_heading = "Scoring")]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact about the win")]
pub(crate) struct WinArgs {
    /// Score the hand, won on this tile.
    #[arg(long = "win", value_name = "TILE", group = "asked")]
    pub(crate) tile: Option<String>,
    /// Won by self-draw.
    #[arg(long, requires = "tile", conflicts_with = "ron")]
    pub(crate) tsumo: bool,
    /// Won on an opponent's tile, the default.
    #[arg(long, requires = "tile")]
    pub(crate) ron: bool,
    /// Riichi was declared.
    #[arg(long, requires = "tile")]
    pub(crate) riichi: bool,
    /// Riichi was declared on the first turn.
    #[arg(long, requires = "tile")]
    pub(crate) double_riichi: bool,
    /// Won within one uninterrupted turn of riichi.
    #[arg(long, requires = "tile")]
    pub(crate) ippatsu: bool,
    /// The winner's seat wind, of E S W N; east is the dealer.
    #[arg(long, requires = "asked", value_name = "WIND", default_value = "S", value_parser = wind)]
    pub(crate) seat_wind: Wind,
    /// The round wind.
    #[arg(long, requires = "asked", value_name = "WIND", default_value = "E", value_parser = wind)]
    pub(crate) round_wind: Wind,
    /// The ura-dora indicators; they count after riichi.
    #[arg(
        long,
        requires = "tile",
        value_name = "TILES",
        default_value = "",
        hide_default_value = true
    )]
    pub(crate) ura: String,
    /// Counters (honba) on the table.
    #[arg(long, requires = "asked", value_name = "N", default_value = "0", value_parser = few())]
    pub(crate) honba: u32,
    /// Riichi sticks on the table.
    #[arg(long, requires = "asked", value_name = "N", default_value = "0", value_parser = few())]
    pub(crate) sticks: u32,
    /// Won on the last tile of the wall, or on the discard after it.
    #[arg(long, requires = "tile")]
    pub(crate) last_tile: bool,
    /// Won on the replacement tile of a kan or of a north set aside.
    #[arg(long, requires = "tile")]
    pub(crate) after_kan: bool,
    /// Won by robbing a kan.
    #[arg(long, requires = "tile")]
    pub(crate) robbed_kan: bool,
    /// Won on the first turn, before any call.
    #[arg(long, requires = "tile")]
    pub(crate) first_turn: bool,
    /// Preset of the rules.
    #[arg(long, requires = "asked", value_name = "PRESET", default_value = "tenhou")]
    pub(crate) rules: Preset,
}

/// A preset of the rules.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Preset {
    Tenhou,
    Mjsoul,
}

impl Preset {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tenhou => "tenhou",
            Self::Mjsoul => "mjsoul",
        }
    }
}

/// Replay game logs through the engine and verify every step.
///
/// Reads Tenhou logs (mjlog, packed or plain; tenhou/6 JSON) and MJAI logs; the format is detected
/// from the content. Verifies the legality of every action, walls, draws and indicators, yaku, han,
/// fu, points and payments of every win, round transitions, the end of the game and the final scores.
/// Reports the first difference of each log: round, step, expected and actual.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    facedown riichi replay game.mjlog.gz\n  \
    facedown riichi replay logs/ games.zip --threads 2 --json\n  \
    facedown riichi replay games.zip/2009031500gm-00e1-0000-4a2b9c01.mjlog\n\n\
    Exit status 1: a log differs. 2: a log cannot be read.")]
pub(crate) struct ReplayArgs {
    /// Logs; zip archives of logs, and members of them (games.zip/member); folders, searched
    /// recursively for names ending in .mjlog, .xml, .json, .jsonl, .ndjson, .mjson or .mjai, the same
    /// with .gz, and .zip.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Rules to replay by instead of those that the log names; logs that name none use Tenhou's. Its
    /// results are computed as on the day of the game.
    #[arg(long, value_name = "PRESET")]
    pub(crate) rules: Option<Preset>,
    /// Divide each seat's points into luck (deals, draws, dora) and play.
    #[arg(long)]
    pub(crate) luck: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Review a game: the bot's opinion at every decision of a seat.
///
/// Reports the points of match equity lost by decision, round and seat; mistakes by class, the worst
/// five first; acceptance of the played discard against the advised one; luck beside play. The
/// opinion is that of a network that has learnt from the strongest players, and of playouts of every
/// option in the same worlds that the seat could not distinguish. A decision is a mistake only if
/// the interval of its loss, which covers that by playouts alone, excludes zero.
/// Hanchan, east-only games, three players; Tenhou logs (mjlog, packed or plain; tenhou/6 JSON) and
/// MJAI logs.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    facedown riichi review game.mjlog.gz --seat 0\n  \
    facedown riichi review games.zip/game.mjlog --seat 2 --html review.html\n  \
    facedown riichi review game.json --worlds 1000 --json")]
pub(crate) struct ReviewArgs {
    /// The log, or a member of a zip archive (games.zip/member).
    #[arg(value_name = "LOG")]
    pub(crate) file: PathBuf,
    /// The seat to review, counted from 0 in the log's order; by default all.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=3))]
    pub(crate) seat: Option<u8>,
    /// Number of worlds in which the options of a decision are compared.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_WORLDS as u32, value_parser = clap::value_parser!(u32).range(2..=MAX_WORLDS as i64))]
    pub(crate) worlds: u32,
    /// Rules to replay by instead of those that the log names.
    #[arg(long, value_name = "PRESET")]
    pub(crate) rules: Option<Preset>,
    /// Random seed of the worlds.
    #[arg(long, value_name = "S", default_value = "0", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
    /// Write the review to this file too, as one HTML page that can be sent to a friend.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// An MJAI bot on standard input and output.
///
/// Reads one JSON event, or a list of events, per line, and answers each line with one action:
/// {"type":"none"} if it is not to act. The server assigns the seat in `start_game` (`id`); `hello` is
/// answered with `join`. Events are checked: one that is malformed or impossible (out of order or
/// turn, a fifth copy of a tile, a tile that the seat does not hold) ends the bot with status 1 and a
/// line on the standard error that says where and why. Ends with the input.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    facedown riichi bot\n  \
    facedown riichi bot --bot search:200ms --rules mjsoul --seed 7\n  \
    facedown riichi bot --seats 3 --option match.length=tonpu\n\n\
    Exit status 0: the input ended. 1: an event is invalid.")]
pub(crate) struct BotArgs {
    /// The bot that plays.
    #[arg(long, value_name = "BOT", default_value = "efficient", value_parser = Names::RIICHI_BOTS)]
    pub(crate) bot: String,
    /// Number of players.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=4))]
    pub(crate) seats: Option<u8>,
    /// Preset of the rules; `tenhou` by default.
    #[arg(long, value_name = "PRESET", value_parser = Names::RIICHI_PRESETS)]
    pub(crate) rules: Option<String>,
    /// Override one option of the preset; may be repeated.
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    /// Random seed of the bot.
    #[arg(long, value_name = "S", default_value = "0", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Name sent in `join`.
    #[arg(long, value_name = "NAME", default_value = "facedown")]
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) params: SearchParamsArg,
}

/// Parses a number of counters or sticks; more than any table has is a mistake.
fn few() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(0..=200)
}

fn wind(text: &str) -> Result<Wind, &'static str> {
    const WINDS: [(Wind, [&str; 3]); 4] = [
        (Wind::East, ["E", "east", "1z"]),
        (Wind::South, ["S", "south", "2z"]),
        (Wind::West, ["W", "west", "3z"]),
        (Wind::North, ["N", "north", "4z"]),
    ];
    let found = WINDS.iter().find(|(_, names)| names.iter().any(|n| n.eq_ignore_ascii_case(text)));
    found.map(|(wind, _)| *wind).ok_or("expected one of E S W N")
}
