#!/usr/bin/env bash
# WebAssembly beside the native build, on one thread each, in one run: Fantasyland, ISMCTS, batches of
# shanten. Exit 3: Node or the WebAssembly target cannot be had; it is named.
#   ROUNDS=7 research/bench/wasm.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo=${CARGO:-cargo} target=wasm32-unknown-unknown
ONLY=1 scripts/wasm.sh
(cd research && "$cargo" build --release --locked --bin timed)
export CARGO_TARGET_DIR=$PWD/target/wasm-bench
"$cargo" build --release --locked --quiet --manifest-path research/bench/wasm/Cargo.toml
RUSTFLAGS="${RUSTFLAGS:-} -C target-feature=+simd128" \
    "$cargo" rustc --profile wasm --locked --quiet --lib --crate-type cdylib --target "$target" --manifest-path research/bench/wasm/Cargo.toml
node research/bench/wasm/compare.mjs "target/$target/wasm/facedown_wasm.wasm" target/research/release/timed \
    "$CARGO_TARGET_DIR/$target/wasm/wasm_bench.wasm" "$CARGO_TARGET_DIR/release/wasm-bench"
