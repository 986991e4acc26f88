//! Finds how points of playouts and logits of the static opinion are combined:
//! `cargo research review_scale -- GAMES EVERY WORLDS SECONDS`.
//!
//! Two figures are printed: the points of a playout that go with one logit (a regression), and the
//! weight of playouts that predicts the choices of the two bots best.

use facedown_game::math;
use facedown_riichi_logs::fs::find_logs;
use facedown_riichi_logs::{LogSource, SampleFilter, samples_of};
use facedown_riichi_review::Comparing;
use std::path::{Path, PathBuf};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<f64> =
        std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let [games, every, worlds, seconds] = args.as_slice() else {
        return Err("expected: GAMES EVERY WORLDS SECONDS".into());
    };
    let (start, every) = (Instant::now(), *every as usize);
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let data = std::env::var_os("FACEDOWN_DATA").map_or_else(beside, PathBuf::from);
    // By decision: logit and mean playout of each option, and the one played.
    let mut rows: Vec<(Vec<[f64; 2]>, usize)> = Vec::new();
    let mut errors = Vec::new();
    'all: for number in 0..*games as usize {
        for (zip, bot) in [("suphx.zip", "ⓝSuphx"), ("luckyj.zip", "ⓝLuckyJ")] {
            let logs = find_logs(&data.join("tenhou-train").join(zip))?;
            let record = logs[logs.len() - 1 - 7 * number].read()?;
            let players = [bot.to_owned()];
            let filter = SampleFilter { players: Some(&players), forced: false };
            let Ok(samples) = samples_of(&record, filter) else { continue };
            for (at, sample) in samples.iter().enumerate().skip(number % every).step_by(every) {
                if start.elapsed().as_secs_f64() > *seconds {
                    break 'all;
                }
                let mut comparing = Comparing::begin(
                    &sample.game,
                    &sample.view,
                    sample.legal(),
                    sample.action,
                    (*worlds as usize, at as u64),
                );
                while comparing.advance(&sample.game, 1_000) {}
                let found = comparing.candidates();
                if found.len() < 2 || found.iter().all(|one| one.logit == 0.0) {
                    continue;
                }
                let played = found.iter().position(|one| match (one.action, sample.action) {
                    (
                        facedown_riichi::Action::Discard { tile: a, .. },
                        facedown_riichi::Action::Discard { tile: b, .. },
                    ) => a == b,
                    (a, b) => a == b,
                });
                let Some(played) = played else { continue };
                let paired = comparing.paired();
                errors.push(paired.gap(0, 1).error.unwrap_or(0.0));
                let option = |number: usize| [found[number].logit, paired.value(number).mean];
                rows.push(((0..found.len()).map(option).collect(), played));
            }
        }
    }
    let (mut cross, mut square) = (0.0, 0.0);
    for (options, _) in &rows {
        let n = options.len() as f64;
        let centre = |i: usize| options.iter().map(|x| x[i]).sum::<f64>() / n;
        let (l, x) = (centre(0), centre(1));
        for one in options {
            cross += (one[0] - l) * (one[1] - x);
            square += (one[0] - l) * (one[0] - l);
        }
    }
    errors.sort_by(f64::total_cmp);
    println!("{} decisions, {:?}", rows.len(), start.elapsed());
    println!("points of a playout for each logit: {:.1}", cross / square);
    println!("median standard error of a gap: {:.1}", errors.get(errors.len() / 2).unwrap_or(&0.0));
    for weight in [0.0, 0.0002, 0.0005, 0.001, 0.0015, 0.002, 0.003, 0.005, 0.01] {
        let (mut loss, mut agree) = (0.0, 0.0);
        for (options, played) in &rows {
            let of = |x: &[f64; 2]| x[0] + weight * x[1];
            let most = options.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
            let total: f64 = options.iter().map(|x| math::exp(of(x) - most)).sum();
            loss += math::ln(total) + most - of(&options[*played]);
            agree += f64::from(u8::from(of(&options[*played]) >= most));
        }
        let n = rows.len() as f64;
        println!(
            "logits for each point of a playout {weight}: loss {:.4}, agreement {:.2} %",
            loss / n,
            100.0 * agree / n
        );
    }
    Ok(())
}
