//! Measures the value of Fantasyland by self-play for each preset, and writes `stakes.in`.
//!
//! Run with `cargo research stakes -- [FILE [HANDS [PRESET…]]]`;
//! `PRESET:network` has the normal hand played by the bot `network` instead of `steady`, and
//! `PRESET:search:ITERATIONS:SEARCHED` by the bot `search` on so many of the hands, with `network` on all of
//! them as a control variate.
//! A preset may end in `@VALUES`, such as `@5.2,10.0,16.0,22.1,28.2`: it then begins with these values of
//! 13 to 17 cards, and with a tolerance of 0.2.
//! FILE is `crates/ofc/src/stakes.in`, or `-` for none; the table of docs/measurements/ofc.md is printed, and
//! each preset's part of the file on the standard error. The result depends on HANDS alone, not on
//! the number of threads.

use facedown_ofc::Rules;
use facedown_ofc_solver::self_play::{MeasureConfig, Measured, NormalPlayer, measure};
use std::fmt::Write;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let file = arguments.first().filter(|file| *file != "-");
    let default = MeasureConfig::default();
    let hands = arguments.get(1).map_or(Ok(default.hands), |text| text.parse())?;
    let config = MeasureConfig { hands, ..default };
    let named: Vec<&str> = arguments.iter().skip(2).map(String::as_str).collect();
    let presets = if named.is_empty() { Rules::PRESETS.to_vec() } else { named };
    let mut data = String::from("[\n");
    println!(
        "| preset | cards | value | stays | normal hand enters, fouls | rounds, last change |"
    );
    println!("|---|---|---|---|---|---|");
    for name in presets {
        let clock = Instant::now();
        let (who, start) = begin(name)?;
        let (preset, player) = player(who)?;
        let tolerance = if start.is_some() { 0.2 } else { config.tolerance };
        let config = MeasureConfig { player, start, tolerance, ..config };
        let measured = measure(&Rules::preset(preset)?, &config)?;
        let numbers = |all: [f64; 5]| all.map(|points| format!("{points:.3}")).join(", ");
        let (values, errors) = (numbers(measured.values), numbers(measured.errors));
        let line = format!("    (\"{name}\", [{values}], [{errors}]),");
        writeln!(data, "{line}")?;
        print(name, &measured);
        eprintln!("{line} // {:.0} s", clock.elapsed().as_secs_f64());
    }
    data.push_str("]\n");
    if let Some(file) = file {
        std::fs::write(file, data)?;
    }
    Ok(())
}

/// The values of 13 to 17 cards.
type Values = [f64; 5];

/// Returns what comes before `@`, and the values after it.
fn begin(text: &str) -> Result<(&str, Option<Values>), Box<dyn std::error::Error>> {
    let Some((who, values)) = text.split_once('@') else { return Ok((text, None)) };
    let values: Vec<f64> = values.split(',').map(str::parse).collect::<Result<_, _>>()?;
    let values = values.try_into().map_err(|_| format!("five values in '{text}'"))?;
    Ok((who, Some(values)))
}

/// Returns the preset and the player of `PRESET`, `PRESET:network` or `PRESET:search:ITERATIONS:SEARCHED`.
fn player(text: &str) -> Result<(&str, NormalPlayer), Box<dyn std::error::Error>> {
    let parts: Vec<&str> = text.split(':').collect();
    Ok(match parts[..] {
        [preset] => (preset, NormalPlayer::Steady),
        [preset, "network"] => (preset, NormalPlayer::Network),
        [preset, "search", iterations, hands] => {
            let (iterations, hands) = (iterations.parse()?, hands.parse()?);
            (preset, NormalPlayer::Search { iterations, hands })
        }
        _ => return Err(format!("no player '{text}'").into()),
    })
}

fn print(name: &str, measured: &Measured) {
    for size in 0..5 {
        let &Measured { values, errors, stays, enters, fouls, rounds, change, dealt } = measured;
        println!(
            "| `{name}` | {}{} | {:.2} ± {:.2} | {:.1} % | {:.1} %, {:.1} % | {rounds}, {change:.3} |",
            13 + size,
            if dealt[size] { "" } else { " (not dealt)" },
            values[size],
            errors[size],
            100.0 * stays[size],
            100.0 * enters,
            100.0 * fouls,
        );
    }
}
