//! Training runs of seconds: they learn, agree with inference, and resume.

use facedown_game::Rng;
use facedown_nets::{Batch, Network, Precision, Samples, Targets, Weights, Workspace};
use facedown_training::{Config, Event, Model, TrainError, train};
use std::path::{Path, PathBuf};

/// Points of a square: the quadrant is a class, the distance from the middle a value.
struct Quadrants(u64);

impl Samples for Quadrants {
    fn encoder(&self) -> String {
        "quadrants-1".to_owned()
    }
    fn rules(&self) -> String {
        "none".to_owned()
    }
    fn describe(&self) -> String {
        format!("{} points", self.0)
    }
    fn len(&self) -> u64 {
        self.0
    }
    fn read(&self, indices: &[u64], batch: &mut Batch) {
        if batch.targets.is_empty() {
            batch.targets.push(Targets::Classes { labels: Vec::new(), mask: Vec::new() });
            batch.targets.push(Targets::Values(Vec::new()));
        }
        for index in indices {
            let mut rng = Rng::stream(1, *index);
            let [x, y] = [(); 2].map(|()| rng.unit() as f32 * 2.0 - 1.0);
            // The same point as planes of two channels and three positions.
            batch.inputs.extend([x, 0.0, -x, y, 0.0, -y]);
            if let Targets::Classes { labels, mask } = &mut batch.targets[0] {
                labels.push(u32::from(x > 0.0) + 2 * u32::from(y > 0.0));
                mask.extend([true, true, true, true, false]);
            }
            if let Targets::Values(values) = &mut batch.targets[1] {
                values.push(if rng.below(10) == 0 { f32::NAN } else { (x * x + y * y).sqrt() });
            }
        }
    }
}

const CONFIG: &str = r#"
task = "quadrants"
[network]
input = [2, 3]
layers = [
  { type = "conv", name = "stem", out = 8, relu = true, batch_norm = true },
  { type = "residual", name = "blocks.0", batch_norm = true },
  { type = "residual", name = "blocks.1" },
]
heads = [
  { name = "quadrant", layers = [{ type = "linear", name = "quadrant", out = 5 }] },
  { name = "distance", layers = [
    { type = "linear", name = "distance.0", out = 16, relu = true, batch_norm = true },
    { type = "linear", name = "distance.1", out = 1 },
  ] },
]
[[losses]]
kind = "cross_entropy"
[[losses]]
kind = "huber"
weight = 0.5
[optimizer]
learning_rate = 0.01
warmup = 10
[run]
batch = 64
epochs = 4
validation = 500
validate_every = 40
"#;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

#[test]
fn a_short_run_learns_and_its_weights_are_those_of_inference() {
    let config = Config::parse(CONFIG).expect("a description");
    let out = folder("learns").join("net.safetensors");
    let mut validated = 0;
    let trained = train(&config, &Quadrants(4000), &out, |event| {
        validated += u32::from(matches!(event, Event::Validated(_)));
    })
    .expect("it trains");
    assert_eq!(validated as usize, trained.history.len());
    let (first, last) = (&trained.history[0], trained.history.last().expect("validations"));
    assert!(last.validation < first.validation, "{first:?} {last:?}");
    assert!(last.agreement[0] > 0.9 && last.heads[1] < 0.02, "{last:?}");
    let bytes = std::fs::read(&out).expect("the weights were written");
    assert_eq!(Weights::read(&bytes), Ok(trained.weights));
    let network = Network::read(&bytes, "quadrants-1").expect("inference reads them");
    assert_eq!(network.head("distance"), Some(5..6));
    let csv = std::fs::read_to_string(out.with_extension("safetensors.csv")).expect("losses");
    assert_eq!(csv.lines().count(), trained.history.len() + 1);
    let svg = std::fs::read_to_string(out.with_extension("safetensors.svg")).expect("a picture");
    assert!(svg.starts_with("<svg") && svg.contains("polyline") && svg.ends_with("</svg>\n"));
    assert!(!out.with_extension("safetensors.checkpoint").exists());
}

#[test]
fn outputs_agree_with_inference() {
    let config = Config::parse(CONFIG).expect("a description");
    let mut model = Model::new(&config);
    let mut batch = Batch::default();
    Quadrants(1000).read(&(0..300).collect::<Vec<u64>>(), &mut batch);
    for _ in 0..20 {
        assert!(model.step(&batch, 0.01).is_finite());
    }
    let heads = model.predict(&batch);
    let network = Network::new(&config.network, &model.weights()).expect("the weights fit");
    let mut outputs = vec![0.0; 300 * network.outputs()];
    network.run(&mut Workspace::default(), &batch.inputs, &mut outputs).expect("whole samples");
    for (head, (_, range)) in heads.iter().zip(network.heads()) {
        let rows = outputs.chunks(network.outputs()).flat_map(|row| &row[range.clone()]);
        for (burn, ours) in head.iter().zip(rows) {
            assert!((burn - ours).abs() < 1e-4 * (1.0 + burn.abs()), "{burn} {ours}");
        }
    }
}

#[test]
fn a_run_continues_from_its_checkpoint_to_the_same_weights() {
    let config = Config::parse(CONFIG).expect("a description");
    let whole = folder("whole").join("net");
    let whole = train(&config, &Quadrants(2000), &whole, |_| {}).expect("it trains").weights;
    let out = folder("stopped").join("net");
    // A run that panics between two validations, as if it were killed.
    let stopped = std::panic::catch_unwind(|| {
        train(&config, &Quadrants(2000), &out, |event| {
            assert!(!matches!(event, Event::Step(67, _)), "stopped");
        })
    });
    assert!(stopped.is_err());
    let mut first = None;
    let resumed = train(&config, &Quadrants(2000), &out, |event| {
        if let Event::Step(step, _) = event {
            first.get_or_insert(step);
        }
    });
    assert_eq!(first, Some(41));
    assert_eq!(resumed.expect("it resumes").weights, whole);
    assert_eq!(whole.write(Precision::Single).len() % 8, 0);
}

#[test]
fn a_checkpoint_of_another_run_is_refused() {
    let config = Config::parse(CONFIG).expect("a description");
    let out = folder("other").join("net");
    let stop = |samples: u64| {
        std::panic::catch_unwind(|| {
            train(&config, &Quadrants(samples), &out, |event| {
                assert!(!matches!(event, Event::Step(50, _)), "stopped");
            })
        })
    };
    assert!(stop(2000).is_err());
    let error = train(&config, &Quadrants(2001), &out, |_| {}).expect_err("other samples");
    assert!(matches!(error, TrainError::OtherRun { what: "set of samples", .. }), "{error}");
    let checkpoint = out.with_extension("checkpoint");
    let bytes = std::fs::read(&checkpoint).expect("the checkpoint is still there");
    std::fs::write(&checkpoint, &bytes[..bytes.len() / 2]).expect("it can be cut");
    let error = train(&config, &Quadrants(2000), &out, |_| {}).expect_err("cut short");
    assert!(error.to_string().contains("no checkpoint of a training run"), "{error}");
}

#[test]
fn samples_that_do_not_fit_are_named() {
    let text = CONFIG.replace("out = 5 }", "out = 3 }");
    let config = Config::parse(&text).expect("a description");
    let out = folder("fit").join("net");
    let error = train(&config, &Quadrants(100), &out, |_| {}).expect_err("too few outputs");
    let expected =
        "head 'quadrant' of 3 outputs with the loss CrossEntropy does not fit its classes";
    assert_eq!(error.to_string(), expected);
    let config = Config::parse(CONFIG).expect("a description");
    let error = train(&config, &Quadrants(1), &out, |_| {}).expect_err("one sample");
    assert!(error.to_string().starts_with("1 samples: too few"), "{error}");
    let text = CONFIG.replace("learning_rate = 0.01", "learning_rate = -1");
    assert_eq!(
        Config::parse(&text).unwrap_err().to_string(),
        "optimizer.learning_rate is -1, expected a number above 0"
    );
    let text = CONFIG.replace("epochs = 4", "epoch = 4");
    assert!(Config::parse(&text).unwrap_err().to_string().contains("unknown field `epoch`"));
}
