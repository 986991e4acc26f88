//! Duplicate matches between bots on the same walls:
//! `cargo research duel -- tenhou matches 50 1 efficient random`.
//!
//! Rules, `matches` or `rounds`, the number of sets of walls, a seed, and the bots: `random`,
//! `heuristic`, `rollout`, `efficient`, `sharp`, `tempo`, `search:400` (rollouts for each decision). The
//! last one fills the remaining seats. `paired` instead of `rounds` plays the first two bots on the
//! same walls, each against the rest, and prints the difference between them.

mod searching;

use facedown_arena::{Contestant, DuplicateOptions, Estimate, duplicate_hands, duplicate_matches};
use facedown_game::stats::SampleMean;
use facedown_game::{Baseline, Control, Match, MatchBaseline, Policy, UniformPolicy, setup_stream};
use facedown_riichi::baseline::RiichiBaseline;
use facedown_riichi::bots::{Efficient, Weights};
use facedown_riichi::{HeuristicPolicy, Riichi, RolloutPolicy, Rules};
use facedown_riichi_analysis::Tempo;
use searching::searching;

/// Parses weights that differ from the default: `efficient:win=1000,peril=0.04`.
fn weights(text: &str) -> Option<Weights> {
    let mut weights = Weights::default();
    for change in text.split(',') {
        let (name, value) = change.split_once('=')?;
        let place = match name {
            "win" => &mut weights.win,
            "peril" => &mut weights.peril,
            "retreat" => &mut weights.retreat,
            "step_back" => &mut weights.step_back,
            "in_the_way" => &mut weights.in_the_way,
            "calling" => &mut weights.calling,
            "opening" => &mut weights.opening,
            "least_yaku" => &mut weights.least_yaku,
            "riichi" => &mut weights.riichi,
            "danger" => &mut weights.danger,
            "declare" => &mut weights.declare,
            _ => return None,
        };
        *place = value.parse().ok()?;
    }
    Some(weights)
}

fn bot(game: &Riichi, name: &str) -> Option<Box<dyn Policy<Riichi>>> {
    Some(match name {
        "random" => Box::new(UniformPolicy),
        "heuristic" => Box::new(HeuristicPolicy),
        "rollout" => Box::new(RolloutPolicy),
        "efficient" => Box::new(Efficient::default()),
        "tempo" => Box::new(Tempo::default()),
        "sharp" => Box::new(Efficient::sharp()),
        other if other.starts_with("efficient:") => {
            Box::new(Efficient::new(weights(&other[10..])?))
        }
        other => searching(game, other.strip_prefix("search:")?).ok()?,
    })
}

fn text(estimate: &Estimate) -> String {
    let half = estimate.interval.as_ref().map_or(f64::NAN, |i| (i.high - i.low) / 2.0);
    format!("{:+9.1} ± {half:.1}", estimate.mean)
}

/// Prints a mean with half its 95 % interval.
fn print_mean(name: &str, values: &[f64]) {
    let found = SampleMean::of(values.iter().copied());
    println!("{name:>24}: {:+9.1} ± {:.1}", found.mean, found.half_width());
}

/// Plays the first two bots on the same walls against the others, and compares them set by set.
fn paired(
    game: &Riichi,
    (sets, seed): (u64, u64),
    names: &[String],
) -> Result<(), Box<dyn std::error::Error>> {
    let [first, second, others @ ..] = names else { return Err("expected two bots".into()) };
    let other = others.first().ok_or("no opponent")?;
    let play = |name: &str, set: u64| -> Result<f64, Box<dyn std::error::Error>> {
        let seats = usize::from(game.rules().seats);
        let line_up: Vec<&str> =
            [name].into_iter().chain([other.as_str(); 3]).take(seats).collect();
        let makers: Vec<_> =
            line_up.iter().map(|name| || bot(game, name).expect("a bot by this name")).collect();
        let bots = line_up.iter().zip(&makers);
        let bots: Vec<_> = bots.map(|(name, make)| Contestant::new(*name, make)).collect();
        let options = DuplicateOptions { threads: 1, ..DuplicateOptions::new(1, seed << 32 | set) };
        let setup = |deal| game.draw_setup(&mut setup_stream(options.seed, deal));
        let control = Control::default();
        let played = duplicate_hands(game, &bots, Some(&setup), &options, None, control)?;
        // Bots of one name are one entry. The sticks that lie on the table at a draw are nobody's.
        let entries = played.report.bots;
        let table: f64 = entries.iter().map(|bot| bot.seats as f64 * bot.score.mean).sum();
        Ok(entries[0].score.mean - table / seats as f64)
    };
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for set in 0..sets {
        a.push(play(first, set)?);
        b.push(play(second, set)?);
    }
    let differences: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a - b).collect();
    let same = differences.iter().filter(|difference| **difference == 0.0).count();
    println!("{sets} sets of walls, seed {seed}, {same} equal; points a round above the table");
    print_mean(first, &a);
    print_mean(second, &b);
    print_mean("difference", &differences);
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [rules, unit, clusters, seed, names @ ..] = args.as_slice() else {
        return Err("expected: RULES matches|rounds CLUSTERS SEED BOT…".into());
    };
    let rules = Rules::preset(rules)?;
    let game = Riichi::new(rules)?;
    let seats = usize::from(rules.seats);
    if unit == "paired" {
        if let Some(unknown) = names.iter().find(|name| bot(&game, name).is_none()) {
            return Err(format!("no bot '{unknown}'").into());
        }
        return paired(&game, (clusters.parse()?, seed.parse()?), names);
    }
    let last = names.last().ok_or("no bot")?;
    let names: Vec<&String> = names.iter().chain(std::iter::repeat(last)).take(seats).collect();
    for name in &names {
        bot(&game, name).ok_or_else(|| format!("no bot '{name}'"))?;
    }
    let makers: Vec<_> =
        names.iter().map(|name| || bot(&game, name).expect("it was made above")).collect();
    let line_up: Vec<Contestant<'_, Riichi>> = names
        .iter()
        .zip(&makers)
        .map(|(name, make)| Contestant::new(name.as_str(), make))
        .collect();
    // One thread, because long matches run beside other work.
    let options =
        DuplicateOptions { threads: 1, ..DuplicateOptions::new(clusters.parse()?, seed.parse()?) };
    let (unit, luck) = unit.split_once('+').unwrap_or((unit, "none"));
    let baseline = RiichiBaseline::named(luck);
    let control = Control::default();
    let luck = baseline.as_ref();
    let duel = if unit == "matches" {
        let luck = luck.map(|luck| luck as &dyn MatchBaseline<Riichi>);
        duplicate_matches(&game, &line_up, &options, luck, control)?
    } else {
        let luck = luck.map(|luck| luck as &dyn Baseline<Riichi>);
        let setup = |round| game.draw_setup(&mut setup_stream(options.seed, round));
        duplicate_hands(&game, &line_up, Some(&setup), &options, luck, control)?
    };
    let report = &duel.report;
    println!(
        "{} clusters, {} games, {} rounds, seed {seed}, {:.0} s",
        report.clusters, report.games, report.hands, duel.timing.elapsed
    );
    for (place, bot) in report.bots.iter().enumerate() {
        let time = duel.timing.bots[place].per_decision.unwrap_or(0.0) * 1e6;
        println!(
            "{:>16}: score {}  points a round {}  place {:.3}  {time:.1} us",
            bot.name,
            text(&bot.score),
            text(&bot.points_per_hand),
            bot.rank,
        );
    }
    if let Some(luck) = &report.luck {
        for (bot, result) in report.bots.iter().zip(&luck.bots) {
            let (plain, adjusted) = (text(&result.plain), text(&result.adjusted));
            let times = result.fewer_deals.unwrap_or(f64::NAN);
            println!(
                "{:>16}: plain {plain}  adjusted {adjusted}  {times:.2} times fewer deals",
                bot.name
            );
        }
    }
    Ok(())
}
