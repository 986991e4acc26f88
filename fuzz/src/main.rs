//! Runs the fuzz targets on a stable compiler, without libFuzzer: the files of `corpus/`, then random
//! mutations of them for a time.
//!
//! `facedown-fuzz [TARGET…] [--seconds S] [--seed N] [--write-corpus]`. Equal seeds try the same
//! inputs in the same order. An input on which a target panics is written to `artifacts/TARGET`, and
//! ends the run with status 1.

mod corpus;
mod mutate;

use facedown_fuzz::{TARGETS, Target};
use facedown_game::Rng;
use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

struct Options {
    targets: Vec<Target>,
    seconds: f64,
    seed: u64,
    write_corpus: bool,
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut options = Options { targets: Vec::new(), seconds: 60.0, seed: 1, write_corpus: false };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--seconds" => options.seconds = value()?.parse()?,
            "--seed" => options.seed = value()?.parse()?,
            "--write-corpus" => options.write_corpus = true,
            name => {
                let known = || TARGETS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
                let found = TARGETS.iter().find(|(known, _)| *known == name);
                let missing = || format!("no target '{name}', expected one of {}", known());
                options.targets.push(*found.ok_or_else(missing)?);
            }
        }
    }
    if options.targets.is_empty() {
        options.targets = TARGETS.to_vec();
    }
    Ok(options)
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let options = options()?;
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    if options.write_corpus {
        corpus::write(&home.join("corpus"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut failed = false;
    for target in &options.targets {
        failed |= run(target, home, &options)?;
    }
    Ok(ExitCode::from(u8::from(failed)))
}

/// Runs a target; returns whether it failed.
fn run(&(name, target): &Target, home: &Path, options: &Options) -> Result<bool, Box<dyn Error>> {
    let corpus = files(&home.join("corpus").join(name))?;
    let start = Instant::now();
    let time = Duration::try_from_secs_f64(options.seconds)?;
    let mut rng = Rng::new(options.seed);
    let (mut inputs, mut slowest) = (0_u64, Duration::ZERO);
    let mut input = Vec::new();
    loop {
        match corpus.get(inputs as usize) {
            Some(given) => input.clone_from(given),
            None if start.elapsed() >= time => break,
            None => mutate::mutate(&corpus, &mut input, &mut rng),
        }
        let begin = Instant::now();
        if catch_unwind(AssertUnwindSafe(|| target(&input))).is_err() {
            let path = save(&home.join("artifacts").join(name), &input)?;
            println!("{name}: FAILED after {inputs} inputs: {}", path.display());
            return Ok(true);
        }
        slowest = slowest.max(begin.elapsed());
        inputs += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{name}: {inputs} inputs in {seconds:.1} s, the slowest {slowest:.1?}");
    Ok(false)
}

fn files(folder: &Path) -> std::io::Result<Vec<Vec<u8>>> {
    let mut paths = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()?;
    paths.sort();
    paths.iter().map(std::fs::read).collect()
}

fn save(folder: &Path, input: &[u8]) -> std::io::Result<PathBuf> {
    let mut hasher = DefaultHasher::new();
    input.hash(&mut hasher);
    std::fs::create_dir_all(folder)?;
    let path = folder.join(format!("crash-{:016x}", hasher.finish()));
    std::fs::write(&path, input)?;
    Ok(path)
}
