//! Runs the built binary.

pub(crate) mod player;

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The binary with arguments, without the environment variables for colour.
pub(crate) fn facedown(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_facedown"));
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The output of a finished run.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// Runs to the end.
pub(crate) fn run(args: &[&str]) -> Run {
    facedown(args).output().expect("the binary runs").into()
}

/// Runs to the end on an input.
pub(crate) fn run_with_input(args: &[&str], input: &[u8]) -> Run {
    let mut child = facedown(args).stdin(Stdio::piped()).spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    let input = input.to_vec();
    // The program may end before it has read all.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("the writer ends");
    output.into()
}

/// Runs until the program handles interrupts and has worked for a while, and interrupts it.
#[cfg(target_os = "linux")]
pub(crate) fn interrupted(args: &[&str]) -> Run {
    let mut child = facedown(args).spawn().expect("the binary runs");
    let process = format!("/proc/{}", child.id());
    // The thread of the handler, once it is installed.
    let handles = || {
        let threads = std::fs::read_dir(format!("{process}/task")).into_iter().flatten();
        let names = threads
            .filter_map(|thread| std::fs::read_to_string(thread.ok()?.path().join("comm")).ok());
        names.into_iter().any(|name| name == "ctrl-c\n")
    };
    // Processor time in hundredths of a second: on a busy machine the work may not have begun yet.
    let worked = || {
        let stat = std::fs::read_to_string(format!("{process}/stat")).unwrap_or_default();
        let fields = stat.rsplit(')').next().unwrap_or_default().split(' ');
        fields.skip(12).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>()
    };
    let wait_until = |child: &mut std::process::Child, is_reached: &dyn Fn() -> bool| {
        while !is_reached() {
            assert!(child.try_wait().expect("a child").is_none(), "it ended by itself");
            std::thread::yield_now();
        }
    };
    wait_until(&mut child, &handles);
    let begun = worked();
    wait_until(&mut child, &|| worked() >= begun + 20);
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("there is a kill").success());
    child.wait_with_output().expect("the binary ends").into()
}

/// The output of a run that must succeed silently on the standard error.
pub(crate) fn good(args: &[&str]) -> String {
    let Run { code, out, err } = run(args);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{args:?}");
    out
}

/// The JSON document of a run that must succeed.
pub(crate) fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&good(args)).expect("the output is one JSON document")
}

/// The complaint of a run that must be refused: one line, status 2, nothing on standard output.
pub(crate) fn refused(args: &[&str]) -> String {
    complaint(run(args), args)
}

/// See [`refused`].
pub(crate) fn complaint(run: Run, args: &[&str]) -> String {
    let Run { code, out, err } = run;
    assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}: {err}");
    let line = err.strip_suffix('\n').expect("the complaint is a line");
    assert!(!line.contains('\n'), "{args:?}: more than one line: {err}");
    line.strip_prefix("facedown: ").expect("the complaint names the program").to_owned()
}

/// Compares with the file `tests/golden/NAME.txt`, or writes it where `FACEDOWN_GOLDEN=write`.
pub(crate) fn assert_golden(name: &str, text: &str) {
    let path = format!("{}/tests/golden/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var("FACEDOWN_GOLDEN").is_ok_and(|what| what == "write") {
        std::fs::write(&path, text).expect("the golden file can be written");
    }
    let golden = std::fs::read_to_string(&path).expect("the golden file is there");
    assert!(text == golden, "{path} differs; the output is:\n{text}");
}
