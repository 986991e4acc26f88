//! The program `facedown-train`, which `facedown train` calls.

use clap::Parser;
use facedown_datasets::DatasetSamples;
use facedown_game::excerpt;
use facedown_nets::Samples;
use facedown_tasks::riichi_clone::CloneSamples;
use facedown_training::{Config, Event, train};
use std::error::Error;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Trains a network, and writes its weights with the losses beside them as CSV and SVG.
///
/// A run that was stopped is continued from its checkpoint, with the same weights at the end.
#[derive(Parser)]
#[command(name = "facedown train", version)]
struct Args {
    /// A network of this project (fantasyland-top, fantasyland-middle, deadwood, ofc-value-9,
    /// ofc-value-7, ofc-value-5, riichi-clone), or a TOML file.
    net: String,
    /// Samples: generate:SEED:COUNT, logs:PATH (recorded games), the folder of a data set, or a file of
    /// JSON lines; by default those of the description.
    #[arg(long)]
    data: Option<String>,
    /// Networks that the samples are made with: those of later streets, for ofc-value.
    #[arg(long, value_name = "FILE")]
    with: Vec<PathBuf>,
    /// Preset of the rules, for ofc-value: standard, progressive, ultimate, joker-ultimate, 2-7.
    #[arg(long, value_name = "PRESET")]
    rules: Option<String>,
    /// The file of weights to write.
    #[arg(long)]
    out: PathBuf,
    /// Writes no progress.
    #[arg(long)]
    quiet: bool,
}

/// The descriptions of the networks that ship.
const NETS: [(&str, &str); 7] = [
    ("fantasyland-top", include_str!("../configs/fantasyland-top.toml")),
    ("fantasyland-middle", include_str!("../configs/fantasyland-middle.toml")),
    ("deadwood", include_str!("../configs/deadwood.toml")),
    ("ofc-value-9", include_str!("../configs/ofc-value-9.toml")),
    ("ofc-value-7", include_str!("../configs/ofc-value-7.toml")),
    ("ofc-value-5", include_str!("../configs/ofc-value-5.toml")),
    ("riichi-clone", include_str!("../configs/riichi-clone.toml")),
];

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let config = read_config(&args.net)?;
    let data = args.data.as_ref().or(config.data.as_ref());
    let data = data.ok_or("the description names no data: give --data")?;
    let samples = samples(&config.task, data, args)?;
    let mut bar = Bar::new(args.quiet);
    let trained = train(&config, &*samples, &args.out, |event| bar.show(event))?;
    bar.end();
    let figures = trained.weights.metadata.get("figures").map_or("", String::as_str);
    println!("{}: {figures}", args.out.display());
    Ok(())
}

/// Progress on one line of the terminal; without one, a line for each validation.
struct Bar {
    quiet: bool,
    terminal: bool,
    start: Instant,
    first: Option<u64>,
    message: String,
}

impl Bar {
    fn new(quiet: bool) -> Self {
        let terminal = std::io::stderr().is_terminal();
        Self { quiet, terminal, start: Instant::now(), first: None, message: String::new() }
    }

    fn show(&mut self, event: Event<'_>) {
        if self.quiet {
            return;
        }
        match event {
            Event::Step(step, steps) => {
                let first = *self.first.get_or_insert(step - 1);
                if self.terminal && (step == steps || step.is_multiple_of(10)) {
                    let done = (step - first) as f64;
                    let left = self.start.elapsed().as_secs_f64() / done * (steps - step) as f64;
                    let full = (30 * step / steps) as usize;
                    let bar = "#".repeat(full) + &"-".repeat(30 - full);
                    let message = &self.message;
                    eprint!("\r[{bar}] {step}/{steps} steps, {left:.0} s left  {message}\x1b[K");
                    let _ = std::io::stderr().flush();
                }
            }
            Event::Validated(record) => {
                let shares = record.agreement.iter().map(|share| format!("{:.2} %", 100.0 * share));
                let shares = shares.collect::<Vec<_>>().join(", ");
                self.message = format!("loss {:.4}, agreement {shares}", record.validation);
                if !self.terminal {
                    let time = self.start.elapsed().as_secs_f64();
                    eprintln!("{time:.0} s, {} samples: {}", record.samples, self.message);
                }
            }
        }
    }

    fn end(&self) {
        if self.terminal && !self.quiet {
            eprintln!();
        }
    }
}

fn read_config(net: &str) -> Result<Config, Box<dyn Error>> {
    if let Some((_, text)) = NETS.iter().find(|(name, _)| *name == net) {
        return Ok(Config::parse(text)?);
    }
    let names = NETS.map(|(name, _)| name).join(", ");
    let text = std::fs::read_to_string(net).map_err(|error| {
        format!("{}: neither one of {names} nor a file that can be read: {error}", excerpt(net))
    })?;
    Config::parse(&text).map_err(|error| format!("{}: {error}", excerpt(net)).into())
}

/// Returns the samples that a text names.
fn samples(task: &str, data: &str, args: &Args) -> Result<Box<dyn Samples>, Box<dyn Error>> {
    let (with, rules) = (&args.with, args.rules.as_deref());
    if let Some(numbers) = data.strip_prefix("generate:") {
        let bad = || format!("--data '{}': expected generate:SEED:COUNT", excerpt(data));
        let (seed, count) = numbers.split_once(':').ok_or_else(bad)?;
        let (seed, count) = (seed.parse().map_err(|_| bad())?, count.parse().map_err(|_| bad())?);
        let read = |path: &PathBuf| {
            std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let networks = with.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        return Ok(facedown_tasks::generate(task, rules, seed, count, &networks)?);
    }
    if !with.is_empty() || rules.is_some() {
        let option = if rules.is_some() { "--rules" } else { "--with" };
        return Err(format!("{option} goes with --data generate:SEED:COUNT").into());
    }
    let named = |error: &dyn Error| format!("{}: {error}", excerpt(data));
    if task == "riichi-clone" {
        let path =
            data.strip_prefix("logs:").ok_or("the task riichi-clone needs --data logs:PATH")?;
        let samples = CloneSamples::load(path.as_ref()).map_err(|error| named(&error))?;
        return Ok(Box::new(samples));
    }
    if std::path::Path::new(data).is_dir() {
        return Ok(Box::new(DatasetSamples::read(task, data.as_ref())?));
    }
    let text = std::fs::read_to_string(data).map_err(|error| named(&error))?;
    Ok(facedown_tasks::read_lines(task, &text).map_err(|error| named(&error))?)
}
