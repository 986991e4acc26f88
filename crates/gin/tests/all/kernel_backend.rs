//! The choice of the back end, by default and by the environment variable.

use facedown_gin::kernel::{BACKEND_VARIABLE, Backend, BackendError, min_deadwood_batch_with};
use std::io::Write;
use std::process::Command;

/// The test that a process of its own runs.
const CHOSEN: &str = "kernel_backend::the_chosen_back_end_is_the_forced_or_the_fastest";

/// Returns the output of a process with the variable set.
fn chosen_with(value: &str) -> String {
    let child = Command::new(std::env::current_exe().expect("this test's path"))
        .args(["--exact", CHOSEN, "--nocapture"])
        .env(BACKEND_VARIABLE, value)
        .output()
        .expect("the test runs again");
    assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
    let text = String::from_utf8(child.stdout).expect("text");
    let (_, rest) = text.split_once("chosen: ").expect("the child names its choice");
    rest.split_whitespace().next().expect("a name").to_owned()
}

fn fastest() -> Backend {
    Backend::available().next_back().expect("plain code always runs")
}

#[test]
fn the_chosen_back_end_is_the_forced_or_the_fastest() {
    let expected = Backend::forced().ok().flatten().unwrap_or_else(fastest);
    assert_eq!(Backend::chosen(), expected);
    println!("chosen: {}", Backend::chosen());
}

#[test]
fn the_environment_variable_forces_every_back_end_this_cpu_has() {
    for backend in Backend::ALL {
        if backend.is_available() {
            assert_eq!(chosen_with(backend.name()), backend.name());
        } else {
            // Bypasses the harness's capture: the other tests skip unavailable back ends.
            let text = format!("SKIPPED: this CPU lacks {backend}, no comparison ran on it\n");
            std::io::stderr().write_all(text.as_bytes()).expect("standard error is open");
            assert_eq!(chosen_with(backend.name()), fastest().name());
        }
    }
    assert_eq!(chosen_with("sse9"), fastest().name());
    assert_eq!(chosen_with(""), fastest().name());
}

#[test]
fn a_back_end_that_cannot_run_says_so() {
    let error = BackendError::Unavailable(Backend::Avx512);
    assert_eq!(error.to_string(), "this CPU lacks the instructions of avx512");
    for backend in Backend::ALL.into_iter().filter(|backend| !backend.is_available()) {
        let run = || min_deadwood_batch_with(backend, &[0], &mut [0]);
        assert!(std::panic::catch_unwind(run).is_err());
    }
}
