//! Fits the static opinion of reviews, and shows that it measures play:
//! `cargo research fit_review -- TRAIN TEST EPOCHS OUT [SECONDS]`.
//!
//! The data are `tenhou-train` of `$FACEDOWN_DATA` or `../shared/data`. TRAIN games of each of the two
//! bots are learnt from; TEST other games of each archive are measured: the bots' seats, the players
//! of the houou room, and the others at the bots' tables. No EPOCHS measure the network that ships.

mod gradient;

use facedown_game::Rng;
use facedown_game::stats::SampleMean;
use facedown_riichi::Action;
use facedown_riichi_logs::fs::{LogFile, find_logs};
use facedown_riichi_logs::{LogSource, SampleFilter, samples_of, unpack};
use facedown_riichi_review::model::{ChoiceNet, Features, HIDDEN, options};
use gradient::{WEIGHTS, add_gradient, file};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

const ARCHIVES: [(&str, Option<&str>); 4] = [
    ("suphx.zip", Some("ⓝSuphx")),
    ("luckyj.zip", Some("ⓝLuckyJ")),
    ("houou-2024-04.zip", None),
    ("houou-2018-11.zip", None),
];
const GROUPS: [&str; 3] = ["bots", "houou players", "others at the bots' tables"];

/// A decision: the features of its options, and the one that was played.
struct Choice {
    options: Vec<Features>,
    played: usize,
    group: usize,
    /// The game, for intervals.
    game: usize,
}

struct Job {
    log: LogFile,
    bot: Option<&'static str>,
    train: bool,
}

fn jobs(train: usize, test: usize) -> Result<Vec<Job>, Box<dyn std::error::Error>> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let data = std::env::var_os("FACEDOWN_DATA").map_or_else(beside, PathBuf::from);
    let mut jobs = Vec::new();
    for (zip, bot) in ARCHIVES {
        let logs = find_logs(&data.join("tenhou-train").join(zip))?;
        let wanted = test + if bot.is_some() { train } else { 0 };
        let step = (logs.len() / wanted.max(1)).max(1);
        for (number, log) in logs.into_iter().step_by(step).take(wanted).enumerate() {
            // The later games are measured.
            jobs.push(Job { log, bot, train: bot.is_some() && number < train });
        }
    }
    Ok(jobs)
}

fn read(job: &Job, game: usize) -> Vec<Choice> {
    let mut found = Vec::new();
    let Ok(bytes) = job.log.load() else { return found };
    let Ok(plain) = unpack(&bytes) else { return found };
    // A player left: the server plays for that seat.
    if String::from_utf8_lossy(&plain).contains("<BYE") {
        return found;
    }
    let Ok(record) = job.log.read() else { return found };
    let filter = SampleFilter { forced: false, ..SampleFilter::default() };
    let (4, Ok(samples)) = (record.seats, samples_of(&record, filter)) else { return found };
    let bot = job.bot.and_then(|bot| record.names.iter().position(|name| name == bot));
    for sample in samples {
        let seat = sample.view.seat().index();
        let group = match (job.bot, bot) {
            (None, _) => 1,
            (Some(_), Some(bot)) => {
                if bot == seat {
                    0
                } else {
                    2
                }
            }
            (Some(_), None) => continue,
        };
        let win = |action: &Action| matches!(action, Action::Tsumo | Action::Ron);
        if job.train && group != 0 || sample.legal().iter().any(win) {
            continue;
        }
        if sample.view.table().is_riichi(sample.view.seat()) {
            continue;
        }
        let all = options(&sample.game, &sample.view, sample.legal());
        let same = |action: &Action| match (*action, sample.action) {
            (Action::Discard { tile: a, .. }, Action::Discard { tile: b, .. }) => a == b,
            (a, b) => a == b,
        };
        let Some(played) = all.actions.iter().position(same) else { continue };
        if all.actions.len() > 1 {
            found.push(Choice { options: all.features, played, group, game });
        }
    }
    found
}

/// Returns the weights after training.
fn train(choices: &[Choice], epochs: usize, limit: f64) -> Vec<f32> {
    let mut rng = Rng::new(1);
    let mut weights: Vec<f32> = (0..WEIGHTS)
        .map(|_| {
            let unit: f64 = (0..4).map(|_| rng.unit() - 0.5).sum();
            (unit * 0.25) as f32
        })
        .collect();
    *weights.last_mut().expect("there are weights") = 0.0;
    let (mut first, mut second) = (vec![0.0f32; WEIGHTS], vec![0.0f32; WEIGHTS]);
    let mut order: Vec<usize> = (0..choices.len()).collect();
    let (mut step, start) = (0u32, Instant::now());
    let batch = 64;
    let steps = (epochs * choices.len() / batch) as f32;
    for epoch in 0..epochs {
        rng.shuffle(&mut order);
        let mut total = 0.0;
        for chunk in order.chunks(batch) {
            let mut gradient = vec![0.0; WEIGHTS];
            for &i in chunk {
                let choice = &choices[i];
                let loss = add_gradient(&weights, &choice.options, choice.played, &mut gradient);
                total += f64::from(loss);
            }
            step += 1;
            let rate = 0.003 * (1.0 - step as f32 / (steps + 1.0)).max(0.02);
            let [low, high] = [1.0 - 0.9f32.powi(step as i32), 1.0 - 0.999f32.powi(step as i32)];
            for i in 0..WEIGHTS {
                let g = gradient[i] / chunk.len() as f32;
                first[i] += 0.1 * (g - first[i]);
                second[i] += 0.001 * (g * g - second[i]);
                weights[i] -= rate * (first[i] / low) / ((second[i] / high).sqrt() + 1e-8);
            }
        }
        let time = start.elapsed().as_secs_f64();
        eprintln!("epoch {epoch}: loss {:.4}, {time:.0} s", total / choices.len() as f64);
        if time > limit {
            break;
        }
    }
    weights
}

/// Prints the mean of a figure for each group, with its interval over games.
fn print(name: &str, choices: &[Choice], of: impl Fn(&Choice) -> f64) {
    println!("{name}");
    for (group, title) in GROUPS.iter().enumerate() {
        let mut games: Vec<(f64, f64)> = Vec::new();
        let mut last = None;
        for choice in choices.iter().filter(|choice| choice.group == group) {
            if last != Some(choice.game) {
                games.push((0.0, 0.0));
                last = Some(choice.game);
            }
            let game = games.last_mut().expect("a game has begun");
            *game = (game.0 + of(choice), game.1 + 1.0);
        }
        let count: f64 = games.iter().map(|(_, decisions)| decisions).sum();
        let found = SampleMean::ratio(games.iter().copied());
        let (mean, half) = (found.mean, found.half_width());
        println!(
            "  {title:<28} {mean:9.3} ± {half:.3}  ({} games, {count} decisions)",
            games.len()
        );
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [training, testing, epochs, out, rest @ ..] = args.as_slice() else {
        return Err("expected: TRAIN TEST EPOCHS OUT [SECONDS]".into());
    };
    let limit = rest.first().map_or(Ok(1e9), |text| text.parse::<f64>())?;
    let jobs = jobs(training.parse()?, testing.parse()?)?;
    let (next, found, start) = (AtomicUsize::new(0), Mutex::new(Vec::new()), Instant::now());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(at) else { break };
                    let read = read(job, at);
                    found.lock().expect("no thread panics").push((at, read));
                }
            });
        }
    });
    let mut found = found.into_inner()?;
    found.sort_by_key(|(at, _)| *at);
    let (mut training, mut testing) = (Vec::new(), Vec::new());
    for (at, read) in found {
        if jobs[at].train { training.extend(read) } else { testing.extend(read) }
    }
    eprintln!("{} and {} decisions, {:?}", training.len(), testing.len(), start.elapsed());
    let epochs: usize = epochs.parse()?;
    let net = if epochs == 0 {
        ChoiceNet::shipped().clone()
    } else {
        let file = file(&train(&training, epochs, limit));
        std::fs::write(out, &file)?;
        ChoiceNet::read(&file)?
    };
    let gap = |choice: &Choice| {
        let logits: Vec<f64> = choice.options.iter().map(|f| f64::from(net.logit(f))).collect();
        logits.iter().copied().fold(f64::NEG_INFINITY, f64::max) - logits[choice.played]
    };
    println!("hidden {HIDDEN}, {} decisions learnt from", training.len());
    print("agreement, per cent", &testing, |choice| if gap(choice) <= 0.0 { 100.0 } else { 0.0 });
    print("logits behind the best", &testing, gap);
    print("logits behind the best, at most 4", &testing, |choice| gap(choice).min(4.0));
    for (name, kind) in [("calls", 15), ("own turn", usize::MAX)] {
        let window = |choice: &Choice| choice.options[0][15] > 0.0;
        let subset: Vec<Choice> = testing
            .iter()
            .filter(|choice| window(choice) == (kind == 15))
            .map(|c| Choice { options: c.options.clone(), ..*c })
            .collect();
        print(&format!("logits behind the best, {name}"), &subset, gap);
    }
    Ok(())
}
