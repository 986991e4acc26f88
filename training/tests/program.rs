//! The program: killed and resumed, and on a full disk.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const CONFIG: &str = r#"
task = "deadwood"
data = "generate:3:60000"
[network]
input = [52]
layers = [
  { type = "linear", name = "fc.0", out = 32, relu = true },
  { type = "linear", name = "fc.2", out = 107 },
]
[[losses]]
kind = "cross_entropy"
[run]
batch = 128
validation = 200
validate_every = 20
"#;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    std::fs::write(folder.join("run.toml"), CONFIG).expect("a description");
    folder
}

fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_facedown-train"));
    command.current_dir(folder).args(["run.toml", "--quiet", "--out", "net.safetensors"]);
    command.stdout(Stdio::null()).env("RAYON_NUM_THREADS", "1");
    command
}

/// Starts a run and kills it once it has a checkpoint.
fn killed(folder: &Path) {
    let mut child = program(folder).spawn().expect("the program starts");
    let checkpoint = folder.join("net.safetensors.checkpoint");
    while !checkpoint.exists() {
        std::thread::sleep(std::time::Duration::from_millis(2));
        assert!(child.try_wait().expect("a child").is_none(), "it ended without a checkpoint");
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

#[test]
fn a_killed_run_ends_with_the_same_weights() {
    let (whole, stopped) = (folder("program-whole"), folder("program-killed"));
    assert!(program(&whole).status().expect("it runs").success());
    killed(&stopped);
    assert!(program(&stopped).status().expect("it resumes").success());
    let read = |folder: &Path| std::fs::read(folder.join("net.safetensors")).expect("weights");
    assert_eq!(read(&whole), read(&stopped));
}

#[test]
fn a_full_disk_leaves_the_last_checkpoint() {
    let folder = folder("program-full");
    killed(&folder);
    let checkpoint = folder.join("net.safetensors.checkpoint");
    let before = std::fs::read(&checkpoint).expect("a checkpoint");
    // Files can grow to a kilobyte only: writing fails as on a full disk.
    let run = format!(
        "trap '' XFSZ; ulimit -f 1; exec '{}' run.toml --quiet --out net.safetensors",
        env!("CARGO_BIN_EXE_facedown-train")
    );
    let output = Command::new("bash").args(["-c", &run]).current_dir(&folder).output();
    let output = output.expect("bash runs");
    assert!(!output.status.success());
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.starts_with("error: net.safetensors.checkpoint: "), "{message}");
    assert_eq!(std::fs::read(&checkpoint).expect("still there"), before);
}

#[test]
fn what_cannot_be_trained_is_named() {
    let folder = folder("program-bad");
    let fails = |args: &[&str]| {
        let program = env!("CARGO_BIN_EXE_facedown-train");
        let output = Command::new(program).current_dir(&folder).args(args).output();
        let output = output.expect("the program runs");
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let message = fails(&["checkers", "--out", "x"]);
    assert!(message.contains("checkers: neither one of fantasyland-top"), "{message}");
    let message = fails(&["run.toml", "--out", "x", "--data", "generate:1"]);
    assert_eq!(message, "error: --data 'generate:1': expected generate:SEED:COUNT\n");
    let message = fails(&["riichi-clone", "--out", "x", "--data", "games.zip"]);
    assert_eq!(message, "error: the task riichi-clone needs --data logs:PATH\n");
    let message = fails(&["riichi-clone", "--out", "x", "--data", "logs:no/such.zip"]);
    assert!(message.starts_with("error: logs:no/such.zip: "), "{message}");
    let message = fails(&["run.toml", "--out", "x", "--data", "."]);
    assert!(message.contains("manifest.json"), "{message}");
    let message = fails(&["fantasyland-top", "--out", "no/such/x", "--data", "generate:1:4000"]);
    assert!(message.contains("no/such/x"), "{message}");
}
