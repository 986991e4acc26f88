//! Shows that the loss of a review measures play:
//! `cargo research review_strength -- GAMES EVERY WORLDS SECONDS`.
//!
//! The data are `tenhou-train` of `$FACEDOWN_DATA` or `../shared/data`: GAMES games of each archive
//! that the network of reviews has not learnt from, and of these every EVERY-th decision of a seat.
//! Printed are the mean loss a decision and the share of mistakes of the bots' seats, of the players
//! of the houou room, and of the others at the bots' tables, for several shares of playouts in a
//! value, with 95 % intervals over games.

use facedown_game::stats::SampleMean;
use facedown_riichi::Action;
use facedown_riichi_logs::fs::{LogFile, find_logs};
use facedown_riichi_logs::{LogSource, SampleFilter, samples_of, unpack};
use facedown_riichi_review::Comparing;
use std::collections::BTreeMap;
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
/// The points that a logit is worth in playouts: `cargo research review_scale`.
const POINTS_A_LOGIT: f64 = 279.0;
const SHARES: [f64; 6] = [0.0, 0.05, 0.1, 0.25, 0.5, 1.0];

/// A decision: group, game, and by option the logit and the playouts; the played option first.
struct Row {
    group: usize,
    game: usize,
    options: Vec<(f64, Vec<f32>)>,
}

impl Row {
    /// Returns the loss with this share of playouts, and whether the paired playouts agree.
    fn loss(&self, share: f64) -> (f64, bool) {
        let value = |(logit, playouts): &(f64, Vec<f32>)| {
            let points = SampleMean::of(playouts.iter().map(|x| f64::from(*x)));
            (1.0 - share) * POINTS_A_LOGIT * logit + share * points.mean
        };
        let values: Vec<f64> = self.options.iter().map(value).collect();
        let best = (0..values.len()).max_by(|a, b| values[*a].total_cmp(&values[*b])).unwrap_or(0);
        let pairs = self.options[best].1.iter().zip(&self.options[0].1);
        let gap = SampleMean::of(pairs.map(|(a, b)| f64::from(*a) - f64::from(*b)));
        (values[best] - values[0], best != 0 && gap.interval().is_some_and(|[low, _]| low > 0.0))
    }
}

fn read(log: &LogFile, bot: Option<&str>, game: usize, every: usize, worlds: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    let Ok(bytes) = log.load() else { return rows };
    let Ok(plain) = unpack(&bytes) else { return rows };
    // A player left: the server plays for that seat.
    if String::from_utf8_lossy(&plain).contains("<BYE") {
        return rows;
    }
    let Ok(record) = log.read() else { return rows };
    let filter = SampleFilter { forced: false, ..SampleFilter::default() };
    let (4, Ok(samples)) = (record.seats, samples_of(&record, filter)) else { return rows };
    let seat_of_bot = bot.and_then(|bot| record.names.iter().position(|name| name == bot));
    let mut counts = [game; 3];
    for (number, sample) in samples.iter().enumerate() {
        let group = match (bot, seat_of_bot) {
            (None, _) => 1,
            (Some(_), Some(seat)) if seat == sample.view.seat().index() => 0,
            (Some(_), Some(_)) => 2,
            (Some(_), None) => continue,
        };
        counts[group] += 1;
        // One seat is a bot, three are not.
        if !counts[group].is_multiple_of(if group == 0 { every } else { 3 * every }) {
            continue;
        }
        let asked = (&sample.game, &sample.view, sample.legal(), sample.action);
        let seed = (game * 10_000 + number) as u64;
        let mut comparing = Comparing::begin(asked.0, asked.1, asked.2, asked.3, (worlds, seed));
        while comparing.advance(&sample.game, 1_000) {}
        let found = comparing.candidates();
        let same = |action: Action| match (action, sample.action) {
            (Action::Discard { tile: a, .. }, Action::Discard { tile: b, .. }) => a == b,
            (a, b) => a == b,
        };
        let played = found.iter().position(|one| same(one.action));
        let (Some(played), true) = (played, found.len() > 1) else { continue };
        if found.iter().all(|one| one.logit == 0.0) {
            continue;
        }
        let others = (0..found.len()).filter(|number| !same(found[*number].action));
        let all = [played].into_iter().chain(others);
        let playouts = |number: usize| comparing.paired().values(number).to_vec();
        let options = all.map(|number| (found[number].logit, playouts(number))).collect();
        rows.push(Row { group, game, options });
    }
    rows
}

fn print(name: &str, rows: &[Row], of: impl Fn(&Row) -> f64) {
    print!("{name}");
    for (group, title) in GROUPS.iter().enumerate() {
        let mut games: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for row in rows.iter().filter(|row| row.group == group) {
            let game = games.entry(row.game).or_default();
            *game = (game.0 + of(row), game.1 + 1.0);
        }
        let found = SampleMean::ratio(games.values().copied());
        print!("; {title} {:.2} ± {:.2}", found.mean, found.half_width());
    }
    println!();
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<f64> =
        std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let [games, every, worlds, seconds] = *args.as_slice() else {
        return Err("expected: GAMES EVERY WORLDS SECONDS".into());
    };
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let data = std::env::var_os("FACEDOWN_DATA").map_or_else(beside, PathBuf::from);
    let mut jobs = Vec::new();
    for (zip, bot) in ARCHIVES {
        let logs = find_logs(&data.join("tenhou-train").join(zip))?;
        // The network has learnt from the first 1,800 games of Suphx and 900 of LuckyJ.
        let from = match bot {
            Some("ⓝSuphx") => 1_850,
            Some(_) => 950,
            None => 0,
        };
        let step = ((logs.len() - from) / games as usize).max(1);
        let chosen = logs.into_iter().skip(from).step_by(step).take(games as usize);
        jobs.extend(chosen.enumerate().map(|(number, log)| (number, log, bot)));
    }
    jobs.sort_by_key(|(number, _, _)| *number);
    let (next, rows, start) = (AtomicUsize::new(0), Mutex::new(Vec::new()), Instant::now());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while start.elapsed().as_secs_f64() < seconds {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((_, log, bot)) = jobs.get(at) else { break };
                    let found = read(log, *bot, at, every as usize, worlds as usize);
                    rows.lock().expect("no thread panics").extend(found);
                }
            });
        }
    });
    let rows = rows.into_inner()?;
    for (group, title) in GROUPS.iter().enumerate() {
        let own = || rows.iter().filter(|row| row.group == group);
        let games: std::collections::BTreeSet<usize> = own().map(|row| row.game).collect();
        println!("{title}: {} decisions of {} games", own().count(), games.len());
    }
    println!("{worlds} worlds, {:.0} s", start.elapsed().as_secs_f64());
    for share in SHARES {
        print(&format!("share {share}: points lost a decision"), &rows, |row| row.loss(share).0);
        let mistaken = |row: &Row| row.loss(share).1;
        print(&format!("share {share}: mistakes, %"), &rows, |row| {
            if mistaken(row) { 100.0 } else { 0.0 }
        });
        print(&format!("share {share}: points lost by mistakes, a decision"), &rows, |row| {
            if mistaken(row) { row.loss(share).0 } else { 0.0 }
        });
    }
    Ok(())
}
