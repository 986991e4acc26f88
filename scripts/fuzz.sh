#!/usr/bin/env bash
# Runs every fuzz target for FUZZ_SECONDS (60): by cargo-fuzz, which it installs into target/tools,
# on a nightly compiler, which it installs by rustup. Where they cannot be had it says so, and runs
# the same targets by the driver in fuzz/ on the stable compiler.
#
# Usage: scripts/fuzz.sh [TARGET...]      An input that fails is in fuzz/artifacts.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo=${CARGO:-cargo}
seconds=${FUZZ_SECONDS:-60}
tools=$PWD/target/tools
export PATH=$tools/bin:$PATH

say() { echo "fuzz: $*" >&2; }

has_libfuzzer() {
    if ! command -v rustup >/dev/null; then
        say "rustup is not installed, and cargo-fuzz needs a nightly compiler"
        return 1
    fi
    if ! rustup run nightly rustc --version >/dev/null 2>&1; then
        say "installing a nightly compiler"
        if ! rustup toolchain install nightly --profile minimal; then
            say "no nightly compiler can be installed"
            return 1
        fi
    fi
    if ! command -v cargo-fuzz >/dev/null; then
        say "installing cargo-fuzz into $tools"
        if ! "$cargo" install --quiet --locked --root "$tools" cargo-fuzz; then
            say "cargo-fuzz cannot be installed"
            return 1
        fi
    fi
}

# Every target is a program of its own; a debugging build would be ten times slower.
fuzz() { # command, its arguments
    rustup run nightly cargo fuzz "$1" --fuzz-dir fuzz --features libfuzzer --release "${@:2}"
}

if has_libfuzzer && fuzz build; then
    targets=("$@")
    if [[ $# -eq 0 ]]; then
        mapfile -t targets < <(rustup run nightly cargo fuzz list --fuzz-dir fuzz)
    fi
    for target in "${targets[@]}"; do
        # New inputs are kept apart from the files of the repository.
        mkdir -p "target/fuzz-corpus/$target"
        echo "$target, $seconds seconds"
        fuzz run "$target" "target/fuzz-corpus/$target" "fuzz/corpus/$target" -- \
            -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=65536 -print_final_stats=0 \
            -verbosity=0
    done
else
    say "running the targets by the driver on the stable compiler"
    (cd fuzz && "$cargo" run --release --locked --bin facedown-fuzz -- "$@" --seconds "$seconds")
fi
