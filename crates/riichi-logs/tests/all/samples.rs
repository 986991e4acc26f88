//! Samples of logs: every known decision once, in order, independent of the number of threads.

use facedown_game::{Encoder, Game, Seat};
use facedown_riichi::{Action, ActionIds, Legal};
use facedown_riichi_features::{Features, Mode};
use facedown_riichi_logs::fs::LogFile;
use facedown_riichi_logs::{
    Count, LogSource, Sample, SampleFilter, SampleOptions, SampleReader, SampleRows, replay,
    samples_of,
};
use std::path::Path;

fn log(name: &str) -> LogFile {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/riichi");
    LogFile::new(folder.join(name))
}

fn all(logs: &[LogFile], options: &SampleOptions, batch: usize) -> Vec<Sample> {
    let mut reader = SampleReader::new(logs.to_vec(), options.clone());
    let (mut found, mut samples) = (Vec::new(), Vec::new());
    loop {
        reader.next_batch(batch, &mut samples).unwrap();
        if samples.is_empty() {
            return found;
        }
        found.append(&mut samples);
    }
}

#[test]
fn a_sample_holds_the_legal_actions_of_its_view() {
    for name in ["tonpu.mjlog", "hanchan.json", "sanma.jsonl"] {
        let record = log(name).read().unwrap();
        let samples = samples_of(&record, SampleFilter::default()).unwrap();
        let mut legal = Legal::default();
        for sample in &samples {
            sample.game.view_actions(&sample.view, &mut legal);
            assert_eq!(facedown_game::ActionBuf::as_slice(&legal), sample.legal());
            assert!(sample.legal().contains(&sample.action));
        }
        let counts = replay(&record).unwrap().counts;
        let passes = samples.iter().filter(|sample| sample.action == Action::Pass).count() as u64;
        let others = samples.len() as u64 - passes;
        assert_eq!(others, counts.get(Count::Decisions) - counts.get(Count::Passes));
        assert!(0 < passes && passes <= counts.get(Count::Passes));
    }
}

#[test]
fn threads_and_batches_make_no_difference() {
    let logs = ["tonpu.mjlog", "hanchan.json", "tonpu.mjlog", "hanchan.json"].map(log);
    let key = |sample: &Sample| (sample.log, sample.round, sample.view, sample.action);
    for shuffle in [0, 200] {
        let options = |threads| SampleOptions { threads, shuffle, ..SampleOptions::default() };
        let first: Vec<_> = all(&logs, &options(1), 64).iter().map(key).collect();
        for threads in [2, 3] {
            let other: Vec<_> = all(&logs, &options(threads), 64).iter().map(key).collect();
            assert!(first == other, "{threads} threads, {shuffle} shuffled");
        }
        let sorted: Vec<_> = all(&logs, &options(1), 1).iter().map(key).collect();
        assert_eq!(sorted.len(), first.len());
    }
}

#[test]
fn rows_are_the_encodings_of_their_views() {
    let options = SampleOptions { threads: 2, ..SampleOptions::default() };
    let mut reader = SampleReader::new(vec![log("tonpu.mjlog")], options);
    let mut samples = Vec::new();
    reader.next_batch(150, &mut samples).unwrap();
    let encoder = Features::new("base", 4, Mode::Spec).unwrap();
    let mut planes = vec![f32::NAN; 150 * encoder.len()];
    let (mut mask, mut action) = (vec![9; 150 * ActionIds::COUNT], vec![-1; 150]);
    let rows = SampleRows { observation: &mut planes, mask: &mut mask, action: &mut action };
    reader.encode(&samples, &encoder, |_, a| ActionIds::id(a), rows);
    let mut expected = vec![0f32; encoder.len()];
    for (row, sample) in samples.iter().enumerate() {
        encoder.encode(&sample.game, &sample.view, &mut expected);
        assert_eq!(planes[row * encoder.len()..][..encoder.len()], expected);
        let mask = &mask[row * ActionIds::COUNT..][..ActionIds::COUNT];
        let marked: usize = mask.iter().map(|flag| usize::from(*flag)).sum();
        assert_eq!(marked, sample.legal().len());
        assert_eq!(mask[action[row] as usize], 1);
    }
}

#[test]
fn a_failed_log_is_an_error_after_the_samples_before_it() {
    let logs = [log("tonpu.mjlog"), log("no such log.mjlog")];
    let mut reader = SampleReader::new(logs.to_vec(), SampleOptions::default());
    let mut samples = Vec::new();
    let error = loop {
        if let Err(error) = reader.next_batch(100, &mut samples) {
            break error;
        }
        assert_eq!(samples.len(), 100);
    };
    assert_eq!(error.name, logs[1].name());
    reader.next_batch(100, &mut samples).unwrap();
    assert!(samples.is_empty());
    let options = SampleOptions { skip_bad: true, ..SampleOptions::default() };
    let mut reader = SampleReader::new(logs.to_vec(), options);
    while reader.next_batch(100, &mut samples).is_ok() && !samples.is_empty() {}
    assert_eq!(reader.skipped().len(), 1);
}

#[test]
fn ranks_are_those_of_the_final_points() {
    let samples = all(&[log("tonpu.mjlog")], &SampleOptions::default(), 10_000);
    for seat in Seat::all(4) {
        let own = samples.iter().find(|sample| sample.view.seat() == seat).unwrap();
        let above = Seat::all(4).filter(|other| {
            let other = samples.iter().find(|sample| sample.view.seat() == *other).unwrap();
            (-other.points, other.view.seat()) < (-own.points, seat)
        });
        assert_eq!(usize::from(own.rank), above.count() + 1);
    }
}
