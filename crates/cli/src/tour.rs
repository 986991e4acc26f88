//! `facedown tour`: a short, real answer from every family.

use crate::args::TourArgs;
use crate::bench::{least_time, random_hands};
use crate::gin::HandAnswer;
use crate::layout::{seconds, thousands};
use crate::{Answer, match_, print_json};
use anyhow::Result;
use facedown_arena::{DuplicateMatch, DuplicateOptions};
use facedown_catalog::DuplicateSpec;
use facedown_game::Control;
use facedown_gin::kernel::par_min_deadwood_batch;
use owo_colors::OwoColorize;
use serde::Serialize;
use serde_json::{Map, json};
use std::io::Write;

/// A hand whose best melds are not the first one sees: the run and the set share a card.
const HAND: &str = "4s 5s 6s 7s 7c 7d 7h 9d Ts Ks 2c";
/// How many deals the bots play.
const DEALS: u64 = 250;
/// How many random hands are counted.
const HANDS: usize = 100_000;

pub(crate) fn run(args: &TourArgs, out: &mut dyn Write) -> Result<Answer> {
    let gin = Gin {
        hand: HandAnswer::of(HAND.parse()?, false),
        matches: matches(args)?,
        batch: batch(args),
    };
    if args.json {
        return print_json(&json!({"gin": gin}), out);
    }
    gin.print(out)?;
    Ok(Answer::Done)
}

/// What the tour shows of gin rummy.
#[derive(Serialize)]
struct Gin {
    hand: HandAnswer,
    matches: Vec<DuplicateMatch>,
    batch: Batch,
}

/// How long the deadwood of many hands takes.
#[derive(Serialize)]
struct Batch {
    hands: usize,
    mean_deadwood: f64,
    one_thread: f64,
    threads: usize,
    all_threads: f64,
}

fn matches(args: &TourArgs) -> Result<Vec<DuplicateMatch>> {
    let game = facedown_catalog::game("gin", &Map::new())?;
    let duel = |bots: [&str; 2]| {
        let bots = bots.map(str::to_owned);
        let options = DuplicateOptions {
            threads: args.threads.or_zero(),
            ..DuplicateOptions::new(DEALS, args.seed)
        };
        let spec = DuplicateSpec { bots: &bots, params: &Map::new(), matches: false, options };
        Ok(game.duplicate_match(&spec, Control::default())?)
    };
    [["simple", "random"], ["greedy", "simple"]].into_iter().map(duel).collect()
}

fn batch(args: &TourArgs) -> Batch {
    let hands = random_hands(args.seed, HANDS, 10);
    let words: Vec<u64> = hands.iter().map(|hand| hand.bits()).collect();
    let mut deadwood = vec![0; HANDS];
    let threads = args.threads.count();
    let mut time = |threads| {
        HANDS as f64
            * least_time(HANDS, || par_min_deadwood_batch(&words, &mut deadwood, Some(threads)))
    };
    let (one_thread, all_threads) = (time(1), time(threads));
    let total: u64 = deadwood.iter().map(|points| u64::from(*points)).sum();
    let mean_deadwood = total as f64 / HANDS as f64;
    Batch { hands: HANDS, mean_deadwood, one_thread, threads, all_threads }
}

impl Gin {
    fn print(&self, out: &mut dyn Write) -> Result<()> {
        title(out, "Gin rummy: a hand of eleven")?;
        self.hand.print_summary(out)?;
        title(out, &format!("\nGin rummy: bots on the same {DEALS} deals, seats exchanged"))?;
        for duel in &self.matches {
            for pair in &duel.report.pairs {
                writeln!(out, "  {}", match_::verdict(&duel.report, pair))?;
            }
        }
        let Batch { hands, mean_deadwood, one_thread, threads, all_threads } = self.batch;
        title(out, &format!("\nGin rummy: {} random hands", thousands(hands as u64)))?;
        writeln!(out, "  mean deadwood {mean_deadwood:.2}, exact for every hand")?;
        let (one, all) = (seconds(one_thread), seconds(all_threads));
        writeln!(out, "  {one} on one thread, {all} on {threads}")?;
        title(out, "\nGo on")?;
        writeln!(out, "  facedown play gin        play against a bot")?;
        writeln!(out, "  facedown games           what there is to play")?;
        writeln!(out, "  facedown help            everything else")?;
        Ok(())
    }
}

fn title(out: &mut dyn Write, text: &str) -> Result<()> {
    writeln!(out, "{}", text.bold())?;
    Ok(())
}
