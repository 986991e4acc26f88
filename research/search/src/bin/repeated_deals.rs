//! Plays the same deals several times, the bots with other random numbers: how much of the variance
//! of a result is decided by the deal, and how much by the bots' random numbers. A baseline that is a
//! function of deal and seating explains the first part at most, however well it knows the bots.
//!
//! `cargo research repeated_deals -- GAME RULES DEALS REPEATS SEED BOT,BOT,… [BOT,BOT,…]…`
//!
//! RULES is a JSON list of options (`[{}]`), with which deals are played in turn. The result is the
//! first bot's score less that of the others: the mean over all rotations of the line-up, as in a
//! duplicate match, or that of a single game. Further line-ups play the same deals in the same
//! seatings, and are tried as predictors of the first one's results. Intervals are over deals.

use facedown_arena::child_seed;
use facedown_catalog::{AnyBot, AnyGame, AnyHand, game};
use facedown_game::{Rng, Turn};
use serde_json::{Map, Value};
use std::error::Error;

/// The results of a deal: by seating, or one mean over the seatings; then by repeat.
type Results = Vec<Vec<f64>>;

/// The number of resamples of the deals behind each interval.
const RESAMPLES: usize = 2_000;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, rules, deals, repeats, seed, line_ups @ ..] = args.as_slice() else {
        return Err("expected: GAME RULES DEALS REPEATS SEED BOT,BOT,… [BOT,BOT,…]…".into());
    };
    let rules: Vec<Map<String, Value>> = serde_json::from_str(rules)?;
    let games: Vec<_> = rules.iter().map(|rules| game(name, rules)).collect::<Result<_, _>>()?;
    let [deals, repeats, seed] = [deals, repeats, seed].map(|number| number.parse::<u64>());
    let (deals, repeats, seed) = (deals?, repeats?, seed?);
    if deals < 2 || repeats < 2 {
        return Err(format!("{deals} deals, {repeats} repeats: expected two of each").into());
    }
    let line_ups: Vec<Vec<&str>> = line_ups.iter().map(|bots| bots.split(',').collect()).collect();
    let (Some(first), Some(any)) = (line_ups.first(), games.first()) else {
        return Err("no line-up or no rules: expected one of each".into());
    };
    if let Some(bots) = line_ups.iter().find(|bots| bots.len() != any.seats()) {
        return Err(format!("bots {bots:?}, expected {}", any.seats()).into());
    }
    if first.iter().all(|bot| *bot == first[0]) {
        return Err(format!("bots {first:?}, expected two different ones").into());
    }
    let seatings = rotations(first);
    let mut played: Vec<Vec<Results>> = vec![Vec::new(); line_ups.len()];
    for deal in 0..deals {
        let game = &*games[(deal % games.len() as u64) as usize];
        let dealt = game.deal(child_seed(seed, deal), Some(0))?;
        for (number, (bots, played)) in line_ups.iter().zip(&mut played).enumerate() {
            let streams = child_seed(child_seed(!seed, deal), number as u64);
            let play = |seating: &Vec<usize>, repeat| {
                let scores = play(game, &*dealt, (bots, seating), child_seed(streams, repeat))?;
                Ok(difference(&scores, first, seating))
            };
            let repeated = |seating| (0..repeats).map(|repeat| play(seating, repeat)).collect();
            played.push(seatings.iter().map(repeated).collect::<Result<_, Box<dyn Error>>>()?);
        }
    }
    println!("{name}, {first:?}: {deals} deals, {} seatings, {repeats} repeats", seatings.len());
    print_parts(&played[0]);
    for (bots, predictor) in line_ups.iter().zip(&played).skip(1) {
        println!("predicted by {bots:?}");
        print_prediction(&played[0], predictor);
    }
    Ok(())
}

/// Returns the distinct rotations of a line-up: the contestant at each seat.
fn rotations(bots: &[&str]) -> Vec<Vec<usize>> {
    let seats = bots.len();
    let mut seatings: Vec<Vec<usize>> = Vec::new();
    for turn in 0..seats {
        let seating: Vec<usize> = (0..seats).map(|seat| (seat + seats - turn) % seats).collect();
        let same =
            |other: &Vec<usize>| other.iter().zip(&seating).all(|(a, b)| bots[*a] == bots[*b]);
        if !seatings.iter().any(same) {
            seatings.push(seating);
        }
    }
    seatings
}

/// Plays a deal to its end and returns the scores. A bot's random numbers do not depend on its seat.
fn play(
    game: &dyn AnyGame,
    dealt: &dyn AnyHand,
    (bots, seating): (&[&str], &[usize]),
    seed: u64,
) -> Result<Vec<i32>, Box<dyn Error>> {
    let bot = |number: &usize| game.bot(bots[*number], child_seed(seed, *number as u64));
    let mut seated: Vec<Box<dyn AnyBot>> = seating.iter().map(bot).collect::<Result<_, _>>()?;
    let mut hand = dealt.boxed_clone();
    while let Turn::Act(seat) = hand.turn() {
        let view = hand.view(seat.index())?;
        hand.apply(seated[seat.index()].choose(&*view)?.ok_or("a bot without an action")?)?;
    }
    Ok(hand.scores())
}

/// Returns the mean score of the first bot less that of the others.
fn difference(scores: &[i32], bots: &[&str], seating: &[usize]) -> f64 {
    let of = |own: bool| {
        let is_wanted = |(_, number): &(&i32, &usize)| (bots[**number] == bots[0]) == own;
        let wanted = scores.iter().zip(seating).filter(is_wanted);
        mean(&wanted.map(|(score, _)| f64::from(*score)).collect::<Vec<_>>())
    };
    of(true) - of(false)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Returns the unbiased covariance of two lists; of a list and itself, its variance.
fn covariance(a: &[f64], b: &[f64]) -> f64 {
    let (mean_a, mean_b) = (mean(a), mean(b));
    let products = a.iter().zip(b).map(|(a, b)| (a - mean_a) * (b - mean_b));
    products.sum::<f64>() / (a.len() - 1) as f64
}

/// Returns the means over the seatings: the results of a duplicate match.
fn duplicate(deals: &[Results]) -> Vec<Results> {
    let of_repeat = |deal: &Results, repeat: usize| {
        mean(&deal.iter().map(|seating| seating[repeat]).collect::<Vec<_>>())
    };
    let of_deal = |deal: &Results| (0..deal[0].len()).map(|r| of_repeat(deal, r)).collect();
    deals.iter().map(|deal| vec![of_deal(deal)]).collect()
}

/// The variance of results, by source.
struct Parts {
    /// The mean over the repeats of each deal and seating.
    means: Vec<f64>,
    /// What the deal decides.
    between: f64,
    /// What the bots' random numbers decide.
    within: f64,
}

impl Parts {
    /// Separates the variance of the results of these deals: a one-way analysis with deals, or deals
    /// and seatings, as random effects.
    fn of(results: &[Results], deals: &[usize]) -> Self {
        let rows = || deals.iter().flat_map(|deal| &results[*deal]);
        let means: Vec<f64> = rows().map(|repeats| mean(repeats)).collect();
        let within = rows().map(|repeats| covariance(repeats, repeats)).sum::<f64>();
        let within = within / means.len() as f64;
        let between = covariance(&means, &means) - within / results[0][0].len() as f64;
        Self { means, between, within }
    }

    fn total(&self) -> f64 {
        self.between + self.within
    }
}

/// Prints a statistic of the deals with its 95 % interval: percentiles over resampled deals.
fn print(what: &str, deals: usize, statistic: impl Fn(&[usize]) -> f64) {
    let mut rng = Rng::new(1);
    let resample = |_| {
        let drawn: Vec<usize> = (0..deals).map(|_| rng.below(deals as u32) as usize).collect();
        statistic(&drawn)
    };
    let mut resampled: Vec<f64> = (0..RESAMPLES).map(resample).collect();
    resampled.sort_by(f64::total_cmp);
    let [low, high] = [RESAMPLES / 40, RESAMPLES - 1 - RESAMPLES / 40].map(|at| resampled[at]);
    let value = statistic(&(0..deals).collect::<Vec<_>>());
    println!("  {what:42} {value:8.3} ({low:.3} to {high:.3})");
}

fn print_parts(single: &[Results]) {
    let (deals, seatings, duplicate) = (single.len(), single[0].len() as f64, duplicate(single));
    print("difference", deals, |drawn| mean(&Parts::of(&duplicate, drawn).means));
    for (what, results) in [("duplicate", &*duplicate), ("single", single)] {
        print(&format!("{what}: variance"), deals, |drawn| Parts::of(results, drawn).total());
        print(&format!("{what}: the deal's part"), deals, |drawn| {
            let parts = Parts::of(results, drawn);
            parts.between / parts.total()
        });
        print(&format!("{what}: fewer deals at most"), deals, |drawn| {
            let parts = Parts::of(results, drawn);
            parts.total() / parts.within
        });
    }
    print("games, single for one of duplicate play", deals, |drawn| {
        Parts::of(single, drawn).total() / (seatings * Parts::of(&duplicate, drawn).total())
    });
}

/// Prints how many times fewer deals give the same interval if a multiple of the predictor's mean is
/// subtracted: that of its repeats, and what the mean of endless ones would be worth.
fn print_prediction(single: &[Results], predictor: &[Results]) {
    let (duplicate_results, duplicate_predictor) = (duplicate(single), duplicate(predictor));
    for (what, results, predictor) in
        [("duplicate", &*duplicate_results, &*duplicate_predictor), ("single", single, predictor)]
    {
        let repeats = predictor[0][0].len();
        for (of, noise) in [(repeats.to_string(), 1.0 / repeats as f64), ("endless".into(), 0.0)] {
            print(&format!("{what}: fewer deals, {of} repeats"), results.len(), |drawn| {
                let [result, by] = [results, predictor].map(|of| Parts::of(of, drawn));
                let variance = by.between + noise * by.within;
                let explained = covariance(&result.means, &by.means).powi(2) / variance;
                // Line-ups of equal bots predict nothing: they differ by zero in every deal.
                let explained = if variance > 1e-9 { explained } else { 0.0 };
                result.total() / (result.total() - explained)
            });
        }
    }
}
