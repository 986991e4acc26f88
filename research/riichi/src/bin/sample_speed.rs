//! Measures the speed of sampling logs, and the cost of each part on one thread.
//!
//! `cargo research sample_speed -- FOLDER [THREADS] [BATCH]`

use facedown_game::Encoder;
use facedown_riichi::ActionIds;
use facedown_riichi_features::{Features, Mode};
use facedown_riichi_logs::fs::{LogFile, find_logs};
use facedown_riichi_logs::{
    LogSource, SampleFilter, SampleOptions, SampleReader, SampleRows, encode_samples, read,
    samples_of,
};
use std::time::{Duration, Instant};

/// The number of runs, of which the best counts.
const RUNS: usize = 9;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().ok_or("expected a folder")?;
    let mut number = |default: &str| args.next().unwrap_or(default.to_owned()).parse();
    let (threads, batch): (usize, usize) = (number("0")?, number("256")?);
    let logs = find_logs(folder.as_ref())?;
    let encoder = Features::new("base", 4, Mode::Spec).ok_or("no such encoder")?;
    parts(&logs, &encoder)?;
    let best = (0..RUNS).map(|_| pass(&logs, &encoder, threads, batch));
    let (samples, spent) = best.min_by_key(|(_, spent)| *spent).ok_or("no runs")?;
    let rate = samples as f64 / spent.as_secs_f64();
    println!("{samples} samples, {rate:.0} a second");
    Ok(())
}

/// Reads and encodes everything.
fn pass(logs: &[LogFile], encoder: &Features, threads: usize, batch: usize) -> (usize, Duration) {
    let start = Instant::now();
    let options = SampleOptions { threads, ..SampleOptions::default() };
    let mut reader = SampleReader::new(logs.to_vec(), options);
    let (mut samples, mut count) = (Vec::new(), 0);
    let mut planes = vec![0f32; batch * encoder.len()];
    let (mut mask, mut action) = (vec![0; batch * ActionIds::COUNT], vec![0; batch]);
    while reader.next_batch(batch, &mut samples).is_ok() && !samples.is_empty() {
        let rows = SampleRows {
            observation: &mut planes[..samples.len() * encoder.len()],
            mask: &mut mask[..samples.len() * ActionIds::COUNT],
            action: &mut action[..samples.len()],
        };
        reader.encode(&samples, encoder, |_, action| ActionIds::id(action), rows);
        count += samples.len();
    }
    (count, start.elapsed())
}

/// Prints the best time per sample of each part: reading the text, replaying it, encoding.
fn parts(logs: &[LogFile], encoder: &Features) -> Result<(), Box<dyn std::error::Error>> {
    let texts = logs.iter().map(LogSource::load).collect::<Result<Vec<_>, _>>()?;
    let records = texts.iter().map(|text| read(text)).collect::<Result<Vec<_>, _>>()?;
    let of = |record| samples_of(record, SampleFilter::default());
    let samples = records.iter().map(of).collect::<Result<Vec<_>, _>>()?.concat();
    let best = |part: &mut dyn FnMut()| {
        let times = (0..RUNS).map(|_| {
            let start = Instant::now();
            part();
            start.elapsed()
        });
        times.min().unwrap_or_default().as_nanos() / samples.len() as u128
    };
    let reading = best(&mut || assert!(texts.iter().all(|text| read(text).is_ok())));
    let replaying = best(&mut || assert!(records.iter().all(|record| of(record).is_ok())));
    let mut row = vec![0f32; encoder.len()];
    let encoding = best(&mut || {
        for sample in &samples {
            encoder.encode(&sample.game, &sample.view, &mut row);
        }
    });
    let mut planes = vec![0f32; 256 * encoder.len()];
    let (mut mask, mut action) = (vec![0; 256 * ActionIds::COUNT], vec![0; 256]);
    let writing = best(&mut || {
        for samples in samples.chunks_exact(256) {
            let (observation, mask, action) = (&mut planes[..], &mut mask[..], &mut action[..]);
            let rows = SampleRows { observation, mask, action };
            encode_samples(samples, encoder, |_, action| ActionIds::id(action), rows);
        }
    });
    println!(
        "ns per sample on one thread: reading {reading}, replaying {replaying}, encoding {encoding} \
         into one row, {writing} with mask into 256"
    );
    Ok(())
}
