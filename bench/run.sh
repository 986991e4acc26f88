#!/usr/bin/env bash
# All timings, each against its peer in one run, then the instruction counts that must not rise.
# Results are printed; docs/measurements/benchmarks.md holds the ones that were last written down.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --release --locked --bin facedown
cargo run --release --locked -p facedown-gin --example kernel_bench
target/release/facedown bench
.venv/bin/python bench/python_gin.py
.venv/bin/python bench/python_games.py
cargo run --release --locked -p facedown-tricks --example deals
cargo run --release --locked -p facedown-tricks --example playouts
cargo run --release --locked -p facedown-catalog --example ismcts
.venv/bin/python bench/python_tricks.py
.venv/bin/python bench/python_riichi.py
cargo run --release --locked -p facedown-search --example scaling
.venv/bin/python bench/instructions.py
