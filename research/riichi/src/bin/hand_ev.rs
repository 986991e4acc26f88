//! Expected values of hands of real games: their time, and their bias against dealt walls.
//! `cargo research hand_ev -- speed|walls SHANTEN HANDS [TURN
//! [WALLS [RON]]]`
//!
//! Takes hands of the logs in `tenhou` of the data (`$FACEDOWN_DATA` or `../shared/data`), one of each
//! round, at their sixth turn unless stated, of the given shanten. `speed` prints the median time
//! and number of nodes, with and without reshaping. `walls` plays the policy on dealt walls and
//! prints the differences to what the evaluation states.

use facedown_game::Rng;
use facedown_riichi::Action;
use facedown_riichi_analysis::hand_ev::{EvOptions, EvSolver, Simulator, ev_options};
use facedown_riichi_logs::fs::{find_logs, read_file};
use facedown_riichi_logs::{SampleFilter, samples_of};
use facedown_tiles::{Hand, Pack};
use std::path::{Path, PathBuf};
use std::time::Instant;

fn data_folder() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    std::env::var_os("FACEDOWN_DATA").map_or_else(beside, PathBuf::from)
}

/// Collects hands at a turn, of a shanten, one of each round.
fn hands(
    turn: u8,
    shanten: i8,
    most: usize,
) -> Result<Vec<(Hand, EvOptions)>, Box<dyn std::error::Error>> {
    let mut hands = Vec::new();
    for log in find_logs(&data_folder().join("tenhou"))? {
        let record = read_file(log.path())?;
        let Ok(samples) = samples_of(&record, SampleFilter::default()) else { continue };
        let mut round = None;
        for sample in samples {
            let view = &sample.view;
            let own = matches!(sample.action, Action::Discard { .. });
            if !own || round == Some(sample.round) || view.table().is_riichi(view.seat()) {
                continue;
            }
            let options = ev_options(&sample.game, view);
            let hand = *view.hand();
            let fits =
                options.turn == turn && hand.len() % 3 == 2 && hand.shanten(Pack::Four) == shanten;
            if fits && options.rules.seats == 4 {
                round = Some(sample.round);
                hands.push((hand, options));
            }
        }
        if hands.len() >= most {
            break;
        }
    }
    hands.truncate(most);
    Ok(hands)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn speed(hands: &[(Hand, EvOptions)]) {
    let mut solver = EvSolver::default();
    for reshape in [0, 1] {
        let (mut times, mut nodes) = (Vec::new(), Vec::new());
        for (hand, options) in hands {
            let options = EvOptions { reshape, ..options.clone() };
            let start = Instant::now();
            match solver.solve(hand, &options) {
                Ok(ev) => {
                    times.push(1_000.0 * start.elapsed().as_secs_f64());
                    nodes.push(ev.nodes as f64);
                }
                Err(error) => println!("{hand}: {error}"),
            }
        }
        let most = times.iter().copied().fold(0.0, f64::max);
        println!(
            "reshape {reshape}: {} hands, median {:.3} ms, most {most:.1} ms, median {:.0} nodes",
            times.len(),
            median(times.clone()),
            median(nodes)
        );
    }
}

fn walls(hands: &[(Hand, EvOptions)], walls: u32, ron: f32) {
    let (mut stated, mut dealt) = ([0.0; 3], [0.0; 3]);
    let (mut off, mut error, mut worst) = ([0.0; 3], 0.0, [0.0f64; 3]);
    // Squares of the distances of single hands, less those that dealt walls have by chance alone.
    let (mut apart, mut size) = ([0.0; 3], 0.0);
    for (place, (hand, options)) in hands.iter().enumerate() {
        let options = EvOptions { ron, ..options.clone() };
        let Ok(simulator) = Simulator::new(hand, &options) else { continue };
        let got = simulator.run(walls, &mut Rng::stream(1, place as u64));
        let best = &simulator.ev.discards[0];
        let said = [best.win[0], best.tenpai[0], best.points[0]].map(f64::from);
        let was = [got.win, got.tenpai, got.points];
        for lane in 0..3 {
            stated[lane] += said[lane];
            dealt[lane] += was[lane];
            off[lane] += (said[lane] - was[lane]).abs();
            worst[lane] = worst[lane].max((said[lane] - was[lane]).abs());
        }
        error += got.error * got.error;
        let noise = |chance: f64| chance * (1.0 - chance) / f64::from(walls);
        let by_chance = [noise(got.win), noise(got.tenpai), got.error * got.error];
        for lane in 0..3 {
            apart[lane] += (said[lane] - was[lane]).powi(2) - by_chance[lane];
        }
        size += said[2] * said[2];
    }
    let n = hands.len() as f64;
    for (lane, name) in ["win", "tenpai", "points"].into_iter().enumerate() {
        println!(
            "{name:>7}: stated {:.5} dealt {:.5} difference {:+.5} ({:+.2} %), mean distance {:.5}, largest {:.5}",
            stated[lane] / n,
            dealt[lane] / n,
            (stated[lane] - dealt[lane]) / n,
            100.0 * (stated[lane] / dealt[lane] - 1.0),
            off[lane] / n,
            worst[lane]
        );
    }
    let single = apart.map(|squares| (squares / n).max(0.0).sqrt());
    println!(
        "single hands without the noise of the walls: win {:.5}, tenpai {:.5}, points {:.2} ({:.2} %)",
        single[0],
        single[1],
        single[2],
        100.0 * single[2] / (size / n).sqrt()
    );
    println!(
        "{n} hands, {walls} walls each; standard error of the mean points {:.2}",
        error.sqrt() / n
    );
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [mode, shanten, count, more @ ..] = args.as_slice() else {
        return Err("expected: speed|walls SHANTEN HANDS [TURN [WALLS [RON]]]".into());
    };
    let turn = more.first().map_or(Ok(6), |text| text.parse())?;
    let hands = hands(turn, shanten.parse()?, count.parse()?)?;
    if mode == "speed" {
        speed(&hands);
    } else {
        let dealt = more.get(1).map_or(Ok(10_000), |text| text.parse())?;
        walls(&hands, dealt, more.get(2).map_or(Ok(0.0), |text| text.parse())?);
    }
    Ok(())
}
